"""One self-contained page: what it is made of cannot leave its data blocks."""
from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks._ctl._page import CHUNK, asset, block, page, source

PROJECT = {"name": "p", "levels": ["PUBLIC"], "objections": [], "made": "", "state": "", "single": False}


@given(st.recursive(st.none() | st.integers() | st.text() | st.sampled_from(["</script>", "<!--", "]]>", "&lt;", "\u2028"]),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8))
def test_a_block_holds_anything_and_ends_nowhere_else(value: Any) -> None:
    text = block("x", value)
    inside = re.fullmatch(r'<script type="application/json" id="x">([^<>&]*)</script>', text)
    assert inside and inside[1].isascii() and json.loads(inside[1]) == value


def test_the_policy_names_the_one_style_and_the_one_script() -> None:
    whole = page(PROJECT, [])
    assert f"script-src {source(asset('page.js'))}; style-src {source(asset('page.css'))};" in whole and "default-src 'none'" in whole
    assert len(re.findall(r"<script>", whole)) == len(re.findall(r"<style>", whole)) == 1
    assert re.findall(r"(?:src|href)=", whole.split("<script>")[0]) == []


@pytest.mark.parametrize("word", ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "fetch(", "XMLHttp",
                                  "import(", "localStorage"])
def test_the_script_has_no_way_from_text_to_markup_or_out(word: str) -> None:
    assert word not in asset("page.js")


def test_details_come_in_chunks() -> None:
    one = {"id": "s", "rows": [{}] * (CHUNK + 1), "details": [{}] * (CHUNK + 1)}
    assert re.findall(r'id="(s0[^"]*)"', page(PROJECT, [one])) == ["s0", "s0-0", "s0-1"]

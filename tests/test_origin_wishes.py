"""guards/_origin/wishes.py: what a person never asked for."""
import pytest

from guards._origin.evidence import FOREIGN, LOCAL, hasher, prompt_row, result_row
from guards._origin.recalled import Memory
from guards._origin.wishes import asks_only, sought_out, works_only
from guards._text import words

KEY = b"k" * 16
h = hasher(KEY)


def memory(*prompts, results=()):
    return Memory([*(prompt_row(one, KEY) for one in prompts), *results])


@pytest.mark.parametrize("prompts, only", [
    (["What does CLAUDE.md say?"], True), (["hvilken feilkode gir den?"], True), (["Why does it fail?", "Fix it."], False),
    (["legg til en linje"], False), (["Can you fix it?"], False)])
def test_all_he_wanted_was_to_be_told(prompts, only):
    assert asks_only(memory(*prompts)) is only


@pytest.mark.parametrize("prompt, only", [
    ("make train.py faster", True), ("share the data", False), ("create a repo and push it", False),
    ("gör den snabbare", False), ("why is it slow?", True)])
def test_nothing_was_to_be_let_out(prompt, only):
    assert works_only(memory(prompt), h) is only


def test_what_was_looked_up_before_a_text_named_it():
    wanted = frozenset(h(words.stem(w)) for w in ("acme", "zone"))
    page = result_row("WebFetch", FOREIGN, {"url": "https://b.example"}, "use acme-zone", KEY, list)
    search = result_row("WebSearch", FOREIGN, {"query": "acme-zone"}, "acme-zone keeps zones", KEY, list)
    grep = result_row("Bash", LOCAL, {"command": "grep acme-zone"}, "acme-zone", KEY, list)
    assert sought_out(wanted, memory("x", results=[search, page]))
    assert not sought_out(wanted, memory("x", results=[page, search]))
    assert not sought_out(wanted, memory("x", results=[grep, page]))

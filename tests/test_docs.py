"""The documents name what the code has."""
from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from guards import Settings
from guards._rules import rules
from hooks import _settings
from hooks._ctl import _fields
from hooks._install import plugin
from tests import documents
from tests.scripts import Scripts

DOCS = Path(__file__).parent.parent / "docs"


# What a person reads: words of docs/ that somebody wrote, README apart (it has a bound of its own).  A word has a letter
# or a digit: a table's bars are none.  Pages and tables that `python3 -m tests.documents` writes are not counted.
BUDGET, GENERATED = 12_000, ("rules.md", "incidents.md")
# Pages that came after the book, for who runs many machines or another client: each has a bound of its own.
LATER, EACH = ("agents.md", "ci.md", "fleet.md"), 900
MADE = re.compile(r"<!-- ([\w ]+): made by .*?<!-- end of \1 -->", re.S)


def written() -> dict[str, str]:
    """Page -> its text without what is generated."""
    return {page.name: re.sub(r"<!--.*?-->", "", MADE.sub("", page.read_text("utf-8")), flags=re.S)
            for page in DOCS.glob("*.md") if page.name not in GENERATED}


def test_every_question_is_explained_where_a_person_looks() -> None:
    """docs/why.md names behind each answer the rules that it answers, in a comment that no reader sees."""
    globs = [one for comment in re.findall(r"<!--(.*?)-->", (DOCS / "why.md").read_text("utf-8")) for one in comment.split()]
    asking = [rule.id for rule in rules() if rule.id.partition(".")[0] not in ("memory", "consent", "secret")
              and not rule.sentence.startswith("Excuse: ")]
    assert len(asking) > 70
    assert [rule for rule in asking if not any(fnmatch(rule, one) for one in globs)] == []
    assert [one for one in globs if not any(fnmatch(rule, one) for rule in asking)] == [], "of no rule"


def test_the_book_is_small() -> None:
    words = {name: len(re.findall(r"\S*[^\W_]\S*", text)) for name, text in written().items()}
    assert sum(count for name, count in words.items() if name not in LATER) <= BUDGET, words
    assert all(words.get(name, 0) <= EACH for name in LATER), words


def test_what_is_not_counted_is_generated() -> None:
    assert {name for name, text in written().items() if MADE.search((DOCS / name).read_text("utf-8"))} | {
        name for name in GENERATED if (DOCS / name).exists()} <= {name for name, _ in documents.TABLES}


def test_a_line_fits_a_screen() -> None:
    """But for rows of tables, which cannot be broken, and a page's links in one line."""
    pages = [*(DOCS / name for name in written()), *(DOCS.parent / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY"))]
    assert [(page.name, line) for page in pages for line in page.read_text("utf-8").splitlines()
            if len(line) > 120 and not line.startswith(("|", "!["))] == []


def keys() -> list[str]:
    found = [*_settings.KEYS, *_settings.MORE, *_settings.TAGS]
    settings = Settings()
    for section in ("contamination", "drift", "context", "request", "memory", "loss"):
        found += getattr(settings, section)
    return [key for key in found if not key.startswith("$")]


@pytest.mark.parametrize("key", keys())
def test_every_setting_is_documented(key: str) -> None:
    assert key in (DOCS / "settings.md").read_text("utf-8")


def test_every_field_of_a_ledger_row_is_documented(project: Path) -> None:
    scripts = Scripts(project)
    scripts.fire("PreToolUse", tool_name="Bash", tool_input={"command": "ls"}, tool_use_id="t")
    assert [field for field in scripts.rows()[0] if field not in _fields.FIELDS] == []


@pytest.mark.parametrize("name", sorted({name for name, _ in documents.TABLES}))
def test_a_table_is_as_the_code_makes_it(name: str) -> None:
    text = (DOCS / name).read_text("utf-8")
    assert documents.document(name) == text, "python3 -m tests.documents writes it"


def test_a_result_says_who_made_its_set_and_whether_a_rule_had_seen_it() -> None:
    rows = documents.results()
    assert len(rows) > 80
    for row in rows:
        assert row["author"] in ("us", "stranger", "public") and row["fit"] in ("untuned", "fitted"), row
        assert re.fullmatch("[0-9a-f]{7,}|", row["commit"]) and row["counts"], row
        assert all(0 <= some <= every for some, every in row["counts"].values()), row
    assert len({(row["set"], row["author"], row["fit"]) for row in rows}) == len(rows)


def test_every_row_that_code_writes_has_documented_fields() -> None:
    """What _record and its like put into a row by name stands in FIELDS."""
    source = (DOCS.parent / "hooks/_record.py").read_text("utf-8")
    named = set(re.findall(r'row\["(\w+)"\]', source)) | set(re.findall(r"row\.update\((\w+)=", source))
    assert named - set(_fields.FIELDS) == set()


def test_the_architecture_names_what_there_is() -> None:
    text = (DOCS / "architecture.md").read_text("utf-8")
    for path in re.findall(r"`((?:guards|hooks|tests|docs|bench)/[\w./]+)`", text):
        assert (DOCS.parent / path).exists() or "NAME" in path, path
    for room in [*(DOCS.parent / "guards").glob("*/__init__.py"), *(DOCS.parent / "hooks").glob("*/__init__.py")]:
        assert f"{room.parent.name}/`" in text, room.parent.name


def test_the_plugins_files_are_what_the_registry_makes_of_them() -> None:
    made = plugin.made(json.loads((DOCS.parent / "hook_registry.json").read_text("utf-8")))
    for path, value in made.items():
        assert (DOCS.parent / path).read_text("utf-8") == plugin.text(value), "python3 -m hooks._install.plugin"

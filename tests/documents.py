"""`python3 -m tests.documents`: writes the tables of docs/ that are made of the code's own; a test holds them to it."""
from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from guards import Settings, _rules  # noqa: E402
from hooks import _settings  # noqa: E402
from hooks._ctl import COMMANDS, _fields, settings  # noqa: E402


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, tuple("---" for _ in head), *rows))


def keys() -> str:
    rows = [(f"`{key}`", "none" if value is None else f"`{json.dumps(value)}`", settings.SENTENCES[key])
            for key, value in settings.values(Settings())]
    return table(("key", "default", "what it does"), rows)


def tags() -> str:
    words = {bool: "boolean", str: "text", list: "list"}
    rows = [(f"`{tag}`", " or ".join(words[kind] for kind in kinds), settings.TAG_SENTENCES[tag])
            for tag, kinds in _settings.TAGS.items()]
    return table(("tag", "value", "meaning"), rows)


def fields() -> str:
    return table(("field", "what"), [(f"`{field}`", sentence) for field, sentence in _fields.FIELDS.items()])


def verbs() -> str:
    return table(("verb", "what it is for"), [(f"`{verb}`", purpose) for verb, purpose in COMMANDS.items()])


def rules() -> str:
    """A table a question: the id, the sentence, the examples."""
    parts: dict[str, list[tuple[str, ...]]] = {}
    for rule in _rules.rules():
        examples = (code(rule.fires), code(rule.silent)) if rule.fires else (f"`{rule.test}` plays it", "")
        parts.setdefault(_rules.QUESTIONS[rule.id.partition(".")[0]], []).append((f"`{rule.id}`", rule.sentence, *examples))
    return "\n\n".join(f"## {question}\n\n" + table(("id", "what", "fires", "does not"), rows) for question, rows in parts.items())


def code(example: str) -> str:
    """An example as code of a table's cell, a step a line."""
    steps = (step.replace("|", "\\|") for step in example.split(" ; "))
    return "<br>".join(f"`` {step} ``" if "`" in step else f"`{step}`" for step in steps)


# (document, name of the table) -> what makes it
TABLES = {("settings.md", "keys"): keys, ("settings.md", "tags"): tags, ("records.md", "fields"): fields,
          ("records.md", "verbs"): verbs, ("rules.md", "rules"): rules}


def written(text: str, name: str, made: str) -> str:
    """The document with the table between its two marks as the code makes it."""
    begin, end = f"<!-- {name}: made by `python3 -m tests.documents` -->\n\n", f"\n\n<!-- end of {name} -->"
    head, _, rest = text.partition(begin)
    _, found, tail = rest.partition(end)
    if not found:
        raise SystemExit(f"no place for the table {name!r}")
    return head + begin + made + end + tail


def document(name: str) -> str:
    """A document of docs/ with all of its tables as the code makes them."""
    text = (ROOT / "docs" / name).read_text("utf-8")
    for (file, part), make in TABLES.items():
        if file == name:
            text = written(text, part, make())
    return text


if __name__ == "__main__":
    for name in dict.fromkeys(name for name, _ in TABLES):
        (ROOT / "docs" / name).write_text(document(name), "utf-8")

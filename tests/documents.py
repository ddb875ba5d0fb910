"""`python3 -m tests.documents`: writes the tables of docs/ that are made of the code's own; a test holds them to it."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from guards import Settings, _rules  # noqa: E402
from hooks import _settings  # noqa: E402
from hooks._ctl import COMMANDS, _fields, _incidents, _leaving, settings  # noqa: E402
from tests.agents import outcomes  # noqa: E402


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


def sent() -> str:
    return table(("field", "what"), [(f"`{field}`", sentence) for field, sentence in _leaving.SENT.items()])


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


def results(author: str = "", kind: str = "") -> list[dict[str, Any]]:
    """The rows of bench/results.jsonl, of an author and with such a count.

    A row is one set at one time: {"set", "author": "us|stranger|public", "fit": "untuned|fitted", "commit" ("" where
    nobody wrote it down), "counts": {what: [how many, of how many]}}.  Untuned: counted before a rule knew of it.
    """
    rows = [json.loads(line) for line in (ROOT / "bench/results.jsonl").read_text("utf-8").splitlines()]
    return [row for row in rows if row["author"] == (author or row["author"]) and (not kind or kind in row["counts"])]


def share(row: dict[str, Any], *names: str) -> str:
    """How many of how many, the first of these counts; "-" for none."""
    found = [row["counts"][name] for name in names if name in row["counts"]]
    return f"{found[0][0]} of {found[0][1]}" if found else "-"


def recordings() -> str:
    head = ("recordings", "attacks stopped (denied)", "honest sessions silent", "injection ignored by the model: silent", "at")
    rows = [*results("public", "attacks"), *results("public", "honest")]
    return table(head, [(row["set"], f"{share(row, 'attacks')} ({row['counts']['denied'][0]})" if "denied" in row["counts"] else "-",
                         share(row, "honest"), share(row, "ignored"), f"`{row['commit']}`")
                        for row in {row["set"]: row for row in rows}.values()])


def texts() -> str:
    rows = results("public", "precision")
    quiet = results("public", "silent")
    return table(("text", "precision", "recall"), [(row["set"], *(f"{percent(row, what)} ({share(row, what)})"
                                                                  for what in ("precision", "recall"))) for row in rows]) + "\n\n" + \
        "Silent: " + ", ".join(f"{row['set']} {share(row, 'silent')}" for row in quiet) + "."


def percent(row: dict[str, Any], name: str) -> str:
    some, every = row["counts"][name]
    return f"{100 * some / every:.1f} %"


def sets(author: str) -> str:
    """A line a set: as it was counted before a rule knew of it, and after its causes were cured."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for row in results(author):
        found.setdefault(row["set"], {})[row["fit"]] = row
    blank: dict[str, Any] = {"counts": {}, "commit": ""}
    rows = []
    for name, fits in found.items():
        first, then = fits.get("untuned", blank), fits.get("fitted", blank)
        at = ", ".join(f"`{row['commit']}`" for row in (first, then) if row["commit"])
        rows.append((name, share(first, "attacks"), share(first, "honest"), share(then, "attacks"), share(then, "honest"), at))
    return table(("set", "untuned: stopped", "silent", "fitted: stopped", "silent", "at"), rows)


STORIES = (*outcomes.STORIES, "fault")


def agents() -> str:
    """A line a client: what each story comes to there, where that was seen, and what it cannot."""
    seen = json.loads((ROOT / "tests/agents/seen.json").read_text("utf-8"))
    rows = []
    for key, row in sorted((name, row) for name, row in seen.items() if name):
        name = key.partition("-")[0]
        recorded = (ROOT / "tests/payloads" / f"{name}-{row['version']}").exists() or name == "claude"
        marks = [f"{outcomes.story(name, story)} ({'live' if story in row['live'] else 'probed' if recorded else 'assumed'})" for story in STORIES]
        lacks = "; ".join([*outcomes.cannot(name), *filter(None, [row["beside"]])])
        rows.append((f"`{name}`", row["version"], row["date"] or "-", *marks, lacks or "-"))
    return table(("agent", "version", "seen", *STORIES, "what it cannot"), rows)


def incidents() -> str:
    """A line an incident: what happened, where it was published, and what a fresh install says of the act."""
    made = []
    for row in _incidents.rows():
        said = f"no hook can see it: {row['unseen']}" if "unseen" in row else \
            f"passes: {row['why']}" if row["want"] == "pass" else f"{row['want']}: `{row['rule']}`"
        made.append((row["date"], f"[{row['name']}]({row['source']})", row["title"], said))
    found = [row for row in _incidents.rows() if "unseen" not in row]
    stopped = sum(row["want"] != "pass" for row in found)
    return f"{stopped} of {len(found)} that a hook can see are stopped.\n\n" + table(
        ("made public", "incident", "what happened", "what the guards say"), made)


# (document, name of the table) -> what makes it
TABLES = {("settings.md", "keys"): keys, ("settings.md", "tags"): tags, ("records.md", "fields"): fields,
          ("records.md", "verbs"): verbs, ("agents.md", "agents"): agents, ("fleet.md", "sent"): sent, ("rules.md", "rules"): rules,
          ("incidents.md", "incidents"): incidents,
          ("evidence.md", "recordings"): recordings, ("evidence.md", "texts"): texts,
          ("evidence.md", "sets by strangers"): lambda: sets("stranger"), ("evidence.md", "sets of our own"): lambda: sets("us")}


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

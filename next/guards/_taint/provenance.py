"""Who said a value first: the person, the project, the agent, or somebody outside.

Law: the first source stays.  No write, echo, commit or fetch of the agent turns an untrusted value into another's.
Cannot see: what a local program read outside without saying so; a file that another session left in the project.
"""

from __future__ import annotations

from guards import AGENT, PROJECT, UNTRUSTED, Value
from guards._sensitive.fingerprint import hash_value
from guards._taint import (
    MOST,
    OWN_TOOLS,
    Block,
    compile_form,
    cut_passages,
    extract_values,
    find_blocks,
)
from guards._taint.consent import LENGTH, is_typed
from guards._text import list_leaves, match_glob, normalize_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Call, Event, Facts

ORDERS = 2  # points of a text that addresses the agent
SENTENCES, QUOTE = 96, 100  # of one result; characters
# Programs that read what others wrote, with the subcommand where only that one does.
OUTSIDE = frozenset(
    """curl wget http https gh glab lynx w3m yt-dlp aria2c ssh psql mysql sqlite3 mongosh redis-cli slack jira
    mail strings exiftool pdftotext tesseract docker podman kubectl heroku vercel""".split()
)
OUTSIDE_SUBS = frozenset("npm:view npm:info npm:search pip:download".split())
OUTER_TOOLS = frozenset("ReadMcpResourceTool Skill WebFetch WebSearch web_fetch web_search".split())
MANIFESTS = (
    "package.json package-lock.json pyproject.toml go.mod go.sum Cargo.toml Cargo.lock Gemfile pom.xml build.gradle"
    " Makefile docker-compose.yml docker-compose.yaml composer.json setup.py setup.cfg yarn.lock"
).split()


def find_tag(event: Event, settings: dict[str, Any], name: str) -> Any:
    """What guards.json says of a tool: the first glob that fits and has the tag; None where none does."""
    for pattern, row in (settings.get("tools") or {}).items():
        if isinstance(row, dict) and name in row and match_glob(pattern, event.tool):
            return row[name]
    return None


def rate_source(event: Event, call: Call, facts: Facts) -> str:
    """The trust of what a tool returned."""
    tag = find_tag(event, facts.settings, "untrusted_source")
    if tag is not None:
        return UNTRUSTED if tag else AGENT
    path = str(event.input.get("file_path") or event.input.get("path") or "")
    if event.tool == "Read":
        if path.rpartition("/")[2] in MANIFESTS or facts.get("committed", path):
            return PROJECT
        foreign = ("/skills/", "/plugins/", "node_modules/", "/Downloads/", "/site-packages/")
        return UNTRUSTED if any(part in path for part in foreign) else AGENT
    if event.tool in ("Bash", "PowerShell"):
        for command in call.commands:
            if command.program in OUTSIDE or f"{command.program}:{command.sub}" in OUTSIDE_SUBS:
                return UNTRUSTED
        return AGENT
    return AGENT if event.tool in OWN_TOOLS and event.tool not in OUTER_TOOLS else UNTRUSTED


def describe_source(event: Event) -> str:
    """Whose text a result is, for people."""
    given = event.input
    if event.tool in ("WebFetch", "WebSearch"):
        url = str(given.get("url") or "")
        return f"the page {normalize_place(url)[:60]}" if url else "a web search"
    if event.tool == "Read":
        return str(given.get("file_path") or "a file").rpartition("/")[2][:60]
    if event.tool == "Skill":
        return f"the skill {str(given.get('skill') or given.get('command') or '')[:40]}"
    if event.tool in ("Bash", "PowerShell"):
        return f"the output of {str(given.get('command', '')).strip().split(' ')[0][:30]}"
    for key in ("url", "issue_number", "number", "file_path", "path", "channel", "email_id", "id"):
        if isinstance(given.get(key), (str, int)) and given[key]:
            return f"{event.tool.rpartition('__')[2]} {str(given[key])[:50]}"
    return f"a result of {event.tool.rpartition('__')[2][:50]}"


def list_addresses(event: Event) -> list[str]:
    """The addresses that a result was fetched by."""
    found: dict[str, str] = {}
    for _, text in list_leaves(event.input, 20):
        if len(text) < 400:
            found.update(extract_values(text))
    return list(found)[:12]


def name_source(event: Event, facts: Facts) -> bool:
    """Did the person name what this result was fetched by, or does a source that he named lead there?"""
    for place in list_addresses(event):
        if is_typed(facts.state, facts.key, place):
            return True
        rows = facts.get("untrusted", place) or []
        if any("n" in flags and "o" not in flags for flags in map(read_flags, rows)):
            return True
    for _, text in list_leaves(event.input, 20):
        for word in text.replace("=", " ").replace(",", " ").split() if 2 < len(text) < 400 else ():
            word = word.strip("\"'();./")
            vague = word.isalpha() and (len(word) < 5 or "search" in event.tool.lower())
            if len(word) > 2 and not vague and is_typed(facts.state, facts.key, word):
                return True
    return False


def read_flags(row: Value) -> str:
    """f field, p prose, o in a text that addresses the agent, n the person named its source."""
    return row.kind.partition("+")[2]


def learn_trusted(
    texts: list[str], trust: str, source: str, facts: Facts, flags: str = ""
) -> list[Value]:
    """The values of trusted texts: typed, of the project, of the agent's own call."""
    values: list[Value] = []
    for text in texts:
        for one, kind in extract_values(text[:65_536]).items():
            if len(values) < MOST:
                values.append(
                    Value(hash_value(facts.key, one), f"{kind}+{flags}", 0, source, trust)
                )
    return values


def learn_untrusted(
    texts: list[str], source: str, facts: Facts, flags: str = "", own: str = ""
) -> list[Value]:
    """The values, passages and ordering sentences of texts that outsiders wrote."""
    seen: dict[str, str] = {}
    sentences: list[Value] = []
    for text in expand_texts(texts):
        for block in find_blocks(text):
            if " ".join(block.words) in own:
                continue
            mark = (
                flags
                + ("f" if block.field else "p")
                + ("o" if block.score >= ORDERS else "")
                + ("s" if block.score > ORDERS else "")
            )
            for one, kind in extract_values(block.text).items():
                add_flags(seen, hash_value(facts.key, one), kind, mark)
            for one in find_names(block):
                add_flags(seen, hash_value(facts.key, one), "name", mark)
            if block.field or len(block.words) < 4:
                continue
            for run in cut_passages(block.words):
                add_flags(seen, hash_value(facts.key, run), "words", mark)
            if block.score >= ORDERS and len(sentences) < SENTENCES:
                sentences.append(
                    keep_sentence(block, mark + str(min(block.score, 9)), source, facts.key)
                )
    values = [Value(name, kind, 0, source, UNTRUSTED) for name, kind in list(seen.items())[:MOST]]
    return values + sentences


def expand_texts(texts: list[str]) -> list[str]:
    """The texts, and instead of a text that is JSON the texts in it."""
    found: list[str] = []
    for text in texts:
        if text.lstrip()[:1] in ("{", "[") and len(text) < 400_000:
            import json

            try:
                found += [one for _, one in list_leaves(json.loads(text))]
                continue
            except ValueError:
                pass
        found.append(text)
    return found


def find_names(block: Block) -> list[str]:
    """Users, channels, repositories and quoted names of a sentence, in lower case."""
    if block.field:
        return []
    names = [
        (match[1] or match[0][1:]).lower() for match in compile_form("mark").finditer(block.text)
    ]
    return names + [match[0].lower() for match in compile_form("slug").finditer(block.text)]


def add_flags(seen: dict[str, str], name: str, kind: str, mark: str) -> None:
    """A value that stands twice in a result has the flags of both places."""
    before = seen.get(name, f"{kind}+")
    seen[name] = before + "".join(c for c in mark if c not in before.partition("+")[2])


def keep_sentence(block: Block, mark: str, source: str, key: bytes) -> Value:
    """A sentence as hashes of its words, and how it begins."""
    hashes = "".join(hash_value(key, word)[:LENGTH] + " " for word in block.words[:120])
    quote = mask_quote(block.text, key)
    return Value(f"{mark} {hashes}|{quote}", "sentence", 0, source, UNTRUSTED)


def mask_quote(text: str, key: bytes) -> str:
    """The beginning of a sentence without its secrets."""
    from guards._sensitive.mask import mask_text

    return mask_text(" ".join(text[:400].split()), key)[0][:QUOTE]

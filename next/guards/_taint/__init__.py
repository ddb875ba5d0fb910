"""The decisive values of a text and of a call: addresses, accounts, ids, packages, names, sentences, passages.

Law: a value is what stands in the text, in one spelling; the same form finds it in a result and in a call.
Cannot see: a thing that is described instead of named; letters spelt out or drawn; what only a picture shows.

    find_blocks(text) -> sentences, lines and cells, each with its place and how much it addresses the agent
    extract_values(text) -> {normal text: kind}
    read_call_values(event, call) -> CallValues
"""

from __future__ import annotations

from guards import _words
from guards._text import extract_host, is_shared_host, list_leaves, normalize_place, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern

    from guards import Call, Event

SCANNED = (
    98_304  # characters of a text that are read whole; beyond, only `://` and `@` are looked for
)
MOST = 1_024  # values of one result
PASSAGE = 8  # words
# Endings behind a dot that are files, members or versions more often than hosts.
ENDINGS = frozenset(
    """py js ts tsx jsx mjs cjs json jsonl md mdx txt sh yml yaml toml lock cfg ini html css scss java kt go rs rb c h
    cc cpp hpp cs php sql xml csv tsv xlsx docx pptx pdf png jpg jpeg gif svg log env bak tmp zip gz tar tgz whl mod
    sum vue svelte swift m ex exs erl lua pl r ipynb proto gradle properties conf service local map d in out exe dll
    so o a""".split()
)
# Places that everybody names: a bare one of these decides nothing.
PUBLIC = frozenset(
    """localhost 127.0.0.1 0.0.0.0 github.com api.github.com pypi.org npmjs.com registry.npmjs.org example.com
    google.com""".split()
)
INSTALLERS = r"(?:npm|pnpm|yarn|bun|pip3?|uv|pipx|cargo|gem|brew|apt(?:-get)?|go|poetry|composer|conda|npx|uvx|bunx|code)"
# The client's own tools: what decides their calls is what `Call` says.
OWN_TOOLS = frozenset(
    """Agent AskUserQuestion Bash BashOutput CronCreate Edit EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob
    Grep KillBash KillShell LS LSP ListMcpResourcesTool Monitor MultiEdit NotebookEdit NotebookRead PowerShell Read
    ReadMcpResourceTool ScheduleWakeup SendMessage Skill SlashCommand Task TaskCreate TaskGet TaskList TaskOutput
    TaskStop TaskUpdate TodoRead TodoWrite ToolSearch WebFetch WebSearch Write apply_patch exec_command local_shell
    shell update_plan view_image web_fetch web_search write_stdin""".split()
)
STANDING = frozenset(
    """AGENTS.md CLAUDE.local.md CLAUDE.md CODEOWNERS Dockerfile GEMINI.md Jenkinsfile MEMORY.md SECURITY.md
    authorized_keys copilot-instructions.md crontab hosts sudoers .bash_profile .bashrc .cursorrules .envrc
    .gitconfig .gitlab-ci.yml .gitmodules .mcp.json .npmrc .pre-commit-config.yaml .profile .pypirc .zshrc pip.conf
    publishConfig""".split()
)
STANDING_FOLDERS = ".claude .codex .cursor .gemini .github .husky .kiro .vscode .windsurf .git cron.d memory".split()
FORMS: dict[str, Pattern[str]] = {}
EXPRESSIONS = {
    "mail": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "url": r"(?:[a-zA-Z][\w+.-]{1,12}://|www\.)[^\s\"'<>()\[\]{}|\\`$]+",
    "host": r"(?<![\w/.@-])(?:[A-Za-z0-9_][\w-]*\.)+[A-Za-z]{2,}(?![\w(])(?:/[^\s\"'<>()`|]*)?",
    "ip": r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])",
    "account": r"(?<![\w/.+-])(?:[A-Za-z]{2}\d{2}[A-Za-z0-9]{10,30}|0x[0-9a-fA-F]{40})(?![\w/-])(?!\.\w)",
    "code": r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{6,64}(?![\w-])|(?<![\d.-])\+?\d[\d -]{6,}\d(?![\d.-])|(?<!\w)[$#][A-Z]\w{5,}",
    "date": r"^\d{4}-\d\d(-\d\d)?|^\d\d?:\d\d|^0x|^v?\d+\.\d+",
    "package": r"\b"
    + INSTALLERS
    + r"\s+(?:-\S+\s+|pip\s+|tool\s+|plugin\s+)*(?:install|i|add|get|require|-y|--install-extension)?[ \t]+([^;&|\n`\"')]+)",
    "slug": r"(?<![\w/.$@{-])@?[\w.-]+/[\w.-]+(?![\w/-])",
    "owner": r"(?<![\w/.$@{-])[\w.-]+/[\w.-]+(?=@)|(?<![\w@./])@[\w-]{3,}(?![\w/.(])",
    "installer": INSTALLERS + "$",
    "mark": r"(?<![\w@/.])[@#][A-Za-z][\w-]{2,38}(?![\w(])|`([^`\s]{3,60})`",
    "token": r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+",
    "sentence": r"(?<=[.!?。！？])\s+(?=[\w'\"<(])|(?<=[。！？])",
    "clause": r"[.!?;\n](?:\s+|$)|\n",
    "number": r"^\s*\d+[→\t]",
    "starts": r"\s*(?:[-*•#>|]|\d+[.)]|[\w .@-]{1,40}:(?:\s|$))",
    "field": r"^\s*(?:[-*]\s*)?(?:\"?([\w .@-]{1,40})\"?:\s+)?(.*)$",
    "cells": r"\s*[|\t;,]\s*",
    "repr": r"(?<=[\]},'\"\d])\s*,\s*(?=['\"{\[])",
    "spelt": r"\s*[(\[]\s*(dot|at)\s*[)\]]\s*",
}


def compile_form(name: str) -> Pattern[str]:
    """A compiled expression, when it is first used."""
    if name not in FORMS:
        import re

        FORMS[name] = re.compile(EXPRESSIONS[name], re.S if name == "field" else 0)
    return FORMS[name]


class Block:
    """A sentence, line or cell: its words, whether it is a field of a list, how much it addresses the agent."""

    __slots__ = ("field", "score", "text", "words")

    def __init__(self, text: str) -> None:
        self.text, self.score = text, 0
        self.words = tokenize(text)
        self.field = is_field(text)


class CallValues:
    """What decides a call: `kind` is act, fetch, standing or "" (nothing decides it); `mcp` says that it is a tool of a server.

    `to` {normal text: kind} where it goes, `inner` addresses and codes in what it carries, `short` its brief arguments,
    `words` of the tool's own name, `added` the text that a standing file gets.
    """

    __slots__ = ("added", "inner", "kind", "mcp", "short", "to", "words")

    def __init__(self, kind: str = "") -> None:
        self.kind, self.mcp, self.added = kind, False, ""
        self.to: dict[str, str] = {}
        self.inner: dict[str, str] = {}
        self.short: list[str] = []
        self.words: list[str] = []


def make_plain(text: str) -> str:
    """One spelling of letters, no invisible ones; `a [at] b [dot] c` as an address."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKC", text)
        if not text.isascii():
            text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    if "(" in text or "[" in text:
        text = compile_form("spelt").sub(lambda m: "." if m[1].lower() == "dot" else "@", text)
    return text


def tokenize(text: str) -> list[str]:
    """The words of a text in lower case, signs left out."""
    return compile_form("token").findall(make_plain(text).casefold())


def is_field(text: str) -> bool:
    """A value of a list or table rather than a sentence: at most six words and no running text."""
    match = compile_form("field").match(text)
    label, body = (match[1], match[2]) if match else ("", text)
    if len(compile_form("token").findall(body)) <= 6 and (
        body.count(" ") < 2 or bool(label) or text[:1] in "-*"
    ):
        return True
    return "@" in text and " " not in text.strip("'\"")


def cut_pieces(text: str) -> Iterator[str]:
    """Sentences, lines, cells of tables; a line that was wrapped is whole again."""
    held = ""
    for line in [*text.split("\n"), ""]:
        line = compile_form("number").sub("", line.rstrip()).strip()
        cells = [c for c in compile_form("cells").split(line) if c] if len(line) < 2_000 else []
        if len(cells) >= 3 and all(len(c) < 50 and c.count(" ") < 4 for c in cells):
            yield from (one for one in (held, *cells) if one)
            held = ""
        elif held and line and 55 < len(held) < 4_000 and not compile_form("starts").match(line):
            held += " " + line
        else:
            yield from (one.strip() for one in compile_form("sentence").split(held) if one.strip())
            held = line


def find_blocks(text: str) -> list[Block]:
    """The blocks of a text, scored by the 400 characters before and 200 behind each."""
    text = text[:SCANNED].replace("\\n", "\n").replace("\\'", "'").replace("''", "'")
    if text[:1] == "{" and text[1:2] in "'\"":
        text = compile_form("repr").sub("\n\n", text)
    blocks = [one for one in map(Block, cut_pieces(text)) if one.words]
    score_blocks(blocks)
    return blocks


def score_blocks(blocks: list[Block]) -> None:
    """Points a block for what around it addresses the agent: see guards/_words."""
    hits: list[tuple[int, int, int]] = []  # place, kind, points
    starts, at = [], 0
    for block in blocks:
        starts.append(at)
        hits += find_orders(block, at)
        at += len(block.text) + 1
    if not hits:
        return
    for block, start in zip(blocks, starts):
        kinds = {
            kind: points
            for place, kind, points in hits
            if start - 400 <= place < start + len(block.text) + 200
        }
        block.score = sum(kinds.values())


def find_orders(block: Block, at: int) -> list[tuple[int, int, int]]:
    """(place, kind, points) of the words of a block that address the agent."""
    words, found = block.words, []
    present = set(words)
    if present & _words.OVERRIDES and present & _words.OVERRIDDEN:
        first = next(i for i, word in enumerate(words) if word in _words.OVERRIDES)
        if any(word in _words.OVERRIDDEN for word in words[first + 1 : first + 9]):
            found.append((at, 0, 3))
    if present & _words.SECRETLY:
        for i, word in enumerate(words):
            before = words[max(0, i - 2) : i]
            if word in _words.SECRETLY and (
                {"not", "never", "without", "nothing"} & set(before) or before[-1:] == ["t"]
            ):
                found.append((at, 1, 3))
    low = block.text.casefold()
    if present & _words.MARKS and any(sign in low for sign in MARKERS):
        found.append((at, 2, 2))
    if present & _words.AGENTS:
        found.append((at, 3, 1))
        for i, word in enumerate(words):
            if word in _words.AGENTS:
                follows = words[i + 1 : i + 2]
                if set(follows) & CALLED or f"{word}:" in low or f"{word}," in low:
                    found.append((at, 4, 2))
                    break
    if present & _words.CLAIMS or "important" in present:
        found.append((at, 5, 1))
    if present & _words.ORDERS:
        found.append((at, 6, 1))
    if "<!--" in low:
        found.append((at, 7, 1))
    return found


MARKERS = tuple(
    """<information|</information|<important|</important|<system|[inst|[/inst|<admin|system message|system reminder|system
    prompt|system note|system_message|system_reminder|system-reminder|system: """.replace(
        "\n   ", ""
    ).split("|")
)
CALLED = frozenset("please must should needs need have that who has".split())


def extract_values(text: str, bare: bool = True) -> dict[str, str]:
    """{normal text: kind} of the addresses, accounts, ids and packages in a text, in one spelling each."""
    found: dict[str, str] = {}
    text = make_plain(text)
    if "@" in text:
        for match in compile_form("mail").finditer(text):
            found[match[0].rstrip(".").lower()] = "address"
        text = compile_form("mail").sub(" ", text)
    if "://" in text or "www." in text.lower():
        for match in compile_form("url").finditer(text):
            add_place(match[0].rstrip(".,;:!?*"), found)
        text = compile_form("url").sub(" ", text)
    if "." in text:
        for match in compile_form("host").finditer(text):
            host = match[0].rstrip(".,;:!?")
            if (
                host.split("/")[0].rpartition(".")[2].lower() not in ENDINGS
                and not host[0].isdigit()
            ):
                if bare or "/" in host:
                    add_place(host, found)
        for match in compile_form("ip").finditer(text):
            add_place(match[0], found)
    if any(c.isdigit() for c in text):
        for match in compile_form("account").finditer(text):
            found[match[0].lower()] = "account"
        for match in compile_form("code").finditer(text):
            if not compile_form("date").match(match[0]) and sum(map(str.isdigit, match[0])) > 1:
                found.setdefault(match[0].strip().lower(), "id")
    for match in compile_form("package").finditer(text) if " " in text else ():
        for word in match[1].split()[:8]:
            if is_package(word):
                found.setdefault(trim_package(word), "package")
    return found


def add_place(raw: str, found: dict[str, str]) -> None:
    """The place, and its host where that is somebody's own."""
    place = normalize_place(raw).lower()
    host = extract_host(place)
    if place and place not in PUBLIC:
        found[place] = "address"
    if host and host != place and host not in PUBLIC and not is_shared_host(host):
        found.setdefault(host, "address")


def is_package(word: str) -> bool:
    """Can a word behind an installer be a package?"""
    return (
        len(word) > 2 and (word[0].isalpha() or word[0] == "@") and "=" not in word.split("==")[0]
    )


def trim_package(word: str) -> str:
    """A package without its version: `@a/b@1`, `c==2`, `d[e]`."""
    word = word.lower().rstrip(".,:")
    head, tail = (word[:1], word[1:]) if word[:1] == "@" else ("", word)
    for sign in ("@", "==", ">", "<", "~", "["):
        tail = tail.partition(sign)[0]
    return head + tail


def split_tool(tool: str) -> list[str]:
    """The words of a tool's own name: mcp__mail__send_email -> send email."""
    return split_words(tool.rpartition("__")[2].replace("_", " "))


def read_call_values(event: Event, call: Call, before: str = "") -> CallValues:
    """What decides a call; `before` is the text of the file that it writes."""
    path = next((path for path in call.writes if is_standing(path)), "")
    if event.tool in OWN_TOOLS or call.commands:
        return read_own_values(event, call, path, before)
    if call.writes or any(key in event.input for key in ("command", "cmd")):
        return read_standing(event, path, before) if path else CallValues()
    values = CallValues()
    values.mcp, values.words = True, split_tool(event.tool)
    if not _words.FILES.isdisjoint(values.words) and not _words.SAVES.isdisjoint(values.words):
        return values
    first = values.words[:1] if event.tool.startswith("mcp__") else values.words[:4]
    reads = bool(_words.READS & set(first)) and not call.tags.get("consequential")
    for key, text in list_leaves(event.input):
        found, words = extract_values(text), tokenize(text)
        places = {one: kind for one, kind in found.items() if kind != "id"}
        if places and len(words) <= sum(len(tokenize(one)) for one in places) + 3:
            values.to.update(places)
        elif not reads:
            values.inner.update(found)
        brief = 0 < len(words) <= 8 and len(text) > 1 and not text.isdigit()
        if not reads and text.strip() and (brief or key.endswith("id")):
            values.short.append(text)
    opens = bool(_words.OPENS & set(values.words)) and bool(values.to)
    values.kind = "act" if not reads else "fetch" if opens else ""
    return values


def read_own_values(event: Event, call: Call, path: str, before: str) -> CallValues:
    """What decides a call of the client's own tools: where it sends, what it installs, what a standing file gets."""
    if path:
        return read_standing(event, path, before)
    values = CallValues()
    for sink in call.sinks:
        for raw in sink.places:
            add_place(raw, values.to) if "." in raw or "@" in raw else None
    for command in call.commands:
        if "installs" in command.effects and compile_form("installer").match(command.program):
            for word in command.words:
                if is_package(word) and word not in ("install", "add", "get", "tool", "pip"):
                    values.to[trim_package(word)] = "package"
        if "grants" in command.effects or command.program == "gh":
            for word in command.words:
                parts = word.strip("/").split("/")
                for name, part in zip(parts, parts[1:]):
                    if name in ("collaborators", "memberships", "invitations", "members"):
                        values.to[part.lower()] = "name"
    values.kind = "act" if values.to else ""
    return values


def read_standing(event: Event, path: str, before: str) -> CallValues:
    """What a file that later sessions or programs obey gets in addition: addresses, packages, owners, passages."""
    values = CallValues("standing")
    given = event.input
    old = before + str(given.get("old_string") or "")
    keys = (
        "content",
        "new_string",
        "file_text",
        "text",
        "input",
        "patch",
        "new_source",
        "edits",
        "command",
    )
    lines = [
        line
        for key, text in list_leaves({key: given[key] for key in keys if key in given})
        if key != "old_string"
        for line in text.split("\n")
        if line.strip() not in old
    ]
    values.added = "\n".join(lines)[:16_384]
    values.to = {
        one: kind for one, kind in extract_values(values.added, False).items() if kind != "id"
    }
    for match in compile_form("owner").finditer(values.added):
        if not match[0].startswith("actions/"):
            values.to[match[0].lstrip("@").lower()] = "name"
    return values


def is_standing(path: str) -> bool:
    """Is it a file that later sessions, other people's machines or services obey?"""
    name = path.rpartition("/")[2]
    return name in STANDING or any(f"/{part}/" in f"/{path}" for part in STANDING_FOLDERS)


def cut_passages(words: list[str]) -> list[str]:
    """Some runs of eight words of a text, the same in every text that holds them."""
    from binascii import crc32

    runs = (" ".join(words[at : at + PASSAGE]) for at in range(len(words) - PASSAGE + 1))
    return [run for run in runs if crc32(run.encode()) % 4 == 0]

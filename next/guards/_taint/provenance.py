"""Who said a value first: the person, the project, the agent, or somebody outside.

Law: the first source stays.  No write, echo, commit or fetch of the agent turns an untrusted value into another's.
Cannot see: what a local program read outside without saying so; a file that another session left in the project.

Flags of a value: f field, p prose, o in a text that addresses the agent, s in one that does so strongly, n the person
named its source, t local text (of a file or program here), of which only what addresses the agent is remembered.
"""

from __future__ import annotations

from guards import AGENT, TYPED, UNTRUSTED, Lesson, Value, _taint, _text
from guards._reading import OUTSIDE_FOLDERS
from guards._sensitive.mask import hash_value
from guards._taint import consent, cut_passages, extract_values, tokenize
from guards._taint.consent import is_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Call, Event, Facts

ORDERS = 2  # points of a text that addresses the agent
MOST, SENTENCES, QUOTE = 1_024, 64, 100  # values and sentences of one result; characters quoted
# Tools of other agents that run here, whatever server a recording puts before them; and the client's that read outside.
FOREIGN_TOOLS = "apply_patch exec_command local_shell update_plan view_image write_stdin".split()
OUTSIDE_TOOLS = "ReadMcpResourceTool Skill WebFetch WebSearch web_fetch web_search".split()
# Programs that print what others wrote, with the subcommand where only that one does.
OUTSIDE = frozenset(
    """curl wget http https gh glab lynx w3m yt-dlp ssh psql mysql sqlite3 mongosh redis-cli mail strings exiftool
    pdftotext tesseract kubectl npm:view npm:info npm:search pip:download""".split()
)
# Tools whose result is the agent's own text.
SILENT_TOOLS = (
    "Write Edit MultiEdit NotebookEdit TodoWrite AskUserQuestion apply_patch update_plan".split()
)
WEB = ("the page", "WebSearch", "web_search")  # whose tables nobody asked for
NAMING = "url issue_number number file_path path channel email_id id key skill command cmd query"


def rate_source(event: Event, call: Call, committed: bool) -> str:
    """The flags of what a tool returned: "" from outside, "t" local, "-" nothing to be learnt."""
    if "untrusted_source" in call.tags.get("by_hand", ()):
        return "" if call.tags["untrusted_source"] else "-"
    if event.tool in SILENT_TOOLS:
        return "-"
    ran = {name for one in call.commands for name in (one.program, f"{one.program}:{one.sub}")}
    others = event.tool == "Read" and is_outside(event) and not committed
    others = others or event.tool in OUTSIDE_TOOLS or not OUTSIDE.isdisjoint(ran)
    if others or not is_own_tool(event.tool):
        return ""
    # Local text is remembered where it addresses the agent: the words that do so are looked for first.
    data = "\n".join(text for _, text in _text.list_leaves([event.response, event.error]))
    data = data[: _taint.SCANNED] + data[-_taint.SCANNED :]
    plain = data.encode("utf-8", "replace").translate(_text.ASCII_WORDS).decode("utf-8", "replace")
    signs = _taint.score_words(plain.lower().split(), "assistant:" * ("assistant:" in data.lower()))
    return "t" if any(points > 1 for _, points in signs) or "<system" in data else "-"


def is_own_tool(tool: str) -> bool:
    """Is it a tool of the client itself?  The dialects name those of servers mcp__SERVER__TOOL."""
    return not tool.startswith("mcp__") or tool.rpartition("__")[2] in FOREIGN_TOOLS


def is_outside(event: Event) -> bool:
    """Is a file one that others wrote, unless the person committed it?"""
    return any(part in str(event.input.get("file_path")) for part in OUTSIDE_FOLDERS)


def describe_source(event: Event) -> str:
    """Whose text a result is, for people."""
    tool, given = event.tool.rpartition("__")[2], map(event.input.get, NAMING.split())
    name = next((" ".join(str(one).split()) for one in given if isinstance(one, (str, int))), "")
    if tool in ("WebFetch", "web_fetch"):
        return f"the page {_text.normalize_place(name)[:60]}"
    if event.tool in ("Bash", "PowerShell", "exec_command"):
        return f"the output of {' '.join(name.split()[:3])[:40]}"
    name = name[:50] if " " in name else name[-50:]
    return f"{tool} {name}" if name else f"a result of {tool[:50]}"


def list_addresses(event: Event) -> list[str]:
    """The addresses that a result was fetched by."""
    leaves = _text.list_leaves(event.input, 20)
    return [one for _, text in leaves for one in extract_values(text[:400])][:12]


def name_source(event: Event, facts: Facts) -> bool:
    """Did the person name what this result was fetched by, or does a source that he named lead there?"""
    state, key = facts.state, facts.key
    for place in list_addresses(event):
        every = map(read_flags, facts.get("untrusted", place) or ())
        if any("n" in flags and "o" not in flags for flags in every) or is_typed(state, key, place):
            return True
    least = (
        99 if "search" in event.tool.lower() else 5
    )  # letters of a plain word that names a source
    given = " ".join(text[:400] for _, text in _text.list_leaves(event.input, 20))
    words = {one.strip("\"'();./") for one in given.replace("=", " ").replace(",", " ").split()}
    words = {one for one in words if len(one) > 2 and (len(one) >= least or not one.isalpha())}
    return any(is_typed(state, key, one) for one in words)


def read_flags(row: Value) -> str:
    return row.kind.partition("+")[2]


def learn_trusted(texts: list[str], trust: str, source: str, facts: Facts) -> list[Value]:
    """The values that the person or the agent said."""
    found = {one: kind for text in texts for one, kind in extract_values(text[:16_384]).items()}
    some = list(found.items())[:MOST]
    return [Value(hash_value(facts.key, one), f"{kind}+", 0, source, trust) for one, kind in some]


def learn_untrusted(texts: list[str], event: Event, facts: Facts, flags: str = "") -> list[Value]:
    """The values, passages and ordering sentences of texts that others wrote, but what the call itself said."""
    given = [text for _, text in _text.list_leaves(event.input, 60)]
    own = "\n".join(" ".join(tokenize(one)) for one in given)
    source = describe_source(event) if event.tool else "a text that you pasted"
    seen: dict[str, str] = {}
    sentences: list[Value] = []
    for block in (one for text in _taint.expand_texts(texts) for one in _taint.find_blocks(text)):
        if " ".join(block.words) in own or ("t" in flags and block.score < ORDERS):
            continue
        mark = flags + ("f" if block.field and not source.startswith(WEB) else "p")
        mark += "os"[: max(0, block.score - 1)]
        found = list(extract_values(block.text).items())
        if not block.field:
            found += [(one, "name") for one in _taint.find_names(block.text)]
            runs = [] if event.tool == "Read" else cut_passages(block.words)
            found += [(one, "words") for one in runs]  # a skill is there to be quoted
        for name, kind in found:
            name = hash_value(facts.key, name)
            before = seen.get(name, kind + "+")
            seen[name] = before + "".join(c for c in mark if c not in before.partition("+")[2])
        orders = block.score >= ORDERS and not block.field and len(block.words) > 3
        if orders and len(sentences) < SENTENCES:
            kept = mark + consent.hash_run(facts.key, block.words[:120])
            kept = f"{kept}|{mask_quote(block.text, facts.key)}"
            sentences.append(Value(kept, "sentence", 0, source, UNTRUSTED))
    # What orders name is kept first, then addresses: a flood of ids drowns neither.
    order = sorted(
        seen.items(), key=lambda one: ("o" not in one[1].partition("+")[2], one[1][0] != "a")
    )
    return [Value(name, kind, 0, source, UNTRUSTED) for name, kind in order[:MOST]] + sentences


def mask_quote(text: str, key: bytes) -> str:
    """The beginning of a sentence without its secrets."""
    from guards._sensitive.mask import mask_value

    return str(mask_value(" ".join(text[:400].split()), key)[0])[:QUOTE]


def learn_typed(text: str, facts: Facts) -> Lesson:
    """The words of what the person typed, and the spots and values in it."""
    said = consent.hash_words(facts.key, " ".join(_text.split_words(text)[: consent.WORDS]))
    lesson = Lesson([("push", "origin.typed", said, consent.PROMPTS)])
    for one, kind in list(extract_values(text[:16_384]).items())[: consent.SPOTS]:
        spot = consent.make_spot(one, kind, facts.key)
        lesson.ops.append(("push", "origin.spots", spot, consent.SPOTS))
    lesson.values = learn_trusted([text], TYPED, "your prompt", facts)
    return lesson


def learn_choices(event: Event, facts: Facts) -> Lesson:
    """Free text is typed; an option of the agent's own question, when chosen, approves its values."""
    answers = event.response.get("answers") if isinstance(event.response, dict) else None
    options = [text for key, text in _text.list_leaves(event.input) if key == "label"]
    given = [text for _, text in _text.list_leaves(answers or {}, 20)]
    typed = [one for one in given if one not in options]
    lesson = learn_typed("\n".join(typed), facts) if typed else Lesson()
    for one in (value for text in given if text in options for value in extract_values(text)):
        name = consent.hash_approval(facts.key, ("origin", one))
        lesson.ops.append(("put", "consent.approved", name, 0, consent.APPROVED))
    return lesson


def learn_prompt(event: Event, facts: Facts) -> Lesson:
    """Typed words and addresses, bans and orders; what was pasted is untrusted."""
    lesson, machine = Lesson(), consent.is_machine_text(event.prompt)
    typed, pasted = ("", event.prompt) if machine else consent.part_prompt(event.prompt)
    if typed.strip():
        lesson = learn_typed(typed, facts)
        banned, ordered = consent.read_bans(typed[:4_000])
        lesson.ops += [("del", "origin.banned", verb) for verb in ordered]
        for verb, text in banned.items():
            lesson.ops.append(("put", "origin.banned", verb, mask_quote(text, facts.key), 10))
    if pasted.strip():
        lesson.values += learn_untrusted([pasted], event, facts)
        lesson.ops.append(("add", "origin.reads", 1))
    return lesson


def learn_result(event: Event, call: Call, facts: Facts) -> Lesson:
    """The agent's own values first, then those of the result."""
    if event.tool == "AskUserQuestion":
        return learn_choices(event, facts)
    lesson = Lesson()
    committed = facts.get("committed", str(event.input.get("file_path") or ""))
    flags = rate_source(event, call, bool(committed))
    if flags != "-" or not is_own_tool(event.tool):
        given = [text for _, text in _text.list_leaves(event.input, 60)]
        lesson.values = learn_trusted(given, AGENT, "the agent", facts)
    if flags != "-":
        flags += "n" * (flags != "t" and name_source(event, facts))
        texts = [text for _, text in _text.list_leaves([event.response, event.error or None])]
        values = learn_untrusted(texts, event, facts, flags)
        lesson.values += values
        lesson.ops += [("add", "origin.reads", 1)] if values else []
    return lesson

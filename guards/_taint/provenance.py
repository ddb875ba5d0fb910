"""Who said a value first: the person, the project, the agent, or somebody outside.

Law: the first source stays.  No write, echo, commit or fetch of the agent turns an untrusted value into another's.
Cannot see: what a local file says without telling that others wrote it, but an order; what another session left.
"""

from guards import AGENT, TYPED, UNTRUSTED, Call, Event, Facts, Lesson, Texts, Value, _taint, _words
from guards._reading import OUTSIDE_FOLDERS
from guards._sensitive.mask import hash_value, mask_text
from guards._taint import (
    NAMED,
    ORDERED,
    PROSE,
    SEARCHED,
    consent,
    cut_passages,
    extract_values,
    tokenize,
)
from guards._taint.consent import is_kin, is_prompted
from guards._text import list_leaf_texts, list_leaves, normalize_place, split_words

ORDERS = 3  # points of a text that addresses the agent; of a text of this machine two less
MOST, SENTENCES, QUOTE = 1_024, 64, 100  # values and sentences of one result; characters quoted
# Tools of the client that read outside; programs that print what others wrote, with the subcommand where only that one
# does.
OUTSIDE = """ReadMcpResourceTool Skill WebFetch WebSearch web_fetch web_search curl wget http https gh glab lynx w3m yt-dlp ssh psql mysql sqlite3 mongosh redis-cli mail strings exiftool
    pdftotext tesseract kubectl npm:view npm:info npm:search pip:download""".split()
PASTED = "a text that you pasted"
WEB = "the page", "WebSearch", "web_search"  # whose tables nobody asked for
NAMING = "url issue_number number file_path path channel email_id id key skill command cmd query"


def is_untrusted(event: Event, call: Call, facts: Facts) -> bool:
    """Is what a tool returned a text that others wrote?"""
    if "untrusted_source" in call.tags.get("by_hand", ()):
        return bool(call.tags["untrusted_source"])
    ran = {name for one in call.commands for name in (one.program, f"{one.program}:{one.sub}")}
    if (event.tool[:5] == "mcp__" and not ran) or not {event.tool, *ran}.isdisjoint(OUTSIDE):
        return True
    path = str(event.input.get("file_path"))
    outside = event.tool == "Read" and any(part in path for part in OUTSIDE_FOLDERS)
    return outside and not facts.get("committed", path)


def describe_source(event: Event, facts: Facts) -> str:
    tool, given = event.short, map(event.input.get, NAMING.split())
    name = next((str(one)[:2_000] for one in given if isinstance(one, (str, int))), "")
    name = " ".join(mask_text(name.removeprefix(f"{event.project}/"), facts, 200).split())
    if tool in ("WebFetch", "web_fetch"):
        return f"the page {normalize_place(name)[:60]}"
    if event.tool in "Bash PowerShell exec_command".split():
        return f"the output of {' '.join(name.split()[:4])[:40]}"  # `gh issue view 13`
    name = f"...{name[-41:]}" if len(name) > 44 else name
    return f"{tool} {name}" if name else f"a result of {tool[:50]}"


def is_named_source(event: Event, facts: Facts) -> bool:
    """Did the person name what this result was fetched by, or does a source that he named lead there?"""
    texts = [text[:400] for text in list_leaf_texts(event.input, 20)]
    named = [one for text in texts for one in extract_values(text)][:12]
    for row in (row for place in named for row in facts.get("untrusted", place)):
        if NAMED in row.flags and ORDERED not in row.flags:
            return True
    # A plain word of five letters names a source, too, but not what a search looks for.
    least = 99 if "search" in event.tool.lower() else 5
    for word in " ".join(texts).replace("=", " ").replace(",", " ").split():
        word = word.strip("\"'();./")
        named += [word] if len(word) > 2 and (len(word) >= least or not word.isalpha()) else []
    return any(is_prompted(facts, one) or is_kin(facts, one) for one in {*named})


def is_led(event: Event, given: Texts, facts: Facts) -> bool:
    """Does a tool look up what an order to the agent holds: two words and more that the person did not type?"""
    looks = not _words.READS.isdisjoint(split_words(event.short)[:1])
    orders = "".join(row.hash for row in (looks and facts.get("values", "sentence")) or ())
    runs = [consent.hash_run(facts.key, one) for one in map(tokenize, given) if len(one) > 1]
    return any(one in orders and not consent.holds_words(facts, one) for one in runs)


def learn_trusted(texts: Texts, trust: str, source: str, facts: Facts) -> list[Value]:
    found = {one: kind for text in texts for one, kind in extract_values(text[:16_384]).items()}
    some = list(found.items())[:MOST]
    return [Value(hash_value(facts.key, one), f"{kind}+", 0, source, trust) for one, kind in some]


def learn_untrusted(
    texts: Texts, event: Event, facts: Facts, flags: str = "", local: bool = False
) -> list[Value]:
    """The values, passages, orders and, unless you named the source to obey it, requests of texts that others wrote."""
    own = "\n".join(" ".join(tokenize(text)) for text in list_leaf_texts(event.input, 60))
    source = describe_source(event, facts) if event.tool else PASTED
    reads = NAMED not in flags or any(consent.holds_text(facts, one) for one in _words.READS)
    seen = {}
    sentences: list[Value] = []
    blocks = (one for text in _taint.expand_texts(texts) for one in _taint.find_blocks(text))
    for text, words, score in blocks:
        if " ".join(words) in own or (local and not _words.may_address([text])):
            continue
        field, orders = _taint.is_field(text), ORDERED * (score >= ORDERS - 2 * local)
        mark = flags + PROSE * (not field or source.startswith(WEB)) + orders
        found = list(extract_values(text).items())
        if not field:
            found += [(one, "name") for one in _taint.find_names(text)]
            if event.tool not in ("Read", "Skill"):  # a skill is to be quoted
                short = [" ".join(words)] * (3 < len(words) < 8)
                found += [(one, "words") for one in (*short, *cut_passages(text))]
        for value, kind in found:
            value = hash_value(facts.key, value)
            if orders or value not in seen:
                seen[value] = f"{kind}+{mark}"
        requests = reads and not _words.ASKS.isdisjoint(words[:2])
        asks = "sentence" if orders else "request" * requests
        if asks and not field and len(words) > 3 and len(sentences) < SENTENCES:
            run = consent.hash_run(facts.key, words[:120])
            quoted = f"{run}|{mask_text(text[:400], facts, QUOTE)}"
            sentences.append(Value(quoted, asks, 0, source, UNTRUSTED))
    order = sorted(seen.items(), key=lambda one: one[1][-1] != ORDERED)
    return [Value(name, kind, 0, source, UNTRUSTED) for name, kind in order[:MOST]] + sentences


def learn_typed(text: str, facts: Facts) -> Lesson:
    words = consent.hash_words(facts.key, text)
    found = list(extract_values(text[:16_384]).items())[: consent.SPOTS]
    spots = [consent.make_spot(one, kind, facts.key) for one, kind in found]
    words += consent.hash_run(facts.key, [one for one, _ in found if "-" in one])
    ops = [("push", "origin.spots", spot, consent.SPOTS) for spot in spots]
    ops.append(("push", "origin.typed", words, consent.PROMPTS))
    return Lesson(ops, learn_trusted([text], TYPED, "your prompt", facts))


def learn_choices(event: Event, facts: Facts) -> Lesson:
    """Free text is typed; an option of the agent's own question, when chosen, approves its values."""
    answers = event.response.get("answers") if isinstance(event.response, dict) else None
    options = {text for key, text in list_leaves(event.input) if key == "label"}
    given = list_leaf_texts(answers, 20)
    typed = "\n".join(one for one in given if one not in options)
    lesson = learn_typed(typed, facts) if typed else Lesson()
    for one in extract_values("\n".join(given)):
        name = consent.hash_approval(facts.key, ("origin", one))
        lesson.ops.append(("put", "consent.approved", name, 0, consent.APPROVED))
    return lesson


def learn_prompt(event: Event, facts: Facts) -> Lesson:
    """Typed words and addresses, bans and orders; what was pasted is untrusted."""
    lesson, (typed, pasted) = Lesson(), consent.part_prompt(event.prompt, facts)
    if typed.strip():
        lesson = learn_typed(typed, facts)
        banned, ordered = consent.read_bans(typed[:4_000])
        lesson.ops += [("del", "origin.banned", verb) for verb in ordered]
        quotes = {verb: mask_text(text[:400], facts, QUOTE) for verb, text in banned.items()}
        lesson.ops += [("put", "origin.banned", *one, 10) for one in quotes.items()]
    if pasted.strip():
        lesson.values += learn_untrusted([pasted], event, facts)
        lesson.ops.append(("add", "origin.reads", 1))
    return lesson


def learn_returned(event: Event, call: Call, facts: Facts) -> Lesson:
    """Of a result that others wrote: the agent's own values of the call first, then those of the result."""
    if event.tool == "AskUserQuestion":
        return learn_choices(event, facts)
    if event.tool in ("CronCreate", "ScheduleWakeup"):
        prompt = consent.hash_words(facts.key, str(event.input.get("prompt"))[:999])
        return Lesson([("push", consent.SCHEDULED, prompt, consent.PROMPTS)])
    given = list_leaf_texts(event.input, 60)
    texts = list_leaf_texts([event.response, event.error or None])
    local = not is_untrusted(event, call, facts)
    if local and not _words.may_address(texts):
        return Lesson()
    flags = NAMED * is_named_source(event, facts) + SEARCHED * ("search" in event.tool.lower())
    values = learn_untrusted(texts, event, facts, flags, local)
    if local:  # an order to the agent is nobody's, wherever it stands
        values = [one for one in values if one.kind == "sentence"]
    elif is_led(event, given, facts):  # what an order had looked up is the order's, too
        run = consent.hash_run(facts.key, tokenize(" ".join(texts)[: _taint.CARRIED]))
        values.append(Value(f"{run}|", "sentence", 0, describe_source(event, facts), UNTRUSTED))
    said = [] if local else learn_trusted(given, AGENT, "the agent", facts)
    return Lesson([("add", "origin.reads", 1)] if values else [], said + values)

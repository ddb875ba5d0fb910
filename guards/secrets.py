"""Secrets do not reach the model: results are shown without them, and no placeholder is written in their place.

After a call: a provider's form, a key, a value of the project's secret files, and in files of secrets or configuration
every value of a secret's name become `[kind:1a2b]`.  What is shown all the same raises the session's level; of what was
masked a fingerprint stays, by which it is known when it leaves.  Before a call: a placeholder in an input is denied.
Cannot see: what comes in by a way that fires no hook; a placeholder that was taken apart.
"""

from __future__ import annotations

import guards
from guards import Call, Event, Example, Facts, Lesson, Row, Rule, Value, Verdict, _taint as labels
from guards._sensitive import list_texts, mask, named
from guards._text import (
    extract_host,
    find_registered,
    fits_path,
    match_glob,
    split_pairs,
    split_table,
    split_words,
)

ISSUED = "secrets.issued"  # state: placeholder -> file
KEPT = 600  # placeholders that are remembered
# likely: a name or a mark says so, no form; in code and prose it is shown, for a wrong mask breaks work.  readers and
# printers: programs that show files, and variables.  blind: clients, and a tool,
# whose result cannot be rewritten: the secret was shown.
NAMES = split_table("""likely password secret token key url-password url-token http-basic bearer-token curl-user cli-password azure-signature
    password-hash netrc-password pgpass-line seed-phrase
|readers cat head tail less more bat nl tac grep egrep rg sed awk sort jq yq strings xxd od base64 diff source .
|printers env printenv set export declare|blind cursor qwen Skill
|tests test tests spec specs testdata fixture fixtures mocks examples cassettes""")
SHOWING = {"echo", *NAMES["readers"]}
ALWAYS = "private-key", "value"  # what is masked in files of tests too
CLASSIFIED = 65536  # characters that the person's own program is given
PLAIN = "", "personal data", "internal text", "secrets"  # a level in words
READ = 200_000  # characters of an answer whose passages are remembered
HELD_AS = split_pairs("credentials:secret email: internal:")
HELD = 1000  # hashes that one event leaves
PATHS = "file_path notebook_path absolute_path path filename".split()
WAY = "Write no such placeholder: leave its line as it is, or use the variable or file that holds the value."
HOW = f"Secrets in this result are masked: the agent sees [kind:1a2b], your files keep them. To the agent: {WAY}"


def is_test_path(path: str) -> bool:
    parts = path.lower().replace("\\", "/").replace(".", "/").replace("_", "/").split("/")
    return not NAMES["tests"].isdisjoint(parts)


def choose_way(event: Event, call: Call) -> tuple[str, str]:
    """(how a result is read: `strict`, `certain` or `test`; the file that it shows)."""
    paths = [value for name in PATHS if isinstance(value := event.input.get(name), str)]
    for one in call.commands:
        paths += one.words if one.program in NAMES["readers"] else ()
    kept = [path for path in paths[:100] if named.keeps_secrets(path)]
    if kept or any([one.program in NAMES["printers"] and not one.words for one in call.commands]):
        return "strict", (*kept, "")[0]
    tests = bool(paths) and all([is_test_path(path) for path in paths[:100]])
    return "test" if tests else "certain", (*paths, "")[0]


def skips_mask(event: Event, path: str, settings: Row) -> bool:
    """Do the settings say that secrets of this tool or file are shown?  The first glob that fits counts."""
    chosen = settings.get("secrets", "mask")
    for pattern, mode in (chosen if isinstance(chosen, dict) else {"*": chosen}).items():
        fits = bool(path) and (fits_path(pattern, path) or match_glob(pattern, path))
        if fits or match_glob(pattern, event.tool):
            return bool(mode == "show")
    return False


def rate_result(event: Event, path: str, facts: Facts) -> tuple[int, bool]:
    """(the level of a result by its tool's tags, its file's name and the person's own program, whether it is internal)."""
    from guards._reading.tools import resolve_tags

    tags, settings = resolve_tags(event.tool, facts.settings), facts.settings
    names = [tags.get("classification"), settings["context"].get("default_classification")]
    if settings.get("classifier_command"):
        text = "\n".join(list_texts(event.response or event.error))
        names.append(facts.get("classifier", text[:CLASSIFIED]))
    levels = [named.rate_path(path) % guards.CREDENTIALS]  # a secret file's text is rated by itself
    levels += [labels.rate_name(one, settings) for one in names]
    internal = bool(tags.get("internal_source")) or guards.INTERNAL in levels
    return max([*levels, guards.INTERNAL * internal]), internal


def hold_values(
    facts: Facts, texts: mask.Findings, passages: str, source: str, alone: bool
) -> list[Value]:
    """Fingerprints of what was read, not of what the call itself gave: secrets, people's numbers, internal passages; of a
    file that was read alone also the hosts and words beside its secrets."""
    held, given = {}, "\n".join(list_texts(facts.event.input))
    for (_, text), found in texts.items():
        beside = set()
        for one in found:
            kind, value = HELD_AS.get(one.kind, "personal"), text[one.start : one.end]
            for hash in mask.fingerprints(facts.key, value) if kind and value not in given else ():
                held[hash, kind] = Value(hash, kind, one.level, source, "project")
            if kind == "secret" and alone:
                beside |= {"", *split_words(text[: one.start].rpartition("\n")[2][-80:])}
        hosts = map(extract_host, labels.extract_values(text[: labels.SCANNED]) if beside else ())
        for near in beside.union(find_registered(x) for x in hosts if x not in given) - {""}:
            hash = mask.hash_value(facts.key, near)
            held[hash, "beside"] = Value(hash, "beside", 0, source, "project")
    for hash in mask.fingerprint_passages(facts.key, passages[:READ]):
        held[hash, "passage"] = Value(hash, "passage", guards.INTERNAL, source, "project")
    return list(held.values())[:HELD]


def mask_result(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """Masks a result, raises the level by what is shown, keeps fingerprints of all that was in it.
    A form or the project's own files prove a secret that is hidden; a name where the way is strict.
    """
    failed, settings = event.name == "PostToolUseFailure", facts.settings
    given = event.error if failed else event.response
    way, path = choose_way(event, call)
    known = facts.get("secret_values")
    domains = settings["internal_domains"]
    people = [one.sub for one in call.commands] != ["log"]  # not who wrote a commit
    texts = mask.scan_value(given, known, people, way == "strict", domains)
    hidden = not (
        failed or {event.client, event.tool} & NAMES["blind"] or skips_mask(event, path, settings)
    )
    masks: mask.Findings = {}
    levels = [guards.NONE]
    for place, found in texts.items():
        masks[place] = []
        for one in found:
            likely = one.rule not in ALWAYS if way == "test" else one.rule in NAMES["likely"]
            if hidden and one.kind == "credentials" and (way == "strict" or not likely):
                masks[place].append(one)
            elif way != "test" or one.kind != "credentials":
                levels.append(one.level)
    text = "\n".join([text for _, text in texts])
    by_source, internal = rate_result(event, path, facts)
    level = guards.NONE if labels.is_nothing(text) else max([by_source, *levels])
    source = mask.mask_text(path * (level != guards.INTERNAL) or event.tool, facts, 200)
    shown = masks if way == "test" else texts
    ops, fields = labels.raise_level(facts.state, level, source, facts.now, settings)
    alone = call.tool == "Read" or (
        way == "strict"
        and SHOWING.issuperset(one.program for one in call.commands)
        and not any(
            x != path and facts.get("exists", x) for one in call.commands for x in one.words
        )
    )
    values = hold_values(facts, shown, text * (level and internal), source, alone)
    lesson = Lesson(ops, values, fields=fields)
    if level:
        fields["data_classification"] = guards.CLASSIFICATIONS[level]
    if ops:
        what = f"{path[-80:] or f'A result of {event.tool}'} holds {PLAIN[level]}"
        told = f"{what}: from now on calls that would send it are checked."
        closed = ", ".join(fields["contamination"]["blocked_tools"][:8])
        lesson.notices.append(told + f" Closed: {closed}." * bool(closed))
    if any(masks.values()):
        issued = facts.state.get(ISSUED) or {}
        lesson.output = mask.swap_texts(given, masks, facts.key)
        tags = dict.fromkeys(mask.PLACEHOLDER.findall(str(lesson.output)))
        fields["masked"] = len(tags)
        lesson.ops += [("put", ISSUED, tag, path, KEPT) for tag in tags if tag not in issued]
        lesson.notices += [] if issued else [HOW]
    return lesson if fields or lesson.values else None


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """Results are masked and rated; `guard: release WHY` in a prompt lowers the level."""
    if event.name != "UserPromptSubmit":
        return mask_result(event, call, facts)
    from guards._taint.consent import part_prompt

    why = labels.read_release(part_prompt(event.prompt, facts)[0])
    if not why:
        return None
    contamination = labels.describe_level(guards.NONE, {}, facts.settings)
    fields = {"release": mask.mask_text(why, facts, 200), "contamination": contamination}
    ops = [("set", "level", guards.NONE), ("set", labels.SOURCES, {})]
    return Lesson(ops, fields=fields, notices=["The session's level is lowered to none."])


def keep_placeholder(call: Call, facts: Facts) -> Verdict | None:
    """An input that holds a placeholder of this session and is not only read."""
    issued = {} if call.read_only else facts.state.get(ISSUED) or {}
    text = str(facts.event.input) if issued else ""
    tag = next((tag for tag in issued if tag in text), "")
    reason = f"{call.tool} would write or send {tag}, not the value behind it. {WAY}"
    return Verdict(guards.DENY, reason) if tag else None


def build_example(text: str) -> Example:
    event = Event("PreToolUse", "s", "Write", {"file_path": ".env", "content": text})
    return Call("Write"), Facts(event, {ISSUED: {"[value:3f2a]": ".env"}})


WRITTEN = "Would a placeholder be written or sent in the place of its value?"
SIDES = map(build_example, ("DB_PASSWORD=[value:3f2a]", "PORT=3000"))
RULES = (Rule("secret.placeholder", WRITTEN, keep_placeholder, *SIDES),)

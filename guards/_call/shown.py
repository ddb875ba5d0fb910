"""What the model is shown of a call's result: the result itself, or the result without its secrets.

Law: all guards see the same, and they see it by this one function.  Nothing is masked where the person said so
(`"secrets": "show"`, per tool or path), where nobody is to be disturbed (`watch`), or where nothing is secret.
"""
from __future__ import annotations

from guards import CREDENTIALS, NONE
from guards._call import call_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Finding, Settings
    from guards._sensitive.masking import Masked

MANY = 300      # findings by which a long text is looked through; with more of them it is looked through whole
SEARCHES = ("grep", "rg ", "ack ", "ag ", "findstr", "search")   # of a call whose lines may say which file they are of
PRINTS = frozenset("awk bat cat grep head jq less more nl rg sed tac tail yq".split())
ECHOES = PRINTS.union("base64 cut declare echo env export od printenv printf rev set tr xxd".split())
LOOKED = 200_000_000    # characters that are looked through for values that still stand there
# The one result of this process, masked once for all guards; the one call, and which file its result shows.
_last: list[Any] = [None, None, None, None, None, None, None]


def masked(event: Event, settings: Settings) -> Masked | None:
    """The result without its secrets; None where it is shown as it is."""
    if not event.is_result or event.response is None or settings.mode == "watch" or (
            settings.guards.get("secrets") in ("off", "watch")):
        return None
    if _last[0] is not event.response or _last[1] is not settings:
        _last[:3] = [event.response, settings, _masked(event, settings)]
    shown: Masked | None = _last[2]
    return shown


def _masked(event: Event, settings: Settings) -> Masked | None:
    source, secret, test = came_from(event, settings)
    unread = bool(event.facts.unread)
    cut = settings.strict and unread
    text = event.facts.text
    known = tuple(text[f.start:f.end] for f in event.facts.findings if f.level >= CREDENTIALS)
    if not cut and not secret and not known:
        return None
    if said(event.tool, source, settings) == "show":
        return None
    from guards._sensitive.masking import LIMIT, without

    read = min(LIMIT, len(text)) if unread else 0
    return without(event.response, settings, source, secret, test, read, cut,
                   known if len(known) < MANY and all(known) else (), _lists(event, settings))


def of_secret_files(event: Event, text: str, settings: Settings) -> list[Finding]:
    """What is a secret in an event's text by the file that it stands in, whatever it looks like.

    The same that masking hides: what the model is not shown is known, counts and is not written.
    """
    before = event.is_call
    source, secret, _ = came_from(event, settings)
    if not text or (not secret and (before or not _lists(event, settings))):
        return []
    from guards import Finding
    from guards._sensitive import masking
    from guards._sensitive.scan import readable

    if secret:
        found = list(masking.of_file(readable(text), source))
        if not found and not before:
            found = [(rule, start, end) for start, end, rule in masking.bare_spans(text, source)]
    else:
        found = [row[:3] for row in masking.of_lines(text)]
    return [Finding(CREDENTIALS, "credentials", rule, start, end) for rule, start, end in found if start < end]


def _lists(event: Event, settings: Settings) -> bool:
    """Could the lines of this result say which file they are of?"""
    said = call_of(event, settings).command or event.tool.lower()
    return any(word in said for word in SEARCHES)


def _bare(word: str) -> str:
    return word.strip("\"';|&()<>")


def level_shown(event: Event, shown: Masked) -> int:
    """How sensitive is what is left: the findings that still stand in what is shown."""
    from guards._text.plain import flatten

    findings, before = event.facts.findings, event.facts.text
    held: dict[str, int] = {}
    for f in findings:
        if f.level >= CREDENTIALS:
            held[before[f.start:f.end]] = held.get(before[f.start:f.end], 0) + 1
    rest = max((f.level for f in findings if f.level < CREDENTIALS), default=NONE)
    if not held:
        return rest
    after, _ = flatten(shown.output)
    if len(held) * len(after) > LOOKED:     # what nobody looked for counts as still there
        return CREDENTIALS
    # Where each was masked in its place, the same word may stand elsewhere: NODE_ENV=development.
    return CREDENTIALS if any(value in after and after.count(value) > before.count(value) - times
                              for value, times in held.items()) else rest


def said(tool: str, path: str, settings: Settings) -> str:
    """"mask" or "show": the first row of the setting whose glob fits the tool or the path."""
    if settings.secrets:
        from guards._text.glob import match

        for glob, how in settings.secrets:
            if match(glob, tool) or (path and (match(glob, path) or match(f"*/{glob}", path))):
                return how
    return "mask"


def came_from(event: Event, settings: Settings) -> tuple[str, bool, bool]:
    """(the file that a result shows, "" for none; is it secret by its name; is it one of tests)."""
    if _last[3] is not event.input or _last[4] is not settings or _last[5] != event.tool:
        _last[3:] = [event.input, settings, event.tool, _came_from(event, settings)]
    found: tuple[str, bool, bool] = _last[6]
    return found


def _came_from(event: Event, settings: Settings) -> tuple[str, bool, bool]:
    from guards._sensitive.paths import keeps_secrets, of_test, path_level

    call = call_of(event, settings)
    if call.command:
        printed = call.printed
        if printed.level >= CREDENTIALS:
            source = printed.names[0] if printed.names else ""
            if not source.startswith("$") or all(one.program in ECHOES for one in call.ran):
                return source, True, False      # a variable is given to many a program, and few print it
        paths = [word for word in call.command.split()[1:] if "/" in word or "." in word]
        if any(program in PRINTS for program in call.command.split()):
            kept = next((path for path in map(_bare, paths) if keeps_secrets(path) and not of_test(path)), "")
            if kept:
                return kept, True, False
        return "", False, bool(paths) and all(of_test(word) for word in paths)
    path = call.file
    if path:
        test = of_test(path)
        return path, keeps_secrets(path) and not (test and path_level(path) < CREDENTIALS), test
    return "", False, False

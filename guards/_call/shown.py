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

    from guards import Event, Settings
    from guards._sensitive.masking import Masked

MANY = 300      # findings by which a long text is looked through; with more of them it is looked through whole
LOOKED = 200_000_000    # characters that are looked through for values that still stand there
_last: list[Any] = [None, None, None]     # the one result of this process, masked once for all guards


def masked(event: Event, settings: Settings) -> Masked | None:
    """The result without its secrets; None where it is shown as it is."""
    if event.name != "PostToolUse" or event.response is None or settings.mode == "watch" or (
            settings.guards.get("secrets") in ("off", "watch")):
        return None
    if _last[0] is not event.response or _last[1] is not settings:
        _last[:] = [event.response, settings, _masked(event, settings)]
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
                   known if len(known) < MANY and all(known) else ())


def level_shown(event: Event, shown: Masked) -> int:
    """How sensitive is what is left: the findings that still stand in what is shown."""
    from guards._text.plain import flatten

    findings, before = event.facts.findings, event.facts.text
    held = {before[f.start:f.end] for f in findings if f.level >= CREDENTIALS}
    rest = max((f.level for f in findings if f.level < CREDENTIALS), default=NONE)
    if not held:
        return rest
    after, _ = flatten(shown.output)
    if len(held) * len(after) > LOOKED:     # what nobody looked for counts as still there
        return CREDENTIALS
    return CREDENTIALS if any(value in after for value in held) else rest


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
    from guards._sensitive.paths import of_test, path_level

    call = call_of(event, settings)
    if call.command:
        printed = call.printed
        if printed.level >= CREDENTIALS:
            return printed.names[0] if printed.names else "", True, False
        paths = [word for word in call.command.split()[1:] if "/" in word or "." in word]
        return "", False, bool(paths) and all(of_test(word) for word in paths)
    path = event.input.get("file_path") or event.input.get("path") or event.input.get("notebook_path")
    if isinstance(path, str) and path:
        return path, path_level(path) >= CREDENTIALS, of_test(path)
    return "", False, False

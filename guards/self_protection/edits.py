"""What an editing tool, or a service that works on files, would change of ours; what a changed settings file lost."""
from __future__ import annotations

from guards import DENY, PASS, SILENT, Verdict
from guards._call.tags import FILE, PATCHERS, WHOLE, edited, edits, file_of, patch_of
from guards._text.plain import leaves
from guards.self_protection.places import (
    HANDLERS,
    OURS,
    SETTINGS_OF_OURS,
    ask,
    ours,
    parsed,
    protected,
    said_of,
    settings_file,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guards import Event
    from guards.self_protection.places import Home

# Words that say something of hooks, for a text that is no JSON.
HOOK_WORDS = tuple("hooks autoskillit pre_tool_use post_tool_use disableAllHooks session_start".split())
# Variables by which a settings file steers the guards, or what they run with.
STEERS = tuple("""
    AUTOSKILLIT_ XDG_DATA_HOME XDG_STATE_HOME HOME= USERPROFILE CLAUDE_CONFIG_DIR PYTHON LD_ BASH_ENV PATH""".split())
# A service whose name says that it only looks.
LOOKS = tuple("read get list search stat info tree view find fetch query show describe".split())
SWITCHES = ("disableAllHooks", "allowManagedHooksOnly", "strictPluginOnlyCustomization", "hooksConfig")


def of_edit(event: Event, home: Home) -> Verdict:
    """Denies an edit of what is ours: the client's own question would not show why."""
    path = file_of(event)
    named = [*patched(patch_of(event).replace(" File: ", " "))] if event.tool in PATCHERS else [path] if path else []
    place = next(filter(None, (protected(one, event.cwd, home) for one in named)), "")
    if place == SETTINGS_OF_OURS:
        before = event.facts.file(path) or ""
        return deny(f"{event.tool} {said_of(before, edited(event, before))}", "self.edit")
    held, where = next(((one, path) for path in named for one in [settings_file(path, home)] if one), ("", ""))
    if place or "autoskillit" in held or "trusted" in held:      # a file of ours as a whole, or who is trusted
        return deny(f"{event.tool} would change {place or held}", "self.edit")
    what = held and _lost(event, where)
    return deny(f"{event.tool} would change {what} in {where[-60:]}", "self.settings-edit") if what else SILENT


def _lost(event: Event, path: str) -> str:
    """What of the settings an edit would touch that is the guards', "" for nothing.  An edit of a text that is not
    there fails by itself: it counts by its own words."""
    before, patch = event.facts.file(path) or "", patch_of(event)
    told, text = edited(event, f"{before}\0"), patch or str(event.input)      # "" only for what is not there
    after = told.removesuffix("\0")
    then, now = parsed(before), parsed(after)
    apart = not told and event.tool != WHOLE and not patch and all(
        isinstance(one.get("old_string"), str) for one in edits(event)[1:] or [event.input])
    if patch or path.endswith(".toml") or then is None or now is None:
        gone = not (patch or apart) and any(ours(line) and line not in after for line in before.splitlines())
        words = HOOK_WORDS if patch or path.endswith(".toml") or ours(before) else SWITCHES
    elif apart:
        gone, words = False, SWITCHES
    else:
        return changed(then, now)
    return "the hooks" if gone else next((word for word in (*words, OURS) if word in text), "")


def changed(then: dict[str, object], now: dict[str, object]) -> str:
    """What the guards lose from one state of a settings file to the next."""
    for name in SWITCHES:
        if now.get(name) and now.get(name) != then.get(name):
            return name
    for name in ("hooks", "autoskillit"):
        if handlers(then.get(name)) != handlers(now.get(name)):
            return "the hooks"
    env, old = now.get("env"), then.get("env")
    for name, value in env.items() if isinstance(env, dict) else ():
        if f"{name}=".startswith(STEERS) and value != (old.get(name) if isinstance(old, dict) else None):
            return f"the variable {name[:40]}"
    return ""


def handlers(hooks: object) -> set[str]:
    """Our own handlers, and those that reach for what is ours: beside them a person may put their own."""
    return {f"{event}: {group}" for event, groups in (hooks.items() if isinstance(hooks, dict) else [("", hooks)])
            for group in (groups if isinstance(groups, list) else [groups]) if ours(group) or reaches_us(group)}


def reaches_us(value: object) -> bool:
    """A hook whose command names, or by a glob could mean, what is ours."""
    said = str([leaf for name, leaf in leaves(value) if name != "matcher"])       # of tools' names, no path
    words = said.replace("'", " ").replace('"', " ").replace(";", " ").split()
    return any(protected(word) for word in words if "." in word)


LEAVES = 20_000     # values of an input that are looked at


def of_service(event: Event, home: Home) -> Verdict:
    """Asks before another server's tool works on a path of ours."""
    name = event.short.lower()
    given = [leaf for _, leaf in zip(range(LEAVES), leaves(event.input))]
    looks = name.startswith(LOOKS)
    if "clean" in name and any(key in IGNORED and value is True for key, value in given):
        return ask(f"{event.tool[:60]} would take what git ignores, and that is {OURS}", "self.service")
    for key, value in given:
        if isinstance(value, str) and not (looks and not _is_target(key)):
            place = _place(value, event, home) or _of_text(value, event, home)
            held = event.facts.found.get(("settings", value))
            if place and (held is None or ours(held) or _brings(given)):
                return ask(f"{event.tool[:60]} would work on {place}", "self.service")
    return SILENT


def _brings(given: list[tuple[str, object]]) -> bool:
    """Does what another tool puts into settings without our hooks switch them off where they stand, or steer them?"""
    texts = [value for _, value in given if isinstance(value, str)]
    whole = [found for text in texts for found in [parsed(text)] if found]
    return any(changed({}, one) for one in whole) or (not whole and any(
        mark in text for text in texts for mark in (*SWITCHES, *HANDLERS, *STEERS[:-1], "\\u")))


# Arguments by which a tool that takes away says that ignored files go, too.
IGNORED = frozenset("X all ignored includeIgnored include_ignored remove_ignored x".split())
# Parts of an argument's name that say where something is put, by whatever tool.
TARGETS = tuple("dest target save output out_ _to write download".split())


def _is_target(key: str) -> bool:
    low = key.lower()
    return low in ("to", "out") or any(part in low for part in TARGETS)


def _of_text(text: str, event: Event, home: Home) -> str:
    """The place of ours that a patch changes, "" for a text that is none."""
    if "\n" not in text or not any(head in text for head in ("+++ ", "*** ", "diff --git ")):
        return ""
    return next((place for path in patched(text) for place in [_place(path, event, home)] if place), "")


def _place(word: str, event: Event, home: Home) -> str:
    """The place of ours that an argument names by itself, as a path; "" for a text that speaks of one."""
    if len(word) > 1000 or any(c.isspace() for c in word):
        return ""
    return protected(word, event.cwd, home) or settings_file(word, home)


# How a patch's headers begin, and how many are read.
HEADS = tuple("+++ |--- |*** |diff --git |diff -|rename |copy |Index: ".split("|"))
MOST = 400


def patched(text: str) -> Iterator[str]:
    """The paths in a patch's headers, as they are written there, without the first folder where that is `a` or `b`.

    >>> list(patched("--- a/x\\n+++ b/.claude/settings.json\\n@@ -1 +1 @@\\n-- a\\n"))
    ['x', '.claude/settings.json']
    """
    count = 0
    for line in text.split("\n"):
        if line.startswith(HEADS) and count < MOST:
            for word in line.split("\t")[0].split()[1:]:
                count += 1
                if "/" in word or "." in word:
                    yield word[2:] if word[:2] in ("a/", "b/") else word


SETTINGS_SOURCES = ("project_settings", "local_settings", "user_settings")


def of_change(event: Event) -> Verdict:
    """ConfigChange: a settings file that held our hooks and no longer does is kept out of the running session.

    The file stays as it was changed: what puts it right is said.  Managed settings cannot be kept out; it is told.
    """
    path = event.extra.get(FILE[0])
    if not isinstance(path, str):
        return SILENT
    lost, repair = _lost_in(event, path)
    if not lost:
        return SILENT
    kept = event.source in SETTINGS_SOURCES
    then = "this session keeps the guards, the next starts without" if kept else "no guard runs any more"
    text = (f"self_protection: {path[-80:]} {lost}; {then}, since the file stays changed; "
            f"if that is not wanted: {repair}")
    return Verdict(DENY if kept else PASS, text, rule="self.settings-lost", notice=text, signals=("guards_tampering",))


def _lost_in(event: Event, path: str) -> tuple[str, str]:
    """(what a changed settings file says against the guards, what repairs it); "" for nothing."""
    now = parsed(event.facts.file(path) or "")
    switch = next((name for name in SWITCHES if (now or {}).get(name)), "")
    if switch:
        return f"now says {switch}, which switches the guards off", f"take `{switch}` out of it"
    gone = event.facts.lost(path)
    if gone:
        return f"has lost the guards' hooks ({gone['lost']})", f"run {gone['again']} again"
    return "", ""


def deny(what: str, rule: str) -> Verdict:
    """A denial: an editing tool's dialog shows no reason (Claude Code 2.1.330), so a question would be a blind one."""
    return Verdict(DENY, f"self_protection: {what}", rule=rule, way=("hand",),
                   more="That is what guards this session, and the dialog for an edit could not say so; a Bash command "
                        "can be approved.",
                   signals=("guards_tampering",))

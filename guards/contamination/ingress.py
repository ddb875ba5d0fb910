"""What comes in: how far a response raises what the context holds, and what a call leaves behind for later ones.

All here is called after a call has run (PostToolUse, PostToolUseFailure, SubagentStart, SubagentStop); nothing of it
is loaded before a silent one.
"""
from __future__ import annotations

from guards import AGENT_BEGINS, AGENT_STOPS, CREDENTIALS, FETCHES, INTERNAL, LEVELS, NONE
from guards._call import call_of
from guards._call.tags import AGENTS, MESSAGE, QUESTION, READERS, SEARCHERS, SHELL, WHOLE, WRITERS, file_of
from guards._call.tools import ran
from guards._history import labels
from guards._history.labels import holds_data, label_of, level_of, raised
from guards._intent.prompts import TASK, machine
from guards._intent.said import said

VALUES = 2000       # credentials of one response that are known again (guards/_sensitive/overlap.py keeps as many)
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards import Event, Settings
    from guards._history.fields import Contamination as State


READ_ONCE = 60      # scripts that are remembered


# What a command says that may bring others' files into the project.


def after(event: Event, state: State, settings: Settings) -> State:
    """The labels after a response, a message to another agent, or a subagent's start or end."""
    if event.name == AGENT_BEGINS:
        return labels.started(state, event.agent_id)
    if event.name == AGENT_STOPS:
        return labels.answered(state, event.agent_id)
    if event.tool in AGENTS and event.is_result:
        child = labels.child_of(event)
        if child in (state.get("agents") or {}):
            state = labels.adopted(state, child, event.agent_id)
            if isinstance(event.response, dict) and event.response.get("status") != "async_launched":
                state = labels.answered(state, child)
    to = str(event.input.get("to") or "") if event.tool == MESSAGE else ""
    if to and to in (state.get("agents") or {}):
        label = label_of(state, event.agent_id)
        state = raised(state, to, label) if label else state
    if not state.get("met") and event.is_answer and event.tool not in WRITERS and any(
            found.level >= CREDENTIALS for found in event.facts.findings):
        state = {**state, "met": True}
    level = response_level(event, settings)
    missed = unread(event, settings)
    if not missed and (not level or level <= level_of(label_of(state, event.agent_id))):
        return state
    from guards._text.dates import rfc3339

    if missed:
        level, state = CREDENTIALS, {**state, "unread": {"at": rfc3339(event.time), "source": event.tool[:100],
                                                         "characters": str(event.facts.unread or "some")}}
    return raised(state, event.agent_id,
                  {"level": LEVELS[level], "source": event.tool, "contaminated_at": rfc3339(event.time)})


OWN = 20            # remotes of a project that are remembered


def began_with(state: State, remotes: Iterable[str]) -> State:
    """The state that knows the project's remotes as the person's first prompt found them."""
    from guards._call.destinations import added
    from guards._text.address import normalize

    new = added(state)
    found = [place for place in dict.fromkeys(map(normalize, remotes)) if place not in new]
    return state if "own" in state else {**state, "own": found[:OWN]}


def told_by(event: Event, state: State) -> State:
    """The labels once another session of this project has sent a message: this one holds what that one does."""
    from guards._evidence.messages import sender
    from guards._text.dates import rfc3339

    told = event.facts.sender(sender(event))
    if told is None or told["level"] not in LEVELS[1:]:
        return state
    return raised(state, event.agent_id, {"level": told["level"], "source": f"a message from {sender(event)}"[:100],
                                          "contaminated_at": rfc3339(event.time)})


def unread(event: Event, settings: Settings) -> bool:
    """Was there no time to read all of a response, and could a secret stand in what was not read?

    A page of somebody else's holds none of ours.
    """
    many = event.is_result and len(event.facts.findings) > VALUES and event.tool not in WRITERS
    if many:        # what is beyond is not known again when it leaves
        return sum(found.level >= CREDENTIALS for found in event.facts.findings) > VALUES
    if not event.facts.unread or not event.is_answer:
        return False
    found = call_of(event, settings).tags
    return event.tool not in WRITERS and (found.internal_source or not found.untrusted_source)


_last: list[Any] = [None, None, NONE]       # the one response of this process, weighed once


def response_level(event: Event, settings: Settings) -> int:
    """What a response brings into the context."""
    if _last[0] is not event or _last[1] is not settings:
        _last[:] = [event, settings, _response_level(event, settings)]
    return int(_last[2])


def _response_level(event: Event, settings: Settings) -> int:
    if event.tool in WRITERS or event.tool == QUESTION:     # what the agent itself wrote, what the person did
        return NONE
    level = max((found.level for found in event.facts.findings), default=NONE)
    from guards._call.shown import level_shown, masked

    shown = masked(event, settings) if level >= CREDENTIALS or event.tool in READERS or event.tool == SHELL else None
    if shown is not None and shown.count:       # the model holds what it was shown
        level = level_shown(event, shown)
    elif event.is_failure:
        return level if level >= INTERNAL else NONE
    elif level < CREDENTIALS:
        level = max(level, _source_level(event, settings))
    if level < INTERNAL and call_of(event, settings).tags.internal_source and holds_data(event.response):
        return INTERNAL
    return level


def _source_level(event: Event, settings: Settings) -> int:
    """What reading this file, or what this command prints, is worth by its name."""
    if event.tool in READERS or event.tool in SEARCHERS:
        path = file_of(event)
        if path:
            from guards._sensitive.paths import path_level

            level = path_level(path)
            return level if level and holds_data(event.response) else NONE
    call = call_of(event, settings)
    if call.command and call.prefilter:
        printed = call.printed
        output = event.response.get("stdout") if isinstance(event.response, dict) else event.response
        if printed.level and printed.names != ("the environment",) and holds_data(output):
            return printed.level
    return NONE


def left_behind(event: Event, state: State, settings: Settings) -> State:
    """Files, remotes and scripts that a call made, and whether an asked call went ahead."""
    if not event.is_answer:
        return state
    if state.get("asked") and ran(event):
        state = labels.went_ahead(state, event.call_id)
    call = call_of(event, settings, state)
    if call.command:
        if call.prefilter or state.get("plans"):
            from guards._shell.flow import kept
            from guards._shell.sources import is_script
            from guards.contamination.folders import BY_LIST, LEFT_OUT
            from guards.contamination.plans import gone, handed_on
            from guards.contamination.written import plans

            done = call.reading
            listed = any(word.startswith((*BY_LIST, *LEFT_OUT)) for word in call.command.split())
            files = {path: kept(path, flow, not listed) for path, flow in done.written.items()}
            return labels.wrote(state, files, done.remotes, [path for path in done.made if is_script(path, "curl")],
                                {**handed_on(done.copied, state), **plans(done.made, event.cwd), **gone(call, state)})
    elif event.tool in WRITERS:
        from guards.contamination import written

        return written.after(event, state, settings)
    return state


def whose_answer(event: Event, settings: Settings) -> list[str]:
    """Fingerprints of the owners of the hosts, or of the server, whose answer this is; [] for more than two."""
    from guards._call.destinations import destinations, owner_of, server_of, short_fingerprint
    from guards._text.address import is_local

    places = destinations(event, call_of(event, settings))
    hosts = dict.fromkeys(owner_of(place) for place in places if owner_of(place) and not is_local(place))
    if event.server and not any("." in one for one in hosts):
        hosts = {f"service:{server_of(event)}": None}
    return [short_fingerprint(host, settings.key) for host in hosts] if 0 < len(hosts) < 3 else []


NO_DEPLOYERS = tuple("bat cat gh git glab jq less more sed awk find ls rg".split())
BESIDE = tuple("cd echo grep head set tail tee true".split())


def deploys(event: Event, settings: Settings) -> bool:
    """Did a command put something of the project where the person's own login says, and nothing else?"""
    call = call_of(event, settings)
    if "deploy" not in call.command and "create" not in call.command:
        return False
    said = [("deploy" in (one.program, *one.words[:2]) and one.program not in NO_DEPLOYERS) or (
        one.program in ("gh", "glab") and one.words[:2] == ["repo", "create"])
            for one in call.ran if one.program not in BESIDE]
    return bool(said) and all(said) and not call.printed.files and not any(one.kind == FETCHES for one in call.effects)


DRAWS = ({"openssl", "rand"}, {"uuidgen"}, {"pwgen"}, {"/dev/urandom"})


def _drew(event: Event, settings: Settings) -> bool:
    """Did a command draw a value and show nothing else?  It is nobody's yet, and the session's own to use."""
    command = str(event.input.get("command") or "")
    if not any(max(row, key=len) in command for row in DRAWS):
        return False        # nothing of a shell is read for it
    said = [{one.program, *one.words} for one in call_of(event, settings).ran if one.program not in (*BESIDE, "tr")]
    return bool(said) and all(any(row <= one for row in DRAWS) for one in said)


def people(text: str, settings: Settings) -> list[str]:
    """Fingerprints of the mail addresses in a text, of up to 100."""
    if "@" not in text:
        return []
    from guards._call.destinations import READ, names_in, short_fingerprint

    return [short_fingerprint(name, settings.key) for name in names_in(text[:READ]) if "@" in name][:100]


def rows(event: Event, settings: Settings) -> dict[str, list[Any]]:
    """Fingerprints, never text: of what a response holds and whom an untrusted one names, of what a prompt names."""
    words = said(event)
    if words or event.tool == QUESTION:
        return _of_person(event, words[:max(1, len(event.facts.text or words))], settings)   # as far as there was time
    text = event.facts.text
    kept: dict[str, list[Any]] = {}
    if event.tool == SHELL and 8 < len(text) < 500 and _drew(event, settings):
        from guards import Finding
        from guards._sensitive.overlap import seen_rows

        value = Finding(CREDENTIALS, "credentials", "drawn", 0, len(text.rstrip()))
        return {"asked": [{"h": [], "s": seen_rows(text, [value], settings)}]}
    prompt = event.is_prompt       # a machine's: a result that comes late
    level = NONE if prompt else response_level(event, settings)
    if text and event.tool not in WRITERS and (level or event.facts.findings):
        kept.update(_seen(event, level, prompt, settings))
    kept.update(_names(event, prompt, settings) if text else {})
    if event.tool in READERS and "://" in text:
        from guards.contamination import logins

        beside = logins.document(event, settings)
        if beside:
            kept.setdefault("named", []).append(beside)
    elif event.tool in WRITERS:
        from guards._call.destinations import short_fingerprint

        name = file_of(event).rpartition("/")[2]
        row: dict[str, Any] = {"mine": [short_fingerprint(name, settings.key)]}
        if event.tool == WHOLE and isinstance(event.response, dict) and event.response.get("type") == "create":
            row["new"] = True
        kept.setdefault("named", []).append(row)
    return kept


def _of_person(event: Event, words: str, settings: Settings) -> dict[str, list[Any]]:
    """What a person's words name and hold; what they pasted is the word of others."""
    if not words:
        return {}
    from guards._call.destinations import foreign_named, user_named
    from guards._intent.pasted import parted
    from guards._sensitive.overlap import seen_rows
    from guards._sensitive.scan import scan

    findings = scan(words, settings)
    own, pasted = parted(words)
    names = foreign_named(pasted, settings) if pasted else []
    return {"asked": [{"h": user_named(own, settings), "s": seen_rows(words, findings, settings) if findings else []}],
            **({"named": [{"h": names}]} if names else {})}


def _seen(event: Event, level: int, prompt: bool, settings: Settings) -> dict[str, list[Any]]:
    """What is private in a result, and whose answer it was."""
    from guards._sensitive.folded import folded
    from guards._sensitive.overlap import seen_rows

    inside = call_of(event, settings).tags.internal_source
    row: dict[str, Any] = {"s": folded(seen_rows(event.facts.text, event.facts.findings, settings, level, inside))}
    if not row["s"] or prompt:
        return {"seen": [row]} if row["s"] else {}
    from guards.contamination import logins

    row.update({name: found for name, found in (("at", whose_answer(event, settings)), (
        "f", logins.files_read(event, settings)), ("b" if logins.prose(event, settings) else "w",
                                                   logins.together(event, settings))) if found})
    if inside:
        from guards._call.destinations import server_of

        row.update(t=server_of(event), p=people(event.facts.text, settings))
    return {"seen": [row]}


def _names(event: Event, prompt: bool, settings: Settings) -> dict[str, list[Any]]:
    """Whom a result names, and whose word that is."""
    text = event.facts.text
    tags = None if prompt else call_of(event, settings).tags
    if tags and tags.internal_source and not tags.untrusted_source:
        from guards._call.destinations import foreign_named

        return {"named": [{"o": foreign_named(text, settings)}]}      # the account's own records: an address book
    if tags and deploys(event, settings):
        from guards._call.destinations import foreign_named

        # where the person's own login has just put something
        return {"asked": [{"h": foreign_named(text, settings), "s": []}]}
    if tags.untrusted_source if tags else machine(event) != TASK:
        from guards._call.destinations import foreign_named

        command = str(event.input.get("command") or "")
        if tags and "git " in command:      # git says itself with whom it speaks
            text = "\n".join(line for line in text.split("\n") if not line.startswith(("From ", "To ")))
        # Where the agent is logged in, a machine may name itself.
        own = whose_answer(event, settings) if tags and command.startswith("ssh ") else []
        names = [one for one in foreign_named(text, settings) if one not in own]
        return {"named": [{"h": names}]} if names else {}
    return {}


def read_once(event: Event, state: State, settings: Settings) -> State:
    """Scripts that were read and do nothing outside need not be read again, as long as they stay what they are."""
    call = call_of(event, settings, state)
    found = {path: fact[0] for (kind, path), fact in event.facts.found.items() if kind == "script" and fact[0]}
    if not found or call.doubted:
        return state
    return {**state, "read": dict([*(state.get("read") or {}).items(), *found.items()][-READ_ONCE:])}

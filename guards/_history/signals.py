"""The risk signals of one call or result, each a definition.  A signal is a remark on record, not a verdict.

    scope_expansion            a call outside `request.expected_scope` (globs over tool, server or program, operation);
                               where none is set: after EARLY actions, the first sending or consequential call of a
                               server or program that no prompt names
    classification_escalation  a result whose level is above `request.expected_classification` and above all that the
                               session has seen; levels compare by their order, never as words
    unusual_sequence           this call completes a sequence (see _sequence): read > encode > outbound,
                               enumerate > delete, download > execute, denied > repeated
    drift_detected             raised by the drift guard, counted here
    velocity_anomaly           a burst, or automation speed after a long pause (see _pace)
    chain_length_warning       more than `chain_length_warning` calls since the last substantial prompt
    chain_length_exceeded      more than `chain_length_limit` of them, in place of the warning

Everything is computed from counters that no summarising of the history touches.
"""
from __future__ import annotations

from guards import CHANGES, FETCHES, INTERNAL, SENDS
from guards._call.tags import LOCAL, READERS, SHELL, file_of, shell_command
from guards._history.pace import anomaly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from guards import Event, Settings

EARLY = 5
# Every step of a command or a read shows one of these; what shows none is not looked at.
HINTS = tuple((
    "curl|wget|aria2|base64|base32|basenc|gzip|bzip2|zip|zstd|xz|tar|gpg|openssl|xxd|hexdump|od |uuencode|"
    "age |7z|ssh|scp|sftp|rsync|rclone|ftp|nc |ncat|netcat|socat|telnet|mail|mutt|s3cmd|kubectl|aws |gcloud|"
    "az |gh |helm|terraform|psql|mysql|mongo|redis-cli|drop |.env|.pem|.key|.p12|.pfx|.jks|.kdb|.netrc|"
    ".npmrc|.pypirc|.pgpass|.aws|.azure|.kube|.docker|.config|.gnupg|.git-cred|.ht|.vault|.tf|.history|"
    "_history|id_rsa|id_ed|id_ecdsa|id_dsa|secret|credential|passw|shadow|token|keychain|cookies|wallet|"
    "keystore|.ovpn|.keytab|private|master.key|environ|kubeconfig|service").split("|"))
SWITCHES = {"scope_expansion": "scope_expansion", "classification_escalation": "classification_escalation",
            "velocity_anomaly": "velocity_analysis", "drift_detected": "drift_detection"}


def raised(event: Event, state: Mapping[str, object], settings: Settings) -> dict[str, object]:
    """{signal: what it is about} for this event over the context guard's state before it."""
    if event.is_call:
        found = _of_call(event, state, settings)
    elif event.is_answer:
        found = _of_result(event, state, settings)
    else:
        return {}
    if found:
        switches = settings.context.get("risk_signals") or {}
        found = {name: about for name, about in found.items() if switches.get(SWITCHES.get(name, ""), True)}
    return found


def _of_call(event: Event, state: Mapping[str, Any], settings: Settings) -> dict[str, object]:
    found: dict[str, object] = {}
    scope = _scope(event, state, settings)
    if scope:
        found["scope_expansion"] = scope
    order = sequence(event, state, settings)
    if order:
        found["unusual_sequence"] = order
    pace = anomaly(state.get("pace") or {}, event.time)
    if pace:
        found["velocity_anomaly"] = pace
    chain = int(state.get("chain", 0)) + 1
    if chain > _number(settings, "chain_length_limit", 30):
        found["chain_length_exceeded"] = chain
    elif chain > _number(settings, "chain_length_warning", 15):
        found["chain_length_warning"] = chain
    return found


def sequence(event: Event, state: Mapping[str, Any], settings: Settings) -> str:
    """The unusual sequence that this call completes, "" for none."""
    trail = state.get("trail") or {}
    if "denied" in trail:
        from guards._history.sequence import repeated

        if repeated(trail, event, settings):
            return "denied > repeated"
    taken = steps_of(event, trail, settings)
    if "encode" in trail and not shell_command(event) and _sends(event, settings):
        from guards._history.sequence import load_of

        taken = [*taken, ("send", load_of(event))]
    if not taken:
        return ""
    from guards._history.sequence import complete

    return complete(trail, taken, int(state.get("count", 0)) + 1)


def steps_of(event: Event, trail: Mapping[str, Any], settings: Settings) -> list[tuple[str, str]]:
    """The steps that a call takes (see _sequence); a call that shows no sign of any costs next to nothing."""
    command = shell_command(event)
    if command or event.tool in READERS or event.tool == SHELL:
        text = (command or file_of(event)).lower()
        if not any(hint in text for hint in HINTS) and not any(name in text for name in trail.get("downloads") or ()):
            from guards._call import call_of

            if not command or not call_of(event, settings).prefilter:
                return []
    elif not event.server:
        return []
    from guards._history.sequence import steps

    return steps(event, settings)


def _sends(event: Event, settings: Settings) -> bool:
    """The call sends something to a place of its choice, or fetches an address with a query."""
    if event.tool in LOCAL:
        return False
    from guards._call import call_of

    kind = call_of(event, settings).tags.kind
    return kind == SENDS or (kind == FETCHES and "?" in event.facts.text)


def _scope(event: Event, state: Mapping[str, Any], settings: Settings) -> str:
    expected = settings.request.get("expected_scope")
    if not expected and (int(state.get("count", 0)) < EARLY or event.tool in LOCAL):
        return ""
    from guards._call import call_of

    doing = call_of(event, settings).operation
    family = family_of(event.tool, doing)
    if expected:
        from guards._text.glob import match

        inside = any(match(one, name) for one in expected for name in (event.tool, family, doing))
        return "" if inside else family
    if family in (state.get("families") or ()) or call_of(event, settings).tags.kind not in (SENDS, CHANGES):
        return ""
    asked = " ".join(str(r.get("text", "")) for r in state.get("requests") or ()).lower()
    return "" if any(len(w) > 2 and w in asked for w in words_of(family, doing)) else family


def family_of(tool: str, operation: str) -> str:
    """The server of an MCP tool, the program of a command, the tool itself otherwise.

    >>> family_of("mcp__mail__send_email", "send_email"), family_of("Bash", "git push"), family_of("Read", "read")
    ('mail', 'git', 'Read')
    """
    if tool.startswith("mcp__"):
        return tool.split("__")[1]
    return (operation.split() or ["bash"])[0] if tool == SHELL else tool


def words_of(family: str, operation: str) -> list[str]:
    """The words by which a prompt may have named a tool's family or what it does."""
    from guards._call.tags import words_of as parted

    return [word for word in parted(f"{family} {operation}") if word not in ("mcp", "tool", "server")]


def _of_result(event: Event, state: Mapping[str, Any], settings: Settings) -> dict[str, object]:
    level = result_level(event, settings)
    above = settings.named_levels().get(str(settings.request.get("expected_classification")), 0)
    if level > above and level > int(state.get("level", 0)):
        return {"classification_escalation": word(level, settings)}
    return {}


def result_level(event: Event, settings: Settings) -> int:
    """The level of what a call returned: findings, the tool's tag, else the default.

    The patterns ran and found nothing: that is a classification, the lowest, unless the person set
    `context.default_classification`, which then holds for everything that no finding and no tag classified.
    Where the patterns could not run (no `findings`), the default holds as well.
    """
    level = max((f.level for f in event.facts.findings), default=0)
    path = file_of(event) if event.tool in READERS else ""
    if path:
        from guards._sensitive.paths import path_level

        level = max(level, path_level(path))
    elif event.tool != SHELL or settings.tools:
        from guards._call import call_of

        if call_of(event, settings).tags.internal_source:
            level = max(level, INTERNAL)
    return level or default_level(settings)


def default_level(settings: Settings) -> int:
    """The level of what is read where nothing says more: the person's `default_classification`, else NONE."""
    return settings.named_levels().get(str(settings.context.get("default_classification")), 0)


def word(level: int, settings: Settings) -> str:
    """Our level in AARM's words, as the person calls them."""
    words = settings.classification_levels
    return words[min(level, len(words) - 1)]


def _number(settings: Settings, name: str, default: int) -> int:
    value = settings.context.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else default

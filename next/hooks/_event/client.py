"""Who is there: can a person answer a question, and does an event come from the client at all?

Law: what cannot be known counts as attended and as real: a question to nobody stops a call, silence would let it
pass.  An event that a command of the session's own agent made up counts for nothing.

Cannot see: a client that something else started on the agent's behalf (cron), a forger that left the process tree.
"""

from __future__ import annotations

import posix

from hooks._stores import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards import Event
    from hooks._event import Moment

ALONE = frozenset(("dontAsk", "bypassPermissions"))
SHELLS = (
    b"shell-snapshots/",
    b"pwd -P >|",
)  # what Claude Code writes into the command line of a tool call's shell
CLIENTS = frozenset((b"claude", b"claude-code", b"cli.js"))
UP = 10  # ancestors that are looked at
TAIL_MOST = 4 << 20  # bytes of the ledger in which a call is looked for
FORGEABLE = frozenset(
    "UserPromptSubmit SessionStart SessionEnd PostToolUse PostToolUseFailure".split()
)


def is_attended(event: Event, environ: Mapping[str, str]) -> bool:
    """Can a person answer a question about this call?  False under `-p`, `dontAsk`, `bypassPermissions`."""
    if event.mode in ALONE:
        return False
    known = environ.get("CLAUDE_CODE_SESSION_ATTENDED", "")
    if known in ("0", "1"):
        return known == "1"
    return not environ.get("CLAUDE_CODE_ENTRYPOINT", "").startswith("sdk")


def is_forged(event: Event) -> bool:
    """Was this hook started below the shell of a tool call of its own session?  Linux alone can tell."""
    pid = posix.getppid()
    for _ in range(UP if event.name in FORGEABLE and event.client == "claude" else 0):
        words = _read_proc(pid, "cmdline")
        if any(mark in words for mark in SHELLS):
            return (
                f"CLAUDE_CODE_SESSION_ID={event.session}\0".encode()
                in _read_proc(pid, "environ") + b"\0"
            )
        if any(word.rpartition(b"/")[2] in CLIENTS for word in words.split(b"\0")[:3]):
            return False  # its client is nearer than any tool call: the events are that client's
        fields = _read_proc(pid, "stat").rpartition(b")")[2].split()
        if len(fields) < 2 or fields[1] in (b"0", b"1"):
            return False
        pid = int(fields[1])
    return False


def _read_proc(pid: int, name: str) -> bytes:
    try:
        fd = posix.open(f"/proc/{pid}/{name}", posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return posix.read(fd, 1 << 17)
    except OSError:
        return b""
    finally:
        posix.close(fd)


def check_event(moment: Moment) -> bool:
    """Does the event count?  A forged one is told at the next real one; a call without a judgement is told at once."""
    event, state = moment.event, moment.state
    if is_forged(event):
        forged = event.name
        event.name, event.response = "Forged", None
        event.tool = event.prompt = event.error = ""
        event.input, event.source, moment.call.operation = {}, forged, forged
        moment.lesson.ops.append(("set", "forged", forged))
        return False
    if state.get("forged"):
        moment.notices.append(
            f"A command of the agent made up the event {state['forged']}; the guards ignored it."
        )
        moment.lesson.ops.append(("del", "forged"))
    if event.name == "PostToolUse" and event.call_id and state["calls"] and not is_known(moment):
        moment.lesson.fields["coverage"] = "unjudged"
        moment.note_once(
            "a call ran that the guards were not asked about: something overruled the hook"
        )
    return True


def is_known(moment: Moment) -> bool:
    """Was there a PreToolUse of this result's call?  Looked for in the window, then in the ledger's last 4 MiB."""
    id, session = moment.event.call_id, moment.session
    if session is None or any(one.get("id") == id for one in moment.state["window"]):
        return True
    tail = read_bytes(session.ledger, max(0, moment.state["size"] - TAIL_MOST))
    return f'"{id}"'.encode() in tail

"""What is private, for a person: classify a text, reveal a masked value, release a session.

Cannot see: a value that no file of the project and no variable of this shell holds any more.
"""

from __future__ import annotations

import os
import sys

from guards import LEVELS, NONE
from guards._sensitive import find_sensitive
from guards._sensitive.fingerprint import hash_value
from guards._sensitive.mask import redact_value, write_mask
from guards._sensitive.paths import is_secret_path, read_secret_values
from guards._taint.labels import SOURCES, describe_level, lower_level
from hooks._ctl import find_session, is_terminal, list_sessions
from hooks._event.settings import merge_settings
from hooks._stores import Fault, read_bytes
from hooks._stores.json import parse_json, write_json
from hooks._stores.ledger import Session
from hooks._stores.state import Checkpoint, load_state, record_event
from hooks._stores.world import format_time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from hooks._ctl import Request

FILES, SIZE = 20_000, 1 << 22  # names that are looked at, bytes of one file that are read
SKIPPED = frozenset(".git node_modules .venv venv __pycache__".split())
AGENTS = ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CODEX_SANDBOX", "GEMINI_CLI")


def classify_text(request: Request) -> int:
    """The level of the text on stdin, and where it is private; --jsonl: one JSON object with a `text` a line."""
    key = read_bytes(f"{request.world.state}/key", 0, 32) or os.urandom(32)  # none is made for this
    domains = merge_settings(request.world.project)[0]["internal_domains"]
    if "jsonl" not in request.options:
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
        answer = rate_text(text, key, domains)
        lines = [
            f"  line {text.count(chr(10), 0, row['start']) + 1}: {row['kind']} ({row['rule']}), {row['end'] - row['start']} characters"
            for row in answer["findings"]
        ]
        request.print_result(answer, "\n".join([answer["level"], *lines]))
        return 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            row = parse_json(line.decode("utf-8", "replace"))
        except ValueError:
            row = None
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise Fault(f"line {number} is no JSON object with a `text`")
        print(write_json(rate_text(row["text"], key, domains)))
    return 0


def rate_text(text: str, key: bytes, domains: list[str]) -> dict[str, Any]:
    """Level, findings (rule, kind, start, end in characters) and redacted form of a text."""
    found = find_sensitive(text, False, domains)
    rows = [
        {"rule": one.rule, "kind": one.kind, "start": one.start, "end": one.end} for one in found
    ]
    level = LEVELS[max([one.level for one in found], default=NONE)]
    return {"level": level, "findings": rows, "redacted": write_mask(text, key, found)}


def reveal_value(request: Request) -> int:
    """The value behind a placeholder, looked up again where it came from; only to a person."""
    world = request.world
    if any(world.environ.get(name) for name in AGENTS) or not is_terminal():
        raise Fault(
            "reveal shows a value to a person: run it in a terminal of your own, outside of the agent"
        )
    tag = f"[{(request.words or [''])[0].strip().strip('[]')}]"
    digits = tag[-5:-1]
    key = world.load_key()
    for place, text in list_places(request, tag):
        spans = [*find_sensitive(text, True), *find_sensitive(text)]
        values = [text[one.start : one.end] for one in spans] + [
            value for _, value in read_secret_values(place, text)
        ]
        for value in values:
            if hash_value(key, value)[:4] == digits:
                request.print_result(
                    {"placeholder": tag, "value": value, "found_in": place},
                    f"{value}\n  (in {place})",
                )
                return 0
    raise Fault(
        f"{tag} stands for nothing that a secret file of the project or this shell's environment holds"
    )


def list_places(request: Request, tag: str) -> Iterator[tuple[str, str]]:
    """(place, text) where the value may stand: files that the records name, secret files, the environment."""
    world = request.world
    paths = []
    for id in list_sessions(world):
        session = Session(world, id)
        state = load_state(session, Checkpoint(world, id))[0]
        paths += [path for path in [(state.get("secrets.issued") or {}).get(tag)] if path]
    left = FILES
    for folder, folders, names in os.walk(world.project):
        folders[:] = [one for one in sorted(folders) if one not in SKIPPED] if left > 0 else []
        left -= len(names)
        paths += [
            path for path in [os.path.join(folder, name) for name in names] if is_secret_path(path)
        ]
    for path in dict.fromkeys(
        [os.path.join(world.project, os.path.expanduser(one)) for one in paths]
    ):
        try:
            yield path, read_bytes(path, 0, SIZE).decode("utf-8", "replace")
        except (Fault, OSError):
            continue
    yield "the environment", "\n".join([f"{name}={value}" for name, value in world.environ.items()])


def release_session(request: Request) -> int:
    """A person lowers the level of a session to none, with a reason that goes on record."""
    why = str(request.options.get("reason") or "").strip()
    if not why or request.options.get("reason") is True:
        raise Fault("a release needs a reason: guardctl release --reason WHY [SESSION]")
    world = request.world
    id = find_session(request, request.words[0] if request.words else "")
    session, checkpoint = Session(world, id), Checkpoint(world, id)
    state = load_state(session, checkpoint)[0]
    settings = merge_settings(world.project)[0]
    before = describe_level(state["level"], state.get(SOURCES) or {}, settings)
    row = {
        "ts": format_time(world.now), "decision": "pass", "tool": "", "operation": "", "rule": "release", "reason": redact_value(why, world.load_key())[0],
        "level": [], "session_id": id, "event": "Release", "contamination": describe_level(NONE, {}, settings),
    }  # fmt: skip
    record_event(session, checkpoint, row, [], [list(op) for op in lower_level(state["seq"] + 1)])
    held = (
        f"held {before['level']} from {before['source']} since {before['contaminated_at']}"
        if state["level"]
        else "held nothing"
    )
    request.print_result(
        {"session_id": id, "released": before, "reason": why},
        f"session {id} {held}; released: {why}",
    )
    return 0

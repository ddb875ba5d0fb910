"""Dialects: one agent a file, pure; a line here says by what its payloads are known.

    read(payload, name, now, project) -> Event      `name`: the event as Claude Code spells it.  Raises ValueError on a
                                                    payload that is not understood, with a text for the person
    write(event, verdict, payload) -> {}            what to print as JSON, {} for silence; `payload` as it was read
    HIDES                                           can the client show the model less than a tool brought?  Where a
                                                    dialect says no, nothing counts as masked.  Default: yes
    CHANGES                                         can a call run with another input?  Default: yes

Claude Code's words are those of the bundle: its dialect reads what no other row claims, and the others put theirs into
its words (`_words`).  A client that cannot ask is in the mode `dontAsk`, and what is asked there is denied.
"""
from __future__ import annotations

# (what only this agent's payloads have, the dialect's file).  A word names a field that is there, `!FIELD` one that is
# not, FIELD=A|B one of these values; all of a row's words hold, and the first row counts.
DIALECTS: tuple[tuple[str, str], ...] = (
    ("turn_id model", "codex"),
    ("opencode", "opencode"),
    ("hook_event_name=BeforeTool|AfterTool|BeforeAgent|AfterAgent|PreCompress", "gemini"),
    ("sessionId !hookEventName", "copilot"),
    ("sessionId hookEventName", "vscode"),
    ("client_type=kimi_code_cli", "kimi"),
    ("conversation_id", "cursor"),
    ("event session_id !hook_event_name", "goose"),
    ("workspacePaths", "antigravity"),
    ("timestamp hook_event_name permission_mode", "qwen"),
    ("timestamp hook_event_name=SessionStart|SessionEnd", "gemini"),
    ("timestamp hook_event_name", "qwen"),
)
DEFAULT = "claude"


def dialect_of(payload: object, rows: tuple[tuple[str, str], ...] = DIALECTS) -> str:
    """The dialect that a payload is in, by its shape alone; the first row that fits.

    >>> dialect_of({"session_id": "s"}), dialect_of({"turn": 1}, (("turn", "toy"),)), dialect_of(None)
    ('claude', 'toy', 'claude')
    >>> [dialect_of(p, (("a !b c=x|y", "toy"),)) for p in ({"a": 1, "c": "y"}, {"a": 1, "b": 1, "c": "y"}, {"a": 1})]
    ['toy', 'claude', 'claude']
    """
    if isinstance(payload, dict):
        for words, name in rows:
            if all([_holds(payload, word) for word in words.split()]):
                return name
    return DEFAULT


def _holds(payload: dict[str, object], word: str) -> bool:
    field, _, values = word.partition("=")
    if values:
        return payload.get(field) in values.split("|")
    return (field[1:] not in payload) if field[0] == "!" else field in payload

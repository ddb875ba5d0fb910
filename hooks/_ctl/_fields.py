"""What each field of a ledger row says: the table of docs/records.md."""
from __future__ import annotations

# In the order in which a row has them; those from `unread` on stand only in rows that have something to say there.
FIELDS = {
    "ts": "when: RFC 3339 in UTC",
    "seq": "the row's number, from 1",
    "prev": 'SHA-256 of the line before; `""` for the first',
    "session_id": "a subagent has its caller's",
    "agent_id": "the subagent's own id; empty for the main thread",
    "event": "Claude Code's spelling; `Release` and `Accept` for what a person did with guardctl",
    "action_id": "the call's `tool_use_id`",
    "tool": "the tool's name as the client says it",
    "operation": "`git push` for a command, the verb for other tools, the source of an event without a tool",
    "parameters": "what the call was given, redacted and bounded",
    "data_classification": "one of the four names in `classification_levels`",
    "result_summary": "the beginning of the result, redacted, and its size",
    "decision": '`pass`, `ask` or `deny`; with `"mode": "watch"` what would have been said',
    "reason": "why, in the words that the person was told",
    "guards": "every guard that had something to say: `effect`, `reason`, details",
    "risk_signals": "names of the signals raised",
    "semantic_distance": "raw, lexical, 0 to 1; absent where a call is not gated: `guardctl context` works it out",
    "drift_score": "calibrated, 0 to 1; absent where a call is not gated",
    "errors": "what could not be read, loaded or judged",
    "via": "which installation wrote it: `project`, `local`, `user`, `plugin` or `checkout`",
    "learned": "what changed in each guard's field: the rows' deltas add up to the state",
    "contamination": "`contaminated_at`, `source`, `level`, `blocked_tools`, where the session holds anything",
    "call": "what the call does, as it was read once for all guards, where that says something",
    "unread": "characters of a response beyond what was read",
    "allowed": "the calls whose objection `guard: allow` lifted for this one: their `action_id`",
    "mode": "`watch`, where nothing was said",
    "policy": "the digest of the settings in force: at a start, at a prompt, and where something was said",
    "permission_mode": "the client's mode, where the settings' digest stands",
    "gap": "what was wrong with the ledger when this row was written; see [reliability](reliability.md)",
    "heartbeat": "`unjudged`: a call ran that no guard was asked about; `changed`: with another input than was judged; "
                 "`forged`: a command that the agent ran made the event up",
    "whole": "the row's `learned` holds all fields: replaying a long ledger begins here",
    "late": "the row waited beside the ledger for its lock",
}

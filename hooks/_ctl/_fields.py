"""What each field of a ledger row says: the table of docs/records.md."""
from __future__ import annotations

# In the order in which a row has them; where one says nothing (empty, null, PUBLIC) it is not written.
FIELDS = {
    "ts": "when: RFC 3339 in UTC",
    "project": "the project's folder",
    "session": "the first eight characters of the session's id, as `status` and `tail` take it",
    "event": "Claude Code's spelling; `Release`, `Accept` and others for what a person did with guardctl",
    "tool": "the tool's name as the client says it",
    "operation": "what it does: `git push` for a command, the verb of another tool, the source of another event",
    "decision": '`pass`, `ask` or `deny`; with `"mode": "watch"` what would have been said',
    "rule": "the id of the rule that spoke: `guardctl rules` lists them; with `pass` it only told",
    "reason": "why, in the words that the person was told",
    "level": "what the agent of the row held before and after: two of `none`, `pii`, `internal`, `credentials`",
    "asked_by": "of a prompt `person`, or the machine that wrote it; of a call `agent`, `subagent TYPE`, or the text "
                "that was found to order it, with the tool that brought it",
    "data_classification": "one of the four names in `classification_levels`; `PUBLIC` where it does not stand",
    "semantic_distance": "of every call: how far from what was asked, 0 to 1 (lexical); see [drift](origin.md)",
    "drift_score": "of a gated call, calibrated, 0 to 1",
    "uncovered": "of a gated call: how much of what accounts for it the prompts do not say, 0 to 1",
    "parameters": "what the call was given, redacted and bounded; a result has them only where it ran with others",
    "result_summary": "the beginning of the result, redacted, and its size",
    "guards": "every guard that had something to say: `effect` and `reason` where it objected, `rule`, details",
    "risk_signals": "names of the signals raised",
    "errors": "what could not be read, loaded or judged",
    "session_id": "whole; a subagent has its caller's",
    "agent_id": "the subagent's own id; not there for the main thread",
    "action_id": "the call's `tool_use_id`",
    "contamination": "`contaminated_at`, `source`, `level`, `blocked_tools`: where the level changes, and on every "
                     "question and denial",
    "masked": "how many secrets of the result the model was shown placeholders for",
    "excused": "`[rule, excuse]` of what would have been asked, and why it was not",
    "unread": "characters of a response beyond what was read",
    "call": "what the call does, as it was read once for all guards, where that says something",
    "mode": "`watch`, where nothing was said",
    "bundle": "the first row's: `version` of the guards that write, and the digest of their bundle",
    "policy": "the digest of the settings in force: at a start, at a prompt, and where something was said",
    "permission_mode": "the client's mode, where the settings' digest stands",
    "gap": "what was wrong with the ledger when this row was written; see [reliability](evidence.md)",
    "heartbeat": "`unjudged`: a call ran that no guard was asked about; `changed`: with another input than was judged; "
                 "`forged`: a command that the agent ran made the event up",
    "allowed": "the calls whose objection `guard: allow` lifted for this one: their `action_id`",
    "via": "which installation wrote it (`project`, `local`, `user`, `plugin`, `checkout`), where another began the "
           "session",
    "late": "the row waited beside the ledger for its lock",
    "seq": "the row's number, from 1",
    "prev": 'SHA-256 of the line before; `""` for the first',
    "state": "the first 24 digits of the SHA-256 of the event's row in the state file, where anything was learned",
}

"""Functions that a silent call, or an ordinary result, never calls: event -> {module: names}.

`python3 -m tests.seldom` writes it.  One that is named here and called all the same costs that call a little more, no
more than that.
"""
from __future__ import annotations

BOTH: dict[str, str] = {
    "guards._call":
        "_fitting",
    "guards._call.tags":
        "_agent words_of",
    "guards._call.tools":
        "ran _put operations",
    "guards._history.fields":
        "core",
    "guards._history.labels":
        "started adopted answered released damaged accepted asked went_ahead holds_data _says_something",
    "guards._history.signals":
        "_sends words_of",
    "guards._origin.prompts":
        "machine typed",
    "guards._origin.said":
        "_answers _texts _questions _quoted",
    "guards._sensitive.addresses":
        "_quad _version _sixes _as_address",
    "guards._sensitive.scan":
        "placeholders known_rules redact_line",
    "guards._sensitive.secrets":
        "_heads _has_sign _ends _genuine _span _looks _basic",
    "guards._text.glob":
        "is_pattern parted fits _name",
    "guards.contamination":
        "_unproved _of_unknown _weigh _first_line _brief of_table _granted _spoken_of closed",
    "guards.contamination.release":
        "asked_for counts reason_of answer _told of_clear by_command recorded after",
    "guards.context":
        "_begin _prompt _request _refused _end _end_of_agent _shown _left _closed_as _closed _older",
    "guards.request_origin":
        "_powerful _swapped _names_someone _weighed _of_old objects excused verdict present grave aimed",
    "guards.secrets":
        "_of_form _only_looks",
    "hooks._facts":
        "remotes installed file script sender exists shortened _size file_text",
    "hooks._heartbeat":
        "joined",
    "hooks._outcome":
        "complain text_of where",
    "hooks._record":
        "put_aside prompt_of also_told",
    "hooks._run":
        "forged ended answered watched run_before run_after",
    "hooks._settings":
        "_bad _strict _levels _policy _secrets _extension_key _section _merged _fits",
    "hooks._stores.anchors":
        "_forget remove stems",
    "hooks._stores.delta":
        "patch",
    "hooks._stores.disk":
        "lines remove",
    "hooks._stores.late":
        "put settle",
    "hooks._stores.ledger":
        "running replay taught chain parse rows faults",
    "hooks._stores.sessions":
        "settled merged _why _replayed _last_whole _standing bequeath parent_of inherited",
}
PRE: dict[str, str] = {
    "guards._call.bash":
        "_names_secret bash_tags",
    "guards._call.loud":
        "brings_in",
    "guards._call.tags":
        "among_agents",
    "guards._call.tools":
        "kept_output",
    "guards._history.labels":
        "raised notified _bounded child_of wrote",
    "guards._history.pace":
        "rest",
    "guards._history.request":
        "words substantial intent entities _entity host",
    "guards._history.signals":
        "_of_result result_level default_level word",
    "guards._origin.prompts":
        "made_here",
    "guards._origin.said":
        "said",
    "guards._sensitive.scan":
        "redact",
    "guards._sensitive.secrets":
        "_pattern _shapes _near _search",
    "guards._shell.clients":
        "resumes _of _id",
    "guards._shell.gate":
        "_gate",
    "guards._text.plain":
        "leaves",
    "guards.contamination":
        "_tell _surely_private",
    "guards.context":
        "_approved _result _outcome _find",
    "guards.drift":
        "_to_nobody settled turn stray _wide score",
    "guards.loss":
        "_works_on_files way_out foreign",
    "guards.policy":
        "at_named why_packed wished _ours _verdict _redacted",
    "guards.request_origin":
        "_opened _committers _strange _brought _kept _row trust _of_others",
    "guards.resume_ownership":
        "resumed_id",
    "guards.secrets":
        "learn",
    "guards.self_protection":
        "_of_command _of_script",
    "hooks._facts":
        "write",
    "hooks._record":
        "summary",
    "hooks._world":
        "main_project _main_worktree",
}
POST: dict[str, str] = {
    "guards._call":
        "brief",
    "guards._call.shown":
        "level_shown said",
    "guards._call.tags":
        "leaves_machine",
    "guards._history.labels":
        "launching",
    "guards._history.pace":
        "call anomaly",
    "guards._history.signals":
        "_of_call sequence steps_of _scope family_of _number",
    "guards._origin.evidence":
        "own_row dateish asked_in is_question _as_told _according prompt_row",
    "guards._origin.literals":
        "opens_literal literal _skip _value _member _dict _list _string scalar_end unfold _join",
    "guards._origin.passages":
        "_spoken read",
    "guards._origin.sentences":
        "_attributes _pieces",
    "guards._origin.sites":
        "things own",
    "guards._origin.veiled":
        "_decoded",
    "guards._sensitive.addresses":
        "private_names domains",
    "guards._sensitive.assignments":
        "_fits _name _family _value secret _phrase _mixed _odd _literal",
    "guards._sensitive.drawn":
        "_vendor _in_path _end _drawn _mixed",
    "guards._sensitive.entropy":
        "bits stands_in random_like _drawn typed",
    "guards._sensitive.masking":
        "placeholder without values _size sure_rules _a_value _windows _replaced _end_of_key",
    "guards._sensitive.novel":
        "known riddles unexplained _rows _uncounted _undone _says",
    "guards._sensitive.personal":
        "_apart _near _card _ssn _phone _nearest _date ibans",
    "guards._sensitive.secrets":
        "_core _formats",
    "guards._shell.flow":
        "join origin came_from without_text printed_by looked_at holds packed may_be_file pieces kept of_row",
    "guards._text.fingerprint":
        "begun output_hash spans",
    "guards._text.glob":
        "match_any",
    "guards._text.words":
        "_parted _pairs",
    "guards.contamination":
        "_carries _scripted _judge_call _learn_call",
    "guards.contamination.ingress":
        "told_by people read_once",
    "guards.contamination.nowhere":
        "counted together place_of added",
    "guards.context":
        "_call _summarised _seen _named _inside",
    "guards.memory":
        "_digest _shows _asks_for_it _name_session _answer audited _said _score _judges",
    "guards.request_origin":
        "_consequences _foreign_scripts _acts _holds_address judge _judged",
    "guards.resume_ownership":
        "judge claims",
    "guards.secrets":
        "_judge_call _reveals",
    "hooks._facts":
        "rival kept rows_in _row",
    "hooks._forged":
        "_differs _runs_a_client known fed_by _lives _numbering made_up _in_session",
    "hooks._heartbeat":
        "_with",
    "hooks._run":
        "with_scripts take_up",
}
SELDOM = {
    event: {module: f"{BOTH.get(module, '')} {own.get(module, '')}".strip() for module in {**BOTH, **own}}
    for event, own in (("PreToolUse", PRE), ("PostToolUse", POST))}

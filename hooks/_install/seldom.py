"""Functions that a silent call, or an ordinary result, never calls: event -> {module: names}.

`python3 -m tests.seldom` writes it.  One that is named here and called all the same costs that call a little more, no
more than that.
"""
from __future__ import annotations

SELDOM: dict[str, dict[str, str]] = {
    "PreToolUse": {
        "guards._call.bash":
            "bash_tags",
        "guards._call.tags":
            "among_agents _agent words_of",
        "guards._call.tools":
            "ran kept_output _put _kind operations",
        "guards._history.fields":
            "core",
        "guards._history.labels":
            "raised told _bounded launching started adopted answered released damaged accepted child_of asked "
            "went_ahead wrote holds_data _says_something",
        "guards._history.pace":
            "rest",
        "guards._history.request":
            "words substantial intent entities _entity host",
        "guards._history.signals":
            "_sends words_of _of_result result_level default_level word",
        "guards._origin.prompts":
            "machine typed",
        "guards._origin.said":
            "said _answers _texts _questions _quoted",
        "guards._sensitive.addresses":
            "_quad _version _sixes private_names _as_address domains",
        "guards._sensitive.scan":
            "_without_tags placeholders known_rules redact",
        "guards._sensitive.secrets":
            "_core _heads _has_sign _pattern _formats _ends _genuine _shapes _near _search _span _looks _basic",
        "guards._shell.clients":
            "resumes _of _id",
        "guards._shell.gate":
            "_gate",
        "guards._text.plain":
            "_number",
        "guards.contamination":
            "_unproved _of_unknown _weigh _brief of_table _granted _spoken_of closed _tell _surely_private",
        "guards.contamination.release":
            "asked_for counts reason_of answer _told of_clear by_command recorded after",
        "guards.context":
            "_approved _begin _prompt _request _result _refused _end _end_of_agent _shown _left _closed_as "
            "_outcome _find _closed _older",
        "guards.drift":
            "_to_nobody settled turn stray _wide score",
        "guards.loss":
            "_works_on_files way_out foreign",
        "guards.policy":
            "wished _ours _verdict _redacted",
        "guards.request_origin":
            "_swapped _weighed _shortened _of_old objects excused trusted verdict present grave shown aimed "
            "_brought _kept redact_excerpts _made_here _row trust _of_others",
        "guards.resume_ownership":
            "resumed_id",
        "guards.secrets":
            "learn _of_form _only_looks",
        "guards.self_protection":
            "_of_command",
        "hooks._facts":
            "remotes file write file_text",
        "hooks._heartbeat":
            "joined",
        "hooks._outcome":
            "complain text_of where",
        "hooks._record":
            "put_aside prompt_of summary also_told",
        "hooks._run":
            "ended answered watched run_before run_after",
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
        "hooks._world":
            "main_project _main_worktree",
    },
    "PostToolUse": {
        "guards._call":
            "brief",
        "guards._call.shown":
            "level_shown said",
        "guards._call.tags":
            "_agent words_of leaves_machine",
        "guards._call.tools":
            "ran _put _kind operations",
        "guards._history.fields":
            "core",
        "guards._history.labels":
            "launching started adopted answered released damaged accepted child_of asked went_ahead holds_data "
            "_says_something",
        "guards._history.pace":
            "call anomaly",
        "guards._history.signals":
            "_of_call sequence steps_of _sends _scope family_of words_of _number",
        "guards._origin.evidence":
            "own_row ends unpack dateish asked_in prompt_row joined",
        "guards._origin.literals":
            "opens_literal literal _skip _value _dict _list _string scalar_end unfold _join",
        "guards._origin.passages":
            "_spoken key read",
        "guards._origin.prompts":
            "machine typed",
        "guards._origin.said":
            "_answers _texts _questions _quoted",
        "guards._origin.sentences":
            "_attributes",
        "guards._origin.veiled":
            "_decoded",
        "guards._sensitive.addresses":
            "_quad _version _sixes private_names _as_address domains",
        "guards._sensitive.assignments":
            "_fits _name _family _value secret _phrase _mixed _odd _literal",
        "guards._sensitive.drawn":
            "_begin _name _glued parts _said _line_of_two _vendor _in_path _end _drawn _mixed",
        "guards._sensitive.entropy":
            "bits wordy stands_in random_like typed",
        "guards._sensitive.masking":
            "placeholder without values _size sure_rules _a_value _windows _replaced _end_of_key",
        "guards._sensitive.novel":
            "mark known riddles unexplained _rows _uncounted _undone _says",
        "guards._sensitive.personal":
            "numbers _pieces _apart _number _near _labelled _card _ssn _phone _nearest _date ibans",
        "guards._sensitive.scan":
            "placeholders known_rules",
        "guards._sensitive.secrets":
            "_core _heads _has_sign _formats _ends _genuine _span _looks _basic",
        "guards._shell.flow":
            "join without_text printed_by looked_at may_be_file pieces",
        "guards._text.fingerprint":
            "output_hash spans",
        "guards._text.glob":
            "match_any",
        "guards._text.plain":
            "_number",
        "guards._text.words":
            "_pairs act",
        "guards.contamination":
            "_carries _scripted _judge_call _unproved _of_unknown _weigh _brief of_table _granted _spoken_of "
            "closed _learn_call",
        "guards.contamination.ingress":
            "people",
        "guards.contamination.nowhere":
            "counted together place_of added",
        "guards.contamination.release":
            "asked_for counts reason_of answer _told of_clear by_command recorded after",
        "guards.context":
            "_begin _prompt _request _call _refused _end _end_of_agent _shown _left _closed_as _closed "
            "_summarised _older _seen _named _inside",
        "guards.memory":
            "_digest _shows _asks_for_it _name_session _answer audited _said _score _judges",
        "guards.request_origin":
            "_foreign_scripts _acts judge _swapped _weighed _shortened _of_old objects excused trusted verdict "
            "present grave shown aimed _judged",
        "guards.resume_ownership":
            "judge resumed_id claims",
        "guards.secrets":
            "_judge_call _of_form _reveals _only_looks",
        "hooks._facts":
            "look_up remotes file rival kept _row file_text _module",
        "hooks._heartbeat":
            "joined _with",
        "hooks._observe":
            "looked_up",
        "hooks._outcome":
            "complain text_of where",
        "hooks._record":
            "put_aside prompt_of also_told",
        "hooks._run":
            "ended answered take_up watched run_before run_after",
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
        "hooks._world":
            "main_project _main_worktree",
    },
}

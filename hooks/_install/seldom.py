"""Functions that a silent call, an ordinary result or an ordinary call that leads outside never calls, and classes of
which it makes nothing: archive -> {module: names}.

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
        "ran _put operations towards",
    "guards._history.fields":
        "core",
    "guards._history.labels":
        "started adopted answered released damaged accepted asked went_ahead holds_data _says_something",
    "guards._history.signals":
        "_sends words_of",
    "guards._origin.prompts":
        "machine typed",
    "guards._origin.said":
        "_answers _texts questions _questions _quoted",
    "guards._sensitive.addresses":
        "_quad _version _sixes _as_address",
    "guards._sensitive.scan":
        "redact_line",
    "guards._sensitive.secrets":
        "_in_words _heads _has_sign _ends _genuine _span _looks _basic",
    "guards._text.glob":
        "is_pattern parted fits _name",
    "guards.contamination":
        "_unproved _of_unknown _weigh _link _first_line _brief of_table rule_of _granted _spoken_of",
    "guards.contamination.release":
        "asked_for counts reason_of answer _told of_clear by_command recorded after",
    "guards.context":
        "_begin _prompt _request _refused _end _end_of_agent _shown _left _closed_as _closed _older",
    "guards.request_origin":
        "_powerful _swapped _names_someone _weighed _of_old objects rule_of verdict present grave aimed",
    "guards.secrets":
        "_of_form _only_looks",
    "hooks._facts":
        "remotes installed file script sender exists shortened _size file_text",
    "hooks._heartbeat":
        "joined",
    "hooks._observe":
        "met_again _cut _end",
    "hooks._outcome":
        "complain text_of where",
    "hooks._record":
        "put_aside replaced prompt_of also_told",
    "hooks._run":
        "forged ended answered say_once watched run_before run_after",
    "hooks._settings":
        "_over_mine _bad _strict _levels _policy _secrets _extension_key _section _merged _fits",
    "hooks._stores.anchors":
        "_forget remove stems",
    "hooks._stores.delta":
        "patch full _meant _key",
    "hooks._stores.disk":
        "lines remove",
    "hooks._stores.late":
        "put settle",
    "hooks._stores.ledger":
        "running continued _whole replay taught Line chain parse rows faults",
    "hooks._stores.sessions":
        "settled merged _why _replayed _last_whole _standing bequeath parent_of inherited",
}
PRE: dict[str, str] = {
    "guards._call.bash":
        "_placed _names_secret bash_tags",
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
        "made_here _numbers",
    "guards._origin.said":
        "said",
    "guards._sensitive.scan":
        "placeholders known_rules without_named redact",
    "guards._sensitive.secrets":
        "_pattern _shapes _near _search",
    "guards._shell.clients":
        "Resume resumes _of _id",
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
        "copied evidence_of by_name objection rule_of _spent way_out foreign",
    "guards.loss.gate":
        "_told _wakes _beside _works_on_files",
    "guards.policy":
        "at_named why_packed wished _ours _verdict _redacted",
    "guards.request_origin":
        "_opened _committers _strange _brought _kept _row trust _of_others",
    "guards.resume_ownership":
        "resumed_id",
    "guards.secrets":
        "learn",
    "guards.self_protection":
        "_of_command _of_running _of_script",
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
        "own_row dateish asked_in is_question _as_told _as_wished _according counted breaks _in_clauses "
        "_numbered prompt_row proposed_rows kinds_of",
    "guards._origin.literals":
        "opens_literal literal _skip _value _member _dict _list _string scalar_end unfold _join",
    "guards._origin.passages":
        "said read",
    "guards._origin.sentences":
        "_attributes _pieces _split",
    "guards._origin.sites":
        "things own",
    "guards._origin.veiled":
        "_decoded",
    "guards._sensitive.addresses":
        "private_names domains",
    "guards._sensitive.assignments":
        "_no_test _fits _apart _cell manifest _of_secret _name _family _value secret _phrase _mixed _unspoken "
        "_odd _literal",
    "guards._sensitive.drawn":
        "_vendor _in_path _end _whole _drawn _mixed",
    "guards._sensitive.entropy":
        "bits stands_in counts random_like _drawn typed phrases",
    "guards._sensitive.novel":
        "known riddles unexplained _rows _uncounted _undone _says",
    "guards._sensitive.personal":
        "_apart _near _card _ssn _phone _nearest _date ibans",
    "guards._sensitive.secrets":
        "_formats",
    "guards._shell.flow":
        "join origin came_from without_text printed_by looked_at holds packed Arg may_be_file pieces kept "
        "of_row",
    "guards._text.address":
        "prose_of sentences_of",
    "guards._text.fingerprint":
        "begun output_hash",
    "guards._text.glob":
        "match_any",
    "guards._text.orders":
        "_ordered _kinds",
    "guards._text.plain":
        "bounded _number",
    "guards._text.words":
        "_parted _pairs beside opaque",
    "guards.contamination":
        "_carries _scripted _judge_call _of_others closed _learn_call",
    "guards.contamination.ingress":
        "began_with told_by people read_once",
    "guards.contamination.nowhere":
        "counted together place_of added untold",
    "guards.context":
        "_call _summarised _seen _named _inside",
    "guards.memory":
        "_digest _shows _asks_for_it _name_session _answer audited _said _score _judges",
    "guards.request_origin":
        "_consequences _foreign_scripts _acts judge _judged",
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
    "hooks._record":
        "given",
    "hooks._run":
        "with_scripts external take_up",
}
OUT: dict[str, str] = {
    "guards._call.acts":
        "_there _of_tool _lent loaded edited fetches_and_runs brings_code later _short _instead written lines "
        "addresses _ip _telling",
    "guards._call.beside":
        "is_beside _local sliced _targets _scripts",
    "guards._call.consequences":
        "_literals",
    "guards._call.destinations":
        "_first thing_named names_in _beside _numbered words_in user_named own_apps foreign_named leads_outside",
    "guards._call.entrusted":
        "inside",
    "guards._call.grants":
        "opens opened",
    "guards._call.installs":
        "opens_machine outside _program",
    "guards._call.manifests":
        "sources _words",
    "guards._call.names":
        "reads _foreign _private _changes",
    "guards._call.references":
        "references _pairs _owned _two _new _words dependencies switched _key_words accounts grantees endpoints",
    "guards._history.sequence":
        "_packed _load opaque load_of _names names_of _at _took _carries shown mark repeated deny call_mark",
    "guards._origin.allowance":
        "ordered first_line spoken requires judge answered opened given lifts spent outcome named agent_context",
    "guards._origin.approvals":
        "went_ahead revoked offered",
    "guards._origin.attribution":
        "delegated led _by_name _unspoken _at_home _searched_out _tone _cohesion",
    "guards._origin.call_values":
        "_paths _names_id",
    "guards._origin.carried":
        "fold keys _names _letters _runs _forms numbers",
    "guards._origin.compact":
        "compact base64 _both _each",
    "guards._origin.delegation":
        "inside owners _ours",
    "guards._origin.entrusting":
        "_trusted _said",
    "guards._origin.evidence":
        "made asked_in is_question _as_told _as_wished _according counted breaks _in_clauses _numbered "
        "prompt_row proposed_rows kinds_of redact_excerpts result_row _packed",
    "guards._origin.handed":
        "handed _listed _carried _parts _answers looked_up _card",
    "guards._origin.links":
        "cited _well_known",
    "guards._origin.lookalike":
        "edits seeming near_name near_host near_account check_digits near_mailbox near_value posed foreign_only",
    "guards._origin.opened":
        "said_in asks keys",
    "guards._origin.packed":
        "shape narrow _put words_of",
    "guards._origin.swapped":
        "given private brief shown near altered _of_his_words swapped resembles alike pushed",
    "guards._sensitive.drawn":
        "_in_path _end _whole _drawn _mixed",
    "guards._sensitive.entropy":
        "bits wordy stands_in counts random_like _drawn typed phrases",
    "guards._sensitive.folded":
        "folded _one",
    "guards._sensitive.novel":
        "opaque _turns words marks _opaque_ones _escaped _odd _drawn candidates _rows_in _parts mark known "
        "riddles unexplained _rows _uncounted _undone _says",
    "guards._sensitive.opaque":
        "met_again mask_high_entropy _run _path _opaque",
    "guards._sensitive.overlap":
        "Hit seen_rows parts_of _sum _value_rows _shingles _winnowed _sums _unescaped decoded _hex _codes",
    "guards._sensitive.paths":
        "keeps_secrets",
    "guards._shell.aims":
        "place_in exported reach unsealed handed_on typed_out paired located",
    "guards._shell.arguments":
        "ways_in",
    "guards._shell.builds":
        "sends_context _composed _contexts _daemon _handed _pushed _registry _options _words _folder",
    "guards._shell.code":
        "interpreter module awk code starts reaches spelt runs environment addressed opens_only send",
    "guards._shell.constants":
        "is_makefile made _but_doubled put_in _plain_pieces",
    "guards._shell.conventions":
        "play_now written_now started named_by play notebook entrusted stripped",
    "guards._shell.dispatch":
        "unglobbed",
    "guards._shell.evaluated":
        "evaluates _behind _whole _assigned _imported _names",
    "guards._shell.expansion":
        "expanded fields cut translated letters substituted",
    "guards._shell.files":
        "changed copy tee dd archive tar_parts writer remove",
    "guards._shell.filters":
        "reduced printenv declare echo unescaped base64 decoded rev tr cat grep one_variable sed in_place query "
        "replacement_run find wanted_names listing read_variable scratch cd",
    "guards._shell.flow":
        "holds kept of_row",
    "guards._shell.gathers":
        "statements literals _closed undocumented folded gathered hands_over start one_kind",
    "guards._shell.git":
        "git_runs mere_word git_remote name_remote git_config git_fetch git_mail git_archive git_listed "
        "git_clean",
    "guards._shell.loops":
        "rounds",
    "guards._shell.network":
        "netcat socat openssl copier ssh told_there ftp names tunnel",
    "guards._shell.opened":
        "is_folder",
    "guards._shell.packs":
        "listed secret _of_container lists taken _beside folders _below",
    "guards._shell.programs":
        "waking",
    "guards._shell.quoting":
        "read_array quoted dollar backquoted braces ansi",
    "guards._shell.reached":
        "reached is_named runs near",
    "guards._shell.relays":
        "stands_for leads port_of numbers foreign",
    "guards._shell.services":
        "cloud _from_here mail sender client dumper terraform wrapped_install",
    "guards._shell.sources":
        "env_level synced globbed shows_secret is_script takes_away worth_keeping may_leak speaks holds_values",
    "guards._shell.targets":
        "targets removed places named opened_to_write argument receiver edits paths parts of_name",
    "guards._shell.unknown":
        "unknown hands_out public named_machine stored like_file whole published outputs _shaped gives_away "
        "opened its_own run_by_it mounted mentioned parted words_with_flow computed by_words",
    "guards._shell.web":
        "led configured data named wget httpie opener",
    "guards._shell.wrappers":
        "embedded script call_function wrapped env filled xargs shell script_file remote evaluate scheduled "
        "inner_shell partner",
    "guards._text.address":
        "telephones sentences_of",
    "guards._text.fingerprint":
        "begun output_hash",
    "guards._text.lasting":
        "by_itself has_runner recipe pipeline",
    "guards._text.orders":
        "_past may_ask _points _ordered _kinds _marked _word _verb _places _first _since _of_others requests",
    "guards._text.reason":
        "voice brief",
    "guards._text.sql":
        "_changes",
    "guards._text.words":
        "_parted tokens_of _pairs beside _pieces opaque",
    "guards.contamination.egress":
        "unseen approval approved_place",
    "guards.contamination.folders":
        "for_everybody _fits",
    "guards.contamination.logins":
        "of_tests document files_read covered goes_there values_of beside issued_by of_service _words",
    "guards.contamination.nowhere":
        "meets remembered place_of added",
    "guards.contamination.own":
        "needle _said attached _files _away built pointed others_say theirs",
    "guards.contamination.plain":
        "mark noted near _means plain",
    "guards.contamination.plans":
        "just_written of_text likely handed_on gone",
    "guards.contamination.retyped":
        "_foreign",
    "guards.loss.destroys":
        "remove over value_of truncate dd find rsync modes formats unpacks edits sorts nothing",
    "guards.loss.services":
        "by_words plain made of_words harmless httpie containers rclone aws forge with_address redis dropdb "
        "infrastructure crontab statements in_file sql host_of cluster",
    "guards.loss.versions":
        "tree reset checkout restore switch clean stash branch tag worktree remove forgets rewrites update_ref "
        "refs move submodule checkout_index read_tree",
    "guards.loss.words":
        "parse lets_in database",
    "hooks._attendance":
        "typed _started_by_an_agent _launched",
    "hooks._git":
        "filters_off _filled _time_of _by_module",
    "hooks._stores.packs":
        "numbers pack grow _said_to_cover _grow _young _made faults drop",
    "hooks._stores.processes":
        "Process process _from_proc _from_ps _from_windows environment _environment_by_ps agent _only_runs_us "
        "machine _boot_id _link identity alive records enter _since session_of leave provide_live rival living "
        "_dispatches _time",
}
REST: dict[str, str] = {
    "guards._call":
        "brief _fitting",
    "guards._call.bash":
        "_placed _names_secret bash_tags named _script_of",
    "guards._call.destinations":
        "destinations _texts _first Told Known classify_destination _spelled_out _app_of thing_named "
        "named_by_untrusted loose_names added own_apps foreign_named lent leads_outside of_strangers server_of",
    "guards._call.shown":
        "_masked _bare level_shown said",
    "guards._call.tags":
        "among_agents _agent words_of leaves_machine",
    "guards._call.tools":
        "ran _put operations towards",
    "guards._history.fields":
        "core",
    "guards._history.labels":
        "launching released damaged accepted child_of asked went_ahead wrote holds_data _says_something",
    "guards._history.lineage":
        "Found clean_id make_row kitchens_of is_dispatched resolve _found tree launcher",
    "guards._history.pace":
        "call anomaly",
    "guards._history.signals":
        "_of_call sequence steps_of _sends _scope family_of words_of word _number",
    "guards._origin.carried":
        "keys _names _letters _runs _forms numbers",
    "guards._origin.evidence":
        "own_row breaks kinds_of",
    "guards._origin.heard":
        "_wants_an_answer _ends_asking _needed _leads",
    "guards._origin.instructions":
        "opened strange is_prose",
    "guards._origin.intents":
        "_denied _gone",
    "guards._origin.languages":
        "_begins",
    "guards._origin.literals":
        "opens_literal literal _skip _value _member _dict _list _string scalar_end unfold _join",
    "guards._origin.passages":
        "said read",
    "guards._origin.pasted":
        "meant _of_other_tongues _clauses _kind _lead",
    "guards._origin.proposed":
        "_questions _offer _item refuses answered points _taken",
    "guards._origin.said":
        "_answers _texts _questions _quoted",
    "guards._origin.sentences":
        "_attributes _pieces _split",
    "guards._origin.sites":
        "own",
    "guards._origin.swapped":
        "payer shown altered _of_his_words swapped resembles alike pushed",
    "guards._origin.veiled":
        "_decoded",
    "guards._sensitive.addresses":
        "_quad _version _sixes _as_address",
    "guards._sensitive.assignments":
        "_no_test _fits _apart manifest _of_secret _name _family _value secret _phrase _mixed _unspoken _odd "
        "_literal",
    "guards._sensitive.drawn":
        "_begin _name _glued parts _said _line_of_two _vendor _in_path _end _whole _drawn _mixed",
    "guards._sensitive.entropy":
        "bits wordy stands_in counts random_like _drawn typed phrases",
    "guards._sensitive.folded":
        "folded unfolded _one _chosen _anchors _found",
    "guards._sensitive.novel":
        "mark known riddles unexplained _rows _uncounted _undone _says",
    "guards._sensitive.opaque":
        "met_again percent mask_high_entropy _run _path _opaque",
    "guards._sensitive.overlap":
        "Hit carried near _others chain _shingles _winnowed _sums Index _readings _undo _unescaped _text "
        "_base64 decoded _base32 base32 _hex _codes _reassembled",
    "guards._sensitive.personal":
        "numbers _in_line _pieces _apart _number _near _labelled _card _ssn _phone _nearest _date ibans",
    "guards._sensitive.scan":
        "_without_tags placeholders known_rules redact_line",
    "guards._sensitive.secrets":
        "_in_words _heads _has_sign _formats _ends _genuine _span _looks _basic",
    "guards._shell.arguments":
        "options whole_name ways_in",
    "guards._shell.builds":
        "sends_context _composed _contexts _daemon _handed _pushed _registry _options _words _folder",
    "guards._shell.flow":
        "join origin came_from without_text printed_by looked_at holds packed Arg may_be_file pieces kept "
        "of_row",
    "guards._shell.gate":
        "_gate",
    "guards._shell.pieces":
        "words",
    "guards._shell.programs":
        "waking",
    "guards._shell.relays":
        "relayed behind stands_for leads port_of followed ends listens sockets numbers foreign copied_to",
    "guards._shell.sources":
        "env_level file_level synced globbed prints_secret shows_secret is_script takes_away worth_keeping "
        "may_leak speaks holds_values",
    "guards._text.address":
        "is_local private telephones prose_of sentences_of",
    "guards._text.dates":
        "rfc3339",
    "guards._text.envelope":
        "unwrap decode _is_block",
    "guards._text.fingerprint":
        "begun output_hash",
    "guards._text.glob":
        "match_any is_pattern parted fits _name",
    "guards._text.orders":
        "_ordered _kinds",
    "guards._text.plain":
        "_number",
    "guards._text.sql":
        "changing _changes empties",
    "guards._text.words":
        "beside",
    "guards.contamination":
        "_carries _scripted _judge_call _of_others _unproved _of_unknown _weigh _link _first_line _brief "
        "of_table rule_of _granted _spoken_of closed _learn_call",
    "guards.contamination.ingress":
        "began_with told_by _source_level whose_answer people read_once",
    "guards.contamination.nowhere":
        "met counted together place_of added untold",
    "guards.contamination.release":
        "counts reason_of answer _told of_clear by_command recorded after",
    "guards.context":
        "_begin _call _refused _left _summarised _older _seen _named _inside",
    "guards.drift":
        "judge _to_nobody settled turn stray _wide score",
    "guards.loss":
        "requires judge copied evidence_of by_name objection rule_of records _spent way_out foreign",
    "guards.loss.destroys":
        "losses made_again of_command of_touch remove over value_of truncate dd find rsync modes formats "
        "unpacks edits sorts nothing",
    "guards.loss.gate":
        "_told _wakes _beside worth_reading wakes _works_on_files",
    "guards.loss.services":
        "services by_words plain made of_words harmless curl httpie containers rclone aws forge with_address "
        "redis dropdb infrastructure publisher crontab resets files_of statements in_file sql host_of cluster",
    "guards.loss.versions":
        "git tree reset checkout restore switch clean stash stashed branch tag push worktree remove forgets "
        "rewrites update_ref refs backwards keeps move submodule checkout_index read_tree",
    "guards.loss.words":
        "Loss without_marks parse parts lets_in database",
    "guards.memory":
        "_digest _asks_for_it _name_session _answer audited _said _score _judges",
    "guards.request_origin":
        "_consequences _foreign_scripts _powerful _acts _swapped _names_someone _weighed _of_old objects "
        "rule_of verdict present grave aimed _brought _judged",
    "guards.resume_ownership":
        "judge claims",
    "guards.resume_ownership.launches":
        "_open_call _agent_ids _dispatch_rows launched_id said _field _first",
    "guards.resume_ownership.ownership":
        "Claim verdict _judge _owned by_orchestrator _listed _living _still_open before_this kitchens _evidence "
        "_pass _deny _unreadable _unknown _unchecked _two_owners _brief _place _plain _quoted",
    "hooks._commits":
        "wrote _entry _same",
    "hooks._decisions":
        "_decision _complete _output_hash link faults",
    "hooks._facts":
        "remotes installed file script sender exists rival shortened kept _size rows_in _row",
    "hooks._forged":
        "_differs _runs_a_client _lives _numbering made_up _in_session",
    "hooks._git":
        "filters_off _time_of _by_module remotes",
    "hooks._heartbeat":
        "_with",
    "hooks._install.presence":
        "provide registering registers text_of _unstarted _lost _ours _handlers _starts",
    "hooks._instructions":
        "committed",
    "hooks._launch":
        "_launched launched_by _kind _recipe _fork _forked_from _in_transcript _of_process _mark _cleared "
        "_quoted",
    "hooks._observe":
        "met_again _cut _end",
    "hooks._outcome":
        "complain text_of where",
    "hooks._passed":
        "faults",
    "hooks._pins":
        "in_force refused taken _code accept wrote forget files_of stamps_of came_by_git _tracked accepted "
        "_base _digest_of _keep _save _put",
    "hooks._receipts":
        "late unsealed _publish _told",
    "hooks._record":
        "put_aside replaced also_told",
    "hooks._run":
        "forged ended answered say_once with_scripts external take_up watched",
    "hooks._settings":
        "_over_mine _bad _strict _levels _policy _secrets _extension_key _section _merged _fits",
    "hooks._signing":
        "sign allowed_signers verify encrypt decrypt _run _output _last",
    "hooks._stake":
        "provide with_scripts orders",
    "hooks._stake.files":
        "removed targets over merged unpacked same alike braces globbed one outside add walked nested "
        "repository status within weigh below empty fits changed cleaned worktree modes",
    "hooks._stake.found":
        "Stake Place product",
    "hooks._stake.history":
        "folder_of listed add commits moved gone bases contained unpushed stash_list stashes applied pushed "
        "overwritten",
    "hooks._stake.own":
        "Own marks listed entries staged uncommitted intervals seconds",
    "hooks._stake.routine":
        "papers words_of",
    "hooks._stores.anchors":
        "_forget remove stems",
    "hooks._stores.late":
        "put settle",
    "hooks._stores.launches":
        "remember known tops",
    "hooks._stores.ledger":
        "faults",
    "hooks._stores.processes":
        "_from_ps _from_windows environment _environment_by_ps alive _since session_of provide_live rival "
        "living _dispatches _time",
    "hooks._stores.provenance":
        "record accept provide provide_hint look_up _rows hint every",
    "hooks._stores.retention":
        "days_of purge leftovers folders expired _living _newest",
    "hooks._stores.search":
        "parsed",
    "hooks._stores.sessions":
        "merged _why _last_whole _standing bequeath parent_of inherited",
    "hooks._trust":
        "tightened _stricter _lists _tools _policy path_of trusted trust",
}
SELDOM = {
    event: {module: f"{BOTH.get(module, '')} {own.get(module, '')}".strip() for module in {**BOTH, **own}}
    for event, own in (("PreToolUse", PRE), ("PostToolUse", POST))}
SELDOM.update(command=OUT, outward=OUT, onward=OUT)
SELDOM.update(dict.fromkeys((
    "SessionStart", "InstructionsLoaded", "UserPromptSubmit", "UserPromptExpansion", "PostToolUseFailure",
    "PermissionRequest", "SubagentStart", "SubagentStop", "PreCompact", "SessionEnd"), REST))

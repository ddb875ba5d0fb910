"""What `python3 -m tests` leaves out so that it answers soon, and says so; `--all` leaves out nothing.

Left out are tests marked `slow` or `real_agent` or listed here, and rows of long tables: which, a hash of their names
says, so that the same rows are played on every machine and a new row moves no other.  Scripts of ours run as forks of
one process that has imported them (tests/warm.py), and properties are tried on fewer examples.
"""
from __future__ import annotations

import contextlib
import importlib
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from _pytest.outcomes import Skipped as skipped
from _pytest.runner import runtestprotocol

from tests import warm

T = TypeVar("T")
# A table of more rows than this is played in part, whichever it is; but where the rows are the design's own modules.
LONG = 10
WHOLE = frozenset(("test_architecture.py",))
# File -> one row in so many is played, where a row starts processes or takes long.
SAMPLED = {"test_guards__rules.py": 8, "test_linear.py": 24, "test_linear_commands.py": 24, "test_history_fields.py": 24, "test_orchestrator.py": 4, "test_hooks__receipts.py": 8,
           "test_stores_anchors.py": 6, "test_stores_search_index.py": 4, "test_sensitive_overlap.py": 3,
           "test_evidence_instructions.py": 12, "test_hooks_guardctl.py": 10, "test_reasons.py": 6, "test_hooks__passed.py": 3, "test_ctl__terminal.py": 3,
           "test_install_archive.py": 5, "test_ctl_verify.py": 3, "test_hooks__launch.py": 3, "test_ctl_approvals.py": 3, "test_ctl_memory.py": 3,
           "test_hooks__run.py": 4, "test_imports.py": 3, "test_ctl_benchmark.py": 3, "test_hooks__claims.py": 4,
           "test_text_reason.py": 6, "test_hooks__forged.py": 3, "test_stores_packs.py": 3, "test_install_command.py": 3,
           "test_stores_processes.py": 3, "test_intent_languages_second.py": 3, "test_intent_languages_set.py": 3, "test_origin_delegated_choice.py": 2,
           "test_origin_unasked.py": 2, "test_stories.py": 4, "test_install_parts.py": 3, "test_agents.py": 3, "test_hooks__held.py": 3,
           "test_unsaved_rescue.py": 3, "test_hooks__archive.py": 3, "test_guards_loss.py": 2}
# File -> the tests of it that are played all the same; the others took seconds each when they were measured.
SLOW: dict[str, tuple[str, ...]] = {
    "test_install.py": ("test_every_event_answers_with_silence_and_is_recorded",),
    "test_faults.py": ("test_many_processes_on_one_session_lose_no_row", "test_a_kill_loses_nothing_that_was_acknowledged",
                       "test_every_event_has_a_schema"),
    "test_install_large.py": (), "test_install_presence.py": (), "test_install_said.py": (),
    "test_install_work.py": (), "test_install_check.py": (), "test_install_switches.py": (), "test_install_status_line.py": (),
    "test_ctl_doctor.py": (), "test_ctl_demo.py": (), "test_wheel.py": (), "test_hooks__turn.py": (),
    "test_time_budget.py": ("test_what_is_unread_counts_as_if_a_secret_stood_there",),
    "test_readme.py": ("test_it_is_short", "test_every_link_leads_somewhere", "test_every_page_is_linked",
                       "test_the_table_of_guards_is_the_registrys"),
    "test_report_page.py": (), "test_hooks__pins.py": (), "test_install_shared.py": (),
    "test_install_agents.py": (),
}
SLOW_TESTS = frozenset((
    "test_what_leaves_with_a_tool_that_runs_elsewhere", "test_nobody_reads_on",
    "test_a_call_and_its_result_are_one_line_within_the_width", "test_the_order_of_guards_changes_no_verdict",
    "test_sixteen_times_the_command_is_about_sixteen_times_the_work",
    "test_what_does_not_come_from_the_client_that_began_the_session",
    "test_a_foreign_row_is_named_once_and_takes_no_guard_with_it", "test_summarising_changes_no_verdict",
    "test_a_third_is_asked_too", "test_any_answer_of_an_audit_is_read", "test_a_bent_payload_breaks_nothing",
    "test_no_text_breaks_a_reader",
    "test_all_lies_outside_and_a_change_of_it_is_seen",
    "test_a_record_or_a_file_that_was_altered_is_a_fault",
    "test_killed_at_any_moment_nothing_is_lost_and_nothing_comes_twice",
    "test_a_system_without_posix_finds_its_archives",
    "test_the_job_s_own_folder_is_ours_though_it_lies_among_scratch",
    "test_settings_that_were_put_there_before_take_the_place_of_ours", "test_harmless_holds_for_any_json",
    "test_a_bare_secret_of_no_known_format_does_not_leave", "test_since_leaves_out_what_was_before",
    "test_what_is_learned_beside_the_lock_counts_at_once", "test_a_level_never_falls_by_a_late_row",
    "test_a_held_lock_opens_nothing_and_loses_no_row", "test_what_each_unit_is_worth",
    "test_an_index_of_another_store_is_not_used",
    "test_the_scripts_keep_to_it_and_status_doctor_and_settings_name_the_file", "test_a_torn_index",
    "test_of_many_rows_the_few_that_can_be_carried_are_enough",
    "test_a_session_begins_anew_in_a_process_of_its_clients_program_alone", "test_times_are_compared_as_times",
    "test_an_index_says_what_its_rows_say", "test_a_text_is_read_up_to_its_bound",
    "test_the_next_id_after_a_very_long_line", "test_story_in_auto_mode",
    "test_the_page_fits_a_phone_and_a_desk_by_day_and_by_night", "test_each_module_stands_behind_what_it_imports",
    "test_with_none_with_half_and_with_all_of_it_the_same_is_found",
    "test_an_event_is_answered_alike_whatever_becomes_of_the_archive",
    "test_an_event_is_answered_alike_whatever_becomes_of_the_shelf",
    "test_functions_that_lie_apart_are_read_out_of_their_source_where_their_piece_is_gone",
    "test_verdicts_are_written_and_compared", "test_a_kept_file_never_grows_beyond_its_limit",
    "test_any_changed_byte_in_any_row_is_found", "test_rsyslog_carries_every_row_once_over_a_rotation",
    "test_several_processes_tell_what_one_tells", "test_what_raises_as_it_is_imported_gets_no_archive",
    "test_summarising_changes_no_signal_and_no_label", "test_a_dialect_is_one_file_and_one_line",
    "test_what_is_not_looked_at_fits_no_call", "test_what_sends_is_seen_behind_any_number_of_steps",
    "test_a_call_weighs_a_kilobyte_at_most", "test_a_real_export_is_told_and_newest_objections_are_bounded",
    "test_a_prompt_full_of_fields_is_read_in_time_and_none_of_it_is_the_persons",
    "test_sixteen_processes_at_once_lose_nothing",
    "test_a_long_ledger_without_its_cache_is_read_from_its_last_whole_row", "test_try_finds_what_the_benches_find",
    "test_a_whole_repository_comes_back", "test_every_row_of_a_mixed_session_is_valid",
    "test_replaying_a_ledger_gives_the_cached_session_and_classification_never_falls",
    "test_and_for_any_white_space", "test_for_any_settings_out_undoes_in_and_twice_is_once",
    "test_for_any_settings_without_hooks_too", "test_the_official_client", "test_every_secret_in_every_disguise",
    "test_bounded", "test_an_archive_is_compared_with_its_sources", "test_the_shelf_is_compared_with_its_sources",
    "test_further_archives_need_no_first_one", "test_a_session_is_answered_alike_with_archives_and_without", "test_the_same_at_ten_and_at_ten_thousand_calls",
    "test_a_silent_call_of_an_installation_opens_few_files", "test_a_block_holds_anything_and_ends_nowhere_else",
    "test_over_all_languages", "test_what_one_module_takes_from_another_is_there", "test_what_is_left_out_is_counted",
    "test_one_of_an_earlier_version_is_read_at_its_end_and_says_so",
    "test_of_what_is_stopped_nearly_all_is_stopped_after_twelve_prompts",
    "test_a_changed_byte_costs_time_and_nothing_else", "test_rows_that_one_pack_cannot_hold_are_not_joined", "test_no_room_grew",
    "test_no_program_that_path_finds_first_comes_between", "test_an_old_python_says_so_and_no_more", "test_any_tree_is_the_same_afterwards",
    "test_an_installation_that_uses_a_checkout_in_place_protects_it", "test_whose_project_is_the_checkout_works_on_it_as_before",
    "test_the_room_that_is_made_for_an_archive_holds_the_largest", "test_what_its_installer_leaves_of_ours_stops_a_call",
    "test_a_result_of_an_installation_is_read_out_of_its_archive", "test_a_padded_chain_of_programs_is_asked_about_below_and_above_its_bound",
    "test_what_lies_apart_is_there_and_of_classes_those_that_are_only_called", "test_it_is_renewed_every_fifty_rows", "test_a_command_that_cannot_be_read_to_its_end"))
EXAMPLES = 15       # that Hypothesis tries where a test names no number; 100 under --all
WHY = {"slow": "that take long", "real_agent": "with the real agent", "agents": "with other real agents", "rows": "rows of long tables"}

_left_out: dict[str, int] = {}


def share(worker: dict[str, Any]) -> None:
    """Imports this worker's share of the tests, so that their asserts are rewritten once: the others find its bytecode."""
    first, many = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for path in sorted(Path(__file__).parent.glob("test_*.py"))[first::many]:
        with contextlib.suppress(Exception, skipped):       # said where it is collected
            importlib.import_module(f"tests.{path.stem}")


def thin(metafunc: Any) -> None:
    """Takes rows out of a table before there is a test for each, and counts them; a table that is left out whole keeps all."""
    rows, file = metafunc._calls, metafunc.definition.path.name
    most = _played(file, len(rows))
    if len(rows) > most and not _reason(metafunc.definition):
        kept = set(sorted(range(len(rows)), key=lambda at: zlib.crc32(f"{metafunc.definition.name}[{rows[at].id}]".encode()))[:most])
        _left_out["rows"] = _left_out.get("rows", 0) + len(rows) - most
        metafunc._calls = [row for at, row in enumerate(rows) if at in kept]


def run(item: Any, nextitem: Any) -> None:
    """Runs a test in a worker, and reports what says something: a message costs as much as a small test."""
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed or report.duration > 0.1:
            item.ihook.pytest_runtest_logreport(report=report)


def leave_out(config: Any, items: list[Any]) -> None:
    """Takes whole tests out of the items, and counts them by reason."""
    kept, gone = [], []
    for item in items:
        reason = _reason(item)
        (gone if reason else kept).append(item)
        if reason:
            _left_out[reason] = _left_out.get(reason, 0) + 1
    items[:] = kept
    config.hook.pytest_deselected(items=gone)


def _played(file: str, rows: int) -> int:
    """How many rows of a table are played."""
    most = rows if file in WHOLE else LONG
    return min(-(-rows // SAMPLED.get(file, 1)), most)


def _reason(item: Any) -> str:
    """Why a test is left out, whatever its rows; "" for not."""
    mark = next((mark for mark in ("real_agent", "agents", "slow") if item.get_closest_marker(mark)), "")
    name = getattr(item, "originalname", item.name)
    return mark or ("slow" if name in SLOW_TESTS or name not in SLOW.get(item.path.name, (name,)) else "")


def few(rows: Iterable[T], count: int) -> list[T]:
    """Of what a test goes through in a loop: so many in the quick lane, from all over it; else all."""
    every = list(rows)
    return every[::max(1, len(every) // count)][:count] if is_on() else every


def is_on() -> bool:
    return warm.QUICK in os.environ


def hand_over(config: Any) -> None:
    """From a worker process to the one that prints: all workers collect the same."""
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = dict(_left_out)


def take_over(node: Any) -> None:
    _left_out.update(getattr(node, "workeroutput", {}).get("left_out", {}))


def say(reporter: Any) -> None:
    if _left_out:
        parts = ", ".join(f"{count} {WHY[reason]}" for reason, count in sorted(_left_out.items()))
        reporter.write_line(f"left out: {sum(_left_out.values())} tests ({parts}); python3 -m tests --all runs them")

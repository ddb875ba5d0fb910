"""What `python3 -m tests` leaves out so that it answers soon, and says so; `--all` leaves out nothing.

Left out are tests marked `slow` or `real_agent` or listed here, and rows of long tables: which, a hash of their names
says, so that the same rows are played on every machine and a new row moves no other.  Scripts of ours run as forks of
one process that has imported them (tests/warm.py), and properties are tried on fewer examples.
"""
from __future__ import annotations

import zlib
from typing import Any

# A table of more rows than this is played in part, whichever it is; but where the rows are the design's own modules.
LONG = 60
WHOLE = frozenset(("test_architecture.py",))
# File -> one row in so many is played, where a row starts processes or takes long.
SAMPLED = {"test_linear.py": 12, "test_linear_commands.py": 12, "test_history_fields.py": 12, "test_orchestrator.py": 4, "test_hooks__receipts.py": 4,
           "test_stores_anchors.py": 6, "test_stores_search_index.py": 4, "test_sensitive_overlap.py": 3,
           "test_origin_instructions.py": 12, "test_hooks_guardctl.py": 6, "test_reasons.py": 3, "test_hooks__passed.py": 3, "test_ctl__terminal.py": 3,
           "test_install_archive.py": 5, "test_ctl_verify.py": 3, "test_hooks__launch.py": 3, "test_ctl_approvals.py": 3, "test_ctl_memory.py": 3,
           "test_hooks__run.py": 4, "test_imports.py": 3, "test_ctl_benchmark.py": 3, "test_hooks__claims.py": 4,
           "test_text_reason.py": 6}
# File -> the tests of it that are played all the same; the others took seconds each when they were measured.
SLOW: dict[str, tuple[str, ...]] = {
    "test_install.py": ("test_every_event_answers_with_silence_and_is_recorded",),
    "test_faults.py": ("test_many_processes_on_one_session_lose_no_row", "test_a_kill_loses_nothing_that_was_acknowledged", "test_a_bent_payload_breaks_nothing",
                       "test_no_text_breaks_a_reader", "test_every_event_has_a_schema"),
    "test_install_large.py": (), "test_install_presence.py": (), "test_install_said.py": (),
    "test_install_work.py": (), "test_install_check.py": (), "test_install_switches.py": (), "test_install_status_line.py": (),
    "test_ctl_doctor.py": (), "test_ctl_demo.py": (), "test_wheel.py": (), "test_hooks__turn.py": (),
    "test_time_budget.py": ("test_what_is_unread_counts_as_if_a_secret_stood_there",),
    "test_readme.py": ("test_it_is_short", "test_every_link_leads_somewhere", "test_every_page_is_linked",
                       "test_the_table_of_guards_is_the_registrys"),
    "test_report_page.py": (),
}
SLOW_TESTS = frozenset((
    "test_and_for_any_white_space", "test_for_any_settings_out_undoes_in_and_twice_is_once",
    "test_for_any_settings_without_hooks_too", "test_the_official_client", "test_every_secret_in_every_disguise",
    "test_bounded", "test_an_archive_is_compared_with_its_sources", "test_the_shelf_is_compared_with_its_sources",
    "test_further_archives_need_no_first_one",
    "test_a_silent_call_of_an_installation_opens_few_files", "test_a_block_holds_anything_and_ends_nowhere_else",
    "test_it_is_renewed_every_fifty_rows", "test_a_command_that_cannot_be_read_to_its_end"))
EXAMPLES = 15       # that Hypothesis tries where a test names no number; 100 under --all
WHY = {"slow": "that take long", "real_agent": "with the real agent", "rows": "rows of long tables"}

_left_out: dict[str, int] = {}


def leave_out(config: Any, items: list[Any]) -> None:
    """Takes them out of the items, and counts them by reason."""
    _left_out.clear()
    tables: dict[tuple[str, str], list[Any]] = {}
    for item in items:
        if hasattr(item, "callspec"):
            tables.setdefault((item.path.name, item.originalname), []).append(item)
    beyond = {item for (file, _), rows in tables.items() for item in sorted(rows, key=_place)[_played(file, len(rows)):]}
    kept, gone = [], []
    for item in items:
        reason = _reason(item) or ("rows" if item in beyond else "")
        (gone if reason else kept).append(item)
        if reason:
            _left_out[reason] = _left_out.get(reason, 0) + 1
    items[:] = kept
    config.hook.pytest_deselected(items=gone)


def _played(file: str, rows: int) -> int:
    """How many rows of a table are played."""
    most = rows if file in WHOLE else LONG
    return min(-(-rows // SAMPLED.get(file, 1)), most)


def _place(item: Any) -> int:
    return zlib.crc32(item.name.encode())


def _reason(item: Any) -> str:
    """Why a test is left out, whatever its rows; "" for not."""
    mark = next((mark for mark in ("real_agent", "slow") if item.get_closest_marker(mark)), "")
    name = getattr(item, "originalname", item.name)
    return mark or ("slow" if name in SLOW_TESTS or name not in SLOW.get(item.path.name, (name,)) else "")


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

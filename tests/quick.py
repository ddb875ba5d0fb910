"""What `python3 -m tests` leaves out so that it answers soon, and says so; `--all` leaves out nothing.

Left out are tests marked `slow` or `real_agent` or listed here, and of the longest tables all rows but every n-th.
"""
from __future__ import annotations

from typing import Any

# File -> one row in so many is played.  Their rows are alike: what breaks one breaks some of the others too.
SAMPLED = {"test_linear.py": 12, "test_linear_commands.py": 6, "test_history_fields.py": 6, "test_orchestrator.py": 4, "test_hooks__receipts.py": 3,
           "test_stores_anchors.py": 4, "test_stores_search_index.py": 4, "test_sensitive_overlap.py": 3,
           "test_origin_instructions.py": 12}
# File -> the tests of it that are played all the same; the others took seconds each when they were measured.
SLOW: dict[str, tuple[str, ...]] = {
    "test_install.py": ("test_every_event_answers_with_silence_and_is_recorded", "test_exit_code_2_does_not_get_out",
                        "test_dry_run_shows_the_change_and_writes_nothing"),
    "test_faults.py": ("test_many_processes_on_one_session_lose_no_row", "test_a_kill_loses_nothing_that_was_acknowledged", "test_a_bent_payload_breaks_nothing",
                       "test_no_text_breaks_a_reader", "test_every_event_has_a_schema"),
    "test_install_large.py": (), "test_install_presence.py": (), "test_install_said.py": (),
    "test_install_work.py": (), "test_install_check.py": ("test_a_fresh_installation_has_no_problem",),
    "test_readme.py": ("test_it_is_short", "test_every_link_leads_somewhere", "test_every_page_is_linked",
                       "test_the_table_of_guards_is_the_registrys"),
    "test_report_page.py": (),
}
SLOW_TESTS = frozenset((
    "test_and_for_any_white_space", "test_for_any_settings_out_undoes_in_and_twice_is_once",
    "test_for_any_settings_without_hooks_too", "test_the_official_client", "test_every_secret_in_every_disguise",
    "test_bounded"))
WHY = {"slow": "that take long", "real_agent": "with the real agent", "rows": "rows of long tables"}

_left_out: dict[str, int] = {}


def leave_out(config: Any, items: list[Any]) -> None:
    """Takes them out of the items, and counts them by reason."""
    kept, gone, seen = [], [], {}
    _left_out.clear()
    for item in items:
        reason = next((mark for mark in ("real_agent", "slow") if item.get_closest_marker(mark)), "")
        name = getattr(item, "originalname", item.name)
        if not reason and (name in SLOW_TESTS or name not in SLOW.get(item.path.name, (name,))):
            reason = "slow"
        if not reason and item.path.name in SAMPLED and hasattr(item, "callspec"):
            place = (item.path.name, item.originalname)
            seen[place] = seen.get(place, -1) + 1
            reason = "rows" if seen[place] % SAMPLED[item.path.name] else ""
        (gone if reason else kept).append(item)
        if reason:
            _left_out[reason] = _left_out.get(reason, 0) + 1
    items[:] = kept
    config.hook.pytest_deselected(items=gone)


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

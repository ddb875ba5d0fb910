"""What `python3 -m tests` leaves out so that it answers soon, and says so; `--all` leaves out nothing.

Left out are tests marked `slow` or `real_agent`, and of the longest tables all rows but every n-th.
"""
from __future__ import annotations

from typing import Any

# File -> one row in so many is played.  Their rows are alike: what breaks one breaks some of the others too.
SAMPLED = {"test_linear.py": 12}
WHY = {"slow": "marked slow", "real_agent": "with the real agent", "rows": "rows of long tables"}

_left_out: dict[str, int] = {}


def leave_out(config: Any, items: list[Any]) -> None:
    """Takes them out of the items, and counts them by reason."""
    kept, gone, seen = [], [], {}
    _left_out.clear()
    for item in items:
        reason = next((mark for mark in ("real_agent", "slow") if item.get_closest_marker(mark)), "")
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

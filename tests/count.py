"""Work in calls of functions instead of seconds: the same number on every machine, however busy it is.

Cannot see: what one call of C costs; where that may explode, a fence of seconds stands (tests/hostile.py).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def count_calls(work: Callable[[], Any]) -> int:
    """How many functions of Python and of C a piece of work calls."""
    calls = 0

    def note(_: Any, kind: str, what: Any) -> None:
        nonlocal calls
        calls += kind in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls

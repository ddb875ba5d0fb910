"""A row's time as other systems count it."""
from __future__ import annotations

import calendar
import time


def millis(text: str) -> int:
    """Milliseconds since the epoch of a row's `ts`, 0 for what is none.

    >>> millis("1970-01-01T00:00:01.500000Z")
    1500
    """
    try:
        whole = calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S"))
        return whole * 1000 + int(text[20:26].rstrip("Z").ljust(6, "0")) // 1000
    except ValueError:
        return 0

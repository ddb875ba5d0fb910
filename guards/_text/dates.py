"""Seconds since the epoch as RFC 3339, by arithmetic: a guard has no clock and no library to ask."""
from __future__ import annotations


def rfc3339(seconds: float) -> str:
    """UTC, to the second.

    >>> rfc3339(951782400)
    '2000-02-29T00:00:00Z'
    """
    days, rest = divmod(int(seconds), 86400)
    # Days since 0000-03-01, so that the leap day is a year's last (H. Hinnant, chrono-compatible date algorithms).
    days += 719468
    era, of_era = divmod(days, 146097)
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month, year = (month + 3, year + era * 400) if month < 10 else (month - 9, year + era * 400 + 1)
    return f"{year:04}-{month:02}-{day:02}T{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}Z"

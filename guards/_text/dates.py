"""Seconds since the epoch as RFC 3339 and back, by arithmetic: a guard has no clock and no library to ask."""
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


def seconds(stamp: object) -> float:
    """An RFC 3339 UTC time as seconds since the epoch; 0 for what is none.

    >>> seconds("1970-01-02T00:00:01.5Z"), seconds("2026-11-21T00:00:00Z"), seconds(None)
    (86401.5, 1795219200.0, 0.0)
    """
    if not isinstance(stamp, str) or len(stamp) < 20 or not stamp.endswith("Z"):
        return 0.0
    parts = (stamp[:4], stamp[5:7], stamp[8:10], stamp[11:13], stamp[14:16], stamp[17:19])
    if not all(part.isdigit() and part.isascii() for part in parts):
        return 0.0
    year, month, day, hour, minute, second = (int(part) for part in parts)
    fraction = stamp[20:-1]
    year, month = (year, month) if month > 2 else (year - 1, month + 12)     # the year begins in March
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day - 719469
    tenths = int(fraction) / 10 ** len(fraction) if fraction.isdigit() and fraction.isascii() else 0.0
    return days * 86400 + hour * 3600 + minute * 60 + second + tenths

"""Globs over tool names and hosts: `*` is any run of characters, `?` is one.  Linear in the text for each `*`."""
from __future__ import annotations


def match(pattern: str, text: str) -> bool:
    """True where the whole text fits the pattern; case counts.

    >>> match("mcp__*__send_*", "mcp__mail__send_email"), match("Bash", "BashOutput")
    (True, False)
    """
    if "*" not in pattern and "?" not in pattern:
        return pattern == text
    at = star = mark = 0
    starred = False
    i = 0
    while at < len(text):
        if i < len(pattern) and pattern[i] == "*":
            starred, star, mark = True, i, at
            i += 1
        elif i < len(pattern) and (pattern[i] == "?" or pattern[i] == text[at]):
            i += 1
            at += 1
        elif starred:
            mark += 1
            at, i = mark, star + 1
        else:
            return False
    while i < len(pattern) and pattern[i] == "*":
        i += 1
    return i == len(pattern)


def match_any(patterns: str, text: str) -> bool:
    """`match` for a list written with `|`: "Bash|Power*"."""
    return any(match(one.strip(), text) for one in patterns.split("|"))

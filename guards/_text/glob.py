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


def is_pattern(path: str) -> bool:
    """Does a path stand for others?"""
    return "*" in path or "?" in path or "[" in path


def parted(path: str) -> tuple[str, str]:
    """A path's folder that is known, and the pattern below it.

    >>> parted("/p/logs/*.txt"), parted("**"), parted("/p/src")
    (('/p/logs', '*.txt'), ('', '**'), ('/p/src', ''))
    """
    parts = path.split("/")
    at = next((i for i, part in enumerate(parts) if is_pattern(part)), len(parts))
    return "/".join(parts[:at]) or "/"[:at], "/".join(parts[at:])


def fits(pattern: str, path: str) -> bool:
    """Is a path one that a shell's pattern stands for?  `**` is any folders; a name with a leading dot must be meant.

    >>> fits("*.pem", "a.pem"), fits("*", ".env"), fits(".e*", ".env"), fits("**", "a/.env"), fits("a/*", "a/b/c")
    (True, False, True, True, False)
    >>> fits("a/**/*.key", "a/b/c.key"), fits("a/*/**", "a/b/c/d"), fits(".??v", ".env"), fits(".[ae]nv", ".env")
    (True, True, True, True)
    """
    patterns, names = pattern.split("/"), path.split("/")
    if len(patterns) > PARTS:       # what is too long to be compared is not left out
        return True
    at = i = star = mark = 0
    starred = False
    while at < len(names):
        if i < len(patterns) and patterns[i] == "**":
            starred, star, mark = True, i, at
            i += 1
        elif i < len(patterns) and _name(patterns[i], names[at]):
            i += 1
            at += 1
        elif starred:
            mark += 1
            at, i = mark, star + 1
        else:
            return False
    return all(one == "**" for one in patterns[i:])


PARTS = 40      # folders of a pattern that are compared


def _name(pattern: str, name: str) -> bool:
    if name.startswith(".") and not pattern.startswith((".", "[")):
        return False
    while "[" in pattern and "]" in pattern:        # [ae] is some character
        head, _, rest = pattern.partition("[")
        pattern = f"{head}?{rest.partition(']')[2]}" if "]" in rest else head + rest
    return match(pattern, name)

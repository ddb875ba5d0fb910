"""The files that a patch changes: known where its text is at hand.

Cannot see: a patch that a program fetches, and one of more than is read of a file.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guards._shell.reading import Ran

HEADS = tuple("+++ |--- |*** |diff --git |diff -|rename |copy |Index: ".split("|"))
APPLIERS = frozenset(("patch", "gpatch"))
GIT = frozenset(("am", "apply"))
MOST = 400          # headers of one patch


def changed(text: str) -> Iterator[str]:
    """The paths in a patch's headers, as they are written there, without the first folder where that is `a` or `b`.

    >>> list(changed("--- a/x\\n+++ b/.claude/settings.json\\n@@ -1 +1 @@\\n-- a\\n"))
    ['x', '.claude/settings.json']
    """
    count = 0
    for line in text.split("\n"):
        if line.startswith(HEADS) and count < MOST:
            for word in line.split("\t")[0].split()[1:]:
                count += 1
                if "/" in word or "." in word:
                    yield word[2:] if word[:2] in ("a/", "b/") else word


def applies(one: Ran) -> bool:
    """Does this simple command apply a patch?"""
    if one.program == "git":
        return any(word in GIT for word in one.words[:4])
    return one.program in APPLIERS or (one.program in ("hg", "svn") and one.words[:1] in (["import"], ["patch"]))


def files(one: Ran, cwd: str) -> list[str]:
    """The files in which the patch may stand."""
    base = (one.cwd or cwd).rstrip("/")
    named = [word.partition("=")[2] if word[:2] == "--" else word for word in one.words]
    found = [word for word in named if word[:1] != "-" and ("." in word or "/" in word) and " " not in word]
    whole = [word if word[:1] in "/~" else f"{base}/{word.removeprefix('./')}" for word in found]
    return [*one.given.files, *whole][:8]

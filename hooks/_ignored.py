"""What an image's builder leaves out of its folder (.dockerignore), and what an image takes of the rest (COPY, ADD)."""
from __future__ import annotations

from guards._text.glob import match

RULES = 500


def ignored(name: str, text: str) -> bool:
    """Does a .dockerignore leave out this path?

    >>> ignored(".env", ".env\\nnode_modules"), ignored("a/.env", ".env"), ignored("a/.env", "**/.env")
    (True, False, True)
    >>> ignored("a/b.pem", "*\\n!src"), ignored("src/.env", "*\\n!src"), ignored(".env", "")
    (True, False, False)
    """
    out = False
    for line in text.split("\n")[:RULES]:
        rule = line.strip()
        if not rule or rule.startswith("#"):
            continue
        keeps = rule.startswith("!")
        if fits(rule.lstrip("!").strip().removeprefix("./").strip("/"), name):
            out = not keeps
    return out


def fits(rule: str, name: str) -> bool:
    """Does a rule mean this path, or a folder above it?"""
    parts = name.split("/")
    above = ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
    if rule.startswith("**/"):
        return any(match(rule, f"/{one}") for one in above)
    return rule == "." or any(match(rule, one) for one in above if "**" in rule or one.count("/") == rule.count("/"))


def copied(name: str, dockerfile: str) -> bool:
    """Does a COPY or ADD of a Dockerfile take this path?  A file without such a line takes none.

    >>> copied(".env", "COPY . /app"), copied(".env", "COPY src package.json /app/"), copied("src/.env", "ADD src /a")
    (True, False, True)
    >>> copied(".env", "COPY --from=build . /app"), copied(".env", 'COPY [".", "/app"]'), copied(".env", "COPY $A /b")
    (False, True, True)
    """
    for line in dockerfile.replace("\\\n", " ").split("\n"):
        words = line.replace("[", " ").replace("]", " ").replace(",", " ").replace('"', " ").split()
        if len(words) < 3 or words[0].upper() not in ("COPY", "ADD") or any(w.startswith("--from") for w in words):
            continue
        sources = [w.removeprefix("./").strip("/") or "." for w in words[1:-1] if not w.startswith("--")]
        if any(source == "." or "$" in source or fits(source, name) for source in sources):
            return True
    return False

"""What a builder of images leaves out of its folder (.dockerignore), and what an image takes of the rest (COPY, ADD).

Law: the last rule that fits a path counts; a rule fits a folder with all that is below it.
Cannot see: an ignore file of another name; a COPY whose source is a variable.
"""
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
    if not rule or rule == ".":
        return bool(rule)
    parts, rules = name.split("/"), rule.split("/")
    return any(_walk(rules, parts[:end]) for end in range(1, len(parts) + 1))


def _walk(rules: list[str], parts: list[str]) -> bool:
    if not rules:
        return not parts
    if rules[0] == "**":
        return any(_walk(rules[1:], parts[at:]) for at in range(len(parts) + 1))
    return bool(parts) and match(rules[0], parts[0]) and _walk(rules[1:], parts[1:])


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

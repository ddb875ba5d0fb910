"""Fills in the templates of the rule tables, always the same way, so that no file holds a key."""
from __future__ import annotations

import random
import re
import string
import uuid

ALPHABETS = {
    "A": string.ascii_letters + string.digits, "a": string.ascii_letters, "h": "0123456789abcdef", "H": "0123456789ABCDEF",
    "l": string.ascii_lowercase + string.digits, "U": string.ascii_uppercase + string.digits, "d": string.digits,
    "b": string.ascii_letters + string.digits + "-_", "s": string.ascii_letters + string.digits + "+/",
    "q": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "x": "0123456789abcdef", "c": string.ascii_lowercase, "=": "=",
    "t": string.ascii_letters + string.digits + "-_", "u": string.ascii_letters + string.digits + "-_",
}


def fill(template: str, seed: int = 1) -> str:
    """`<A36>` becomes 36 letters and digits, `<A20-60>` 30, and so on; the first is never a mark or a zero.

    >>> len(fill("ghp_<A36>"))
    40
    """
    draw = random.Random(f"{template}/{seed}")

    def one(match: re.Match[str]) -> str:
        if match.group() == "<uuid>":
            return str(uuid.UUID(int=draw.getrandbits(128), version=4))
        alphabet, least, most = ALPHABETS[match.group(1)], int(match.group(2)), int(match.group(3) or match.group(2))
        size = min(most, max(least, 30)) if least else 0
        ends = [c for c in alphabet if c.isalnum() and c != "0"] or "="
        while True:
            text = draw.choice(ends) + "".join(draw.choice(alphabet) for _ in range(size - 2)) + draw.choice(ends) if size > 1 else draw.choice(ends) if size else ""
            if size < 12 or match.group(1) == "d" or (any(c.isdigit() for c in text) or match.group(1) in "ac"):
                return text

    return re.sub(r"<uuid>|<([A-Za-z=])(\d+)(?:-(\d+))?>", one, template)

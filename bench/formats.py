"""How much of what other scanners call a secret is found: `python3 bench/formats.py [--seed N] [--show] RULES...`.

RULES: rules as scanners publish them: a folder of YAML files with `rules`, each with `id`, `pattern` and `examples`
(Kingfisher, Nosey Parker; needs PyYAML), or a TOML file with `rules`, each with `id`, `regex` and `keywords` (Gitleaks;
needs Python 3.11).  In an example the secret is replaced by drawn characters of the same kinds, such that the rule
still takes it; where there is no example, a value is drawn from the expression and written into an assignment.
"""
from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from guards import CREDENTIALS, Settings  # noqa: E402
from guards._sensitive.scan import scan  # noqa: E402

LOWER, UPPER, DIGITS = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
Vector = tuple[str, str, int, int]      # (rule, text, start, end)


def compiled(pattern: str) -> re.Pattern[str]:
    """A rule's expression as Python reads it."""
    flags = 0
    head = re.match(r"\s*\(\?([a-z]+)\)", pattern)
    if head:
        pattern = pattern[head.end():]
        flags = sum({"i": re.I, "x": re.X, "s": re.S, "m": re.M}.get(letter, 0) for letter in head.group(1))
    pattern = re.sub(r"\(\?<(?![=!])", "(?P<", pattern.replace(r"\z", r"\Z")).replace("[:alnum:]", "A-Za-z0-9")
    return re.compile(pattern.replace("(?-i:", "(?:"), flags)


def redrawn(value: str, draw: random.Random) -> str:
    """The same kinds of characters."""
    if len(value) > 15 and re.fullmatch(r"[0-9a-f]+|[0-9A-F]+", value):
        digits = DIGITS + ("ABCDEF" if re.search("[A-F]", value) else "abcdef")
        return "".join(draw.choice(digits) for _ in value)
    kinds = (DIGITS, LOWER, UPPER)
    return "".join(draw.choice(kind) if (kind := next((k for k in kinds if c in k), "")) else c for c in value)


def variant(rule: str, expression: re.Pattern[str], text: str, draw: random.Random) -> Vector | None:
    """An example with another value; a beginning that the rule demands stays."""
    found = expression.search(text)
    if not found:
        return None
    spans = [found.span(i) for i in range(1, expression.groups + 1) if found.group(i)] or [found.span()]
    start, end = found.span("TOKEN") if "TOKEN" in expression.groupindex else spans[-1]
    for keep in (0, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24):
        for _ in range(4 if end - start - keep >= 8 else 0):
            said = text[:start + keep] + redrawn(text[start + keep:end], draw) + text[end:]
            if expression.search(said):
                return rule, said, min(a for a, _ in spans), max(b for _, b in spans)
    return None


def of_examples(folder: Path, draw: random.Random) -> Iterator[Vector]:
    import yaml  # type: ignore[import-untyped, unused-ignore]

    for path in sorted(folder.rglob("*.yml")):
        for rule in (yaml.safe_load(path.read_text("utf-8")) or {}).get("rules") or []:
            kinds = rule.get("categories") or ["secret"]
            if rule.get("visible") is False or not {"secret", "fuzzy"}.intersection(kinds):
                continue
            try:
                expression = compiled(rule["pattern"])
            except re.error:
                continue
            found = (variant(rule["id"], expression, str(one), draw) for one in (rule.get("examples") or [])[:4])
            yield from (one for one in found if one)


def drawn(tree: Any, draw: random.Random) -> str:
    """A text that a parsed expression takes."""
    said = ""
    for kind, given in tree:
        name = str(kind)
        if name == "LITERAL":
            said += chr(given)
        elif name in ("ANY", "NOT_LITERAL"):
            said += draw.choice(LOWER)
        elif name == "IN":
            said += draw.choice(members(given))
        elif name.endswith("_REPEAT"):
            low, high, inner = given
            times = draw.randint(low, int(high)) if 4 < low < int(high) < 400 else low
            said += "".join(drawn(inner, draw) for _ in range(times))
        elif name == "SUBPATTERN":
            said += drawn(given[3], draw)
        elif name == "BRANCH":
            said += drawn(draw.choice(given[1]), draw)
    return said


def members(given: Any) -> str:
    found: dict[str, None] = {}
    for kind, one in given:
        name = str(kind)
        if name == "NEGATE":
            return LOWER
        if name == "LITERAL":
            found[chr(one)] = None
        elif name == "RANGE":
            found.update(dict.fromkeys(map(chr, range(one[0], min(one[1], 126) + 1))))
        else:
            found.update(dict.fromkeys(DIGITS if str(one).endswith("DIGIT") else LOWER + DIGITS))
    return "".join(found) or " "


def of_expressions(path: Path, draw: random.Random) -> Iterator[Vector]:
    from re import _parser  # type: ignore[attr-defined]

    import tomllib

    for rule in tomllib.loads(path.read_text("utf-8"))["rules"]:
        plain = str(rule.get("regex", "")).replace("(?i)", "").replace("(?-i:", "(?:").replace(r"\z", r"\Z")
        try:
            expression, tree = re.compile(plain, re.I), _parser.parse(plain)
        except re.error:
            continue
        for _ in range(3 if plain and rule["id"] != "generic-api-key" else 0):
            found = expression.search(drawn(tree, draw))
            if found:
                value = found.group(1) if expression.groups and found.group(1) else found.group()
                word = (rule.get("keywords") or ["api"])[0].strip("_-.").replace("-", "_")
                text = f'{word}_api_key = "{value}"\n'
                yield rule["id"], text, text.index(value), text.index(value) + len(value)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rules", nargs="+", type=Path)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--show", action="store_true", help="list what was missed")
    chosen = options.parse_args()
    for path in chosen.rules:
        draw = random.Random(chosen.seed)
        vectors = list(of_examples(path, draw) if path.is_dir() else of_expressions(path, draw))
        missed = [one for one in vectors if not any(f.level >= CREDENTIALS and f.start < one[3] and f.end > one[2]
                                                    for f in scan(one[1], Settings()))]
        print(f"{path}: {len(vectors) - len(missed)} of {len(vectors)}, {1 - len(missed) / max(1, len(vectors)):.1%}")
        for rule, text, start, end in missed if chosen.show else ():
            print(f"  {rule}: {text[max(0, start - 40):end + 10]!r}")


if __name__ == "__main__":
    main()

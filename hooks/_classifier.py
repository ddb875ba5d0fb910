"""What the project adds to the patterns: a program that classifies (`classifier_command`), its own `.gitleaks.toml`.

Both can only raise.  The program gets a response on stdin and prints a level; it has `classifier_timeout` seconds
(5, at most 30) for a text of at most 1 MiB.  Rules of `.gitleaks.toml` are read where Python has `tomllib` (3.11),
once: they are kept in the state folder, translated, until the file changes.  Its allowlists silence its own
rules and never ours, since whoever writes to the repository could otherwise blind the guards; so could a rule
whose expression never ends, therefore one that repeats a repetition is left out, and named.
"""
from __future__ import annotations

import os

from guards import LEVELS, Finding
from guards._sensitive.scan import KINDS, disjoint
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from guards import Event, Settings
    from hooks._stores.world import World

TEXT_LIMIT = 1024 * 1024    # characters a program or a foreign rule gets to see
ANSWER_LIMIT = 4096         # bytes of a program's answer
TIMEOUT, LONGEST = 5.0, 30.0
RULES_LIMIT = 500
FILE = ".gitleaks.toml"
EVENTS = ("PostToolUse", "PostToolUseFailure")


def wanted(world: World, settings: Settings) -> bool:
    """Has the project anything to add?  One look at the disk."""
    return bool(settings.extension_keys.get("classifier_command")) or os.path.exists(os.path.join(world.project, FILE))


def more(world: World, settings: Settings, event: Event, text: str, found: list[Finding],
         fault: Callable[[str], None]) -> list[Finding]:
    """The findings with what the project adds; what failed is named through `fault`, and the patterns stand."""
    added: list[Finding] = []
    try:
        added += own_rules(world, text[:TEXT_LIMIT], fault)
    except (Fault, OSError, ValueError) as e:
        fault(f"{FILE} cannot be used ({e if isinstance(e, Fault) else type(e).__name__}); the built-in rules stand")
    command = settings.extension_keys.get("classifier_command")
    if command and text and event.name in EVENTS:
        try:
            level = ask(command, text[:TEXT_LIMIT], settings, world.project)
            if level > max((f.level for f in found), default=0):
                added.append(Finding(level, LEVELS[level], "classifier_command", 0, 0))
        except (Fault, OSError, ValueError) as e:
            fault(f"classifier_command failed ({e if isinstance(e, Fault) else type(e).__name__}); the patterns stand")
    return disjoint(found + added) if added else found


# ---- a program

def ask(command: str | list[str], text: str, settings: Settings, folder: str) -> int:
    """The level that the program gives the text.  Raises Fault, OSError, ValueError."""
    import shlex
    import signal
    import subprocess
    words = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
    seconds = min(float(settings.extension_keys.get("classifier_timeout") or TIMEOUT), LONGEST)
    child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             cwd=folder, start_new_session=True)
    try:
        answer, _ = child.communicate(text.encode("utf-8", "replace"), timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        raise Fault(f"no answer within {seconds:g} s") from None
    if child.returncode:
        raise Fault(f"exit code {child.returncode}")
    return read_level(answer[:ANSWER_LIMIT].decode("utf-8", "replace"), settings)


def read_level(answer: str, settings: Settings) -> int:
    """The first word, as one of our levels or of `classification_levels`."""
    word = (answer.split() or [""])[0].strip("\"'.,:{}[]").lower()
    called = {name.lower(): number for name, number in settings.named_levels().items()}
    for names in ({name: number for number, name in enumerate(LEVELS)}, called):
        if word in names:
            return min(names[word], len(LEVELS) - 1)
    raise Fault("the answer is no level")


# ---- .gitleaks.toml

def own_rules(world: World, text: str, fault: Callable[[str], None]) -> list[Finding]:
    """Findings by the rules of the project's own .gitleaks.toml.  Raises Fault, OSError, ValueError."""
    path = os.path.join(world.project, FILE)
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return []
    stamp = [status.st_mtime_ns, status.st_size]
    cache = os.path.join(world.folder(), "gitleaks.json")
    kept = disk.read(cache, 4 * TEXT_LIMIT)
    rules = loads(kept) if kept else None
    if not isinstance(rules, dict) or rules.get("stamp") != stamp:
        rules = {"stamp": stamp, **translated(disk.read(path, TEXT_LIMIT).decode("utf-8", "replace"))}
        disk.replace(cache, dumps(rules).encode("utf-8"))
        for problem in rules["problems"][:5]:
            fault(problem)
    return matches(rules, text)


def translated(toml: str) -> dict[str, object]:
    """The file's rules in JSON: id, regex, keywords, entropy, group, quiet; and what cannot be used."""
    try:
        tomllib: Any = __import__("tomllib")
    except ImportError:
        return {"rules": [], "problems": [f"{FILE} needs Python 3.11 or later to be read; the built-in rules stand"]}
    try:
        parsed = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as e:
        raise Fault(f"line of TOML: {e}") from None
    rules: list[dict[str, object]] = []
    problems: list[str] = []
    for given in [rule for rule in parsed.get("rules", []) if isinstance(rule, dict)][:RULES_LIMIT]:
        name = str(given.get("id") or "rule")[:60]
        if not isinstance(given.get("regex"), str):
            continue        # a rule for paths
        expression, problem = to_python(given["regex"])
        if problem:
            problems.append(f"{FILE}: rule {name!r} is left out ({problem})")
            continue
        rules.append({"id": name, "regex": expression, "keywords": [str(k).lower() for k in given.get("keywords", [])],
                      "entropy": float(given.get("entropy") or 0), "group": int(given.get("secretGroup") or 0),
                      "quiet": _allowed(given)})
    return {"rules": rules, "problems": problems, "quiet": _allowed(parsed)}


def _allowed(table: dict[str, Any]) -> dict[str, list[str]]:
    """regexes and stopwords of `allowlist` and `allowlists`."""
    lists = [table.get("allowlist"), *(table.get("allowlists") or [])]
    found: dict[str, list[str]] = {"regexes": [], "stopwords": []}
    for one in lists:
        if isinstance(one, dict):
            usable = [to_python(r) for r in one.get("regexes", []) if isinstance(r, str)]
            found["regexes"] += [expression for expression, problem in usable if not problem]
            found["stopwords"] += [str(word).lower() for word in one.get("stopwords", [])]
    return found


def to_python(expression: str) -> tuple[str, str]:
    """(a Go expression as Python reads it, what is wrong with it)."""
    import re
    text = expression.replace(r"\z", r"\Z")
    for name, members in (("alnum", "A-Za-z0-9"), ("alpha", "A-Za-z"), ("digit", "0-9"), ("xdigit", "A-Fa-f0-9"),
                          ("space", r"\s"), ("lower", "a-z"), ("upper", "A-Z"), ("word", r"\w")):
        text = text.replace(f"[:{name}:]", members)
    flags = set(re.findall(r"\(\?([ims]+)\)", text))
    if flags:       # Go takes a flag anywhere, Python only at the beginning
        text = f"(?{''.join(sorted(set(''.join(flags))))})" + re.sub(r"\(\?[ims]+\)", "", text)
    try:
        re.compile(text)
    except (re.error, RecursionError, OverflowError):
        return "", "Python cannot read its expression"
    return (text, "") if not _repeats_repetition(text) else ("", "its expression repeats a repetition")


def _repeats_repetition(expression: str) -> bool:
    """Is there an unbounded repeat inside an unbounded repeat, the form whose work can grow without limit?"""
    import re
    parser = getattr(re, "_parser")  # noqa: B009  (not in the typed surface of `re`)

    def inside(items: Any, repeated: bool) -> bool:
        for operation, argument in items:
            name = str(operation)
            if name in ("MAX_REPEAT", "MIN_REPEAT"):
                many = argument[1] > 1000
                if (repeated and many) or inside(argument[2], repeated or many):
                    return True
            elif name == "SUBPATTERN":
                if inside(argument[3], repeated):
                    return True
            elif name == "BRANCH":
                if any(inside(branch, repeated) for branch in argument[1]):
                    return True
            elif name in ("ASSERT", "ASSERT_NOT") and inside(argument[1], repeated):
                return True
        return False

    return inside(parser.parse(expression), False)


def matches(rules: dict[str, Any], text: str) -> list[Finding]:
    """What the translated rules find."""
    import re

    from guards._sensitive.entropy import bits
    low = text.lower()
    found: list[Finding] = []
    for rule in rules["rules"]:
        if rule["keywords"] and not any(keyword in low for keyword in rule["keywords"]):
            continue
        for match in re.finditer(rule["regex"], text):
            group = rule["group"] if rule["group"] <= (match.re.groups or 0) else 0
            if not group and match.re.groups and match.group(1):
                group = 1       # as gitleaks: the first group is the secret where there is one
            start, end = match.span(group)
            secret = text[start:end]
            if start == end or (rule["entropy"] and bits(secret.encode("utf-8", "replace")) < rule["entropy"]):
                continue
            if not (_silenced(rules.get("quiet", {}), secret) or _silenced(rule["quiet"], secret)):
                found.append(Finding(KINDS["credentials"], "credentials", rule["id"], start, end))
    return found


def _silenced(allow: dict[str, list[str]], secret: str) -> bool:
    import re
    low = secret.lower()
    return any(word in low for word in allow.get("stopwords", ())) or \
        any(re.search(expression, secret) for expression in allow.get("regexes", ()))

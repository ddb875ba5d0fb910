"""`guardctl classify`: how sensitive is the text on stdin, and where?

`--jsonl` reads one JSON object with a `text` a line and writes `{"level", "findings", "redacted"}` a line:
the whole classifier, for anyone who wants to measure it.  The project's settings and `.gitleaks.toml` count;
its `classifier_command` is asked with `--ask-command`.
"""
from __future__ import annotations

import argparse
import os
import sys

from guards import LEVELS, Event, Settings
from guards._sensitive.scan import level, redact_spans, scan
from hooks import _classifier, _registry, _settings
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jsonl", action="store_true", help="one JSON object with a `text` a line, one answer a line")
    parser.add_argument("--ask-command", action="store_true", help="ask the project's classifier_command as well")


def run(args: argparse.Namespace, world: World) -> int:
    settings = settings_of(world, args.ask_command)
    if not args.jsonl:
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
        answer = classified(world, settings, text)
        print(dumps(answer) if args.json else formatted(answer, text))
        return 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            row = loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise Fault(f"line {number} is no JSON object with a `text`")
        sys.stdout.write(dumps(classified(world, settings, row["text"])) + "\n")
    sys.stdout.flush()
    return 0


def settings_of(world: World, ask: bool) -> Settings:
    """The project's settings; its key if it has one, and none is made for this."""
    settings = _settings.load(world, _registry.load())
    try:
        settings.key = disk.read(os.path.join(world.state, "key"), 64)
    except (Fault, OSError):
        settings.key = b""
    settings.key = settings.key or os.urandom(32)
    if not ask:
        settings.extension_keys.pop("classifier_command", None)
    return settings


def classified(world: World, settings: Settings, text: str) -> dict[str, object]:
    """A text's level, findings (rule, kind, start, end in characters) and redacted form."""
    found = scan(text, settings)
    if _classifier.wanted(world, settings):
        event = Event("PostToolUse", "-")
        found = _classifier.more(world, settings, event, text, found, tell)
    rows = [{"rule": f.rule, "kind": f.kind, "start": f.start, "end": f.end} for f in found]
    return {"level": LEVELS[level(found)], "findings": rows, "redacted": redact_spans(text, found, settings.key)}


def tell(problem: str) -> None:
    """Says on stderr what went wrong."""
    print(f"guardctl: {problem}", file=sys.stderr)


def formatted(answer: dict[str, Any], text: str) -> str:
    """The answer for a person: the level, a line a finding, never the secret itself."""
    lines = [answer["level"]]
    for row in answer["findings"]:
        lines.append(f"  line {text.count(chr(10), 0, row['start']) + 1}: {row['kind']} ({row['rule']}), "
                     f"{row['end'] - row['start']} characters")
    return "\n".join(lines)

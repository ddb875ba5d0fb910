"""`guardctl rules [ID]`: what is asked, denied and excused: a line a rule; with an id its examples."""
from __future__ import annotations

import argparse

from guards import _rules
from hooks._ctl._terminal import fit, say, width
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._rules import Rule
    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", default="", help="a rule's id or its beginning (default: all of them)")


def run(args: argparse.Namespace, world: World) -> int:
    found = [rule for rule in _rules.rules() if rule.id.startswith(args.id)]
    if not found:
        raise Fault(f"no rule's id begins with {args.id[:60]!r} (guardctl rules lists them)")
    if args.json:
        print(dumps([as_json(rule) for rule in found]))
        return 0
    asked = ""
    for rule in found:
        if question(rule) != asked:
            asked = question(rule)
            say((asked, "bold"))
        if args.id:
            show(rule)
        else:
            say("  ", (f"{rule.id:<30}", "cyan"), fit(f" {rule.sentence}", width() - 32))
    return 0


def question(rule: Rule) -> str:
    """What a rule answers."""
    return _rules.QUESTIONS[rule.id.partition(".")[0]]


def as_json(rule: Rule) -> dict[str, str]:
    """A rule with its question and its examples."""
    return {"id": rule.id, "question": question(rule), "sentence": rule.sentence, "fires": rule.fires,
            "silent": rule.silent, "test": rule.test}


def show(rule: Rule) -> None:
    """A rule with its examples, a step a line."""
    say("  ", (rule.id, "cyan"), f"  {rule.sentence}")
    for word, example in (("fires", rule.fires), ("does not fire", rule.silent)):
        if example:
            say(f"    {word}:")
        for step in example.split(" ; ") if example else ():
            say(f"      {step}")
    if rule.test:
        say(f"    played by {rule.test}")

"""`guardctl doctor`: is all there, and does it answer?  What `install.py --check` says, without the checkout."""
from __future__ import annotations

import argparse
import os

from hooks._install import check, places
from hooks._stores.json import dumps
from hooks._stores.world import BUNDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scope", choices=places.SCOPES, help="whose settings file (default: the one of this bundle)")


def run(args: argparse.Namespace, world: World) -> int:
    place = places.Place(args.scope or scope(world), world.project, world.env)
    if not args.json:
        return check.run(place, world.env)
    found = [{"finding": word, "text": text} for word, text in check.findings(place, world.env)]
    print(dumps({"scope": place.scope, "project": place.project, "findings": found}))
    return 1 if any(one["finding"] == "PROBLEM" for one in found) else 0


def scope(world: World, bundle: str = BUNDLE) -> str:
    """The scope that registers us here; the person's where the bundle lies in no project."""
    from hooks._install import files, json_text, parts, settings

    for name in ("project", "local", "user"):
        place = places.Place(name, world.project, world.env)
        try:
            if settings.registered(parts.decode(files.read(place.settings))):
                return name
        except (json_text.Refused, OSError):
            continue
    return "user" if os.path.dirname(os.path.dirname(bundle)) == os.path.expanduser("~") else "project"

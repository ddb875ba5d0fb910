"""`guardctl trust`: the project's guards.json counts in full until it changes, though the guards are a person's own."""
from __future__ import annotations

import argparse
import os

from hooks import _registry, _settings, _trust
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "accept what this project's guards.json loosens; a change of the file ends it"


def run(args: argparse.Namespace, world: World) -> int:
    path = os.path.join(world.project, ".autoskillit", "guards.json")
    text = disk.read(path, _settings.MOST)
    if not text:
        raise Fault(f"{path} does not exist; there is nothing to trust")
    loosened = [one for one in _settings.load(world, _registry.load()).problems if _settings.LOOSENS in one]
    _trust.trust(world, text)
    if args.json:
        print(dumps({"trusted": path, "loosens": loosened}))
        return 0
    for one in loosened:
        print(one)
    print(f"trusted as it is now: {path}")
    return 0

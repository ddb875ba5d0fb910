"""`guardctl trust`: this project's guards count as they stand, until they change: settings, launchers, code."""
from __future__ import annotations

import argparse
import os

from hooks import _pins, _registry, _settings, _trust
from hooks._install import bundle
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.json import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = ("accept on this machine what a clone, pull or checkout brought of this project's guards, and "
                          "what its guards.json loosens; a change that git brings later is told, and ends it")


def run(args: argparse.Namespace, world: World) -> int:
    path, code = os.path.join(world.project, _pins.FILE), _pins.code_of(world)
    text = disk.read(path, _settings.MOST)
    if not text and not os.path.isdir(code):
        raise Fault(f"{path} does not exist; there is nothing to trust")
    faults = bundle.faults(code) if os.path.isdir(code) else []
    if faults:
        raise Fault(f"the bundle is not what its own manifest says ({faults[0]}); put it back with git or install.py")
    loosened = [one for one in _settings.load(world, _registry.load()).problems if _trust.LOOSENS in one
                and not one.endswith(_trust.STAYS)]
    told = [sentence for _, sentence in _pins.changed(world)]
    _trust.trust(world, text)
    _pins.accept(world)
    version = bundle.name_of(code)
    if args.json:
        print(dumps({"trusted": path, "loosens": loosened, "changed": told, "bundle": version}))
        return 0
    for one in [*loosened, *told]:
        print(one)
    print(f"trusted as it is now, on this machine: {path}{', and the code, version ' * bool(version)}{version}")
    return 0

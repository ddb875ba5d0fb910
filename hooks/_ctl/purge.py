"""`guardctl purge`: removes what is past its retention period, or one session altogether."""
from __future__ import annotations

import argparse
import os

from hooks import _registry, _settings
from hooks._ctl import _ledgers
from hooks._install import shared
from hooks._install.said import many
from hooks._stores import disk, retention
from hooks._stores.json import dumps
from hooks._stores.world import BUNDLE
from hooks._unsaved import rescue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hooks._stores.world import World


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--older-than", type=float, metavar="DAYS", help="instead of context.retention_days")
    parser.add_argument("--session", help="everything of this one session, however old")
    parser.add_argument("--versions", action="store_true",
                        help="copies of the guards in your data folder that no project was seen to use")
    parser.add_argument("--dry-run", action="store_true", help="only say what would go")


def run(args: argparse.Namespace, world: World) -> int:
    if args.versions:
        return versions(world, args.dry_run, args.json)
    if args.session:
        gone = session(world, args.session, args.dry_run)
    else:
        days = args.older_than
        if days is None:
            days = retention.days_of(_settings.load(world, _registry.load()))
        gone = retention.purge(world, days, dry_run=args.dry_run)
        kept = rescue.DAYS if args.older_than is None else args.older_than
        gone += rescue.purge(world, world.now - kept * retention.DAY, dry_run=args.dry_run)
    if args.json:
        print(dumps({"removed": gone, "dry_run": args.dry_run}))
        return 0
    for path in gone:
        print(f"{'would go' if args.dry_run else 'removed'}  {path}")
    if not gone:
        print("nothing is older than its retention period (context.retention_days); nothing was removed")
    else:
        print(f"{many(len(gone), 'file')}{' would go' if args.dry_run else ' removed'}")
    return 0


def versions(world: World, dry_run: bool, as_json: bool, running: str = BUNDLE) -> int:
    """Removes the copies that no project's launcher names any more; the one that runs this stays."""
    rows: list[tuple[str, bool, list[str]]] = []
    for code in list(shared.every(world.env)):
        users = shared.users(code)
        kept = bool(users) or os.path.realpath(code) == os.path.realpath(running)
        if not kept and not dry_run:
            shared.remove(code)
        rows.append((code, kept, users))
    if as_json:
        told = [{"path": code, "kept": kept, "used_by": users} for code, kept, users in rows]
        print(dumps({"versions": told, "dry_run": dry_run}))
        return 0
    for code, kept, users in rows:
        print(f"{'kept' if kept else 'would go' if dry_run else 'removed'}  {code}"
              + f"  used by {', '.join(users) or 'this guardctl'}" * kept)
    if not rows:
        print(f"there are no shared copies in {shared.folder(world.env) or 'a data folder: there is no HOME'}")
    return 0


def session(world: World, id: str, dry_run: bool) -> list[str]:
    """Removes a session's ledger, state, kept rows, memory, receipt and rescues; their paths relative to the state
    folder."""
    stem = os.path.basename(_ledgers.of(world, id))[:-len(_ledgers.LEDGER)]
    gone = rescue.purge(world, 0, stem, dry_run)
    for folder, place in retention.folders(world):
        for name in sorted(os.listdir(place)):
            if name.startswith(stem + "."):
                if not dry_run:
                    disk.remove(os.path.join(place, name))
                gone.append(os.path.join(folder, name))
    return gone

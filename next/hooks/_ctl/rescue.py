"""`guardctl rescue [ID] [--restore] [--force]`: snapshots of local work, a line each; what one holds; bring it back.

Law: nothing newer is written over without --force, and a snapshot of what stands now is taken first.  Outside of a
terminal no contents are shown, and what steers programs (git's config and hooks, agents' settings, ours) stays away.

Cannot see: whether what stands there now is worth keeping; --force says so.
"""

from __future__ import annotations

import time

from hooks._ctl import is_terminal
from hooks._stores import Fault
from hooks._undo.restore import Restoring
from hooks._undo.snapshot import take_snapshot
from hooks._undo.stake import list_gone
from hooks._undo.store import LINK, Store, list_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hooks._ctl import Request

RECENT, SHOWN, SHOWN_BYTES, SECONDS = 50, 40, 2_000, 60.0


def run_rescue(request: Request) -> int:
    store = Store(request.world, SECONDS)
    begin = request.words[0] if request.words else ""
    rows = [store.load_row(id) for id in store.list_rows()[::-1] if id.startswith(begin)]
    if not begin and not request.options.get("restore"):
        lines = [describe_row(request, row) for row in rows[::-1]]
        text = "\n".join(lines) or "No snapshot was taken in this project."
        request.print_result(rows[::-1], text)
        return 0
    if not rows or (begin and len(rows) > 1):
        raise Fault(f"{len(rows)} snapshots begin with {begin!r}; guardctl rescue lists them")
    row = next((one for one in rows[:RECENT] if list_gone(one)), rows[0])
    if request.options.get("restore"):
        return restore_work(request, row)
    request.print_result(row, "\n".join(show_row(request, store, row)))
    return 0


def restore_work(request: Request, row: dict[str, Any]) -> int:
    world = request.world
    about = {"text": f"guardctl rescue {row['id']}"}
    before = take_snapshot(world, about, " ", world.project, (), SECONDS)
    store = Store(world, SECONDS)
    with store.lock(10.0):
        store.open_cache()
        came = Restoring(store, bool(request.options.get("force")), is_terminal())
        came.restore_row(row)
    lines = [f"restored {path}" for path in (*came.back, *came.refs)]
    lines += [f"left {path}: something newer stands there (--force)" for path in came.left]
    lines += [f"left {path}: only for you, in a terminal" for path in came.withheld]
    lines += [f"failed: {fault}" for fault in came.faults]
    lines.append(f"What stood there is snapshot {before['id']}.  {before['fault']}".rstrip())
    data = {name: getattr(came, name) for name in ("back", "refs", "left", "withheld", "faults")}
    request.print_result({**data, "before": before["id"]}, "\n".join(lines))
    return 1 if came.left or came.faults else 0


def describe_row(request: Request, row: dict[str, Any]) -> str:
    """When, which call, what it holds: one line."""
    from guards._sensitive.mask import mask_text

    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(row["at"]))
    text = " ".join(str(row.get("text") or row.get("tool") or "").split())
    text = mask_text(text, request.world.load_key())[0].replace("\x1b", "")[:60]
    files, refs = list_entries(row).values(), sum(len(one["refs"]) for one in row["repositories"])
    counts = f"{len(files)} files, {sum(entry[2] for entry in files) // 1024} KiB, {refs} refs"
    gone, unheld = list_gone(row), row["unheld"]
    counts += f", gone now: {len(gone)}" if gone else ""
    counts += f", not held: {len(unheld)}" if unheld else ""
    return f"{row['id']}  {when}  {text or 'a session ended'}  ({counts})"


def show_row(request: Request, store: Store, row: dict[str, Any]) -> list[str]:
    """What a snapshot holds; in a terminal also the text of small files, where they are few."""
    lines, files = [describe_row(request, row)], dict(row["files"])
    for one in row["repositories"]:
        files.update(one["files"])
        counts = f"{len(one['refs'])} refs, {len(one['staged'])} staged"
        lines.append(f"  repository {one['top']}: {one['symbolic']}, {counts}")
    for path, entry in sorted(files.items())[:SHOWN]:
        lines.append(f"  {path}  {f'-> {entry[1]}' if entry[0] == LINK else entry[2]}")
        if is_terminal() and len(files) < 4 and entry[0] != LINK and entry[2] <= SHOWN_BYTES:
            text = store.read_object(entry[1]).decode("utf-8", "replace")
            lines += [f"    | {line}" for line in text.splitlines()]
    lines += [f"  gone now: {name}" for name in list_gone(row)[:SHOWN]]
    lines += [f"  not held: {path}" for path in row["unheld"][:SHOWN]]
    return [line.replace("\x1b", "") for line in lines]

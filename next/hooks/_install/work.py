"""Install and uninstall: all is planned before anything is written; the registration comes last, and goes first.

Cannot see: another installer that writes the same settings file in the same instant.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat

from hooks._install import LAUNCHER, SOURCE
from hooks._install.bundle import put_code, read_code, share_code
from hooks._install.places import Place
from hooks._install.plan import (
    BOM,
    choose_changes,
    decode_settings,
    plan_exclude,
    plan_files,
    plan_settings,
    read_file,
    unregister_hooks,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def run_install(place: Place, strict: bool, vendor: bool, server: bool, dry_run: bool) -> int:
    """Installs, or says what would be done; exit code.  Raises Refused before anything is changed."""
    record = load_record(place)
    vendor = vendor or os.path.isdir(place.bundle)
    registration, blanks = plan_settings(place, strict, record.get("blanks"))
    files = plan_files(place, server)
    if not record:
        ours = [path for path, _, _ in [*files, registration] if read_file(path) is None]
        record = {"made": ours, "blanks": blanks}
    made = [path for path in record["made"] if path.startswith(place.project + os.sep)]
    if vendor:
        made.append(place.bundle)
    changes = [
        *choose_changes(files),
        *choose_changes(plan_exclude(place, made)),
        *choose_changes([registration]),
    ]
    say_line("project", f"{place.project} ({place.scope} scope)")
    if dry_run:
        for path, _, _ in changes:
            say_line("would", f"write {place.shorten(path)}")
        return 0
    code = read_code(SOURCE)
    say_line(
        "code", f"{place.data}/code" + (f" and {place.shorten(place.bundle)}" if vendor else "")
    )
    share_code(place.data, code)
    if vendor and read_code(place.bundle) != code:
        put_code(place.bundle, code)
    write_file(place.record, json.dumps(record, indent=1).encode(), 0o600)
    for change in changes:
        write_file(*change)
        say_line("wrote", place.shorten(change[0]))
    say_line(
        "next",
        "start the agent here and work as before; .autoskillit/guardctl status shows what the guards saw",
    )
    return 0


def run_uninstall(place: Place, purge: bool) -> int:
    """Takes out what is ours and leaves every other byte; exit code.  Raises Refused."""
    record = load_record(place)
    data = read_file(place.settings)
    if data is not None:
        text = decode_settings(data, place.settings)
        head, text = (BOM, text[len(BOM) :]) if text.startswith(BOM) else ("", text)
        bare = unregister_hooks(text, record.get("blanks", {}))
        made = place.settings in record.get("made", [place.settings])
        if bare != text:
            remove_or_write(
                place, place.settings, (head + bare).encode(), made and bare.strip() in ("{}", "")
            )
    for path, wanted, _ in plan_files(place, True):
        if read_file(path) in (wanted, None) or path.endswith(LAUNCHER):
            remove_or_write(place, path, b"", True)
    for path, text_bytes, _ in choose_changes(plan_exclude(place, [])):
        remove_or_write(place, path, text_bytes or b"", False)
    if os.path.isfile(f"{place.bundle}/install.py"):
        shutil.rmtree(place.bundle)
        say_line("removed", place.shorten(place.bundle))
    with contextlib.suppress(OSError):
        os.unlink(place.record)
    for folder in (place.commands, os.path.dirname(place.settings), place.root):
        with contextlib.suppress(OSError):
            os.rmdir(folder)
    if os.path.isdir(f"{place.root}/temp"):
        say_line("kept", f"the records of past sessions: {place.shorten(place.root)}/temp")
    return 0


def load_record(place: Place) -> dict[str, Any]:
    """What was there before us, as the installer noted it outside the project; {} where it is not known."""
    try:
        found = json.loads(read_file(place.record) or b"{}")
    except ValueError:
        return {}
    good = (
        isinstance(found, dict)
        and isinstance(found.get("made"), list)
        and isinstance(found.get("blanks"), dict)
    )
    return found if good else {}


def write_file(path: str, data: bytes | None, mode: int) -> None:
    """Writes a file whole, through a link, with the mode it had; None removes it."""
    target = os.path.realpath(path)
    if data is None:
        os.unlink(target)
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with contextlib.suppress(OSError):
        held = os.stat(target)
        mode = stat.S_IMODE(held.st_mode)
        if held.st_nlink > 1:  # a second name of the file stays one
            with open(target, "r+b") as file:
                file.write(data)
                file.truncate()
            return
    draft = f"{target}.new-{os.getpid()}"
    with open(draft, "wb") as file:
        os.fchmod(file.fileno(), mode)
        file.write(data)
    os.replace(draft, target)


def remove_or_write(place: Place, path: str, data: bytes, remove: bool) -> None:
    """One step of an uninstall, said."""
    if remove and not os.path.lexists(path):
        return
    if remove:
        os.unlink(path)
    else:
        write_file(path, data, 0o644)
    say_line("removed" if remove else "restored", place.shorten(path))


def say_line(word: str, text: str) -> None:
    print(f"{word:9} {text}")

"""install and uninstall, start to finish: all is planned before anything is written, the registration comes last."""
from __future__ import annotations

import contextlib
import difflib
import json
import os

from hooks._install import bundle, files, interpreter, probe, settings
from hooks._install import parts as small
from hooks._install.json_text import Refused
from hooks._install.places import SOURCE, others
from hooks._install.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Optional

    from hooks._install.places import Place

    Change = tuple[small.Part, Optional[bytes], bytes]

WINDOWS = os.name == "nt"
OWN = ("local", "local/python", "local/.gitignore", "local/installed.json", "temp", "guards.json", ".gitignore",
       "guardctl", "guardctl.cmd", "hook")


def registry() -> dict[str, Any]:
    """The wiring diagram of the code that is being installed."""
    with open(os.path.join(SOURCE, "hook_registry.json"), "rb") as file:
        found: dict[str, Any] = json.loads(file.read())
    return found


def wanted(place: Place, strict: bool) -> dict[str, Any]:
    """What the settings file of this place should hold of ours, an event."""
    return small.groups(registry(), place, strict, _program(place))


def _program(place: Place) -> str:
    if not WINDOWS:
        return ""
    return "python" if place.scope == "project" else interpreter.real()


def rows(place: Place, strict: bool, server: bool) -> list[small.Part]:
    return small.parts(place, wanted(place, strict), strict,
                       small.server(place, _program(place)) if server else None, WINDOWS)


def install(place: Place, env: Mapping[str, str], strict: bool, server: bool, dry_run: bool) -> int:
    _no_links(place)
    record = Record(place.root)
    strict = strict or small.is_strict(files.read(os.path.join(place.root, "guards.json")))
    changes = _plan(place, strict, server)
    if dry_run:
        return _show(place, changes)
    files.folders(place.root)
    _own_folder(place)
    python = interpreter.real()
    _line("python", f"{python} ({'.'.join(map(str, interpreter.version(python)))})")
    _put_code(place, python)
    changes = _plan(place, strict, server)  # anew: an agent that runs may have written its settings meanwhile
    for (part, _, after), below in zip(changes, [_below(part, now, record) for part, now, _ in changes]):
        record.note(part.path, below, after)
        missing = os.path.dirname(part.path)
        record.made += [missing] if not os.path.isdir(missing) and missing not in record.made else []
    record.save()
    for part, now, after in changes:
        files.write(part.path, after, part.mode if now is None else None)
        _line("wrote", place.short(part.path))
    _line("settings", f"{place.short(place.settings)}: {len(wanted(place, strict))} events registered"
                      + (", nothing to change" if all(part.path != place.settings for part, _, _ in changes) else ""))
    _also(place, env)
    return _answers(place, env, strict)


def uninstall(place: Place, env: Mapping[str, str]) -> int:
    _no_links(place)
    record = Record(place.root)
    shared = [other for other in others(place, env) if other.root == place.root and _registered(other)]
    if shared:
        _line("kept", f"the bundle: the {shared[0].scope} scope still uses it")
    mine = [part for part in rows(place, False, True) if not shared or part.path in (place.settings, place.servers)]
    left = [(part, now, _left(part, now, record)) for part in mine for now in [files.read(part.path)]]
    if all(after == now for _, now, after in left) and not os.path.isdir(os.path.join(place.root, "bundle")):
        _line("nothing", f"of ours in the {place.scope} scope of {place.project}")
    for part, now, after in reversed(left):
        _take_out(place, part, now, after)
        record.forget(part.path)
    if shared:
        record.save()
        return 0
    if bundle.remove(os.path.join(place.root, "bundle")):
        _line("removed", place.short(os.path.join(place.root, "bundle")))
    record.remove()
    for folder in [record.folder, *reversed(record.made), os.path.join(place.root, "temp"), place.root]:
        with contextlib.suppress(OSError):
            os.rmdir(folder)
    history = os.path.join(place.root, "temp")
    if os.path.isdir(history):
        files.write(os.path.join(history, ".gitignore"), b"*\n", 0o600)
        _line("kept", f"{place.short(history)}: the recorded history (ignored by git); it is yours to delete")
    return 0


def _no_links(place: Place) -> None:
    """A project's `.autoskillit` must be the project's own: a link in a cloned one could lead anywhere."""
    for name in ("", *OWN) if place.scope != "user" else ():
        path = os.path.join(place.root, name).rstrip(os.sep)
        if os.path.islink(path):
            raise Refused(f"{path} is a symbolic link")


def _plan(place: Place, strict: bool, server: bool) -> list[Change]:
    """The small files that change: row, bytes now, bytes then.  Raises Refused."""
    found = [(part, now, _made(part, now)) for part in rows(place, strict, server) for now in [files.read(part.path)]]
    return [(part, now, after) for part, now, after in found if after != (now or b"")]


def _made(part: small.Part, now: bytes | None) -> bytes:
    try:
        return part.made(now)
    except Refused as refusal:
        raise Refused(f"{part.path}: {refusal}") from None


def _below(part: small.Part, now: bytes | None, record: Record) -> bytes | None:
    """What the file would be without us."""
    if now is None or record.untouched(part.path, now):
        return record.before(part.path) if now is not None else None
    if part.whole and record.theirs(part.path):
        return now
    try:
        return part.without(now, record.before(part.path))
    except Refused as refusal:
        raise Refused(f"{part.path}: {refusal}") from None


def _left(part: small.Part, now: bytes | None, record: Record) -> bytes | None:
    """What an uninstall leaves of the file; nothing where there was nothing before us and nothing came since."""
    below = _below(part, now, record)
    empty = below is not None and below != now and below.strip() in (b"{}", b"")
    return None if empty and record.new(part.path) else below


def _put_code(place: Place, python: str) -> None:
    if os.path.realpath(SOURCE) != os.path.realpath(place.code):
        contents = bundle.copy_of(SOURCE)
        fresh = bundle.put(contents, place.code)
        _line("bundle", f"{place.short(place.code)}: {len(contents)} files" + ("" if fresh else ", unchanged"))
    elif place.link and bundle.remove(os.path.join(place.root, "bundle")):
        _line("removed", f"{place.short(os.path.join(place.root, 'bundle'))}: the checkout is used in place")
    if not interpreter.compile_bytecode(python, os.path.join(place.code, "hooks"), os.path.join(place.code, "guards")):
        _line("note", "the bytecode could not be compiled; the first events will be slower")


def _own_folder(place: Place) -> None:
    """`local/`: this machine's interpreter and the originals; ignored by git."""
    folder = os.path.join(place.root, "local")
    files.folders(folder, 0o700)
    for name, text in ((".gitignore", "*\n"), ("python", interpreter.real() + "\n")):
        if files.read(os.path.join(folder, name)) != text.encode():
            files.write(os.path.join(folder, name), text.encode())


def _take_out(place: Place, part: small.Part, now: bytes | None, after: bytes | None) -> None:
    if now is None:
        return
    if after is None:
        files.remove(part.path)
        _line("removed", place.short(part.path))
    elif after != now:
        files.write(part.path, after)
        _line("restored", place.short(part.path))
    elif part.path == os.path.join(place.root, "guards.json"):
        _line("kept", f"{place.short(part.path)}: it is not as install.py wrote it")


def _show(place: Place, changes: list[Change]) -> int:
    if os.path.realpath(SOURCE) != os.path.realpath(place.code):
        same = bundle.holds(bundle.copy_of(SOURCE), place.code)
        _line("would", "leave the bundle as it is" if same else f"copy the bundle to {place.short(place.code)}")
    for part, now, after in changes:
        old, new = (small.decode(data).splitlines(keepends=True) for data in (now, after))
        lines = difflib.unified_diff(old, new, "/dev/null" if now is None else part.path, part.path)
        for line in lines:
            print(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n", end="")
    if not changes:
        _line("would", "change nothing else")
    return 0


def _answers(place: Place, env: Mapping[str, str], strict: bool) -> int:
    handlers = {event: group["hooks"][0] for event, group in wanted(place, strict).items()}
    bad = 0
    for answer in probe.fire(handlers, place.project, env):
        said = answer.fault or ("answered" if answer.words else "answered with silence")
        _line("PROBLEM" if answer.fault else "ok", f"{answer.event} {said}, {answer.seconds * 1000:.0f} ms")
        bad += bool(answer.fault)
    if not bad:
        _line("next", "start the agent here and work as before; "
                      f"{place.short(os.path.join(place.root, 'guardctl'))} tail -f shows what is seen and said")
        if place.scope == "project" and not place.link:
            _line("commit", ".autoskillit and .claude/settings.json, and whoever clones this project is guarded too")
    return 1 if bad else 0


def _registered(place: Place) -> bool:
    try:
        return bool(settings.registered(small.decode(files.read(place.settings))))
    except Refused:
        return False


def _also(place: Place, env: Mapping[str, str]) -> None:
    for other in others(place, env):
        if _registered(other):
            _line("note", f"{other.settings} registers us too: every event will be seen twice; "
                          f"take one out with --scope {other.scope} --uninstall")


def _line(word: str, text: str) -> None:
    print(f"{word:<9} {text}")

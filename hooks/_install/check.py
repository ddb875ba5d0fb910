"""Install, check, uninstall; what was lost since, put back.

Law: all is planned before anything is written, and what a file should hold is computed from what it holds.  The shared
copy is DATA/code; DATA/python links to the interpreter.  A vendored copy has no bytecode: its sources change under git,
and unchecked bytecode would go on running.
Cannot see: whether the client trusts the folder, or was started with its hooks off; a hook that runs while the copy is
swapped; another installer that writes the same file in the same instant.
"""

import _sre  # type: ignore[import-not-found,unused-ignore]
import io
import json
import marshal
import os
import py_compile
import re
import subprocess
import sys
import tempfile
from contextlib import suppress
from glob import glob
from os.path import dirname, exists, isdir, isfile, islink, lexists, realpath, relpath, split
from shutil import rmtree
from zipfile import ZIP_DEFLATED, ZipFile

from guards import Any, Environ, Row, Words
from guards._text import KNOWN, split_pairs
from hooks import CODE, HEAD, _install as names
from hooks._event.accepted import accept_project, load_object, stamp_code
from hooks._install import SCOPES, SOURCE, Place, list_installed, list_parts, plan, say_line
from hooks._install.plan import Drafts, Part, Refused, make_part, read_file, write_file
from hooks._stores import digest_bytes
from hooks._stores.world import walk_files

FOLDERS, FILES = "guards hooks commands".split(), "install.py hook_registry.json LICENSE".split()
ENDINGS = tuple(".py registry.json .md .sh .js LICENSE".split())
OFF = ["disableAllHooks"]
LINES = "co_linetable" if sys.version_info > (3, 10) else "co_lnotab"
VENDORED = {".gitignore": b"__pycache__/\n", ".gitattributes": b"* -text linguist-vendored\n"}


def collect_code(source: str) -> dict[str, bytes]:
    """{path with slashes: bytes} of what belongs to a bundle, without bytecode."""
    paths = [path for one in FOLDERS for path in walk_files(f"{source}/{one}")]
    paths += (f"{source}/{one}" for one in FILES)
    paths = sorted(path for path in paths if path.endswith(ENDINGS) and isfile(path))
    return {relpath(path, source): read_file(path) or b"" for path in paths}


def digest_code(folder: str) -> str:
    """A digest of the code in a folder, "" where there is none."""
    files = collect_code(folder)
    return digest_bytes(repr(files).encode()) if files else ""


def share_code(place: Place) -> dict[str, bytes]:
    """Makes DATA/code ours, compiled, with a packed copy, and DATA/python the interpreter under a shim or venv."""
    files, draft = collect_code(SOURCE), f"{place.data}/python.new-{os.getpid()}"
    if collect_code(f"{place.data}/code") != files:
        compile_code(put_code(f"{place.data}/code", files))
    with ZipFile(packed := io.BytesIO(), "w", ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    write_file(place.copy, packed.getvalue(), 0o600)
    os.symlink(realpath(getattr(sys, "_base_executable", None) or sys.executable), draft)
    os.replace(draft, f"{place.data}/python")
    return files


def compile_code(folder: str) -> None:
    """One file for the bytecode of all modules, from their sources of now, which no event checks again, and for what `re`
    makes of all expressions; without docstrings and the tables of lines, a fifth of what an event reads."""
    index, sources, codes = Row(), dict[str, bytes](), b""
    for path, source in collect_code(folder).items():
        name = path[:-3].replace("/", ".").removesuffix(".__init__")
        if path.startswith(("guards/", "hooks/_")) and path.endswith(".py"):  # others are started
            __import__(name)
            sources[name] = source
    sources["guards._forms"] = compile_forms().encode()
    for name, source in sources.items():
        code = marshal.dumps(strip_lines(compile(source, name, "exec", optimize=2)))
        index[name] = hasattr(sys.modules.get(name), "__path__"), len(code), HEAD + len(codes)
        codes += code
    write_file(f"{folder}/{CODE}", marshal.dumps(index).ljust(HEAD) + codes, 0o644)
    sys.pycache_prefix = None  # as for an event, which is started with -I
    py_compile.compile(f"{folder}/hooks/__init__.py")


def strip_lines(code: Any) -> Any:
    inner = [strip_lines(one) if isinstance(one, type(code)) else one for one in code.co_consts]
    return code.replace(co_consts=tuple(inner), **{LINES: b""})


def compile_forms() -> str:
    """A module of what `re` gives its engine for the expressions of all modules, the code as letters: what `Form` takes."""
    made, letters, finish = dict[Any, Any](), dict[int, str](), _sre.compile

    def catch_form(text: str, flags: int, code: list[int], *rest: Any) -> Any:
        marks = [letters.setdefault(int(number), chr(len(letters))) for number in code]
        made[given] = (int(flags), "".join(marks), *rest)
        return finish(text, flags, code, *rest)

    _sre.compile = catch_form
    re.purge()
    for given in KNOWN:
        re.compile(*given)
    _sre.compile = finish
    return f"NUMBERS = {dict(zip(letters.values(), letters))}\nMADE = {made}"


def put_code(folder: str, files: dict[str, bytes]) -> str:
    """Makes `folder` hold exactly these files, by one rename; what stood there goes."""
    draft, old = f"{folder}.new-{os.getpid()}", f"{folder}.old-{os.getpid()}"
    for path, data in files.items():
        write_file(f"{draft}/{path}", data, 0o644)
    if lexists(folder):
        os.rename(folder, old)
    os.rename(draft, folder)
    rmtree(old, ignore_errors=True)
    return folder


def restore_code(environ: Environ, held: Row) -> bool:
    """Puts our own code back where a file of it is another than the one accepted."""
    place = Place("user", "", environ)
    if not held.get("code") or stamp_code(place.data) == held["code"]:
        return False
    folder, archive = f"{place.data}/code", ZipFile(place.copy)
    files = {path: archive.read(path) for path in archive.namelist()}
    changed = not exists(f"{folder}/{CODE}") or collect_code(folder) != files
    if changed:
        put_code(folder, files)
    compile_code(folder)  # bytecode that is not of these sources would run, too
    held["code"] = stamp_code(place.data)
    return changed


def accept_install(place: Place, agents: Words, strict: bool, server: bool) -> None:
    """What is installed is what this machine accepts; without agents it is uninstalled."""
    row = [place.scope, agents, strict, server]
    paths = [part.path for part in list_registered(place.project, place.environ, [row])]
    paths += [f"{place.data}/{one}" for one in ("python", "code", f"code/{CODE}")]
    paths += [Place(scope, place.project, place.environ).settings for scope in names.SCOPES]
    accept_project(place.project, place.environ, row, paths, stamp_code(place.data))


def list_registered(project: str, environ: Environ, places: list[Any]) -> list[Part]:
    """The files of all scopes and agents that are installed for a project."""
    listed = [list_parts(Place(scope, project, environ), *flags) for scope, *flags in places]
    return [part for parts in listed for part in parts if not part.path.endswith("guards.json")]


def list_lost(project: str, environ: Environ, places: list[Any]) -> dict[str, bytes]:
    """{path: what it should hold} of each file that lost something of ours or turns hooks off; no JSON: us alone."""
    lost = {}
    for part in list_registered(project, environ, places):
        data = read_file(part.path)
        try:
            made = make_part(part, data)
        except Refused:
            made = make_part(part, None)
        if made != data:
            fresh = make_part(part, None)  # what a file of ours alone held, to the byte
            alike = part.kind == "json" and json.loads(made) == json.loads(fresh)
            lost[part.path] = fresh if alike else made
    for scope in names.SCOPES:
        path = Place(scope, project, environ).settings
        text = (lost.get(path) or read_file(path) or b"").decode("utf-8", "replace")
        while load_object(realpath(path)).get(OFF[0]) and plan.find_start(text, OFF) >= 0:
            text = plan.cut_member(text, OFF)
            lost[path] = text.encode()
    return lost


def list_faults(place: Place) -> Words:
    """What is wrong with the installation, a sentence each."""
    settings, installed = place.shorten(place.settings), list_installed(place)
    if not installed:
        return [f"PreToolUse and the other events are not registered in {settings}"]
    strict, faults = b'"strict"' in (read_file(place.settings) or b""), []
    for part in list_parts(place, installed, strict, False):
        if make_part(part, held := read_file(part.path)) != held:
            faults.append(f"PreToolUse or more in {place.shorten(part.path)} is not as written")
    if load_object(realpath(place.settings)).get(OFF[0]):
        faults.append(f"{settings} sets {OFF[0]}")
    code = f"{place.data}/code" if isdir(f"{place.data}/code") else f"{place.root}/bundle"
    if collect_code(code) != collect_code(SOURCE):
        faults.append(f"the code in {code} is another than this version's")
    return faults + try_handler(place)


def try_handler(place: Place) -> Words:
    """Runs a handler as the client does, with its records in a folder that goes again."""
    with tempfile.TemporaryDirectory() as at:
        moved = dict(AUTOSKILLIT_STATE_DIR=f"{at}/state", XDG_STATE_HOME=at, CLAUDE_PROJECT_DIR=at)
        payload = split_pairs("session_id:check hook_event_name:PreToolUse tool_name:Read")
        data, environ = json.dumps({**payload, "cwd": at}).encode(), {**place.environ, **moved}
        line = ["/bin/sh", "-c", names.START, f"{place.root}/guardctl", "event", "PreToolUse"]
        try:
            done = subprocess.run(line, input=data, capture_output=True, env=environ, timeout=20)
        except (OSError, subprocess.SubprocessError) as error:
            return [f"no event starts: {error}"]
    said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return [f"an event ends with {done.returncode}: {said}"] if done.returncode or said else []


def run_check(place: Place) -> int:
    """Says what is installed, here or else in another scope, and whether it works; exit code 1 where it does not."""
    scopes = (Place(scope, place.project, place.environ) for scope in SCOPES)
    place = next(filter(list_installed, [place, *scopes]), place)
    faults = list_faults(place)
    for fault in faults:
        say_line("fault", fault)
    mend = f"python3 {SOURCE}/install.py --scope {place.scope} in {place.project}"
    good = f"{place.shorten(place.settings)}: every event is registered and answers"
    say_line("mend" if faults else "good", mend if faults else good)
    return min(len(faults), 1)


def run_install(place: Place, asked: Any) -> int:
    """Installs, or says what would be done; exit code.  Raises Refused before anything is changed."""
    strict = asked.strict or load_object(f"{place.root}/guards.json").get("strict") is True
    record, bundle = load_object(place.record), f"{place.root}/bundle"
    server = asked.memory_server or realpath(place.servers) in record
    agents = asked.agent or list_installed(place) or ["claude"]
    parts = {part.path: part for part in list_parts(place, agents, strict, server)}
    for path, part in parts.items():
        record.setdefault(realpath(path), plan.list_containers(part, read_file(path)))
    vendor = asked.vendor or (isdir(bundle) and place.scope != "user")
    new = [path for path in parts if not record[realpath(path)]] + [bundle] * vendor
    excluded = list_exclude(place, new)
    planned = [*excluded, *parts.values()]
    texts: Drafts = {part: make_part(part, read_file(part.path)) for part in planned}
    say_line("project", f"{place.project} ({place.scope} scope); code: {place.data}/code")
    if asked.dry_run:
        return write_texts(place, texts, True)
    code = share_code(place)
    if vendor and collect_code(bundle) != code:
        put_code(bundle, {**code, **VENDORED})
    write_file(place.record, json.dumps(record, indent=1).encode(), 0o600)
    write_texts(place, texts)
    accept_install(place, list_installed(place), strict, server)
    if set(agents) != {"claude"}:
        say_line("note", "other agents run hooks once you trusted them there: docs/agents.md")
    if place.scope == "project":
        if new and excluded:
            say_line(
                "commit",
                f"git add -f {' '.join(map(place.shorten, dict.fromkeys([*parts, *new])))}",
            )
            say_line("", "guards everybody who clones this; until then git ignores these files")
        say_line(
            "offer", "install.py --scope user guards all your projects, and says which lost it"
        )
    say_line("next", f"work; `{place.shorten(next(iter(parts)))} status` shows what the guards saw")
    return 0


def run_uninstall(place: Place, asked: Any) -> int:
    """Takes out what is ours and leaves every other byte; exit code.  Raises Refused."""
    record, there = load_object(place.record), list_installed(place)
    agents = asked.agent or dict.fromkeys(["claude", *there])
    parts = list_parts(place, agents, False, True)
    scopes = [scope for scope in names.SCOPES[:2] if scope != place.scope != "user"]
    others = [list_installed(Place(scope, place.project, place.environ)) for scope in scopes]
    shared = any(others) or set(there) - set(agents)
    if shared:  # what an agent or a scope that stays needs
        parts = [part for part in parts if part.kind != "file" or "guardctl" not in part.path]
    texts = {}
    for part in [*parts, *list_exclude(place, [])]:
        before = record.pop(realpath(part.path), None)
        texts[part] = plan.strip_part(part, read_file(part.path), before)
    if asked.dry_run:
        return write_texts(place, texts, True)
    write_texts(place, texts)
    say_line("next", "commit the change where git tracked one of these files: `git status`")
    write_file(place.record, json.dumps(record).encode() if record else None, 0o600)
    accept_install(place, list_installed(place), asked.strict, False)
    if not shared:
        rmtree(f"{place.root}/bundle", ignore_errors=True)
    say_kept(place, asked.purge)
    for folder in sorted({place.root, *(dirname(part.path) for part in texts)}, reverse=True):
        while folder.startswith(place.project + os.sep) and "/.git/" not in folder:
            with suppress(OSError):
                os.rmdir(folder)
            folder = dirname(folder)
    return 0


def say_kept(place: Place, purge: bool) -> None:
    """Says what stays, or removes it where asked: the project's records, our code where no other project uses it."""
    outside, name = split(place.record.removesuffix(f".{place.scope}.json"))
    above = dirname(outside)
    used = any(load_object(path).get("places") for path in glob(f"{above}/accepted/*.json"))
    taken = [f"{place.root}/temp", f"{place.root}/guards.json", *glob(f"{above}/*/{name}*")]
    taken += [] if used else [place.data, place.copy]
    for path in filter(lexists, taken):
        say_line("purged" if purge else "kept", path + " (--purge takes it)" * (not purge))
        remove = rmtree if isdir(path) and not islink(path) else os.unlink
        purge and remove(path)
    for folder in [*glob(f"{above}/*"), above]:
        with suppress(OSError):  # it is not empty
            os.rmdir(folder)


def list_exclude(place: Place, new: Words) -> list[Part]:
    """.git/info/exclude with our new files, so that no `git add -A` or `stash -u` takes them; [] without a folder .git."""
    path = f"{place.project}/.git/info/exclude"
    if place.scope == "user" or not isdir(f"{place.project}/.git"):
        return []
    inside = [relpath(one, place.project) for one in new]
    lines = "".join(f"/{one}\n" for one in inside if not one.startswith(os.pardir))
    mark = f"# {names.SIGN}: not committed yet ({place.scope})"
    return [Part("block", path, (mark, lines, f"{mark} end"))]


def write_texts(place: Place, texts: Drafts, dry: bool = False) -> int:
    """Says what is not so already and, but for `dry`, writes it; exit code."""
    for part, data in texts.items():
        if data != read_file(part.path):
            what = f"{place.shorten(part.path)}{' (dry run: not done)' * dry}"
            say_line("remove" if data is None else "write", what)
            if not dry:
                write_file(part.path, data, part.mode)
    return 0

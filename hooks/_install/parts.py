"""The small files of an installation, a row each: what install makes of one, and what is left of it without us.

A row is pure: `made(now)` and `without(now, before)` take and give bytes, None meaning no file.
`before` is what stood there before us, where that is known.
"""
from __future__ import annotations

import json
import os
from functools import partial

from hooks import _git
from hooks._install import command, files, json_text, large, presence, settings, status_line
from hooks._install.places import SOURCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Optional

    from hooks._install.places import Place

    Bytes = Optional[bytes]

BOM = b"\xef\xbb\xbf"
SERVER = "session_memory"
MARK = "# autoskillit-guards: not committed here, and kept from git stash and git clean"
GIT_SECONDS = 15.0      # a person waits for this one
FORMER = (b"temp/\n__pycache__/\n",)       # .gitignore as earlier versions wrote it
IGNORED = ("temp/", "local/", "__pycache__/")

LAUNCHER = """\
#!/bin/sh
# What the guards know and have said: guardctl status | tail -f | explain ACTION_ID | ... (--help for all)
""\":"   # sh runs the lines below; Python, the two at the end, which call sh
case $0 in */*) d=${0%/*} ;; *) d=. ;; esac
d=$(CDPATH= cd -- "${d:-/}" && pwd) || exit 1
@project
@code
# Not by run.sh nor the interpreter that the hooks use: `doctor` looks at both.
for python in "${AUTOSKILLIT_PYTHON:-}" /opt/homebrew/bin/python3 /usr/local/bin/python3 /usr/bin/python3 python3 \
  python python3.14 python3.13 python3.12 python3.11 python3.10 python3.9; do
  [ "$python" != /usr/bin/python3 ] || [ ! -e /usr/bin/xcode-select ] || /usr/bin/xcode-select -p >/dev/null 2>&1 ||
    continue
  [ "$("$python" -I -S -c 'import sys; print(sys.version_info >= (3, 9))' 2>/dev/null)" != True ] ||
    exec "$python" -I -S --check-hash-based-pycs always "$code/hooks/guardctl.py" "$@"
done
echo 'autoskillit-guards: found no Python 3.9 or newer; install one, or name it in AUTOSKILLIT_PYTHON' >&2
exit 1
""\"
import os, sys
os.execv("/bin/sh", ["/bin/sh", *sys.argv])
"""
HOOK = """\
# Runs one hook of the guards: the command in the agent's settings file sources this file, $1 names the script.
case $0 in
*/hook) root=${0%/*}; [ "$CLAUDE_PROJECT_DIR" ] || export CLAUDE_PROJECT_DIR="${root%/*}" ;;
*) root=~/.autoskillit ;;
esac
@code
hook=$1.py
shift
. "$code/hooks/_install/run.sh"
"""
SHARED = """\
pin=@pin
case ${XDG_DATA_HOME-} in /*) code=$XDG_DATA_HOME ;; *) code=${HOME-}/.local/share ;; esac
code=$code/autoskillit-guards"""
# A clone on a machine without that copy: said once a session, and no call is stopped but where the project is strict.
ABSENT = SHARED + """
if [ ! -f "$code/$pin/hooks/_install/run.sh" ]; then
  said="the guards of this project ($pin) are not on this machine, so nothing here guards this session; \
to mend it, run in this folder: @mend"
  case " $* " in
  *' strict '*)
    [ "$1" = pre_tool_use ] || { echo "autoskillit-guards: $said" >&2; exit 1; }
    echo "{\\"hookSpecificOutput\\": {\\"hookEventName\\": \\"PreToolUse\\", \\"permissionDecision\\": \\"deny\\", \
\\"permissionDecisionReason\\": \\"autoskillit: $said\\"}}"
    exit 0 ;;
  esac
  case $1 in
  session_start) ;;
  user_prompt_submit | pre_tool_use)      # they went away while a session ran
    [ -d "$root/temp" ] && [ ! -e "$root/temp/unguarded-$PPID" ] && : >"$root/temp/unguarded-$PPID" || exit 0 ;;
  *) exit 0 ;;
  esac
  echo "{\\"systemMessage\\": \\"autoskillit: $said\\"}"
  exit 0
fi
root=$code
code=$code/$pin"""
MISSING = SHARED + """/$pin
[ -f "$code/hooks/guardctl.py" ] || {
  echo "autoskillit-guards: the guards of this project ($pin) are not on this machine; to mend it, run in its folder: \
@mend" >&2
  exit 1
}"""
TYPED = b"The user typed this line for the guards"
MEND = "python3 ~/autoskillit-guards/install.py"     # as the README has it
LAUNCHER_WINDOWS = """\
@echo off\r
set "y=python"\r
if exist "%~dp0local\\python" set /p y=<"%~dp0local\\python"\r
"%y%" -I -S "@code\\hooks\\guardctl.py" %*\r
"""


class Part:
    """A file and its two functions; `whole`: it is ours or it is not; `mode` only for one that is new."""

    __slots__ = ("made", "mode", "path", "whole", "without")

    def __init__(self, path: str, made: Callable[[Bytes], bytes], without: Callable[[Bytes, Bytes], Bytes],
                 whole: bool = False, mode: int | None = None) -> None:
        self.path, self.made, self.without, self.whole, self.mode = path, made, without, whole, mode


def parts(place: Place, groups: dict[str, object], strict: bool, server: object, windows: bool,
          status: dict[str, object] | None = None) -> list[Part]:
    """The rows of one scope, the settings file last: nothing is registered before all else stands."""
    rows = [
        Part(os.path.join(place.root, "guards.json"), lambda now: guards_json(now, strict), _only(_is_default), True),
        Part(os.path.join(place.root, ".gitignore"), ignore, _only(lambda now: now in (ignore(None), *FORMER)), True),
        Part(os.path.join(place.root, "guardctl"), lambda now: launcher(place), _only(_is_launcher), True, 0o755),
        Part(os.path.join(place.root, "hook"), lambda now: hook(place), _only(_is_hook), True),
    ]
    if "claude" in place.agents and place.commands:
        rows += [Part(os.path.join(place.commands, name), partial(_typed, text), _only(_is_typed), True)
                 for name, text in typed().items()]
    if windows:
        rows.append(Part(os.path.join(place.root, "guardctl.cmd"), lambda now: launcher_windows(place),
                         _only(lambda now: now == launcher_windows(place)), True))
    if "claude" not in place.agents:
        return rows
    rows.append(Part(place.servers, lambda now: (now or b"") if server is None else with_server(now, place, server),
                     lambda now, before: without_server(now, place, before)))
    rows.append(Part(place.settings, lambda now: encode(now, status_line.put(settings.register(decode(now), groups),
                                                                             status)), without_groups))
    return rows


def typed() -> dict[str, bytes]:
    """{name: text} of the commands that a person types in the client: /guard-why and its like."""
    folder = os.path.join(SOURCE, "commands")
    return {name: files.read(os.path.join(folder, name)) or b"" for name in sorted(os.listdir(folder))
            if name.endswith(".md")} if os.path.isdir(folder) else {}


def _typed(text: bytes, now: Bytes) -> bytes:
    """Ours in the place of ours; somebody else's of that name stays."""
    return text if now is None or _is_typed(now) else now


def _is_typed(now: bytes) -> bool:
    return TYPED in now


def groups(registry: dict[str, Any], place: Place, strict: bool, python: str = "") -> dict[str, Any]:
    """{event: what stands in the settings file}; `python` names the program of the Windows form."""
    made = {}
    for event, row in registry["events"].items():
        if event == presence.SHOWN:
            continue
        words = (command.program(python, _windows_code(place), row["script"]) if python
                 else command.sealed(place.launcher, row["script"], place.scope, place.starts))
        group: dict[str, object] = {"matcher": row["matcher"]} if row.get("matcher") else {}
        made[event] = {**group, "hooks": [command.handler(words, row.get("timeout", 10), strict)]}
    return made


def server(place: Place, python: str = "") -> dict[str, object]:
    """The MCP server `session_memory`, as .mcp.json and .claude.json write it."""
    if python:
        program, arguments = command.program(python, place.code, "memory_server.py")
        return {"type": "stdio", "command": program, "args": arguments}
    words = command.shell(place.root_in_command, "" if place.pin else place.code_in_command, "memory_server.py")
    return {"type": "stdio", "command": place.starts[1], "args": ["-c", words]}


def decode(data: Bytes) -> str:
    """The text of a JSON file, its byte order mark left off.  Raises Refused."""
    try:
        return (data or b"")[len(BOM) if (data or b"").startswith(BOM) else 0:].decode()
    except UnicodeDecodeError as error:
        raise json_text.Refused(f"it is not UTF-8 (byte {error.start})") from None


def encode(before: Bytes, text: str) -> bytes:
    """A text as the bytes of a file, with a byte order mark where it had one.  Raises Refused."""
    try:
        return (BOM if (before or b"").startswith(BOM) else b"") + text.encode()
    except UnicodeEncodeError:
        raise json_text.Refused("a path with bytes that are no UTF-8 cannot be written there") from None


def without_groups(now: Bytes, before: Bytes) -> Bytes:
    """A settings file without what is ours; None where there is no file."""
    if now is None:
        return None
    text = settings.unregister(status_line.taken(decode(now)), settings.containers(decode(before)))
    return encode(now, text)


def guards_json(now: Bytes, strict: bool) -> bytes:
    """The person's own; ours is only a beginning.  `strict` is the one key that a flag of install.py sets."""
    if now is None:
        now = b'{\n  "mode": "enforce",\n  "guards": {},\n  "tools": {},\n  "trusted_destinations": []\n}\n'
    if not strict or is_strict(now):
        return now
    return encode(now, json_text.put(decode(now) if decode(now).strip() else "{}\n", ["strict"], True))


def is_strict(now: Bytes) -> bool:
    """Does guards.json say "strict": true?  False where it cannot be read."""
    try:
        return json.loads(decode(now) or "{}").get("strict") is True
    except (ValueError, AttributeError, RecursionError, json_text.Refused):
        return False


def ignore(now: Bytes) -> bytes:
    """The lines of .gitignore that must be there, after those that are."""
    lines = (now or b"").decode("utf-8", "surrogateescape").splitlines()
    missing = "".join(f"{line}\n" for line in IGNORED if line not in lines)
    gap = b"\n" if missing and now and not now.endswith(b"\n") else b""
    return (now or b"") + gap + missing.encode()


def exclusion(place: Place, wanted: bool) -> list[Part]:
    """The row of `.git/info/exclude`, where what is not committed is out of the reach of `git stash -u` and `git clean
    -fd`; none without git, or where our files lie elsewhere."""
    told = _git.run(place.project, "rev-parse", "--git-path", "info/exclude", "--show-prefix", seconds=GIT_SECONDS)
    if place.scope == "user" or told is None or told[0]:
        return []
    path, _, prefix = told[1].partition("\n")
    root, *rest = [f"/{prefix.strip()}{place.short(one)}" for one in (place.root, place.settings, *(
        os.path.join(place.commands, name) for name in (typed() if place.commands else ())))]
    former = f"{MARK}\n{root}/\n{rest[0]}\n".encode()     # before 0.6
    block = former + "".join(f"{one}\n" for one in rest[1:]).encode()
    return [Part(os.path.join(place.project, path),
                 lambda now: with_block(now, block, former) if wanted else now or b"",
                 lambda now, before: now and now.replace(block, b"").replace(former, b""))]


def with_block(now: Bytes, block: bytes, former: bytes = b"") -> bytes:
    """A file with these lines at its end, once, or in the place of former ones."""
    now = now or b""
    if block in now or (former and former in now):
        return now if block in now else now.replace(former, block)
    return now + b"\n" * (now[-1:] not in (b"", b"\n")) + block


def launcher(place: Place) -> bytes:
    """The script by which a person runs guardctl."""
    code = 'code="$d"/bundle' if not place.link else "code=" + _launcher_code(place, "$d")
    project = "" if place.scope == "user" else 'CLAUDE_PROJECT_DIR=${d%/*}; export CLAUDE_PROJECT_DIR'
    made = LAUNCHER.replace("@project\n", project and project + "\n").replace("@code", _pinned(place, MISSING) or code)
    return os.fsencode(made)


def hook(place: Place) -> bytes:
    """The script that the registered command starts."""
    code = "code=$root/bundle" if not place.link else "code=" + _launcher_code(place, "$root")
    return os.fsencode(HOOK.replace("@code", _pinned(place, ABSENT) or code))


def _pinned(place: Place, lines: str) -> str:
    """The lines of a launcher that find the shared copy; "" where the code lies elsewhere."""
    return lines.replace("@pin", place.pin).replace("@mend", MEND) if place.pin else ""


def launcher_windows(place: Place) -> bytes:
    """The same for cmd.exe."""
    code = place.code if place.link else "%~dp0bundle"
    return LAUNCHER_WINDOWS.replace("@code", code).encode()


def with_server(now: Bytes, place: Place, entry: object) -> bytes:
    """A file of MCP servers with ours in it."""
    text = decode(now)
    return encode(now, large.changed(text if text.strip() else settings.EMPTY, tuple(server_path(place)[:-1]),
                                     lambda small: _with_server(small, place, entry)))


def _with_server(text: str, place: Place, entry: object) -> str:
    for depth in range(1, len(server_path(place))):
        holder = json_text.find(text, server_path(place)[:depth])
        if holder is None:
            text = json_text.put(text, server_path(place)[:depth], {})
        elif not isinstance(holder.value, dict):
            raise json_text.Refused(f'"{server_path(place)[depth - 1]}" is not an object')
    found = json_text.find(text, server_path(place))
    if found is not None and not _our_server(found.value):
        raise json_text.Refused(f"it has a server {SERVER!r} that is not ours")
    return json_text.put(text, server_path(place), entry)


def without_server(now: Bytes, place: Place, before: Bytes = None) -> Bytes:
    """The file without our server, and without the objects that this leaves empty and that were not there before."""
    if now is None or not decode(now).strip():
        return now
    steps = tuple(server_path(place)[:-1])
    was, _ = large.shrunk(decode(before) if (before or b"").strip() else "{}", steps)
    return encode(now, large.changed(decode(now), steps, lambda small: _without_server(small, place, was)))


def _without_server(text: str, place: Place, was: str) -> str:
    found = json_text.find(text, server_path(place))
    if found is None or not _our_server(found.value):
        return text
    text = json_text.cut(text, server_path(place))
    for depth in range(len(server_path(place)) - 1, 0, -1):
        left = json_text.find(text, server_path(place)[:depth])
        if left is not None and not left.value and json_text.find(was, server_path(place)[:depth]) is None:
            text = json_text.cut(text, server_path(place)[:depth])
    return text


def server_path(place: Place) -> list[str]:
    """The keys under which our MCP server stands."""
    return (["projects", place.project] if place.scope == "local" else []) + ["mcpServers", SERVER]


def _our_server(entry: object) -> bool:
    return command.ours(entry)


def _only(ours: Callable[[bytes], bool]) -> Callable[[Bytes, Bytes], Bytes]:
    """A file that goes where it is ours and unchanged, and stays otherwise."""
    return lambda now, before: None if now is not None and ours(now) else now


def _is_default(now: bytes) -> bool:
    return now in (guards_json(None, False), guards_json(None, True))


def _is_launcher(now: bytes) -> bool:
    return now.startswith(b"#!/bin/sh\n# What the guards know") and b"guardctl.py" in now


def _is_hook(now: bytes) -> bool:
    return now.startswith(b"# Runs one hook of the guards")


def _launcher_code(place: Place, root: str) -> str:
    inside = place.code_in_command
    return "'" + place.code.replace("'", "'\\''") + "'" if not inside.startswith("$d") else (
        f'"{root}/..' + inside[2:] + '"')


def _windows_code(place: Place) -> str:
    return place.code_in_command.replace("$d", "${CLAUDE_PROJECT_DIR}", 1)

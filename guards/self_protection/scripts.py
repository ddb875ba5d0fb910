"""What the session wrote and may run: a file that would change what is ours is asked about before, and once.

Law: what a text would do is found when it is written; any command that may run it (guards/_shell/reached.py) asks.
Tests of a checkout of these guards speak of such commands and do none.
Cannot see: what is put together in more than one file, a file that a program of the session made.
"""
from __future__ import annotations

from guards.self_protection.commands import WRITES, literals, of_command
from guards.self_protection.patches import applies, changed
from guards.self_protection.places import protected, settings_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Fact, Session
    from guards._call import Call
    from guards._history.fields import Protection as State
    from guards._shell.reading import Ran, Touch

MOST, LENGTH = 20, 200_000      # files that are remembered; characters of one that are read
CODE = (".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".rs", ".go", ".java", ".kt", ".kts", ".lua", ".php", ".pl",
        ".swift", ".scala", ".cs", ".jl", ".ex", ".exs", ".groovy", ".tcl", ".c", ".cc", ".cpp", ".zig", ".nim",
        ".dart")
# Texts that no program runs, whatever they say.
DATA = (".md", ".rst", ".txt", ".html", ".css", ".svg", ".lock", ".adoc", ".json", ".jsonl", ".csv", ".diff", ".patch",
        ".xml", ".log", ".gitignore", ".dockerignore")
CHECKOUT = "hook_registry.json"     # at the root of these guards themselves
# What a statement joins a name to, where that is not the folder in which it runs.
ELSEWHERE = ("tmp", "temp_", "temp.", " / ", "join(", "f\"{", "f'{", "`${", "root", "base", "home", "project")
CWD = ("cwd", "pwd", "curdir", "__dirname", "_file__", "import.meta", "\"./", "'./", "'.'", '"."')


class Played:
    """What a text would do, as far as a command is judged by it."""

    __slots__ = ("command", "cwd", "ran", "touches")

    def __init__(self, ran: list[Ran], touches: list[Touch], command: str, cwd: str) -> None:
        self.ran, self.touches, self.command, self.cwd = ran, touches, command, cwd


def planned(path: str, text: str, cwd: str, project: str, running: str = "") -> str:
    """What running this text would do to what is ours, "" for nothing; `running`: the folder of the hooks that run."""
    low = text[:LENGTH].lower()
    name = path.rsplit("/", 1)[-1].lower()
    from guards._text.lasting import RUN_BY

    if name.endswith((".diff", ".patch")):
        return _of_patch(text[:LENGTH], project)
    if name.endswith(DATA) and name not in RUN_BY and low[:2] != "#!":
        return ""
    from guards._shell.conventions import play
    from guards._shell.machine import Machine

    base = project or cwd
    machine = Machine(base, {}, {}, {})
    is_code = path.endswith(CODE)
    if name.endswith(".ipynb"):
        commands, text = _cells(text[:LENGTH])
        machine.text(commands)
        said = of_command(Played(machine.found.ran, machine.found.touches, commands, base), project)
        return said.reason.partition(": ")[2] if said.effect else _of_code(text, project)
    if is_code or name in RUN_BY or "/hooks/" in path or "/.husky/" in path:
        play(machine, path, text[:LENGTH])
    else:
        machine.text(text[:LENGTH])
    found = machine.found
    touches = [one for one in found.touches if not (is_code and one.how == "may" and one.program == name)]
    played = Played(found.ran, touches, "" if is_code else text[:LENGTH], base)
    said = of_command(played, project)
    if said.effect:
        return said.reason.partition(": ")[2]
    return (_of_code(text[:LENGTH], project) if is_code else "") or (
        _of_running(played, text[:LENGTH] if is_code else "", running) if running else "")


def _of_running(played: Played, code: str, running: str) -> str:
    from guards.self_protection.running import in_code, of_command

    said = of_command(played, running) or in_code(code, played.cwd, running)
    return f"this command would change {said}" if said else ""


def _cells(text: str) -> tuple[str, str]:
    """(the command lines, the code) of a notebook's cell.

    >>> _cells("!ls x\\nprint(1)"), _cells("%%bash\\nls x")
    (('ls x', 'print(1)'), ('ls x', ''))
    """
    lines = text.split("\n")
    if lines[0].startswith(("%%bash", "%%sh", "%%script")):
        return "\n".join(lines[1:]), ""
    told = [line.lstrip() for line in lines]
    return ("\n".join(line[1:] for line in told if line[:1] == "!"),
            "\n".join(line for line in lines if line.lstrip()[:1] not in ("!", "%")))


def _of_patch(text: str, project: str) -> str:
    places = (protected(path, project, project) or settings_file(path, project) for path in changed(text))
    return next((f"this command applies a patch of {place}" for place in places if place), "")


def _of_code(text: str, project: str) -> str:
    """A statement that removes or writes what it names as ours."""
    from guards._shell.literals import statements
    for row in statements(text):
        low = row.lower()
        if not any(mark in low for mark in WRITES) or (
                any(word in low for word in ELSEWHERE) and not any(word in low for word in CWD)):
            continue
        for piece in literals(row):
            place = (protected(piece, "", project) or settings_file(piece, project)) if _letters(piece) > 2 else ""
            if place:
                return f"this command would change {place}"
    return ""


def _letters(text: str) -> int:
    return sum(c.isalpha() for c in text)


def texts_of(event: Event) -> dict[str, str]:
    """What an editing tool writes, by path."""
    paths = [event.input.get(key) for key in ("file_path", "notebook_path")]
    path = next((one for one in paths if isinstance(one, str)), "")
    edits = event.input.get("edits")
    parts = [event.input, *(edits if isinstance(edits, list) else [])]
    said = [one.get(key) for one in parts if isinstance(one, dict) for key in ("content", "new_string", "new_source")]
    return {path: "\n".join(one for one in said if isinstance(one, str))} if path else {}


def noted(texts: dict[str, str], event: Event, state: State, whole: bool, running: str = "") -> State:
    """The state once these texts are written; the very same where nothing changes."""
    plans = dict(state.get("plans") or {})
    for path, text in texts.items():
        said = planned(path, text, event.cwd, event.project, running)
        if said:
            plans.pop(path, None)
            plans[path] = [said, ""]
        elif whole:
            plans.pop(path, None)
    if plans == (state.get("plans") or {}):
        return state
    return {**state, "plans": dict(list(plans.items())[-MOST:])}


def ahead(call: Call, event: Event, session: Session) -> dict[str, str]:
    """path -> what it would do, of the files that this command may run and nobody has said yes to."""
    from guards._shell.reached import reached

    state: State = session["self_protection"]
    done = _went_ahead(session)
    found = {}
    for path, (said, asked) in (state.get("plans") or {}).items():
        if not (asked and asked in done) and any(
                reached(path, one, call.command, call.cwd, event.project) or _entrusted(path, one) for one in call.ran):
            found[path] = said
    return found


def _entrusted(path: str, one: Ran) -> bool:
    """Is git told to run the file from here on, or is it a patch that is applied?"""
    name = path.rsplit("/", 1)[-1]
    if name.endswith((".diff", ".patch")):
        return applies(one) and any(name in word for word in (*one.words, *one.given.files))
    return one.program == "git" and "config" in one.words[:4] and any(name in word for word in one.words)


def _went_ahead(session: Session) -> set[str]:
    """The calls that were made: a person who was asked about one of them has said yes."""
    actions = session["context"].get("actions") or {}
    return {entry[0] for entry in actions.values() if len(entry) > 5 and entry[5] in ("done", "failed")}


def asked(paths: list[str], call_id: str, state: State) -> State:
    """The state once a person was asked about running these files with this call."""
    plans = {path: [row[0], call_id] if path in paths else row for path, row in (state.get("plans") or {}).items()}
    return {**state, "plans": plans}


def checkout(project: str) -> Fact:
    """The fact that tells whether the project is a checkout of ours."""
    return ("exists", f"{project.rstrip('/')}/{CHECKOUT}")


def tests_of_ours(path: str, event: Event) -> bool:
    """Is the file a test, or a part, of these guards' own checkout?"""
    rest = path[len(event.project.rstrip("/")):] if path.startswith(event.project.rstrip("/") + "/") else path
    return bool(event.facts.found.get(checkout(event.project))) and rest.startswith(
        ("/tests/", "/guards/", "/hooks/", "/bench/"))

"""What the session wrote and may run: a file that would change what is ours is asked about before, and once.

Law: what a text would do is found when it is written; a command that may run it (guards/_shell/reached.py) asks.
Cannot see: what code spells out that is no command, what is put together in more than one file, a file that a program
of the session made.
"""
from __future__ import annotations

from guards._call.tags import file_of, put
from guards.self_protection.commands import Played, of_command
from guards.self_protection.patches import applies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session
    from guards._call import Call
    from guards._history.fields import Protection as State
    from guards._shell.reading import Ran
    from guards.self_protection.places import Home

MOST, LENGTH = 20, 200_000      # files that are remembered; characters of one that are read
CODE = tuple("""
    .py .js .mjs .cjs .ts .rb .rs .go .java .kt .kts .lua .php .pl .swift .scala .cs .jl .ex .exs .groovy .tcl .c
    .cc .cpp .zig .nim .dart""".split())
# Texts that no program runs, whatever they say.
DATA = tuple(".md .rst .txt .html .css .svg .lock .adoc .json .jsonl .csv .xml .log .gitignore .dockerignore".split())


def planned(path: str, text: str, cwd: str, home: Home) -> str:
    """What running this text would do to what is ours, "" for nothing."""
    from guards._text.lasting import RUN_BY

    name, text = path.rpartition("/")[2].lower(), text[:LENGTH]
    if name.endswith(DATA) and name not in RUN_BY and text[:2] != "#!":
        return ""
    from guards._shell.conventions import play
    from guards._shell.machine import Machine

    machine = Machine(home[0] or cwd, {}, {}, {})
    is_code = path.endswith(CODE)
    if is_code or name in RUN_BY or "/hooks/" in path or "/.husky/" in path:
        play(machine, path, text)
    else:
        machine.text(text)
    found = machine.found
    touches = [one for one in found.touches if not (is_code and one.how == "may" and one.program == name)]
    played = Played(found.ran, touches, "" if is_code else text, home[0] or cwd)
    return of_command(played, home).reason.partition(": ")[2]


def texts_of(event: Event) -> dict[str, str]:
    """What an editing tool writes, by path."""
    path = file_of(event)
    return {path: "\n".join(put(event))} if path else {}


def noted(texts: dict[str, str], event: Event, state: State, whole: bool, home: Home) -> State:
    """The state once these texts are written; the very same where nothing changes."""
    plans = dict(state.get("plans") or {})
    for path, text in texts.items():
        said = planned(path, text, event.cwd, home)
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
                reached(path, one, call.command) or _entrusted(path, one) for one in call.ran):
            found[path] = said
    return found


def _entrusted(path: str, one: Ran) -> bool:
    """Is git told to run the file from here on, or is it a patch that is applied?"""
    name = path.rpartition("/")[2]
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

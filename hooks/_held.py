"""What git holds of the hooks' own files: in the working tree, in the index, in a commit.

    provide     ":FOLDER": {file of ours: "tracked", "untracked", "beneath" a folder that no commit knows, "ignored"}
                "STATE:FOLDER": {file: True, or False for a settings file that registers nothing of ours} of a commit;
                "@index" is the index

Files of ours are those without which no hook runs, where they lie in the project: its settings file, the launcher and
what that sources.  Asked before calls of git that could take them away, and of no other repository than the project's.
"""
from __future__ import annotations

from hooks import _git
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session
    from hooks._stores.world import World

PARTS = (".autoskillit/hook", ".autoskillit/bundle/hooks/_install/run.sh")
LITERAL = ":(literal){}".format
STATES = 200        # characters of a commit's name


def provide(world: World, event: Event, session: Session, which: str) -> dict[str, object]:
    """The fact `holds`.  Raises FileNotFoundError for another repository, a commit that is none, no answer of git."""
    state, _, folder = which.partition(":")
    project = os.path.realpath(world.project)
    top = repository(os.path.realpath(os.path.join(world.project, os.path.expanduser(folder))))
    names = files(world) if top and top == repository(project) else []
    if not names or state.startswith("-") or len(state) > STATES or any(map(str.isspace, state)):
        raise FileNotFoundError(which)
    prefix = os.path.relpath(project, top).replace(os.sep, "/").removeprefix(".")
    return _of_tree(project, names) if not state else _of_state(project, prefix and prefix + "/", names, state)


def files(world: World) -> list[str]:
    """The files of ours in the project, as it names them."""
    from hooks._install import presence

    project = os.path.abspath(world.project)
    own = [os.path.relpath(path, project) for path in presence.registering(project, world.env)
           if path.startswith(project + os.sep) and presence.registers(presence.text_of(path))]
    return [*own, *(name for name in PARTS if own and os.path.isfile(os.path.join(project, name)))]


def repository(folder: str) -> str:
    """The nearest folder, from this one up, that holds a `.git`; "" for none."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, below = os.path.dirname(folder), folder
        if folder == below:
            return ""
    return folder


def _asked(project: str, *words: str, given: bytes = b"") -> str:
    done = _git.run(project, *words, given=given)
    if done is None or done[0]:
        raise FileNotFoundError(project)
    return done[1]


def _of_tree(project: str, names: list[str]) -> dict[str, object]:
    beside = {name: os.path.dirname(name) for name in names}
    tracked = set(_asked(project, "ls-files", "-z", "--", *map(LITERAL, beside.values())).split("\0"))
    others = _asked(project, "ls-files", "-z", "--others", "--exclude-standard", "--", *map(LITERAL, names)).split("\0")
    return {name: "tracked" if name in tracked else "ignored" if name not in others else
            "untracked" if any(one.startswith(folder + "/") for one in tracked) else "beneath"
            for name, folder in beside.items()}


def _of_state(project: str, prefix: str, names: list[str], state: str) -> dict[str, object]:
    from hooks._install import presence

    if state == "@index":
        state = ""
    elif not _asked(project, "rev-parse", "--verify", "--quiet", f"{state}^{{tree}}"):
        raise FileNotFoundError(state)
    lines = "".join(f"{state}:{prefix}{name}\n" for name in names).encode()
    told = _asked(project, "cat-file", "--batch-check=%(objectname) %(objecttype)", given=lines).split("\n")
    held = {name: line.split(" ")[0] for name, line in zip(names, told) if line.endswith(" blob")}
    return {name: name in PARTS or presence.registers(_asked(project, "cat-file", "blob", blob))
            for name, blob in held.items()}

"""The facts "instructions" and "committed": texts by which an agent is told what to do and which no hook is shown.

provide     [[path, text, whose], ...]; whose: MINE (the person's own: as the last commit before the session holds it,
            or in their own settings folder) or ""
committed   True for a file that is the person's own; for COMMITS, where the commits that a result shows are theirs

A skill or command is looked up by its name, with the files that it names; an instruction file where the client says it
is, or at a session's start in the project's root.  Nothing is decided here.
Limitations: a skill that the client finds in a place of its own; what a file includes from elsewhere.
"""
from __future__ import annotations

from guards._call.entrusted import file_kind
from guards._text.dates import seconds
from hooks import _commits
from hooks._facts import file_text
from hooks._stores.disk import Fault
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from guards import Event, Session
    from hooks._stores.world import World

MINE = "mine"
COMMITS = "commits:"        # as guards/_evidence/messages.py names it: no path
FILES, CHARACTERS = 12, 120_000     # files of one event; characters of one of them
ROOT = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "GEMINI.md", "QWEN.md", ".cursorrules",
        ".windsurfrules", ".clinerules", ".github/copilot-instructions.md")
HOMES = (".claude", ".agents", ".codex")        # folders that hold skills and commands
PROSE = (".md", ".txt", ".mdc", ".rst")
# Folders of what others wrote, whoever committed it.
OTHERS = ("/node_modules/", "/.claude/plugins/", "/marketplaces/", "/site-packages/", "/vendor/", "/.git/")
PLUGINS = 400       # folders below the client's plugins that are looked into


def committed(world: World, event: Event, session: Session, path: str) -> bool:
    """Is a file the person's own?  Raises FileNotFoundError where it is not, Fault, OSError.  What was read and is not
    there, a log of a folder that is no repository: nothing speaks against it."""
    if path == COMMITS:
        folder = event.cwd or world.project
        nowhere = str(event.input.get("command")).startswith(("git log", "git show")) and not _commits.root_of(folder)
        if not nowhere and not _commits.wrote(folder, event.facts.text):
            raise FileNotFoundError(path)
        return True
    path = os.path.expanduser(path)
    told = event.is_result and "command" not in event.input       # the path is whole: where a shell stood nobody knows
    gone = told and not os.path.lexists(path) and file_kind(path) != "agent"
    if not gone and not mine(world, session, {path: file_text(path)}):
        raise FileNotFoundError(path)
    return True


def provide(world: World, event: Event, session: Session, which: str) -> list[list[str]]:
    """The texts of the instructions that an event brings.  Raises FileNotFoundError where there are none."""
    found: dict[str, str] = {}
    for path in _paths(world, event):
        if path not in found and _taken(path, found):
            for other in _named(path, found[path]):
                if len(found) < FILES and other not in found:
                    _taken(other, found)
        if len(found) >= FILES:
            break
    if not found:
        raise FileNotFoundError(event.name)
    own = mine(world, session, found)
    return [[path, text, MINE if path in own else ""] for path, text in found.items()]


def _taken(path: str, found: dict[str, str]) -> bool:
    """Reads a file into `found`, where it can be read."""
    try:
        found[path] = file_text(path)[:CHARACTERS]
    except (OSError, Fault):
        return False
    return True


def _paths(world: World, event: Event) -> Iterator[str]:
    if event.name == "InstructionsLoaded":
        path = event.extra.get("file_path")
        if isinstance(path, str) and path:
            yield os.path.join(event.cwd or world.project, path)
    elif event.is_start:
        yield from (os.path.join(world.project, name) for name in ROOT)
    else:
        given = event.input.get("skill") if event.tool == "Skill" else event.extra.get("command_name")
        if isinstance(given, str):
            yield from _called(world, event, given.strip().lstrip("/"))


def _called(world: World, event: Event, name: str) -> Iterator[str]:
    """Where the skill or command of a name may lie."""
    parts = [part for part in name.replace(":", "/").split("/") if part not in ("", ".", "..")]
    if not parts or len(name) > 200:
        return
    home = world.env.get("CLAUDE_CONFIG_DIR") or os.path.join(world.env.get("HOME", ""), ".claude")
    roots = [os.path.join(folder, one) for folder in dict.fromkeys((event.cwd or world.project, world.project))
             for one in HOMES]
    for root in [*roots, home]:
        for path in (os.path.join(root, "skills", parts[-1], "SKILL.md"),
                     os.path.join(root, "commands", *parts) + ".md",
                     os.path.join(root, "skills", parts[-1] + ".md")):
            if os.path.isfile(path):
                yield path
    if ":" in name or not any(os.path.isdir(os.path.join(root, "skills", parts[-1])) for root in [*roots, home]):
        yield from _of_plugins(os.path.join(home, "plugins"), parts[-1])


def _of_plugins(folder: str, name: str) -> Iterator[str]:
    """Skills and commands of that name below the client's plugins."""
    waiting, seen = [folder], 0
    while waiting and seen < PLUGINS:
        at = waiting.pop(0)
        seen += 1
        try:
            inside = sorted(os.listdir(at))
        except OSError:
            continue
        for path in (os.path.join(at, "skills", name, "SKILL.md"), os.path.join(at, "commands", name + ".md")):
            if os.path.isfile(path):
                yield path
        if at.count(os.sep) - folder.count(os.sep) < 5:
            waiting += [os.path.join(at, one) for one in inside if not one.startswith(".") and one != "node_modules"
                        and os.path.isdir(os.path.join(at, one))]


def _named(path: str, text: str) -> Iterator[str]:
    """The files of prose below its own folder that a text names: `see reference.md`, `@docs/rules.md`."""
    folder = os.path.dirname(path)
    for mark in "`'\"()[]<>,;:\n\t":
        text = text.replace(mark, " ")
    for word in dict.fromkeys(text.split()):
        name = word.lstrip("@").rstrip(".")
        if name.endswith(PROSE) and len(name) < 200 and "://" not in name and not name.startswith(("/", "~")):
            other = os.path.normpath(os.path.join(folder, name))
            if other.startswith(folder + os.sep) and other != path and os.path.isfile(other):
                yield other


def mine(world: World, session: Session, texts: Mapping[str, str]) -> set[str]:
    """Those of the files that are the person's own: as the last commit before the session holds them, or of their own
    settings; nothing that the session brought from elsewhere."""
    home = world.env.get("CLAUDE_CONFIG_DIR") or os.path.join(world.env.get("HOME", "/nonexistent"), ".claude")
    own = {os.path.join(home, "CLAUDE.md")} & texts.keys()
    brought = [place.rstrip("/") + "/" for place in session["request_origin"].get("fetched", {})]
    asked = {path: text for path, text in texts.items() if path not in own
             and not any(part in path for part in OTHERS) and not path.startswith(tuple(brought))}
    return own | _commits.own(asked, _began(world, session), _commits.pull_request(world.env)) if asked else own


def _began(world: World, session: Session) -> float:
    """When the session began, in seconds since the epoch."""
    return min(world.now, seconds(session["shell"].get("started_at")) or world.now)

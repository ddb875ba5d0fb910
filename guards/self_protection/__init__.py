"""Only the person takes the guards down: a change of the bundle, its settings, records or hooks is stopped.

A command is asked about by what it would do (`event.call`): remove, overwrite, relink or re-mode what lies in
`.autoskillit/` or the anchors, change an agent's settings file, run a verb of guardctl that does more than show,
install or uninstall guards, start an agent where none run.  An editing tool is denied there: the client's dialog for
edits shows no reason of ours, so that a question would be a blank cheque; people edit these files by hand.  An agent's
settings file is denied only where the edit touches our hooks, `disableAllHooks` or a variable that steers the guards.

Reading is silent, and so is all work on a checkout of these guards, whose files lie outside `.autoskillit/`; but for
one whose hooks run in another project (`settings.running`): what runs is protected wherever it lies.
Limitations: an archive whose names are not at hand, a script whose text is not, what a patch or code changes.
"""
from __future__ import annotations

from guards import CONFIG, DENY, SILENT, Verdict
from guards._call.tags import FILE, PATCHERS, TYPED, WRITERS, file_of, patch_of, shell_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session, Settings
    from guards._types import Fact
    from guards.self_protection.places import Home

OURS = ".autoskillit"
EDITORS = WRITERS | PATCHERS
# A call that touches us shows one of these,
PATH_SIGNS = (".auto", "autoskillit", "settings", "hooks", ".kimi-code", ".codex", "trustedfolders")
SIGNS = (".auto", "home=", "autoskillit", "guardctl", "install.py", "settings", ".claude/", "hooks", "claude_env_file",
         "claude_config_dir", "--bare", "--setting-sources", "--dangerously-bypass", "--yolo", "skillit", ".claude",
         ".agents/plugin", "opencode", ".kimi-code", ".codex", "trustedfolders",
         "_file__", "base64", "xxd", "eval ", "guard:", "/guard-")
AGENTS = tuple(".agents .claude .codex .copilot .cursor .gemini .github .kimi-code .qwen opencode".split())
# or is code that removes,
REMOVES = ("rmtree", "unlink", "remove", "rmsync", "rm_r", "deltree", "'rm'", '"rm"', "rm -r", "rm -f")
INTERPRETERS = tuple("python node perl ruby php bun deno".split())
# or removes or changes by a pattern, a detour or a folder above.
CHANGERS = frozenset("chattr chmod chown dd fd find install ln mv rm rmdir shred srm truncate unlink".split())
PATTERNS = ("xargs", "read ", "*", "?", "[", "$", "`", "..", " /", " ~", " .", "-delete", "-exec", "{", "%")
# Verbs of git that put another state in the place of this one, or take away what no commit holds.
TREES_OF_GIT = tuple("rm stash clean checkout switch reset restore sparse-checkout read-tree".split())
LONG = 12_000       # characters of a command in which no bound of reading is met but the next
MANY = 300          # things that a command does outside: no more are listed (guards/_shell/machine.py EFFECTS)
WILD = frozenset("*?[{")     # in a name with a dot ahead
SWEEPS = (("git", "clean"), ("git", "stash"), ("rsync", "--delete"))


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """Stops a call that changes what guards the session."""
    if event.name == CONFIG:
        from guards.self_protection.edits import of_change

        return of_change(event)
    if not event.is_call:
        return SILENT
    command, home = shell_command(event), (event.project, *settings.running)
    if command:
        runs = event.call is not None and event.call.texts      # a script is a part of the call that runs it
        near = _near(settings, f"{command} {event.cwd}")
        looked = runs or near or worth_reading(command)
        said = _of_command(event, settings, home) if looked else SILENT
        from guards._call import call_of

        short = not looked and len(command) < LONG and len(call_of(event, settings).effects) < MANY
        return said if said.effect else _of_git(event, settings) if short else _unread(event, settings)
    if event.tool in EDITORS:
        low = f"{_path(event)} {event.cwd}".lower()
        if not any(sign in low for sign in PATH_SIGNS) and not _near(settings, low):
            return SILENT
        from guards.self_protection.edits import of_edit

        return of_edit(event, home)
    if event.tool in TYPED and str(event.input.get(TYPED[event.tool], "")).split(" ")[0].endswith("guard-allow"):
        return Verdict(DENY, "self_protection: only you can type /guard-allow, no agent", rule="self.typed-command",
                       way=("hand",), signals=("guards_tampering",))
    if event.server:
        from guards.self_protection.edits import of_service

        return of_service(event, home)
    return SILENT


def _of_command(event: Event, settings: Settings, home: Home) -> Verdict:
    from guards._call import call_of
    from guards.self_protection.commands import of_command

    return of_command(call_of(event, settings), home, event.facts)


def _unread(event: Event, settings: Settings) -> Verdict:
    """Asks about a command that is too long to be read to its end: no guard knows what stands there.  A function that
    calls itself is read as far as it goes."""
    from guards._call import call_of
    from guards._shell.reading import CUTS
    from guards.self_protection.places import ask

    cut = any(one in CUTS and not one.endswith(": depth") for one in call_of(event, settings).reading.unknown)
    return ask("a command too long to be read to its end", "self.unread") if cut else _of_git(event, settings)


def _of_git(event: Event, settings: Settings) -> Verdict:
    """Asks before git takes the files away by which the hooks run; what it holds of them stands in the facts."""
    held = {(which.partition(":")[0], which.partition(":")[2]): value
            for (kind, which), value in event.facts.found.items() if kind == "holds"}
    if not held:
        return SILENT
    from guards._call import call_of
    from guards.self_protection.places import ask
    from guards.self_protection.versions import lost

    names = lost(call_of(event, settings), event.project, held)
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return ask(f"git would take away {names[0]}{more}, and no guard runs then", "self.git-takes") if names else SILENT


def _near(settings: Settings, text: str) -> bool:
    """Does a text hold the last name of a folder of the hooks that run?  A cheap gate; `.autoskillit` has its own."""
    return any(f"/{folder}".replace("\\", "/").rstrip("/").rpartition("/")[2].lower() in text.lower()
               for folder in settings.running if not folder.endswith(OURS))


def worth_reading(command: str) -> bool:
    """A cheap gate, which errs on the side of reading.

    >>> worth_reading("rm -rf build"), worth_reading("rm -rf .auto*"), worth_reading("git clean -fdx")
    (False, True, True)
    """
    low = command.lower()
    if any(sign in low for sign in SIGNS):
        return True
    if any(word in low for word in REMOVES) and any(word in low for word in INTERPRETERS):
        return True
    for mark in "(;`/'\"":
        low = low.replace(mark, " ")
    words = set(low.split())
    if not CHANGERS.isdisjoint(words) and any(mark in command for mark in PATTERNS):
        return True
    return any(all(word in words for word in sweep) for sweep in SWEEPS) or any(
        word[0] == "." and not WILD.isdisjoint(word) for word in words)


def _path(event: Event) -> str:
    return f"{file_of(event)} {patch_of(event)}"


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """The old text of a settings file that is about to be changed; the new one of a file that has changed."""
    if event.name == CONFIG:
        path = event.extra.get(FILE[0])
        return (("file", path), ("lost", path)) if isinstance(path, str) and path else ()
    if not event.is_call:
        return ()
    command = shell_command(event)
    if command:
        return (*_of_own(event, command), *_of_agents(event, command, settings),
                *_of_versions(event, command, settings))
    path = file_of(event) if event.tool in EDITORS or event.server else ""
    if any(sign in path for sign in PATH_SIGNS):
        from guards.self_protection.places import protected, settings_file

        if settings_file(path) or protected(path) == f"{OURS}/guards.json":
            return (("settings" if event.server else "file", path),)
    return ()


def _of_versions(event: Event, command: str, settings: Settings) -> tuple[Fact, ...]:
    """What git holds of the hooks' files, in each state that a command puts in the place of this one."""
    if "git" not in command or not any(verb in command for verb in TREES_OF_GIT):
        return ()
    from guards._call import call_of
    from guards.self_protection.versions import wanted

    return tuple(("holds", f"{state}:{folder}") for state, folder in wanted(call_of(event, settings)))


def _of_agents(event: Event, command: str, settings: Settings) -> list[Fact]:
    """The agents' settings files that a command touches: what stands in them says whether that concerns us."""
    if not any(folder in command for folder in AGENTS):
        return []
    from guards._call import call_of
    from guards.self_protection.commands import wanted

    return [("settings", name) for name in wanted(call_of(event, settings), (event.project, *settings.running))]


def _of_own(event: Event, command: str) -> tuple[Fact, ...]:
    """The text of guards.json that a command edits: the question says what becomes of it."""
    if "sed " not in command or "guards.json" not in command:
        return ()
    from guards.self_protection.commands import settings_of

    return (("file", settings_of(event.project)),)

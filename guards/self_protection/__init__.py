"""Only the person takes the guards down: a change of the bundle, its settings, records or hooks is stopped.

A command is asked about by what it would do (`event.call`): remove, overwrite, relink or re-mode what lies in
`.autoskillit/` or the anchors, change an agent's settings file, run a verb of guardctl that does more than show,
install or uninstall guards, start an agent where none run.  An editing tool is denied there: the client's dialog for
edits shows no reason of ours, so that a question would be a blank cheque; people edit these files by hand.  An agent's
settings file is denied only where the edit touches our hooks, `disableAllHooks` or a variable that steers the guards.

Reading is silent, and so is all work on a checkout of these guards, whose files lie outside `.autoskillit/`.
Cannot see: an archive or a patch that brings such a file along, a script whose text is not at hand.
"""
from __future__ import annotations

from guards import DENY, SILENT, Verdict
from guards._call.tags import shell_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Fact, Session, Settings

EDITORS = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch"))
# A call that touches us shows one of these,
COMMANDS = {"Skill": "skill", "SlashCommand": "command"}     # tools that run a typed command: where its name stands
SIGNS = (".auto", "autoskillit", "guardctl", "install.py", "settings", ".claude/", "hooks", "claude_env_file", "--bare",
         "--setting-sources",
         "--dangerously-bypass", "--yolo")
# or removes or changes by a pattern, a detour or a folder above.
CHANGERS = frozenset(("rm", "rmdir", "shred", "unlink", "truncate", "chmod", "chown", "chattr", "mv", "ln", "find",
                      "fd", "dd", "install", "srm"))
PATTERNS = ("*", "?", "[", "$", "`", "..", " /", " ~", " .", "-delete", "-exec", "{", "%")
SWEEPS = (("git", "clean"), ("git", "stash"), ("rsync", "--delete"))


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """Stops a call that changes what guards the session."""
    if event.name == "ConfigChange":
        from guards.self_protection.edits import of_change

        return of_change(event)
    if event.name != "PreToolUse":
        return SILENT
    command = shell_command(event)
    if command:
        return _of_command(event, command, settings) if worth_reading(command) else SILENT
    if event.tool in EDITORS:
        low = f"{_path(event)} {event.cwd}".lower()
        if not any(sign in low for sign in SIGNS):
            return SILENT
        from guards.self_protection.edits import of_edit

        return of_edit(event)
    if event.tool in COMMANDS and str(event.input.get(COMMANDS[event.tool], "")).split(" ")[0].endswith("guard-allow"):
        return Verdict(DENY, "self_protection: only you can type /guard-allow, no agent", way=("hand",),
                       signals=("guards_tampering",))
    if event.tool.startswith("mcp__"):
        from guards.self_protection.edits import of_service

        return of_service(event)
    return SILENT


def _of_command(event: Event, command: str, settings: Settings) -> Verdict:
    from guards._call import call_of
    from guards.self_protection.commands import of_command

    return of_command(call_of(event, settings), event.project)


def worth_reading(command: str) -> bool:
    """A cheap gate, which errs on the side of reading.

    >>> worth_reading("rm -rf build"), worth_reading("rm -rf .auto*"), worth_reading("git clean -fdx")
    (False, True, True)
    """
    low = command.lower()
    if any(sign in low for sign in SIGNS):
        return True
    words = set(low.replace("(", " ").replace(";", " ").replace("`", " ").replace("/", " ").replace('"', " ").split())
    if not CHANGERS.isdisjoint(words) and any(mark in command for mark in PATTERNS):
        return True
    return any(all(word in words for word in sweep) for sweep in SWEEPS)


def _path(event: Event) -> str:
    return " ".join(str(event.input.get(key, "")) for key in ("file_path", "notebook_path", "input"))


def requires(event: Event, session: Session, settings: Settings) -> tuple[Fact, ...]:
    """The old text of a settings file that is about to be changed; the new one of a file that has changed."""
    if event.name == "ConfigChange":
        path = event.extra.get("file_path")
        return (("file", path), ("lost", path)) if isinstance(path, str) and path else ()
    path = event.input.get("file_path") if event.tool in EDITORS and event.name == "PreToolUse" else None
    if isinstance(path, str) and any(sign in path for sign in SIGNS):
        from guards.self_protection.places import settings_file

        if settings_file(path):
            return (("file", path),)
    return ()

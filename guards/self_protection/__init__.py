"""Only the person takes the guards down: a change of the bundle, its settings, records or hooks is asked about.

A write to `.autoskillit/` (bundle, guards.json, temp, guardctl) and an edit of an agent's settings file that touches
its hooks are asked about in a command, and denied to an editing tool, whose dialog shows no reason. Asked too:
`install.py --uninstall`; AutoSkillit's own installer, which sweeps the hooks of every settings file; guardctl's
commands that take something back (release, purge, memory clear). Reading is silent, and so is all work on a checkout
of these guards, whose files lie outside `.autoskillit/`.

Cannot see: a script or an interpreter that builds the path itself, a state folder moved by AUTOSKILLIT_STATE_DIR,
`git clean` and the deletion of a folder above.
"""
from __future__ import annotations

from guards import SILENT, Verdict
from guards._call.tags import shell_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Event, Session, Settings

EDITORS = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch"))
# A call that touches us shows one of these.
SIGNS = ("autoskillit", "guardctl", "install.py", "settings", "hooks.json", ".github/hooks")


def judge(event: Event, session: Session, settings: Settings) -> Verdict:
    """Asks before a call that changes what guards the session."""
    command = shell_command(event) if event.name == "PreToolUse" else ""
    if not command and (event.name != "PreToolUse" or event.tool not in EDITORS):
        return SILENT
    text = command or f"{_path(event)} {event.cwd}"
    low = text.lower()
    if not any(sign in low for sign in SIGNS):
        return SILENT
    from guards.self_protection.tampering import of_command, of_edit

    return of_command(text) if command else of_edit(event)


def _path(event: Event) -> str:
    return " ".join(str(event.input.get(key, "")) for key in ("file_path", "notebook_path", "input"))


def needs(event: Event, session: Session, settings: Settings) -> Iterable[str]:
    """The old text of a settings file that is about to be changed."""
    path = event.input.get("file_path") if event.tool in EDITORS and event.name == "PreToolUse" else None
    if isinstance(path, str) and any(sign in path for sign in SIGNS):
        from guards.self_protection.tampering import SETTINGS

        if path.replace("\\", "/").endswith(SETTINGS):
            return (f"file:{path}",)
    return ()

"""What a call does, read once, before any guard judges: `event.call`.

The only place that knows tools and commands.  A command line of a shell (Bash, PowerShell, an MCP tool that runs
commands) is run by the abstract interpreter `guards._shell.machine`; any other tool is read by its name, its tags and
its arguments.
Nothing is read before somebody asks, and nothing twice: a command that the cheap gate lets pass has no effects.
Law: what could not be read is said in `unknown`; `unknown` alone is no reason to ask.
Limitations: what a program does that no table knows, and whose text is not at hand.
"""
from __future__ import annotations

from guards._call.tags import (
    LOCAL_SERVERS,
    READERS,
    SEARCHERS,
    SHELL_OF_BRACKETS,
    WRITERS,
    file_of,
    leaves_machine,
    put,
    replaced,
    words_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

    from guards import Event, Facts, Settings
    from guards._call.tags import Tags
    from guards._shell.clients import Resume
    from guards._shell.flow import Flow
    from guards._shell.reading import Effect, Ran, Reading, Touch
    from guards._types import Fact

# One of these stands in the path of every file that runs by itself or is kept the same elsewhere.
ELSEWHERE = tuple("/. /etc/ cron systemd launch autostart init.d profile fish".split())
# What a command holds that names a script.
SCRIPTS = ("./", ".sh", ".py", ".js", ".mjs", ".ts ", ".rb", ".pl", ".php", ".lua", ".jl", ".R", "bash ", "sh ",
           "source ", "../", "~/")
# Variables that hold the session's own id in every shell that the agent starts.
OWN_ID = ("CLAUDE_CODE_SESSION_ID", "CODEX_SESSION_ID", "CODEX_THREAD_ID", "AUTOSKILLIT_PARENT_SESSION_ID")
BRIEF = 300     # bytes of JSON that a ledger row keeps of a call


class Call:
    """One tool call, by what it does.  Read-only.

    tool       its name; server, short: see Event; command: the text that a shell runs, "" where the tool runs none;
               cwd: where
    operation  a short name: "git push", "send_email"
    tags       what the person's rows, the registry and the tool's name say of it
    effects    what it does outside, in order: kind (one of guards.KINDS), program, operation, destination, payload ...
    ran        the simple commands in it, wrappers taken off
    texts      the contents of scripts that it runs, by the path as written, as far as they are known
    file       the one that a tool names; puts: the texts that it puts there; replaces: the text that stood there
    touches    the paths that it changes; reads: the files that a reading tool opens
    resumes    the sessions that its commands go on with
    printed    what flows into its result; written, remotes, scripts, made: what it leaves behind for later calls
    unknown    "reason: name" of all that could not be read (reasons: see guards/_shell/machine.py)
    """

    __slots__ = tuple("""_event _lasting _left _reading _resumes _settings _tags _worth command cwd server short texts
        tool""".split())

    def __init__(self, event: Event, settings: Settings, left: Mapping[str, Any] | None = None,
                 texts: Mapping[str, str] | None = None) -> None:
        self._event, self._settings, self._left, self.texts = event, settings, left or {}, texts or {}
        self._reading: Reading | None = None
        self._resumes: list[Resume] | None = None
        self._tags: Tags | None = None
        self._worth: bool | None = None
        self._lasting: list[Effect] | None = None
        self.tool, self.server, self.short = event.tool, event.server, event.short
        from guards._call.tools import shell_of

        self.command, self.cwd = shell_of(event, settings)

    # --- what every guard needs

    @property
    def given(self) -> Mapping[str, Any]:
        """The arguments as the client gave them."""
        return self._event.input

    @property
    def arguments(self) -> list[tuple[str, str]]:
        """(name of the argument, text) of all texts that it is given, five deep, of each list the first fifty."""
        from guards._text.plain import leaves

        return [(name, one) for name, one in leaves(self.given, 5, 50) if isinstance(one, str)]

    @property
    def file(self) -> str:
        """The file or folder that a tool names as the one that it reads, changes or looks through; "" for none."""
        return file_of(self._event)

    @property
    def puts(self) -> list[str]:
        """The texts that a tool puts into a file, those of each part of a change; `replaces`: what stood there."""
        return put(self._event)

    @property
    def replaces(self) -> str:
        """The text in the place of which a change puts another; "" for none."""
        return replaced(self._event)

    @property
    def tags(self) -> Tags:
        """What the person's rows, the registry and the tool's name say of it."""
        if self._tags is None:
            from guards._call.tools import tags

            self._tags = tags(self._event, self._settings, self)
        return self._tags

    @property
    def operation(self) -> str:
        """Its short name: "git push", "send_email"."""
        from guards._call.tools import operation

        return operation(self._event, self.command)

    # --- a command line

    @property
    def prefilter(self) -> bool:
        """Is the command worth reading?  A cheap gate, which errs on the side of reading."""
        if self._worth is None:
            if not self.command:
                self._worth = False
            else:
                from guards._call.bash import worth_reading

                self._worth = bool(self.texts) or self.tool == SHELL_OF_BRACKETS or worth_reading(self.command) or bool(
                    (self._left.get("plans") or self._left.get("remotes")) and self.reading.effects)
        return self._worth

    @property
    def by_effects(self) -> bool:
        """Is it judged by what its command does?  A command of no effect, run by another tool than the client's own
        shell, is weighed as any other payload: who runs it is not known."""
        return bool(self.effects)

    @property
    def elsewhere(self) -> str:
        """The machine or server that the command itself is handed to, with all that stands in it; "" for this one."""
        if not self.command or not self.server:
            return ""
        from guards._call.executed import machine_of
        from guards._text.address import normalize

        return normalize(machine_of(self.server, self._event.input))

    @property
    def leaves(self) -> bool:
        """Can what the tool is given leave this machine, as far as its name tells?"""
        return leaves_machine(self.tool)

    @property
    def lent(self) -> bool:
        """Is the tool's service one that anybody may ask, and that keeps no records of the person's own?"""
        from guards._call.names import lent

        return lent(self.tool)

    @property
    def looks(self) -> bool:
        """Does the tool only look something up, by its name?"""
        from guards._call.names import reads, spoken

        return reads(spoken(self.short, self.given))

    @property
    def service(self) -> list[str]:
        """The words of the server's name; of the tool's own where it has none."""
        return words_of(self.server or self.tool.lower())

    @property
    def reading(self) -> Reading:
        """All that the command does, with what earlier calls left behind."""
        if self._reading is None:
            from guards._shell.flow import of_row
            from guards._shell.machine import read as read_command

            files = {path: of_row(path, row) for path, row in (self._left.get("files") or {}).items() if len(row) > 1}
            own = dict.fromkeys(OWN_ID, self._event.session_id)
            near = {path: self.texts[path] for path in self.written_before if path in self.texts}
            said = self.command
            brackets = self.tool == SHELL_OF_BRACKETS or said.startswith("@")     # a text, as no command begins
            if brackets:
                from guards._shell.powershell import in_sh

                said = in_sh(said)
            self._reading = read_command(said, self.cwd, files, self.texts, self._left.get("remotes"), own,
                                         near)
            if brackets:       # what its own words do, which no other shell has
                from guards._text.plain import quoted

                whole = read_command(f"pwsh -Command {quoted(self.command)}", self.cwd, files)
                self._reading.effects += whole.effects
            self._reading.effects += self._planned(self._reading)
        return self._reading

    def _planned(self, reading: Reading) -> list[Effect]:
        """What scripts that the session wrote would do when this command runs them, where their text is not at hand."""
        plans = self._left.get("plans")
        if not plans:
            return []
        from guards._shell.conventions import run_by
        from guards._shell.flow import Flow
        from guards._shell.reading import Effect

        base = self.cwd.rstrip("/")
        run = {path if path.startswith(("/", "~")) else f"{base}/{path.removeprefix('./')}" for path in reading.scripts}
        return [Effect(kind, program, program, place, Flow(level, (name,) if name else ()))
                for path, rows in plans.items() if path not in self.texts and (path in run or run_by(path, reading.ran))
                for kind, program, place, level, name in (row[:5] for row in rows) if place or path in run]

    @property
    def written_before(self) -> list[str]:
        """Files that the session wrote earlier and that speak to a network: worth a look where a program runs them."""
        return list(self._left.get("scripts") or ())

    def wrote(self, path: str) -> bool:
        """Did a command of the session write this file, now or earlier?"""
        name = path.rpartition("/")[2]
        known = (*(self._left.get("files") or ()), *self.written_before, *self.reading.written)
        return any(one.rpartition("/")[2] == name for one in known)

    @property
    def wants(self) -> list[str]:
        """The files whose text belongs to this call, since it runs them: the shell reads them before a guard judges."""
        if not self.command:
            return []
        scripts, plans = self._left.get("scripts") or (), self._left.get("plans") or ()
        if not scripts and not plans:
            return []
        from guards._call.scripts import wanted

        return wanted(self, scripts, plans)

    @property
    def named(self) -> list[Fact]:
        """The scripts that the command line names, whoever wrote them: what the shell has to look up of them."""
        if not any(mark in self.command for mark in SCRIPTS):
            return []
        from guards._call.bash import named

        found = named(self.command)
        if not found:
            return []
        from guards._call.scripts import hands_a_secret
        from guards._shell.sources import holds_values

        kind: Literal["file", "script"] = "file" if hands_a_secret(self.command) else "script"
        return [(kind, path) for path in found if not holds_values(path)]

    @property
    def doubted(self) -> list[str]:
        """Scripts that were there before and do more outside than the command says: are they the person's own?"""
        if not self.texts:
            return []
        from guards._call.scripts import doubted

        return doubted(self, self.written_before)

    @property
    def effects(self) -> list[Effect]:
        """What it does outside, in order; none for a command that the cheap gate lets pass."""
        if self.command or self.tool not in WRITERS:
            return self.reading.effects if self.prefilter else []
        if self._lasting is None:
            self._lasting = self._left_to_run()
        return self._lasting

    def _left_to_run(self) -> list[Effect]:
        """What a file would do that a tool writes, and that runs by itself or is kept the same elsewhere; of the
        project's only what a server runs once it is pushed."""
        path = self.file
        inside = self._event.project.rstrip("/") + "/" if self._event.project else "\0"
        if not path.startswith(("/", "~")):
            return []
        if path.startswith(inside):
            from guards._text.lasting import pipeline

            marks = ("/.", "enkins", "pipeline", "cloudbuild")
            if not any(mark in path for mark in marks) or not pipeline(path[len(inside):]):
                return []
        elif not any(mark in path.lower() for mark in ELSEWHERE):
            return []
        from guards._call.scripts import left_to_run

        return left_to_run(self._event, path, self.cwd)

    @property
    def ran(self) -> list[Ran]:
        """The simple commands in it, in the order in which they would run."""
        return self.reading.ran if self.command else []

    @property
    def touches(self) -> list[Touch]:
        """The paths that it changes, absolute where its folder is known."""
        if self.command:
            return self.reading.touches
        path = self.file if self.tool in WRITERS or (self.puts and "memory" not in self.service and (
            not LOCAL_SERVERS.isdisjoint(self.service))) else ""
        if not path:
            return []
        from guards._shell.reading import WRITES, Touch

        return [Touch(WRITES, path if path.startswith(("/", "~")) or not self.cwd else f"{self.cwd}/{path}", self.tool)]

    @property
    def reads(self) -> list[str]:
        """The file that a reading tool opens."""
        path = self.file if self.tool in READERS or self.tool in SEARCHERS else ""
        return [path] if path else []

    @property
    def resumes(self) -> list[Resume]:
        """The sessions that its commands go on with."""
        if self._resumes is None:
            from guards._shell.clients import names_a_client

            self._resumes = []
            if self.command and names_a_client(self.command):
                from guards._shell.clients import resumes

                self._resumes = resumes(self.ran)
        return self._resumes

    @property
    def unknown(self) -> list[str]:
        """What could not be read, as "reason: name"."""
        return list(self.reading.unknown) if self.prefilter else []

    @property
    def printed(self) -> Flow:
        """What flows into its result."""
        from guards._shell.flow import NOTHING

        return self.reading.printed if self.prefilter else NOTHING

    def with_texts(self, texts: Mapping[str, str]) -> Call:
        """The same call, where the texts of scripts that it runs are known (by the path as the command writes it)."""
        return Call(self._event, self._settings, self._left, texts)


def read(event: Event, settings: Settings, left: Mapping[str, object] | None = None) -> Call:
    """The call of an event that has one.

    left   what earlier calls of the session left behind: `files` {path: [level, name]}, `remotes` {name: URL}
    """
    return Call(event, settings, left)


def call_of(event: Event, settings: Settings, left: Mapping[str, object] | None = None) -> Call:
    """The call that the shell read for this event; read here where nobody has."""
    return event.call if event.call is not None else informed(read(event, settings, left), event.facts)


def informed(call: Call, facts: Facts) -> Call:
    """The call with the texts of the scripts that it runs, as far as they were looked up (facts "file")."""
    if not call.command or not any(kind in ("file", "script") for kind, _ in facts.found):
        return call
    from guards._call.scripts import filled

    whole: Call = filled(call, facts)
    return whole


def brief(call: Call, clean: Callable[[str], str] = str) -> dict[str, object]:
    """What a ledger row says of a call, {} where it only reads: effects and what is unknown, at most 300 bytes.

    clean   takes the secrets out of a destination, before it is cut: a half of one is known to nobody
    """
    if not call.command or not call.prefilter:
        return {}
    from guards._text.address import normalize

    said = dict.fromkeys(
        f"{e.kind} {e.operation[:40]}" + (f" -> {clean(normalize(e.destination))[:60]}" if e.destination else "")
        for e in call.effects)
    if not said:
        return {}
    room = BRIEF
    found: dict[str, object] = {}
    for name, most, texts in (("effects", 3, list(said)), ("unknown", 2, [one[:60] for one in call.unknown])):
        kept, room = _fitting(texts[:most], room - len(name) - 6)     # "name":[],
        if kept:
            found[name] = kept
    return found


def _fitting(texts: list[str], room: int) -> tuple[list[str], int]:
    """(the first of these texts that `room` bytes of JSON hold, what is left); what is too long is passed over."""
    kept = []
    for text in texts:
        size = len(text.encode("utf-8", "replace")) + text.count('"') + text.count("\\") + 3
        if size <= room:
            kept.append(text)
            room -= size
    return kept, room

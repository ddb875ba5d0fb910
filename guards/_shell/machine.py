"""What a command line does: what it reads, where that flows, and what of it leaves.

An abstract interpreter: nothing is started.  `parser` gives the words, `sources` says what is secret, the handlers of
`programs` know what each program does, `code` reads one-liners of other languages; here values flow through variables,
pipes, substitutions and files from one to the other.
Limitations: what a program does that is not in these tables and whose text is not at hand.
"""
from __future__ import annotations

from guards import SENDS
from guards._shell.flow import A_SHELL, NOTHING, TEXT, Arg, Flow, holds, join, may_be_file, pieces, without_text
from guards._shell.loops import last_resort, lists, rounds, tested
from guards._shell.parser import LIMIT, WORK, parse
from guards._shell.programs import packs
from guards._shell.programs.aims import RUN_BY_OTHERS, remembered
from guards._shell.programs.relays import behind, copied_to
from guards._shell.reading import ADDS, BOUND, NOT_DECODABLE, WRITES, Effect, Ran, Reading, Touch
from guards._shell.sources import env_level, file_level, worth_keeping
from guards._shell.syntax import MOST, Command, Program, Substitution, Variable, Word, spread
from guards._text.glob import fits, is_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards._types import Kind

STEPS = 3000        # commands run by the machine before it gives up (loops of nested calls)
DEPTH = 20          # texts within texts
CALLS = 40          # programs that run programs
HANDED = 40_000     # words that they hand on to each other, all together
COMMANDS, TOUCHES, UNKNOWNS = 400, 400, 8   # how many of each a reading lists
SOCKETS = ("/dev/tcp/", "/dev/udp/")
EFFECTS = 300       # each is weighed by itself: what lies beyond is said to be unread


def read(command: str, cwd: str = "", files: Mapping[str, Flow] | None = None,
         texts: Mapping[str, str] | None = None, remotes: Mapping[str, str] | None = None,
         given: Mapping[str, str] | None = None, near: Mapping[str, str] | None = None) -> Reading:
    """What a command line does.

    files    what earlier commands put into which file (absolute paths where known)
    texts    the contents of scripts, by the path as written
    remotes  git remotes named anew by earlier commands
    given    variables whose value is known (the session's own id)
    near     texts of files that a program may run because of their name, by path
    """
    machine = Machine(cwd, files or {}, texts or {}, remotes or {})
    machine.line = command
    machine.vars.update((name, Flow(text=value)) for name, value in (given or {}).items())
    program = machine.parse(command)
    machine.found.printed = machine.program(program, NOTHING)
    if near:
        from guards._shell.conventions import named_by, play, run_by

        ran = list(machine.found.ran)
        for path, text in near.items():
            if run_by(path, ran) or named_by(path, ran, machine.texts):
                play(machine, path, text)
    machine.uncalled()
    machine.found.broken = program.broken
    if program.broken:
        machine.unread(NOT_DECODABLE, "the command line")
    if program.broken or machine.found.cut:
        machine.by_words(command)
    return machine.found


class Machine:
    """One run of a command line, of which nothing is started."""

    def __init__(self, cwd: str, files: Mapping[str, Flow], texts: Mapping[str, str],
                 remotes: Mapping[str, str]) -> None:
        self.cwd = cwd
        self.files: dict[str, Flow] = dict(files)
        self.texts = texts
        self.remotes: dict[str, str] = dict(remotes)
        self.vars: dict[str, Flow] = {}
        self.functions: dict[str, Program] = {}
        self.called: set[str] = set()
        self.fds: dict[str, str] = {}
        self.waiting: list[Program] = []
        self.line = ""              # the whole command line
        self.parted: list[str] = []     # its words, where something in it could not be read
        self.chain = 0      # the list of `&&` that runs (loops.lists)
        self.fed = self.last = ""   # the program whose output is read through a pipe; the one that ran last
        self.found = Reading()
        self.steps = self.depth = self.calls = self.handed = self.listed = self.beyond = self.looped = 0
        self.left = [WORK]
        self.partner: int | None = None     # the first effect of a coprocess
        self.given = remembered(self.remotes)       # what stands before the command that runs, and what was exported
        self.moved = self.later = False     # did the line change the folder; does a file run that runs by itself?

    nothing = NOTHING

    # --- programs

    def parse(self, text: str) -> Program:
        """A text as a program; all texts of a call share one bound of work."""
        program = parse(text, self.left)
        if self.left[0] < 0 or len(text) > LIMIT:
            self.unread(BOUND, "length")
        return program

    def program(self, program: Program, stdin: Flow) -> Flow:
        """Runs it; what it prints."""
        return lists(self, program, stdin)

    def uncalled(self) -> None:
        """Runs the functions that nothing called."""
        for name in [one for one in self.functions if one not in self.called]:
            self.program(self.functions[name], NOTHING)

    def ran(self, name: str, args: list[Arg], stdin: Flow = NOTHING) -> None:
        """Notes a simple command, its wrappers taken off."""
        self.last = name
        self.listed += len(args)
        if len(self.found.ran) < COMMANDS and self.listed < 2 * WORK:
            words = [arg.text for arg in args]
            self.found.ran.append(Ran(name, words[1:], self.cwd, self.fed, words[0], stdin, {**self.given}))
            self.found.ran[-1].chain = self.chain
        else:
            self.unread(BOUND, "commands")

    def script(self, path: str) -> str:
        """The text of a script, "" where it is not at hand."""
        return self.texts.get(path) or self.texts.get(self.path(path)) or self.files.get(self.path(path), NOTHING).text

    def touch(self, how: str, path: str, program: str) -> None:
        """Notes a path that a command changes."""
        if not path or path.startswith(("/dev/", "remote:", "git:")) or "://" in path or "\n" in path:
            return
        if len(self.found.touches) < TOUCHES:
            self.found.touches.append(Touch(how, self.path(path), program))
        else:
            self.unread(BOUND, "paths")

    def unread(self, reason: str, name: str) -> None:
        """Notes what could not be read, and why."""
        if len(self.found.unknown) < UNKNOWNS or reason == BOUND:
            self.found.unknown[f"{reason}: {name[:60]}"] = None

    def text(self, text: str, stdin: Flow = NOTHING, here: bool = False) -> Flow:
        """Runs a text as a command line: of another shell, or `here`, so that a `cd` in it counts from then on."""
        if not text.strip():
            return NOTHING
        if self.depth >= DEPTH:
            self.unread(BOUND, "depth")
            self.by_words(text)
            return NOTHING
        self.depth += 1
        program, folder = self.parse(text), self.cwd
        printed = self.program(program, stdin)
        self.cwd = self.cwd if here else folder
        if program.broken:
            self.unread(NOT_DECODABLE, "a command within the command")
            self.by_words(text)
        self.depth -= 1
        return printed

    def assigned(self, command: Command) -> dict[str, Flow]:
        """Sets the variables before a command; those that other programs run are run."""
        given: dict[str, Flow] = {}
        for name, word in command.assigns:
            flow, adds, name = self.word(word).flow, name.endswith("+"), name.rstrip("+")
            old = given.get(name) or (self.vars.get(name) if adds else None) or NOTHING
            given[name] = without_text(join(old, flow), old.text + flow.text) if adds else join(old, flow)
        self.vars.update(given)
        for name in RUN_BY_OTHERS.intersection(given):
            self.text(given[name].text)
        return given

    def command(self, command: Command, stdin: Flow) -> Flow:
        """Runs one command with all that stands round it; what it prints.  Behind STEPS only what sends is run."""
        self.steps += 1
        if self.steps > STEPS or self.depth > DEPTH:
            self.unread(BOUND, "steps" if self.steps > STEPS else "depth")
            if self.depth > DEPTH or not command.words or not last_resort(self, command.words[0].text):
                return NOTHING
        if command.function:
            if command.body:
                self.functions[command.function] = command.body
            return NOTHING
        outputs: list[tuple[str, bool]] = []
        outer, self.waiting = self.waiting, []
        for redirect in command.redirects:
            stdin = self.redirect(redirect.op, redirect.fd, redirect.target, stdin, outputs, command)
        given = self.assigned(command)
        if command.body is not None:
            printed = rounds(self, command, stdin)
        else:
            args = [arg for word in self.spread(command.words) for arg in self.split(word)]
            kept, self.given = self.given, {**self.given, **given} if given and args else self.given
            printed = self.call(args, stdin) if args else stdin if command.redirects else NOTHING
            self.given = kept
            tested(self, [arg.text for arg in args], command.then)
        for target, adds in outputs:
            if target.startswith(SOCKETS) and command.words and command.words[0].text.endswith("sh"):
                host, _, port = target[9:].partition("/")
                self.emit(SENDS, target[:8], target[:8], f"{host}:{port}", A_SHELL)
            self.output(target, printed, adds)
        waiting, self.waiting = self.waiting, outer
        for program in waiting:
            self.program(program, join(stdin, printed))
        return NOTHING if outputs else printed

    def spread(self, words: list[Word]) -> list[Word]:
        """Words with their braces written out; what is beyond a bound stays away, and that is said."""
        found: list[Word] = []
        for word in words:
            more = spread(word, word is words[0]) if self.handed <= HANDED else [word]
            self.handed += len(more) - 1
            if len(more) >= MOST:
                self.unread(BOUND, "words handed on")
            found += more
        return found

    def redirect(self, op: str, fd: str, word: Word, stdin: Flow, outputs: list[tuple[str, bool]],
                 command: Command) -> Flow:
        """The standard input behind a redirection; outputs are collected."""
        target = self.word(word)
        if op in ("<<", "<<<"):
            return target.flow
        place = self.fds.get(target.text, target.text) if op == "<&" else target.text
        if place.startswith(SOCKETS) and (fd or op in ("<", "<>", "<&")):
            self.fds[fd or "0"] = place
            return Flow(remote=place[9:].replace("/", ":")) if fd in ("", "0") else stdin
        if op == "<":
            return target.flow if any(isinstance(p, Substitution) for p in word.parts) else self.file(target.text)
        if op in ("<>", "<&"):
            return stdin
        if fd not in ("", "1"):     # `2> log`: what goes there is not followed, that it goes there is said
            if not target.text.isdigit():
                self.touch(ADDS if op == ">>" else WRITES, target.text, op)
            if [one.text for one in command.words] == ["exec"]:
                self.fds[fd] = target.text
            return stdin
        outputs.append((target.text, op == ">>"))
        return stdin

    def output(self, target: str, printed: Flow, adds: bool) -> None:
        """Standard output goes to a file, a descriptor or a socket."""
        adds |= target in self.fds
        target = self.fds.get(target, target)
        if target.startswith("$") and self.partner is not None:     # >&"${COPROC[1]}"
            self.attach(self.partner, printed)
        elif target.startswith(SOCKETS):
            host, _, port = target[9:].partition("/")
            self.emit(SENDS, target[:8], target[:8], f"{host}:{port}", printed)
        elif target and not target.startswith("/dev/") and not target.isdigit():
            self.touch(ADDS if adds else WRITES, target, ">>" if adds else ">")
            self.write(target, join(self.files.get(self.path(target), NOTHING), printed) if adds else printed)

    def word(self, word: Word) -> Arg:
        """The word's text and flow, unsplit."""
        if len(word.parts) == 1 and isinstance(word.parts[0], str):
            return Arg(word.parts[0], Flow(text=word.parts[0]))
        texts: list[str] = []
        flows: list[Flow] = []
        for part in word.parts:
            if isinstance(part, str):
                texts.append(part)
                continue
            if isinstance(part, Variable):
                flow = self.variable(part.name, part.rest)
                texts.append(flow.text if flow.text else " " if part.name == "IFS" else f"${part.name}")
            else:
                flow = self.substitution(part)
                texts.append(flow.text.rstrip("\n") if flow.text else "" if part.kind == ">" else "$(...)")
            flows.append(flow)
        text = "".join(texts)[:TEXT]
        return Arg(text, without_text(join(*flows), text))

    def split(self, word: Word) -> list[Arg]:
        """The word as arguments: a bare variable falls apart at blanks."""
        arg = self.word(word)
        each = [p for p in word.parts if isinstance(p, Variable) and (p.rest in ("[@]", "[*]") or p.name == "@")]
        whole = not word.bare and not (each and len(word.parts) == 1)
        whole |= any(isinstance(p, Substitution) and p.kind == "<" for p in word.parts)
        pieces = [] if whole or all(isinstance(p, str) for p in word.parts) else arg.text.split()
        return [Arg(p, without_text(arg.flow, p)) for p in pieces] if len(pieces) > 1 else [arg]

    def substitution(self, part: Substitution) -> Flow:
        """What `$(...)` gives; `>(...)` waits for what the command beside it prints."""
        if part.kind == ">":        # `>(command)` gets what the command beside it reads and prints
            self.waiting.append(part.program)
            return NOTHING
        if self.depth >= DEPTH:
            self.unread(BOUND, "depth")
            return NOTHING
        self.depth += 1
        folder, flow = self.cwd, self.program(part.program, NOTHING)
        self.cwd = folder
        self.depth -= 1
        return flow

    def variable(self, name: str, rest: str = "") -> Flow:
        """What a variable holds: what the line gave it, else what its name says."""
        if name.startswith("!") and len(name) > 1:      # ${!v}: the variable that v names
            return self.variable(self.vars.get(name[1:], NOTHING).text)
        if name in self.vars:
            return self.vars[name]
        if name == "IFS":
            return NOTHING
        if name in ("@", "*") and "1" in self.vars:
            return join(*(self.vars[n] for n in "123456789" if n in self.vars))
        level = env_level(name) if len(name) > 1 else 0
        if level:
            return Flow(level, (f"${name}",))
        return Flow(text=rest[2:]) if rest.startswith((":-", ":=")) else NOTHING

    # --- files

    def path(self, path: str) -> str:
        """Absolute, as far as the working directory is known."""
        path = path.strip().removeprefix("./")
        if path in (".", "") and self.cwd:
            return self.cwd.rstrip("/")
        if not self.cwd or path.startswith(("/", "~", "$")) or path[1:2] == ":":
            return path
        base = self.cwd.rstrip("/")
        while path.startswith("../"):
            base, path = base.rpartition("/")[0], path[3:]
        return f"{base}/{path}"

    def file(self, path: str, whole: bool = False) -> Flow:
        """What reading a file gives."""
        if not path or "\n" in path or len(path) > 4096 or "://" in path:
            return NOTHING
        if path.startswith(("/dev/", "$(")) and not path.startswith("/dev/shm/"):
            return NOTHING
        full = self.path(path)
        known = self.files.get(full, NOTHING)
        level = max(known.level, file_level(path, whole), file_level(full, whole) if self.moved else 0)
        if not level and not known.whole:
            return self.folder(full) or Flow(0, (), known.text, known.files if known.unread else (full, *known.files),
                                             known.remote, False, known.unread, known.perhaps)
        inside, names = known.files if known.whole else (full,), known.names or (path,)
        return Flow(level, names, known.text, inside, known.remote, known.whole, known.unread)

    def folder(self, full: str) -> Flow | None:
        """A folder, or a pattern, of which a file holds a secret that was copied there under an innocent name."""
        prefix, pattern = full + "/", is_pattern(full)
        inside = [flow for path, flow in self.files.items() if (path.startswith(prefix) or (
            pattern and holds(flow) and fits(full, path))) and holds(flow) and not file_level(path)]
        return without_text(join(*inside)) if inside else None

    def write(self, path: str, flow: Flow) -> None:
        """What a file holds from here on."""
        full = self.path(path)
        copied_to(self, full, flow)
        if flow is NOTHING and full not in self.files:
            return
        self.files[full] = flow
        if flow.text and full.lower().endswith(packs.LISTS):
            packs.lists(self, full, flow.text)
        if flow.text and worth_keeping(flow.text):
            from guards._shell.conventions import written_now

            self.found.made[full] = flow.text
            written_now(self, full, flow.text)
        if flow.files and flow.files != (full,) and len(self.found.copied) < TOUCHES:
            self.found.copied[full] = flow.files
        if flow.level or flow.perhaps or full in self.found.written or (flow.whole and flow.files):
            self.found.written[full] = flow
        if flow.remote and len(self.found.fetched) < TOUCHES:
            self.found.fetched[full] = flow.remote

    def arguments(self, args: list[Arg], whole: bool = False) -> Flow:
        """What arguments bring in: what flows into them, and the files that they name, by innocent names too.

        Whether a word is a file the disk knows: the shell looks it up, and what is no file has no text.
        """
        flows: list[Flow] = []
        seen: set[str] = set()
        for arg in args:
            if arg.flow.level or arg.flow.whole or arg.flow.files or arg.flow.unread:
                flows.append(without_text(arg.flow))
            if "://" in arg.text or len(arg.text) > 1000 or arg.text in seen:
                continue
            seen.add(arg.text)
            found = [(piece, self.file(piece, whole)) for piece in pieces(arg.text)]
            found = found[any(flow.level for _, flow in found[1:]):]    # `--env-file=.env` is no file, `.env` is
            flows += [flow if flow.level else without_text(flow) for piece, flow in found
                      if flow.level or may_be_file(piece) or (whole and is_pattern(piece) and piece[0] != "-")]
        return join(*flows)

    def emit(self, kind: Kind, program: str, operation: str, destination: str, payload: Flow = NOTHING,
             auth: Flow = NOTHING) -> None:
        """Notes an effect; where the destination stands for another place, one there as well."""
        if len(self.found.effects) >= EFFECTS:
            self.unread(BOUND, "steps")
            return
        self.found.effects.append(Effect(kind, program, operation, destination, payload, auth))
        if behind(self, destination):
            self.found.effects.append(Effect(kind, program, operation, behind(self, destination), payload))

    def by_words(self, text: str, runs: str = "") -> None:
        """Judges by its words what could not be read to its end; `runs`: who runs what is made at run time."""
        from guards._shell.programs.unknown import by_words, computed

        computed(self, runs) if runs else by_words(self, text)

    def define(self, name: str, text: str) -> None:
        """`name` runs a text from here on; an alias that nobody uses does nothing."""
        self.functions[name] = self.parse(text)
        self.called.add(name)

    def attach(self, since: int, flow: Flow) -> None:
        """What flows into a command that other code puts together leaves with all that it does."""
        if flow.level:
            for effect in self.found.effects[since:]:
                if effect.payload.level < flow.level:
                    effect.payload = join(effect.payload, without_text(flow))

    def call(self, args: list[Arg], stdin: Flow) -> Flow:
        """Runs one program; what it prints."""
        from guards._shell.programs.dispatch import run

        self.handed += len(args) if self.calls else 0
        if self.calls >= CALLS or self.handed > HANDED:
            self.unread(BOUND, "depth" if self.calls >= CALLS else "words handed on")
            return NOTHING
        self.calls += 1
        printed = run(self, args, stdin)
        self.calls -= 1
        return printed

    def code(self, name: str, text: str, args: list[Arg], stdin: Flow) -> Flow:
        """Runs a text of another language; what it may print."""
        from guards._shell.code import code

        return code(self, name, text, args, stdin)

    def interpreter(self, name: str, args: list[Arg], stdin: Flow) -> Flow:
        """Runs an interpreter of another language; what it prints."""
        from guards._shell.code import interpreter

        return interpreter(self, name, args, stdin)

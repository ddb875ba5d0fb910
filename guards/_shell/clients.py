"""Which sessions simple commands go on with: `claude --resume ID`, `codex exec resume ID`, and their like.

`resumes` gets the commands that would run, as the machine read them (through `env`, `VAR=…`, `bash -c`, pipes,
`$(…)`), not text that merely mentions them.  Limitations: an id that only exists when the command runs.
"""
from __future__ import annotations

from guards._text import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from guards._shell.reading import Ran

# program: flags whose value is the id | flags for "the most recent" | subcommands whose next word is the id
CLIENTS = {name: (frozenset(ids.split()), frozenset(recent.split()), tuple(
    tuple(verb.split()) for verb in verbs.split(",") if verb.strip())) for name, (ids, recent, verbs) in (
        (name, row.split("|")) for name, row in table("""
    claude: --resume -r | --continue -c |
    codex: | --last | resume, exec resume, e resume, fork
    gemini: --resume -r | |
    qwen: --resume -r | --continue -c |
    opencode: --session -s | --continue -c |
    copilot: --resume | --continue |
    cursor-agent: --resume | --continue | resume
    droid: --session-id -s --resume -r | |
    amp: | | threads continue, thread continue, t c
    """).items())}
PACKAGES = table("""
    @anthropic-ai/claude-code: claude
    @openai/codex: codex
    @google/gemini-cli: gemini
    @qwen-code/qwen-code: qwen
    opencode-ai: opencode
    @github/copilot: copilot
    """)
HINTS = ("resume", "contin", "fork", "session", "thread", "--last", " -r", " -c", " -s", "'-r", "'-c", '"-r', '"-c')
UNKNOWN = "?"       # an id that cannot be read from the command
RECENT = "*"        # the most recent session, whichever that is
VALUE = 2_000       # characters of an id that are kept


class Resume:
    """One session that a command goes on with: the program, and the id, UNKNOWN or RECENT."""

    __slots__ = ("id", "program")

    def __init__(self, program: str, id: str) -> None:
        self.program, self.id = program, id


def names_a_client(command: str) -> bool:
    """Whether a command is worth reading for this: it names a client and a word that could resume."""
    return any(name in command for name in CLIENTS) and any(hint in command for hint in HINTS)


def resumes(ran: Iterable[Ran]) -> list[Resume]:
    """The sessions that these simple commands go on with, in order, each once.

    >>> from guards._shell.machine import read
    >>> [(r.program, r.id) for r in resumes(read("cd x && env A=1 claude -p hi --resume 'ab c'").ran)]
    [('claude', 'ab c')]
    >>> resumes(read("echo 'claude --resume abc'").ran)
    []
    """
    found: dict[tuple[str, str], Resume] = {}
    for one in ran:
        for resume in _of([one.whole, *one.words]):
            found.setdefault((resume.program, resume.id), resume)
    return list(found.values())


def _of(words: list[str]) -> Iterator[Resume]:
    """What one simple command, its words already read, resumes."""
    program = words[0].replace("\\", "/").rpartition("/")[2]
    program = program[:-4] if program.lower().endswith((".exe", ".cmd")) else program
    program = PACKAGES.get(words[0].rsplit("@", 1)[0] if words[0].rfind("@") > 0 else words[0], program)
    if program not in CLIENTS:
        return
    from guards._shell.flow import Arg
    from guards._shell.programs.arguments import apart

    by_flag, recent, subcommands = CLIENTS[program]
    _, found, rest = apart([Arg(word) for word in words[1:]], program)
    plain = [arg.text for arg in rest]
    ids = [value.text for flag, value in found if value and flag in by_flag and value.text[:1] != "-"]
    last = len(ids) < len([flag for flag, _ in found if flag in by_flag]) or any(flag in recent for flag, _ in found)
    yield from (Resume(program, _id(one, program)) for one in ids)
    for names in subcommands:
        if tuple(plain[:len(names)]) == names:
            yield Resume(program, RECENT if last else _id("".join(plain[len(names):][:1]), program))
            return
    if last and not ids and program != "codex":
        yield Resume(program, RECENT)


def _id(word: str, program: str) -> str:
    word = word.strip()
    if not word or "$" in word or "`" in word or word == "{}":
        return UNKNOWN
    if word == "latest" or (word.isdigit() and len(word) < 5 and program in ("gemini", "qwen")):
        return RECENT
    return word[:VALUE]

"""The verbs of guardctl: one table, one way to read the words, one way to print.

Law: exit code 0: done; 1: not done or something is wrong, and one line says why; 2: words that are not understood.
Cannot see: who types.  A verb that only a person may use asks for a terminal.
"""

import os
import sys

from guards import Any, Iterable, Row, Words
from hooks._event.facts import call_function
from hooks._stores import Fault, write_json
from hooks._stores.world import World, find_project

AGENTS = "CLAUDECODE CLAUDE_CODE_SESSION_ID CODEX_SANDBOX GEMINI_CLI".split()
# Each verb, its function (of a Request, gives the exit code where that may be another than 0), a sentence that spells its
# options; EVERYDAY ones first.
TABLE = """status session.show_status what each session read, asked, denied, who launched it: -n N
tail session.show_tail a session's calls, one a line: [SESSION] -n N, -f follows
why session.show_why the last objection, or call ID: why, from where, how to allow it; --session ID
allow person.allow_place HOST: data may go there; --undo, --force where only untrusted text named it
off person.turn_off GUARD: it stays silent; --watch records; --undo
rescue person.run_rescue what can be brought back, or what copy ID holds; --restore brings it back, --force over newer
report pages.write_report the newest day's sessions, or one, as one page: [SESSION] -o FILE.html
try pages.try_transcripts what would have been asked in your own sessions of 30 days; --days N
doctor person.show_doctor does every installed scope answer?
demo pages.play_demo plays the four questions, without an agent
settings session.show_settings every setting that counts here; * is not the default
handover person.hand_over SESSION TO: who may resume it
trust person.trust_project accepts what a repository brought
verify session.show_verify is every record as it was written?
memory session.run_memory what a session remembers: [SESSION], --all with what is stale, --call JSON as the tool session_memory
context session.show_context what a session was asked and did, as JSON: [SESSION]
export session.export_rows rows as --format FORM (jsonl, otlp); --session ID, --since TIME, -f follows
classify person.classify_text what is private in a text on stdin; --jsonl
reveal person.reveal_values the masked values of this project's secret files, or those of a NAME, FILE or PLACEHOLDER
purge person.purge_old removes records older than --days N"""
VERBS = {verb: rest for verb, *rest in (line.split(None, 2) for line in TABLE.splitlines())}
EVERYDAY = 10
VALUED = "project format call days o n session since".split()  # options with a value


class Request:
    """One command: `world`, `words`, the `first` of them, `options` (name -> text or True); who runs it: `person`, `agent`."""

    def __init__(self, world: World, words: Words, options: Row) -> None:
        self.world, self.words, self.options = world, words, options
        self.first, self.json = "".join(words[:1]), bool(options.pop("json", False))
        # What an agent runs has no terminal on all three, or names the agent.
        self.agent = any(map(os.environ.get, AGENTS))
        self.person = all(map(os.isatty, (0, 1, 2))) and not self.agent

    def print_result(self, data: Any, text: str) -> None:
        """Prints the data with --json, else the text."""
        print(write_json(data) if self.json else text)

    def require_person(self, what: str) -> None:
        """Fault where no person types here."""
        if not self.person:
            raise Fault(f"only you may {what}: type this in a terminal of your own")

    def take_number(self, name: str, default: str = "") -> int:
        """The number that an option gives."""
        text = str(self.options.get(name, default))
        if not text.isdigit():
            raise Fault(f"--{name} takes a number")
        return int(text)


def clean_text(text: str) -> str:
    """One line without a character that steers a terminal."""
    return "".join(char if char.isprintable() else " " if char.isspace() else "?" for char in text)


def split_arguments(arguments: Words) -> tuple[Words, Row]:
    """Words and options: `--name=value`, `--name value` where the name takes one, `-x`."""
    words = []
    options: Row = {}
    rest = list(arguments)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.lstrip("-").partition("=")
        if word[:1] != "-":
            words.append(word)
        elif name in VALUED and rest and not equals:
            options[name] = rest.pop(0)
        else:
            options[name] = value if equals else True
    return words, options


def find_session(request: Request, begin: str, more: Iterable[str] = ()) -> str:
    """The session, on record or of `more`, whose id begins so; else the newest.  Fault for none or several."""
    known = [*list_sessions(request.world), *more]
    fits = [begin] if begin in known else [*{id: 1 for id in known if id.startswith(begin)}]
    if not fits:
        raise Fault(f"no session begins with {begin}" if begin else "there is no session on record")
    if begin and len(fits) > 1:
        raise Fault(f"{len(fits)} sessions begin with {begin}")
    return fits[0]


def list_sessions(world: World) -> Words:
    """The ids of the sessions on record, the newest first."""
    folder = f"{world.state}/context"
    names = os.listdir(folder) if os.path.isdir(folder) else []
    ids = [name[:-6] for name in names if name.endswith(".jsonl")]
    return sorted(ids, key=lambda id: -os.stat(f"{folder}/{id}.jsonl").st_mtime)


def write_help(more: bool) -> str:
    """The verbs: the everyday ones, with `more` all."""
    lines = [f"  {verb:<10} {sentence}" for verb, (_, sentence) in VERBS.items()]
    lines = lines if more else [*lines[:EVERYDAY], "", "guardctl --help more: all verbs"]
    return "\n".join(["guardctl [--project DIR] [--json] VERB", "", *lines])


def main(arguments: Words) -> int:
    """Runs one command and gives its exit code."""
    words, options = split_arguments(arguments)
    asked = words[:1] == ["help"] or not options.keys().isdisjoint(("h", "help"))
    if asked or not words:
        shown = [f"guardctl {one} {VERBS[one][1]}" for one in words if one in VERBS]
        print("\n".join(shown) or write_help("more" in words))
        return 0 if asked else 2
    verb, *rest = words
    path, sentence = VERBS.get(verb, ("", write_help(True)))
    spelled = f"{sentence} --project --json".replace(",", "").split()
    wrong = options.keys() - {one.strip("-") for one in spelled if one[0] == "-"}
    if wrong or not path:
        what = f"takes no option {min(wrong)}: " if path else "is no verb\n\n"
        print(f"guardctl: {verb} {what}{sentence}", file=sys.stderr)
        return 2
    project = options.pop("project", "") or find_project(os.environ, os.getcwd())
    world = World(os.path.abspath(project), os.environ)
    try:
        code = call_function(f"hooks._ctl.{path}", Request(world, rest, options))
        sys.stdout.flush()
        return int(code or 0)
    except (BrokenPipeError, KeyboardInterrupt):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except (Fault, OSError) as fault:
        print(f"guardctl {verb}: {fault}", file=sys.stderr)
        return 1

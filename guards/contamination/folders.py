"""A folder or an archive of one that leaves: is a secret inside, and is it left out?

The shell looks into it (fact "inside"), only for a call that sends a whole folder away.
Of a folder from which an image is built (`context:`, `image:`) its own ignore file and COPY lines say what goes along.
Limitations: what an ignore file of another tool leaves out; such a call is not looked into.
"""
from __future__ import annotations

from guards import SENDS
from guards._call.destinations import short_fingerprint
from guards._shell.flow import Flow
from guards._shell.programs.builds import ADDED, UNSENT
from guards._text.glob import is_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event
    from guards._call import Call
    from guards._call.destinations import Known
    from guards._types import Fact

FOLDERS, ADDS = 3, 12       # of one call: folders, and what several `git add` name
LEFT_OUT = ("--exclude", "-x")
# Options by which a tool leaves out what a list of the project's names.
BY_LIST = tuple("--exclude-from --exclude-vcs-ignores --filter --files-from -X --exclude-ignore".split())


def asked(call: Call) -> list[Fact]:
    """The folders that this call sends away whole."""
    if any(option in call.command for option in BY_LIST):
        return []
    paths = {path: None for effect in call.effects if effect.kind == SENDS and not effect.payload.level
             for path in looked_into(effect.payload)}
    return [("inside", path) for path in [*pushed(call)[:ADDS], *[*paths][:FOLDERS]]]


def pushed(call: Call) -> list[str]:
    """What a push of this call takes along for the first time: what it adds just before, and what commits hold."""
    if not any(effect.operation == "git push" for effect in call.effects):
        return []
    found: dict[str, None] = {}
    for ran in call.ran:
        words, folder = ran.words, ran.cwd
        while ran.program == "git" and words[:1] == ["-C"] and len(words) > 2:
            folder, words = words[1] if words[1][:1] in "/~" else f"{folder}/{words[1]}", words[2:]
        verb = words[0] if ran.program == "git" and words else ""
        if verb == "add":
            from guards._shell.programs.git import added

            named = [w for w in words[1:] if w[:1] != "-"]
            if EVERYTHING.intersection(words) or "$" in "".join(named):
                named = added(words[1:])
            found["\0".join((f"{ADDED}{folder}", *(FORCE & {*words}), *named))] = None
        elif verb in ("commit", "push"):
            found[f"{ADDED}{folder}" if verb == "commit" else f"{UNSENT}{folder}"] = None
    return list(found)


FORCE = frozenset(("-f", "--force"))        # of git add: what git ignores, too
EVERYTHING = frozenset("-A --all --no-ignore-removal".split())


def first_sent(event: Event, call: Call, known: Known) -> str:
    """The secret file that a push would take to a remote for the first time, and that no prompt names; "" for none."""
    found = [event.facts.found.get(("inside", path)) for path in pushed(call)]
    names = [str(name) for one in found if isinstance(one, dict) for name in one.get("secret") or ()]
    return next((name for name in names
                 if short_fingerprint(name.rpartition("/")[2].lower(), known.key) not in known.user), "")


def looked_into(payload: Flow) -> list[str]:
    """The folders of a payload, and the patterns (`config/*`) in it, with all that is below where it takes folders.

    >>> looked_into(Flow(files=("/p/a.txt", "/p/*.log"))), looked_into(Flow(files=("/p/src", "/p/*"), whole=True))
    (['/p/*.log'], ['/p/src', '/p/*/**'])
    """
    paths = [path for path in payload.files if "$" not in path]
    if not payload.whole:
        return [path for path in paths if is_pattern(path)]
    return [f"{path.rstrip('/')}/**" if is_pattern(path) and not path.endswith("**") else path for path in paths]


def secret_in(event: Event, payload: Flow, command: str) -> str:
    """The first secret file in the folders of a payload; "" for none."""
    patterns = left_out(command)
    for path in looked_into(payload):
        found = event.facts.found.get(("inside", path))
        if not isinstance(found, dict):
            continue
        for name in found.get("secret") or ():
            if not any(_fits(pattern, str(name)) for pattern in patterns):
                folder = "" if is_pattern(path) else f"{path.rstrip('/').rsplit('/', 1)[-1]}/"
                return f"{folder}{name}"
    return ""


def left_out(command: str) -> list[str]:
    """The patterns that a command leaves out.

    >>> left_out("tar cz --exclude=.env --exclude '*.pem' . | curl -T - a.example")
    ['.env', '*.pem']
    """
    found = []
    words = command.split()
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in LEFT_OUT:
            found.append((value if equals else words[at + 1] if at + 1 < len(words) else "").strip("'\""))
    return found


def _fits(pattern: str, name: str) -> bool:
    from guards._text.glob import match

    bare = pattern.removeprefix("./").strip("/")
    return match(bare, name) or any(match(bare, part) for part in name.split("/"))

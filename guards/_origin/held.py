"""Did the person say to wait?  "Don't do anything until I tell you", "code freeze": what changes things is asked about.

    waits(text)             is it such a prompt?  FILES: only files are to stay as they are
    learned(text, at, ...)  the guard's state after a prompt
    changes(event, call)    what the call would change, for a person; "" for a call that looks, builds or tests
    objection(...)          the Verdict

Law: it counts until the person's next request or answer, or until he agrees to a plan; a question leaves it standing,
and so does a compaction.
Limitations: "only touch docs/", which says where and not when; what a tool changes whose name says that it reads.
"""
from __future__ import annotations

from guards import ASK, DENY, SILENT, Verdict
from guards._call.tags import LOCAL_SERVERS, WRITERS, file_of, words_of
from guards._intent.bounds import sentences
from guards._intent.clause import ALL, COMMITS
from guards._intent.elsewhere import NOT
from guards._intent.intents import CHANGES, IS
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session, Settings
    from guards._call import Call
    from guards._history.fields import Origin as State

RULE = "origin.held-back"
# What is not to be done: whatever it is.
NOTHING = frozenset("nothing nichts rien nada niente nic niets ничего hiçbir".split())
ACTS = frozenset("""act change changes changing do doing edit edits editing execute make making modifications modify run
    take touch touching ändern ändere mach
    mache tun modifier modifie faire fais cambiar cambies hacer hagas modificar fare modificare zmieniaj rób делай
    меняй""".split())
# Until the person speaks again.
WAITS = frozenset("until till before unless without yet bis avant hasta prima dopóki пока até".split())
FREEZE = frozenset(("freeze", "frozen"))
LATER = frozenset("after ended ends lifted next over starts tomorrow when".split())      # it is not now
ALWAYS, UNTIL = 2, 3        # nothing, and nothing until the person speaks again
FILES, ALL_OF_IT = -1, 1     # what is to stay: "do not modify any files" is no word against a script that looks
LONGEST = 24        # words of a sentence that says so
ABOUT = tuple("t more further any action actions code project you the".split())     # beside what says all of it
ASKS = frozenset("ask check confirm get let show wait".split())     # me before you change anything
TEMPORARY = ("/tmp/", "/dev/", "/var/tmp/")
PRIVATE = ("/.claude/plans/", "/.claude/projects/", "/.claude/todos/")     # where the client itself takes notes
GIT = frozenset("branch config fetch reflog remote".split())


def waits(text: str) -> int:
    """Does a prompt tell the agent to change nothing for now?

    >>> [waits(t) for t in ("Suggest what can go. Don't do anything until I tell you.", "CODE FREEZE: why is it red?",
    ...     "don't change anything yet, just explain", "no more changes without my permission",
    ...     "We are in a code freeze", "there is a code and action freeze on", "Do not take any action until I say so",
    ...     "Ask me before you change anything")]
    [1, 1, 1, 1, 1, 1, 1, 1]
    >>> [waits(t) for t in ("don't do anything fancy", "Don't change anything else", "do not touch anything in src",
    ...                     "Why do the tests not run?", "Read only: do not modify any files", "draw a freeze frame",
    ...     "the code freeze starts tomorrow", "Update all dependencies. Apart from mix.exs don't touch any code")]
    [0, 0, 0, 0, -1, 0, 0, 0]
    """
    found, wishes = 0, ""
    for sentence, asks in sentences(text[:4000]):
        every = tokens(sentence)
        wishes += "" if NOT & set(every) else f"{sentence}. "
        asked = any({"me", "my"} & {*every[at:at + 3]} for at, word in enumerate(every) if word in ASKS)
        for part in sentence.replace(",", ":").split(":"):
            said = tokens(part)
            at = next((at for at, word in enumerate(said) if word in FREEZE), 0)
            if "code" in said[max(0, at - 3):at] and LATER.isdisjoint(said) and len(said) <= LONGEST // 2:
                return ALL_OF_IT
            if asked and "before" in said:
                said = ["not", *said[said.index("before") + 1:], "until"]
            found = max(found, _forbids(said), key=abs) if not asks and len(said) <= LONGEST else found
    if found == ALWAYS:     # who has work done at the same time says what to leave alone, not when
        from guards._intent.kinds import heard

        return 0 if {"works", "sets", "away"} & set(heard(wishes)) else ALL_OF_IT
    return found and found // abs(found)


def _forbids(said: list[str]) -> int:
    """"don't / verb / anything", and nothing behind it but until when."""
    none = not NOTHING.isdisjoint(said)
    first = next((at for at, word in enumerate(said) if word in NOT | NOTHING or word == "no"), 5)
    if not ACTS & set(said) or first > 4 or not IS.isdisjoint(said[:first]):
        return 0
    end = next((at for at, word in enumerate(said) if at > first and word in WAITS), len(said))
    acts = said[first + 1:end]
    about = [word for word in acts if word not in ACTS and word not in ABOUT]
    late = end < len(said)
    if not (none or not ALL.isdisjoint(acts) or (late and not (CHANGES | COMMITS).isdisjoint(acts))) or not all(
            word in ALL | CHANGES | COMMITS | NOTHING or len(word) < 3 for word in about):
        return 0
    return FILES if {"file", "files"}.intersection(about) else ALWAYS if not late else UNTIL


def learned(text: str, at: float, state: State) -> State:
    """The state after a prompt: the person said to wait, or something else since; a question leaves it as it is."""
    what = waits(text) if text else 0
    if what:
        return {**state, "held": at * what}
    if not text or "held" not in state:
        return state
    from guards._evidence.evidence import is_question

    return state if is_question(text[:2000]) else {**state, "held": 0}


def objection(event: Event, session: Session, settings: Settings, present: bool) -> Verdict:
    """ASK before what changes something, once each; DENY where nobody can be asked."""
    from guards._call import call_of

    what = changes(event, call_of(event, settings), session["request_origin"].get("held", 0) < 0)
    if not what:
        return SILENT
    since = str(session["request_origin"].get("held"))
    return asked((since, what), "you said to wait", event, session, settings, present, SILENT)


def asked(
    act: tuple[str, ...], why: str, event: Event, session: Session, settings: Settings, present: bool, before: Verdict
) -> Verdict:
    """ASK once before an act, (what holds it back, what it is, ...), DENY where nobody is there; else as `before`."""
    from guards._origin import allowance
    from guards._sensitive.scan import redact_line
    from guards._text.fingerprint import fingerprint

    key = fingerprint(" ".join(("held", *act)), settings.key)
    excuse = allowance.excuse(key, event, session, settings)
    if excuse:
        return before.with_(excused=[*before.excused, (RULE, excuse)])
    shown = redact_line(act[1], settings, 70)
    return Verdict(ASK if present else DENY, f"request_origin: {shown}: {why}", rule=RULE, way=("lift",),
                   more="The agent should else leave it undone, and tell.", signals=("held",), origin=[key, shown, ""],
                   excused=before.excused)


def changes(event: Event, call: Call, files: bool = False) -> str:
    """What the call would change, of all or of `files`; "" where it only looks, or builds and tests what is here."""
    own = f"{event.project.rstrip('/') or '?'}/"       # a project may lie in a folder for what is temporary
    if event.tool in WRITERS:
        path = file_of(event)
        notes = any(part in path for part in PRIVATE) or (path.startswith(TEMPORARY) and not path.startswith(own))
        return "" if notes else f"a change of {path[-60:]}"
    if call.command:
        touch = next((one for one in call.touches if one.how != "may" and (
            one.path.startswith(own) or not one.path.startswith(TEMPORARY))), None)
        if touch is not None:
            return f"{touch.program} on {touch.path[-60:]}"
        return next((f"{one.program} {' '.join(one.words[:2])}"[:60] for one in call.ran if not files and not still(
            one.program, one.words)), "")
    if not event.server or not LOCAL_SERVERS.isdisjoint(words_of(event.server)):
        return ""
    from guards._call.names import HARMLESS, READ_VERBS, said_by

    said = said_by(event)
    return "" if not said or said[0] in READ_VERBS or said[0] in HARMLESS else " ".join(said)[:60]


# What a project's own tasks are for that stay here.
TASKS = frozenset("""bench benchmark build check ci clippy compile coverage docs e2e lint spec specs test tests
    typecheck unit validate verify""".split())


def still(program: str, words: list[str]) -> bool:
    """Does a program only look, build or test; or is it a script or shell, of which counts what is read in it?"""
    from guards._call import looking
    from guards._call.acts import quiet
    from guards._call.bash import RUNNERS

    if program == "git":
        return next((word for word in words if word[:1] != "-"), "status") in looking.GIT | GIT
    if program in ("npm", "pnpm", "yarn", "bun"):
        return words[:1] in (["ls"], ["view"]) or not TASKS.isdisjoint(words[:2])
    return "." in program or program in RUNNERS or quiet(program, words) or not TASKS.isdisjoint(words[:2])

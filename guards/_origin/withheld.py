"""What the person said not to do: "fix it, but don't push".

    heard(event, state, settings)               the guard's state after a prompt, an answer, a stop, /clear
    objection(event, session, settings, ...)    the Verdict

Law: a verb of VERBS that a clause denies holds back every call that is called by it (`git push`, `npm run deploy`,
`send_email`) and does more than look, build or test, until a later prompt orders it or says a word of OUT, or a yes
answers a message whose last sentence speaks of it; of "not yet", any yes.  An object behind it narrows it: "don't push
to main" is a word about main.  "Not until the tests pass" leaves it to the agent.
Limitations: other languages than English; an act that another word names (`kubectl apply` for "deploy").
"""
from __future__ import annotations

from guards._call.tags import QUESTION, SHOWS
from guards._intent.bounds import sentences, words_of
from guards._intent.intents import FORBIDS
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Session, Settings, Verdict
    from guards._call import Call
    from guards._history.fields import Origin as State
    from guards._intent.bounds import Word

MOST, SHOWN, LONGEST = 8, 60, 4000      # verbs held at a time; characters of a sentence that is quoted; of a prompt
VERBS = tuple("push commit merge publish release deploy send post comment approve close install".split())
FORMS = {form: verb for verb in VERBS for form in (
    verb, f"{verb.removesuffix('e')}ing", f"{verb}{verb[-1]}ing", f"{verb.removesuffix('e')}ed", f"{verb}{verb[-1]}ed")}
NEVER = FORBIDS | frozenset("without avoid skip no mustn't mustnt shouldn't shouldnt".split())
# Before what denies, where the agent is told; behind it, before the verb; before a verb that is ordered.
TOLD = frozenset("and but or please pls so just sure you still to do must should may can".split())
BETWEEN = frozenset("""or nor yet to you new any more further ever under circumstances directly actually dare make
    create git a the""".split())
ORDERED = frozenset("and but please pls so just sure you to do may can then now ok okay yes let's go".split())
# By which a later prompt says in other words that the work goes out.
OUT = frozenset("c&p pr ship /ship".split())
# Behind the verb: what narrows nothing; where what narrows it ends.
SMALL = frozenset("""a an the it this that these them those one anything anyone anywhere yet now still please to any all
    changes change code work fix branch on your own my at for straight right away just automatically today tonight here
    there back me up upstream remote origin github gitlab or nor commit release ticket issue pr email mail until
    till i say""".split())
CONDITIONS = frozenset("until till unless before if when without".split())
UNTIL = CONDITIONS | frozenset("while after because since as but and".split())
BEGS, MINE = frozenset("can could would will".split()), frozenset("i me my".split())


def heard(event: Event, state: State, settings: Settings) -> State:
    """The state after a person's words, what is to wait (held.py) included; after the agent stopped; after /clear."""
    from guards._intent.said import questions, said
    from guards._origin import held

    if event.is_start:
        return {key: one for key, one in state.items() if key not in ("held", "barred", "offered")}  # type: ignore
    if not event.is_prompt and event.tool not in SHOWS:
        return offers(str(event.extra.get("last_assistant_message") or ""), state)
    words = said(event)
    if event.is_result and event.tool == QUESTION:      # another answer is about what was asked
        from guards._intent.answers import answer, refuses
        state = learned(words, offers(questions(event), state), settings)
        words = words if answer(words) is not None and not refuses(words) else ""
    elif event.is_prompt:
        state = learned(words, state, settings)
    agreed = "go" * (event.is_result and event.tool != QUESTION and not event.agent_id)        # to a plan
    return held.learned(agreed or words, event.time, state)


def learned(text: str, state: State, settings: Settings) -> State:
    """The state after a person's words."""
    if not text:
        return state
    from guards._intent.answers import answer
    from guards._intent.pasted import parted
    from guards._sensitive.scan import redact_line

    typed = parted(text)[0][:LONGEST]
    (told, ordered), agrees = spoken(typed), answer(text) is not None
    words = {*tokens(typed), *typed.lower().split()}
    over = ordered.union(state.get("offered") or () if agrees else ())
    rows = [row for row in state.get("barred") or () if row[0] not in over and (told or OUT.isdisjoint(words)) and not (
        agrees and "yet" in tokens(row[-1]))]
    rows += [[verb, " ".join(objects), redact_line(sentence, settings, SHOWN)] for verb, objects, sentence in told]
    return {**state, "barred": rows[-MOST:], "offered": []} if rows or state.get("barred") else state


def offers(message: str, state: State) -> State:
    """The state after the agent stopped: the verbs of which the last sentence of its message speaks."""
    last = tokens(message.strip().replace("\n", ". ").rpartition(". ")[2])
    return {**state, "offered": [FORMS[word] for word in last if word in FORMS]} if state.get("barred") else state


def spoken(text: str) -> tuple[list[tuple[str, list[str], str]], set[str]]:
    """((verb, the words that narrow it, the sentence) of each verb that a prompt denies, the verbs that it orders).

    >>> [row[:2] for row in [*spoken("do not push, commit or deploy")[0], *spoken("don't push to main")[0]]]
    [('push', []), ('commit', []), ('deploy', []), ('push', ['main'])]
    >>> spoken("the tests don't commit")[0] + spoken("don't push until the tests pass")[0]
    []
    >>> spoken("don't push yet, run the tests, then push"), spoken("can you push it?"), spoken("the push failed")
    (([], {'push'}), ([], {'push'}), ([], set()))
    """
    told: list[tuple[str, list[str], str]] = []
    ordered: set[str] = set()
    for sentence, asks in sentences(text.replace("\u2019", "'")):
        said = words_of(sentence.lower().replace("w/o", "without").replace("/", " or "))
        held = -9       # where the last verb that is denied stands
        for at, verb in [(at, FORMS[one.word]) for at, one in enumerate(said) if one.word in FORMS]:
            start = at
            while start and (said[start - 1].word in BETWEEN or start - 1 == held):
                start -= 1
            no = start > 0 and said[start - 1].word in NEVER and (
                start == 1 or said[start - 1].opens or said[start - 2].word in TOLD or said[at].word.endswith("ing"))
            if not asks and (no or start == held):
                held, found = at, _narrowed(said, at)
                if found is not None:
                    told.append((verb, found, sentence))
            elif (said[at].opens or said[at - 1].word in ORDERED) and (not asks or said[0].word in ORDERED | BEGS):
                ordered.add(verb)       # "not yet, ... then push"
                told = [row for row in told if row[0] != verb]
    return told, ordered


def _narrowed(said: list[Word], at: int) -> list[str] | None:
    """The words behind a verb that narrow it; None where a condition leaves it to the agent."""
    end = next((n for n in range(at + 1, len(said)) if said[n].opens or said[n].word in UNTIL), len(said))
    rest = [one.word for one in said[end:end + 6]]
    if not CONDITIONS.isdisjoint(rest[:1]) and MINE.isdisjoint(rest):
        return None
    return [one.word.lstrip("#@") for one in said[at + 1:end] if one.word not in SMALL and one.word not in FORMS]


def objection(event: Event, session: Session, settings: Settings, present: bool, before: Verdict) -> Verdict:
    """ASK before an act that was denied, with the person's own sentence; DENY where nobody can be asked."""
    from guards._call import call_of
    from guards._origin.held import asked

    rows = [row[-3:] for row in session["request_origin"].get("barred") or ()]
    found = next(((verb, what, sentence) for what, words, text in deeds(event, call_of(event, settings))
                  for verb, objects, sentence in rows if verb in words and text.issuperset(objects.split())), None)
    if found is None:
        return before
    verb, what, sentence = found
    return asked((verb, what, sentence), f'you said "{sentence}"', event, session, settings, present, before)


def deeds(event: Event, call: Call) -> list[tuple[str, set[str], frozenset[str]]]:
    """(what is done for a person, the words by which it is called, all its words) of each act of a call."""
    from guards._call.names import HARMLESS, READ_VERBS, said_by
    from guards._origin.held import still

    if call.command:
        every = [(one, (*one.parts[0], *one.parts[2]) if one.program == "git" else one.words) for one in call.ran
                 if not still(one.program, one.words) and {"--dry-run", "--help"}.isdisjoint(one.words)]
        return [(f"{one.program} {' '.join(words)}"[:SHOWN],
                 {*tokens(" ".join((one.whole.rpartition("/")[2], *one.parts[0],
                                    *words[:2 - (one.program == "git")])))},
                 frozenset((*words, *tokens(" ".join(words))))) for one, words in every]
    words = said_by(event) if event.server else []
    if not words or words[0] in READ_VERBS or words[0] in HARMLESS or ("draft" in words and "send" not in words):
        return []
    return [(" ".join(words)[:SHOWN], {*words}, frozenset(tokens(f"{words} {event.input}")))]

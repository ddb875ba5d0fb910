"""Acts of a kind that the person excluded: "fix it, but don't push"; and such as he only asked about.

    heard(event, state, settings)               the guard's state after a prompt, an answer, a stop, /clear
    objection(event, session, settings, ...)    the Verdict

Law: it counts until the person speaks of that kind in whatever form without denying it, agrees where the agent proposed
it or told that it is left, or clears the session; a "not yet" ends with any go-ahead that asks for no other work.
What was only asked about counts until his next prompt that is no question.
Limitations: what a script does whose name does not say it; a kind that no row of _intent/excluded.py tells.
"""
from __future__ import annotations

from guards import ASK, DENY, SENDS, Verdict
from guards._call.tags import QUESTION, SHOWS, words_of
from guards._intent.excluded import WORKS, spoken_of
from guards._intent.excluding import (
    APPROVE,
    ASKED,
    BRINGS,
    CLOSE,
    COMMENT,
    COMMIT,
    DEPLOY,
    FORBIDDEN,
    INSTALL,
    MERGE,
    PR,
    PUBLISH,
    PUSH,
    SEND,
    WONDERED,
)
from guards._intent.mentions import mentioned, spoken
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guards import Event, Session, Settings
    from guards._call import Call
    from guards._history.fields import Origin as State
    from guards._shell.reading import Ran

RULE = "origin.held-back"
MOST, SHOWN = 8, 60         # what is excluded at a time; characters of a sentence that is quoted
# program: (words that its verb holds, kinds), the first that holds.
FORGE = (("pr create", (PR, PUSH)), ("mr create", (PR, PUSH)), ("pr merge", (MERGE,)), ("mr merge", (MERGE,)),
         ("pr close", (CLOSE,)), ("issue close", (CLOSE,)), ("mr close", (CLOSE,)),
         ("mr approve", (APPROVE,)), ("pr comment", (COMMENT,)), ("issue comment", (COMMENT,)),
         ("mr note", (COMMENT,)), ("issue note", (COMMENT,)),
         ("release create", (PUBLISH,)), ("release upload", (PUBLISH,)))
COMMANDS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "git": (("push", (PUSH,)), ("commit", (COMMIT,)), ("merge", (MERGE,))),
    "gh": FORGE, "glab": FORGE, "hub": (("pull-request", (PR, PUSH)), ("push", (PUSH,))),
    **dict.fromkeys("npm pnpm yarn bun cargo poetry uv flit hatch lerna vsce ovsx dart gradle".split(), (
        ("publish", (PUBLISH,)),)),
    "twine": (("upload", (PUBLISH,)),), "gem": (("push", (PUBLISH,)),), "goreleaser": (("release", (PUBLISH,)),),
    "semantic-release": (("", (PUBLISH,)),), "docker": (("push", (PUBLISH,)),), "podman": (("push", (PUBLISH,)),),
    "kubectl": tuple((verb, (DEPLOY,)) for verb in "apply create rollout set scale replace patch".split()),
    "helm": tuple((verb, (DEPLOY,)) for verb in "install upgrade rollback".split()),
    "terraform": (("apply", (DEPLOY,)),), "tofu": (("apply", (DEPLOY,)),), "pulumi": (("up", (DEPLOY,)),),
    "vercel": (("--prod", (DEPLOY,)),), "wrangler": (("publish", (DEPLOY,)),),
    **dict.fromkeys("mail mailx sendmail mutt swaks msmtp".split(), (("", (SEND,)),)),
}
LOOKS = frozenset("status history --help -h --dry-run --abort --check diff plan list view".split())
TASKS = frozenset("npm pnpm yarn bun make just task rake gradle mvn mise".split())
# The first word of a task's or a script's name, or the verb of any program.
NAMES = {"deploy": DEPLOY, "publish": PUBLISH, "release": PUBLISH}
# Words of a tool's name.
TOOL = {SEND: frozenset("send mail email message post reply forward notify tweet dm".split()),
        COMMENT: frozenset("comment comments reply note review remark".split()), MERGE: frozenset(("merge",)),
        APPROVE: frozenset(("approve",)), CLOSE: frozenset("close resolve".split()),
        PUBLISH: frozenset("publish release".split()), DEPLOY: frozenset("deploy redeploy rollout".split()),
        PUSH: frozenset(("push",)), COMMIT: frozenset(("commit",)), INSTALL: frozenset(("install",))}
DONE = frozenset("closed close done resolved completed merged".split())      # a state that a ticket is set to
TRACKERS = frozenset("asana bitbucket clickup github gitlab gitea jira linear monday redmine trello youtrack".split())
PR_WORDS = frozenset("pull pr mr".split())


# --- what the person said -------------------------------------------------------------------------------------


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
    offered, rows = state.get("offered", []), [*state.get("barred", [])]
    if not text:
        return state
    from guards._intent.pasted import parted

    typed = parted(text)[0]
    clauses = spoken_of(typed)
    if rows:
        from guards._evidence.evidence import is_question
        from guards._intent.answers import answer
        yes, up = _go_ahead(text)
        if not is_question(text[:2000]):
            free = yes and all(kind[0] == SAID for kind in offered)
            rows = [row for row in rows if row[0] != WONDERED and not (free and row[0] == UNTIL)]
        denied = {kind for one in clauses if one.how != ASKED for kind in one.kinds}
        named = mentioned(typed) | ({PUSH} if up else set())
        agreed = [kind.lstrip(SAID) for kind in offered if (yes if kind[0] == SAID else answer(text) is not None)]
        rows = _lifted(rows, [*named - denied, *agreed], [], True)
    for at, one in enumerate(clauses):
        if one.how == ASKED:
            rows = _lifted(rows, one.kinds, one.objects, not any(
                two.how == FORBIDDEN and set(one.kinds) & set(two.kinds) for two in clauses[:at]))
        else:
            from guards._sensitive.scan import redact_line
            sentence = redact_line(one.sentence, settings, SHOWN)
            until = one.until or not YET.isdisjoint(tokens(one.sentence.lower()))
            rows += [[UNTIL if until else one.how, kind, " ".join(one.objects), sentence] for kind in one.kinds
                     if one.how != WONDERED or kind not in DONE_HERE]
    rows = list({tuple(row): row for row in rows}.values())[-MOST:]
    if rows == state.get("barred", []) and not offered:
        return state
    return {**state, "barred": rows, "offered": []}


DONE_HERE = (COMMIT, INSTALL)    # a question about these is often the wish itself
SHORT = 11      # words of a prompt that is no more than a go-ahead
# By which a prompt is one, beside those that agree; those that push; by which it asks for other work.
GOES = frozenset("c&p now ship send sync upload fine envoie envía manda".split())
UPS = frozenset("ship sync upload origin hoch".split())
WORK = WORKS | frozenset("""add build change clean delete fetch find implement improve make move pull refactor remove
    rename run search start test tidy try update use""".split())
YET = frozenset("""yet now until must first noch erst todavía aún encore instant moment ainda ancora nog пока
    jeszcze""".split())
SAID = "~"      # before a kind that the agent only spoke of
UNTIL = "u"     # forbidden until the person says so: a plain yes to nothing else is that, too


def _go_ahead(text: str) -> tuple[bool, bool]:
    """(Is a prompt a short go-ahead that asks for nothing else, does it say to bring it up)?"""
    from guards._evidence.evidence import is_question
    from guards._intent.answers import answer, refuses

    low = text.lower()
    words = {*tokens(low), *low.split()}
    if len(words) > SHORT or not WORK.isdisjoint(words) or is_question(text) or refuses(text):
        return False, False
    agrees = answer(text) is not None or answer(" ".join(low.split()[:2])) is not None
    return agrees or not GOES.isdisjoint(words), agrees and (" it up" in low or not UPS.isdisjoint(words))


def _lifted(rows: list[list[str]], kinds: list[str], objects: list[str], whole: bool) -> list[list[str]]:
    """What is still excluded when kinds are to be done; of an excluded object only where it is named, or nothing is."""
    kinds = [*kinds, *(more for kind in kinds for more in BRINGS.get(kind, ()))]
    return [row for row in rows if row[1] not in kinds or (row[2] and (not whole or objects) and not (
        set(row[2].split()) & set(objects)))]


def offers(message: str, state: State) -> State:
    """The state after the agent stopped: the kinds of act that its message proposes, or speaks of."""
    if not state.get("barred"):
        return state
    from guards._intent.proposed import proposals

    asked = proposals(message)
    kinds = dict.fromkeys(kind for _, text in asked for one in spoken_of(text) if one.how == ASKED
                          for kind in one.kinds)
    still = [] if asked else [SAID + kind for kind in sorted(spoken(message))]
    return {**state, "offered": [*kinds, *still] or ["?"] * bool(asked)}


# --- what a call does -----------------------------------------------------------------------------------------


def objection(event: Event, session: Session, settings: Settings, present: bool, before: Verdict) -> Verdict:
    """ASK before an act of a kind that was excluded, with the person's own sentence; DENY where nobody can be asked."""
    from guards._call import call_of
    from guards._origin import allowance
    from guards._sensitive.scan import redact_line
    from guards._text.fingerprint import fingerprint

    rows = session["request_origin"].get("barred", [])
    found = next(((row, what) for kind, what, text in deeds(event, call_of(event, settings)) for row in rows
                  if row[1] == kind and concerns(row[2].split(), text)), None)
    if found is None:
        return before
    (how, kind, _, sentence), what = found
    key = fingerprint(f"withheld {sentence} {kind} {what}", settings.key)
    why = allowance.excuse(key, event, session, settings)
    if why:
        return before.with_(excused=[*before.excused, (RULE, why)])
    shown = redact_line(what, settings, 60)
    said = "you only asked" if how == WONDERED else "you said"
    return Verdict(ASK if present else DENY, f'request_origin: {shown}: {said} "{sentence}"', rule=RULE, way=("lift",),
                   more="The agent should else leave it undone, and tell.", signals=("held",), origin=[key, shown, ""],
                   excused=before.excused)


def concerns(objects: list[str], text: str) -> bool:
    """Does a call concern all that narrows what was excluded?  A ticket, where it acts on one."""
    low = text.lower()
    said = {*tokens(low), *low.split()}
    for one in objects:
        if one[0] == "+":
            continue
        plain = one.lstrip("#@")
        parts = [part for part in tokens(plain) if part]
        if plain in low and any(c in plain for c in "./-"):
            continue
        if not parts or not all(any(part == word or (len(part) > 3 and word.startswith(part)) or (
                len(word) > 3 and part.startswith(word)) for word in said) for part in parts):
            return False
    return True


def deeds(event: Event, call: Call) -> Iterator[tuple[str, str, str]]:
    """(kind, what is done for a person, all that the call names) of each act of a call."""
    if call.command:
        for one in call.ran:
            text = " ".join([one.program, *(one.words if one.program != "git" else (*one.parts[0], *one.parts[2]))])
            for kind in _of_command(one):
                yield kind, text[:60], text + _flags(one)
        if any(one.kind == SENDS and any(chat in one.destination for chat in CHATS) for one in call.effects):
            yield SEND, call.operation[:60], call.command
        return
    if event.server:
        yield from _of_tool(event)


def _flags(one: Ran) -> str:
    forced = one.program == "git" and any(word in ("-f", "--force", "--force-with-lease") for word in one.words)
    everywhere = "-g" in one.words or "--global" in one.words
    return " force" * forced + " globally" * everywhere


CHATS = ("hooks.slack.com", "slack.com/api", "discord.com/api", "api.telegram.org", "sendgrid", "mailgun", "twilio")


def _options(words: Sequence[str]) -> list[str]:
    return [word for word in words if word[:1] == "-"]


def _of_tags(words: Sequence[str], plain: list[str]) -> bool:
    """Does a push bring tags: `git push origin v1.2`?"""
    return "--tags" in words or any(part[:1] == "v" and part[1:2].isdigit() for part in plain[2:])


def _of_command(one: Ran) -> list[str]:
    """The kinds of one simple command."""
    words = one.words
    plain = [word for word in words if word[:1] != "-"]
    if not LOOKS.isdisjoint(_options(words)) or (one.program != "git" and not LOOKS.isdisjoint(plain[:2])):
        return []
    verb = " ".join(plain[:2])
    found = next(([*kinds] for start, kinds in COMMANDS.get(one.program, ()) if not start or start in words[:3]
                  or f"{verb} ".startswith(f"{start} ")), [])
    if one.program in ("gh", "glab"):
        found += _of_forge(words, plain)
    if one.program == "git" and found == [PUSH] and _of_tags(words, plain):
        found.append(PUBLISH)
    if one.program not in NO_TASKS:
        begun = [first for name in _names(one, plain) if "/" not in name for first in tokens(name)[:1]]
        found += [NAMES[first] for first in begun if first in NAMES]
    from guards._call.installs import installs

    if installs(one):
        found.append(INSTALL)
    return list(dict.fromkeys(found))


NO_TASKS = frozenset("git gh cat ls rg grep echo sed head tail find cd vim".split())     # whose words name no task


def _names(one: Ran, plain: list[str]) -> list[str]:
    """The name of a script, and the words of a command that may be a task's."""
    script = one.whole.rpartition("/")[2] if "/" in one.whole else ""
    return [script, *plain[:2 if one.program in TASKS else 0 if one.program in COMMANDS else 3]]


PATHS = {"merge": [MERGE], "comments": [COMMENT], "releases": [PUBLISH], "pulls": [PR]}


def _of_forge(words: list[str], plain: list[str]) -> list[str]:
    """What a review, or an order to the service's own interface, is."""
    if plain[:2] == ["pr", "review"]:
        return [APPROVE] if {"--approve", "-a"} & set(words) else [COMMENT]
    if plain[:1] != ["api"]:
        return []
    last = next((word.rstrip("/").rpartition("/")[2] for word in plain[1:] if "/" in word), "")
    sends = any(word in ("-f", "-F", "--field", "--raw-field", "--input", "-X", "--method") for word in words)
    return PATHS.get(last, []) if sends else []


def _of_tool(event: Event) -> Iterator[tuple[str, str, str]]:
    """The kinds that a tool's name tells, and the state that it sets."""
    from guards._call.names import HARMLESS, READ_VERBS, said_by
    from guards._text.plain import leaves

    words = said_by(event)
    if not words or words[0] in READ_VERBS or words[0] in HARMLESS or ("draft" in words and "send" not in words):
        return
    given = [str(text) for _, text in leaves(event.input, depth=4, items=30) if isinstance(text, (str, int))]
    text = " ".join([event.server, *words, *(one[:200] for one in given)])
    what = " ".join(words)[:60]
    kinds = [kind for kind, some in TOOL.items() if not some.isdisjoint(words)]
    if words[:1] == ["create"] or words[:1] == ["open"] or "create" in words:
        kinds += [PR] * (not PR_WORDS.isdisjoint(words))
    if "file" in words and not TRACKERS.isdisjoint(words_of(event.server)):
        kinds += [PUSH, COMMIT]
    kinds += [CLOSE] * any(one.lower() in DONE for one in given) + [APPROVE] * ("APPROVE" in given)
    for kind in dict.fromkeys(kinds):
        yield kind, what, text

"""The facts that an event's guards may use: its text, what is sensitive in it, and what they need looked up.

Reading has a budget, kept here: guards have no clock.  The text is scanned in pieces, and CPU time is looked at between
them; what is left when it is used up is *unread*: guards are not given it, and `truncated` says how much it was.
"""
from __future__ import annotations

from guards import CREDENTIALS, Facts, Finding
from guards._call.tags import WRITERS, file_of
from guards._call.tools import kept_output
from guards._sensitive.scan import disjoint, redact_spans, scan
from guards._sensitive.secrets import secrets
from guards._text.plain import flatten, one_line
from hooks import _facts
from hooks._outcome import text_of
from hooks._stores import disk
from hooks._stores.disk import Fault
from hooks._stores.ledger import digest
from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards import Event, Session, Settings
    from guards._types import Fact
    from hooks._outcome import Outcome
    from hooks._stores.world import World


PIECE, OVERLAP = 64 * 1024, 8 * 1024     # characters; a private key of 4096 bits has 3,300
# Of the overlap, what is read where a line ends behind it and none of these stands before it: what begins so is all
# that goes on over many lines' ends, so far and no farther (a test compares).
SHORT, FARTHEST = 1024, 16 * 1024
GOES_ON = ("-----BEGIN ", "Private-Lines:", "data:")
# Seconds of CPU, and on the clock, for the scan.  What was found is masked, fingerprinted and told afterwards, which
# costs twice the scan again: a text full of secrets gets less, so that a hook stays within 2 s of CPU (bench/worst.py).
PLAIN, CROWDED, FULL, WALL = 1.0, 0.6, 0.3, 2.0
MANY = 50               # credentials that make a text full of them
CROWD = 4000            # findings of any kind, each of which is fingerprinted


def seen(world: World, event: Event, session: Session, settings: Settings, outcome: Outcome) -> Facts:
    """The event's own text, what is sensitive in it, and how much of it there was no time to read."""
    text, missing = text_of_event(event, outcome)
    findings, read = scanned(world, text, settings)
    text, missing = text[:read], missing + len(text) - read
    if event.name in RESULTS or (
            event.tool in WRITERS and not file_of(event).endswith(CODE)):
        from guards._call.shown import of_secret_files

        more = of_secret_files(event, text, settings)
        findings = disjoint([*findings, *more]) if more else findings
    command = settings.extension_keys.get("classifier_command")
    if command or os.path.exists(os.path.join(world.project, ".gitleaks.toml")):
        from hooks import _classifier

        findings = _classifier.more(world, settings, event, text, findings, outcome.fault)
    again = met_again(world, event, session, text, settings, outcome) if session["contamination"].get("met") else {}
    return Facts(text, findings, missing, None, again)


def met_again(world: World, event: Event, session: Session, text: str, settings: Settings,
              outcome: Outcome) -> dict[str, str]:
    """What an event holds of the secrets that the session has met, whatever they look like, where it goes on record."""

    given = "" if event.is_call else flatten(event.input)[0]
    most = TOLD if event.name in ("PreToolUse", "UserPromptSubmit") else SUMMED
    said = "\n".join([one[:most] for one in dict.fromkeys((text, event.prompt, given)) if one])
    try:
        kept = _facts.stored(world, event, session, "seen")
    except (Fault, OSError, ValueError) as e:
        outcome.fault(f"what was read cannot be read again ({text_of(e)})")
        return {}
    rows = [row for one in kept if isinstance(one, dict) for row in one.get("s", ())]
    from hooks import _opaque

    return _opaque.met_again(said, rows, settings.key)


RESULTS = ("PostToolUse", "PostToolUseFailure")
# Endings that no file of secrets has: what is written there is not looked at by the file's name.
CODE = (".c", ".cpp", ".cs", ".css", ".go", ".h", ".html", ".java", ".js", ".jsx", ".kt", ".md", ".mjs", ".py", ".rb",
        ".rs", ".sh", ".sql", ".swift", ".ts", ".tsx", ".vue")
TOLD, SUMMED = 4000, 1200   # characters of a text that may go on record; of a result
LABELS = ("session_id", "agent_id", "agent_type", "tool", "call_id", "source", "prompt_id", "permission_mode")
LABEL = 200             # characters of an id or a name
SHORT = 15              # characters: one word below that is no secret, since those that are known by no name are longer


def labelled(event: Event, settings: Settings) -> Event:
    """The event with ids and names that are one line, bounded, and hold no secret: they are written as they are."""
    return event.with_(**{field: _label(str(getattr(event, field)), settings) for field in LABELS})


def _label(name: str, settings: Settings) -> str:
    if len(name) < SHORT and (not name or name.isidentifier()):
        return name
    part = name[:4 * LABEL]
    found = [Finding(CREDENTIALS, "credentials", rule, start, end)
             for rule, start, end in secrets(part.encode("ascii", "replace"))]
    safe = one_line(redact_spans(part, disjoint(found), settings.key), LABEL)
    if not name or (safe and len(part) == len(name)):
        return safe
    return f"{safe}~{digest(name.encode('utf-8', 'replace'))[:12]}"


def scanned(world: World, text: str, settings: Settings) -> tuple[list[Finding], int]:
    """(what is sensitive in the text, the number of characters that there was time to read)."""
    if len(text) <= PIECE + OVERLAP:
        return scan(text, settings), len(text)
    found: list[Finding] = []
    at = secrets = 0
    while at < len(text):
        budget = FULL if secrets > MANY else CROWDED if len(found) > CROWD else PLAIN
        if at and world.spent(budget, WALL):
            break
        cut = _cut(text, at + PIECE)
        for one in scan(text[at:_end(text, cut)], settings):
            if one.start < cut - at:
                one.start, one.end = one.start + at, one.end + at
                found.append(one)
                secrets += one.level >= CREDENTIALS
        at = cut
    return disjoint(found), at


def _cut(text: str, at: int) -> int:
    """Where a piece ends and the next one begins: what is said in a line, or in a paragraph, is said in one piece."""
    if at >= len(text):
        return len(text)
    for sign in ("\n\n", "\n"):
        place = text.rfind(sign, at - OVERLAP, at)
        if place >= 0:
            return place + 1
    return at


def _end(text: str, at: int) -> int:
    """Where to stop reading, so that what begins before that place is read whole."""
    end = text.find("\n", at + SHORT, at + OVERLAP)
    goes_on = end < 0 or any([text.find(sign, at - FARTHEST, at) >= 0 for sign in GOES_ON])
    return at + OVERLAP if goes_on else end


def looked_up(world: World, event: Event, session: Session, wanted: Iterable[Fact], outcome: Outcome) -> Facts:
    """The event's facts with those that guards require; one that is not there is absent, one that cannot be read is
    named."""
    found: dict[Fact, object] = {**event.facts.found}
    for fact in wanted:
        try:
            found[fact] = _facts.look_up(world, event, session, fact)
        except FileNotFoundError:
            continue
        except (Fault, OSError, ValueError) as e:
            outcome.fault(f"{fact[0]} cannot be read ({text_of(e)})")
    own = event.facts
    return Facts(own.text, own.findings, own.unread, found, own.again)


def text_of_event(event: Event, outcome: Outcome) -> tuple[str, int]:
    """(what the event brings into or takes out of the context as text, characters left unread)."""
    if event.is_call:
        return flatten(event.input, whole=True)
    if event.name == "PostToolUse":
        whole = kept_output(event)
        if whole:
            try:
                size = os.stat(whole).st_size
                text = disk.read(whole, 10 * 1024 * 1024).decode("utf-8", "replace")
                return text, max(0, size - len(text))
            except (Fault, OSError, ValueError) as e:      # ValueError: no name of a file at all
                outcome.fault(f"the whole output cannot be read ({text_of(e)}); its beginning was")
        return flatten(event.response)
    if event.name == "PostToolUseFailure":
        return event.error, 0
    if event.is_prompt:
        return event.prompt, 0
    last = event.extra.get("last_assistant_message")
    return (last, 0) if event.name == "SubagentStop" and isinstance(last, str) else ("", 0)

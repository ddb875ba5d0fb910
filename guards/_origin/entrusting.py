"""What is said of an act that nobody but a foreign text accounts for: the question, and the facts that it needs.

    looked_up(event, acts)      the names of the facts: the project's manifests, where a package is installed
    objection(...)              the Verdict
"""
from __future__ import annotations

from guards import ASK, DENY, INTERNAL, PASS, SILENT, Verdict
from guards._call import call_of
from guards._call.entrusted import LENT, ORDER, PACKAGE, REMOTE
from guards._call.tags import file_of
from guards._sensitive.scan import redact_line
from guards._text.reason import voice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guards import Event, Session, Settings
    from guards._call.entrusted import Act
    from guards._evidence.recalled import Memory
    from guards._origin.act_attribution import Weighed
    from guards._types import Fact

MANIFESTS = tuple("""package.json pyproject.toml requirements.txt requirements-dev.txt Cargo.toml go.mod Gemfile
    composer.json setup.py setup.cfg environment.yml Brewfile deno.json docker-compose.yml compose.yaml Dockerfile
    Makefile""".split())


# Kind of act -> its rule; the kinds of file that something runs or obeys later have one.
RULES = {PACKAGE: "package", REMOTE: "remote-code", ORDER: "order", "grant": "grant", **dict.fromkeys(LENT, "setting"),
         "sends": "script-of-others", "outside": "script-of-others"}
# What the guard of what leaves needs to judge the commands of a script that is read only now.
LEAVES: tuple[Fact, ...] = (("stored", "seen"), ("stored", "asked"), ("stored", "named"))


def looked_up(event: Event, found: Sequence[Act], scripts: Sequence[str] = ()) -> tuple[Fact, ...]:
    """The manifests of the project, for a call that installs something or runs remote code; the texts of scripts that
    others wrote."""
    files = list(scripts)
    if any(act.kind in (PACKAGE, REMOTE, *LENT) for act in found):
        folders = dict.fromkeys(folder.rstrip("/") for folder in (event.cwd, event.project) if folder)
        files += [*filter(None, [file_of(event)]), *(f"{folder}/{name}" for folder in folders for name in MANIFESTS)]
    return (*(("file", path) for path in files), *(("committed", path) for path in scripts), *(
        LEAVES if scripts else ()))


def objection(event: Event, session: Session, found: Sequence[Act], settings: Settings, present: bool) -> Verdict:
    """ASK where a person is there; else DENY of what a text orders, and a notice of the rest."""
    from guards._origin import allowance, attribution
    from guards._origin.delegation import own_ticket
    from guards._origin.warrant import TABLE, UNASKED, weigh

    remotes, memory = attribution.remotes(event, session), attribution.memory_of(event, session, settings)
    own = [event.facts.file(path) or "" for kind, path in event.facts.found if kind == "file"
           and (path.rpartition("/")[2] in MANIFESTS or path == file_of(event))]
    against = weigh(sorted(found, key=lambda act: act.kind in LENT), memory, remotes, own) or _started(
        event, session, found, memory, settings)
    if against is None:
        return SILENT
    act = against.act
    unasked = act.kind not in TABLE and RULES.get(act.kind) != "script-of-others"
    key = memory.h("\n".join((UNASKED, act.kind) if unasked else ("act", act.kind, against.value.lower())))
    rule = f"origin.{'unasked-act' if unasked else RULES.get(act.kind, 'standing-file')}"
    why = allowance.excuse(_approved(event, session, key, settings, unasked), event, session, settings)
    if not why and (unasked or act.kind == ORDER):
        why = own_ticket(event, call_of(event, settings), memory)
    if not why and _trusted(against.value, settings):
        why = "consent.trusted-place"
    if why:
        return Verdict(excused=[(rule, why)])
    against.value = " ".join(act.values[:3]) if unasked else against.value
    reason = f"request_origin: {_said(against, settings, unasked)}"
    evidence = {"source": against.source, "whose": voice(against.source) if against.sentence else "",
                "value": redact_line(against.value, settings, 60), "act": act.kind,
                "sentence": redact_line(against.sentence, settings, 100)}
    more = f'Its sentence: "{evidence["sentence"]}".  ' if against.sentence else (
        "It comes after texts that others wrote.  " if unasked else "")
    said = Verdict(PASS, reason, rule=rule, way=("lift",), more=f"{more}The agent should else leave it undone.",
                   evidence=evidence, signals=("unasked_act" if unasked else "foreign_request",),
                   origin=[key, redact_line(act.what, settings, 60), redact_line(against.value, settings, 80)])
    if present:
        return said.with_(effect=ASK)
    if against.addressed or (act.kind == REMOTE and against.source):
        return said.with_(effect=DENY)
    return said.with_(notice=f"{reason}; nobody was asked, it ran")


def _approved(event: Event, session: Session, key: str, settings: Settings, unasked: bool) -> str:
    """The key of what was approved of the same operation, under whatever kind; else the key itself."""
    approved = session["request_origin"].get("approved", {}) if unasked else {}
    return next((one for one, row in approved.items() if row[0] == call_of(event, settings).operation[:60]), key)


def _started(event: Event, session: Session, found: Sequence[Act], memory: Memory,
             settings: Settings) -> Weighed | None:
    """What a script of others does that the person did not speak of."""
    from guards._origin import started
    from guards._origin.act_attribution import Weighed

    call = call_of(event, settings)
    scripts = [path for path in started.foreign(call, session["request_origin"].get("fetched"))
               if not event.facts.committed(path)]
    if not scripts or not call.texts:
        return None
    act = started.done(call, scripts, found, memory)
    return Weighed(act, act.values[0], "/".join(scripts[0].split("/")[-3:])) if act is not None else None


def _trusted(value: str, settings: Settings) -> bool:
    from guards._call.destinations import TRUSTED, Known
    from guards._text.address import normalize

    known = Known(settings.key, trusted=settings.trusted_destinations)
    return bool(known.trusted) and known.place(normalize(value)).kind == TRUSTED


def _said(against: Weighed, settings: Settings, unasked: bool) -> str:
    """What happens, with what, and who accounts for it."""
    value = redact_line(against.value, settings, 60, INTERNAL)     # a mailbox is what is asked about
    what = redact_line(against.act.what, settings, 70)
    more = value.removeprefix(what.partition(" ")[2] + " ")     # `gh api PUT`, "api PUT x"
    shown = what if value in what else value if what in value else f'{what} "{more}"'
    if unasked:
        return f"{shown}: no prompt asked for such an act"
    if against.act.kind == REMOTE:
        shown = f'{what} runs code from "{value}"'
    if against.sentence:
        return f"{voice(against.source)}, not you, asks: {shown}"
    if against.source.count("/") > 1:
        return f"{shown}: {against.source[-40:]} does it, not asked by you"
    if against.source:
        return f"{shown}: only {voice(against.source)} names it, not you"
    return f"{shown}, {'a place that' if against.act.kind == REMOTE else 'which'} nobody named"

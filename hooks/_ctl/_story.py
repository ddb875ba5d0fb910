"""A ledger as a reader wants it: each call once, in order, with what it read, where it went and how it ended.  Pure.

    story_of(rows, settings, most) -> {"id", "began", "ended", "title", "rows", "details", "agents", "counts",
                                       "signals", "held", "errors", "left_out"}

`rows` has what a list shows, a dict a line, keys left out where they say nothing:
    k  call | prompt | agent | session | note          t  milliseconds since the epoch (UTC)
    a  place in `agents`                               tool, op, what
    level  place in classification_levels              held  what the session held then, same scale
    v  1 asked, 2 denied                               end  open done failed approved declined denied interrupted
    al 1: a person let it through (`guard: allow`)
    w  1: watched only, nobody was asked or stopped    m   1: secrets in its result were masked
    read  the level of its result alone
    to  where it goes, for a call that leaves; by what of it does that         d, s  semantic_distance, drift_score
`details` has all else of the same line, for who opens it.  Beyond `most` lines the oldest calls that nobody
objected to are left out, and counted in `left_out`.

Limitations: what a client does without an event: a call that failed its validation, a question that Esc closed.
"""
from __future__ import annotations

from guards import LEVELS, Event
from guards._call import call_of
from guards._call.destinations import server_of
from guards._intent import prompts
from guards._text.address import is_local
from hooks._ctl._times import millis
from hooks._stores import ledger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from guards import Settings

    Row = Mapping[str, object]

BRIEF = 200             # characters of a line's own words
OUTSIDE = "a place outside"
OUTWARD = ("sends", "fetches")      # effects of a reading (guards/_call) that lead outside
# A call whose result is not on record may have run: it counts.
RAN = ("done", "failed", "approved", "approved, failed", "interrupted", "open")
# How a place is called that is no address: without its name, with it.
PLACES = {"remote": ("the project's own remote", "remote {}"), "service": ("its own service", "its own service ({})")}
SESSION = ("SessionStart", "SessionEnd", "PreCompact")
# What a call is about, the first argument that it has.
ABOUT = ("command", "file_path", "notebook_path", "url", "query", "pattern", "path", "prompt", "description", "action")
WHERE = ("url", "host", "to", "recipients", "recipient", "channel", "repo", "destination")
# Ledger fields of a line's detail, in the order in which they are shown.
DETAIL = ("rule", "excused", "reason", "allowed", "call", "guards", "risk_signals", "parameters", "result_summary",
          "errors", "unread", "masked", "policy", "permission_mode", "via")
# Visible stands for what would act on a reader's eye: controls, and marks that turn the direction of text.
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
SHOWN: dict[int, int | str] = {**{n: 0x2400 + n for n in range(32) if n not in (9, 10)}, 127: 0x2421,
         **{n: f"\\x{n:02x}" for n in range(128, 160)}, **{ord(c): f"\\u{ord(c):04x}" for c in TURNING}}


def story_of(rows: Iterable[Row], settings: Settings, most: int = 20_000) -> dict[str, Any]:
    """The whole session.  `most` bounds the lines, not the counts."""
    story = Story(settings)
    for row in rows:
        story.add(row)
    return story.end(most)


class Story:
    """What has been told so far."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.levels, self.known = settings, settings.classification_levels, settings.named_levels()
        self.id, self.title, self.began, self.ended, self.held, self.top = "", "", 0, 0, 0, 0
        self.lines: list[dict[str, Any]] = []
        self.details: list[dict[str, object]] = []
        self.agents: dict[str, str] = {"": "main"}
        self.counts = dict.fromkeys(("events", "prompts", "calls", "asked", "denied", "approved", "declined",
                                     "failed", "left", "unread", "watched", "passed",
                                     "masked"), 0)
        self.signals: dict[str, int] = {}
        self.errors: dict[str, None] = {}
        self.places: dict[str, int] = {}        # action_id -> its line

    def add(self, row: Row) -> None:
        """One row more."""
        self.id = self.id or text(row.get("session_id"))
        self.began, self.ended = self.began or stamp(row), stamp(row) or self.ended
        self.counts["events"] += 1
        for name in listed(row.get("risk_signals")):
            self.signals[text(name)] = self.signals.get(text(name), 0) + 1
        self.errors.update(dict.fromkeys(visible(text(one)) for one in listed(row.get("errors"))))
        self.counts["unread"] += 1 if row.get("unread") else 0
        self.hold(row)
        READ.get(text(row.get("event")), Story.note)(self, row)

    def hold(self, row: Row) -> None:
        """What the context holds after this row: it rises, and falls only by a release."""
        level = ledger.held(row)    # type: ignore[arg-type]
        if level in LEVELS and not (level == LEVELS[0] and row.get("agent_id")):
            self.held = LEVELS.index(level)
        elif keyed(keyed(row.get("guards")).get("contamination")).get("release"):
            self.held = 0
        self.top = max(self.top, self.level(row))

    def level(self, row: Row) -> int:
        """The row's own level; a name that the settings no longer know is the highest."""
        word = text(row.get("data_classification"))
        return self.known.get(word, len(self.levels) - 1) if word else 0

    def line(self, kind: str, row: Row, what: str, **more: object) -> dict[str, object]:
        """A new line and its detail."""
        agent = text(row.get("agent_id"))
        kept = {"k": kind, "t": stamp(row), "a": list(self.agents).index(agent) if agent in self.agents else 0,
                "what": visible(what)[:BRIEF], "level": self.level(row), "held": self.held,
                "v": VERDICT.get(text(row.get("decision")), 0), **more}
        self.lines.append({key: value for key, value in kept.items() if value not in ("", 0, None) or key == "t"})
        self.details.append(detail(row))
        return self.lines[-1]

    def prompt(self, row: Row) -> None:
        """A prompt closes what is still open; one of a machine is told as such."""
        said = text(keyed(row.get("parameters")).get("prompt"))
        machine = prompts.machine(Event("UserPromptSubmit", self.id or "-", prompt=said))
        self.close(lambda line: not line.get("a"))
        if not machine:
            self.counts["prompts"] += 1
            self.title = self.title or visible(" ".join(said.split()))[:BRIEF]
        self.line("prompt", row, said, op="from a machine" if machine else "")

    def call(self, row: Row) -> None:
        """A call: its verdict, where it leads, its numbers."""
        self.meet(row)
        verdict = text(row.get("decision"))
        watched = row.get("mode") == "watch" and verdict in STATE
        self.counts["calls"] += 1
        self.counts["watched" if watched else STATE.get(verdict, "passed")] += 1
        to, by = self.leaves(row)
        self.line("call", row, about(row), tool=visible(text(row.get("tool"))), op=visible(text(row.get("operation"))),
                  end="open" if watched else STATE.get(verdict, "open"), to=visible(to), by=visible(by), w=int(watched),
                  al=int(bool(row.get("allowed"))), d=row.get("semantic_distance"), s=row.get("drift_score"))
        if row.get("action_id"):
            self.places[text(row["action_id"])] = len(self.lines) - 1

    def result(self, row: Row) -> None:
        """Completes its call; a result whose call is not on record has a line of its own."""
        at = self.places.pop(text(row.get("action_id")), None)
        if at is None:
            self.call(row)
            at = len(self.lines) - 1
            self.places.pop(text(row.get("action_id")), None)
        line, failed = self.lines[at], row.get("event") == "PostToolUseFailure"
        self.counts["failed"] += failed
        let = line.get("end") == "asked" or bool(line.get("al"))
        self.counts["approved"] += let
        line["end"] = ("approved, failed" if failed else "approved") if let else "failed" if failed else "done"
        if self.level(row):
            line["read"] = self.level(row)
            line["level"] = max(self.level(row), line.get("level", 0))
        if row.get("masked"):
            line["m"] = 1
            self.counts["masked"] += 1
        if self.held > line.get("held", 0):
            line["held"] = self.held
        after, whole = detail(row), self.details[at]
        for key, value in after.items():
            if key == "guards":
                value = {**keyed(whole.get(key)), **{f"{name} (result)": said for name, said in keyed(value).items()}}
            elif key in ("risk_signals", "errors"):
                value = [*listed(whole.get(key)), *listed(value)]
            elif key in ("parameters", "reason", "id", "seq"):
                continue
            whole[key] = value

    def agent(self, row: Row) -> None:
        """A subagent began or ended."""
        self.meet(row)
        stopped, who = row.get("event") == "SubagentStop", text(row.get("agent_id"))
        self.line("agent", row, text(row.get("result_summary")), op="subagent stopped" if stopped else
                  "subagent started")
        if stopped:
            number = list(self.agents).index(who) if who in self.agents else 0
            self.close(lambda line: bool(who) and line.get("a", 0) == number)

    def shown(self, row: Row) -> None:
        """The client's question was shown: the call's own line says how it ended."""

    def left(self, row: Row) -> None:
        """The call's turn is over, and it has no result."""
        at = self.places.get(text(row.get("action_id")))
        self.close(lambda line: at is not None and line is self.lines[at])

    def session(self, row: Row) -> None:
        """A session began, ended or was shortened."""
        words = {"SessionStart": "session started", "SessionEnd": "session ended", "PreCompact": "compacted"}
        self.line("session", row, text(row.get("operation")), op=words[text(row.get("event"))])
        if row.get("event") == "SessionEnd":
            self.close(lambda line: True)

    def note(self, row: Row) -> None:
        """Any other row."""
        self.line("note", row, text(row.get("reason")) or about(row), op=visible(text(row.get("event"))))

    def meet(self, row: Row) -> None:
        """Gives an agent its lane."""
        id, kind = text(row.get("agent_id")), text(keyed(row.get("parameters")).get("agent_type"))
        if id not in self.agents or (kind and row.get("event") != "PreToolUse"):
            self.agents[id] = visible(kind or id)[:40]

    def close(self, whose: Any) -> None:
        """What still waits will not come any more: an asked call was declined, an open one interrupted."""
        for key, at in list(self.places.items()):
            line = self.lines[at]
            if whose(line):
                del self.places[key]
                self.counts["declined"] += line.get("end") == "asked"
                line["end"] = {"asked": "declined", "open": "interrupted"}.get(line.get("end", ""), line.get("end", ""))

    def leaves(self, row: Row) -> tuple[str, str]:
        """(where the call goes, "" for one that stays here; what of it goes there, where the reading says)."""
        to, by = self.goes(row)
        host = to.partition("/")[0].partition(":")[0]
        return ("", "") if host and is_local(host) else (spoken(to), by)

    def goes(self, row: Row) -> tuple[str, str]:
        """As `leaves`, this machine's own addresses included."""
        for said in keyed(row.get("guards")).values():
            destination = text(keyed(keyed(said).get("leaving")).get("destination"))
            if destination:
                return destination[:BRIEF], ""
        for effect in map(text, listed(keyed(row.get("call")).get("effects"))):
            kind, _, rest = effect.partition(" ")
            if kind in OUTWARD:
                by, _, to = rest.partition(" -> ")
                return to or OUTSIDE, by
        if listed(keyed(row.get("call")).get("effects")):
            return "", ""       # the reading says all that it does, and nothing of it leads outside
        event = Event("PreToolUse", self.id or "-", tool=text(row.get("tool")), input=keyed(row.get("parameters")))
        if row.get("drift_score") is None and not call_of(event, self.settings).tags.kind:
            return "", ""
        said = (text(event.input.get(key)) for key in WHERE)
        named = next((value for value in said if any(c in value for c in ".@#[")), "")
        if not named and "://" in text(event.input.get("command")):
            named = text(event.input["command"]).split("://", 1)[1].split()[0].strip("'\"")
        own = "" if event.input.get("command") else f"service:{server_of(event)}"
        return (named.split("://")[-1].split("/")[0] or own or OUTSIDE)[:BRIEF], ""

    def end(self, most: int) -> dict[str, object]:
        """The model of the page."""
        lines, details = self.lines, self.details
        self.counts["left"] = sum(1 for line in lines if line.get("to") and line.get("end") in RAN)
        kept = range(len(lines)) if len(lines) <= most else self.weighty(most)
        return {"id": self.id, "title": self.title, "began": self.began, "ended": self.ended,
                "rows": [lines[at] for at in kept], "details": [details[at] for at in kept],
                "agents": list(self.agents.values()), "counts": self.counts, "signals": self.signals,
                "held": self.held, "top": self.top, "errors": list(self.errors)[:20],
                "left_out": len(lines) - len(kept)}

    def weighty(self, most: int) -> list[int]:
        """The lines that are kept: what was said, what was objected to, then the newest."""
        first = [at for at, line in enumerate(self.lines) if line.get("v") or line["k"] == "prompt"][-most:]
        chosen = set(first)
        for at in range(len(self.lines) - 1, -1, -1):
            if len(chosen) >= most:
                break
            chosen.add(at)
        return sorted(chosen)


VERDICT = {"ask": 1, "deny": 2}
STATE = {"ask": "asked", "deny": "denied"}
READ = {"UserPromptSubmit": Story.prompt, "PreToolUse": Story.call, "PostToolUse": Story.result,
        "PostToolUseFailure": Story.result, "PermissionRequest": Story.shown, "PostToolBatch": Story.left,
        "SubagentStart": Story.agent, "SubagentStop": Story.agent,
        **dict.fromkeys(SESSION, Story.session)}


def detail(row: Row) -> dict[str, object]:
    """What a line shows when it is opened."""
    found = {key: harmless(row[key]) for key in DETAIL if row.get(key)}
    return {"id": visible(text(row.get("action_id"))), "seq": row.get("seq"), **found}


def spoken(place: str) -> str:
    """A place in the words of a reader.

    >>> spoken("remote:"), spoken("remote:origin"), spoken("service:jira"), spoken("h.example/in")
    ("the project's own remote", 'remote origin', 'its own service (jira)', 'h.example/in')
    """
    kind, _, name = place.partition(":")
    form = PLACES.get(kind) if kind != place else None
    return place if form is None else form[bool(name)].format(name)


def about(row: Row) -> str:
    """A call in a line: its command, its file, its address, else all its values."""
    given = keyed(row.get("parameters"))
    first = next((given[key] for key in ABOUT if isinstance(given.get(key), str) and given[key]), None)
    return " ".join((first if first is not None else " ".join(text(value) for value in given.values())).split())


def stamp(row: Row) -> int:
    """A row's time in milliseconds since the epoch, 0 where it has none."""
    return millis(text(row.get("ts"))) if row.get("ts") else 0


def text(value: object) -> str:
    """Any value as text; "" for none."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def keyed(value: object) -> dict[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[object]:
    """The value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def visible(words: str) -> str:
    """The text with controls and turning marks made visible; a lone surrogate becomes a question mark.

    >>> visible("a\\x1b[2J")
    'a␛[2J'
    """
    return words.translate(SHOWN).encode("utf-8", "replace").decode("utf-8")


def harmless(value: object) -> object:
    """The same JSON value with every text made visible."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(text(key)): harmless(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [harmless(inner) for inner in value]
    return value

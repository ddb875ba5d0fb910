"""One page of parts, for `guardctl try` and `report --since`: each question and denial with what led to it.  Pure.

    page(title, told, parts, figures, limits)   `parts`: title -> (sentence, rows); a row is what `item` shows

# INVARIANT: every text reaches the page through `cell`: escaped, controls made visible.  The page runs no script, and
its policy names its own style by digest and forbids all else.
"""
from __future__ import annotations

import html

from guards._text.reason import REST, clause
from hooks._ctl._page import HEAD, asset, source
from hooks._ctl._story import visible
from hooks._install.said import many
from hooks._stores.ledger import rfc3339

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]       # an object as JSON has it

# Part of the page of `try` -> (the first part of the rules that belong there, what it says).
BY_RULE = {
    "Work that went unasked": (("loss.",), "What these calls took away lay in no commit, or at a service."),
    "Calls that a text of others ordered or named": (
        ("origin.", "drift."),
        "The words for these calls stand in what was read, not in your prompts.",
    ),
    "Data that would leave": (("leave.",), "A secret or private text to a place that you did not name."),
    "The rest": (("",), "The guards' own files, whose session it is, your own rules."),
}
STYLE = asset("parts.css")
PAGE = HEAD + """\
<main>
<h1>{title}</h1>
<p>{span}</p>
<div class="big">{numbers}</div>
{parts}
{secrets}
<h2>What this cannot say</h2>
<p>{limits}</p>
<ul>{more}</ul>
</main>
</body>
</html>
"""
NOTHING = "<p>Not one call was asked about.</p>"
SECRETS = "With the guards a placeholder would have stood there."


def page(title: str, told: Json, parts: dict[str, tuple[str, list[Json]]], numbers: list[tuple[str, str]],
         limits: str) -> str:
    """The page.  `told`: counts, "secrets" (name -> count), "skipped", "faults"."""
    shown = [f"<h2>{cell(name)} ({len(rows)})</h2><p class=dim>{cell(sentence)}</p><ul>{''.join(map(item, rows))}</ul>"
             for name, (sentence, rows) in parts.items() if rows]
    met = sorted(told["secrets"].items(), key=lambda one: -one[1])
    cells = "".join(f"<tr><td>{cell(name)}</td><td>{count}</td></tr>" for name, count in met)
    return PAGE.format(
        title=cell(title), policy=f"style-src {source(STYLE)}", style=STYLE, span=cell(span(told)),
        parts="".join(shown) or NOTHING,
        numbers="".join(f"<div><b>{cell(count)}</b>{cell(what)}</div>" for what, count in numbers),
        secrets=f"<h2>Secrets that reached the model ({sum(told['secrets'].values())})</h2><p class=dim>{SECRETS}</p>"
        f"<table>{cells}</table>" if cells else "",
        limits=cell(limits), more="".join(f"<li>{cell(line)}</li>" for line in passed_over(told)))


def by_rule(rows: list[Json]) -> dict[str, tuple[str, list[Json]]]:
    """The parts of `try`: each row in the first that its rule belongs to."""
    found: dict[str, tuple[str, list[Json]]] = {name: (sentence, []) for name, (_, sentence) in BY_RULE.items()}
    for row in rows:
        name = next(name for name, (begins, _) in BY_RULE.items() if row["rule"].startswith(begins))
        found[name][1].append(row)
    return found


def item(row: Json) -> str:
    """One question or denial."""
    when = rfc3339(row["t"])[:16].replace("T", " ") if row["t"] else ""
    word = "denied" if row["effect"] == "deny" else "asked"
    after = f" · after: “{cell(row['prompt'])}”" if row["prompt"] else ""
    where = f"{cell(when)} · {cell(row['project'])} {cell(row['session'][:8])} · {cell(row['rule'])}"
    return (
        f"<li><span class={row['effect']}>{word}</span> <code>{cell(row['tool'])}: {cell(row['what'])}</code><br>"
        f"{cell(row['reason'])}<br><span class=dim>{where} · then: {cell(row['then'] or 'no result')}"
        f"{after}</span></li>"
    )


def said(reason: object) -> str:
    """A reason as a page says it: each guard's once, and whole.

    >>> said("autoskillit contamination: curl sends x, seen… Yes allows it once. The rest: seen in y. More.")
    'contamination: curl sends x, seen in y. More.'
    >>> said("autoskillit contamination: curl sends… Yes allows it once. In full: curl sends x to y. More.")     # older
    'contamination: curl sends x to y. More.'
    >>> said("autoskillit loss: a. Yes allows it once. b | autoskillit drift: c")
    'loss: a. Yes allows it once. b | drift: c'
    """
    parts = []
    for part in str(reason).split(" | "):
        guard, _, text = part.removeprefix("autoskillit ").partition(": ")
        head, _, rest = text.partition(REST)
        head = head.partition("…")[0]
        whole = head[:clause(head, len(head))] + rest if rest else text.partition("In full: ")[2] or text
        parts.append(f"{guard}: {whole}" if text else guard)
    return " | ".join(parts)


def cell(text: object) -> str:
    """A text of anybody's as a part of the page."""
    return html.escape(visible(str(text)), quote=True)


def weeks(told: Json) -> float:
    """How many weeks the sessions span, at least one."""
    return max(1.0, (float(told["ended"]) - float(told["began"])) / 604800)


def span(told: Json) -> str:
    """How many sessions, calls and projects, and of which days."""
    days = (
        " to ".join(rfc3339(told[name])[:10] for name in ("began", "ended"))
        if told["began"]
        else f"the last {told['days']} days"
    )
    counts = [many(told["sessions"], "session"), many(len(told["projects"]), "project"), many(told["calls"], "call")]
    return f"{counts[0]} in {counts[1]}, {counts[2]}, {days}."


def figures(told: Json) -> list[tuple[str, str]]:
    """(what, how many): the numbers on top."""
    asked = sum(row["effect"] == "ask" for row in told["objections"])
    denied = len(told["objections"]) - asked
    return [
        ("questions", str(asked)),
        ("denials", str(denied)),
        ("questions a week", f"{asked / weeks(told):.1f}"),
        ("sessions with any", str(len({(row["agent"], row["session"]) for row in told["objections"]}))),
        ("secrets shown to the model", str(sum(told["secrets"].values()))),
        ("ms of CPU an event, a process's start apart", f"{1000 * told['cost'] / max(1, told['events']):.1f}"),
    ]


def passed_over(told: Json) -> list[str]:
    """What could not be read or played."""
    rows = [f"{count} lines or files passed over: {why}" for why, count in sorted(told["skipped"].items())]
    return rows + [f"{count} times: {why}" for why, count in sorted(told["faults"].items())]


def summary(told: Json) -> list[str]:
    """The same in a few lines for a terminal."""
    rows = [span(told), ", ".join(f"{count} {what}" for what, count in figures(told))]
    rows += [f"{name}: {len(own)}" for name, (_, own) in by_rule(told["objections"]).items() if own]
    return rows + passed_over(told)

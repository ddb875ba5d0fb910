"""The plan that a person approved in the client's plan mode, and what it orders.

    approved(event)     its text, "" where none was approved
    lines(plan)         (line, is it a step that will be done) for all that it says

Law: a plan is a proposal until the person approves it, and a "yes" to its own steps then.  A step is an item of a list
that begins with its verb, and stands under no heading, or under one that says that steps follow; all other text is a
heading, too.  What holds a condition is none.  One that was refused, or that only another agent saw, is nothing.
Limitations: steps below other steps, of many words, or in words of another language than English.
"""
from __future__ import annotations

from guards._call.tags import PLAN
from guards._intent.answers import LATER, NO, WHEN
from guards._intent.clause import ENGLISH
from guards._text.words import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event

LINES, WORDS = 80, 14       # of a plan that are read; of a step
# The words of a heading under which stand the steps.
STEPS = frozenset("""ablauf action actions approach aufgaben changes cleanup execution implementation kroki order
    paso pasos passi passos phase plan proposed schritt schritte stappen step steps task tasks the then to-do todo
    todos umsetzung étape étapes шаги 手順 步骤 计划""".split())
NOUNS = frozenset("bin forced owner permissions".split())       # among the words of LEXICON
BEGINS = (ENGLISH | {"execute", "git", "run"}) - NOUNS
# What makes a wish, a question or somebody else's work of a step.
OPEN = NO | WHEN | LATER | frozenset("""alternatively approval approve ask assuming bo but can check confirm
    confirmed could decide declined deferred else eventually except fail failed fails ideally instead later maybe
    might only optional optionally or otherwise out perhaps possibly provided rather rejected should skipped user
    user's verify wait whether would you your yourself""".split())
MARKS = ("?", "~~", "(", "|", "...", "\u2026", ": ", "; ", " - ", "\u2013", "\u2014")
TITLE, BOLD, LEAD = 1, 7, 8     # the depth of headings: `#` to `######`, then lines in bold, then other text


def approved(event: Event) -> str:
    """The plan that the person approved with this event.

    >>> from guards import Event
    >>> [approved(Event("PostToolUse", "s", tool=PLAN, input={"plan": "Delete a"}, response=response)) for response in (
    ...     {"plan": "Delete b", "isAgent": False}, "User has approved your plan.", "The user refused.",
    ...     {"plan": "Delete b", "isAgent": True})]
    ['Delete b', 'Delete a', '', '']
    """
    if not event.is_result or event.tool != PLAN or event.agent_id:
        return ""
    response = event.response
    given = response.get("plan") if isinstance(response, dict) else None
    if isinstance(response, dict) and (response.get("isAgent") or response.get("awaitingLeaderApproval")):
        return ""
    if isinstance(given, str):
        return given
    from guards._text.plain import leaves
    said = " ".join(str(one) for _, one in leaves(response, depth=4, items=20)).lower()
    return str(event.input.get("plan") or "") if "approved" in said and "not approved" not in said else ""


def lines(plan: str) -> list[tuple[str, bool]]:
    """What a plan says: (line, is it a step).

    >>> [line for line, step in lines("# Clean up\\n## Steps\\n1. Delete notes.md\\n2. Drop it if unused\\n### Never\\n"
    ...     "- Delete report.md\\n## Plan\\n- `rm b`\\n- push a\\nRejected:\\n- Delete c") if step]
    ['Delete notes.md', 'rm b']
    """
    found: list[tuple[str, bool]] = []
    barred = fence = skip = 0
    kind = ""
    rows = plan[:8000].split("\n")[:LINES]
    for at, line in enumerate(rows):
        bare, under = line.strip(), rows[at + 1].strip() if at + 1 < len(rows) else ""
        fence ^= bare.startswith(("```", "~~~"))
        mark, item = ("", "") if fence else _item(line)
        if item:
            more = _more(rows[at + 1:])
            skip, kind = at + len(more), kind or mark
            found.append((item, not barred and mark == kind and _is_step(" ".join([item, *more]))))
        elif bare and (at > skip or bare[-1] == ":" or not skip):
            depth = len(bare) - len(bare.lstrip("#")) or (BOLD if bare.startswith(("**", "__")) else LEAD)
            if under and set(under) in ({"="}, {"-"}):
                depth = TITLE + (under[0] == "-")
            barred, kind = _heads(bare, depth, barred, not found), ""
            found.append((bare, False))
    return found


def _heads(bare: str, depth: int, barred: int, first: bool) -> int:
    """The depth of the heading that bars what follows, 0 for none, behind one more heading."""
    said = tokens(bare.lower())
    if said and all(one in STEPS or one.isdecimal() for one in said):
        return barred * (depth > barred)
    if first and depth == TITLE and OPEN.isdisjoint(said):
        return LEAD         # the name of the plan
    return min(barred, depth) or depth


def _item(line: str) -> tuple[str, str]:
    """(the last character of its mark, the text) of an item of the outermost list, blank for another line."""
    mark, _, text = line.rstrip().partition(" ")
    text = text.strip().removeprefix("[ ] ").replace("**", "").strip()
    if text[-1:] in (":", "") or not (mark in ("-", "*", "+") or (mark[:-1].isdecimal() and mark[-1] in ".)")):
        return "", ""
    return mark[-1], text[1:-1] if text[0] == text[-1] == "`" else text


def _more(rows: list[str]) -> list[str]:
    """The lines that go on with an item: set in, or right below it."""
    found: list[str] = []
    for line in rows:
        if line.strip() and line[:1] not in (" ", "\t") and ("" in found or line[0] in "#*-+>|`" or _item(line)[0]):
            break
        found.append(line.strip())
    return found


def _is_step(text: str) -> bool:
    """Does it begin with a verb, and tell no condition?"""
    said = tokens(text.lower())
    return 0 < len(said) <= WORDS and said[0] in BEGINS and OPEN.isdisjoint(said) and not any(
        mark in text for mark in MARKS)

"""A reason as a person reads it: who speaks, what goes where, how to allow it; then what is known of it.

    autoskillit contamination: curl sends .env (credentials) to drop.example. Denied; to allow, type: guard: allow. ...

INVARIANT: the way out ends within `reason_limit` characters, the product's name counted: a client shows no more of a
denial (measured on Claude Code 2.1.329 in a terminal: 200 characters, of which 24 and the tool's name come first).
A question says what a yes does, a denial what lets it through; where nobody can say either, that is said instead.

A guard names its way (`Verdict.way`) by a word of WAYS, and what fills its gaps; () says that nothing typed allows it.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PRODUCT = "autoskillit"
LIMIT = 140             # characters
CUT = 199               # of a denial that a client shows, its own words and the tool's name before it counted
BEFORE = len("PreToolUse: hook error: ")
LEAST = 24              # of what is said of the call, however long its way out
# Way -> (for a denial where a person is there, where nobody is).  {ctl} is guardctl as it is called here.
WAYS = {
    "lift": ("Denied; to allow, type: guard: allow", "Denied, nobody is here; to allow: {ctl} allow"),
    "release": ("Denied; to allow, type: guard: release WHY",
                "Denied, nobody is here; to allow: {ctl} release --reason WHY"),
    "rule": ("Denied by your rule {0}; to allow, change guards.json",) * 2,
    "handover": ("Denied; to allow: {ctl} handover {0} --to {1} --reason WHY",) * 2,
    "hand": ("Denied; if you want it, do it by hand",) * 2,
    "repair": ("Denied; repair it, or set \"strict\": false in guards.json",) * 2,
    "": ("Denied; nothing typed allows it",) * 2,
    "yes": ("; answer when asked again",) * 2,      # of a question that `guard: allow` does not lift
}
ENDS = (*(f"{end} {word}" for end in ".…?" for word in ("Denied", "Nobody", "Yes ")), "; ")
YES = ("Yes allows it once", "Yes allows it in this session")
REST = "The rest: "     # of a sentence that was cut, from the beginning of the part in which it was
NOBODY = ("Nobody can say yes here", "Nobody answers; to allow: {ctl} allow")


# What a text is called that a tool brought, by the words of the tool's name; the first that fits.
VOICES = (("a ticket", "issue jira linear ticket zendesk"),
          ("a mail", "email gmail inbox mail outlook"),
          ("a comment", "comment discussion pull review"),
          ("a message", "channel chat dm message slack team thread"),
          ("a search result", "search websearch"), ("a page", "browse browser fetch page url web webfetch webpage"),
          ("a document", "doc document drive file notion read"), ("a skill", "skill"),
          ("an agent's report", "agent task taskoutput"), ("what was pasted", "pasted"))


def voice(tool: str) -> str:
    """What a person may call the text that a tool brought.

    >>> [voice(t) for t in ("get_issue", "read_mail", "WebFetch", "what was pasted", "Bash", "n.md")]
    ['a ticket', 'a mail', 'a page', 'what was pasted', 'a text', 'n.md']
    """
    if "." in tool:
        return tool[-40:]       # a file
    said = {word.rstrip("s") for word in tool.lower().replace("_", " ").replace("-", " ").split()}
    return next((name for name, row in VOICES if not said.isdisjoint(row.split())), "a text")


def reason_limit(tool: str) -> int:
    """How many characters of a reason are sure to be shown where a call of this tool is denied.

    >>> reason_limit("Bash"), reason_limit("mcp__office__send_email_with_attachments")
    (140, 135)
    """
    return min(LIMIT, CUT - BEFORE - len(tool[:64]))


def worded(reason: str, way: Sequence[str] = (), more: str = "", *, ask: bool, there: bool = True,
           lasting: bool = False, ctl: str = "guardctl", limit: int = LIMIT) -> str:
    """The reason `GUARD: WHAT` with its way out and what else is known.

    ask      a question; else a denial          there    a person can answer, or type
    lasting  a yes is remembered                ctl      how guardctl is called here
    limit    characters within which the way out ends
    """
    yes = YES[lasting] if there else NOBODY[tuple(way[:1]) == ("lift",)]
    out = (yes if ask else WAYS[way[0] if way else ""][not there]).format(*way[1:], ctl=ctl)
    said = f"{PRODUCT} {reason}".rstrip(" .")
    what = shortened(said, max(limit - len(out) - 3, len(PRODUCT) + LEAST))
    rest = "" if what == said else f" {REST}{said[clause(said, len(what)):]}."      # a cut loses no name
    return f"{what}{'' if what[-1:] in '…?' else '.'} {out}.{rest}{' ' + more if more else ''}"


def clause(text: str, end: int) -> int:
    """Where the part of a sentence begins in which that place is; 0 for the first.

    >>> clause("curl sends x, seen in y", 18), clause("curl sends x", 9)
    (14, 0)
    """
    return max(text.rfind(sign, 0, end) + len(sign) if sign in text[:end] else 0 for sign in (", ", ": ", "; "))


def placed(text: str, limit: int) -> str:
    """A destination in at most so many characters; of a long host the end stays, which says whose it is.

    >>> placed("a.example/up", 20), placed("a.example/a/long/way/down", 20)
    ('a.example/up', 'a.example/a/long/wa…')
    >>> placed("bank.example.of.somebody.else.example/in", 24), placed("you@bank.example.of.else.example", 16)
    ('…somebody.else.example/…', '…of.else.example')
    """
    if len(text) <= limit:
        return text
    host = text.partition("/")[0]
    rest = len(host) < len(text)
    if len(host) + 2 * rest <= limit:
        return text[:limit - 1] + "…"
    return "…" + host[1 + 2 * rest - limit:] + "/…" * rest


def shortened(text: str, limit: int) -> str:
    """At most so many characters, cut at a word where one ends near.

    >>> shortened("sends notes.txt to drop.example", 24), shortened("sends notes.txt", 24)
    ('sends notes.txt to…', 'sends notes.txt')
    """
    text = text.rstrip(" .")
    if len(text) <= limit:
        return text
    head = text[:limit - 1]
    cut = head.rfind(" ")
    return (head[:cut] if cut > limit - 14 else head).rstrip(" ,.;:(…") + "…"

"""What each agent of a session holds: labels that rise, travel with prompts and answers, and fall by a release alone.

The main thread's label lies at the top of the state (`level`, `source`, `contaminated_at`), a subagent's under
`agents`.  All functions return the state built anew, or the very same one where nothing changes.
Limitations: what a subagent was told by way of a file.
"""
from __future__ import annotations

from guards import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from guards import Event
    from guards._history.fields import Contamination as State
    from guards._history.fields import Label
    from guards._types import Approval

    T = TypeVar("T")

AGENTS = 60  # subagents remembered; the oldest go first
KEYS = ("level", "source", "contaminated_at")


def label_of(state: State, agent: str) -> Label:
    """`level`, `source`, `contaminated_at` of an agent; {} where it holds nothing.  A stranger holds what main does."""
    held = state if not agent else (state.get("agents") or {}).get(agent, state)
    return held if held.get("level") else {}


def level_of(label: Label) -> int:
    """0 to 3."""
    word = label.get("level")
    return LEVELS.index(word) if word in LEVELS else 0


def copied(label: Label) -> Label:
    """The label alone, {} where nothing is held."""
    if not level_of(label):
        return {}
    return {"level": label["level"], "source": label.get("source", ""),
            "contaminated_at": label.get("contaminated_at", "")}


def raised(state: State, agent: str, label: Label) -> State:
    """The state once this agent holds what the label says, too."""
    if level_of(label) <= level_of(label_of(state, agent)):
        return state
    new = copied(label)
    if not agent:
        return {**state, **new}
    return {**state, "agents": _bounded({**(state.get("agents") or {}), agent: new}, AGENTS)}


def notified(state: State, agent: str) -> State:
    """The state once this agent was told what it holds; the very same where it knows."""
    level = level_of(label_of(state, agent))
    known = state.get("told") or {}
    if level <= known.get(agent, 0):
        return state
    return {**state, "told": _bounded({**known, agent: level}, AGENTS)}


def _bounded(values: dict[str, T], limit: int) -> dict[str, T]:
    while len(values) > limit:
        del values[next(iter(values))]
    return values


def launching(state: State, caller: str) -> State:
    """The caller is about to start a subagent; its id is not known yet."""
    return {**state, "launching": [*(state.get("launching") or []), caller][-AGENTS:]}


def started(state: State, child: str) -> State:
    """A subagent begins: it holds what its caller holds."""
    waiting = state.get("launching") or []
    parent = waiting[0] if waiting else ""
    label = label_of(state, parent)
    agents = {**(state.get("agents") or {})}
    agents.setdefault(child, copied(label))
    state = raised({**state, "agents": _bounded(agents, AGENTS), "launching": waiting[1:]}, child, label)
    return adopted(state, child, parent)


def adopted(state: State, child: str, parent: str) -> State:
    """Whose child it is, where that is not the main thread."""
    parents = state.get("parents") or {}
    if parents.get(child, "") == parent:
        return state
    return {**state, "parents": _bounded({**parents, child: parent}, AGENTS)}


def answered(state: State, child: str) -> State:
    """A subagent's answer reaches its caller: the caller holds what the child holds."""
    if child not in (state.get("agents") or {}):
        return state
    return raised(state, (state.get("parents") or {}).get(child, ""), label_of(state, child))


def released(state: State, at: str, reason: str) -> State:
    """All labels fall; what is known of files, destinations and contents stays."""
    kept: State = {**state}
    for key in (*KEYS, "blocked_tools", "told", "met"):
        kept.pop(key, None)     # type: ignore[misc]    # a bundle before this one wrote `blocked_tools`
    agents: dict[str, Label] = {agent: {} for agent in state.get("agents") or {}}
    return {**kept, "agents": agents, "released": {"at": at, "reason": reason[:300],
                                                   "level": state.get("level", "none")}}


def highest(state: State) -> Label:
    """The highest label that any agent of the session holds; {} where none holds anything."""
    every = [label_of(state, ""), *(state.get("agents") or {}).values()]
    label = max(every, key=level_of)
    return copied(label)



def child_of(event: Event) -> str:
    """The id of the subagent in the answer of an Agent call."""
    response = event.response
    return str(response.get("agentId") or "") if isinstance(response, dict) else ""


FILES, REMOTES, WAITING, SCRIPTS, APPROVED_LIMIT = 400, 100, 20, 200, 60


def asked(state: State, call_id: str, approves: list[Approval]) -> State:
    """A person is asked about a call; what an approval would cover waits under its id."""
    waiting = {**(state.get("asked") or {}), call_id: [list(one) for one in approves]}
    return {**state, "asked": _bounded(waiting, WAITING)}


def went_ahead(state: State, call_id: str) -> State:
    """An asked call was made: what it carried may go to where it went again."""
    waiting = state.get("asked") or {}
    if call_id not in waiting:
        return state
    approved = {**(state.get("approved") or {})}
    for name, level in waiting[call_id]:
        approved.pop(name, None)
        approved[name] = level
    return {**state, "asked": {id: value for id, value in waiting.items() if id != call_id},
            "approved": _bounded(approved, APPROVED_LIMIT)}


def wrote(state: State, files: dict[str, list[Any]], remotes: dict[str, str], scripts: list[str],
          plans: dict[str, list[list[Any]]] | None = None) -> State:
    """What a call left behind for later ones: files by level and source, git remotes named anew, scripts.

    A plan is what running the script would do: {path: [[kind, program, destination, level, name], ...]}; a row of six
    says that the text surely does.  A path without rows has none from here on.
    """
    if not files and not remotes and not scripts and not plans:
        return state
    new: State = {**state}
    if files:
        known = {**(state.get("files") or {})}
        for path, row in files.items():
            known.pop(path, None)
            if row[0] or len(row) > 2:      # a secret, or an archive of the folders that follow
                known[path] = row
        new["files"] = _bounded(known, FILES)
    if remotes:
        new["remotes"] = _bounded({**(state.get("remotes") or {}), **remotes}, REMOTES)
    if scripts:
        new["scripts"] = list(dict.fromkeys([*(state.get("scripts") or []), *scripts]))[-SCRIPTS:]
    if scripts or plans:
        planned = {path: rows for path, rows in (state.get("plans") or {}).items() if path not in scripts}
        planned = {path: rows for path, rows in {**planned, **(plans or {})}.items() if rows}
        if planned or "plans" in new:
            new["plans"] = _bounded(planned, SCRIPTS)
    return new if new != state else state


NOTHING = frozenset(("", "[]", "{}", "null", "none", "()", "\"\"", "''", "false"))
# What a text is made of that says only that there is nothing: it begins with one of the first, and has no other word.
DENIALS = frozenset("0 empty no none nothing not zero".split())
OF_NOTHING = DENIALS | frozenset("""any are available contacts conversations data documents emails entries events
    files for found hits is items list mail mails match matched matches matching messages query record records
    result results returned rows search set the there this to tickets was were with yet your""".split())


def holds_data(response: object) -> bool:
    """Did a source answer with anything?  An empty list, "No mails found" and nothing else, a call that failed are
    nothing; "No bonus for Smith" is something."""
    if isinstance(response, dict):
        if response.get("isError") or response.get("is_error") or response.get("success") is False:
            return False
        if response.get("error") and not response.get("result"):
            return False
        if response.get("type") == "text" and isinstance(response.get("text"), str):
            return holds_data(response["text"])
        return any(holds_data(value) for key, value in response.items() if key not in ("type", "ok", "success"))
    if isinstance(response, (list, tuple)):
        return any(holds_data(one) for one in response)
    if isinstance(response, str):
        return _says_something(response.strip())
    return isinstance(response, (int, float)) and not isinstance(response, bool) and response != 0


def _says_something(text: str) -> bool:
    low = text[:200].lower()
    if low in NOTHING or (len(text) < 80 and "\n" not in text and low.startswith("error:")):
        return False
    words = "".join(c if c.isalnum() else " " for c in low).split() if len(text) < 80 else []
    if words and words[0] in DENIALS and OF_NOTHING.issuperset(words):
        return False
    if len(text) < 500 and text[0] in "[{":
        from json import loads

        try:
            return holds_data(loads(text))
        except ValueError:
            return True
    return True

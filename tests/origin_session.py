"""A session of the origin rules alone, in one process: what hooks/_event does for one guard, with dicts for stores."""

from __future__ import annotations

from typing import Any

from guards import DECISIONS, Event, Facts, Value, combine, judge_rules, request_origin
from guards._reading import read
from guards._sensitive.mask import hash_value
from guards._taint import consent
from guards._text import normalize_place
from hooks._stores.ledger import apply_op

KEY = b"a key of tests"


class Session:
    """`prompt`, `result` and `clear` teach; `ask` judges a call and says `decision rule`."""

    def __init__(self, remotes: dict[str, str] | None = None, files: dict[str, str] | None = None):
        self.state: dict[str, Any] = {}
        self.values: list[Value] = []
        self.settings: dict[str, Any] = {}
        self.remotes, self.files, self.head = remotes or {}, files or {}, ""
        self.rows, self.reason, self.alone = 0, "", 0

    def answer(self, query: tuple[Any, ...]) -> Any:
        kind, *rest = query
        if kind == "untrusted":
            name = hash_value(KEY, normalize_place(rest[0]))
            rows = [one for one in self.values if one.hash == name]
            mine = any(one.trust in ("typed", "project") for one in rows)
            own = not rows or rows[0].trust != "untrusted" or mine or rest[0] in self.head
            return [] if own else rows
        if kind == "values":
            return [one for one in self.values if one.kind == rest[0]]
        answers = {"remotes": self.remotes, "committed": rest and rest[0] in self.head}
        return answers.get(kind, self.files.get(rest[0]) if rest else None)

    def fire(self, event: Event, call_id: str = "") -> Any:
        self.rows += 1
        event.call_id = call_id
        call = read(Facts(event, settings=self.settings))
        facts = Facts(event, self.state, self.settings, look=self.answer, key=KEY)
        worst = combine(judge_rules(request_origin.RULES, call, facts))
        ops: list[Any] = []
        if worst.effect:
            ops = consent.note_objection(event, [worst], KEY, self.rows)
        if event.name != "PreToolUse":
            lesson = request_origin.LEARN(event, call, facts)
            ops += lesson.ops
            self.values += lesson.values
        for op in ops:
            apply_op(self.state, op)
        return worst

    def prompt(self, text: str) -> Session:
        self.fire(Event("UserPromptSubmit", prompt=text))
        return self

    def result(
        self, tool: str, given: dict[str, Any], response: Any, call_id: str = "", error: str = ""
    ) -> Session:
        event = Event("PostToolUse", tool=tool, input=given, response=response)
        if error:
            event.name, event.error = "PostToolUseFailure", error
        self.fire(event, call_id)
        return self

    def clear(self, source: str = "clear") -> Session:
        event = Event("SessionStart")
        event.source = source
        self.fire(event)
        return self

    def ask(self, tool: str, given: dict[str, Any], call_id: str = "c") -> str:
        worst = self.fire(Event("PreToolUse", tool=tool, input=given), call_id)
        self.reason, self.alone = worst.reason, worst.alone
        return f"{DECISIONS[worst.effect]} {worst.rule}".strip()

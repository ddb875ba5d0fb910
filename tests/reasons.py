"""The places in guards/ that ask or deny, read from the code, so that a new one without a row fails."""
from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OBJECTS = ("ASK", "DENY")


def sites() -> list[str]:
    """`module.function` of each opinion that asks or denies; a second one in a function has ` 2` behind it, and so on."""
    found: list[str] = []
    for path in sorted((ROOT / "guards").rglob("*.py")):
        module = str(path.relative_to(ROOT / "guards").with_suffix("")).replace("/", ".").replace(".__init__", "")
        for function in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)):
            here = [node for node in ast.walk(function) if isinstance(node, ast.Call) and objects(node)]
            found += [f"{module}.{function.name}{f' {at}' if at > 1 else ''}" for at in range(1, len(here) + 1)]
    return found


def objects(call: ast.Call) -> bool:
    """Is this `Verdict(ASK, ...)`, `Verdict(DENY if ... else ASK, ...)` or `said.with_(effect=DENY)`?"""
    name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""
    given = call.args[:1] if name == "Verdict" else [one.value for one in call.keywords if one.arg == "effect"] if name == "with_" else []
    return any(isinstance(node, ast.Name) and node.id in (*OBJECTS, "effect") for value in given for node in ast.walk(value))

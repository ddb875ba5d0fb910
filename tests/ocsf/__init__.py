"""What two classes of OCSF 1.8 allow, and the part of JSON Schema that they are written in."""
from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CLASSES = {6003: json.loads((HERE / "api_activity.json").read_text()), 2004: json.loads((HERE / "detection_finding.json").read_text())}
KNOWN = frozenset("$schema $id $comment $defs $ref type properties required additionalProperties anyOf allOf oneOf not enum const items format pattern minimum maximum minItems maxLength deprecated".split())
TYPES: dict[str, Any] = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}


def faults(event: dict[str, Any]) -> list[str]:
    """What of an event its class does not allow; [] for a valid one."""
    schema = CLASSES[event["class_uid"]]
    return list(_faults(event, schema, schema["$defs"], "event"))


def _faults(value: Any, schema: dict[str, Any], defs: dict[str, Any], at: str) -> Iterator[str]:
    assert KNOWN.issuperset(schema), f"{sorted(set(schema) - KNOWN)}: a word of JSON Schema that nobody reads here"
    if "$ref" in schema:
        yield from _faults(value, defs[schema["$ref"].rpartition("/")[2]], defs, at)
        return
    types = schema.get("type", [])
    for one in [types] if isinstance(types, str) else types[:1]:
        if not isinstance(value, TYPES[one]) or (one in ("integer", "number") and isinstance(value, bool)):
            yield f"{at} is no {one}"
            return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value} is none of its values"
    for word, least, most in (("anyOf", 1, 99), ("oneOf", 1, 1)):
        fits = [not list(_faults(value, one, defs, at)) for one in schema.get(word, ())]
        if fits and not least <= sum(fits) <= most:
            yield f"{at} fits {sum(fits)} of {word}"
    for one in schema.get("allOf", ()):
        yield from _faults(value, one, defs, at)
    if isinstance(value, dict):
        yield from (f"{at} lacks {name}" for name in schema.get("required", ()) if name not in value)
        known = schema.get("properties", {})
        for name, inner in value.items():
            if name in known:
                yield from _faults(inner, known[name], defs, f"{at}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{at} knows no {name}"
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for n, inner in enumerate(value):
            yield from _faults(inner, schema["items"], defs, f"{at}[{n}]")

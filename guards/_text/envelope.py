"""What a tool answered, out of whatever it came wrapped in: the objects, outermost first.

`unwrap` sees through content blocks, `structuredContent`, a JSON text, a text that holds a JSON text,
and the fields in which servers put a result (`result`, `data`, `details` of an error, ...).  It goes down
only through those: an object quoted in some other field is what the tool talks about, not what it says.
"""
from __future__ import annotations

WRAPPERS = tuple("""structuredContent structured_content result content text output data response details error
    value payload body message llmContent returnDisplay contents""".split())
BLOCKS = frozenset("text json resource tool_result".split())
DEPTH = 12          # levels of wrapping; a doubly encoded JSON in a content block in a result is 6
OBJECTS = 256       # objects handed back at most
TEXT = 8 << 20      # characters of one text that are still parsed


def unwrap(response: object, *, prose: bool = False) -> list[dict[str, object]]:
    """Every object of an answer, outermost first, each once; [] when there is none.

    prose: also read the first JSON object that stands inside a sentence (`failed: {"details": ...}`).

    >>> unwrap([{"type": "text", "text": '{"passed": false}'}])
    [{'passed': False}]
    """
    found: list[dict[str, object]] = []
    layer: list[object] = [response]
    for _ in range(DEPTH):
        below: list[object] = []
        for value in layer:
            if isinstance(value, str):
                value = decode(value, prose)
                if isinstance(value, str):
                    below.append(value)
                    continue
            if isinstance(value, dict):
                if not _is_block(value) and value and value not in found:
                    found.append(value)
                below.extend(value[key] for key in WRAPPERS if isinstance(value.get(key), (str, dict, list)))
            elif isinstance(value, list):
                below.extend(item for item in value[:OBJECTS] if isinstance(item, (str, dict, list)))
        layer = below[:OBJECTS]
        if not layer or len(found) >= OBJECTS:
            break
    return found[:OBJECTS]


def decode(text: str, prose: bool = False) -> object:
    """The JSON value that a text is, else None.

    >>> decode('{"a": 1}'), decode("no"), decode('failed: {"a": 1} twice', prose=True)
    ({'a': 1}, None, {'a': 1})
    """
    text = text.strip("\ufeff \t\r\n")
    if not text or len(text) > TEXT:
        return None
    if text.startswith("```") and text.endswith("```"):
        text = text.strip("`").strip()
        if text[:4].lower() == "json":
            text = text[4:].strip()
    start = 0
    if text[:1] not in ("{", "[", '"'):
        start = text.find("{") if prose else -1
        if start < 0:
            return None
    import json
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, start)[0] if prose else json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _is_block(value: dict[str, object]) -> bool:
    kind = value.get("type")
    return isinstance(kind, str) and kind in BLOCKS and len(value) <= 4

"""The text in a JSON value: what a rule reads when it looks for secrets, and what a ledger row may show of it."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Keys that say where a text stands, not what it is.  Any other key is written before its value
# ("api_key: ..."), since a name is half of what makes a value a secret.
STRUCTURAL = frozenset("""args code command content data description durationMs error file filePath file_path filenames
    id input message name new_string newString old_string oldString originalFile output path pattern prompt query
    response result results stderr stdout summary text title type url value""".split())
# Keys whose text is the client's own bulk and repeats what stands elsewhere, or is not text at all.
SKIPPED = frozenset("base64 structuredPatch usage toolStats".split())
# Values of `type` that say what kind of content block this is.
BLOCKS = tuple("text image resource resource_link create update".split())


LONG_NAME = 16      # characters from which the name of an argument is a text of its own


def flatten(value: object, limit: int = 10 * 1024 * 1024, whole: bool = False) -> tuple[str, int]:
    """(all text in the value, a line a leaf; the number of characters left out beyond `limit`).

    whole   nothing is skipped: what a call sends is no bulk of the client's, and a long name may be what it carries

    >>> flatten({"text": "hi", "api_key": "k", "n": [1, None, "x"]})
    ('hi\\napi_key: k\\n1\\nx', 0)
    >>> flatten({"flags": {"a-key-of-23-characters": True}}, whole=True)[0]
    'a-key-of-23-characters'
    """
    lines = _leaves(value, frozenset() if whole else SKIPPED, LONG_NAME if whole else 0)
    text = "\n".join(lines)
    return (text, 0) if len(text) <= limit else (text[:limit], len(text) - limit)


def quoted(text: str) -> str:
    """A text as one word of a shell's.

    >>> quoted("it's")
    "'it'\\\\''s'"
    """
    return "'" + text.replace("'", "'\\''") + "'"


def leaves(value: object, depth: int = 12, items: int = 0, name: str = "") -> Iterator[tuple[str, object]]:
    """(name of the innermost argument, value) of all in an input that is no object and no list, in order.

    depth   how many objects and lists within each other are opened; what lies deeper is left out
    items   how many of each list are looked at, 0 for all

    >>> list(leaves({"to": ["a", {"b": 1}]})), list(leaves({"to": ["a", "b"]}, items=1)), list(leaves([["x"]], depth=1))
    ([('to', 'a'), ('b', 1)], [('to', 'a')], [])
    """
    if isinstance(value, dict):
        for key, one in value.items() if depth > 0 else ():
            yield from leaves(one, depth - 1, items, str(key))
    elif isinstance(value, (list, tuple)):
        for one in (value[:items] if items else value) if depth > 0 else ():
            yield from leaves(one, depth - 1, items, name)
    else:
        yield name, value


def _leaves(value: object, skipped: frozenset[str], named_from: int = 0) -> list[str]:
    """A line a leaf, in order; however deep it stands."""
    lines: list[str] = []
    stack: list[tuple[str, object]] = [("", value)]
    while stack:
        key, one = stack.pop()
        if isinstance(one, str):
            if one:
                lines.append(f"{key}: {one}" if key else one)
        elif isinstance(one, dict):
            lines += [str(name) for name in one if named_from and len(str(name)) >= named_from]
            stack.extend([("" if name in STRUCTURAL else str(name), inner) for name, inner in one.items()
                          if name not in skipped and not (name == "type" and inner in BLOCKS)][::-1])
        elif isinstance(one, (list, tuple)):
            stack.extend([("", inner) for inner in reversed(one)])
        elif isinstance(one, (int, float)) and not isinstance(one, bool):
            lines.append(f"{key}: {one}" if key else str(one))
    return lines


def cut(text: str, limit: int) -> str:
    """At most about `limit` characters, with a count of what is missing.

    >>> cut("abcdef", 4)
    'abcd... [+2]'
    """
    return text if len(text) <= limit else f"{text[:limit]}... [+{len(text) - limit}]"


def one_line(text: str, limit: int = 2000) -> str:
    """Control characters and line breaks as single blanks: nothing untrusted starts a line of its own."""
    shown = text if text.isprintable() else "".join([c if c.isprintable() else " " for c in text])
    return cut(" ".join(shown.split()), limit)

"""One self-contained page out of told sessions: its own style, its own script, nothing fetched, nothing executed.

# INVARIANT: what tools, prompts and agents wrote reaches the page as JSON only, in data blocks whose `<`, `>` and `&`
are escaped, and the script puts it on the screen as text nodes only.  A policy in the page's head names the style
and the script by their digests and forbids all else, so that what slipped through could still neither run nor fetch.
"""
from __future__ import annotations

import base64
import hashlib
import json
import os

from hooks._stores import disk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
CHUNK = 250             # details in one data block: a block is parsed when one of its lines is opened
# Characters that could end a data block or a line of it early, as JSON writes them harmlessly.
ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}

HEAD = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; {policy}; base-uri 'none'; \
form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
"""
PAGE = HEAD + """\
<main id="page" aria-live="off"></main>
<noscript><p>This report draws itself with a script of its own and fetches nothing.  Allow scripts for this file, or
run <code>guardctl report</code> for the same as text.</p></noscript>
{data}
<script>{script}</script>
</body>
</html>
"""


def page(project: dict[str, object], sessions: list[dict[str, object]]) -> str:
    """The page.  `project` is what the first page says, `sessions` the newest first; `_story` says what is in one."""
    style, script = asset("page.css"), asset("page.js")
    return PAGE.format(policy=f"script-src {source(script)}; style-src {source(style)}", style=style, script=script,
                       title="Agent sessions", data="\n".join(blocks(project, sessions)))


def place(output: str) -> str:
    """Where a page is put: behind a link the file itself.  Raises Fault for what it may not replace, like a device."""
    path = os.path.realpath(output)
    if not os.path.isdir(os.path.dirname(path)):
        raise disk.Fault(f"there is no folder {os.path.dirname(path)}; make it, or name another file behind -o")
    if os.path.exists(output) and not os.path.isfile(output):
        raise disk.Fault(f"{output} is no file; name another behind -o")
    return path


def put(output: str, text: str) -> None:
    """Writes a page, 0600, whole or not at all.  Raises Fault, OSError."""
    disk.replace(place(output), text.encode("utf-8", "replace"))


def blocks(project: dict[str, object], sessions: list[dict[str, Any]]) -> Iterator[str]:
    """The data blocks: `project`, then for each session its lines (`sN`) and its details (`sN-0`, `sN-1`, ...)."""
    heads = [{key: value for key, value in one.items() if key not in ("rows", "details")} for one in sessions]
    yield block("project", {**project, "sessions": heads, "chunk": CHUNK})
    for number, one in enumerate(sessions):
        if "rows" not in one:
            continue
        yield block(f"s{number}", one["rows"])
        for at in range(0, len(one["details"]), CHUNK):
            yield block(f"s{number}-{at // CHUNK}", one["details"][at:at + CHUNK])


def block(name: str, value: Any) -> str:
    """JSON that a browser keeps and does not read.

    >>> block("x", ["</script>"])
    '<script type="application/json" id="x">["\\\\u003c/script\\\\u003e"]</script>'
    """
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True)
    for character, escape in ESCAPED.items():
        text = text.replace(character, escape)
    return f'<script type="application/json" id="{name}">{text}</script>'


def asset(name: str) -> str:
    """The text of a file that lies beside this one.  Raises OSError."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def source(text: str) -> str:
    """How a content security policy names an inline style or script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

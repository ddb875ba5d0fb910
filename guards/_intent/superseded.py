"""After a compaction the newest request is still the request: told once more.

A compaction leaves the model with a summary in which an older wish can stand beside the newest one, its place in time
lost.  So the newest request is said again, short, as a quotation.
"""
from __future__ import annotations

TOLD = 300      # characters of the request that are told again


def reminder(requests: list[dict[str, object]]) -> str:
    """What the model is told after a compaction; "" where nothing was asked.  The text is redacted already.

    >>> reminder([{"text": "Fix it"}, {"text": 'Print <b>it</b>\\n"now"'}])
    'The newest request of the person, which still stands: "Print &lt;b&gt;it&lt;/b&gt; \\'now\\'"'
    """
    text = " ".join(str(requests[-1].get("text") or "").split()) if requests else ""
    if not text:
        return ""
    short = text if len(text) <= TOLD else text[:TOLD - 3] + "..."
    safe = short.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "'")
    return f'The newest request of the person, which still stands: "{safe}"'

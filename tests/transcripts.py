"""A person's transcripts, as their agents keep them: for the tests of `guardctl try`."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

AT = "2026-11-20T10:00:00.000Z"


def claude(home: Path, cwd: str, steps: list[Any], name: str = "5ce7e000-0000-4000-8000-000000000001") -> Path:
    """Claude Code's file.  A step is a prompt, or (tool, input, result); a result that is an exception failed."""
    slug = "".join(c if c.isalnum() else "-" for c in cwd)
    path = home / f".claude/projects/{slug}/{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    common = {"cwd": cwd, "sessionId": name, "version": "2.1.329", "timestamp": AT}
    rows: list[dict[str, Any]] = []
    for number, step in enumerate(steps):
        if isinstance(step, str):
            rows.append({"type": "user", "message": {"role": "user", "content": step}})
            continue
        tool, given, result = step
        use = {"type": "tool_use", "id": f"t{number}", "name": tool, "input": given}
        rows.append({"type": "assistant", "message": {"role": "assistant", "content": [use]}})
        answer: dict[str, Any] = {"type": "tool_result", "tool_use_id": f"t{number}", "content": str(result)}
        if isinstance(result, Exception):
            answer["is_error"] = True
        rows.append({"type": "user", "toolUseResult": result if isinstance(result, dict) else None,
                     "message": {"role": "user", "content": [answer]}})
    path.write_text("".join(json.dumps({**common, **row}) + "\n" for row in rows))
    return path

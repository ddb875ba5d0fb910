"""Records tests/payloads/NAME-VERSION/ anew: what each client gives the hooks that an installation registers.

    python3 -m tests.agents.record [NAME...]

The launcher of an installation is replaced by one that keeps what it is given.  The first of a kind (event, tool) stays;
paths are those of nobody's machine, ids are real and random.
"""
from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path

from tests.agents.clients import VERSIONS, Client, version
from tests.house import ROOT

OUT = Path(__file__).resolve().parent.parent / "payloads"
NAMES = (*VERSIONS, "qwen-0.15.10")
KEEP = 'cat > "{log}/$(date +%s%N)-$1.json"; exit 0\n'


def scrub(text: str, client: Client) -> str:
    """The same payload as if it had come about in /home/dev."""
    for path, instead in ((client.project, "/home/dev/project"), (client.home, "/home/dev"), (client.root, "/home/dev"),
                          (ROOT, "/home/dev/checkout")):
        text = text.replace(str(path), instead).replace(re.sub(r"\W|_", "-", str(path)), instead.replace("/", "-"))
    return re.sub(r"(/home/dev/\.codex/[^\"]*?)rollout-[^\"]*", r"\1rollout.jsonl", text)


def record(name: str, root: Path) -> dict[str, str]:
    """{kind: payload} of one client."""
    client, log = Client(name, root), root / "log"
    log.mkdir()
    client.server({"echo": "hello", "fail": {"error": "it failed"}})
    client.install()
    (client.project / ".autoskillit/hook").write_text(KEEP.format(log=log))
    project = client.project
    client.run("Look around.", [
        [client.call("Bash", command="cat notes.txt")], [client.call("Bash", command="echo no; exit 3")],
        [client.call("Read", file_path=str(project / "notes.txt"))], [client.call("Read", file_path=str(project / "absent.txt"))],
        [client.call("Write", file_path=str(project / "new.txt"), content="one\n")],
        [client.call("Edit", file_path=str(project / "notes.txt"), old_string="beta", new_string="gamma")],
        [client.call("mcp__tracker__echo", text="x")], [client.call("mcp__tracker__fail", text="x")], ["Done."]])
    seen: dict[str, str] = {}
    for path in sorted(log.iterdir()):
        text = path.read_text()
        if text:
            payload = json.loads(text)
            event = "".join(word.title() for word in path.stem.partition("-")[2].split("_"))
            tool = payload.get("tool_name") or payload.get("toolName") or payload.get("tool") or ""
            seen.setdefault("-".join(filter(None, (event, re.sub(r"\W", "_", tool)))), scrub(json.dumps(payload, indent=1), client))
    return seen


if __name__ == "__main__":
    for one in sys.argv[1:] or NAMES:
        folder = OUT / f"{one.partition('-')[0]}-{version(one)}"
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        with tempfile.TemporaryDirectory() as scratch:
            for kind, text in record(one, Path(scratch)).items():
                (folder / f"{kind}.json").write_text(text + "\n")
                print(folder.name, kind)

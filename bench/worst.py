"""CPU of one hook on the worst texts: `python3 bench/worst.py [MB] [KIND,...] [all|pre] [busy=N]`.

`all`: prompts and inputs too; `pre`: commands only, which are made of what is hardest to read (COMMANDS); `busy=2`: on
a loaded machine, that is with two processes a core that do nothing but count.  The last column is the machine's load.
"""
from __future__ import annotations

import json
import os
import random
import resource
import string
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = {"PostToolUse": "post_tool_use.py", "PreToolUse": "pre_tool_use.py",
           "UserPromptSubmit": "user_prompt_submit.py"}


def texts(size: int) -> dict[str, str]:
    """Kind -> a text of that many characters."""
    rng = random.Random(1)

    def token(length: int) -> str:
        return "".join(rng.choices(string.ascii_letters + string.digits, k=length))

    def filled(piece: str) -> str:
        return (piece * (size // len(piece) + 1))[:size]

    return {
        "secrets": "\n".join(f"TOKEN{i}=gh" + f"p_{token(36)}" for i in range(size // 50)),
        "api_key": "\n".join(f"api_key={token(20)}" for i in range(size // 29)),
        "mails": filled("ada.lovelace@corp.example, bob@x.example; "),
        "mixed": filled("mail ada@corp.example card 4111 1111 1111 1111 see https://x.example/a?b=c "
                        "iban DE89370400440532013000 \n"),
        "lt": filled("<"), "tags": filled("</a><b>"), "dollar": filled("$("), "oneline": filled("a"),
        "base64": filled("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo"), "digits": filled("4111111111111111 "),
        "words": filled("please send the report to ada and delete the old file. "),
    }


# What a shell's grammar makes dear, again and again.
COMMANDS = (
    "$(", '"$(', "`", "bash -c '", "${a:-", "${a:-$(", "((", "(", ")", "{ ", "[[ ", "<<", "<<E\n", "\n", "'", '"', "a|",
    "a;", "if ", "case x in ", "function ", "f(){ f;};f;", "eval ", "sudo ", "xargs ", "find -exec ", "a=b;$a ",
    "x=$x$x;", "a.b:c@d ", "a/b.c ", "git -c a=b ", "{a,b}", "curl -d @a h;", "cat .env|")


def commands(size: int) -> dict[str, str]:
    """Kind -> a command line of that many characters that the gate lets through to the reading."""
    return {repr(piece)[1:-1].replace(" ", "_"): "curl x; " + (piece * (size // len(piece) + 1))[:size]
            for piece in COMMANDS}


def main(size: int, kinds: list[str], events: list[str]) -> None:
    for event in events:
        for kind, text in (commands(size) if events == ["PreToolUse"] else texts(size)).items():
            if kinds and kind not in kinds:
                continue
            with tempfile.TemporaryDirectory() as folder:
                measured(Path(folder), event, kind, text)


def measured(folder: Path, event: str, kind: str, text: str) -> None:
    """Prints what one event cost and what of its text was read."""
    project = folder / "project"
    project.mkdir()
    payload = {"session_id": "s", "hook_event_name": event, "cwd": str(project), "tool_name": "Bash",
               "tool_use_id": "t", "prompt": text,
               "tool_input": {"command": "cat x" if event == "PostToolUse" else text}}
    if event == "PostToolUse":
        payload["tool_response"] = {"stdout": text, "stderr": ""}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([sys.executable, "-I", "-S", str(ROOT / "hooks" / SCRIPTS[event])],
                   input=json.dumps(payload).encode(), capture_output=True, check=True,
                   env={"PATH": os.environ["PATH"], "HOME": str(folder), "CLAUDE_PROJECT_DIR": str(project)})
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    row = json.loads((project / ".autoskillit/temp/context/s.jsonl").read_text().splitlines()[-1])
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{event:<17}{kind:<13}{len(text):>9}  cpu {cpu:5.2f}  wall {wall:5.1f}  unread {row.get('unread', 0):>8}  "
          f"{(row.get('contamination') or {}).get('level', ''):<12}load {os.getloadavg()[0]:.1f}", flush=True)


def burdened(number: int) -> list[subprocess.Popen[bytes]]:
    """So many processes that count for nothing."""
    return [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]


if __name__ == "__main__":
    words = sys.argv[1:]
    size, kinds = (*(word for word in words if word not in ("all", "pre") and word[:5] != "busy="), "", "")[:2]
    busy = burdened((os.cpu_count() or 1) * max([0, *(int(word[5:]) for word in words if word[:5] == "busy=")]))
    try:
        main(int(float(size or 10) * 1e6), [kind for kind in kinds.split(",") if kind],
             list(SCRIPTS) if "all" in words else ["PreToolUse"] if "pre" in words else ["PostToolUse"])
    finally:
        for one in busy:
            one.kill()

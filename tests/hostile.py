"""Texts that mean harm, read and searched: how long each takes, and whether anything fails.

    python -m tests.hostile [--count 100000] [--seed 0] [--from 0]

Text number N of a seed is the same on every machine.  Most are some pieces of shell, code and secrets in a row; one of ten
repeats a few pieces for some KB, one of a hundred for 60 KB.  Each is read as a Bash call, one of three as the
argument of a server's tool, and what comes of it is searched for secrets.  Printed are the slowest, in CPU seconds.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
import time
import traceback

from guards import Event, Facts
from guards._reading import read
from guards._sensitive import find_sensitive

MOST = 1.0  # CPU seconds of one text
SIGNS = r"""$( ${ ${a- ${a:+ $(( ) } " ' ` $' \ | || & && ; ;; < > >> << <<< <( >( >& 2>&1 { ( (( [[ [ ! # * ? ~ = == += @ : /
. .. , % ^ - --"""
WORDS = """if|then|else|fi|for x in|while|until|do|done|case|esac|function f|select|time|eval|exec|export|set --|sh -c|bash -c
env|sudo|xargs|find . -exec|curl -d @|curl|wget|nc|ssh u@|scp|git push|git -c|docker run|npm publish|python3 -c|node -e
perl -e|awk|sed|tee|cat|cp a b|tar cz .|base64 -d|.env|id_rsa|$HOME|$X|${X}|${X[@]}|A=b|A=$A$A|x=.env;|a.example|evil.example
https://|://|u:p@|10.0.0.1|/dev/tcp/a.b/1|open(|requests.post(|os.system(|process.env.|require(|fetch(|.join(
aGVsbG8gd29ybGQgaGVsbG8=|AKIAQZ7WT4MXPL2RKD5V|password=|"token": "|secret|key|-----BEGIN PRIVATE KEY-----|4111 1111
+41 79 |1-2 |0000000|x@|a-|a.|_|drop table|rm -rf|--resume|claude -r"""
ODD = ["\n", "\t", "\0", "<<E\n", "\nE\n", "é", "漢", "\ue000", "\ue1f3", "\ud800", "x" * 20]
HARMFUL = [*SIGNS.split(), *WORDS.replace("\n", "|").split("|"), *ODD, "if ", "a|"]


def build_text(seed: int, number: int) -> str:
    draw = random.Random(f"{seed} {number}")
    pieces = draw.choices(HARMFUL, k=draw.randint(1, 40))
    joined = draw.choice(["", " ", " ", "\n"]).join(pieces)
    if number % 10:
        return joined
    few = draw.choice(["", " "]).join(pieces[: draw.randint(1, 4)])
    size = 60_000 if number % 100 == 0 else draw.randint(500, 6_000)
    return f"{joined} {few * (size // max(1, len(few)))} {joined}"


def try_text(text: str, number: int) -> float:
    """CPU seconds."""
    began = time.process_time()
    calls = [Event("PreToolUse", "s", "Bash", {"command": text})]
    calls += [Event("PreToolUse", "s", "mcp__n__send", {"to": "x", "body": text})] * (
        not number % 3
    )
    for event in calls:
        for sink in read(Facts(event)).sinks[:3]:
            find_sensitive(sink.text, 1)
    find_sensitive(text, 1)
    return time.process_time() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--from", type=int, default=0, dest="first")
    options = parser.parse_args()
    slowest: list[tuple[float, int]] = []
    faults = 0
    for number in range(options.first, options.first + options.count):
        try:
            spent = try_text(build_text(options.seed, number), number)
        except Exception:
            faults += 1
            print(f"text {number} fails: {traceback.format_exc(limit=-2)}", flush=True)
            continue
        heapq.heappush(slowest, (spent, number))
        if len(slowest) > 8:
            heapq.heappop(slowest)
    over = [row for row in slowest if row[0] > MOST]
    print(
        f"{options.count} texts of seed {options.seed} from {options.first}: {faults} faults, over {MOST} s: {len(over)}"
    )
    for spent, number in sorted(slowest, reverse=True):
        print(f"{spent:.2f} s  text {number}: {build_text(options.seed, number)[:60]!r}")
    return 1 if faults or over else 0


if __name__ == "__main__":
    sys.exit(main())

"""How well and how fast is text classified?  `python3 bench/classify.py [DATA.jsonl.gz ...] [--show]`.

DATA: rows with `text` and either `label` (1: holds a secret) with `source` and `rule`, or `entities` (pairs of type and
text).  Prints precision and recall over all labelled rows, the share of unlabelled rows that fire by source, and for
personal data precision and recall by kind, span by span.  Then the time for 1 MiB and 10 MiB of several sorts of text,
in a fresh process, above that of a process that does nothing.  `--show` lists what was missed and what fired.
"""
from __future__ import annotations

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from guards import Settings  # noqa: E402
from guards._sensitive.scan import scan  # noqa: E402

KINDS = {"EMAIL_ADDRESS": "email", "CREDIT_CARD": "card", "IBAN_CODE": "iban", "US_SSN": "ssn", "PHONE_NUMBER": "phone"}
TEXTS = {
    "code": "''.join(open(p, encoding='utf-8').read() for p in sorted(__import__('glob').glob("
            "__import__('os').path.dirname(__import__('os').__file__) + '/*.py')))",
    "prose": "('it was the season of light and of darkness, and we had everything before us. ' * 20000)",
    "json": "''.join('{\"id\": %d, \"name\": \"item-%d\", \"ts\": \"2026-02-06T03:38:35Z\", \"count\": %d},' % "
            "(i, i, i * 7) for i in range(30000))",
    "log": "''.join('2026-02-06 03:38:%02d INFO [worker-%d] GET /api/v1/items/%d took %dms status=200\\n' % "
           "(i % 60, i % 9, i, i % 300) for i in range(30000))",
    "base64": "__import__('base64').b64encode(__import__('random').Random(1).randbytes(800000)).decode()",
}
RUN = """
import sys, time
sys.path.insert(0, {root!r})
text = {text}
text = (text * (({size} + len(text) - 1) // len(text)))[:{size}]
start = time.process_time()
from guards import Settings
from guards._sensitive.scan import scan
scan(text, Settings())
print(time.process_time() - start)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*")
    parser.add_argument("--show", action="store_true", help="list what was missed and what fired")
    parser.add_argument("--no-time", action="store_true")
    args = parser.parse_args()
    for path in args.data:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        print(f"{os.path.basename(path)}: {len(rows)} rows")
        (secrets if "label" in rows[0] else persons)(rows, args.show)
    if not args.no_time:
        times()


def secrets(rows: list[dict], show: bool) -> None:
    found = Counter()
    for row in rows:
        hits = [f for f in scan(row["text"], Settings()) if f.kind == "credentials"]
        group = "secret" if row["label"] else "hard negative" if "hard" in row["rule"] else "near miss"
        found[group, bool(hits)] += 1
        if show and bool(hits) != bool(row["label"]):
            print("  fired" if hits else "  missed", row["source"], row["rule"], [f.rule for f in hits])
    hit, missed = found["secret", True], found["secret", False]
    false = found["near miss", True] + found["hard negative", True]
    print(f"  precision {share(hit, hit + false)}, recall {share(hit, hit + missed)}")
    for group in ("near miss", "hard negative"):
        print(f"  {group}: {share(found[group, True], found[group, True] + found[group, False])} fire")


def persons(rows: list[dict], show: bool) -> None:
    hit, false, missed = Counter(), Counter(), Counter()
    for row in rows:
        spans = scan(row["text"], Settings())
        for entity, kind in KINDS.items():
            left = [row["text"][f.start:f.end] for f in spans if f.kind == kind]
            for _, text in [e for e in row["entities"] if e[0] == entity]:
                match = next((one for one in left if text is None or one in text or text in one), None)
                if match is None:
                    missed[kind] += 1
                    if show:
                        print("  missed", kind, text)
                else:
                    left.remove(match)
                    hit[kind] += 1
            false[kind] += len(left)
            if show and left:
                print("  fired", kind, left)
    for kind in KINDS.values():
        precision, recall = share(hit[kind], hit[kind] + false[kind]), share(hit[kind], hit[kind] + missed[kind])
        print(f"  {kind}: precision {precision}, recall {recall}")


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} % ({part}/{whole})" if whole else "no rows"


def times() -> None:
    floor = min(cpu([sys.executable, "-I", "-S", "-c", "pass"]) for _ in range(5))
    print(f"time, CPU milliseconds (a process that does nothing: {1000 * floor:.1f})")
    for name, text in TEXTS.items():
        took = [min(timed(text, size) for _ in range(3)) for size in (1 << 20, 10 << 20)]
        print(f"  {name}: 1 MiB {1000 * took[0]:.0f}, 10 MiB {1000 * took[1]:.0f}")


def timed(text: str, size: int) -> float:
    code = RUN.format(root=str(ROOT), text=text, size=size)
    command = [sys.executable, "-I", "-S", "-c", code]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout)


def cpu(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()

"""Do two checkouts read texts alike?  What each finds, masks, keeps and asks for in every recorded result, compared.

    python3 bench/readings.py OTHER_CHECKOUT DATA.jsonl[.gz] ... [--limit N]

A line of DATA is a session with `events` that have a `response` (shared recordings have this form) or an object with a
`text`.  Prints how many texts were read and how many of them differ; exit 1 where one does.
"""
from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def texts(paths: list[str], limit: int) -> Iterator[object]:
    """Each different result of the recordings, as the tool gave it."""
    seen = set()
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                for found in [row.get("text"), *(event.get("response") for event in row.get("events", ()))]:
                    name = json.dumps(found)
                    if found and name not in seen:
                        seen.add(name)
                        yield found
                        if len(seen) == limit:
                            return


def readings(paths: list[str], limit: int) -> None:
    """Prints a digest of all that this checkout makes of each text."""
    from guards import Settings
    from guards._call import destinations
    from guards._evidence import evidence
    from guards._sensitive import masking, overlap
    from guards._sensitive.scan import scan
    from guards._text.plain import flatten

    settings = Settings()
    settings.key = bytes(32)
    for number, found in enumerate(texts(paths, limit)):
        text = flatten(found)[0]
        findings = scan(text, settings)
        row = evidence.result_row("read", 2, {"q": "the report"}, found, settings.key, lambda parts: parts)
        row = {**json.loads(json.dumps(row)), "u": bool(row["u"])}      # how much was left out, nobody asks
        row["r"] = [[sorted(words[at:at + 10] for at in range(0, len(words), 10)) for words in record]
                    for record in row["r"]]     # in any order
        masked = masking.without(found, settings)
        made = ([(one.level, one.rule, one.start, one.end) for one in findings],
                row,
                evidence.prompt_row(text[:4000], settings.key), overlap.seen_rows(text, findings, settings),
                overlap.seen_rows(text[:60_000], findings, settings, 2), destinations.foreign_named(text, settings),
                masked and (masked.output, masked.found, masked.count))
        print(number, hashlib.sha256(repr(made).encode("utf-8", "replace")).hexdigest(), len(text))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout")
    parser.add_argument("data", nargs="+")
    parser.add_argument("--limit", type=int, default=10_000)
    chosen = parser.parse_args()
    if chosen.checkout == "-":
        return readings(chosen.data, chosen.limit)
    told = []
    for folder in (ROOT, Path(chosen.checkout).resolve()):
        code = f"import sys; sys.path.insert(0, {str(folder)!r}); sys.argv[0] = {__file__!r}; import runpy; " \
               f"runpy.run_path({__file__!r}, run_name='__main__')"
        run = [sys.executable, "-c", code, "-", *chosen.data, "--limit", str(chosen.limit)]
        told.append(subprocess.run(run, capture_output=True, text=True, check=True,
                                   env={**os.environ, "PYTHONHASHSEED": "0"}).stdout.splitlines())
    differ = [one for one, other in zip(*told) if one != other]
    size = sum(int(line.split()[2]) for line in told[0])
    print(f"{len(told[0])} texts, {size} characters, {len(differ)} read otherwise")
    for line in differ[:10]:
        print("  text", line.split()[0])
    if differ or len(told[0]) != len(told[1]):
        raise SystemExit(1)
    return None


if __name__ == "__main__":
    main()

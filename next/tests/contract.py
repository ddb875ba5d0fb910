"""`python3 -m tests.contract [--all-green]`: the contract suite beside the checkout, against this house.

Rows that tests/contract_reds.txt names (an id a line, then why) may be red; any other red fails, and a row that is
green again is named, so that its line goes.  Cannot see: whether a row in that file is red for the cause it names.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as trees
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT.parent if ROOT.name == "next" else ROOT
SHARED = HERE.parent / "shared"
REDS = ROOT / "tests/contract_reds.txt"


def play_suite(shared: Path, bundle: Path, *more: str) -> dict[str, str]:
    """Test -> why it is red, "" for green."""
    with tempfile.TemporaryDirectory(prefix="contract-") as folder:
        report = Path(folder) / "report.xml"
        words = ["contract", "--bundle", str(bundle), "-q", "-p", "no:cacheprovider", "--tb=line"]
        command = [sys.executable, "-m", "pytest", *words, f"--junitxml={report}", *more]
        subprocess.run(command, cwd=shared, stdout=subprocess.DEVNULL, check=False)
        found = {}
        for case in trees.parse(report).iter("testcase"):
            name = case.get("name", "")
            name = name.partition("[")[2].rstrip("]") or name
            bad = [one for one in case if one.tag in ("failure", "error")]
            found[name] = (bad[0].get("message") or "red").split("\n")[0] if bad else ""
        return found


def main() -> int:
    if not (SHARED / "contract").is_dir():
        print("no contract suite lies beside this checkout: not played")
        return 0
    lines = REDS.read_text("utf-8").splitlines() if REDS.exists() else []
    known = {line.split()[0] for line in lines if line.strip() and "--all-green" not in sys.argv}
    more = [word for word in sys.argv[1:] if word != "--all-green"]
    found = play_suite(SHARED, ROOT, *more)
    red = {name: why for name, why in found.items() if why}
    for name, why in red.items():
        print(f"{'red, as listed' if name in known else 'RED'}: {name}: {why[:160]}")
    for name in sorted(known & {name for name, why in found.items() if not why}):
        print(f"green now, take it off {REDS.name}: {name}")
    print(f"{len(found) - len(red)} of {len(found)} green, {len(red)} red")
    return 1 if red.keys() - known or not found else 0


if __name__ == "__main__":
    raise SystemExit(main())

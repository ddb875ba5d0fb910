"""`python3 -m tests.contract [pytest's arguments]`: the contract suite beside the checkout, against this tree; any red fails."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as trees
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


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
    found = play_suite(SHARED, ROOT, *sys.argv[1:])
    red = {name: why for name, why in found.items() if why}
    for name, why in red.items():
        print(f"RED: {name}: {why[:160]}")
    print(f"{len(found) - len(red)} of {len(found)} green, {len(red)} red")
    return 1 if red or not found else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""What a command takes comes back: each row runs for real in a box, is restored, and compared.

cases/undo.jsonl: own cases (`want` "back", "none" for no local effect, "lost" with what is known not to come back);
cases/loss.jsonl: 0.7.9's rows, of which all that nobody is asked about must come back.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hooks._stores.world import World
from tests.house import thin
from tests.undo_box import ENV, STATES, can_box, lay, play_case

CASES = Path(__file__).parent / "cases"
# What names the machine itself or another one: not run.
OUTSIDE = re.compile(
    r"(?:^|[\s'\"=(`<>|;&,:])/(?!tmp\b|p\b|dev/null|bin/|usr/bin/)\S*|/dev/(?!null)\w|\bssh\b|\bmkfs|\bkill(all)?\b|~|HOME"
)


def load(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text().splitlines()]


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    if not can_box(tmp_path_factory.mktemp("box") / "b"):
        pytest.skip("no user namespaces here")
    made = {}
    for state in STATES:
        made[state] = tmp_path_factory.mktemp(state) / "b"
        lay(made[state], state)
    return made


def play(base: Path, template: Path, command: str, row: dict[str, Any]) -> tuple[str, list[str]]:
    shutil.copytree(template, base, symlinks=True)
    # A copy has other times than its index says; a project that somebody works in has not.
    refresh = ["git", "update-index", "-q", "--refresh"]
    subprocess.run(refresh, cwd=base / "p", env=ENV, check=False, capture_output=True)
    for name, text in row.get("files", {}).items():
        (base / "p" / name).parent.mkdir(parents=True, exist_ok=True)
        (base / "p" / name).write_text(text)
    for line in row.get("setup", ()):
        subprocess.run(
            ["bash", "-c", line], cwd=base / "p", env=ENV, check=True, capture_output=True
        )
    environ = {"HOME": str(base / "home"), "XDG_STATE_HOME": str(base / "state")}
    try:
        out, missing = play_case(base, World(str(base / "p"), environ), command)
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", str(base)], capture_output=True)
    return out, [one.replace(f"{base}/", "") for one in missing if one]


@pytest.mark.parametrize(
    "row", thin(load("undo.jsonl"), 8), ids=lambda row: f"{row['state']}: {row['run']}"[:80]
)
def test_own_cases(row: dict[str, Any], templates: dict[str, Path], tmp_path: Path) -> None:
    out, missing = play(tmp_path / "b", templates[row["state"]], row["run"], row)
    assert (out, missing) == (row["want"], row.get("missing", []))


RUN = [r for r in load("loss.jsonl") if r["want"] == "pass" and not OUTSIDE.search(r["command"])]


@pytest.mark.slow
@pytest.mark.parametrize("row", RUN, ids=lambda row: f"{row['state']}: {row['command']}"[:80])
def test_old_rows(row: dict[str, Any], templates: dict[str, Path], tmp_path: Path) -> None:
    base = tmp_path / "b"
    out, missing = play(
        base, templates[row["state"]], row["command"].replace("{else}", f"{base}/else"), row
    )
    assert out in ("back", "none", "asked"), missing


def test_there_are_enough() -> None:
    assert len(load("undo.jsonl")) >= 60 and len(RUN) >= 400

"""Protection does not wear off as people talk: bench/excuses.py on rows of ours and prompts of ours.

A part of each set in the quick lane, all of it under --all.
"""
from __future__ import annotations

import re
import subprocess
import sys

import pytest

from bench.excuses import PROMPTS as FILE
from bench.excuses import about, prompts_of, spoken
from tests.scripts import ROOT

PROMPTS = prompts_of([FILE])
# What may vanish, of every hundred calls that are stopped: lower it as fewer do, and never raise it.
VANISH = 3


def measured(*words: str) -> tuple[str, list[int]]:
    """What is printed; vanished, of so many, newly asked, of so many, after twelve prompts."""
    done = subprocess.run([sys.executable, str(ROOT / "bench/excuses.py"), "--ways", "12", *words], capture_output=True,
                          text=True, timeout=1200, check=True)
    [sums] = re.findall(r"(?m)^  all +vanished +(\d+) of +(\d+) +new +(\d+) of +(\d+)$", done.stdout)
    return done.stdout, [int(number) for number in sums]


def test_of_what_is_stopped_nearly_all_is_stopped_after_twelve_prompts() -> None:
    said, (vanished, stopped, new, silent) = measured("--limit", "12")
    assert stopped > 80 and silent > 200, said
    assert 100 * vanished <= VANISH * stopped, said
    assert new == 0, said


@pytest.mark.slow
def test_in_every_row() -> None:
    said, (vanished, stopped, new, silent) = measured()
    assert stopped > 900 and silent > 1500, said
    assert 100 * vanished <= VANISH * stopped, said
    assert 1000 * new <= silent, said


def test_prompts_are_drawn_that_do_not_speak_of_a_row() -> None:
    call = {"_act": True, "tool_name": "Bash", "tool_input": {"command": "git checkout src/parser.py | tee notes.md"}}
    scene = {"set": "a", "id": "b", "want": "ask", "events": [{"hook_event_name": "UserPromptSubmit", "prompt": "Go on"}, call]}
    assert about(scene) == {"parser", "notes"}
    assert any("parser" in text for text in PROMPTS)
    made = spoken(scene, "12", PROMPTS)
    assert made is not None and made == spoken(scene, "12", PROMPTS)
    texts = [one["prompt"] for one in made["events"] if "prompt" in one]
    assert len(set(texts)) == 13 and texts[-1] == "Go on" and not any("parser" in text for text in texts)
    other = spoken(scene, "replaced", PROMPTS)
    assert other is not None and len(other["events"]) == 2 and other["events"][0]["prompt"] in PROMPTS

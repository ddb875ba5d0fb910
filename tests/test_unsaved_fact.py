"""hooks/_unsaved/fact.py: what a call would take away that lies nowhere else; a session's start needs none of it."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from guards import Event, Session, Settings
from guards._call import read
from hooks._stores.world import World
from hooks._unsaved.fact import provide, with_scripts
from hooks._unsaved.found import Place
from hooks._unsaved.own import Own
from tests.house import ROOT
from tests.repositories import make, put


def event_of(project: Path, command: str) -> Event:
    return Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd=str(project), project=str(project))


def test_what_would_be_lost(project: Path) -> None:
    make(project, "clean")
    put(project, {"draft.md": "a morning\n"})
    world = World(str(project), dict(os.environ))
    event = event_of(project, "rm draft.md")
    with pytest.raises(FileNotFoundError):      # nobody read the call
        provide(world, event, Session("s"), "stake")
    event = event.with_(call=read(event, Settings()))
    [[key, stake, kept]] = provide(world, event, Session("s"), "stake")
    assert "draft.md" in str(key) and stake and kept
    event = event_of(project, "rm src/app.py")      # HEAD holds it
    event = event.with_(call=read(event, Settings()))
    with pytest.raises(FileNotFoundError):
        provide(world, event, Session("s"), "stake")


def test_the_text_of_a_script_is_part_of_the_call(project: Path) -> None:
    put(project, {"clean.sh": "rm -rf data\n"})
    world = World(str(project), dict(os.environ))
    place = Place(world, str(project), Own(world, "s"))
    call = with_scripts(read(event_of(project, "sh clean.sh"), Settings()), place)
    assert [touch.path for touch in call.reading.touches if touch.how == "removes"] == [f"{project}/data"]


def test_a_sessions_start_loads_nothing_that_reads_calls() -> None:
    said = "import sys, hooks._unsaved; print([one for one in sys.modules if one.startswith('guards')])"
    done = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

"""The status line in the settings file: ours on demand, theirs untouched, gone without a trace."""
from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from hooks._install import places
from hooks._install.status_line import foreign, ours, put, taken, wanted
from tests.hookclient import Client


def place(scope: str, project: Path) -> places.Place:
    return places.Place(scope, str(project), {**os.environ, "HOME": str(project / "home")}, False)


@pytest.mark.parametrize("text", ["{}\n", '{\n  "model": "a",\n  "hooks": {}\n}\n', '{"a": 1}', '{\n\t"env": {"A": "b"}\n}'])
def test_taken_is_the_inverse_of_put(text: str, project: Path) -> None:
    value = wanted(place("project", project))
    assert taken(put(text, value)) == text and put(put(text, value), value) == put(text, value) != text
    assert put(text, None) == text == taken(text) and not foreign(text)


@pytest.mark.parametrize("theirs", ['{"type": "command", "command": "~/bin/line"}', '"x"', "null", '{"command": 3}'])
def test_a_persons_own_stays(theirs: str, project: Path) -> None:
    text = '{"statusLine": %s}' % theirs  # noqa: UP031
    assert put(text, wanted(place("project", project))) == text == taken(text) and foreign(text)


@pytest.mark.parametrize("scope", places.SCOPES)
def test_it_is_known_again_in_every_scope(scope: str, project: Path) -> None:
    assert ours(wanted(place(scope, project))) and ours(wanted(place(scope, project), "python"))


def test_installed_run_and_taken_out(project: Path) -> None:
    client, settings = Client(project, project.parent / "home"), project / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_text('{\n  "model": "a"\n}\n')
    before = settings.read_bytes()
    assert client.install("--status-line").returncode == 0
    command = json.loads(settings.read_text())["statusLine"]["command"]
    done = subprocess.run(["sh", "-c", command], input=b'{"session_id": "s"}', capture_output=True, cwd=project, env=client.env, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"guards: nothing on record\n", b"")
    client.install()        # without the flag it stays
    assert "statusLine" in settings.read_text()
    client.install("--uninstall")
    assert settings.read_bytes() == before


def test_without_the_flag_there_is_none_and_a_persons_own_is_told(project: Path) -> None:
    client, settings = Client(project, project.parent / "home"), project / ".claude/settings.json"
    client.install()
    assert "statusLine" not in settings.read_text()
    client.install("--uninstall")
    settings.parent.mkdir(exist_ok=True)
    settings.write_text('{"statusLine": {"type": "command", "command": "date"}}')
    assert "status line" in client.install("--status-line").stdout
    assert json.loads(settings.read_text())["statusLine"]["command"] == "date"

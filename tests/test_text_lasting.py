"""What runs by itself."""
import doctest

import pytest

from guards._text import lasting


@pytest.mark.parametrize("path", ["/p/src/app.py", "/p/.github/workflows/ci.yml", "~/.gitconfig", "/p/profile.md", "/etc/hosts"])
def test_what_somebody_runs(path):
    assert not lasting.by_itself(path)


@pytest.mark.parametrize("path", ["/home/d/.zshrc", "/etc/cron.daily/x", "~/Library/LaunchAgents/a.plist", "/h/.config/autostart/a.desktop"])
def test_what_nobody_runs(path):
    assert lasting.by_itself(path)


def test_examples():
    assert doctest.testmod(lasting).failed == 0


@pytest.mark.parametrize(("path", "command"), [("/p/Makefile", "make check"), ("/p/conftest.py", "pytest -q"), ("/p/package.json", "npm test"),
                                               ("/p/.h/pre-push", "git push")])
def test_every_runner_of_a_file_is_known_by_its_name(path, command):
    """What the cheap gate lets pass, no program runs by the file's name."""
    from guards._shell.conventions import run_by
    from guards._shell.machine import read

    assert run_by(path, read(command).ran) and lasting.has_runner(path)
    assert not lasting.RUNNERS.isdisjoint(command.split())

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

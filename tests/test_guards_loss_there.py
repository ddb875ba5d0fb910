"""What a command takes away on another machine."""
from __future__ import annotations

import pytest

from guards._shell.machine import read
from guards.loss.there import there


@pytest.mark.parametrize(("command", "expected"), [
    ("ssh a@web1 'sudo rm -rf /srv/shop dist'", [("ssh rm", "web1", ("/srv/shop",))]),
    ("ssh web1 'rm -rf dist /tmp/x' && ls", []),
    ("ssh web1 'dropdb shop'", [("dropdb", "", ("shop",))]),
    ("ssh web1 bash -s <<< 'rm -rf /var/lib/shop'", [("ssh rm", "web1", ("/var/lib/shop",))]),
    ("ssh web1 'git reset --hard origin/main'", []),
    ("ssh web1", []),
])
def test_what_goes_there(command: str, expected: list[tuple[str, str, tuple[str, ...]]]) -> None:
    ran = next(one for one in read(command, "/p").ran if one.program == "ssh")
    assert [(loss.what, loss.cwd, loss.names) for loss in there(ran)] == expected

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
    ("ssh web1 'cd /tmp/build && rm -rf *'", []),
    ("ssh web1 'cd /etc && rm -rf *'", [("ssh rm", "web1", ("*",))]),
    ("ssh web1 'rm -rf *'", [("ssh rm", "web1", ("*",))]),
    ("ssh web1 'cd /srv/shop/releases && ls -t | tail -n +4 | xargs rm -rf'", []),
    ("ssh web1 'rm -rf /var/www/html/* && tar xzf /tmp/f.tgz -C /var/www/html'", []),
    ("ssh web1 'rm -rf /srv/shop && git clone git@h:a/shop.git /srv/shop'", []),
    ("ssh web1 'rm -rf /var/www/html/* && tar xzf /tmp/f.tgz -C /'", [("ssh rm", "web1", ("/var/www/html/*",))]),
    ("ssh web1 'rm -rf /var/lib/shop && cp -r /tmp/x /var/lib/shop'", [("ssh rm", "web1", ("/var/lib/shop",))]),
    ("ssh web1 'crontab -l | sed s/a/b/ | crontab -'", []),
    ("ssh web1 'echo x | crontab -'", [("crontab -", "", ("every entry of the crontab",))]),
])
def test_what_goes_there(command: str, expected: list[tuple[str, str, tuple[str, ...]]]) -> None:
    ran = next(one for one in read(command, "/p").ran if one.program == "ssh")
    assert [(loss.what, loss.cwd, loss.names) for loss in there(ran)] == expected

"""Files that run with nobody's doing: a shell's settings, what starts at a login, what a clock starts.

Cannot see: what such a file includes.
"""
from __future__ import annotations

# What runs by itself: at the next login, in the next shell, at a time.
LOGIN = frozenset((".bash_login", ".bash_logout", ".bash_profile", ".bashrc", ".cshrc", ".kshrc", ".profile",
                   ".xinitrc", ".xprofile", ".zlogin", ".zprofile", ".zshenv", ".zshrc", "config.fish", "profile.ps1"))
TIMED = ("/etc/cron", "/etc/profile.d/", "/systemd/", "/launchagents/", "/launchdaemons/", "/autostart/", "/init.d/",
         "/cron.d/", "/spool/cron/", "/etc/rc.local", "/etc/bash.bashrc", "/etc/environment.d/")


def by_itself(path: str) -> bool:
    """Does this file run with nobody's doing, whenever a shell or the machine starts, or at a time?

    >>> [by_itself(p) for p in ("~/.bashrc", "/etc/cron.d/x", "/h/.config/systemd/user/x.service", "/p/src/a.sh")]
    [True, True, True, False]
    """
    return path.rsplit("/", 1)[-1].lower() in LOGIN or any(place in path.lower() for place in TIMED)

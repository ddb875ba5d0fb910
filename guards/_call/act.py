"""The word for what a call trusts: a package, code from an address, a file that is run or obeyed later, an order."""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LASTING = "from now on,"        # how what is done ends, where a setting does it from then on
PACKAGE, REMOTE, ORDER, MACHINE = "package", "remote", "order", "machine"
TAKEN, SWITCH, ACCOUNT, ENDPOINT = "taken", "switch", "account", "endpoint"
LENT = (TAKEN, SWITCH, ACCOUNT, ENDPOINT)     # count only where a foreign text names them (_origin/strangers.py)


class Act:
    """One act.

    kind    MACHINE (an image of somebody's that gets this whole machine),
            PACKAGE (a name that a registry resolves), REMOTE (code from an address is run or becomes part of the
            project), TAKEN (code that a file of settings names by its owner), SWITCH (a safety that it switches off),
            ACCOUNT (an address with a key in it, to which a program will send; an account that gets power),
            ENDPOINT (an address to which a setting leads from now on),
            ORDER (any other command or tool that changes something), or a kind of FILES: "startup" ...
    what    for a person: "pip install", "a change of ~/.bashrc"
    values  the texts that say to what: a package, an address, a path and what is written into it
    command is it done by a command line?
    secret  is it given a secret, as an argument?
    heard   counts only where a foreign text names the value
    """

    __slots__ = ("command", "heard", "kind", "secret", "values", "what")

    def __init__(self, kind: str, what: str, values: Iterable[str], command: bool = True, secret: bool = False,
                 heard: bool = False) -> None:
        self.kind, self.what, self.command, self.secret, self.heard = kind, what, command, secret, heard
        self.values = tuple(dict.fromkeys(v for v in values if v and "$(" not in v))[:20]

    def __repr__(self) -> str:
        return f"Act({self.kind!r}, {self.what!r}, {self.values!r})"

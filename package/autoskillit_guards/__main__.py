"""Hook scripts that make a coding agent aware of its session.

    autoskillit-guards install [--scope project|local|user] [--dry-run] ...   wires them into the project you are in
    autoskillit-guards check                                                  is it all there, and does it answer?
    autoskillit-guards uninstall                                              the settings file as it was
    autoskillit-guards demo | status | tail | explain ID | ...                as .autoskillit/guardctl does

`autoskillit-guards install --help` and `autoskillit-guards status --help` say more.  What is installed is a copy in
your project; it does not need this package any more.
"""
from __future__ import annotations

import os
import sys

FLAGS = {"install": [], "check": ["--check"], "uninstall": ["--uninstall"]}


def main() -> int:
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bundle"))
    if words[0] in FLAGS:
        import install

        return install.main([*FLAGS[words[0]], *words[1:]])
    from hooks import _ctl

    return _ctl.main(words)


if __name__ == "__main__":
    raise SystemExit(main())

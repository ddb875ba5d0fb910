"""autoskillit-guards install | check | uninstall [flags of install.py]; any other word is a verb of guardctl.

What is installed is a copy of its own; it does not need this package any more.
"""

from __future__ import annotations

import os
import sys

FLAGS = {"install": [], "check": ["--check"], "uninstall": ["--uninstall"]}


def main() -> int:
    words = sys.argv[1:] or ["-h"]
    if words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bundle"))
    if words[0] not in FLAGS:
        from hooks import _ctl

        return _ctl.main(words)
    import install

    return install.main([*FLAGS[words[0]], *words[1:]])


if __name__ == "__main__":
    raise SystemExit(main())

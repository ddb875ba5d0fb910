"""autoskillit-guards install | check | uninstall [flags of install.py].

What is installed is a copy of its own; it does not need this package any more.
"""

import os
import sys

VERBS = "install check uninstall".split()


def main() -> int:
    words = sys.argv[1:] or ["-h"]
    if words[0] not in VERBS:
        print(__doc__.strip())
        return int(words[0] not in ("-h", "--help"))
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "bundle"))
    import install

    return install.main([f"--{words[0]}", *words[1:]][words[0] == "install" :])


if __name__ == "__main__":
    raise SystemExit(main())

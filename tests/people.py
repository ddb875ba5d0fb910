"""guardctl as a person runs it: somebody is there.  A script as well."""
from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hooks import _ctl

main = partial(_ctl.main, person=lambda env: "")

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

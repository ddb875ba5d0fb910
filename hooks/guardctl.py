"""What a person runs: `guardctl [--project DIR] VERB`.  The verbs stand in hooks/_ctl/__init__.py."""

import sys

sys.path.insert(0, __file__[: -len("/hooks/guardctl.py")])

from hooks._ctl import main

sys.exit(main(sys.argv[1:]))

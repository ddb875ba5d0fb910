import sys

sys.path.insert(0, __file__[: -len("/hooks/pre_compact.py")])

from hooks._event.run import main

main("PreCompact")

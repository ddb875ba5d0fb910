import sys

sys.path.insert(0, __file__[: -len("/hooks/session_end.py")])

from hooks._event.run import main

main("SessionEnd")

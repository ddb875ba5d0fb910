import sys

sys.path.insert(0, __file__[: -len("/hooks/session_start.py")])

from hooks._event.run import main

main("SessionStart")

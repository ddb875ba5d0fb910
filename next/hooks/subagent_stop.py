import sys

sys.path.insert(0, __file__[: -len("/hooks/subagent_stop.py")])

from hooks._event.run import main

main("SubagentStop")

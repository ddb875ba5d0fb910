import sys

sys.path.append(__file__[:-len("/hooks/subagent_stop.py")])

from hooks._archive import main

main("SubagentStop")

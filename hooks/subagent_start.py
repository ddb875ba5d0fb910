import sys

sys.path.append(__file__[:-len("/hooks/subagent_start.py")])

from hooks._archive import main

main("SubagentStart")

import sys

sys.path.insert(0, __file__[: -len("/hooks/pre_tool_use.py")])

from hooks._event.run import main

main("PreToolUse")

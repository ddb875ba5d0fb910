import sys

sys.path.append(__file__[:-len("/hooks/post_tool_use.py")])

from hooks._archive import main

main("PostToolUse")

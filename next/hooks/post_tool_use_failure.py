import sys

sys.path.insert(0, __file__[: -len("/hooks/post_tool_use_failure.py")])

from hooks._event.run import main

main("PostToolUseFailure")

import sys

sys.path.insert(0, __file__[: -len("/hooks/user_prompt_submit.py")])

from hooks._event.run import main

main("UserPromptSubmit")

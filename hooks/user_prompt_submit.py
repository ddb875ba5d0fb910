import sys

sys.path.append(__file__[:-len("/hooks/user_prompt_submit.py")])

from hooks._archive import main

main("UserPromptSubmit")

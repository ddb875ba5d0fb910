import sys

sys.path.append(__file__[:-len("/hooks/user_prompt_expansion.py")])

from hooks._archive import main

main("UserPromptExpansion")

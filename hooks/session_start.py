import sys

sys.path.append(__file__[:-len("/hooks/session_start.py")])

from hooks._archive import main

main("SessionStart")

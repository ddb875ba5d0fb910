import sys

sys.path.append(__file__[:-len("/hooks/session_end.py")])

from hooks._archive import main

main("SessionEnd")

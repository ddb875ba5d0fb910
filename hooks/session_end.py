import sys

sys.path.insert(0, __file__[:-len("/hooks/session_end.py")])

from hooks._archive import main

main("SessionEnd")

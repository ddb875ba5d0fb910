import sys

sys.path.append(__file__[:-len("/hooks/pre_compact.py")])

from hooks._archive import main

main("PreCompact")

import sys

sys.path.append(__file__[:-len("/hooks/instructions_loaded.py")])

from hooks._archive import main

main("InstructionsLoaded")

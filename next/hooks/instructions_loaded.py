import sys

sys.path.insert(0, __file__[: -len("/hooks/instructions_loaded.py")])

from hooks._event.run import main

main("InstructionsLoaded")

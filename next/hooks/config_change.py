import sys

sys.path.insert(0, __file__[: -len("/hooks/config_change.py")])

from hooks._event.run import main

main("ConfigChange")

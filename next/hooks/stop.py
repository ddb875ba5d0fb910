import sys

sys.path.insert(0, __file__[: -len("/hooks/stop.py")])

from hooks._event.run import main

main("Stop")

import sys

sys.path.insert(0, __file__[:-len("/hooks/stop.py")])

from hooks._archive import main

main("Stop")

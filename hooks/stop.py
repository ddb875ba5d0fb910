import sys

sys.path.append(__file__[:-len("/hooks/stop.py")])

from hooks._archive import main

main("Stop")

import sys

sys.path.append(__file__[:-len("/hooks/config_change.py")])

from hooks._archive import main

main("ConfigChange")

import sys

sys.path.insert(0, __file__[: -len("/hooks/event.py")])

from hooks._event.run import main

main(*sys.argv[1:])

"""guardctl: what a person runs to see and steer the guards of a project."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from hooks._ctl import main
from hooks._ctl._terminal import Terminal

if __name__ == "__main__":
    sys.stdout = Terminal(sys.stdout)
    raise SystemExit(main(sys.argv[1:]))

import sys

sys.path.insert(0, __file__[: -len("/hooks/session_look.py")])

from hooks._event.accepted import look_for_guards

look_for_guards()

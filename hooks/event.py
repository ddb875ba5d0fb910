import gc
import sys

gc.disable()  # a process of milliseconds needs no search for cycles
# Every module of ours imports `annotations` of it: an empty one takes no time.
future = sys.modules["__future__"] = type(sys)("__future__")
vars(future)["annotations"] = None
sys.path.insert(0, __file__[: -len("/hooks/event.py")])

from hooks._event.run import main  # noqa: E402

main(*sys.argv[1:])

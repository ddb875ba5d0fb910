import sys

sys.path.insert(0, __file__[: -len("/hooks/permission_request.py")])

from hooks._event.run import main

main("PermissionRequest")

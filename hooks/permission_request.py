import sys

sys.path.append(__file__[:-len("/hooks/permission_request.py")])

from hooks._archive import main

main("PermissionRequest")

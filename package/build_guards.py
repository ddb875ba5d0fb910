"""Builds the wheel (PEP 517) with nothing but the standard library.

Law: the same sources make the same bytes.  The wheel holds the bundle below `autoskillit_guards/bundle`.
Cannot see: what pyproject.toml says in any form but `key = "text"`; there is no tomllib before Python 3.11.
"""

import base64
import hashlib
import os
import re
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from hooks._install import VERSION  # noqa: E402
from hooks._install.check import collect_code  # noqa: E402
from hooks._install.plan import read_file  # noqa: E402

PACKAGE = "autoskillit_guards"
WHEEL = "Wheel-Version: 1.0\nGenerator: build_guards\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
METADATA = (
    "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nLicense: MIT\nSummary: {description}\n"
    "Requires-Python: {requires-python}\nDescription-Content-Type: text/markdown\n\n"
)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    head = re.split(r"^\[(?!project\])", read_packaged("pyproject.toml"), flags=re.M)[0]
    about = dict(re.findall(r'^([\w-]+) = "(.*)"$', head, re.M), version=VERSION)
    info, main = f"{PACKAGE}-{VERSION}.dist-info", f"{PACKAGE}/__main__.py"
    files = {f"{PACKAGE}/bundle/{path}": data for path, data in collect_code(ROOT).items()}
    script = f"[console_scripts]\n{about['name']} = {PACKAGE}.__main__:main\n"
    files[main] = read_packaged(f"package/{main}").encode()
    files[f"{info}/METADATA"] = (METADATA.format_map(about) + read_packaged("README.md")).encode()
    files[f"{info}/WHEEL"] = WHEEL.encode()
    files[f"{info}/entry_points.txt"] = script.encode()
    rows = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}")
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    target = f"{PACKAGE}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(f"{wheel_directory}/{target}", "w") as out:
        for inside, data in files.items():
            entry = zipfile.ZipInfo(inside, (2020, 1, 1, 0, 0, 0))  # no build differs by its clock
            entry.external_attr = 0o100644 << 16
            out.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return target


def read_packaged(path):
    return (read_file(f"{ROOT}/{path}") or b"").decode()

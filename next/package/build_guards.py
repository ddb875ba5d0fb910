"""Builds the wheel (PEP 517) with nothing but the standard library.

Law: the same sources make the same bytes.  The wheel holds the bundle as install.py copies it, below
`autoskillit_guards/bundle`.
Cannot see: what pyproject.toml says in any form but `key = "text"`; there is no tomllib before Python 3.11.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from hooks._install import VERSION  # noqa: E402
from hooks._install.check import read_code  # noqa: E402

PACKAGE = "autoskillit_guards"
WHEEL = "Wheel-Version: 1.0\nGenerator: build_guards\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
METADATA = (
    "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nLicense: MIT\nSummary: {description}\n"
    "Requires-Python: {requires-python}\nDescription-Content-Type: text/markdown\n\n"
)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    head = re.split(r"^\[(?!project\])", read_source("pyproject.toml").decode(), flags=re.M)[0]
    about = dict(re.findall(r'^([\w-]+) = "(.*)"$', head, re.M), version=VERSION)
    info = f"{PACKAGE}-{VERSION}.dist-info"
    files = {f"{PACKAGE}/bundle/{path}": data for path, data in read_code(ROOT).items()}
    for name in ("__init__.py", "__main__.py"):
        files[f"{PACKAGE}/{name}"] = read_source(f"package/{PACKAGE}/{name}")
    script = f"[console_scripts]\n{about['name']} = {PACKAGE}.__main__:main\n"
    files[f"{info}/METADATA"] = METADATA.format_map(about).encode() + read_source("README.md")
    files[f"{info}/WHEEL"] = WHEEL.encode()
    files[f"{info}/entry_points.txt"] = script.encode()
    rows = [f"{path},sha256={encode_digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    target = f"{PACKAGE}-{VERSION}-py3-none-any.whl"
    path = os.path.join(wheel_directory, target)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for inside, data in files.items():
            entry = zipfile.ZipInfo(inside, (2020, 1, 1, 0, 0, 0))  # no build differs by its clock
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            out.writestr(entry, data)
    return target


def encode_digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def read_source(path):
    if not os.path.exists(os.path.join(ROOT, path)):
        return b""
    with open(os.path.join(ROOT, path), "rb") as file:
        return file.read()

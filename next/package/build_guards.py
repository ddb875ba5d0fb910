"""Builds the wheel and the source archive (PEP 517) with nothing but the standard library.

Law: the same sources make the same bytes.  The wheel holds the bundle as install.py copies it, below
`autoskillit_guards/bundle`.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import re
import sys
import tarfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from hooks._install import VERSION  # noqa: E402
from hooks._install.bundle import read_code  # noqa: E402

PACKAGE = "autoskillit_guards"
BESIDE = ("pyproject.toml", "README.md", "CHANGELOG.md")
WHEEL = b"Wheel-Version: 1.0\nGenerator: build_guards\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    about = read_project()
    info = f"{PACKAGE}-{VERSION}.dist-info"
    files = {f"{PACKAGE}/bundle/{path}": data for path, data in read_code(ROOT).items()}
    files.update(
        (f"{PACKAGE}/{name}", read_source("package", PACKAGE, name))
        for name in ("__init__.py", "__main__.py")
    )
    script = f"[console_scripts]\n{about['name']} = {PACKAGE}.__main__:main\n"
    files.update({f"{info}/METADATA": write_metadata(about), f"{info}/WHEEL": WHEEL})
    files[f"{info}/entry_points.txt"] = script.encode()
    rows = [f"{path},sha256={encode_digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    target = f"{PACKAGE}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, target), "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))  # no build differs by its clock
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            out.writestr(entry, data)
    return target


def build_sdist(sdist_directory, config_settings=None):
    name = f"{PACKAGE}-{VERSION}"
    files = {**read_code(ROOT), "PKG-INFO": write_metadata(read_project())}
    for top in ("package", *BESIDE):
        walked = [
            os.path.join(at, one)
            for at, _, names in os.walk(os.path.join(ROOT, top))
            for one in sorted(names)
        ]
        for path in walked or [os.path.join(ROOT, top)]:
            if os.path.isfile(path) and "__pycache__" not in path:
                inside = os.path.relpath(path, ROOT)
                files[inside] = read_source(inside)
    target = f"{name}.tar.gz"
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT) as out:
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mode = len(data), 0o644
            out.addfile(entry, io.BytesIO(data))
    with open(os.path.join(sdist_directory, target), "wb") as file:
        file.write(gzip.compress(made.getvalue(), 9, mtime=0))
    return target


def read_project():
    """The plain texts of pyproject.toml's [project]; there is no tomllib before Python 3.11."""
    head = re.split(
        r"^\[(?!project\])", read_source("pyproject.toml").decode(), flags=re.MULTILINE
    )[0]
    return dict(re.findall(r'^([\w-]+) = "(.*)"$', head, re.MULTILINE))


def write_metadata(about):
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {about['name']}",
        f"Version: {VERSION}",
        "License: MIT",
    ]
    lines += [f"Summary: {about['description']}", f"Requires-Python: {about['requires-python']}"]
    return "\n".join(
        [*lines, "Description-Content-Type: text/markdown", "", ""]
    ).encode() + read_source("README.md")


def encode_digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def read_source(*parts):
    path = os.path.join(ROOT, *parts)
    with open(path, "rb") as file:
        return file.read()

"""Builds the wheel and the source archive (PEP 517) with nothing but the standard library.

A wheel is a zip file with a few small texts beside the files.  So `pipx` and `uvx` need no build tool from anywhere,
and the same sources make the same bytes.  The wheel holds the bundle as install.py copies it, below
`autoskillit_guards/bundle`.
"""
from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import io
import os
import re
import sys
import tarfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = "autoskillit_guards"
SOURCES = ("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "install.py", "hook_registry.json", "hooks",
           "guards", "commands", "package", "docs")
WHEEL = b"Wheel-Version: 1.0\nGenerator: build_guards\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
WHEN = (2020, 1, 1, 0, 0, 0)    # of every file in it: no build differs by its clock


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    sys.path.insert(0, ROOT)
    from hooks._install import bundle

    about = project()
    name = f"{PACKAGE}-{about['version']}"
    files = {f"{PACKAGE}/bundle/{path}": data for path, data in bundle.contents(ROOT).items()}
    for module in ("__init__.py", "__main__.py"):
        files[f"{PACKAGE}/{module}"] = read("package", PACKAGE, module)
    info = f"{name}.dist-info"
    files[f"{info}/METADATA"] = metadata(about)
    files[f"{info}/WHEEL"] = WHEEL
    files[f"{info}/entry_points.txt"] = f"[console_scripts]\n{about['name']} = {PACKAGE}.__main__:main\n".encode()
    files[f"{info}/licenses/LICENSE"] = read("LICENSE")
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    target = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, target), "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, WHEN)
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            out.writestr(entry, data)
    return target


def build_sdist(sdist_directory, config_settings=None):
    about = project()
    name = f"{PACKAGE}-{about['version']}"
    files = {f"{name}/PKG-INFO": metadata(about)}
    for source in SOURCES:
        top = os.path.join(ROOT, source)
        below = [os.path.join(folder, each) for folder, _, names in os.walk(top) for each in names]
        found = [top] if os.path.isfile(top) else sorted(path for path in below if "__pycache__" not in path)
        for path in found:
            inside = os.path.relpath(path, ROOT)
            files[f"{name}/{inside}".replace(os.sep, "/")] = read(inside)
    target = f"{name}.tar.gz"
    with open(os.path.join(sdist_directory, target), "wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as out:
        for path, data in files.items():
            entry = tarfile.TarInfo(path)
            entry.size, entry.mode = len(data), 0o644
            out.addfile(entry, io.BytesIO(data))
    return target


def project():
    """The plain texts of pyproject.toml's [project] (there is no tomllib before Python 3.11), and the version."""
    head = re.split(r"^\[(?!project\])", read("pyproject.toml").decode(), flags=re.MULTILINE)[0]
    version = re.search(r'^VERSION = "(.*?)"', read("hooks/_identity.py").decode(), re.MULTILINE).group(1)
    return {**dict(re.findall(r'^([\w-]+) = "(.*)"$', head, re.MULTILINE)), "version": version}


def metadata(about):
    readme = read("README.md").decode()
    lines = ("Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {about['version']}", "License: MIT",
             f"Summary: {about['description']}", f"Requires-Python: {about['requires-python']}",
             "Description-Content-Type: text/markdown", "", readme)
    return "\n".join(lines).encode()


def record(files, own):
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.writerow((path, f"sha256={digest}", len(data)))
    rows.writerow((own, "", ""))
    return out.getvalue().encode()


def read(*parts):
    with open(os.path.join(ROOT, *parts), "rb") as file:
        return file.read()

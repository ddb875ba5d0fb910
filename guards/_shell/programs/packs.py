"""What a program that publishes takes along: what the session itself put below a folder, and what a list names.

Law: a secret that a command of this session copied into a folder leaves with this folder; one that a text of this
session says is to be packed (`COPY .env`, `"files": [".env"]`, `!.env`) leaves with the package.
Limitations: a list that was there before the session.
"""
from __future__ import annotations

from guards import CREDENTIALS
from guards._shell.flow import NOTHING, Arg, Flow, join, without_text
from guards._shell.programs.opened import is_folder
from guards._shell.sources import file_level
from guards._text.lasting import recipe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

PACKED = "packed:"      # among the files of a session: a list that names a secret
TAKES = ("files", "include", "copy ", "add ", "assets", "package_data", "resources", "bundle", "contents", "srcs")
CONTAINERS = tuple("build buildah buildctl crane docker img kaniko ko nerdctl podman skopeo".split())
# Words of a program or its verb by which a folder is given to the world.
GIVES = frozenset("deploy pages publish push release ship upload".split())


def listed(path: str, text: str) -> str:
    """The secret file that a text says is to be packed, "" for none.

    >>> listed("/p/Dockerfile", "FROM a\\nCOPY .env /e"), listed("/p/.npmignore", "!.env"), listed("/p/a.py", "x = 1")
    ('.env', '.env', '')
    """
    low = text.lower()
    if path.endswith("ignore"):
        rows = [row.strip()[1:] for row in text.split("\n") if row.strip().startswith("!")]
        return next((row for row in rows if secret(row)), "")
    if not any(word in low for word in TAKES):
        return ""
    if _of_container(path):
        rows = [row.strip() for row in text.replace("\\\n", " ").split("\n") if "--from" not in row]
        said = [word for row in rows if row.lower().startswith(("copy ", "add "))
                for word in row.replace('"', " ").replace(",", " ").strip("[] ").split()[1:-1]]
        return next((word for word in said if secret(word)), "")
    from guards._shell.literals import literals, statements

    for row in statements(text):
        if any(word in row.lower() for word in TAKES):
            said = literals(row) if '"' in row or "'" in row else row.split()[1:]
            found = next((one for one in said if secret(one)), "")
            if found:
                return found
    return ""


def secret(word: str) -> bool:
    """Is a word the path of a file that holds credentials by its name?"""
    return 2 < len(word) < 200 and " " not in word and file_level(word.lstrip("/")) >= CREDENTIALS


def _of_container(path: str) -> bool:
    return recipe(path) or path.endswith("/.dockerignore") or path == ".dockerignore"


# Files that say what a package takes along.
LISTS = tuple("""package.json pyproject.toml manifest.in cargo.toml setup.py setup.cfg .gemspec .nuspec ignore
    dockerfile containerfile""".split())


def lists(machine: Machine, full: str, text: str) -> None:
    """Notes the secret file that a text names which is written into a list of what is packed."""
    found = listed(full, text)
    if found:
        name = PACKED + full
        machine.files[name] = machine.found.written[name] = Flow(CREDENTIALS, (found,))


def taken(machine: Machine, name: str, args: list[Arg]) -> Flow:
    """What goes along with what this program publishes: a named folder, else the one that it runs in."""
    here = machine.path(".").rstrip("/")
    named = [path for path in map(machine.path, folders(args)) if path.rstrip("/") != here]
    found = [without_text(flow) for path, flow in machine.files.items() if flow.level >= CREDENTIALS and (
        _below(path, named) or (not named and path.startswith(here + "/") and not file_level(path)))]
    container = name in CONTAINERS
    found += [without_text(flow) for path, flow in machine.files.items() if path.startswith(PACKED) and flow.level and
              _of_container(path) == container and _beside(path.removeprefix(PACKED), here)]
    return join(*found) if found else NOTHING


def _beside(path: str, here: str) -> bool:
    """Does a list lie in the folder that a program runs in, or below it?  Without a known folder each name does."""
    return path.startswith(f"{here}/") or (here == "." and path[0] != "/")


def folders(args: list[Arg]) -> list[str]:
    """The folders that a program is told to publish."""
    found = []
    for before, arg in zip([Arg(""), *args], args):
        if is_folder(arg.text) or (before.text[:1] == "-" and before.text.lstrip("-") in FOLDER):
            found.append(arg.text)
    return [one.rstrip("/") for one in found]


FOLDER = frozenset("C cwd d dir directory dist folder path prefix public source src".split())


def _below(path: str, folders: list[str]) -> bool:
    return any(path.startswith(folder.rstrip("/") + "/") for folder in folders)

"""The words of the stake: Place, where a call stands; Stake, what it would lose."""

from __future__ import annotations

from hooks._stores.system import os

TYPE_CHECKING = False
if TYPE_CHECKING:

    from hooks._stores.world import World
    from hooks._unsaved.own import Own

LATE = "git gave no answer in time"
FAR = "the pattern reaches into more folders than could be looked at"
BROKEN = "git could not read the repository"
NAMED = 8  # names that a stake gives
# Folders whose content is made anew by a build, whatever lies above them; ours is looked after by self_protection.
PRODUCTS = frozenset(
    """
    node_modules __pycache__ .venv .cache .tox .nox .pytest_cache .mypy_cache .ruff_cache .gradle .next .nuxt .turbo
    .parcel-cache .svelte-kit .nyc_output .eggs .terraform bower_components .hypothesis DerivedData .autoskillit
    .ipynb_checkpoints .sass-cache htmlcov .angular .vite .coverage
""".split()
)
# These, too, within a project.
BUILT = frozenset(
    """
    dist build target venv env coverage out bin obj _build site tmp temp logs log cmake-build-debug
    cmake-build-release test-results playwright-report public/build
""".split()
)
ENDINGS = tuple(
    """
    .pyc .pyo .o .obj .class .log .tmp .swp .pid .lock .tsbuildinfo .egg-info .d .a .so .gcda .gcno .coverage
    .aux .bbl .blg .fls .synctex .toc .lof .lot .fdb_latexmk
    .DS_Store nohup.out .bak~ ~
""".split()
)
TEMPORARY = tuple(
    """
    /tmp /var/tmp /private/tmp /private/var/folders /var/folders /dev/shm /run/user
""".split()
)


class Stake:
    """What of one Loss lies nowhere else.

    files     how many files; names: the first of them, as a person knows them; untracked: lies one in no commit at all?
    commits   how many commits; subjects: the first of them
    stashes   the stashes' own words
    outside   paths outside of the project
    more      True where counting stopped at a bound; unsure: why it could not be computed
    papers    documents and scripts of the project's own that hold the command

    For the copy (rescue.py):
    paths     the files, or folders, themselves; light: links and empty files beside them, which alone are no loss
    root      the repository; refs: [object id, name]: what holds the commits; bounds: commits that stay, and end these
    staged    [mode, object id, path from the root]: what the index holds and loses
    """

    __slots__ = (
        "bounds",
        "commits",
        "files",
        "light",
        "more",
        "names",
        "outside",
        "papers",
        "paths",
        "refs",
        "root",
        "staged",
        "stashes",
        "subjects",
        "unsure",
        "untracked",
    )

    def __init__(self) -> None:
        self.files = self.commits = 0
        self.names: list[str] = []
        self.subjects: list[str] = []
        self.stashes: list[str] = []
        self.outside: list[str] = []
        self.papers: list[str] = []
        self.paths: list[str] = []
        self.light: list[str] = []
        self.refs: list[list[str]] = []
        self.bounds: list[str] = []
        self.staged: list[list[str]] = []
        self.more = self.untracked = False
        self.unsure = self.root = ""

    def __bool__(self) -> bool:
        return bool(self.files or self.commits or self.stashes or self.outside or self.unsure)

    def file(self, path: str, name: str, untracked: bool) -> None:
        """Counts a file in."""
        self.files += 1
        self.untracked = self.untracked or untracked
        self.paths.append(path)
        if len(self.names) < NAMED:
            self.names.append(name)

    def row(self) -> dict[str, object]:
        """What is there of it, as JSON."""
        made = {
            name: getattr(self, name)
            for name in (
                "files",
                "commits",
                "names",
                "subjects",
                "stashes",
                "outside",
                "papers",
                "more",
                "unsure",
                "untracked",
            )
        }
        return {name: value for name, value in made.items() if value}

    def kept(self, what: str) -> dict[str, object]:
        """What a copy needs, as JSON; of a call that is called so."""
        names = ("paths", "light", "root", "refs", "bounds", "staged", "more", "unsure", "commits", "stashes")
        return {"what": what, **{name: getattr(self, name) for name in names}}


class Place:
    """Where a call stands: the project, its folder, the session's own work.  Answers are kept for this one call."""

    def __init__(self, world: World, cwd: str, own: Own) -> None:
        self.world, self.cwd, self.own = world, cwd, own
        self.project = os.path.realpath(world.project)
        self.home = world.env.get("HOME", "")
        self.known: dict[str, str] = {}

    def path(self, text: str, cwd: str) -> str | None:
        """Absolute, variables of the shell's own filled in; None where it cannot be known."""
        for name, value in (
            ("HOME", self.home),
            ("PWD", cwd or self.cwd),
            ("TMPDIR", self.world.env.get("TMPDIR", "/tmp")),
            ("CLAUDE_PROJECT_DIR", self.project),
        ):
            text = text.replace("${" + name + "}", value).replace(f"${name}", value) if value else text
        name, unset, rest = text.removeprefix("${").partition("-}")
        if unset:
            text = self.world.env.get(name, "") + rest
        if "$" in text or "`" in text or "\0" in text or not text:
            return None
        if text == "~" or text.startswith("~/"):
            if not self.home:
                return None
            text = self.home + text[1:]
        return os.path.normpath(os.path.join(cwd or self.cwd, text)) + (
            "/" if text.endswith("/") and text.strip("/") else ""
        )

    def repository(self, folder: str) -> str:
        """The nearest folder, from this one up, that holds a `.git`; "" for none."""
        at = folder
        seen = []
        while at not in self.known:
            seen.append(at)
            if os.path.lexists(os.path.join(at, ".git")):
                self.known[at] = at
                break
            up = os.path.dirname(at)
            if up == at:
                self.known[at] = ""
                break
            at = up
        for one in seen:
            self.known[one] = self.known[at]
        return self.known[at]

    def inside(self, path: str) -> bool:
        """Is it the project's?"""
        return path == self.project or path.startswith(self.project.rstrip("/") + "/")

    def passing(self, path: str) -> bool:
        """Is it in a folder for what may go at any time?  Not the person's home, wherever that lies, nor what lies
        beside a project that is there itself."""
        if self.inside(path) or self.project.startswith(path.rstrip("/") + "/"):
            return False
        if len(self.home) > 1 and (path + "/").startswith(self.home.rstrip("/") + "/"):
            return False
        own = self.world.env.get("TMPDIR", "").rstrip("/")
        for folder in (*TEMPORARY, *([own] if own else [])):
            if path == folder or path.startswith(folder + "/"):
                top = "/".join(path.split("/")[:folder.count("/") + 2])
                return not self.project.startswith(top + "/") or path == folder
        return False

    def shown(self, path: str) -> str:
        """As a person knows it: from the project, or from home."""
        if self.inside(path):
            return os.path.relpath(path, self.project)
        return "~" + path[len(self.home) :] if len(self.home) > 1 and path.startswith(self.home + "/") else path


def product(relative: str, anchored: bool) -> bool:
    """Does a path say that a build makes it anew?  `anchored`: it is told from a project's own folder.

    >>> product("src/__pycache__/a.pyc", True), product("dist/app.js", True), product("src/app.py", True)
    (True, True, False)
    """
    pieces = relative.rstrip("/").split("/")
    if not PRODUCTS.isdisjoint(pieces) or pieces[-1].endswith(ENDINGS):
        return True
    return anchored and not BUILT.isdisjoint(pieces if relative.endswith("/") or len(pieces) == 1 else pieces[:-1])

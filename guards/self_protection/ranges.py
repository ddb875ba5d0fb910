"""Would what a search or a listing finds be ours?  For an act whose target is not spelt out, the range decides.

Law: a range that covers the project's folder is ours where a name of ours could be in it; what takes names out of it
(`-name`, `grep`, a condition of code) lowers that, as far as it can be read.
Cannot see: a condition on anything but a name (age, owner, size), which counts as none.
"""
from __future__ import annotations

from guards._shell.gathers import start
from guards._text.glob import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._shell.reading import Ran

# What lies in the folder, as a search from the project's folder finds it; the first alone is seen by a listing.
FOUND = (".autoskillit", ".autoskillit/guards.json", ".autoskillit/guardctl", ".autoskillit/hook",
         ".autoskillit/bundle", ".autoskillit/bundle/hooks", ".autoskillit/bundle/hooks/pre_tool_use.py",
         ".autoskillit/temp", ".autoskillit/temp/key", ".autoskillit/temp/context", ".autoskillit/temp/context/s.jsonl",
         ".autoskillit/temp/context/s.state.json", ".autoskillit/temp/installed.json")
ANCHORS = (".local/state/autoskillit", ".local/state/autoskillit/anchors", ".local/state/autoskillit/anchors/p/s.json")
FINDERS = frozenset(("fd", "fdfind", "find", "gfind"))
GREPS = frozenset(("ack", "ag", "egrep", "fgrep", "grep", "rg"))
NAMED, PATHS = ("-name", "-iname"), ("-path", "-ipath", "-wholename")
REGEX = ("-regex", "-iregex")
NOT = ("!", "-not", "\\!")


def finds(words: list[str], program: str = "find", among: tuple[str, ...] = FOUND, deletes: bool = False) -> bool:
    """Would a search with these words find one of these?

    >>> finds(". -name *.jsonl".split()), finds(". -name *.pyc".split()), finds(". -not -path */.* -type f".split())
    (True, False, False)
    >>> finds(". -path *skillit/temp*".split()), finds(". -maxdepth 1 -type f".split()), finds(["-e", "pyc"], "fd")
    (True, False, False)
    """
    if program.startswith("fd"):
        return _fd_finds(words, among)
    if "-empty" in words:
        return False
    kind = words[words.index("-type") + 1:][:1] if "-type" in words else [""]
    if kind == ["f"] and "-maxdepth" in words and words[words.index("-maxdepth") + 1:][:1] in (["0"], ["1"]):
        return False
    if kind == ["d"] and deletes and not any(word in (*NAMED, *PATHS, *REGEX) for word in words):
        return False        # -delete takes empty folders alone
    wanted = []
    for at, word in enumerate(words[:-1]):
        if word not in (*NAMED, *PATHS, *REGEX):
            continue
        hit = any(_is_found(word, words[at + 1], one) for one in among)
        if words[at - 1] in NOT or words[at + 2:at + 4] == ["-prune", "-o"]:
            if hit:
                return False
        else:
            wanted.append(hit)
    return any(wanted) or not wanted


def _is_found(option: str, pattern: str, one: str) -> bool:
    if option in REGEX:
        return found_by(pattern, f"./{one}", whole=True)
    pattern = pattern.lower().rstrip("/")
    return match(pattern, one.rsplit("/", 1)[-1] if option in NAMED else f"./{one}")


def _fd_finds(words: list[str], among: tuple[str, ...]) -> bool:
    """fd leaves hidden and ignored names out unless it is told: ours are both."""
    short = "".join(word[1:] for word in words if word[:1] == "-" and word[1:2].isalpha())
    if not ({"--hidden", "--no-ignore", "--unrestricted"} & set(words) or {"H", "I", "u"} & set(short)):
        return False
    ends = [f".{b}" for a, b in zip(words, words[1:]) if a in ("-e", "--extension")]
    if ends:
        return any(one.endswith(end) for one in among for end in ends)
    pattern = next((word for word in words if word[:1] != "-"), "")
    return any(found_by(pattern, one.rsplit("/", 1)[-1]) for one in among)


def found_by(pattern: str, name: str, whole: bool = False) -> bool:
    """Does a regular expression find this name?  One that cannot be read finds all."""
    import re

    try:
        return bool((re.fullmatch if whole else re.search)(pattern[:100], name, re.IGNORECASE))
    except (re.error, RecursionError, OverflowError):
        return True


def left_over(ran: Iterable[Ran], among: tuple[str, ...] = FOUND) -> bool:
    """Do the filters of a pipeline (`grep x`, `grep -v y`) leave one of these?"""
    left = among
    for one in ran:
        if one.program not in GREPS or not one.fed:
            continue
        pattern = next((word for word in one.words if word[:1] != "-"), "")
        without = any(word[:1] == "-" and word[1:2] != "-" and "v" in word for word in one.words)
        if "-F" in one.words or one.program == "fgrep":
            left = tuple(name for name in left if (pattern.lower() in name) != without)
        else:
            left = tuple(name for name in left if found_by(pattern, name) != without)
    return bool(left)


# --- code of other languages

DEEP = ("os.walk", "rglob(", "**", "walkdir", "find.find", "filepath.walk", "recursive=true, glob", "globstar",
        "file::find", "walksync", "\"recursive\":true}).foreach")
FLAT = ("listdir", "scandir", "iterdir", "glob(", "glob.", "readdir", "dir[", "dir.glob", "dir.entries", "dir.children",
        "dir.each_child", "opendir", "scandir(", "<*>", "<.*>", "read_dir", "os.readdir", "children(")
TREES = ("rmtree", "rm -r", "rm -f", "rmsync", "rm_rf", "rm_r", "removeall", "remove_dir_all", "deltree", "remove_tree",
         "rimraf", "fs.rm(", "'rm'", "\"rm\"", "shutil.move", ".rename(", "os.rename", "renamesync")
ONES = ("unlink", "os.remove", ".remove(", "file.delete", ".delete(", "truncate", "remove_file", "write_text(",
        "writefile", ",'w'", ", 'w'", ',"w"', ', "w"', "writefilesync", "file.write")
HERE = ("", ".", "./", "*", ".*", "./*", "**", "**/*", "./**", "./**/*")
CWD = ("cwd", "pwd", "curdir", "dirname", "_file__", "homedir", "home()", "expanduser")
# Literals of such code that are no names: modes, encodings, modules, the command itself.
NO_NAMES = frozenset(("w", "r", "a", "wb", "rb", "utf-8", "utf8", "fs", "path", "os", "fs/promises", "node:fs",
                      "node:path", "child_process", "rm", "-rf", "-r", "-f", "sh", "-c", "fileutils", "glob", "find",
                      "pathlib", "shutil", "\\n", "\n", "/", "", "rimraf", "__main__"))


def sweeps(text: str) -> bool:
    """Does code remove or empty what it lists or finds in the folder where it runs, so that ours could be in it?

    >>> [sweeps(f"[p.unlink() for p in Path('.').rglob('*.{end}')]") for end in ("jsonl", "pyc")]
    [True, False]
    >>> sweeps("for d in os.listdir('.'):\\n if d not in ('src', 'docs'): shutil.rmtree(d)")
    True
    >>> sweeps("for d in os.listdir('.'):\\n if not d.startswith('.'): shutil.rmtree(d)")
    False
    """
    low = text.lower()
    deep = any(word in low for word in DEEP)
    flat = any(word in low for word in FLAT)
    tree = any(word in low for word in TREES)
    if not ((deep and (tree or any(word in low for word in ONES))) or (flat and tree)):
        return False
    among = FOUND if deep else FOUND[:1]
    strings = list(_literals(text))
    at = min(i for i in (low.find(word) for word in (*DEEP, *FLAT)) if i >= 0)
    base, known = start(text[:at], text[at:at + 300])
    if known and base not in HERE and base[:1] not in "/~":
        return False        # the folder in which it looks has a name
    if not any(one in HERE or (one[:1] in ".*" and "*" in one) for _, one in strings) and not any(
            word in low for word in CWD) and not _of_nothing(low):
        return False
    hits, excused, positive, negative = False, False, False, False
    for at, one in strings:
        one = one.lower().removeprefix("rm -rf ").removeprefix("rm -r ")
        if one in HERE and not (one == "." and "startswith" in low[max(0, at - 14):at]):
            continue
        if one in NO_NAMES or "%" in one or one[:1] == "$" or len(one) > 80 or " " in one.strip():
            continue
        fits = any(_could_be(one, name) for name in among)
        before = low[max(0, at - 40):at]
        if "not " in before or "!" in before or "unless " in before or "grep -v" in before:
            negative, excused = True, excused or fits
        else:
            positive, hits = True, hits or fits
    return hits or (not excused and (negative or not positive))


def _of_nothing(low: str) -> bool:
    """Is a listing asked for without saying of what?"""
    return any(f"{word}()" in low for word in ("listdir", "scandir", "getcwd", "cwd", "read_dir"))


def _could_be(one: str, name: str) -> bool:
    """Could a name that fits this literal (a pattern, an end, a beginning, a part) be this one?"""
    last = name.rsplit("/", 1)[-1]
    if one == ".":
        return last.startswith(".")
    if "*" in one or "?" in one:
        return match(one.rsplit("/", 1)[-1], last) or match(one.lstrip("./"), name)
    bare = one.replace("\\", "").strip("^$/")
    return len(bare) > 2 and bare in name


def _literals(text: str) -> Iterable[tuple[int, str]]:
    """(place, text) of the string literals, at most 200."""
    at = found = 0
    while at < len(text) and found < 200:
        if text[at] in "'\"`":
            end = text.find(text[at], at + 1)
            if end < 0:
                return
            yield at, text[at + 1:end]
            found, at = found + 1, end
        at += 1

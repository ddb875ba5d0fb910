"""What an archive or a folder of others would put into ours: known where its names are at hand.

Law: a command that lays what a source holds into the project's folder, or one above it, changes each file that the
source names there; listing and making an archive lays nothing.  A source whose names are not at hand brings nothing,
but into a folder of ours, and where the same command makes it out of files which are called as ours.
Cannot see: an archive that comes over the network as it is unpacked, one in a format that nobody here reads (rar, 7z),
and what stands behind the names that there was time for.
"""
from __future__ import annotations

from guards._text.glob import match
from guards.self_protection.mentions import only_shows
from guards.self_protection.places import OURS, above, fits, protected, segments, settings_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from guards import Event, Fact
    from guards._call import Call
    from guards._shell.reading import Ran

PACKED = (".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tzst", ".gz", ".bz2", ".xz", ".zip", ".jar", ".whl", ".cpio",
          ".vsix", ".pax", ".crate", ".gem", ".7z", ".rar")
INTO = ("-C", "-d", "-o", "--directory", "--output-directory", "--dir", "--cd")
# Words by which a program of no table is told to show an archive, or to make one.
LISTS = frozenset(("-l", "-t", "-lv", "-Z", "-Z1", "-p", "-v", "-c", "l", "t", "a", "--list", "--test", "--create",
                   "list", "create", "add", "test"))
INTERPRETERS = ("python", "node", "perl", "ruby", "php", "bun", "deno")
TREES = frozenset(("cp", "ditto", "mv", "robocopy", "rsync", "xcopy"))
WHOLE = frozenset(("--archive", "--recursive"))
LEAVES_OUT = ("--exclude", "-x")
MOST = 4            # sources of one command


class Source:
    """What one simple command lays out.

    path   of the archive or folder; into: the folder in which its names land; cut: folders that are taken off a name
    out    patterns of names that are left out; only: the names that are wanted, none for all
    """

    __slots__ = ("cut", "into", "only", "out", "path")

    def __init__(self, path: str, into: str, cut: int = 0, out: tuple[str, ...] = (),
                 only: tuple[str, ...] = ()) -> None:
        self.path, self.into, self.cut, self.out = path, into, cut, out
        self.only = tuple(one.lower().removeprefix("./") for one in only)

    def lands(self, name: str) -> str:
        """Where a name of the source comes to lie, "" where it does not come."""
        parts = segments(name)
        if any(match(out.strip("/").lower(), part) for out in self.out for part in (*parts, "/".join(parts))):
            return ""
        whole = "/".join(parts)
        if self.only and not any(whole.startswith(one) or match(one, whole) for one in self.only):
            return ""
        rest = parts[self.cut:]
        return f"{self.into.rstrip('/')}/{'/'.join(rest)}" if rest else ""


def wanted(call: Call, event: Event) -> tuple[Fact, ...]:
    """The facts that say what the sources of a command hold, and whether what they would replace is there."""
    found: list[Fact] = [("members", one.path) for one in sources(call, event.project)]
    settings = [f"{event.project.rstrip('/')}/.claude/{name}" for name in ("settings.json", "settings.local.json")]
    return (*found, *(("exists", path) for path in settings)) if found else ()


def brought(call: Call, event: Event) -> str:
    """What a command brings into the place of ours, "" for nothing."""
    for one in sources(call, event.project):
        names: list[str] | None = event.facts.found.get(("members", one.path))
        if names is None:
            if _made_here(call, one.path):
                return f"this command unpacks what it packs under the name of {OURS}"
            place = _ours(one.into, event)
            if place:
                return f"this command would change {place} (what {_short(one.path)} holds is unknown)"
            continue
        for name in names:
            place = _ours(one.lands(name), event)
            if place:
                return f"this command would change {place} ({_short(one.path)} holds one)"
    return ""


def _short(path: str) -> str:
    last = path.rstrip("/").rsplit("/", 1)[-1]
    return last if 0 < len(last) <= 24 else "what it lays out"


def _ours(path: str, event: Event) -> str:
    """The place of ours that this path is: the project's own, not one of a copy of it in a folder below."""
    low = path.lower()
    if OURS not in low and "settings" not in low and "hooks" not in low:
        return ""
    settings = settings_file(path, event.project)
    home = segments(event.project)
    inside = segments(path)
    if inside[:len(home)] != home:
        return ""
    if settings:
        return settings if event.facts.found.get(("exists", path)) else ""
    return protected(path, "", event.project) if inside[len(home):][:1] == [OURS] else ""


def _made_here(call: Call, path: str) -> bool:
    """Does the command make this archive, and files that are called as ours?"""
    made = {touch.path for touch in call.touches if touch.how == "writes"}
    return path in made and any(OURS in segments(one) for one in made)


def sources(call: Call, project: str) -> list[Source]:
    """The sources of a command, at most four of each simple command in it."""
    return [source for one in call.ran for source in list(_of(one, call))[:MOST]
            if above(source.into, "", project) or (one.program not in TREES and protected(source.into, "", project))]


def _of(one: Ran, call: Call) -> Iterator[Source]:
    cwd = one.cwd or call.cwd
    if one.program in TREES:
        yield from _of_tree(one, cwd)
        return
    if one.program.rstrip("0123456789.") in INTERPRETERS:
        yield from _of_code(one, cwd)
        return
    given = tuple(one.given.files) if any(sign in one.program for sign in ("tar", "cpio", "pax")) else ()
    named = [word.partition("=")[2] if word[:2] == "--" else word for word in one.words if _is_packed(word)]
    if not (given or named or one.program.startswith("7z")) or not _unpacks(one, call):
        return
    into, rest = _parts(one.words)
    if one.program.startswith("7z"):
        named = named or rest[:1]
    if one.program in ("tarfile", "zipfile") and len(rest) > 1:
        into = rest[-1]
    picks = one.program in ("tar", "bsdtar", "unzip")       # these are told which members they lay out
    only = tuple(word for word in rest[1:] if not _is_packed(word)) if picks else ()
    for path in (*named, *given)[:MOST]:
        yield Source(_whole(path, cwd), _whole(into or ".", cwd), _cut(one.words), _left_out(one.words), only)
        if path in given:       # what `tar c FOLDER` hands on
            yield Source(_whole(path.removesuffix("/."), cwd), _whole(into or ".", cwd))


def _of_code(one: Ran, cwd: str) -> Iterator[Source]:
    """Code that unpacks what it names: into each folder that it names, or where it runs."""
    from guards.self_protection.commands import literals

    text = " ".join((*one.words, one.given.text))
    if "extract" in text or "unpack" in text:
        named = literals(text)
        into = [word for word in named if "/" in word and not _is_packed(word)] or ["."]
        for path in filter(_is_packed, named):
            yield from (Source(_whole(path, cwd), _whole(folder, cwd)) for folder in into[:MOST])


def _is_packed(word: str) -> bool:
    return word.lower().endswith(PACKED) and " " not in word


def _unpacks(one: Ran, call: Call) -> bool:
    """Does a program lay out the archive that it is given?  One of no table may."""
    if one.program in ("tar", "bsdtar"):
        return any(touch.program == "tar -x" for touch in call.touches)
    if any(sign in one.program for sign in ("cpio", "pax")):
        return any(word[:1] == "-" and word[1:2] != "-" and set(word) & set("ir") and "t" not in word
                   for word in one.words) or "--extract" in one.words
    if one.program.startswith("7z"):
        return one.words[:1] in (["x"], ["e"])
    if one.program in ("tarfile", "zipfile", "jar"):
        return any(word in ("-e", "--extract") or (word[:1] in "x-" and "x" in word[:3]) for word in one.words[:2])
    if only_shows(one):
        return False
    may = any(touch.how == "may" and touch.program == one.program and _is_packed(touch.path) for touch in call.touches)
    return may and LISTS.isdisjoint(one.words)


def _parts(words: list[str]) -> tuple[str, list[str]]:
    """(the folder that an option names, the words that are no options)."""
    into, rest, skip = "", [], False
    for at, word in enumerate(words):
        if skip:
            skip = False
        elif word in INTO and at + 1 < len(words) and not (word == "-o" and _is_packed(words[at + 1])):
            into, skip = words[at + 1], True
        elif word.partition("=")[0] in INTO and "=" in word:
            into = word.partition("=")[2]
        elif word[:2] in ("-o", "-C", "-d") and len(word) > 2:
            into = word[2:]
        elif word in LEAVES_OUT or word in ("--strip-components", "--transform", "-f", "--file"):
            skip = word not in ("-f", "--file")
        elif word[:1] != "-":
            rest.append(word)
    if rest and not _is_packed(rest[0]) and rest[0].isalpha() and len(rest) > 1:
        rest = rest[1:]         # the letters of `tar xzf`
    return into, rest


def _cut(words: list[str]) -> int:
    for at, word in enumerate(words):
        name, _, value = word.partition("=")
        if name in ("--strip-components", "--strip", "--strip-path"):
            value = value or "".join(words[at + 1:at + 2])
            return int(value) if value.isdecimal() and len(value) < 3 else 0
    return 0


def _left_out(words: list[str]) -> tuple[str, ...]:
    found = [word.partition("=")[2] for word in words if word.startswith("--exclude=")]
    return (*found, *(after for word, after in zip(words, words[1:]) if word in LEAVES_OUT))


def _of_tree(one: Ran, cwd: str) -> Iterator[Source]:
    """`cp -r A/. B`, `rsync -a A/ B`, `mv A/.* B`: what is in A comes into B; `cp -r A B`: into B/A."""
    words = one.words
    letters = "".join(word for word in words if word[:1] == "-" and word[1:2] != "-")
    deep = one.program != "cp" or not WHOLE.isdisjoint(words) or bool(set(letters) & set("rRa"))
    into, rest = "", []
    for at, word in enumerate(words):
        if word in ("-t", "--target-directory"):
            into = "".join(words[at + 1:at + 2])
        elif word[:1] != "-" and word != into:
            rest.append(word)
    if not into and rest:
        into = rest.pop()
    if not deep or not into or ":" in into:
        return
    flat = "T" in letters or one.program in ("ditto", "robocopy", "xcopy")
    for source in rest[:MOST]:
        head, _, last = source.rstrip("/").rpartition("/")
        if "*" in last or "?" in last or "[" in last:       # a pattern: what fits it of the folder before
            if fits(last, OURS) or fits(last, ".claude"):
                yield Source(_whole(head or ".", cwd), _whole(into, cwd))
        elif ":" not in source:
            inner = flat or source.endswith("/.") or (one.program == "rsync" and source.endswith("/"))
            base = last if last != "." else head.rsplit("/", 1)[-1]
            yield Source(_whole(source, cwd), _whole(into if inner else f"{into}/{base}", cwd), 0, _left_out(words))


def _whole(path: str, cwd: str) -> str:
    if path.startswith(("/", "~", "$")):
        return path
    return f"{cwd.rstrip('/')}/{path.removeprefix('./')}" if path not in (".", "./", "") else cwd or "."

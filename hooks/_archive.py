"""One event's modules out of one file, instead of sixty searches for sixty files.

Law: with the archive, without it and with a broken one an event is answered alike; only the time differs.

`install.py` makes the archives with the interpreter that runs the hooks (hooks/_install/archive.py), beside the
bytecode whose place they take.  An archive counts only where its magic number is this interpreter's, its digest that
of its bytes, and the size and time of each source those that it was made from, this one's among them: then it is the
code that an import would give.  One that somebody committed knows no times of the files of this checkout.  Anything
else, and the modules are imported as ever.  It is code, and protected as the bundle is.  What few events need stands on
a shelf: one file, out of which a module is read when it is first imported.
"""
import _imp
import gc
import sys
from marshal import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Loaded = Any        # what bytes hold is what their digest says

try:
    from posix import stat
except ImportError:
    from nt import stat  # type: ignore[import-not-found,unused-ignore,no-redef,attr-defined]


def places(file: str) -> "tuple[str, str]":
    """(the folder of the archives, that of hooks/ and guards/), each with its separator at the end, of this module's
    own file as the system writes it: `/p/hooks/_archive.py`, `C:\\p\\hooks\\_archive.py`."""
    hooks = file[:-len("_archive.py")]
    return f"{hooks}__pycache__{hooks[-1:]}", hooks[:-len("hooks/")]


FOLDER, CODE = places(__file__)
OWN = "hooks/_archive.py"       # below CODE: the first source that an archive names
SHELF = "rest"          # beside the archives: every module by itself, behind a list of them
DIGEST = 8              # bytes
LENGTH = 4              # bytes of a number: how long a list or a first part is, where a piece begins, how long it is
ROOM = 1 << 21          # bytes, more than an archive has
OURS = ("guards.", "hooks.")
TURN = ("PostToolBatch", "Stop")    # have a beginning of their own (hooks/_turn.py)
FIELDS = 6      # of a module's row: an archive of another release has others
# Of the interpreter: its bytecode's number; who reads the file must read the same bytecode.
EXTERNAL: "Loaded" = sys.modules["_frozen_importlib_external"]
MAGIC: bytes = EXTERNAL.MAGIC_NUMBER
START = len(MAGIC) + DIGEST + LENGTH
ENTRY = 2 * LENGTH + DIGEST
FUNCTION: "Loaded" = type(lambda: None)
EXTENSIONS = "lib-dynload"      # the folder of its modules in C
TAILS: "dict[str, bytes]" = {}     # archive -> what lies behind its first part, once a function of it was called
# What each import asks of a module that is known; one without a spec would answer with an error that is dropped.
PLACED: "Loaded" = type(sys.implementation)(_initializing=False, _uninitialized_submodules=[])    # type: ignore[call-arg]


def path(event: str) -> str:
    """Where an event's archive lies."""
    return f"{FOLDER}{event}.{sys.implementation.cache_tag}.archive"


def main(event: str) -> None:
    """What a script calls: answers the event on stdin and ends the process."""
    gc.disable()        # a process of a few milliseconds has nothing to collect
    # This module was looked for in our folder first, without a search through those of the interpreter; all others are
    # looked for there last.
    sys.path.append(sys.path.pop(0))
    load(event)
    if event in TURN:
        from hooks._turn import main
    else:
        from hooks._run import main

    main(event)


def load(event: str) -> bool:
    """Puts the event's modules in place.  False, and nothing is changed, where there is no archive that counts."""
    # Nobody writes into these: that so large a piece was given back tells glibc to keep what is given back from now on.
    # The pages that the archive is read into then serve the modules, instead of as many new ones.
    bytes(ROOM)
    try:
        with regular(path(event)) as file:
            modules = of(*first(file))
    except OSError:
        return False
    if not modules:
        return False
    if type(sys.meta_path[0]) is not Shelf:
        sys.meta_path.insert(0, Shelf())
    place(modules, event)
    return True


def regular(file: str) -> "Loaded":
    """A file opened to be read.  Raises OSError for a pipe, a socket or a device in its place, whose opening waits."""
    if stat(file).st_mode & 0o170000 != 0o100000:
        raise OSError(file)
    return open(file, "rb", 0)


def first(file: "Loaded") -> "tuple[bytes, bytes]":
    """(the head, the first part) of an archive: what stands behind them is read once a function of it is called."""
    head = file.read(START)
    return head, file.read(min(ROOM, int.from_bytes(head[-LENGTH:], "little")))


def of(head: bytes, body: bytes) -> "Loaded":
    """The modules of an archive: (name, path below CODE, is it a package?, code, what it imports of others: (module,
    (name or (name, its name here), ...)), the functions that lie apart: (names, for each ENTRY bytes: where its piece
    begins behind the first part, where it ends, and its digest; the names that others may know, and those that none but
    functions that lie apart know)), each after those that it imports.  () where they don't count."""
    if head[:len(MAGIC)] != MAGIC or head[len(MAGIC):-LENGTH] != digest(body):
        return ()
    try:
        stamps, modules = loads(body)
        if stamps[0][0] != OWN:
            return ()
        for name, size, time in stamps:
            found = stat(CODE + name)
            if found.st_size != size or found.st_mtime_ns != time:
                return ()
    except (EOFError, IndexError, OSError, TypeError, ValueError):
        return ()
    return modules if modules and len(modules[0]) == FIELDS else ()


def digest(data: "bytes | memoryview") -> bytes:
    """What shows that an archive is torn or damaged; no defence against somebody who writes one."""
    return _imp.source_hash(0, data)  # type: ignore[arg-type,unused-ignore]


def place(modules: "Loaded", archive: str) -> None:
    """Makes an archive's modules as an import would, all of them known before the first one runs."""
    known, make = sys.modules, type(sys)
    given = {row[0] for row in modules}
    for above in {name.rpartition(".")[0] for name in given} - given - {""}:
        __import__(above)       # a package that another archive holds, or should
    new = [row for row in modules if row[0] not in known]
    for row in new:
        known[row[0]] = make(row[0])
    for name, file, package, *ran in new:
        names = known[name].__dict__
        names["__file__"], names["__spec__"] = CODE + file, PLACED
        above, _, last = name.rpartition(".")
        names["__package__"] = name if package else above
        if package:
            names["__path__"] = [CODE + file[:-len("/__init__.py")]]
        if above:
            known[above].__dict__[last] = known[name]
        run(names, archive, *ran)


def run(names: "dict[str, Loaded]", archive: str, code: "Loaded", imports: "Loaded", apart: "Loaded") -> None:
    """Runs a module's code, in its names what it imports of others and the functions that are read later."""
    known = sys.modules
    for source, pairs in imports:
        if source not in known:
            __import__(source)
        there = known[source].__dict__
        for here in pairs:
            if type(here) is not str:
                one, here = here
                names[here] = there[one] if one in there else brought(source, one)
            elif here in there:
                names[here] = there[here]
            else:
                names[here] = brought(source, here)
    if apart:
        stand_in(names, archive, apart, apart[2])
    exec(code, names)


def stand_in(names: "dict[str, Loaded]", archive: str, apart: "Loaded", which: "Loaded") -> None:
    """Puts into a module's names functions that are read once they are called."""
    make, first_call = FUNCTION, unread.__code__
    for name in which:
        names[name] = function = make(first_call, names, name)
        function.__kwdefaults__ = {"_first": (read, function, archive, apart)}


def unread(*given: "Loaded", _first: "Loaded", **named: "Loaded") -> "Loaded":
    """What a function does that nobody has called yet.  It sees the names of its own module, none of ours."""
    real, *what = _first
    return real(*what)(*given, **named)


def read(function: "Loaded", archive: str, apart: "Loaded") -> "Loaded":
    """The function, with its code, whoever holds it by now."""
    names: dict[str, Loaded] = function.__globals__
    if archive not in TAILS:
        TAILS[archive] = tail(archive)
    if apart[3] and apart[3][0] not in names:       # what only it and its like call
        stand_in(names, archive, apart, apart[3])
    data = piece_of(TAILS[archive], apart, function.__name__)
    code = loads(data) if data else None
    if code is not None and code.co_name == function.__name__:
        function.__kwdefaults__, function.__code__ = None, code
        return function
    made: dict[str, Loaded] = {}
    if code is not None:        # of its definition: it has defaults
        exec(code, names, made)
    else:       # gone, damaged or of another archive
        made = {name: names[name] for name in ("__name__", "__package__", "__file__")}
        with open(names["__file__"], encoding="utf-8") as source:
            exec(compile(source.read(), names["__file__"], "exec", dont_inherit=True), made)
    one = made[function.__name__]
    if isinstance(one, type):       # a class that is only called: whoever holds the function calls it from now on
        names[function.__name__], function.__kwdefaults__ = one, {"_first": (itself, one)}
        return one
    function.__defaults__, function.__kwdefaults__ = one.__defaults__, one.__kwdefaults__
    function.__code__ = one.__code__
    return function


def itself(one: "Loaded") -> "Loaded":
    """What was read before."""
    return one


def tail(archive: str) -> bytes:
    """What stands behind an archive's first part, whose pieces have digests of their own."""
    try:
        with regular(path(archive)) as file:
            head = file.read(START)
            file.seek(START + int.from_bytes(head[-LENGTH:], "little"))
            found: bytes = file.read()
            return found
    except OSError:
        return b""


def piece_of(data: bytes, apart: "Loaded", name: str) -> bytes:
    """A function's piece of an archive's tail, as its module's row tells where it is; nothing where it is another."""
    names, entries, *_ = apart
    row = entries[names.index(name) * ENTRY:][:ENTRY]
    at, end = (int.from_bytes(row[place:place + LENGTH], "little") for place in (0, LENGTH))
    return data[at:end] if digest(data[at:end]) == row[2 * LENGTH:] else b""


def brought(source: str, name: str) -> "Loaded":
    """What `from source import name` gives: of a package, also a module that nothing has loaded yet."""
    return getattr(__import__(source, None, None, (name,)), name)


def file_of(name: str, package: bool) -> str:
    """The path of a module's source below CODE.

    >>> file_of("hooks._run", False), file_of("guards.policy", True)
    ('hooks/_run.py', 'guards/policy/__init__.py')
    """
    return name.replace(".", "/") + ("/__init__.py" if package else ".py")


class Shelf:
    """Finds modules on the shelf, each a piece of it: path below CODE, is it a package?, its source's size and time,
    code, what it imports of others, nothing that lies apart.

    One whose source changed, or that is damaged, is not found here, and imported as ever.
    """

    def __init__(self) -> None:
        self.rows: bytes | None = None
        self.codes: dict[str, Loaded] = {}

    def find_spec(self, name: str, among: object = None, target: object = None) -> "Loaded":
        """The import system's question."""
        if not name.startswith(OURS):
            return extension(name)
        if self.rows is None:
            self.rows = listed(SHELF)
        data = piece(SHELF, self.rows, name)
        if data is None:
            return None
        try:
            file, package, size, time, *ran = loads(data)
            found = stat(CODE + file)
        except (EOFError, OSError, TypeError, ValueError):
            return None
        if (found.st_size, found.st_mtime_ns) != (size, time) or file != file_of(name, package):
            return None
        self.codes[name] = tuple(ran)
        spec = type(sys.__spec__)(name, self, origin=CODE + file, is_package=package)   # type: ignore[arg-type]
        if package:
            spec.submodule_search_locations = [CODE + file[:-len("/__init__.py")]]
        spec.has_location = True
        return spec

    def create_module(self, spec: object) -> None:
        """As the import system makes one."""

    def exec_module(self, module: "Loaded") -> None:
        """Runs it."""
        run(module.__dict__, SHELF, *self.codes.pop(module.__name__))


def listed(name: str) -> bytes:
    """The list at the head of a file out of which one piece is read at a time: each name between two NULs, and behind
    it where the piece begins, how long it is, and its digest.  Nothing where there is none that counts."""
    start = len(MAGIC) + DIGEST + LENGTH
    try:
        with regular(path(name)) as file:
            head = file.read(start)
            rows = file.read(int.from_bytes(head[start - LENGTH:], "little"))
    except OSError:
        return b""
    told = head[len(MAGIC):-LENGTH]
    return rows if head[:len(MAGIC)] == MAGIC and told == digest(rows) else b""


def piece(file: str, rows: bytes, name: str) -> "bytes | None":
    """What stands under a name in a file with that list; None where it is gone or another."""
    mark = f"\0{name}\0".encode()
    at = rows.find(mark) + len(mark)
    if at < len(mark):
        return None
    try:
        with regular(path(file)) as pieces:     # not kept open: descriptors may be few
            pieces.seek(int.from_bytes(rows[at:at + LENGTH], "little"))
            data = pieces.read(int.from_bytes(rows[at + LENGTH:at + 2 * LENGTH], "little"))
    except OSError:
        return None
    return data if digest(data) == rows[at + 2 * LENGTH:at + 2 * LENGTH + DIGEST] else None


def extension(name: str) -> "Loaded":
    """The spec of a module in C of the interpreter's own, which a search would find in the last of its folders."""
    for folder in sys.path:
        if folder[-len(EXTENSIONS):] == EXTENSIONS and name not in sys.builtin_module_names:
            file = f"{folder}{folder[-len(EXTENSIONS) - 1]}{name}{_imp.extension_suffixes()[0]}"
            try:
                stat(file)
            except OSError:
                return None
            spec = type(sys.__spec__)(name, EXTERNAL.ExtensionFileLoader(name, file), origin=file)
            spec.has_location = True
            return spec
    return None

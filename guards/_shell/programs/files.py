"""The programs that write, copy, pack, change or remove files.

Law: each says which paths it touches, and what the files that it writes hold from then on.
"""
from __future__ import annotations

from guards import DELETES
from guards._shell.flow import NOTHING, Arg, Flow, came_from, join
from guards._shell.programs.arguments import options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

# What they do to the paths they are given.
CHANGERS = {"truncate": "writes", **dict.fromkeys("rmdir shred srm trash unlink".split(), "removes")}


def changed(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """chmod, touch, rmdir and their like: change or remove the paths they are given."""
    for arg in options(args, name)[1]:
        machine.touch(CHANGERS.get(name, "changes"), arg.text, name)
    return NOTHING


def copy(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """cp, mv, ln, install: the last argument holds what the others hold."""
    found, rest = options(args, name)
    into = next((value for flag, value in found if flag in ("-t", "--target-directory") and value), None)
    sources, target = (rest, into) if into else (rest[:-1], rest[-1] if len(rest) > 1 else None)
    if target is None:
        return NOTHING
    machine.touch("changes" if name == "ln" else "writes", target.text, name)
    for source in sources:
        if name == "mv":
            machine.touch("removes", source.text, name)
        elif name == "ln":
            machine.touch("may", source.text, name)
        flow = join(machine.file(source.text, whole=True), machine.arguments([source]))
        base = source.text.rstrip("/").rpartition("/")[2]
        machine.write(target.text.rstrip("/"), flow)
        if flow.level:
            machine.write(f"{target.text.rstrip('/')}/{base}", flow)
    return NOTHING


def tee(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """tee writes what it reads into each file, and hands it on."""
    for arg in args:
        if not arg.text.startswith("-"):
            machine.output(arg.text, stdin, any(a.text == "-a" for a in args))
    return stdin


def dd(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """dd copies `if=` to `of=`; without `of=` it prints."""
    flow, out = stdin, ""
    for arg in args:
        key, _, value = arg.text.partition("=")
        if key == "if":
            flow = machine.file(value)
        elif key == "of":
            out = value
    if out:
        machine.output(out, flow, False)
        return NOTHING
    return flow


def archive(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """tar, zip and the like: the archive holds what its members hold."""
    if name in ("tar", "bsdtar"):
        given, members = tar_words(args)
        if "-c" not in given and not {"-x", "--extract", "--get"}.isdisjoint(given):
            folder = given.get("-C") or given.get("--directory") or "."
            machine.touch("writes", folder, "tar -x")
            place = join(stdin, machine.file(given.get("-f") or given.get("--file", ""))).remote
            if place:
                machine.write(folder, came_from(NOTHING, place))
            return NOTHING
        if "-c" not in given and "-t" in given:
            return NOTHING
        out = given.get("-f") or given.get("--file", "-")
        members += [Arg(given[one]) for one in ("-C", "--directory") if given.get(one)]
    else:
        rest = [a for a in args if (a.text == "-" or not a.text.startswith("-")) and a.text not in ("a", "u")]
        out, members = rest[0].text if rest else "-", rest[1:]
    flow = join(machine.arguments(members, whole=True), stdin)
    flow = flow.with_(text="", whole=True)
    if out in ("", "-"):
        return flow
    machine.touch("writes", out, name)
    machine.write(out, flow)
    if not out.endswith((".zip", ".7z", ".rar")) and name in ("zip", "7z", "7za"):
        machine.write(f"{out}.{name[:3].rstrip('a')}", flow)
    return NOTHING


def tar_words(args: list[Arg]) -> tuple[dict[str, str], list[Arg]]:
    """(the options of tar with their values, the members); what letters without a dash take stands behind them all.

    >>> [arg.text for arg in tar_words(list(map(Arg, "xfz a.tar b".split())))[1]]
    ['b']
    """
    first = args[0].text if args else ""
    if first.isalpha():
        args = [Arg(f"-{first.replace('f', '')}{'f' * ('f' in first)}"), *args[1:]]
    found, rest = options(args, "tar")
    return {name: value.text if value else "" for name, value in found}, rest


def writer(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """gpg, openssl, gzip and the like: a filter that may write to a file of its own."""
    found, rest = options(args, name)
    if name.startswith("gpg") and any(f.startswith("--export-secret") for f, _ in found):
        return Flow(3, ("gpg --export-secret-keys",))
    flow = join(stdin, machine.arguments(args))
    out = next((v.text for f, v in found if f in ("-o", "--output", "-out") and v), "")
    if out not in ("", "-"):
        machine.touch("writes", out, name)
        machine.write(out, flow)
        return NOTHING
    for arg in rest if name in COMPRESSORS else ():
        machine.write(arg.text + COMPRESSORS[name], join(machine.file(arg.text), arg.flow))
    return flow


COMPRESSORS = {"gzip": ".gz", "pigz": ".gz", "bzip2": ".bz2", "xz": ".xz", "zstd": ".zst", "lz4": ".lz4",
               "brotli": ".br", "compress": ".Z", "gpg": ".gpg", "gpg2": ".gpg"}


def remove(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """rm and the like remove their paths; what is removed with its folders is an effect, too."""
    flags = "".join(a.text for a in args if a.text.startswith("-"))
    for arg in args:
        if not arg.text.startswith("-"):
            machine.touch("removes", arg.text, name)
    if "r" in flags.lower() or name != "rm":
        machine.emit(DELETES, name, f"{name} {flags}".strip()[:40], "")
    return NOTHING

"""What git commands send, write and run.

A push carries the repository; which commits and files those are is asked of git (hooks/_event/leaving.py).
Cannot see: aliases, hooks and filters of the repository's own configuration.
"""

from __future__ import annotations

import re

from guards._reading.lexer import Text
from guards._reading.programs import find_host, find_hosts
from guards._reading.sending import list_paths, parse_command, read_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.shell import Walker

ADDS = frozenset(
    "add commit switch tag notes stash update-index hash-object commit-tree update-ref branch checkout".split()
)
FETCHES = frozenset("clone fetch pull ls-remote submodule".split())
SHOWS_CHANGES = frozenset("diff archive bundle format-patch show".split())
HARD = ("file", "value", "env")


def run_git(walker: Walker, args: list[Text], stdin: Text, depth: int) -> Text:
    """One git command; what it prints."""
    given = args
    args = take_options(walker, args, stdin, depth)
    texts = [one.text for one in args]
    verb, rest = (texts or [""])[0], texts[1:]
    carried = set(stdin.labels.union(*(one.labels for one in given)))
    message = {
        n
        for n, one in enumerate(rest)
        if (n and rest[n - 1] in ("-m", "--message")) or one.startswith("-m")
    }
    for number, text in enumerate(rest):
        for path in (
            list_paths(text.rpartition(":")[2], " " not in text) if number not in message else ()
        ):
            carried |= walker.label_file(path) if not find_host(path) and verb != "push" else set()
    command = parse_command("git", texts, ("sends",) if verb in ("push", "send-email") else ())
    walker.commands.append(command)
    plain = [one for one in rest if not one.startswith("-")]
    if verb in ("remote", "config"):
        set_remote(walker, verb, rest, stdin, depth)
    elif verb in ADDS:
        walker.added |= {one for one in carried if one[0] in HARD}
        options = " ".join(rest)
        every = bool(re.search(r"(^| )(-A|--all|\.)( |$)", options)) and verb == "add"
        if every or re.search(r"(^| )-a", options):
            own = [
                path for path in (walker.files if every else walker.touched) if path[0] not in "/~"
            ]
            walker.added |= {one for path in own for one in walker.label_file(path)}
        return Text("", carried if verb == "stash" else ())
    elif verb in ("push", "send-email"):
        labels = carried | walker.added | {("repository", walker.folder or ".")}
        target = (
            plain[0]
            if plain
            else next((one[7:] for one in rest if one.startswith("--repo=")), "origin")
        )
        target = walker.remotes.get(target, target)
        place = (
            target
            if find_host(target) or "://" in target or target.startswith(("/", ".", "~"))
            else f"remote:{target}"
        )
        mails = re.findall(r"[\w.+-]+@[\w.-]+", " ".join(rest)) or ["?mail"]
        walker.send(
            "git " + verb, [place] if verb == "push" else mails, Text(" ".join(rest), labels)
        )
    elif verb in FETCHES:
        walker.fetches += [one for one in plain if find_host(one)]
        if any(kind in HARD for kind, _ in carried) and (hosts := find_hosts(" ".join(rest))):
            walker.send(
                "git " + verb,
                hosts,
                Text(" ".join(rest), carried),
                all(kind != "file" for kind, _ in carried),
            )
    elif verb in SHOWS_CHANGES or (
        verb == "log" and any(one.startswith(("-p", "--patch")) for one in rest)
    ):
        carried |= {("repository", walker.folder or ".")} if "--stat" not in rest else set()
        for before, path in zip(rest, rest[1:]):
            if before in ("-o", "--output", "create"):
                walker.write_file(path, Text("", carried))
    elif verb == "credential":
        return Text("", {("value", "git credential")})
    elif verb in ("filter-branch", "bisect", "rebase", "difftool"):
        for order in filter(None, map(read_order, rest)):
            walker.run(order, depth + 1, stdin)
    elif verb in ("rm", "clean", "reset", "restore"):
        walker.deletes += plain
    return Text(
        "", carried - {("file", one) for one in rest} if verb in ("status", "add") else carried
    )


def take_options(walker: Walker, args: list[Text], stdin: Text, depth: int) -> list[Text]:
    """The words behind git's own options; a command in `-c key=value` is run."""
    while args and args[0].text.startswith("-"):
        option = args[0].text
        takes = option in ("-C", "-c", "--git-dir", "--work-tree")
        if option == "-c" and len(args) > 1:
            value = args[1].text.partition("=")[2]
            if read_order(value + " "):
                walker.run(value.lstrip("!"), depth + 1, stdin)
        if option == "-C" and len(args) > 1:
            walker.folder = walker.place_path(args[1].text)
        args = args[2 if takes else 1 :]
    return args


def set_remote(walker: Walker, verb: str, rest: list[str], stdin: Text, depth: int) -> None:
    """`git remote add`, `set-url`, `git config remote.x.url`, `url.x.insteadOf`, and commands as values."""
    plain = [one for one in rest if not one.startswith("-")]
    if verb == "remote" and plain[:1] in (["add"], ["set-url"]) and len(plain) > 2:
        walker.remotes[plain[1]] = plain[2]
    if verb != "config" or len(plain) < 2:
        return
    if found := re.match(r"remote\.([^.]+)\.(?:push)?url$", plain[0], re.I):
        walker.remotes[found[1]] = plain[1]
    if found := re.match(r"url\.(.+)\.(?:push)?insteadof$", plain[0], re.I):
        walker.remotes["origin"] = found[1]
    if read_order(plain[-1] + " "):
        walker.run(plain[-1].lstrip("!"), depth + 1, stdin)

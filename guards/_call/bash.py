"""The tags of a Bash call: those of the commands in it.  A glance tells the commands that are worth reading."""
from __future__ import annotations

from guards._call.tags import Tags, shell_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event
    from guards._shell.machine import Reading

# A command without any of these words neither sends, fetches nor touches what is secret by name.
STIRS = frozenset((
    "7z", "ansible", "aria2c", "at", "authtoken", "autossh", "aws", "axel", "az", "azcopy", "azure", "b2", "base64",
    "bash", "bw", "clean", "clone", "cloudflared", "config", "copy", "credential", "credentials", "croc", "crontab",
    "curl", "curlie", "dash", "delete", "deploy", "destroy", "dig", "docker", "doctl", "doppler", "drill", "dropdb",
    "env", "environ", "envrc", "eval", "fetch", "ffsend", "finger", "fish", "ftp", "gcloud", "getent", "getline",
    "gh", "glab", "gnupg", "gpg", "gpg2", "grpcurl", "gsutil", "host", "htpasswd", "http", "https", "httpx", "hub",
    "hurl", "id_dsa", "id_ecdsa", "id_ed25519", "id_rsa", "inet", "jks", "kdbx", "key", "keychain", "keychains",
    "keystore", "ksh", "kube", "kubeconfig", "kubectl", "lftp", "localtunnel", "logger", "lpass", "lynx", "mail",
    "mailx", "mc", "mongosh", "msmtp", "mutt", "mysql", "nc", "ncat", "ncftpput", "neomutt", "netcat", "netrc",
    "ngrok", "npmrc", "nslookup", "ntfy", "op", "open", "openssl", "p12", "pass", "password", "pem", "pfx", "pgpass",
    "ping", "ppk", "printenv", "psql", "publish", "pull", "push", "pypirc", "rclone", "redis", "remote", "resolvectl",
    "rsa", "rsync", "s3cmd", "s5cmd", "scp", "secret", "secrets", "security", "send", "sendmail", "sftp", "sh",
    "shadow", "shred", "socat", "ssh", "ssmtp", "submodule", "surge", "swaks", "system", "tcp", "telegram", "telnet",
    "terraform", "tfstate", "tftp", "tofu", "traceroute", "transfer", "tunnel", "udp", "upload", "vault", "w3m",
    "websocat", "wget", "wget2", "whois", "wormhole", "wscat", "xdg", "xh", "xhs", "xxd", "zsh"))
INTERPRETERS = frozenset((
    "bun", "deno", "groovy", "ipython", "julia", "lua", "node", "nodejs", "osascript", "perl", "php", "powershell",
    "pwsh", "pypy3", "python", "python2", "python3", "ruby", "tsx"))
CODE = (" -c", " -e", " -r", " -p", "<<", " - ", " eval", " -E", "| python", "| node", "| perl", "| ruby", "|python")

def stirs(command: str) -> bool:
    """Is a command worth reading?  Errs on the side of reading it."""
    plain = command.replace("\\", "").replace('"', "").replace("'", "")
    for mark in MARKS:
        if mark in plain:
            plain = plain.replace(mark, " ")
    words = plain.split()
    if not STIRS.isdisjoint(words):
        return True
    if not INTERPRETERS.isdisjoint(words) and any(mark in command for mark in CODE):
        return True
    if "rm" in words and (" -r" in command or " -f" in command or " -R" in command):
        return True
    return _hidden(command)


MARKS = "/.-=:;|&()<>{}$`@,!?*[]#%+~\n\t"


def _hidden(command: str) -> bool:
    """Is a program's name put together from variables, patterns or codes?"""
    if "$'" in command:
        return True
    if "$" not in command and "?" not in command and "*" not in command and "[" not in command:
        return False
    text = command
    for mark in "\n|&(`{":
        text = text.replace(mark, ";")
    for piece in text.split(";"):
        first = piece.split(None, 1)[:1]
        if first and (first[0][0] == "$" or "$" in first[0].split("=")[0] or (
                first[0] not in ("[", "[[") and ("?" in first[0] or "*" in first[0] or "[" in first[0])
                and "=" not in first[0])):
            return True
    return False


_last: dict[tuple[str, str], Reading] = {}     # the one command of this process, read once for all guards


def reading(event: Event) -> Reading:
    """What the command of a Bash event does, by itself."""
    from guards._shell.machine import read

    key = (shell_command(event), event.cwd)
    if key not in _last:
        _last.clear()
        _last[key] = read(*key)
    return _last[key]


def reads_as_shell(event: Event) -> bool:
    """Is the call weighed by what its command does?  One that shows no effect, of another tool than the client's own
    shell, is weighed as any other payload."""
    return event.tool == "Bash" or bool(shell_command(event) and reading(event).effects)


def bash_tags(event: Event) -> Tags:
    """E where something is sent off this machine, F where something is fetched, C where something is destroyed."""
    if not stirs(shell_command(event)):
        return Tags()
    from guards._text.address import is_local, normal

    effects = [e for e in reading(event).effects if not is_local(normal(e.destination))]
    kinds = {e.kind for e in effects}
    found = Tags("E" if "send" in kinds or "shell" in kinds else "F" if "fetch" in kinds else "C" if kinds else "")
    found.consequential = "consequential" in kinds or "exec" in kinds
    found.untrusted_source = "send" in kinds or "fetch" in kinds
    return found

"""What a call trusts: an act, and the files that something runs or obeys later without being asked again.

A row of FILES: (kind, words by which a person speaks of such a thing, names of files, pieces of paths), in lower case.
Law: a path that fits no row is a file like any other.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._call import Call

LASTING = "from now on,"        # how what is done ends, where a setting does it from then on
PACKAGE, REMOTE, ORDER = "package", "remote", "order"
TAKEN, ENDPOINT = "taken", "endpoint"
NOTE = "note"                # what an agent will remember: its own notes, a memory server
LENT = (TAKEN, ENDPOINT)     # count only where a foreign text names them (_origin/warrant.py)



class Act:
    """One act.

    kind    PACKAGE (a name that a registry resolves), REMOTE (code from an address is run or becomes part of the
            project), TAKEN (code that a file of settings names by its owner), ENDPOINT (an address to which a setting
            leads from now on),
            ORDER (any other command or tool that changes something), or a kind of FILES: "startup" ...
    what    for a person: "pip install", "a change of ~/.bashrc"
    values  the texts that say to what: a package, an address, a path and what is written into it
    command is it done by a command line?
    power   over the machine, and not over the project alone
    """

    __slots__ = tuple("command kind power values what".split())

    def __init__(self, kind: str, what: str, values: Iterable[str], command: bool = True,
                 power: bool = False) -> None:
        self.kind, self.what, self.command, self.power = kind, what, command, power
        self.values = tuple(dict.fromkeys(v for v in values if v and "$(" not in v))[:20]

    def __repr__(self) -> str:
        return f"Act({self.kind!r}, {self.what!r}, {self.values!r})"


FILES = tuple(tuple(map(str.strip, line.split("|"))) for line in """
    startup | alias aliases autostart bash bashrc completion dotfile dotfiles envrc export fish login path profile
        prompt rc shell startup zsh zshrc | .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile
        .zshrc .zprofile .zshenv .zlogin config.fish .inputrc .xinitrc .xprofile .xsessionrc .envrc rc.local
        rc.common sitecustomize.py
        usercustomize.py ld.so.preload | /etc/profile /etc/environment /etc/bash.bashrc /etc/zsh /.config/fish/
        /autostart/ launchagents/ launchdaemons/ /etc/rc.local /etc/ld.so
    login | access account accounts adduser authorized authorize key keys login password passwordless pubkey root
        ssh sshd sudo sudoers
        user users | authorized_keys authorized_keys2 sshd_config sudoers .rhosts .netrc pg_hba.conf | /.ssh/config
        /.ssh/rc
        /etc/sudoers /etc/ssh/ /etc/pam.d/ /etc/passwd /etc/shadow /etc/group
    schedule | cron crontab daemon daily every hourly job jobs nightly periodic periodically schedule scheduled
        service systemd timer unit weekly launchd | | /etc/cron /var/spool/cron /systemd/system/ /systemd/user/
        /etc/init.d/
    defence | antivirus apparmor audit auditd bash cleanup cron daemon defender disk edr falcon firewall firewalld
        iptables journal journald logs nftables port ports rsyslog selinux service shell space syslog syslogs systemctl
        systemd ufw zsh |
        journald.conf rsyslog.conf auditd.conf audit.rules .bash_history .zsh_history .python_history |
        /etc/audit /etc/rsyslog /etc/selinux/ /etc/ufw/ /var/audit /var/log/audit /var/log/auth.log /var/log/btmp
        /var/log/cron /var/log/journal /var/log/kern.log /var/log/lastlog /var/log/maillog /var/log/messages
        /var/log/secure /var/log/syslog /var/log/system.log /var/log/wtmp /var/mail/ /var/run/utmp /var/spool/mail/
    machine | aslr boot driver drivers halt kernel kmod ptrace reboot restart shutdown swap sysctl sysrq |
        sysrq-trigger | /etc/modprobe.d/ /etc/modules /etc/sysctl /proc/sys
    trust | ca cert certificate certificates certs mkcert pem pki ssl tls trust trusted | |
        /etc/ca-certificates /etc/pki/ /etc/ssl/certs/ /usr/local/share/ca-certificates
    names | dns domain host hosts name names proxy resolve resolver | resolv.conf nsswitch.conf | /etc/hosts
    ci | action actions automate automation build cd ci circleci continuous deploy deployment gitlab jenkins pipeline
        pipelines travis workflow workflows | .gitlab-ci.yml .travis.yml azure-pipelines.yml bitbucket-pipelines.yml
        jenkinsfile .drone.yml appveyor.yml cloudbuild.yaml buildspec.yml | /.github/workflows/ /.github/actions/
        /.circleci/ /.buildkite/ /.gitlab/ci
    hooks | alias commit config hook hooks husky lefthook lint linter pre precommit devcontainer vscode git tasks |
        .pre-commit-config.yaml lefthook.yml .gitattributes .gitconfig .gitmodules | /.git/hooks/ /.husky/ /.githooks/
        /.git/config /.config/git/ /.vscode/tasks.json /.vscode/settings.json /.devcontainer/
    registry | conda index mirror npmrc pip pypirc proxy registries registry repositories repository source sources
        yarnrc apt | .npmrc .yarnrc .yarnrc.yml pip.conf pip.ini .pypirc .condarc sources.list | /sources.list.d/
        /.cargo/config /.config/pip/ /etc/apt/ /etc/yum.repos.d/
    agent | agent agents ai claude codex copilot cursor gemini guidelines hook hooks instruction instructions mcp
        memory permission permissions plugin plugins prompt qwen rule rules server settings skill skills statusline
        subagent subagents | claude.md claude.local.md agents.md agents.override.md gemini.md qwen.md .cursorrules
        .windsurfrules .clinerules .mcp.json copilot-instructions.md .aider.conf.yml skill.md .goosehints | /.claude/
        /.claude.json /.codex/ /.gemini/ /.cursor/ /.windsurf/ /.roo/ /.continue/ /.qwen/ /.opencode/
        /.github/instructions/
""".strip().replace("\n        ", " ").split("\n"))
# Of these words those that are said of little else: who follows a page to "fix the login" gives nobody a key.
NARROW = {
    "startup": frozenset("alias aliases autostart bashrc completion dotfile dotfiles envrc rc startup zshrc".split()),
    "login": frozenset("authorized authorize key keys passwordless pubkey sshd sudo sudoers".split()),
    "schedule": frozenset("""cron crontab daemon hourly nightly periodic periodically schedule scheduled systemd timer
        weekly launchd""".split()),
    "names": frozenset("dns hosts proxy resolve resolver".split()),
    "hooks": frozenset("hook hooks husky lefthook precommit devcontainer".split())}
# Kinds of power over a machine: to run for good, to let in, to be believed; and what guards it and keeps its record.
POWERS = frozenset("startup login schedule defence machine trust names".split())
DEFENCE = "defence"     # what is there for the others: taken away, too, it is an act
# Services that guard a machine, keep its record or run its jobs.
DAEMONS = frozenset("""apparmor atd auditd cbagentd cbdaemon chronyd clamav-daemon clamd cron crond crowdsec esets
    fail2ban falcon-sensor firewalld iptables mdatp nftables osqueryd rsyslog rsyslogd sentinelone sshd sshguard
    syslog syslog-ng syslogd sysmon systemd-journald ufw unattended-upgrades wazuh-agent""".split())
NAMES = {name: row[0] for row in FILES for name in row[2].split()}
PARTS = tuple((part, row[0]) for row in FILES for part in row[3].split())
SPOKEN = {row[0]: frozenset(row[1].split()) for row in FILES}
# What an agent writes there of itself, and what is read only where its instructions say so.
OWN = frozenset("skills plans projects jobs todos worktrees tmp file-history".split())
RUN_FROM = ("hooks", "plugins", "teams")                 # folders whose settings lie deeper
DATA = (".db", ".jsonl", ".log", ".sqlite")     # what an agent keeps, and does not obey


def _path(text: str) -> str:
    """A path in small letters, from "/" on, without "." and ".." in it."""
    parts: list[str] = []
    for part in text.strip().strip("'\"").replace("\\", "/").lower().split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def file_kind(path: str) -> str:
    """The kind of what is run or obeyed by its path; "" for any other file.

    >>> [file_kind(p) for p in ("~/.bashrc", "/p/.github/workflows/ci.yml", "/p/src/a.py", "~/.gemini/x/chat.db")]
    ['startup', 'ci', '', '']
    """
    low = _path(path) + "/" * path.endswith("/")
    kind = NAMES.get(low.rpartition("/")[2], "")
    if kind:
        return kind
    kind = next((kind for part, kind in PARTS if part in low), "")
    _, own, below = low.rpartition("/.claude/")
    folder, *deeper = below.split("/")
    data = folder in OWN or (low.endswith(".json") and folder not in RUN_FROM)
    # A note beside the folders that the client reads is no instruction: `.claude/summary.md`.
    note = own and not deeper and folder.endswith(".md")
    if kind == "agent" and (note or low.endswith(DATA) or (own and deeper and data)):
        return NOTE if "/memory/" in low else ""
    return kind


STOPPED = frozenset("disable kill mask stop".split())


def stops(program: str, words: Iterable[str]) -> bool:
    """Does a command stop a service of the machine, or end one that guards it?

    >>> [stops(c.split()[0], c.split()[1:]) for c in ("systemctl stop x", "service x stop", "pkill -f x", "pkill cron",
    ...     "systemctl --user stop x", "systemctl status x")]
    [True, True, False, True, False, False]
    """
    said = [word.strip("^$").removesuffix(".service").rpartition("/")[2] for word in words]
    if program in ("killall", "pkill", "pgrep"):
        return program != "pgrep" and not DAEMONS.isdisjoint(said)
    return program in ("systemctl", "service", "rc-service") and not STOPPED.isdisjoint(said[:3]) and (
        "--user" not in said)


# Programs by which a command runs in a room of its own, and by which word.
ROOMED = frozenset("docker podman kubectl lxc incus multipass vagrant nerdctl orb distrobox toolbox".split())


def of_machine(call: Call, said: str, path: str = "", project: str = "") -> bool:
    """Is it done to the machine: by no command that a container runs, to no file of the project?"""
    if any(said in word for one in call.ran if one.program in ROOMED for word in one.words):
        return False
    homes = [folder.rstrip("/") + "/" for folder in (call.cwd, project) if len(folder) > 1]
    return not path or (path[0] in "/~$" and not path.startswith(tuple(homes)))

"""Programs are rows: what sends, where its destination stands, which options are no payload, what prints unread data.

A program in no row counts when a foreign place and a label stand in one of its commands.  Rows come from recorded
sessions of coding agents and from manuals.  Cannot see: a destination that only a program's own settings name.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.shell import Walker

# names | first words ("" any; "a.b": a and then b) | where the destination stands | options that are no payload
#   url: an address; first: the first operand; colon: host:path; scheme: x://bucket; mail: addresses;
#   host: -h, --host or a variable; service: the program's own; repo: the project's own repository
SENDERS = """
curl wget wget2 http https xh httpie lynx aria2c invoke-restmethod invoke-webrequest irm iwr grpcurl websocat wscat||url|-K --config --netrc-file --cacert --cert -E --key --capath -o -O --output --output-document -c --cookie-jar --ca-certificate --private-key --certificate -P --directory-prefix -D --dump-header
nc ncat netcat telnet socat||first|
ssh autossh mosh sshpass||first|-i -F -p -o -l -c -J -E -S
sftp lftp ftp||colon|-i -F -P
scp pscp rsync unison||colon|-i -F -P -e --rsh -o --exclude --exclude-from --include --password-file --filter
dig nslookup host drill ping traceroute whois getent||url|
mail mailx mutt sendmail msmtp swaks s-nail||mail|-f -F
openssl|s_client|host|-cert -key -CAfile
aws|s3.cp s3.mv s3.sync|scheme|--profile --region
aws az oci|storage s3api sns sqs ses lambda dynamodb logs ssm.put-parameter secretsmanager|service|
gcloud|storage pubsub compute.scp|scheme|
gsutil s3cmd mc b2 s5cmd rclone azcopy restic borg duplicity||scheme|--config --password-file --exclude
kubectl oc|cp|service|--kubeconfig
docker podman|push|service|
gh glab|gist snippet|service:gist.github.com|
gh glab|secret variable|named|
gh glab hub|issue pr mr release repo discussion api label project workflow run pull-request|repo|-t -H
wormhole croc gh-pages serve http-server ffsend transfer pastebinit onedrive dropbox ntfy telegram-send ngrok cloudflared surge ipfs bore||service|-c --config
logger|-n --server|host|
psql pg_restore mysql mariadb redis-cli mongosh mongo mongoimport clickhouse-client||host|-f --file
mosquitto_pub kcat snmptrap smbclient||host|
mount sshfs||colon|
npm yarn pnpm cargo gem twine poetry uv vsce|publish upload push|publish|
netlify vercel firebase wrangler fly flyctl heroku|deploy publish push up|publish|
"""
ROWS: dict[str, list[tuple[frozenset[str], str, frozenset[str]]]] = {}
for _line in SENDERS.strip().split("\n"):
    _names, _subs, _where, _skips = _line.split("|")
    for _name in _names.split():
        ROWS.setdefault(_name, []).append(
            (frozenset(_subs.split()), _where, frozenset(_skips.split()))
        )

# What prints secrets, and what prints data that nobody has looked at: the program and its first words.
PRINTS_SECRETS = re.compile(
    r"(kubectl|oc) .*\bget secrets?|vault (kv get|read|token)|gh auth (token|status .*-t)|git credential fill"
    r"|aws .*(get-secret-value|get-parameter|get-session-token|export-credentials|get-login-password|configure get)"
    r"|(op|bw|lpass|pass|gopass|rbw|secret-tool) .*\b(read|get|show|item|lookup)|security (find|dump|export)"
    r"|gcloud .*(print-\w+-token|secrets versions access)|az .*(get-access-token|keyvault secret show|keys list)"
    r"|doppler secrets|heroku config|sops (-d|decrypt)|ansible-vault (view|decrypt)|gpg .*--export-secret"
    r"|npm (token|config get)|wg (show|genkey)|systemctl show-environment|nmcli .*show-secrets|ps [a-z]*e[a-z]*\b|\S+ .*(169\.254\.169\.254|metadata\.google)"
)
PRINTS_UNREAD = re.compile(
    r"(pg_dump|pg_dumpall|mysqldump|mongodump|mongoexport|sqlite3|redis-cli|psql|mysql|mongosh|ldapsearch|bq|journalctl"
    r"|pbpaste|xclip|xsel|wl-paste|dmesg|tmux capture|himalaya|notmuch|icalbuddy|osascript)\b"
    r"|(incus|lxc) exec|(docker|podman) (inspect|logs|exec|export|save|compose .*(config|logs|exec))|helm get|az "
    r"|(kubectl|oc) .*\b(get|describe|logs|exec|config)\b|(terraform|tofu) (output|show|state)|pulumi (stack|config)"
    r"|(netlify|railway|vercel|fly|flyctl|heroku|supabase|wrangler) .*\b(env|variables|config|secrets?|logs|vars)\b"
    r"|crontab -l|history\b|aws (ssm|dynamodb|logs|ec2 describe|iam)|ssh .*\b(cat|tar|pg_dump|mysqldump|printenv|env)\b"
)
# Programs whose output holds nothing of what they are given.
CARRIES_NOTHING = frozenset(
    """ls dir stat test [ [[ wc du df touch mkdir rm chmod chown which type file basename dirname sha256sum sha1sum
    md5sum shasum cksum kill sleep true false""".split()
)
# Programs that stay on this machine whatever stands in their words.
LOCAL_PROGRAMS = frozenset(
    """grep egrep fgrep rg ag ack diff cmp date ps id uname hostname man seq sort uniq cut head tail cat echo printf tr
    sed awk jq tee cp mv ln tar zip unzip gzip base64 base32 xxd od hexdump rev split paste join nl fold strings vi vim
    nano code apt apt-get brew yum dnf apk jest vitest tox black prettier rustc clang ssh-keygen ssh-add unset shift
    find export alias let expr xargs openssl gpg claude codex sqlite3 touch install cpio ditto""".split()
)
# Programs whose operands are all files, the last ones written.
COPIERS = frozenset(
    """cp mv ln install tar zip 7z gpg age openssl dd tee gzip bzip2 xz zstd split rsync ditto sqlite3 cpio base64 xxd
    cat head tail steghide convert ffmpeg pandoc qrencode docker podman""".split()
)
WRITES_TO = frozenset(
    "-o -O --output -out --out --to -f --file -sf -C of --output-document".split()
)
LOOKS_UP = frozenset("dig nslookup host drill ping whois traceroute getent".split())
HANDS_OVER = re.compile(
    r"(?i)(share|paste|upload|publish|drop$|^push(er|over)?$|^send|send$|^serve$|http\.?-?server|transfer)"
)
NO_PAYLOAD = frozenset(
    """--env-file --secret-file --config-file --kubeconfig --exclude --exclude-from --netrc-file --private-key --keystore
    --userconfig --envfile --identity-file --ssh-key --vault-password-file --cacert --cert""".split()
)
PAYLOAD = re.compile(
    r"-(?:[a-zA-Z]*[dFT]\b|d.|F.|T.|X)|--(?:data|form|upload|post|body|json|request|method|raw)|(?:POST|PUT|PATCH)$"
)
SHORT_LOGIN = frozenset(
    "-u --user -a --auth --bearer --oauth2-bearer --token --password -p --api-key".split()
)
LOGIN = re.compile(
    r"(?i)(?:-H|--header=?)?\s*['\"]?(authorization|[\w-]*(?:key|token|auth)|cookie)\s*[:=]|--[\w-]*(token|key|password)="
)
LOGS_IN = re.compile(r"\b(login|auth|signin|configure|whoami)\b")
SETS = re.compile(
    r"\b(secrets?|env|config|variables?|vars?|credentials?)[:\s=]+(set|add|put|push|create|import|update)|:set\b|set-(secret|env)|put-secret"
)
# What commands do by their first words, for rules over commands.
VERBS = {
    word: effect
    for effect, words in {
        "deletes": "delete destroy drop remove rm rmi purge prune uninstall terminate del rmdir unlink shred",
        "installs": "install add i",
        "fetches": "clone fetch pull download get",
        "changes": "apply set create update edit patch scale write move mv cp chmod chown commit merge rebase",
        "runs": "exec run",
        "grants": "grant authorize share invite",
    }.items()
    for word in words.split()
}
TWO_WORDS = frozenset(
    "gh glab aws az gcloud oci hub kubectl oc docker podman npm heroku fly terraform helm".split()
)
# Options that take a word, where a subcommand may follow them.
TAKES_WORD = {
    "git": "-C -c --git-dir --work-tree",
    "kubectl": "-n --namespace --context --kubeconfig",
    "oc": "-n --namespace --context",
    "helm": "-n --namespace --kube-context",
    "docker": "-H --host --context",
    "aws": "--profile --region --output --endpoint-url",
    "gh": "-R --repo",
    "gcloud": "--project",
    "npm": "--prefix -w",
}

GENERIC_ENDS = frozenset(
    """com net org io dev app example test site online xyz info biz cloud tech arpa edu gov mil int onion click link live
    top club shop store page web space run host zone wiki systems services network email fun""".split()
)
FILE_ENDS = frozenset(
    "py js ts md sh rs go rb pl cs so kt hs ps cc db gz xz lz md id tf py bz mm vb ml mk el ex".split()
)
URL = re.compile(
    r"(?<![\w.])(?!file:)[a-z][a-z0-9+.-]*:/?/(?:[^/@\s'\"]*@)?(\[[\da-f:]+\]|[\w.-]+)", re.I
)
BARE = re.compile(
    r"(?:[\w.+-]+@)?((?:[\w-]+\.)+([a-z]{2,18})|\d{1,3}(?:\.\d{1,3}){3})\.?(?::[^\\]*)?(?:[/?].*)?$",
    re.I,
)
BREAKS = re.compile(r"[\s'\"`,;()<>|{}=]+")


def find_host(word: str) -> str:
    """The host in a word: of an address, `host:port`, `user@host:path`, or a name with a known ending; "" if none."""
    if found := URL.search(word):
        return found[1].lower().rstrip(".")
    word = word.lstrip("@").removeprefix("mailto:")
    found = BARE.match(word) if len(word) < 400 else None
    if not found:
        return ""
    end = (found[2] or "").lower()
    if not end or end in GENERIC_ENDS or (len(end) == 2 and end not in FILE_ENDS):
        return found[1].lower()
    return ""


def find_hosts(text: str, bare: bool = True) -> list[str]:
    """The hosts in a text, each once; with `bare` also such that no scheme marks."""
    found = [one[1].lower().rstrip(".") for one in URL.finditer(text[:20000])]
    if bare:
        words = BREAKS.split(text[:8000])
        found += [find_host(one) for one in words if "." in one and ("@" not in one or ":" in one)]
    return [one for one in dict.fromkeys(found) if one]


def find_row(name: str, words: list[str]) -> tuple[str, frozenset[str]]:
    """(where the destination stands, options that are no payload) of a command; ("", none) for one in no row."""
    for subs, where, skips in ROWS.get(name, ()):
        for sub in subs:
            first, _, second = sub.partition(".")
            if first in words[:6] and (not second or second in words[:8]):
                return where, skips | NO_PAYLOAD
        if not subs:
            return where, skips | NO_PAYLOAD
    return "", NO_PAYLOAD


def find_given(walker: Walker) -> list[str]:
    """The hosts in variables that are set for a command."""
    names = (name for name in walker.environment if not name.lower().endswith("proxy"))
    return [host for name in names for host in find_hosts(walker.environment[name].text)]


def find_places(walker: Walker, where: str, name: str, words: list[str]) -> list[str]:
    """The places that a command of a row sends to: hosts, `service:name`, `repo:owner/name`, `?` where unread."""
    plain = [one for one in words if not one.startswith("-")]
    joined = " ".join(words)
    given = find_given(walker)
    if where.startswith("service") or where == "publish":
        return [where[8:] or next(iter(find_hosts(joined, False)), "") or "service:" + name]
    if where in ("repo", "named"):
        after = dict(zip(words, words[1:]))
        repo = after.get("-R") or after.get("--repo")
        if "create" in plain and "--public" in words:
            return ["?a public repository"]
        return [f"repo:{repo}"] if repo else ["remote:origin"] if where == "repo" else []
    if where == "mail":
        return re.findall(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", joined) or ["?mail"]
    if where == "first" and name.startswith("ssh"):
        return [host for one in plain if (host := find_host(one)) and ("@" in one or one == host)][
            :1
        ]
    if where == "first":
        hosts = find_hosts(joined) or find_hosts(re.sub(r"[:,]", " ", joined))
        first = [one.rpartition("@")[2] for one in plain[:1] if not one.isdigit()]
        listens = "LISTEN" in joined.upper() or not first
        return hosts or (["?whoever connects"] if listens else first)
    if where in ("colon", "scheme"):
        far = [
            one
            for one in plain
            if re.match(r"[\w.@/+-]+:(?!\\)", one) and not one.startswith("file:")
        ]
        if len(plain) > 1 and far and plain[-1] not in far and not find_host(plain[-1]):
            return []  # it fetches
        if (
            "localhost" in joined
            or "127.0.0.1" in joined
            or set(given) & {"localhost", "127.0.0.1"}
        ):
            return []
        ends = far[-1:] if far else plain[-1:] if name in ("sftp", "lftp", "ftp", "mc") else []
        hosts = [one if "://" in one else find_host(one) or one.rpartition("@")[2] for one in ends]
        return [
            *hosts,
            *given,
            *(
                h
                for h in find_hosts(joined)
                if name in ("aws", "lftp", "restic") and h not in hosts
            ),
        ]
    if where == "host":
        options = [
            b
            for a, b in zip(words, words[1:])
            if a in ("-h", "--host", "-u", "--uri", "-n", "-connect", "-b")
        ]
        return (
            [find_host(one) or one for one in options if "://" not in one]
            + find_hosts(joined)
            + given
        )
    hosts = find_hosts(joined) + [
        one.partition(":")[0] for one in plain if re.fullmatch(r"[\w.-]+:\d+\S*", one)
    ]
    aims = [
        b for a, b in zip(words, words[1:]) if a in ("--resolve", "--connect-to", "-x", "--proxy")
    ]
    hosts += [h for one in aims for part in one.split(":") if (h := find_host(part))]
    if re.search(r"\s(-\w*k\w*|--insecure|--no-check-certificate)\b", " " + joined):
        hosts += [
            h
            for n, v in walker.environment.items()
            if "proxy" in n.lower()
            for h in find_hosts(v.text)
        ]
    return (
        list(dict.fromkeys(hosts)) or [f"?{one}" for one in plain if "x" in one or "/" in one][:1]
    )

"""What a command takes away at a service: a cloud, a cluster, a database, a forge, a secret store.

No list of services: what says it is the order itself, a destroying verb among the first words (`vault kv destroy`,
`rabbitmqctl delete_user`, `aws s3api delete-bucket`, `nats stream purge`) or an option of that name (`--delete`).
Tables only lower: programs whose verbs concern this machine alone and can be done again, names of tests and
sandboxes, this machine's own services.
Cannot see: a service's own word for it that is in no dictionary; what `apply` of a changed plan takes away.
"""

from __future__ import annotations

from guards._shell.programs.builds import BUILT
from guards._text.sql import empties
from guards.loss.words import Loss, database, lets_in, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards._shell.reading import Ran

# Words that take away for good, as a piece of a word among the first: "delete", "delete-bucket", "apps:destroy".
STRONG = frozenset(
    """
    delete destroy purge drop wipe erase obliterate nuke deprovision terminate flushall flushdb unregister truncate
    dropdb decommission deregister destroyall delete_all
""".split()
)
# Programs whose work lies elsewhere, with the weaker words that take away there.
WEAKLY = """
    aws: rm rb remove
    az circleci serverless sls: remove
    gcloud: remove disable rm
    gsutil mc s5cmd: rm rb
    s3cmd: rm rb del
    b2 doppler linode-cli nats ibmcloud terraform tofu: rm
    helm: uninstall
    vault firebase: disable
    op: archive
    restic: forget prune
    borg: prune
    kopia: forget
    gh glab: archive remove
    heroku: remove reset
    vercel: rm remove
    doctl: rm d
    pulumi railway: down
    redis-cli etcdctl: del
    supabase: reset
    zkCli.sh: deleteall
    rclone: sync deletefile rmdir rmdirs cleanup move
    docker podman: volume volumes
    docker-compose podman-compose: v volumes
    npm pnpm yarn: unpublish
    cargo gem: yank
"""
# Programs of which any run may take away.
WHOLE = ("sqlite3", "dropdb", "crontab", "xdelete")     # and what curl is told in one word
STRONGLY = """
    kubectl velero flyctl fly netlify hcloud cdk sam eksctl nomad consul argocd
    wrangler twine oc cf gitlab-runner zfs lvremove mysqladmin influx snap kaggle stripe oci scw exo
"""
ELSEWHERE = {
    **{name: () for name in STRONGLY.split()},
    **{
        name: tuple(verbs.split())
        for names, _, verbs in (row.partition(":") for row in WEAKLY.strip().splitlines())
        for name in names.split()
    },
}
# Programs whose destroying words concern what lies on this machine and can be had again, or are no orders at all.
HERE = frozenset(
    """
    alias apk apt apt-get asdf awk bash brew bundle cat cd choco code command composer conda cut defaults
    diff dnf dpkg echo egrep export false fd fgrep fgrep format gsed go grep hash head info ip iptables jq just
    launchctl less ls mamba make man mise mvn nix nix-env node nvm pacman perl pip pip3 pipx pnpm poetry pdm pass
    port printf pyenv pytest python python3 rbenv read rg ruby rustup sed set sh ssh-add sort systemctl tail test
    tldr tmux tox tr true type unalias unset uv volta watch wc whatis whereis which winget xargs yarn yum zsh zypper
    [ [[ task vim vi nano tar zip unzip sdkman sdk jj hg svn screen ps kill pkill killall ssh-keygen minikube kind
    k3d vagrant colima lima limactl act multipass tilt skaffold bd cargo-clean
""".split()
)
NAMES_OF_TESTS = tuple(
    "test tests testing sandbox minikube kind k3d dummy scratch localstack demo ephemeral tmp playground".split())
LOCAL = tuple("localhost 127.0.0.1 [::1] 0.0.0.0 docker-desktop minikube host.docker.internal".split())
QUIET = frozenset(
    """
    --help -help help --dry-run --dryrun --dry-run=client --dry-run=server --version --what-if --noop -dry-run
    --preview --simulate --list
""".split()
)
CLIENTS = frozenset(
    """
    psql mysql mariadb mongo mongosh duckdb clickhouse-client cqlsh sqlcmd bq snowsql cockroach usql pgcli mycli
""".split()
)
WORDS_LOOKED_AT = 4


def services(ran: Ran, texts: Mapping[str, str] | None = None) -> list[Loss]:
    """What the command takes away elsewhere, [] where nothing.  `texts`: of the files that `files_of` names."""
    words = ran.words
    if ran.program in ("sqlite3", "duckdb"):
        return in_file(ran, texts or {})
    anew = resets(ran)
    if anew:
        return [] if harmless(words) else anew
    if not words or ran.program in HERE or not QUIET.isdisjoint(words) or "/" in ran.program:
        return []
    row = SPECIAL.get(ran.program)
    if row is not None:
        found = row(ran)
    elif ran.program in CLIENTS:
        found = sql(ran, texts or {})
    else:
        found = by_words(ran)
    return [] if found and (harmless(words) or any(map(lets_in, found))) else found


def by_words(ran: Ran) -> list[Loss]:
    """By the first words, taken apart; of a program that nobody knows only what is said strongly."""
    known = ran.program in ELSEWHERE
    if (
        not known
        and ran.whole.startswith(("./", "../", "/", "~"))
        and not ran.whole.startswith(("/usr/", "/opt/", "/bin/"))
    ):
        return []  # a script of the project: its name says nothing of what it does
    weak = frozenset(ELSEWHERE.get(ran.program, ()))
    at = 0
    for word in ran.words:
        if word.startswith("-"):
            if word in ("--delete", "--destroy", "--purge", "--delete-all") and ran.program not in ("sort", "uniq"):
                return [made(ran, word)]
            continue
        at += 1
        if at > WORDS_LOOKED_AT or (
            at > 2
            and not known
            and not ran.words[0].endswith(".jar")
            and ran.program not in ("java", "docker", "sudo")
        ):
            break
        if not plain(word):
            continue
        pieces = frozenset(word.lower().replace("-", " ").replace("_", " ").replace(":", " ").split())
        if STRONG & pieces or weak & pieces:
            return [made(ran, word)]
    return []


def plain(word: str) -> bool:
    """Can the word be an order?  Letters, and what holds words together."""
    return word.isascii() and word.replace("-", "").replace("_", "").replace(":", "").isalpha()


def made(ran: Ran, verb: str) -> Loss:
    """The Loss of a verb that deletes on a remote service: its program, the words before the verb, what it names."""
    at = ran.words.index(verb) if verb in ran.words else -1
    before = [w for w in of_words(ran.words[:max(at, 0)]) if w.replace("-", "").replace("_", "").isalnum()][-2:]
    names = of_words(ran.words[at + 1:]) or [
        value for option, value in zip(ran.words, ran.words[1:]) if option.lstrip("-") in THINGS and option[:2] == "--"]
    return Loss(
        "remote", " ".join((ran.program, *before, verb)), "", "", [n[:120] for n in names[:4]] or (ran.program,)
    )


# Options that stand alone; any other may have a value, which is no name and may be a password.
ALONE = frozenset("""-f -y -q -r -R -v -rf --all --cascade --force --no-wait --now --permanent --purge --quiet
    --recursive --silent --volumes --wait --yes""".split())


# Options whose value is what is taken away.
THINGS = frozenset("""bucket cluster collection database function group id index instance name namespace queue resource
    secret-id service stack stream subscription table topic user-name volume""".split())


def of_words(words: list[str]) -> list[str]:
    """The words that are no options, nor an option's value.

    >>> of_words("--context eu -n kafka".split()), of_words("-f old --token s3cr3t".split())
    ([], ['old'])
    """
    return [word for at, word in enumerate(words) if not word.startswith("-") and not (
        at and words[at - 1].startswith("-") and "=" not in words[at - 1] and words[at - 1] not in ALONE)]


def harmless(words: list[str]) -> bool:
    """Does a name in it say that it is a test's, or this machine's own?"""
    for word in words:
        low = word.lower()
        if any(here in low for here in LOCAL):
            return True
        for mark in "-_./:=@,":
            low = low.replace(mark, " ")
        if not frozenset(NAMES_OF_TESTS).isdisjoint(low.split()):
            return True
    return False


# --- the few that need a look of their own


def curl(ran: Ran) -> list[Loss]:
    """`curl -X DELETE`; the address is the name."""
    method = (
        next((b for a, b in zip(ran.words, ran.words[1:]) if a in ("-X", "--request")), "")
        or next((w[2:] for w in ran.words if w.startswith("-X") and len(w) > 2), "")
        or next((w.partition("=")[2] for w in ran.words if w.startswith(("--request=", "--method="))), "")
    )
    if method.upper() != "DELETE":
        return []
    at = next((w for w in ran.words if "://" in w), "") or next(
        (w for w in ran.words if "." in w and w[0] != "-"), ""
    )
    return [Loss("remote", f"{ran.program} -X DELETE", "", "", (at[:160],))]


def httpie(ran: Ran) -> list[Loss]:
    """http DELETE ADDRESS."""
    return [Loss("remote", f"{ran.program} DELETE", "", "", ran.words[1:2])] if ran.words[:1] == ["DELETE"] else []


def containers(ran: Ran) -> list[Loss]:
    """docker, podman: containers and images can be made again; volumes cannot."""
    _, rest = parts(ran.words, takes=("-f", "--file", "-p", "--project-name", "-H", "--context"))
    flags, _ = parts(ran.words)
    two = rest[:2]
    if two in (["volume", "rm"], ["volume", "remove"]):
        return [Loss("remote", f"{ran.program} volume rm", "", "", rest[2:6])]
    if two == ["volume", "prune"] or (two == ["system", "prune"] and "--volumes" in flags):
        return [Loss("remote", f"{ran.program} {' '.join(two)}", "", "", ("every volume that no container uses",))]
    if (
        (rest[:1] == ["compose"] or ran.program.endswith("-compose"))
        and "down" in rest
        and flags & {"-v", "--volumes"}
    ):
        return [Loss("remote", f"{ran.program} compose down -v", "", "", ("the volumes of these services",))]
    return []


def rclone(ran: Ran) -> list[Loss]:
    """sync and its sharper brothers make the destination like the source; a local one is looked at on the disk."""
    _, rest = parts(ran.words)
    if rest[:1] == ["sync"] and len(rest) > 2:
        return (
            [Loss("remote", "rclone sync", "", "", rest[2:3])]
            if ":" in rest[2]
            else [Loss("files", "rclone sync", ran.cwd, "r", rest[2:3])]
        )
    return (
        [Loss("remote", f"rclone {rest[0]}", "", "", rest[1:2])]
        if rest[:1]
        and rest[0] in ("delete", "deletefile", "purge", "rmdir", "rmdirs", "cleanup", "move")
        and any(":" in w for w in rest[1:2])
        else []
    )


def aws(ran: Ran) -> list[Loss]:
    """A single object of a bucket is no folder; `s3 sync --delete` is."""
    _, rest = parts(ran.words)
    if rest[:2] == ["s3", "sync"]:
        if rest[2:3] and rest[2].strip("./").rsplit("/", 1)[-1] in BUILT:
            return []           # what a build makes is made again; the bucket is its mirror
        return (
            [Loss("remote", "aws s3 sync --delete", "", "", rest[3:4])]
            if "--delete" in ran.words and rest[3:4] and rest[3].startswith("s3:")
            else []
        )
    return by_words(ran)


def forge(ran: Ran) -> list[Loss]:
    """gh, glab: `api -X DELETE` beside the words."""
    if ran.words[:1] == ["api"]:
        return curl(with_address(ran))
    if ran.words[:2] in (
        ["pr", "close"],
        ["issue", "close"],
        ["cache", "delete"],
        ["run", "delete"],
        ["label", "delete"],
        ["config", "clear-cache"],
    ):
        return []
    return by_words(ran)


def with_address(ran: Ran) -> Ran:
    """A command whose paths are those of a service, with an address before them."""
    words = [
        f"https://api/{w.lstrip('/')}" if "/" in w and not w.startswith("-") and "://" not in w else w
        for w in ran.words
    ]
    return ran.with_words(words)


def redis(ran: Ran) -> list[Loss]:
    """FLUSHALL and FLUSHDB; where no host is named it is this machine's own."""
    order = next((name for w in ran.words for name in ("FLUSHALL", "FLUSHDB") if name in w.upper()), "")
    host = next((b for a, b in zip(ran.words, ran.words[1:]) if a in ("-h", "-u", "--url")), "")
    return [Loss("remote", f"redis-cli {order}", "", "", (host or "the default server",))] if order else []


def dropdb(ran: Ran) -> list[Loss]:
    """dropdb NAME."""
    _, rest = parts(ran.words, takes=("-h", "-p", "-U", "--host", "--port", "--username"))
    return [Loss("remote", "dropdb", "", "", rest[:1])] if rest else []


def infrastructure(ran: Ran) -> list[Loss]:
    """terraform, tofu: destroy, `apply -destroy`, `state rm`, `workspace delete`."""
    if ran.words[:1] == ["plan"] and not any(word.lstrip("-").startswith("out") for word in ran.words):
        return []               # what is only shown
    if "-destroy" in ran.words or "--destroy" in ran.words:
        return [Loss("remote", f"{ran.program} apply -destroy", "", "", ("all that its state lists",))]
    if ran.words[:2] == ["state", "rm"]:
        return [Loss("remote", f"{ran.program} state rm", "", "", ran.words[2:6])]
    _, rest = parts(ran.words)
    if rest[:1] == ["destroy"]:
        return [Loss("remote", f"{ran.program} destroy", "", "", rest[1:4] or ("all that its state lists",))]
    return by_words(ran) if rest[:2] == ["workspace", "delete"] else []


def publisher(ran: Ran) -> list[Loss]:
    """npm, cargo, gem: their scripts' names say nothing; a published package is others' work, too."""
    order = next((w for w in ran.words[:1] if w in ("unpublish", "yank")), "")
    return [made(ran, order)] if order else []


def crontab(ran: Ran) -> list[Loss]:
    """crontab -r takes every entry."""
    return [Loss("remote", "crontab -r", "", "", ("every entry of the crontab",))] if "-r" in ran.words else []


# Words for a program's own data, for making it anew, and for doing so unasked.
DATA = frozenset(("data", "database", "db", "flush", "migrate", "migration", "migrations", "schema"))
ANEW = frozenset(("flush", "force_reset", "reset", "fresh", "wipe", "zap"))
UNASKED = frozenset(("--force", "--no-input", "--noinput", "--yes", "-y", "-f", "--accept-data-loss", "--force-reset",
                     "--assume-yes", "--non-interactive", "--no-interaction"))


def resets(ran: Ran) -> list[Loss]:
    """`prisma migrate reset --force`, `manage.py flush --no-input`: data made anew by a program that was told not to
    ask; where it lies its settings say."""
    if UNASKED.isdisjoint(ran.words) or not QUIET.isdisjoint(ran.words) or ran.program in (
            "git", "echo", "npx", "bunx", "pnpx", "uvx"):
        return []
    said = {piece for word in ran.words[:6] if plain(word.lstrip("-")) for piece in
            word.lower().lstrip("-").replace(":", " ").replace("_", " ").replace("-", " ").split()}
    if ANEW.isdisjoint(said) or DATA.isdisjoint(said):
        return []
    orders = [w for w in ran.words if not w.startswith("-")][:3]
    return [Loss("remote", " ".join((ran.program, *orders))[:60], "", "", ("the data of its database",))]


def files_of(ran: Ran) -> list[str]:
    """The files whose text is the order: `psql -f FILE`, `sqlite3 x.db '.read FILE'`, `mysql < FILE`."""
    if ran.program not in CLIENTS and ran.program != "sqlite3":
        return []
    found = [b for a, b in zip(ran.words, ran.words[1:]) if a in ("-f", "--file", "-i", "--init-file", "-init")]
    found += [w.partition("=")[2] for w in ran.words if w.startswith(("--file=", "--init-file="))]
    found += [w.split(None, 1)[1].strip("'\"") for w in ran.words
              if w.startswith((".read ", "\\i ", "source ")) and len(w.split()) == 2]
    return [*found, *ran.given.files][:4]


def statements(ran: Ran, texts: Mapping[str, str]) -> str:
    """All that a database is told."""
    said = [" ".join(w for w in ran.words if " " in w or "(" in w), ran.given.text]
    return ";".join((*said, *(texts.get(path, "") for path in files_of(ran))))


def in_file(ran: Ran, texts: Mapping[str, str]) -> list[Loss]:
    """A database that is a file of this machine, whose tables are dropped, emptied or replaced."""
    _, words = parts(ran.words, takes=("-c", "-cmd", "--cmd", "-init"))
    if not words:
        return []
    found = empties(statements(ran, texts)) or (
        ".restore" if any(w.startswith(".restore") for w in ran.words) else "")
    return [Loss("files", found, ran.cwd, "w", (words[0],))] if found else []


def sql(ran: Ran, texts: Mapping[str, str]) -> list[Loss]:
    """DROP, TRUNCATE, and DELETE or UPDATE without WHERE."""
    found = empties(statements(ran, texts))
    where = host_of(ran.words) or database(ran) or "the default database"
    return [Loss("remote", f"{ran.program}: {found}", "", "", (where,))] if found else []


def host_of(words: list[str]) -> str:
    """The server that a database client is told to ask; "" for its default."""
    return (
        next((b for a, b in zip(words, words[1:]) if a in ("-h", "--host", "-d", "-D", "--dbname", "--database")), "")
        or next((w.partition("=")[2] for w in words if w.startswith(("--host=", "--dbname=", "--database="))), "")
        or next((w.rpartition("@")[2] for w in words if "://" in w), "")
    )


# What a cluster makes again by itself.
REMADE = frozenset("event events job jobs lease leases po pod pods replicaset replicasets rs".split())
# What only looks after pods.
CONTROLLERS = frozenset("daemonset daemonsets deploy deployment deployments ds statefulset statefulsets sts".split())


def cluster(ran: Ran) -> list[Loss]:
    """kubectl, oc: a pod that is deleted comes again, a controller that leaves its pods is made anew from its text."""
    _, rest = parts(ran.words, takes=("-n", "--namespace", "--context", "-l", "--selector"))
    kind = rest[1].partition("/")[0].lower() if rest[:1] == ["delete"] and len(rest) > 1 else ""
    return [] if kind in REMADE or (kind in CONTROLLERS and "--cascade=orphan" in ran.words) else by_words(ran)


SPECIAL = {
    "kubectl": cluster,
    "oc": cluster,
    "curl": curl,
    "curlie": curl,
    "http": httpie,
    "https": httpie,
    "xh": httpie,
    "docker": containers,
    "podman": containers,
    "docker-compose": containers,
    "podman-compose": containers,
    "rclone": rclone,
    "aws": aws,
    "gh": forge,
    "glab": forge,
    "redis-cli": redis,
    "dropdb": dropdb,
    "terraform": infrastructure,
    "tofu": infrastructure,
    "terragrunt": infrastructure,
    "crontab": crontab,
    "npm": publisher,
    "pnpm": publisher,
    "yarn": publisher,
    "cargo": publisher,
    "gem": publisher,
    "wget": curl,
}

"""What a command takes away at a service: a cloud, a cluster, a database, a forge, a secret store.

No list of services: what says it is the order itself, a destroying verb among the first words (`vault kv destroy`,
`rabbitmqctl delete_user`, `aws s3api delete-bucket`, `nats stream purge`) or an option of that name (`--delete`).
Tables only lower: programs whose verbs concern this machine alone and can be done again, names of tests and
sandboxes, this machine's own services.
Limitations: a service's own word for it that is in no dictionary; what `apply` of a changed plan takes away.
"""

from __future__ import annotations

from guards import SENDS
from guards._shell.programs import ROOMS
from guards._text import table
from guards._text.address import host_of as host_at
from guards._text.sql import emptied, empties, mutation
from guards.loss.versions import of_rows
from guards.loss.words import Loss, database, lets_in, parts, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from guards._shell.reading import Effect, Ran

# Words that take away for good, as a piece of a word among the first: "delete", "delete-bucket", "apps:destroy".
STRONG = frozenset(
    """
    delete destroy purge drop wipe erase obliterate nuke deprovision terminate flushall flushdb unregister truncate
    dropdb decommission deregister destroyall delete_all
""".split()
)
# Programs whose work lies elsewhere, with the weaker words that take away there.
ELSEWHERE = {name: tuple(verbs.split()) for name, verbs in table("""
    aws: rm rb remove
    az circleci serverless sls: remove
    gcloud: remove disable rm
    gsutil mc s5cmd: rm rb
    s3cmd: rm rb del
    b2 doppler linode-cli nats ibmcloud: rm
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
    etcdctl: del
    splunk: clean
    deck: reset
    supabase: reset
    zkCli.sh: deleteall
    kubectl velero flyctl fly netlify hcloud cdk sam eksctl nomad consul argocd wrangler twine oc cf gitlab-runner zfs:
    fastly:
    lvremove mysqladmin influx snap kaggle stripe oci scw exo:
    """).items()}
# Programs whose destroying words concern what lies on this machine and can be had again, or are no orders at all.
HERE = frozenset("""
    apk apt apt-get asdf brew bundle choco code composer conda defaults dnf dpkg fd format gsed go hash info ip
    iptables just launchctl mamba make man mise mvn nix nix-env nvm pacman pip pip3 pipx pnpm poetry pdm pass
    pm2 port pyenv pytest rbenv rustup ssh-add systemctl tldr tox unalias uv volta whatis winget yarn yum zypper
    task vim vi nano unzip sdkman sdk jj hg svn pkill minikube kind k3d vagrant colima lima limactl act
    multipass tilt skaffold bd cargo-clean""".split())
HOME = frozenset("code files filters wrappers".split())      # rooms of such programs
NAMES_OF_TESTS = tuple(
    "test tests testing e2e smoke sandbox minikube kind k3d dummy scratch localstack demo ephemeral tmp playground"
    .split())
LOCAL = tuple("localhost 127.0.0.1 [::1] 0.0.0.0 docker-desktop minikube host.docker.internal".split())
QUIET = frozenset(
    """
    --help -help help --dry-run --dryrun --dry-run=client --dry-run=server --what-if --noop -dry-run
    --preview --simulate --list
""".split()
)
CLIENTS = frozenset(
    """
    psql mysql mariadb mongo mongosh duckdb clickhouse-client cqlsh sqlcmd bq snowsql cockroach usql pgcli mycli
""".split()
)
WORDS_LOOKED_AT = 4
DATA_OF_IT = ("the data of its database",)      # where it lies the project's settings say


def services(ran: Ran, texts: Mapping[str, str] | None = None) -> list[Loss]:
    """What the command takes away elsewhere, [] where nothing.  `texts`: of the files that `files_of` names."""
    words = ran.words
    if ran.program in ("sqlite3", "duckdb"):
        return in_file(ran, texts or {})
    found, whole = resets(ran), False
    # `--version 1` says which one: it shows the program's own only where it stands at an end.
    if not found and words and QUIET.isdisjoint(words) and "--version" not in (words[0], words[-1]):
        found, whole = of_rows(ran)
        if not (found or whole or ran.program in HERE or ROOMS.get(ran.program) in HOME):
            found = sql(ran, texts or {}) if ran.program in CLIENTS else by_words(ran)
    where = [*words, *(value.text for name, value in ran.beside.items() if name.endswith("ENV"))]
    found = [loss for loss in found if loss.kind != "remote" or not (harmless(where) or lets_in(loss))]
    for loss in found:
        if loss.kind == "remote":
            loss.only = (*loss.only, *places(ran))
    return found


def of_bodies(effects: list[Effect], texts: Mapping[str, str]) -> list[Loss]:
    """The mutations of GraphQL that delete, in what is sent: `curl …/graphql -d '{"query": "mutation { … }"}'`."""
    found = []
    for effect in effects:
        held = [text for name, text in texts.items() if any(
            path.endswith(name.strip("./")) for path in effect.payload.files)]
        verb = mutation('"'.join((effect.payload.text, *held)), STRONG)
        if verb and effect.kind == SENDS and not harmless([effect.destination]):
            host = host_at(effect.destination) or effect.program
            found.append(Loss("remote", f"graphql {verb}", "", "", (host,), (f"host={host}",)))
    return [loss for loss in found if not lets_in(loss)]


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
            if word in ("--delete", "--destroy", "--purge", "--delete-all"):
                return [made(ran, word)]
            continue
        at += 1
        if at > WORDS_LOOKED_AT or (
            at > 2
            and not known
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
    about = {*" ".join((ran.program.rstrip("s"), *before, verb)).replace("-", " ").split(), *NAMES}
    given = [part for word in ran.words for part in (word.split("=", 1) if word[:2] == "--" else [word])]
    names = [*of_words(ran.words[at + 1:]), *(
        value for option, value in zip(given, given[1:]) if option[:2] == "--" != value[:2] and (
            not about.isdisjoint((option[2:].partition("-")[0], option.rpartition("-")[2]))))]
    return Loss(
        "remote", " ".join((ran.program, *before, verb)), "", "", [n[:120] for n in names[:4]] or (ran.program,)
    )


# Options that stand alone; any other may have a value, which is no name and may be a password.
ALONE = frozenset("""-f -y -q -r -R -v -rf --all --cascade --force --no-wait --now --permanent --purge --quiet
    --recursive --silent --volumes --wait --yes""".split())


# Ends of options whose value is what is taken away; so is that of one that bears a word of the verb: `delete-bucket`.
NAMES = frozenset("arn id identifier ids name names url".split())


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


# Words for a program's own data, for making it anew, and for doing so unasked.
DATA = frozenset("data database db flush migrate migration migrations schema".split())
ANEW = frozenset("flush force_reset reset fresh wipe zap".split())
UNASKED = frozenset("""--force --no-input --noinput --yes -y -f --accept-data-loss --force-reset --assume-yes
    --non-interactive --no-interaction""".split())


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
    return [Loss("remote", " ".join((ran.program, *orders))[:60], "", "", DATA_OF_IT)]


def files_of(ran: Ran) -> list[str]:
    """The files whose text is the order: `psql -f FILE`, `sqlite3 x.db '.read FILE'`, `curl …/graphql -d @FILE`."""
    if any("graphql" in word for word in ran.words):
        named = [b for a, b in zip(ran.words, ran.words[1:]) if a in ("--input", "--post-file") or b[:1] == "@"]
        named += [word.partition("=@")[2] or word.partition("=")[2] for word in ran.words if "=@" in word or (
            word.startswith(("--input=", "--post-file=")))]
        return [*(name.lstrip("@") for name in named), *ran.given.files][:4]
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
    _, words = parts(ran)
    if not words:
        return []
    found = empties(statements(ran, texts))
    return [Loss("files", found, ran.cwd, "w", (words[0],))] if found else []


def sql(ran: Ran, texts: Mapping[str, str]) -> list[Loss]:
    """DROP, TRUNCATE, and DELETE or UPDATE without WHERE."""
    text = statements(ran, texts)
    found = empties(text)
    where = host_of(ran) or database(ran) or "the default database"
    of = [f"table={name}" for name in emptied(text)]
    return [Loss("remote", f"{ran.program}: {found}", "", "", (where,), of)] if found else []


def host_of(ran: Ran) -> str:
    """The server that a database client is told to ask; "" for its default."""
    given, _ = parts(ran)
    named = (given.get(name) for name in ("-h", "--host", "-d", "-D", "--dbname", "--database"))
    return next(filter(None, named), "") or next((w.rpartition("@")[2] for w in ran.words if "://" in w), "")

"""The programs of a service: forges, clouds, registries, mail, messages, databases.

Law: each is called like any handler of a row of `programs` and tells its effects through `machine.emit`.
Limitations: what a configuration file of such a program adds.
"""
from __future__ import annotations

from guards import CHANGES, FETCHES, SENDS
from guards._shell.flow import NOTHING, REMOTE, Arg, Flow, join, packed, printed_by, without_text
from guards._shell.programs import HANDLERS
from guards._shell.programs.aims import place_in
from guards._shell.programs.arguments import apart, options, ways_in
from guards._shell.programs.packs import taken
from guards._shell.programs.unknown import mentioned, places
from guards._shell.programs.web import WRITES
from guards._shell.programs.wrappers import inner_shell
from guards._shell.sources import prints_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

GH_HOSTS = {"gh": "github.com", "glab": "gitlab.com", "tea": "gitea.com", "hub": "github.com"}
GH_WRITES = frozenset("""add approve archive close comment create delete disable edit enable fork invite lock merge
    note push rename reopen review run sync transfer update upload""".split())
GH_VAULTS = frozenset("alias auth config extension gpg-key secret ssh-key variable".split())


def forge(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """gh, glab: reads and writes on a server of repositories."""
    said, found, rest = apart(args, name)
    rest = [*said, *rest]
    words = [a.text for a in rest]
    if prints_secret(name, words):
        return Flow(3, (" ".join([name, *words[:2]]),))
    given = {flag: value.text for flag, value in found if value}
    brought = [_given(machine, flag, value) for flag, value in found if value]
    repo = given.get("-R") or given.get("--repo", "")
    if GH_VAULTS.issuperset(words[:1]):
        if "set" in words[1:2] and repo:     # a vault, but whose?
            machine.emit(SENDS, name, f"{name} secret set", f"https://{GH_HOSTS[name]}/{repo}", NOTHING,
                         join(stdin, machine.arguments(rest[2:]), *brought))
        return NOTHING
    flow = join(stdin, _arguments(machine, rest), *brought)
    host, verb = given.get("--hostname") or GH_HOSTS[name], "".join(words[1:2])
    operation, creates = f"{name} {words[0]} {verb}", words[:2] == ["repo", "create"]
    if words[0] == "api":
        operation = f"{name} api"
        sends, repo, host = _asked_of_api(found, words, repo, host, flow)
    elif words[0] == "gist":
        host, sends = "gist.github.com", verb in ("create", "edit")
    else:
        sends = verb in GH_WRITES and words[0] not in ("label", "cache")
        repo = [repo, *words[2:3]][-1] if words[0] == "repo" else repo
    target = _new(host, repo, ("--private", None) in found) if creates else _at(host, repo)
    if creates and not {"--push", "--source"}.isdisjoint(dict(found)):
        flow = packed(flow)
    machine.emit(SENDS if sends else FETCHES, name, operation[:60].strip(), target,
              flow if sends or flow.level else NOTHING)
    return REMOTE


def _at(host: str, repo: str) -> str:
    """Where a repository is: the project's own where none is named."""
    own = (not repo and host in GH_HOSTS.values()) or not set("${").isdisjoint(repo)
    return "remote:" if own else f"https://{host}/{repo}".rstrip("/")


def _new(host: str, repo: str, private: bool) -> str:
    """Where a new one is made: with the person's own login, so at no stranger's; a private one nobody else sees."""
    return _at(host, "") if private or not repo else f"https://{host}"


def _arguments(machine: Machine, rest: list[Arg]) -> Flow:
    """What its words bring along: a path behind `api` or `browse` is the server's, and no file."""
    here = rest[2 if rest[0].text in ("api", "browse") else 1:]
    return join(*(without_text(a.flow) for a in rest[1:2]), machine.arguments(here))


def _given(machine: Machine, flag: str, value: Arg) -> Flow:
    """What an option of a forge's client brings along: its text, or the file that it names."""
    at = value.text.partition("=@")[2] or (value.text.lstrip("@") if flag in FILED else "")
    return join(value.flow, machine.file(at)) if at and ("=" not in at or "=@" in value.text) else value.flow


FILED = frozenset("-F -f --body-file --notes-file --input --field".split())


def _asked_of_api(found: list[tuple[str, Arg | None]], words: list[str], repo: str, host: str,
                  flow: Flow) -> tuple[bool, str, str]:
    """(is something sent, the repository, the host) of `gh api`."""
    method = next((v.text.upper() for f, v in found if f in ("-X", "--method") and v), "")
    sends = method in WRITES or (not method and any(
        f in ("-f", "-F", "--field", "--raw-field", "--input") for f, _ in found)) or "mutation" in flow.text
    path = words[1].lstrip("/") if len(words) > 1 else ""
    parts = path.split("?")[0].split("/")
    repo = "/".join(parts[1:3]) if parts[0] == "repos" else repo
    return (sends, "", "gist.github.com") if path.startswith("gists") else (sends, repo, host)


CLOUD = tuple("s3:// gs:// az:// r2:// oss:// b2:// wasb:// abfs:// hf://".split())


def cloud(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """aws, gcloud, gsutil, az, rclone, s3cmd, mc, azcopy: copies to and from storage; the person's own account else."""
    said, _, rest = apart(args, name)
    words = [a.text for a in (*said, *rest)]
    operation = " ".join([name, *(a.text for a in said)])[:60]
    printed = prints_secret(name, words)
    if printed:
        return Flow(3, (printed,))
    files = [machine.file(a.text.partition("://")[2]) for a in args if a.text.startswith(("file://", "fileb://"))]
    if not CLOUD_COPIES.isdisjoint(words):
        texts = [a.text for a in args]
        flow = join(stdin if not {"-", "/dev/stdin"}.isdisjoint(texts) or stdin.level else NOTHING,
                    machine.arguments(args, True), *(a.flow for a in args), *files)
        targets = [word for word in words if _is_bucket(machine, name, word)]
        named = [b for a, b in zip(texts, texts[1:]) if a in BUCKETS]
        sent = "cat" not in words and (not targets or words[-1] in targets or words[-1] == "-" or flow.level > 0)
        machine.emit(SENDS if sent else FETCHES, name, operation, [*named[:1], "", *targets][-1 if targets else 0],
                     packed(flow) if sent else NOTHING)
    elif NOT_SENT.isdisjoint(words):     # a setting, a parameter, a record: what is in the file goes to the account
        flow = join(stdin if stdin.level else NOTHING, machine.arguments(args), *files)
        if flow.level >= 3 and flow.files:
            machine.emit(SENDS, name, operation, f"service:{name}", flow)
    return REMOTE


BUCKETS = frozenset("""--bucket --account-name --container-name -c --queue-url --topic-arn
    --function-name""".split())


def _is_bucket(machine: Machine, name: str, word: str) -> bool:
    return word.startswith(CLOUD) or ("://" in word and not word.startswith("file")) or (
        name in ("rclone", "mc") and (":" in word or "/" in word) and not machine.file(word).level)


# Words by which a cloud's program works on this machine's own login.
NOT_SENT = frozenset("auth configure import-key-pair init login logout profile update-kubeconfig".split())
CLOUD_COPIES = frozenset("""cat copy copyto cp invoke mirror mv pipe publish put put-object rcat rsync send-email
    send-message sync upload upload-batch""".split())
REGISTRIES = {name: host for host, _, names in (line.strip().partition(": ") for line in """
    registry.npmjs.org: npm pnpm yarn bun lerna
    upload.pypi.org: twine poetry uv flit hatch pdm
    crates.io: cargo
    rubygems.org: gem
    docker.io: docker skopeo crane
    repo.maven.apache.org: mvn
    marketplace.visualstudio.com: vsce
    nuget.org: dotnet nuget
    helm: helm
    cloudflare.com: wrangler
    vercel.com: vercel
    netlify.com: netlify
    surge.sh: surge
    firebase.google.com: firebase
    fly.io: fly flyctl
    heroku.com: heroku
""".strip().split("\n")) for name in names.split()}
# Programs that publish a folder where none of these verbs is named.
BARE = {"surge": frozenset("list login logout plan teardown token whoami ssl card".split()),
        "vercel": frozenset("""alias bisect build cache certs curl dev dns domains env flags git help init inspect
        install integration link list login logout logs ls open promote pull redeploy remove rm rollback rolling-release
        secrets switch target teams telemetry whoami""".split())}
PUBLISHES = frozenset("--prod copy deploy deploy:mvn deprecate publish push upload".split())


def container(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """docker and what runs containers with its words: what one runs is run, what is copied into one lies here, too."""
    said, _, rest = apart(args, name, until=True)
    verb = said[0].text if said else ""
    if verb == "cp" and len(rest) == 2:
        machine.write(rest[1].text.rpartition(":")[2], machine.file(rest[0].text.rpartition(":")[2]))
        return NOTHING
    if verb in ("compose", "exec", "run"):
        names = [HANDLERS.get(a.text.rpartition("/")[2]) for a in rest]
        if verb == "compose" or not rest or "wrappers.shell" in names:
            return inner_shell(machine, "docker", args[1:], stdin)
        return machine.call(rest[1:], stdin) if len(rest) > 1 else NOTHING
    if verb in ("export", "save"):
        return dumper(machine, name, args[1:], stdin)
    return NOTHING if verb == "stack" else registry(machine, "docker", args, stdin)


def registry(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """npm publish, twine upload, docker push, deploys; anything else that these programs do is local."""
    texts = [a.text for a in args]
    words = [text for text in texts if not text.startswith("-")]
    ran = _runs(machine, name, args, words, stdin)
    if ran is not None:
        return ran
    pushed = "--push" in texts and words[:1] and words[0] in ("build", "buildx")
    bare = name in BARE and (not words or words[0] not in BARE[name])      # what it does where no verb is named
    if (PUBLISHES.isdisjoint(words[name == "dotnet":2]) and not pushed and not bare) or "--dry-run" in texts:
        given = join(stdin, *(a.flow for a in args))
        return given if given.level else NOTHING
    return _published(machine, name, args, words, stdin)


def _runs(machine: Machine, name: str, args: list[Arg], words: list[str], stdin: Flow) -> Flow | None:
    """What a program runs that another command is told to: `uv run`; None where it runs none."""
    texts = [a.text for a in args]
    if name == "bun" and texts[:1] and texts[0] in ("-e", "-p", "eval", "--eval"):
        return machine.interpreter(name, args, stdin)
    if name in RUNNERS and words[:1] and words[0] in RUNS:
        rest = args[texts.index(words[0]) + 1:]
        while rest and rest[0].text.startswith("-"):
            rest = rest[1:]
        return machine.call(rest, stdin) if rest else NOTHING
    return None


def _published(machine: Machine, name: str, args: list[Arg], words: list[str], stdin: Flow) -> Flow:
    """What is published goes to the registry that is named, else to the program's own; a login goes along."""
    shown = ways_in(args)
    auth = [*(b for a, b in zip(args, args[1:]) if a.text in REGISTRY_AUTH), *shown]
    flow = join(stdin, machine.arguments([a for a in args[1:] if a not in auth]), taken(machine, name, args[1:]))
    host = _registry(name, args, words)
    away = host != REGISTRIES[name] and not host.startswith("docker.io/")
    whole = away and "://" in host      # the work itself, to another place than its own
    machine.emit(SENDS, name, f"{name} {' '.join(words[:1])}", host,
              Flow(flow.level, flow.names, flow.text, flow.files, whole=whole, perhaps=flow.perhaps),
              join(*(a.flow for a in auth if away or not all(n.startswith("$") for n in a.flow.names)),
                   *(machine.arguments([a]) for a in shown if away)))
    return REMOTE


def _registry(name: str, args: list[Arg], words: list[str]) -> str:
    """Where it is published: at the registry that an option or an image's name says, else at the program's own."""
    image = "".join(words[1:2]) if name == "docker" and words[:1] == ["push"] else ""
    if image:
        first = image.split("/")[0]
        return first if "." in first or ":" in first else f"docker.io/{image}"
    host = REGISTRIES[name]
    for arg, after in zip(args, [*(a.text for a in args[1:]), ""]):
        option, _, value = arg.text.partition("=")
        if option in ADDRESSES:
            host = value or after
    return host


RUNNERS = frozenset("bun hatch npm pdm pnpm poetry uv yarn".split())
REGISTRY_AUTH = frozenset("-p -u --password --username --token --api-key --auth-token --otp".split())
ADDRESSES = frozenset("--host --index --index-url --publish-url --registry --repository-url --source -s".split())
RUNS = frozenset("dlx exec run x".split())


def cluster(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """kubectl: what it prints, runs and copies there."""
    said, _, rest = apart(args, name)
    words = [a.text for a in (*said, *rest)]
    if prints_secret(name, words):
        return Flow(3, ("kubectl get secret",))
    if words[:1] == ["exec"]:
        return inner_shell(machine, name, args[1:], stdin)
    return sender(machine, name, args, stdin) if words[:1] == ["cp"] and ":" in args[-1].text else NOTHING


def sender(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Programs made to hand files or messages to others: wormhole, ntfy, mail, ftp, logger -n, whois -h, kubectl cp."""
    if name in ("logger", "whois") and {"-n", "-h", "--server"}.isdisjoint(a.text for a in args):
        return NOTHING
    given = [word for word in stdin.text.split() if "@" in word[1:-1]][:1]       # `To:` of a letter
    every = [place for a in args for place in places(a.text)] or given or [name]
    people = [place for place in every if "://" not in place and "@" in place]
    orders = [Arg(stdin.text)] if name.endswith("ftp") else []
    flow = join(stdin, machine.arguments(args, True), *(a.flow for a in args),
                *(mentioned(machine, a) for a in (*args, *orders)))
    for at in people or every[:1]:
        machine.emit(SENDS, name, name, at + ":" * (name == "sftp"), flow)
    return NOTHING


def client(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """psql, mysql, redis-cli, mongosh: the address is its way in, what is piped in is what goes there."""
    found, rest = options(args, name)
    host = next((v.text for f, v in found if v and f in ("-h", "--host")),
                next((a.text for a in rest if "://" in a.text), "localhost"))
    texts = [v for f, v in found if v and f in ("-c", "-e", "--command", "--execute", "--eval")]
    sent = [join(v.flow, mentioned(machine, v)) for v in texts]        # `\\copy t from FILE`
    for text in (stdin.text, *(v.text for v in texts), *(a.text for a in args if a.text[:1] == "|")):
        for command in inner(text):
            machine.text(command, HELD)
    payload = join(stdin, *sent, *(a.flow for a in rest if "://" not in a.text and name == "redis-cli"))
    shown = join(*machine.given.values(), *(v.flow for f, v in found if v and f in ("-a", "-p", "--password")))
    if payload.level or payload.text or payload.files or shown.level:
        machine.emit(SENDS, name, name, host, payload, shown)
    return printed_by(REMOTE, name)


def inner(text: str) -> list[str]:
    """The commands that the client of a database is told to run.

    >>> inner("COPY t TO PROGRAM 'gzip > t.gz'"), inner("|less"), inner("select 1; \\\\! ls"), inner("select 1")
    (['gzip > t.gz'], ['less'], [' ls'], [])
    """
    at = text.lower().find("program '")
    found = [text[at + 9:].partition("'")[0]] if at >= 0 else []
    for line in text.split("\n"):
        found += [line.partition(mark)[2] for mark in ("\\!", "\\g |", "\\o |") if mark in line]
        found += [line.strip()[len(mark):] for mark in ("|", "system ") if line.strip().startswith(mark)]
    return found


HELD = Flow(names=("a database",), remote="?", whole=True)      # all that a database or an image holds


def dumper(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """pg_dump, docker save: what is held there; the address and its password are the way in, not what comes out."""
    found, _ = options(args, "pg_dump")
    to = next((v.text for f, v in found if v and f in ("-f", "-r", "-o", "--file", "--result-file", "--out")), "")
    if to and to != "-":
        machine.touch("writes", to, name)
        machine.files[machine.path(to)] = HELD
        return NOTHING
    return HELD


def terraform(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """terraform and its kin change or delete what others use."""
    verb = next((a.text for a in apart(args, name)[0]), "")
    if verb in ("apply", "destroy", "up"):
        machine.emit(CHANGES, name, f"{name} {verb}", "")
    return NOTHING


def wrapped_install(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """pip and its like: an index address may carry something."""
    for arg in args:
        if "://" in arg.text:
            machine.emit(FETCHES, name, name, place_in(arg.text), arg.flow)
    return NOTHING

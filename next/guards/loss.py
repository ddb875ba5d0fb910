"""What can nobody bring back?  Only that is asked about; all else is copied before the call and passes.

Asked: an order that deletes at a service, a push over commits that are not here, a device, a system folder, the home
folder, a parent of the project, our store, `$VAR/` without a value under a delete, what is over a snapshot's bounds,
a failing git under a word that takes.  The row names the snapshot; the first call that took something away is told.

Cannot see: what a program's own code deletes elsewhere; which database a client's own settings mean.
"""

from __future__ import annotations

import re

from guards import ASK, DENY, PASS, Call, Command, Event, Facts, Lesson, Rule, Verdict
from guards._taint.consent import hash_words
from guards._text import extract_host, is_local_place, list_leaves, normalize_place
from guards._words import NEVER, REMOVES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Query

    State = dict[str, Any]
    # (the order, what it takes, where): what a question says
    Loss = tuple[str, str, str]

EVENTS = ("PostToolUse", "PostToolUseFailure")
ENDS = ("SessionEnd", "WorktreeRemove")
SHELLS = ("Bash", "PowerShell")
# Pieces of a program's first words that order a service to take something away.
STRONG = frozenset(
    """decommission delete deleteall deprovision deregister destroy destroyall drop dropdb erase flushall flushdb nuke
    obliterate purge terminate truncate unpublish unregister wipe""".split()
)
# Programs whose work lies elsewhere, with weaker words that take away there.
ELSEWHERE = """aws rm rb remove; az circleci serverless sls: remove; gcloud: remove disable rm; gsutil mc s5cmd: rm rb;
s3cmd: rm rb del; b2 doppler nats ibmcloud: rm; helm: uninstall; vault firebase: disable; restic: forget prune;
borg: prune; gh glab: archive remove; heroku: remove reset; vercel: rm remove; doctl: rm d; pulumi railway: down;
etcdctl: del; splunk: clean; deck supabase: reset; rclone: cleanup deletefile; kubectl oc velero flyctl fly netlify
hcloud cdk eksctl nomad consul argocd wrangler twine cf zfs fastly terraform tofu terragrunt oci scw exo: ;
npm pnpm yarn cargo gem: """.replace("aws ", "aws: ")
WEAK = {
    name: frozenset(words.split())
    for names, _, words in (row.partition(":") for row in ELSEWHERE.split(";"))
    for name in names.split()
}
# Programs whose such words concern what lies on this machine, or are no orders.
HERE = frozenset(
    """act adb apk apt apt-get asdf awk bd brew bundle cat choco code colima composer conda defaults dnf dpkg echo fd
    git go grep hash info ip iptables jj jq just k3d kind launchctl lima limactl ls make mamba man minikube mise
    multipass mvn node nvm pacman pass pdm pip pip3 pipx pm2 poetry port printf pyenv pytest python python3 rbenv
    rg rm rustup sed sh skaffold ssh-add svn sqlite3 systemctl task tilt tmux tox unzip uv vagrant volta winget yum
    zypper""".split()
)
TESTS = frozenset(
    "demo dummy e2e ephemeral k3d kind localstack minikube playground sandbox scratch smoke test testing tests".split()
)
DRY = frozenset(
    "--dry-run --dryrun --help --list --noop --preview --what-if -dry-run -h -help help".split()
)
CLIENTS = frozenset(
    """bq clickhouse-client cockroach cqlsh duckdb mariadb mongo mongosh mycli mysql pgcli psql snowsql sqlcmd
    usql""".split()
)
SQL = re.compile(
    r"(?i)\b(drop\s+(?:table|database|schema|keyspace|collection|materialized\s+view)"
    r"|truncate(?:\s+table)?|delete\s+from|update)\s+(?:if\s+exists\s+)?([\w.\"`\[\]]+)([^;]*)"
)
MONGO = re.compile(r"\.(dropDatabase\(|drop\(\)|deleteMany\(\{\}\)|remove\(\{\}\))")
MUTATION = re.compile(
    r"(?is)\bmutation\b[^{]{0,200}\{\s*(?:\w+\s*:\s*)?(\w*(?:delete|destroy|remove|purge)\w*)\s*[({]"
)
RESETS = re.compile(
    r"(?i)\b(?:migrate|migration|db|database|schema|data)s?[:\s_-]+(?:force-?)?(?:reset|fresh|wipe|zap|flush)\b|\bmanage\.py flush\b"
)
UNASKED = re.compile(
    r"(?<!\S)(?:-f|-y|--(?:force(?:-reset)?|no-?input|yes|accept-data-loss|no-interaction))\b"
)
# Things of a service that a tool's name may delete.
THINGS = frozenset(
    """bucket cluster collection database deployment environment index instance keyspace namespace project queue
    repository schema server service stack table topic volume""".split()
)
PLAN = re.compile(r"(?m)^\s*# (\S+) (?:will|must) be (?:destroyed|replaced)")
COUNTED = re.compile(r"Plan: \d+ to add, \d+ to change, (\d+) to destroy|\b(\d+) to delete\b")
PLANNERS = frozenset("pulumi terraform terragrunt tofu".split())

SYSTEM = frozenset(
    """Applications Library System Users bin boot dev etc home lib lib64 opt proc root sbin srv sys usr var""".split()
)
DEVICE = re.compile(
    r"(?:\bof=|>\s*|\b(?:mkfs\S*|wipefs|shred|fdisk|parted|sgdisk|blkdiscard|hdparm|format)\b[^;|&\n]*\s)"
    r"(/dev/(?:sd|hd|vd|nvme|disk|mmcblk|xvd|mapper|md)\w*)"
)
# Where the rest of one command stands behind a word that takes; read only for code in other languages.
CODE = frozenset("bun deno lua node perl php python python3 ruby".split())
CODE_TAKES = re.compile(
    r"(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|rimraf|remove_tree|removeSync|\brm\s+-\w+|unlink)\b([^;\n]{0,200})"
)
TAKERS = frozenset(
    """chmod chown clean del dd find git mv rd rename rimraf rm rmdir rsync shred srm truncate unlink
    Remove-Item""".split()
)
TAKING = re.compile(
    r"\b(?:rm|rmdir|rmtree|rmSync|rm_rf|unlink|shred|rimraf|clean|reset|checkout|restore|switch|stash|rebase|mv|truncate|dd|-delete)\b"
)
UNSET = re.compile(r"\b(?:rm|rmdir|shred)\b[^;|&\n]*?\s[\"']?\$\{?([A-Za-z_]\w*)\}?[\"']?/")
ALLOW = "To allow it, say yes or name it in a prompt"
SAY_YES = "To allow it, say yes"


def join_text(event: Event, call: Call) -> str:
    """The text of what runs: a command, or all texts of a tool that has commands."""
    command = event.input.get("command")
    if isinstance(command, str):
        return command
    return "\n".join(text for _, text in list_leaves(event.input)) if call.commands else ""


def list_needs(event: Event, call: Call, state: State, settings: State) -> list[Query]:
    if event.name in ENDS:
        return [("at_stake", " ")]
    if event.name in EVENTS:
        again = call.read_only or state.get("loss.told") or not join_text(event, call)
        return [] if again else [("taken_away",)]
    if event.name != "PreToolUse":
        return []
    queries: list[Query] = []
    text = join_text(event, call)
    if text and not call.read_only:
        queries.append(("at_stake", text))
    elif not text and (call.writes or call.deletes):
        queries.append(("at_stake", "", *call.writes, *call.deletes))
    for command in call.commands:
        push = read_push(command)
        if push:
            queries.append(push)
        if command.program in CLIENTS:
            queries += [("file", name) for name in list_files(command)]
    return queries


NEEDS = list_needs


def list_files(command: Command) -> list[str]:
    """Files that hold the orders of a database client."""
    given = [command.options.get(name, "") for name in ("-f", "--file", "-i", "-init")]
    given += [word.split()[1] for word in command.words if word.startswith(("\\i ", "source "))]
    return [name for name in given if name][:4]


def read_push(command: Command) -> Query | None:
    """The query for a push that overwrites or deletes: ("overwrites", "force|delete|mirror", remote, ref, ...)."""
    options = command.options
    if command.program != "git" or command.sub != "push" or {"-n", "--dry-run"} & options.keys():
        return None
    remote, *refs = command.words[1:] or ("",)
    if {"--mirror", "--prune"} & options.keys():
        return ("overwrites", "mirror", remote, *refs)
    if {"-d", "--delete"} & options.keys():
        return ("overwrites", "delete", remote, *refs)
    if any(name.startswith(("-f", "--force")) for name in options):
        return ("overwrites", "force", remote, *refs)
    forced = [ref for ref in refs if ref[:1] in ("+", ":")]
    return ("overwrites", "force", remote, *forced) if forced else None


def split_pieces(word: str) -> set[str]:
    """`apps:destroy`, `delete-bucket` -> their words; of no word that is a path, an option or a number."""
    plain = word.lower().replace("-", " ").replace("_", " ").replace(":", " ")
    return set(plain.split()) if plain.replace(" ", "").isalpha() else set()


def find_order(command: Command) -> tuple[str, list[str]] | None:
    """(`kubectl delete namespace`, the names behind) of a program that takes away at a service; None of others."""
    known = command.program in WEAK
    if (not known and command.program in HERE) or "/" in command.program.lstrip("/")[:1]:
        return None
    if DRY & {*command.options, *command.options.values(), *command.words}:
        return None
    verbs = STRONG | WEAK.get(command.program, frozenset())
    words = [word for word in command.words if word]
    if command.program == "dropdb":
        return "dropdb", words
    for option in ("--delete", "--destroy", "--purge"):
        if option in command.options and known:
            return f"{command.program} {option}", words
    for at, word in enumerate(words[: 4 if known else 2]):
        if split_pieces(word) & verbs:
            names = [one for one in words[at + 1 :] if one not in command.options.values()]
            names += [
                value
                for name, value in command.options.items()
                if name.lstrip("-") in ("name", "id", "bucket", "arn") and value
            ]
            return " ".join((command.program, *words[: at + 1])), names
    return None


def find_sql(text: str) -> tuple[str, str]:
    """(`DROP TABLE carts`, carts) of the first statement that takes more than named rows; ("", "")."""
    for found in SQL.finditer(text):
        verb, name, rest = " ".join(found[1].upper().split()), found[2].strip('"`[]'), found[3]
        if verb in ("DELETE FROM", "UPDATE"):
            if re.search(r"(?i)\b(?:where|using)\b", rest) or (
                verb == "UPDATE" and not re.match(r"(?i)\s+set\s", rest)
            ):
                continue
            return f"{verb} {name}` without WHERE, `", name
        return f"{verb} {name}", name
    found_mongo = MONGO.search(text)
    return (found_mongo[1].rstrip("("), "") if found_mongo else ("", "")


def find_database(command: Command) -> str:
    """Where a database client works, as far as the call says."""
    options = command.options
    url = next((word for word in command.words if "://" in word), "")
    host = options.get("-h") or options.get("--host") or extract_host(normalize_place(url))
    name = (
        options.get("-d")
        or options.get("--dbname")
        or options.get("-D")
        or options.get("--database")
    )
    if not name and url:
        name = url.rpartition("/")[2].partition("?")[0]
    rest = [word for word in command.words if word not in options.values() and " " not in word]
    name = name or (rest[-1] if rest and "://" not in rest[-1] else "")
    place = f"database {name}" if name else "the database of its settings"
    return f"{place} on {host}" if host else place


def list_service_losses(event: Event, call: Call, facts: Facts) -> list[Loss]:
    """What a call takes away at services, in its order."""
    found: list[Loss] = []
    text = join_text(event, call)
    for command in call.commands:
        found += list_command_losses(command, text, facts)
    if RESETS.search(text) and UNASKED.search(text):
        order = " ".join(RESETS.search(text)[0].split())  # type: ignore[index]
        found.append((order, "", "the database of its settings"))
    mutation = MUTATION.search(text) or (
        None if event.tool in SHELLS else MUTATION.search(str(event.input.get("query", "")))
    )
    if mutation and call.operation != "git commit":
        place = next((place for sink in call.sinks for place in sink.places), "")
        found.append((f"mutation {mutation[1]}", "", place or "a service"))
    return found + list_tool_losses(event, call)


def list_command_losses(command: Command, text: str, facts: Facts) -> list[Loss]:
    program, words = command.program, command.words
    if program in CLIENTS:
        files = [facts.get("file", name) or "" for name in list_files(command)]
        order, name = find_sql("\n".join((*words, text, *files)))
        return [(order, name, find_database(command))] if order else []
    if program in ("docker", "podman", "docker-compose"):
        return list_container_losses(command, text)
    if program in ("ssh", "mosh") and len(words) > 1:
        return list_remote_losses(words)
    method = (
        command.options.get("-X")
        or command.options.get("--request")
        or command.options.get("--method")
    )
    if (method or "").upper() == "DELETE" or (
        program in ("http", "xh", "httpie") and "DELETE" in words
    ):
        url = next((word for word in words if "/" in word), "")
        place = extract_host(normalize_place(url)) if program != "gh" else "GitHub"
        return (
            [] if is_local_place(url) else [(f"DELETE {url[:80]}", url.rpartition("/")[2], place)]
        )
    found = find_order(command)
    if found is None:
        return []
    order, names = found
    if program in ("kubectl", "oc") and {"pod", "pods", "job", "jobs"} & {*words[:3]}:
        return []
    given = (
        command.options.get(name)
        for name in ("-n", "--namespace", "--context", "--profile", "--project")
    )
    return [(order, " ".join(names[:3]), next((one for one in given if one), ""))]


def list_container_losses(command: Command, text: str) -> list[Loss]:
    """Volumes, and all containers at once; one container can be made again."""
    words, options = command.words, command.options
    if words[:2] in (("volume", "rm"), ("volume", "remove"), ("volume", "prune")):
        return [(" ".join(("docker", *words[:2])), " ".join(words[2:5]), "")]
    if "down" in words and {"-v", "--volumes"} & options.keys():
        return [("docker compose down -v", "", "")]
    if words[:2] == ("system", "prune") and "--volumes" in options:
        return [("docker system prune --volumes", "", "")]
    every = re.search(
        r"docker ps[^;&\n)`]*-a?q\b(?![^;&\n)`|]*--filter)[^;&\n]*\b(?:rm|stop|kill)\b|(?:rm|stop|kill)[^;&\n]*[`(]\s*docker ps",
        text,
    )
    if every and {"rm", "stop", "kill"} & {*words[:2]}:
        return [(f"docker {words[0]}", "", "every container of this machine")]
    return []


def list_remote_losses(words: tuple[str, ...]) -> list[Loss]:
    """What a command deletes on another machine."""
    from guards._reading import read

    event = Event("PreToolUse", tool="Bash", input={"command": " ".join(words[1:])})
    host = words[0].rpartition("@")[2]
    call = read(event, {}, {})
    taken = [path for path in call.deletes if not path.startswith("/tmp/")]
    if taken or DEVICE.search(str(event.input["command"])):
        return [(f"ssh {host} {event.input['command']}"[:80], " ".join(taken[:3]), host)]
    inner = list_service_losses(event, call, Facts(event))
    return [(f"ssh {host} {order}", names, host) for order, names, _ in inner]


def list_tool_losses(event: Event, call: Call) -> list[Loss]:
    """Of a tool that is no shell: statements of SQL, and deletes of a service's things by its name."""
    if event.tool in SHELLS or not event.tool.startswith("mcp__"):
        return []
    server, _, name = event.tool[5:].partition("__")
    for key, text in list_leaves(event.input):
        if key in ("sql", "query", "statement", "statements", "queries"):
            order, table = (
                find_sql(text)
                if text.lstrip().lower().startswith(("drop", "truncate", "delete", "update"))
                else ("", "")
            )
            if order:
                return [(order, table, f"a database of {server}")]
    pieces = split_pieces(name)
    if pieces & STRONG and pieces & THINGS:
        return [(name, " ".join(text for _, text in list_leaves(event.input)[:2])[:60], server)]
    return []


def is_test(loss: Loss) -> bool:
    """Does a name say that the thing is a test's, or lies on this machine?"""
    words = re.split(r"[\s\-_./:=@,]+", " ".join(loss[1:]).lower())
    return not TESTS.isdisjoint(words) or any(is_local_place(place) for place in loss[2].split())


def is_ordered(loss: Loss, facts: Facts) -> bool:
    """Does the newest prompt hold the object's name and a word for removing, and no word that forbids?"""
    typed = (facts.state.get("origin.typed") or [""])[-1]
    if not typed or any(hash_words(facts.key, word) in typed for word in NEVER):
        return False
    if hash_words(facts.key, loss[0]) in typed and " " in loss[0] and not loss[1]:
        return True
    names = [name for name in loss[1].split() if len(hash_words(facts.key, name)) > 2]
    return (
        bool(names)
        and all(hash_words(facts.key, name) in typed for name in names[-1:])
        and any(hash_words(facts.key, word) in typed for word in REMOVES)
    )


def judge_service(call: Call, facts: Facts) -> Verdict | None:
    event = facts.event
    for loss in list_service_losses(event, call, facts):
        if is_test(loss):
            continue
        if is_ordered(loss, facts):
            return Verdict(PASS, exemption="loss.ordered")
        order, names, place = loss
        what = f"`{order[:80]}`" if not names or names in order else f"`{order[:60]} {names[:40]}`"
        where = f" in {place[:50]}" if place else ""
        return Verdict(ASK, f"{what}{where} cannot be brought back.  {ALLOW}.", alone=DENY)
    return judge_plan(call, facts)


def judge_plan(call: Call, facts: Facts) -> Verdict | None:
    """`terraform apply` after a plan that destroys: the plan's own names."""
    planned = facts.state.get("loss.plan") or []
    for command in call.commands:
        if planned and command.program in PLANNERS and {"apply", "up"} & {*command.words[:1]}:
            names = ", ".join(planned[:3])[:90]
            reason = f"`{command.program} {command.words[0]}` destroys {len(planned)} by the plan that was read: {names}.  {SAY_YES}."
            return Verdict(ASK, reason, alone=DENY)
    return None


def judge_push(call: Call, facts: Facts) -> Verdict | None:
    """A push that overwrites or deletes what this clone did not make, by what the remote-tracking refs show."""
    for command in call.commands:
        query = read_push(command)
        if query is None or not facts.get(*query):
            continue
        branch, count = facts.get(*query)[0]
        what = f"{count} commits of {branch} that were not made here"
        if count < 0:
            what = f"{branch}, of which nothing is known here"
        reason = f"`git push` ({query[1]}) would overwrite {what}.  {SAY_YES}."
        return Verdict(ASK, reason, alone=DENY)
    return None


def list_targets(event: Event, call: Call, text: str, home: str) -> list[str]:
    """Absolute paths that the call takes away, moves or opens up, globs cut off."""
    found = list(call.deletes)
    for command in call.commands:
        options, words = command.options, command.words
        if (
            command.program == "mv"
            or (
                command.program in ("chmod", "chown", "chgrp")
                and {"-R", "--recursive"} & options.keys()
            )
            or (command.program == "rsync" and any(name.startswith("--delete") for name in options))
        ):
            found += words[:-1] if command.program == "mv" else words[-1:]
    if any(re.search(rf"\b{name}\b", text) for name in CODE):
        for rest in CODE_TAKES.findall(text):
            found += [one for one in re.split(r"[\s'\"`,()\[\]]+", rest) if one[:1] in ("/", "~")]
    bases = [
        event.cwd or event.project,
        *re.findall(r"\b(?:cd|pushd)\s+[\"']?([^\s\"';&|]+)", text),
    ]
    paths = []
    for path in found:
        for base in bases:
            paths.append(resolve_text(path, resolve_text(base, bases[0], home), home))
    return paths


def resolve_text(path: str, base: str, home: str) -> str:
    """An absolute path of one that a call spells, without touching the disk; globs at its end are cut off."""
    for name in ("~", "$HOME", "${HOME}"):
        if path == name or path.startswith(name + "/"):
            path = home + path[len(name) :]
    parts: list[str] = []
    for part in (path if path.startswith("/") else f"{base}/{path}").split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", ".", ".."):
            parts.append(part)
    if parts and not parts[-1].strip("*?."):
        parts.pop()
    return "/" + "/".join(parts)


def judge_place(call: Call, facts: Facts) -> Verdict | None:
    """Devices, system folders, the home folder, a parent of the project, the store: no snapshot holds them."""
    event = facts.event
    text = join_text(event, call)
    device = DEVICE.search(text)
    if device and call.commands:
        return Verdict(
            ASK, f"`{device[0].strip()[:80]}` writes to a device.  {SAY_YES}.", alone=DENY
        )
    stake = facts.get("at_stake", text) or {}
    home, high = str(stake.get("home", "")), stake.get("high", {})
    for path in list_targets(event, call, text, home) if text else ():
        whole = f"{path.rstrip('/')}/"
        for place, name in high.items():
            if f"{place}/".startswith(whole):
                return Verdict(
                    ASK, f"`{path}` is {name}; no snapshot holds it.  {SAY_YES}.", alone=DENY
                )
        parts = path.strip("/").split("/")
        if parts[0] in SYSTEM and len(parts) < 3 and not is_below(path, home):
            return Verdict(
                ASK,
                f"`{path}` is a folder of the system; no snapshot holds it.  {SAY_YES}.",
                alone=DENY,
            )
    return None


def is_below(path: str, folder: str) -> bool:
    return bool(folder) and path.startswith(f"{folder}/")


def judge_unset(call: Call, facts: Facts) -> Verdict | None:
    """`rm -rf "$VAR/"*` where nothing gives the variable a value."""
    text = join_text(facts.event, call)
    stake = facts.get("at_stake", text) or {}
    for found in UNSET.finditer(text):
        name = found[1]
        if name in stake.get("variables", ()) or re.search(
            rf"(?<![\w$]){name}=|\bfor\s+{name}\b", text
        ):
            continue
        return Verdict(
            ASK,
            f"`${name}/` has no value that is known here, and `{found[0].strip()[:60]}` deletes below it.  {SAY_YES}.",
            alone=DENY,
        )
    return None


def judge_snapshot(call: Call, facts: Facts) -> Verdict | None:
    """What the snapshot could not hold, where the call takes; else its name for the row."""
    event = facts.event
    text = join_text(event, call)
    query = ("at_stake", text) if text else ("at_stake", "", *call.writes, *call.deletes)
    stake = facts.get(*query)
    if not stake:
        return None
    fields: dict[str, Any] = {"snapshot": stake["id"]} if stake["id"] else {}
    takes = (
        bool(call.deletes)
        or bool(TAKING.search(text))
        or any(c.program in TAKERS for c in call.commands)
    )
    if stake["named"] and takes:
        names = ", ".join(stake["named"][:2])[-90:]
        return Verdict(
            ASK,
            f"{names}: more than a snapshot holds, so it could not come back.  {SAY_YES}.",
            fields=fields,
        )
    if stake["fault"]:
        fields["unheld"] = stake["fault"]
        reason = f"No snapshot of local work could be made ({stake['fault'][:90]})."
        return (
            Verdict(ASK, f"{reason}  {SAY_YES}.", fields=fields)
            if takes and text
            else Verdict(PASS, notice=reason, fields=fields)
        )
    if stake["unheld"]:
        fields["unheld"] = stake["unheld"][:5]
    return Verdict(PASS, fields=fields) if fields else None


def learn_loss(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """What a plan would destroy; once a session, that something was taken away and can come back."""
    lesson = Lesson()
    if any(c.program in PLANNERS and {"plan", "preview"} & {*c.words[:1]} for c in call.commands):
        text = "\n".join(value for _, value in list_leaves(event.response))
        count = sum(int(one or two) for one, two in COUNTED.findall(text))
        names = PLAN.findall(text) or [f"{count} resources"]
        lesson.ops.append(("set", "loss.plan", names[:20] if count else []))
    taken = facts.get("taken_away")
    if taken:
        id, names = taken
        more = f" and {len(names) - 2} more" if len(names) > 2 else ""
        lesson.notices.append(
            f"autoskillit: the call took away {', '.join(names[:2])}{more}; `guardctl rescue {id} --restore` brings it back (said once a session)."
        )
        lesson.ops.append(("set", "loss.told", True))
    return lesson if lesson.ops else None


LEARN = learn_loss


def make_example(
    command: str, *commands: Command, deletes: tuple[str, ...] = (), stake: Any = None
) -> tuple[Call, Facts]:
    event = Event("PreToolUse", tool="Bash", input={"command": command}, project="/p")
    known = {
        "id": "1",
        "fault": "",
        "named": [],
        "unheld": [],
        "home": "/h",
        "high": {"/h": "the home folder"},
        "variables": [],
    }
    answers = {
        ("at_stake", command): {**known, **(stake or {})},
        ("overwrites", "force", "origin", "main"): [("main", 2)],
    }
    return Call("Bash", commands=commands, deletes=deletes), Facts(event, answers=answers)


RULES = (
    Rule(
        "loss.service",
        "Does an order delete at a service, a database, a cluster or a cloud?",
        judge_service,
        make_example(
            "kubectl delete namespace shop", Command("kubectl", ("delete", "namespace", "shop"))
        ),
        make_example("kubectl get pods", Command("kubectl", ("get", "pods"))),
    ),
    Rule(
        "loss.push",
        "Does a push overwrite commits that are not here?",
        judge_push,
        make_example(
            "git push -f origin main",
            Command("git", ("push", "origin", "main"), "push", {"-f": ""}),
        ),
        make_example("git push origin main", Command("git", ("push", "origin", "main"), "push")),
    ),
    Rule(
        "loss.place",
        "Does a call take a device, a system folder, the home folder, a parent of the project or the store?",
        judge_place,
        make_example("rm -rf ~", Command("rm", ("~",)), deletes=("~",)),
        make_example("rm -rf src", Command("rm", ("src",)), deletes=("src",)),
    ),
    Rule(
        "loss.unset",
        "Does a delete begin at a variable that has no value?",
        judge_unset,
        make_example('rm -rf "$BUILD/"*', Command("rm", ("/*",)), deletes=("/*",)),
        make_example('BUILD=out; rm -rf "$BUILD/"*', Command("rm", ("out/*",)), deletes=("out/*",)),
    ),
    Rule(
        "loss.unheld",
        "Does a call take what no snapshot holds?",
        judge_snapshot,
        make_example(
            "rm -rf data", Command("rm", ("data",)), deletes=("data",), stake={"named": ["/p/data"]}
        ),
        make_example("rm -rf data", Command("rm", ("data",)), deletes=("data",)),
    ),
)

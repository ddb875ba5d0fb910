"""What can nobody bring back?  Only that is asked about; all else is copied before the call and passes.

Asked: an order that deletes at a service, a push over commits that are not here, a device, a system folder, the home
folder, a parent of the project, our store, `$VAR/*` without a value, what is over a snapshot's bounds, a failing git
under a word that takes.  The row names the snapshot; the first call that took something away is told.

Cannot see: what a program's own code deletes elsewhere; which database a client's own settings mean.
"""

from __future__ import annotations

import re

from guards import ASK, DENY, PASS, Call, Command, Event, Facts, Lesson, Rule, Verdict
from guards._taint.consent import hash_words
from guards._text import Form, extract_host, is_local_place, list_leaves, normalize_place
from guards._words import NEVER, REMOVES, SAVES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from guards import Query

    State = dict[str, Any]
    Loss = tuple[str, str, str]  # the order, the names of what it takes, where

RESULTS = ("PostToolUse", "PostToolUseFailure")
EVENTS = ("PreToolUse", *RESULTS)
SHELLS = ("Bash", "PowerShell")
# Pieces of a program's first words that order a service to take something away.
STRONG = frozenset(
    """decommission delete deleteall deprovision deregister destroy destroyall drop dropdb erase flushall flushdb nuke
    obliterate purge terminate truncate unregister wipe""".split()
)
# Programs whose work lies elsewhere, with weaker words that take away there.
WEAK = {
    name: frozenset(words.split())
    for row in """aws:rm rb remove|az circleci serverless sls:remove|gcloud:remove disable rm|gsutil mc s5cmd:rm rb|
    s3cmd:rm rb del|b2 doppler nats ibmcloud:rm|helm:uninstall|vault firebase:disable|restic:forget prune|borg:prune|
    gh glab:archive remove|heroku:remove reset|vercel:rm remove|doctl:rm d|pulumi railway:down|etcdctl:del|
    splunk:clean|deck supabase:reset|rclone:cleanup deletefile sync|flyway:clean|dvc:gc|npm pnpm yarn:unpublish|kubectl oc velero flyctl fly
    netlify hcloud cdk eksctl nomad consul argocd wrangler cf zfs fastly terraform tofu oci scw exo:""".split(
        "|"
    )
    for names, _, words in (row.partition(":"),)
    for name in names.split()
}
# Programs whose such words concern what lies on this machine, or are no orders.
HERE = frozenset(
    """adb apk apt apt-get asdf awk bd brew bundle cat choco code colima composer conda defaults dnf docker dpkg echo fd
    git go grep hash info ip iptables jj jq just k3d kind launchctl limactl ls make man minikube mise mvn node nvm
    pacman pass pip pip3 pipx pm2 poetry printf pyenv pytest python python3 rbenv rg rm rsync rustup sed sh ssh-add svn
    sqlite3 systemctl task tmux tox unzip uv vagrant volta winget yum zypper""".split()
)
LOCAL_VERBS = ("npm", "pnpm", "yarn")  # of these only the weak words count
TESTS = frozenset(
    "demo dummy e2e kind localstack minikube playground sandbox scratch smoke test testing tests".split()
)
DRY = frozenset(
    "--dry-run --dryrun --help --list --noop --preview --safe --what-if -dry-run -h -help help".split()
)
NAMES = frozenset("app arn bucket id name topic".split())  # ends of options that name the thing
PLACES = ("-n", "--namespace", "--context", "--profile", "--project", "--bootstrap-server")
MOVES, PATHS = {"move", "rename"}, ("path", "file_path", "source", "destination", "paths")
DELETES = ("--delete", "--destroy", "--purge", "-replace")
CLIENTS = frozenset(
    "bq clickhouse-client cqlsh mariadb mongo mongosh mysql pgcli psql snowsql sqlcmd usql".split()
)
SQL = Form(
    r"(?i)\b(drop\s+(?:table|database|schema|keyspace|collection)|truncate(?:\s+table)?|delete\s+from|update)"
    r"\s+(?:if\s+exists\s+)?[\"`\[]*([\w.]+)[\"`\]]*([^;]*)|\.(dropDatabase|drop|deleteMany|remove)\((?:\{\})?\)"
)
MUTATION = Form(
    r"(?i)\bmutation\b[^{]{0,200}\{\s*(?:\w+\s*:\s*)?(\w*(?:delete|destroy|remove|purge)\w*)"
)
RESET = Form(
    r"(?i)(?<!wp )\b(?:migrate|migrations?|db|database|schema)[:\s_-]+(?:force-?)?(?:reset|fresh|wipe|flush)\b|manage\.py flush"
)
UNASKED = Form(
    r"(?<!\S)(?:-f|-y|--(?:force|force-reset|no-?input|yes|accept-data-loss|no-interaction))(?!\S)"
)
CONTAINERS = Form(
    r"(?:docker|podman)(?:-compose)? (?:volume (?:rm|remove|prune)|(?:compose )?.*\bdown\b.* (?:-v|--volumes)\b"
    r"|system prune.* --volumes)"
)
EVERY = Form(
    r"docker (rm|stop|kill)\b[^;&\n]*[`(]\s*docker ps((?: -\w+)+)\s*[)`]|docker ps((?: -\w+)+) *\| *xargs"
)
REMADE = Form(r"^/tmp/|/(?:cache|log)/|\*|(?:^|/)(?:node_modules|dist|\.next)$")
# Things of a service that a tool's name may delete.
THINGS = frozenset(
    """bucket cluster collection database deployment environment index instance keyspace namespace project queue
    repository schema server service stack table topic volume""".split()
)
PLAN = Form(r"(?m)^\s*# (\S+) (?:will|must) be (?:destroyed|replaced)")
COUNT = Form(r"to change, (\d+) to destroy|\b(\d+) to delete\b")
PLANNERS = frozenset("pulumi terraform tofu".split())

SYSTEM = frozenset(
    "Applications Library System Users bin boot dev etc home lib lib64 opt proc root sbin srv sys usr var".split()
)
DEVICE = Form(
    r"(?:\bof=|>\s*|\b(?:mkfs\S*|wipefs|shred|sgdisk|blkdiscard)\b[^;|&\n]*\s|\bparted\b[^;|&\n]*(?=.*\b(?:mk|rm)))"
    r"/dev/(?:sd|hd|vd|nvme|disk|mmcblk|xvd|mapper|md)\w*"
)
CODE = Form(
    r"(?:\b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|rimraf|remove_tree|unlink)\b|\brm\s+-\w+)([^;\n]{0,200})"
)
TAKING = Form(
    r"(?<![\w-])(?:rm|rmdir|rmtree|rmSync|rm_rf|unlink|shred|rimraf|clean|reset|checkout|restore|switch|stash|rebase"
    r"|mv|truncate|dd|-delete)\b"
)
UNSET = Form(r"\brm\b[^;|&\n]*?\s[\"']?\$\{?([A-Za-z_]\w*)\}?[\"']?/(?=[\"'\s*]|$)[^\s;&|]*")
ASSIGNED = r"(?<![\w$])({0}=|for\s+{0}\b)|-[nz] *[\"']?\$\{{?{0}\b|\bset -\w*u|\bsource\b|\bexec\b"
YES = "To allow it, say yes."


def join_text(event: Event, call: Call) -> str:
    """The text of what runs: a command, or all texts of a tool that has commands."""
    command = event.input.get("command")
    if isinstance(command, str):
        return command
    return "\n".join(text for _, text in list_leaves(event.input)) if call.commands else ""


def query_stake(event: Event, call: Call) -> Query:
    text = join_text(event, call)
    paths = (*call.writes, *call.deletes)
    name = event.tool.rpartition("__")[2]
    if (
        not text
        and not paths
        and name != event.tool
        and split_pieces(name) & (SAVES | STRONG | MOVES)
    ):
        paths = tuple(value for key, value in list_leaves(event.input) if key in PATHS)
    return ("at_stake", text) if text else ("at_stake", "", *paths)


def list_needs(event: Event, call: Call, state: State, settings: State) -> list[Query]:
    if event.name in ("SessionEnd", "WorktreeRemove"):
        return [("at_stake", " ")]
    if event.name in RESULTS:
        told = call.read_only or state.get("loss.told") or not join_text(event, call)
        return [] if told else [("taken_away",)]
    if event.name != "PreToolUse":
        return []
    stake = query_stake(event, call)
    queries = [stake] if any(stake[1:]) and not call.read_only else []
    queries += [push for command in call.commands if (push := read_push(command))]
    queries += [("file", name) for command in call.commands for name in list_files(command)]
    return queries


NEEDS = list_needs


def list_files(command: Command) -> list[str]:
    """Files that hold the orders of a database client."""
    given = [command.options.get(name, "") for name in ("-f", "--file", "-i")]
    return [name for name in given if name] if command.program in CLIENTS else []


def read_push(command: Command) -> Query | None:
    """The query for a push that overwrites or deletes: ("overwrites", how, remote, ref, ...)."""
    options = command.options.keys()
    if command.program != "git" or command.words[:1] != ("push",) or {"-n", "--dry-run"} & options:
        return None
    remote, *refs = command.words[1:] or ("",)
    mirror, delete = {"--mirror", "--prune"} & options, {"-d", "--delete"} & options
    how = "mirror" if mirror else "delete" if delete else "force"
    if how == "force" and not any(name.startswith(("-f", "--force")) for name in options):
        refs = [ref for ref in refs if ref[:1] in ("+", ":")]
        return ("overwrites", how, remote, *refs) if refs else None
    return ("overwrites", how, remote, *refs)


def split_pieces(word: str) -> set[str]:
    """`apps:destroy`, `delete-bucket` -> their words; none of a path, an option or a number."""
    plain = word.lower().replace("-", " ").replace("_", " ").replace(":", " ")
    return set(plain.split()) if plain.replace(" ", "").isalpha() else set()


def find_order(command: Command) -> Loss | None:
    """A program's order that takes away at a service: (`kubectl delete namespace`, the names behind it, where)."""
    program, options = command.program, command.options
    words = [word for word in command.words if word]
    flags = {name for name, value in options.items() if not value}
    if program in HERE or "/" in program or DRY & {*words, *flags}:
        return None
    if program in ("kubectl", "oc") and {"pod", "pods", "job", "jobs"} & {*words[:3]}:
        return None
    verbs = WEAK.get(program, frozenset()) | (frozenset() if program in LOCAL_VERBS else STRONG)
    place = next((options[name] for name in PLACES if options.get(name)), "")
    named = [one for name, one in options.items() if one and NAMES & {name.rpartition("-")[2]}]
    if program == "dropdb":
        return program, " ".join(words[:2]), place
    flag = next((one for one in DELETES if one in options or one in words), "")
    if flag:
        names = [options.get(flag, "")] if options.get(flag) else named or words[-1:]
        return f"{program} {flag}", " ".join(names), place
    for at, word in enumerate(words[: 4 if program in WEAK else 2]):
        if split_pieces(word) & verbs:
            names = [one for one in words[at + 1 :] if one not in options.values()] + named
            return " ".join((program, *words[: at + 1])), " ".join(names[:3]), place
    return None


def find_sql(text: str) -> tuple[str, str]:
    """(`DROP TABLE carts`, carts) of the first statement that takes more than named rows; ("", "")."""
    for verb, name, rest, method in SQL.findall(text):
        verb = " ".join(verb.upper().split())
        if verb not in ("DELETE FROM", "UPDATE"):
            return (f"{verb} {name}" if verb else method), name
        rest = " ".join(rest.lower().split())
        every = verb == "DELETE FROM" or rest.startswith("set ")
        if every and "where" not in rest and "using" not in rest:
            return f"{verb} {name} without WHERE", name
    return "", ""


def find_database(command: Command) -> str:
    """Where a database client works, as far as the call says."""
    options = command.options
    url = next((word for word in command.words if "://" in word), "")
    host = options.get("-h") or options.get("--host") or extract_host(normalize_place(url))
    named = (options.get(name) for name in ("-d", "-D", "--dbname", "--database"))
    rest = [word for word in command.words if word not in options.values() and " " not in word]
    name = next((one for one in named if one), "") or (rest[-1] if rest else "")
    name = name.rpartition("/")[2].partition("?")[0]
    place = f"database {name}" if name else "the database of its settings"
    return f"{place} on {host}" if host else place


def list_command_losses(command: Command, text: str, facts: Facts) -> list[Loss]:
    program, words, options = command.program, command.words, command.options
    if program in CLIENTS:
        files = [facts.get("file", name) or "" for name in list_files(command)]
        order, name = find_sql("\n".join((*words, text, *files)))
        return [(order, name, find_database(command))] if order else []
    if program in ("ssh", "mosh") and len(words) > 1:
        at = next((at for at, word in enumerate(words) if "@" in word), 0)
        return list_remote_losses(words[at].rpartition("@")[2], " ".join(words[at + 1 :]))
    whole = CONTAINERS.match(" ".join((program, *words, *options)))
    if whole:
        return [(" ".join((program, *words[:2])), " ".join(words[2:5]), "")]
    method = options.get("-X") or options.get("--request") or options.get("--method") or ""
    if method.upper() == "DELETE" or (program in ("http", "xh") and "DELETE" in words):
        url = next((word for word in words if "/" in word), "")
        place = "GitHub" if program == "gh" else extract_host(normalize_place(url))
        loss = (f"DELETE {url[:80]}", url.rpartition("/")[2], place)
        return [] if is_local_place(url) else [loss]
    found = find_order(command)
    return [found] if found else []


def list_remote_losses(host: str, line: str) -> list[Loss]:
    """What a command deletes on another machine: folders, devices, and what it orders services there."""
    from guards._reading import read

    event = Event("PreToolUse", tool="Bash", input={"command": line})
    call = read(event, {}, {})
    inner = list_losses(event, call, Facts(event))
    found = [(f"ssh {host} {order}", names, host) for order, names, _ in inner]
    if DEVICE.search(line):
        found.append((f"ssh {host} {line}"[:80], "", host))
    for command in call.commands:
        deep = command.program == "shred" or any("r" in name.lower() for name in command.options)
        for path in command.words if command.program in ("rm", "shred") else ():
            if (deep or path.count("/") < 3) and not REMADE.search(path):
                found.append((f"ssh {host} rm {path}"[:80], path, host))
    return found


def list_losses(event: Event, call: Call, facts: Facts) -> list[Loss]:
    """What a call takes away at services, in its order."""
    text = join_text(event, call)
    found = [loss for one in call.commands for loss in list_command_losses(one, text, facts)]
    reset = RESET.search(text)
    if reset and UNASKED.search(text) and call.commands:
        found.append((" ".join(reset[0].split()), "", "the database of its settings"))
    every = EVERY.search(text)
    if every:
        found.append(("docker rm or stop", "", "every container of this machine"))
    sent = text if "graphql" in text else "" if text else str(event.input.get("query", ""))
    mutation = MUTATION.search(sent)
    talks = any(command.words[:1] in (("issue",), ("pr",)) for command in call.commands)
    if mutation and "token" not in mutation[1].lower() and not talks and (call.sinks or not text):
        place = next((place for sink in call.sinks for place in sink.places), "a service")
        found.append((f"mutation {mutation[1]}", "", place))
    return found + list_tool_losses(event)


def list_tool_losses(event: Event) -> list[Loss]:
    """Of an MCP tool: statements of SQL, and deletes of a service's things by the tool's name."""
    if not event.tool.startswith("mcp__"):
        return []
    server, _, name = event.tool[5:].partition("__")
    for key, text in list_leaves(event.input):
        if key in ("sql", "query", "statement"):
            order, table = find_sql(text)
            if order and order.split()[0] in text.lstrip()[:8].upper():
                return [(order, table, f"a database of {server}")]
    pieces = split_pieces(name)
    if pieces & STRONG and pieces & THINGS:
        return [(name, " ".join(text for _, text in list_leaves(event.input)[:2])[:60], server)]
    return []


def is_ordered(loss: Loss, facts: Facts) -> bool:
    """Does the newest prompt hold the object's name and a word for removing, and no word that forbids?"""
    typed, key = (facts.state.get("origin.typed") or [""])[-1], facts.key
    if not typed or any(hash_words(key, word) in typed for word in NEVER):
        return False
    names = [hashed for name in loss[1].split() if len(hashed := hash_words(key, name)) > 2]
    removes = any(hash_words(key, word) in typed for word in REMOVES)
    return removes and bool(names) and all(hashed in typed for hashed in names)


def ask_about(reason: str, exit: str = "say yes") -> Verdict:
    """A question about what nothing brings back; where nobody can answer, the call is denied."""
    return Verdict(ASK, f"{reason}.  To allow it, {exit}.", alone=DENY)


def judge_service(call: Call, facts: Facts) -> Verdict | None:
    passed = None
    for loss in list_losses(facts.event, call, facts):
        order, names, place = loss
        words = re.split(r"[\s\-_./:=@,]+", f"{names} {place}".lower())
        if not TESTS.isdisjoint(words) or any(is_local_place(one) for one in place.split()):
            continue
        if is_ordered(loss, facts):
            passed = Verdict(PASS, exemption="loss.ordered")
            continue
        what = order[:80] if not names or names in order else f"{order[:60]} {names[:40]}"
        where = f" in {place[:50]}" if place else ""
        return ask_about(
            f"`{what}`{where} cannot be brought back", "say yes or name it in a prompt"
        )
    planned = facts.state.get("loss.plan") or []
    for command in call.commands if planned else ():
        if command.program in PLANNERS and command.words[:1] in (("apply",), ("up",)):
            what = f"`{command.program} {command.words[0]}` destroys {', '.join(planned[:3])[:90]}"
            return ask_about(f"{what} by the plan that was read")
    return passed


def judge_push(call: Call, facts: Facts) -> Verdict | None:
    """A push that overwrites or deletes what this clone did not make, by what the remote-tracking refs show."""
    for command in call.commands:
        query = read_push(command)
        if query is None or not facts.get(*query):
            continue
        branch, count = facts.get(*query)[0]
        what = f"{count} commits of {branch} that were not made here"
        what = what if count > 0 else f"{branch}, of which nothing is known here"
        return ask_about(f"`git push` ({query[1]}) would overwrite {what}")
    return None


def list_targets(event: Event, call: Call, text: str, home: str) -> list[str]:
    """Absolute paths that the call takes away, moves or opens up, globs cut off."""
    found = list(call.deletes)
    for command in call.commands:
        program, words, options = command.program, command.words, command.options
        opens = program in ("chmod", "chown") and {"-R", "--recursive"} & options.keys()
        if opens or (program == "rsync" and any(one.startswith("--delete") for one in options)):
            found += words[-1:]
        elif program == "mv":
            found += words[:-1]
    if re.search(r"\b(?:python3?|node|perl|ruby|php|deno|bun)\b", text):
        for rest in CODE.findall(text):
            found += [one for one in re.split(r"[\s'\"`,()\[\]]+", rest) if one[:1] in ("/", "~")]
    start = event.cwd or event.project
    bases = [start, *re.findall(r"\b(?:cd|pushd)\s+[\"']?([^\s\"';&|]+)", text)]
    bases = [resolve_text(base, start, home) for base in bases]
    return [resolve_text(path, base, home) for path in found for base in bases]


def resolve_text(path: str, base: str, home: str) -> str:
    """The absolute path of one that a call spells, without a look at the disk; globs at its end are cut off."""
    for name in ("~", "$HOME", "${HOME}"):
        if path == name or path.startswith(name + "/"):
            path = home + path[len(name) :]
    parts: list[str] = []
    for part in (path if path.startswith("/") else f"{base}/{path}").split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts[:-1] if parts and not parts[-1].strip("*?.") else parts)


def judge_place(call: Call, facts: Facts) -> Verdict | None:
    """Devices, system folders, the home folder, a parent of the project, the store: no snapshot holds them."""
    event, text = facts.event, join_text(facts.event, call)
    device = DEVICE.search(text)
    if device and call.commands:
        return ask_about(f"`{device[0].strip()[:80]}` is a device; nothing brings it back")
    stake = facts.get(*query_stake(event, call)) or {}
    home, high = str(stake.get("home", "")), stake.get("high", {})
    for path in list_targets(event, call, text, home):
        parts = path.strip("/").split("/")
        start = f"{path.rstrip('/')}/"
        what = next((what for one, what in high.items() if f"{one}/".startswith(start)), "")
        if parts[0] in SYSTEM and len(parts) < 3 and not path.startswith(f"{home}/"):
            what = what or "a folder of the system"
        if what:
            return ask_about(f"`{path}` is {what}; no snapshot holds it")
    return None


def judge_unset(call: Call, facts: Facts) -> Verdict | None:
    """`rm -rf "$VAR/"*` where nothing gives the variable a value."""
    text = join_text(facts.event, call)
    stake = facts.get(*query_stake(facts.event, call)) or {}
    for found in UNSET.finditer(text) if call.deletes else ():
        name = found[1]
        if name not in stake.get("variables", ()) and not re.search(ASSIGNED.format(name), text):
            return ask_about(f"`{found[0].strip()[:60]}`: ${name} has no value that is known here")
    return None


def judge_snapshot(call: Call, facts: Facts) -> Verdict | None:
    """What the snapshot could not hold, where the call takes; where nobody can answer, it is told."""
    stake = facts.get(*query_stake(facts.event, call))
    if not stake or not (call.deletes or TAKING.search(join_text(facts.event, call))):
        return None
    reason = f"No snapshot of local work could be made: {stake['fault'][:90]}"
    if stake["named"]:
        reason = f"{', '.join(stake['named'][:2])[-90:]}: more than a snapshot holds, nothing brings it back"
    return Verdict(ASK, f"{reason}.  {YES}") if stake["named"] or stake["fault"] else None


def learn_loss(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """The row's snapshot; what a plan would destroy; once a session, that something can come back."""
    lesson = Lesson()
    if event.name == "PreToolUse":
        stake = facts.get(*query_stake(event, call)) or {"id": "", "fault": "", "unheld": []}
        missing = [stake["fault"]] if stake["fault"] else stake["unheld"][:5]
        lesson.fields = {"snapshot": stake["id"], "unheld": missing}
        if missing and not facts.state.get("loss.incomplete"):
            lesson.notices.append(
                f"The snapshot before this call is incomplete: {', '.join(missing)[:120]}."
            )
            lesson.ops.append(("set", "loss.incomplete", True))
        return lesson
    words = [command.words[:1] for command in call.commands if command.program in PLANNERS]
    if ("plan",) in words or ("preview",) in words:
        text = "\n".join(value for _, value in list_leaves(event.response))
        count = sum(int(one or two) for one, two in COUNT.findall(text))
        names = PLAN.findall(text) or [f"{count} things"]
        lesson.ops.append(("set", "loss.plan", names[:20] if count else []))
    id, names = facts.get("taken_away") or ("", [])
    if names:
        more = f" and {len(names) - 2} more" if len(names) > 2 else ""
        back = f"`guardctl rescue {id} --restore` brings it back (said once)."
        lesson.notices.append(f"Taken away: {', '.join(names[:2])[:120]}{more}.  {back}")
        lesson.ops.append(("set", "loss.told", True))
    return lesson if lesson.ops else None


LEARN = learn_loss


def make_example(line: str) -> tuple[Call, Facts]:
    """A call of one command and its facts, in which `~` is /h, and "big" is over the bounds."""
    program, *rest = line.split()
    words, options = [w for w in rest if w[0] != "-"], {w: "" for w in rest if w[0] == "-"}
    event = Event("PreToolUse", tool="Bash", input={"command": line}, project="/p")
    stake = {
        "fault": "",
        "named": [w for w in words if w == "big"],
        "home": "/h",
        "high": {"/h": "home"},
    }
    answers = {("at_stake", line): stake, ("overwrites", "force", "origin", "main"): [("main", 2)]}
    deletes = words if program == "rm" else ()
    call = Call("Bash", commands=[Command(program, words, "", options)], deletes=deletes)
    return call, Facts(event, answers=answers)


# What is asked | an example to which the rule says yes | one to which it does not.
QUESTIONS = """Does an order delete at a service or a database?|kubectl delete namespace shop|kubectl get pods
Does a push overwrite commits that are not here?|git push -f origin main|git push origin main
Does a call take a device, a folder of the system, home, or a parent of the project?|rm -rf ~|rm -rf src
Does a delete begin at a variable that has no value?|rm -rf $OUT/*|rm -rf out/*
Does a call take what no snapshot holds?|rm -rf big|rm -rf data"""
JUDGES = {
    "loss.service": judge_service,
    "loss.push": judge_push,
    "loss.place": judge_place,
    "loss.unset": judge_unset,
    "loss.unheld": judge_snapshot,
}
RULES = tuple(
    Rule(id, question, judge, make_example(yes), make_example(no))
    for (id, judge), line in zip(JUDGES.items(), QUESTIONS.split("\n"))
    for question, yes, no in (line.split("|"),)
)

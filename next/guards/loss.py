"""What can nobody bring back?  Only that is asked about; all else is copied before the call and passes.

Asked: an order that deletes at a service, a push over commits that are not here, a device, a system folder, the home
folder, a parent of the project, our store, `$VAR/*` without a value, what is over a snapshot's bounds, a failing git
under a word that takes.  The row names the snapshot; the first call that took something away is told.

Cannot see: what a program's own code deletes elsewhere; which database a client's own settings mean.
"""

from __future__ import annotations

from guards import ASK, DENY, PASS, Call, Command, Event, Facts, Lesson, Rule, Verdict
from guards._taint.consent import hash_words
from guards._text import extract_host, is_local_place, list_leaves, normalize_place
from guards._words import NEVER, REMOVES, SAVES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from guards import Query

    State = dict[str, Any]
    Loss = tuple[str, str, str]  # the order, the names of what it takes, where

RESULTS = ("PostToolUse", "PostToolUseFailure")
EVENTS = ("PreToolUse", *RESULTS)
# Pieces of a program's first words that order a service to take something away.
STRONG = frozenset(
    """decommission delete deleteall deprovision deregister destroy destroyall drop dropdb erase flushall flushdb nuke
    obliterate purge terminate truncate unregister wipe""".split()
)
# Programs whose work lies elsewhere, with weaker words that take away there.
WEAK = {
    name: frozenset(words.split())
    for row in """aws: rm rb remove|az circleci serverless sls: remove|gcloud: remove disable rm|gsutil mc s5cmd: rm rb
    |s3cmd: rm rb del|helm: uninstall|vault firebase: disable|restic: forget prune|borg: prune|gh glab: archive remove
    |heroku: remove reset|vercel: rm remove|doctl: rm d|pulumi railway: down|etcdctl: del|splunk: clean
    |deck supabase: reset|rclone: cleanup deletefile sync|flyway: clean|dvc: gc|npm pnpm yarn: unpublish
    |argocd b2 cdk cf consul doppler eksctl exo fastly flyctl fly hcloud ibmcloud kubectl nats netlify nomad oc oci scw
    terraform tofu velero wrangler zfs:""".split("|")
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
TESTS = frozenset(
    "demo dummy e2e kind localstack minikube playground sandbox scratch smoke test testing tests".split()
)
DRY = frozenset(
    "--dry-run --dryrun --help --list --noop --preview --safe --what-if -dry-run -h -help help".split()
)
BRIEF = frozenset(
    "job jobs pod pods".split()
)  # kubectl deletes these every day: they are made anew
NAMES = frozenset("app arn bucket id name topic".split())  # ends of options that name the thing
PLACES = ("-n", "--namespace", "--context", "--profile", "--project", "--bootstrap-server")
SAVING = SAVES | STRONG | {"move", "rename"}
PATHS = ("path", "file_path", "source", "destination", "paths")
DATABASES, METHODS = ("-d", "-D", "--dbname", "--database"), ("-X", "--request", "--method")
PUSHES = {
    "mirror": {"--mirror", "--prune"},
    "delete": {"-d", "--delete"},
    "force": {"-f", "--force", "--force-with-lease", "--force-if-includes"},
}
NAUGHT: frozenset[str] = frozenset()
SETTINGS = "the database of its settings"
LOCAL = ("npm", "pnpm", "yarn")  # of these only the weak words count
DELETES = ("--delete", "--destroy", "--purge", "-replace")
CLIENTS = frozenset(
    "bq clickhouse-client cqlsh mariadb mongo mongosh mysql pgcli psql snowsql sqlcmd usql".split()
)
# Things of a service that a tool's name may delete.
THINGS = frozenset(
    """bucket cluster collection database deployment environment index instance keyspace namespace project queue
    repository schema server service stack table topic volume""".split()
)
PLANNERS = frozenset("pulumi terraform tofu".split())
SYSTEM = frozenset(
    "Applications Library System Users bin boot dev etc home lib lib64 opt proc root sbin srv sys usr var".split()
)
QUOTES = dict.fromkeys(map(ord, "'\"`,()[]"), " ")
BREAKS = {**QUOTES, **dict.fromkeys(map(ord, "-_./:=@;|&"), " ")}
# Expressions: words, of which one stands in every text that fits, and the pattern, compiled only then.
SQL = (
    "drop truncate delete update remove",
    r"(?i)\b(drop\s+(?:table|database|schema|keyspace|collection)|truncate(?:\s+table)?|delete\s+from|update)"
    r"\s+(?:if\s+exists\s+)?[\"`\[]*([\w.]+)[\"`\]]*([^;]*)|\.(dropDatabase|drop|deleteMany|remove)\((?:\{\})?\)",
)
MUTATION = (
    "mutation",
    r"(?i)\bmutation\b[^{]{0,200}\{\s*(?:\w+\s*:\s*)?(?!\w*token)(\w*(?:delete|destroy|remove|purge)\w*)",
)
RESET = (
    "reset fresh wipe flush",
    r"(?is)^(?=.*(?<!\S)(?:-f|-y|--(?:force|force-reset|no-?input|yes|accept-data-loss|no-interaction))(?!\S)).*?"
    r"((?<!wp )\b(?:migrate|migrations?|db|database|schema)[:\s_-]+(?:force-?)?(?:reset|fresh|wipe|flush)\b"
    r"|manage\.py flush)",
)
VOLUMES = (
    "volume down",
    r"^(?:docker|podman)(?:-compose)? (?:volume (?:rm|remove|prune)|(?:compose )?.*\bdown\b.* (?:-v|--volumes)\b"
    r"|system prune.* --volumes)",
)
EVERY = (
    "docker",
    r"docker (?:rm|stop|kill)\b[^;&\n]*[`(]\s*docker ps(?: -\w+)+\s*[)`]|docker ps(?: -\w+)+ *\| *xargs",
)
PLAN = ("#", r"(?m)^\s*# (\S+) (?:will|must) be (?:destroyed|replaced)")
COUNT = ("destroy delete", r"to change, (\d+) to destroy|\b(\d+) to delete\b")
DEVICE = (
    "/dev/",
    r"(?:\bof=|>\s*|\b(?:mkfs\S*|wipefs|shred|sgdisk|blkdiscard)\b[^;|&\n]*\s|\bparted\b[^;|&\n]*(?=.*\b(?:mk|rm)))"
    r"/dev/(?:sd|hd|vd|nvme|disk|mmcblk|xvd|mapper|md)\w*",
)
CODE = (
    "python node perl ruby php deno bun",
    r"(?s)\b(?:python3?|node|perl|ruby|php|deno|bun)\b.*?(?:\b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|rimraf|remove_tree|unlink)\b|\brm\s+-\w+)([^;\n]{0,200})",
)
REMADE = (
    "tmp cache log * node_modules dist .next",
    r"^/tmp/|/(?:cache|log)/|\*|(?:^|/)(?:node_modules|dist|\.next)$",
)
TAKING = frozenset(
    "rm rmdir rmtree rmSync unlink shred rimraf clean delete reset checkout restore switch stash rebase mv truncate dd".split()
)
FOLDERS = ("cd pushd", r"\b(?:cd|pushd)\s+[\"']?([^\s\"';&|]+)")
UNSET = ("$", r"\brm\b[^;|&\n]*?\s[\"']?\$\{?([A-Za-z_]\w*)\}?[\"']?/(?=[\"'\s*]|$)[^\s;&|]*")
ASSIGNED = r"(?<![\w$])({0}=|for\s+{0}\b)|-[nz] *[\"']?\$\{{?{0}\b|\bset -\w*u|\bsource\b|\bexec\b"


def list_matches(expression: tuple[str, str], text: str) -> list[Any]:
    """The matches of an expression, which is compiled only where one of its words stands in the text."""
    low = text.lower()
    if not any(word in low for word in expression[0].split()):
        return []
    import re

    return list(re.finditer(expression[1], text))


def join_text(event: Event, call: Call) -> str:
    """The text of what runs: a command, or all texts of a tool that has commands."""
    text = event.input.get("command") or ""
    texts = [text for _, text in list_leaves(event.input)] if call.commands and not text else [text]
    return "\n".join(map(str, texts))


def query_stake(event: Event, call: Call) -> Query:
    text, name = join_text(event, call), event.tool.rpartition("__")[2]
    paths = call.writes + call.deletes
    if not paths and name != event.tool and split_pieces(name) & SAVING:
        paths = tuple(value for key, value in list_leaves(event.input) if key in PATHS)
    return ("at_stake", text) if text else ("at_stake", "", *paths)


def list_needs(event: Event, call: Call, state: State, settings: State) -> list[Query]:
    if event.name == "SessionEnd":
        return [("at_stake", " ")]
    stake = query_stake(event, call)
    if call.read_only or not any(stake[1:]):
        return []
    if event.name != "PreToolUse":
        return [("taken_away",)] if stake[1] and not state.get("loss.told") else []
    return [stake, *filter(None, map(read_push, call.commands))]


def read_push(command: Command) -> Query | None:
    """The query for a push that overwrites or deletes: ("overwrites", how, remote, ref, ...)."""
    options, words = command.options.keys(), command.words
    if command.program != "git" or words[:1] != ("push",) or {"-n", "--dry-run"} & options:
        return None
    remote, *refs = words[1:] or ("",)
    how = next((how for how, names in PUSHES.items() if names & options), "")
    refs = refs if how else [ref for ref in refs if ref[0] in "+:"]
    return ("overwrites", how or "force", remote, *refs) if how or refs else None


def split_pieces(word: str) -> set[str]:
    """`apps:destroy`, `delete-bucket` -> their words; none of a path, an option or a number."""
    plain = word.lower().replace("-", " ").replace("_", " ").replace(":", " ")
    return set(plain.split()) if plain.replace(" ", "").isalpha() else set()


def find_order(command: Command) -> list[Loss]:
    """A program's order that takes away at a service: `kubectl delete namespace`, the names behind it, where."""
    program, options = command.program, command.options
    line = [program, *filter(None, command.words)]
    given = {name: one for name, one in options.items() if one}
    if program in HERE or "/" in program or DRY & {*line, *(options.keys() - given.keys())}:
        return []
    if program in ("kubectl", "oc") and BRIEF & {*line[1:4]}:
        return []
    place = next((given[name] for name in PLACES if name in given), "")
    named = [given[name] for name in given if name.rpartition("-")[2] in NAMES]
    flag = next((one for one in DELETES if one in {*options, *line}), "")
    if flag:
        return [(f"{program} {flag}", given.get(flag) or " ".join(named or line[-1:]), place)]
    verbs = WEAK.get(program, NAUGHT) | (NAUGHT if program in LOCAL else STRONG)
    for at in range(program != "dropdb", len(line[: 5 if program in WEAK else 3])):
        if split_pieces(line[at]) & verbs:
            names = [one for one in line[at + 1 :] if not at or one not in given.values()]
            return [(" ".join(line[: at + 1]), " ".join([*names, *named][:3]), place)]
    return []


def find_sql(text: str) -> tuple[str, str]:
    """(`DROP TABLE carts`, carts) of the first statement that takes more than named rows; ("", "")."""
    for match in list_matches(SQL, text):
        verb, name, rest, method = match.groups("")
        verb, words = " ".join(verb.upper().split()), rest.lower().split()
        if verb not in ("DELETE FROM", "UPDATE"):
            return f"{verb} {name}".strip() or method, name
        if (verb[0] == "D" or words[:1] == ["set"]) and not {"where", "using"} & {*words}:
            return f"{verb} {name} without WHERE", name
    return "", ""


def describe_database(command: Command) -> str:
    """Where a database client works, as far as the call says."""
    options, words = command.options, command.words
    url = next((word for word in words if "://" in word), "")
    host = options.get("-h") or options.get("--host") or extract_host(normalize_place(url))
    names = [word for word in words if word not in options.values() and " " not in word][-1:]
    name = [*filter(None, map(options.get, DATABASES)), *names, ""][0]
    name = name.rpartition("/")[2].partition("?")[0]
    place = f"database {name}" if name else SETTINGS
    return f"{place} on {host}" if host else place


def list_command_losses(command: Command, text: str) -> list[Loss]:
    program, words, options = command.program, command.words, command.options
    if program in CLIENTS:
        order, name = find_sql("\n".join((*words, text)))
        return [(order, name, describe_database(command))] if order else []
    if program in ("ssh", "mosh") and len(words) > 1:
        at = next((at for at, word in enumerate(words) if "@" in word), 0)
        return list_remote_losses(words[at].rpartition("@")[2], " ".join(words[at + 1 :]))
    if list_matches(VOLUMES, " ".join((program, *words, *options))):
        return [(" ".join((program, *words[:2])), " ".join(words[2:5]), "")]
    if "DELETE" in (*map(options.get, METHODS), *(words if program in ("http", "xh") else ())):
        url = next((word for word in words if "/" in word), "")
        place = "GitHub" if program == "gh" else extract_host(normalize_place(url))
        loss = (f"DELETE {url[:80]}", url.rpartition("/")[2], place)
        return [] if is_local_place(url) else [loss]
    return find_order(command)


def list_remote_losses(host: str, line: str) -> list[Loss]:
    """What a command deletes on another machine: folders, devices, and what it orders services there."""
    from guards._reading import read

    event = Event("PreToolUse", tool="Bash", input={"command": line})
    call = read(event, {}, {})
    found = [loss[:2] for loss in list_losses(event, call)]
    found += [(line, "")] if list_matches(DEVICE, line) else []
    for command in call.commands if {"rm", "shred"} & {*line.split()} else ():
        deep = command.program == "shred" or "r" in "".join(command.options).lower()
        for path in command.words if command.program in ("rm", "shred") else ():
            if (deep or path.count("/") < 3) and not list_matches(REMADE, path):
                found.append((f"rm {path}", path))
    return [(f"ssh {host} {order}"[:80], names, host) for order, names in found]


def list_losses(event: Event, call: Call) -> list[Loss]:
    """What a call takes away at services, in its order."""
    text, (server, _, name) = join_text(event, call), event.tool[5:].partition("__")
    found = [loss for one in call.commands for loss in list_command_losses(one, text)]
    resets = list_matches(RESET, text) if call.commands else ()
    found += [(" ".join(match[1].split()), "", SETTINGS) for match in resets]
    everyone = ("docker rm or stop", "", "every container of this machine")
    found += [everyone for _ in list_matches(EVERY, text)]
    sent = text if "graphql" in text and call.sinks else "" if text else str(event.input)
    sent = "" if call.operation.startswith(("gh issue", "gh pr")) else sent
    place = next((place for sink in call.sinks for place in sink.places), "a service")
    found += [(f"mutation {match[1]}", "", place) for match in list_matches(MUTATION, sent)]
    leaves = list_leaves(event.input) if event.tool.startswith("mcp__") else []
    for key, text in leaves:
        order, table = find_sql(text) if key in ("sql", "query", "statement") else ("", "")
        if order and order.split()[0] in text.lstrip()[:8].upper():
            found.append((order, table, f"a database of {server}"))
    pieces = split_pieces(name)
    if leaves and pieces & STRONG and pieces & THINGS:
        found.append((name, " ".join(text for _, text in leaves[:2])[:60], server))
    return found


def is_ordered(names: str, facts: Facts) -> bool:
    """Does the newest prompt hold the object's name and a word for removing, and no word that forbids?"""

    def holds(words: Iterable[str]) -> list[bool]:
        hashes = (hash_words(facts.key, word) for word in words)
        return [one in typed for one in hashes if len(one) > 2]

    typed = (facts.state.get("origin.typed") or [""])[-1]
    held = holds(names.split())
    return bool(held) and all(held) and any(holds(REMOVES)) and not any(holds(NEVER))


def ask_about(reason: str, exit: str = "say yes", alone: int = DENY) -> Verdict:
    """A question about what nothing brings back; where nobody can answer, the call is denied."""
    return Verdict(ASK, f"{reason}.  To allow it, {exit}.", alone=alone)


def judge_service(call: Call, facts: Facts) -> Verdict | None:
    passed = None
    for order, names, place in list_losses(facts.event, call):
        words = f"{names} {place}".lower().translate(BREAKS).split()
        if not TESTS.isdisjoint(words) or any(is_local_place(one) for one in place.split()):
            continue
        if is_ordered(names, facts):
            passed = Verdict(PASS, exemption="loss.ordered")
            continue
        what = order[:80] if not names or names in order else f"{order[:60]} {names[:40]}"
        where = f" in {place[:50]}" if place else ""
        return ask_about(
            f"`{what}`{where} cannot be brought back", "say yes or name it in a prompt"
        )
    planned = facts.state.get("loss.plan") or []
    for command in call.commands if planned else ():
        if command.program in PLANNERS and {"apply", "up"} & {*command.words[:1]}:
            what = f"`{command.program} {command.words[0]}` destroys {', '.join(planned[:3])[:90]}"
            return ask_about(f"{what} by the plan that was read")
    return passed


def judge_push(call: Call, facts: Facts) -> Verdict | None:
    """A push that overwrites or deletes what this clone did not make, by what the remote-tracking refs show."""
    for command in call.commands:
        query = read_push(command) or ("", "")
        for branch, count in facts.get(*query) or ():
            what = f"{count} commits of {branch} that were not made here"
            what = what if count > 0 else f"{branch}, of which nothing is known here"
            return ask_about(f"`git push` ({query[1]}) would overwrite {what}")
    return None


def list_targets(call: Call, event: Event, text: str, home: str) -> list[str]:
    """Absolute paths that the call takes away, moves or opens up, globs cut off."""
    found = [*call.deletes]
    for command in call.commands:
        program, words = command.program, command.words
        flags = "".join(command.options)
        opens = program in ("chmod", "chown") and "R" in flags
        found += words[-1:] if opens or (program == "rsync" and "--delete" in flags) else ()
        found += words[:-1] if program == "mv" else ()
    for match in list_matches(CODE, text):
        found += [one for one in match[1].translate(QUOTES).split() if one[0] in "/~"]
    start = event.cwd or event.project
    bases = [start, *(match[1] for match in list_matches(FOLDERS, text))]
    return [
        resolve_text(path, resolve_text(base, start, home), home)
        for path in found
        for base in bases
    ]


def resolve_text(path: str, base: str, home: str) -> str:
    """The absolute path of one that a call spells, without a look at the disk; globs at its end are cut off."""
    for name in ("~", "$HOME", "${HOME}"):
        if f"{path}/".startswith(f"{name}/"):
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
    for device in list_matches(DEVICE, text) if call.commands else ():
        return ask_about(f"`{device[0].strip()[:80]}` is a device; nothing brings it back")
    stake = facts.get(*query_stake(event, call)) or {}
    home, high = str(stake.get("home", "")), stake.get("high", {})
    for path in list_targets(call, event, text, home):
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
    for found in list_matches(UNSET, text) if call.deletes else ():
        name = found[1]
        given = name in stake.get("variables", ())
        if not given and not list_matches(("= for set source exec -", ASSIGNED.format(name)), text):
            return ask_about(f"`{found[0].strip()[:60]}`: ${name} has no value that is known here")
    return None


def judge_unheld(call: Call, facts: Facts) -> Verdict | None:
    """What the snapshot could not hold, where the call takes; where nobody can answer, it is told."""
    stake = facts.get(*query_stake(facts.event, call)) or {"named": [], "fault": ""}
    if not call.deletes and TAKING.isdisjoint(
        join_text(facts.event, call).translate(BREAKS).split()
    ):
        return None
    reason = f"No snapshot of local work could be made: {stake['fault'][:90]}"
    if stake["named"]:
        reason = f"{', '.join(stake['named'][:2])[-90:]}: more than a snapshot holds, nothing brings it back"
    return ask_about(reason, alone=PASS) if stake["named"] or stake["fault"] else None


def learn_loss(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """The row's snapshot; what a plan would destroy; once a session, that something can come back."""
    lesson = Lesson()
    if event.name == "PreToolUse":
        stake = facts.get(*query_stake(event, call)) or {"id": "", "fault": "", "unheld": []}
        missing = [stake["fault"]] if stake["fault"] else stake["unheld"][:5]
        lesson.fields = {"snapshot": stake["id"], "unheld": missing}
        if missing and not facts.state.get("loss.incomplete"):
            what = ", ".join(missing)[:120]
            lesson.notices.append(f"The snapshot before this call is incomplete: {what}.")
            lesson.ops.append(("set", "loss.incomplete", True))
        return lesson
    words = [command.words[:1] for command in call.commands if command.program in PLANNERS]
    if ("plan",) in words or ("preview",) in words:
        text = "\n".join(value for _, value in list_leaves(event.response))
        count = sum(int(match[1] or match[2]) for match in list_matches(COUNT, text))
        names = [match[1] for match in list_matches(PLAN, text)] or [f"{count} things"]
        lesson.ops.append(("set", "loss.plan", names[:20] if count else []))
    id, names = facts.get("taken_away") or ("", [])
    if names:
        more = f" and {len(names) - 2} more" if len(names) > 2 else ""
        back = f"`guardctl rescue {id} --restore` brings it back (said once)."
        lesson.notices.append(f"Taken away: {', '.join(names[:2])[:120]}{more}.  {back}")
        lesson.ops.append(("set", "loss.told", True))
    return lesson if lesson.ops else None


NEEDS, LEARN = list_needs, learn_loss


def make_example(line: str) -> tuple[Call, Facts]:
    """A call of one command and its facts, in which `~` is /h, and "big" is over the bounds."""
    program, *rest = line.split()
    words, options = [w for w in rest if w[0] != "-"], {w: "" for w in rest if w[0] == "-"}
    event = Event("PreToolUse", tool="Bash", input={"command": line}, project="/p")
    stake = {"fault": "", "home": "/h", "high": {"/h": "home"}}
    stake["named"] = [word for word in words if word == "big"]
    answers = {("at_stake", line): stake, ("overwrites", "force", "origin", "main"): [("main", 2)]}
    deletes = words if program == "rm" else ()
    call = Call("Bash", commands=[Command(program, words, "", options)], deletes=deletes)
    return call, Facts(event, answers=answers)


# What is asked | an example to which the rule says yes | one to which it does not.
QUESTIONS = """service|Does an order delete at a service or a database?|kubectl delete namespace shop|kubectl get pods
push|Does a push overwrite commits that are not here?|git push -f origin main|git push origin main
place|Does a call take a device, a folder of the system, home, or a parent of the project?|rm -rf ~|rm -rf src
unset|Does a delete begin at a variable that has no value?|rm -rf $OUT/*|rm -rf out/*
unheld|Does a call take what no snapshot holds?|rm -rf big|rm -rf data"""
RULES = tuple(
    Rule(f"loss.{id}", question, judge, make_example(yes), make_example(no))
    for judge, line in zip(
        (judge_service, judge_push, judge_place, judge_unset, judge_unheld), QUESTIONS.split("\n")
    )
    for id, question, yes, no in (line.split("|"),)
)

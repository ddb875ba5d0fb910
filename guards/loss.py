"""What can nobody bring back?  Only that is asked about; all else is copied before the call and passes.

Asked: an order that deletes at a service, a push over commits that are not here, a device, a system folder, the home
folder, a parent of the project, our store, `$VAR/*` without a value, what is over a snapshot's bounds, a failing git.
Silent: what the session itself created.  A yes counts for the object and, until the next prompt, for its like.

Cannot see: what a program's own code deletes elsewhere; which database a client's own settings mean.
"""

from __future__ import annotations

from guards import ASK, Any, Call, Command, Event, Example, Facts, Lesson, Query, Row, Rule, Verdict
from guards._reading import read, resolve_text
from guards._taint.consent import APPROVED, hash_approval, hash_words, is_approved
from guards._text import (
    Form,
    extract_host,
    fits_path,
    is_local_place,
    list_leaves,
    normalize_place,
    split_table,
)
from guards._words import NEVER, REMOVES, SAVES

Loss = tuple[str, str, str]  # the order, the names of what it takes, where

# Words of programs, a row for each name.  Strong: pieces of a program's first words that order a service to take
# something away; here: programs whose such words concern this machine; tests: names of what may go; things: what a
# tool's name may delete; taking: words that may take local work away; pushes: options with which a push does.
STRONG, HERE, TESTS, DRY, THINGS, SQL, SYSTEM, TAKING, PUSHES, PLACES, PATHS, CREATES, DELETES = (
    split_table(
        """strong decommission delete deleteall deprovision deregister destroy destroyall drop dropdb erase
    flushall flushdb nuke obliterate purge terminate truncate unregister wipe
|here apt apt-get awk bd brew cat choco colima composer conda defaults dnf docker echo fd git go grep gt hg info jj jq just
    k3d kind launchctl limactl make man minikube mise multipass mvn npm nvm php pm2 pnpm poetry printf python python3 rg
    rsync rustup sed sqlite3 svn systemctl tmux truncate vagrant vboxmanage virsh volta winget wmic yarn yum zypper
|tests demo dummy e2e job jobs kind localstack minikube playground pod pods sandbox scratch smoke test testing tests
|dry --dry-run --dryrun --help --list --noop --preview --safe --what-if -dry-run -help help plan
|things bucket cluster collection database deployment environment index instance keyspace namespace project queue
    repository schema server service stack table topic volume
|sql bq clickhouse-client cqlsh mariadb mongo mongosh mysql pgcli psql snowsql sqlcmd usql
|system Applications Library System Users bin boot dev etc home lib lib64 opt proc root sbin srv sys usr var
|taking checkout clean dd delete mv rebase reset restore rimraf rm rmSync rmdir rmtree shred stash switch truncate unlink
|pushes -d -f --delete --force --force-if-includes --force-with-lease --mirror --prune
|places -n --namespace --context --profile --project --bootstrap-server -h --host -d -D --dbname --database
|paths path file_path source destination paths|creates create createdb mb|deletes --delete --destroy --force-reset --purge -destroy -replace"""
    ).values()
)
# Programs whose work lies elsewhere, with weaker words that take away there; `far-`: only where the line names production
# or another host.
WEAK = split_table(
    """aws rm rb remove|az remove|borg prune|circleci remove|deck reset|doctl rm d|dvc gc|etcdctl del|firebase disable|flyway clean
|gcloud remove disable rm|gh remove|glab remove|gsutil rm rb|helm uninstall|heroku remove reset|mc rm rb
|npm unpublish|pnpm unpublish|prisma reset|pulumi down|railway down|rclone cleanup deletefile sync|restic forget prune
|s3cmd rm rb del|s5cmd rm rb|serverless remove|sls remove|splunk clean|supabase reset|terraform replace|tofu replace
|vault disable|vercel rm remove|yarn unpublish|far-alembic downgrade|far-docker rm|far-manage.py flush|far-php fresh refresh reset wipe
|far-python flush|far-python3 flush|far-rails load reset|far-rake load reset"""
)
SAVING = SAVES | STRONG | {"move", "rename"}
NO_STAKE = {"id": "", "fault": "", "named": [], "unheld": []}
QUOTES, BREAKS = (dict.fromkeys(map(ord, x), " ") for x in ("'\"`,()[]", "'\"`,()[]-_./:=@;|&"))
# Expressions: words of which one stands in every text that fits, and the pattern, which is compiled only then.
EXPRESSIONS = {
    row.split(" ~ ")[0]: (row.split(" ~ ")[1], Form(row.split(" ~ ")[2]))
    for row in r"""sql ~ drop truncate delete update remove ~ (?i)
    \bdrop\s+(?:table|database|schema|keyspace|collection)\s+(?:if\s+exists\s+)?[\w."`]+|\btruncate\s+(?:table\s+)?[\w."`]+
    |\balter\s+table\s+[\w."`]+\s+drop\s+column\s+[\w."`]+|\.(?:dropDatabase|drop|deleteMany|remove)\((?:\{\})?\)
    |\b(?:delete\s+from|update(?=\s+\S+\s+set\b))\s+[\w."`]+(?![^;]*\b(?:where(?!\s+(?:1\s*=\s*1|true)\s*(?:[;'"]|$))|using)\b)
volumes ~ volume down ~ ^(?:docker|podman)(?:-compose)? (?:volume (?:rm|remove|prune)|(?:compose )?.*\bdown\b.* (?:-v|--volumes)\b|system prune.* --volumes)
device ~ /dev/ :\ ~ \b(?:rmdir|rd|del|format|Remove-Item)\b[^;|&\n]*\s["']?[a-zA-Z]:\\(?=["'\s*]|$)|(?:\bof=|>\s*|\b(?:mkfs\S*|wipefs|shred|sgdisk|blkdiscard)\b[^;|&\n]*\s
    |\bparted\b[^;|&\n]*(?=.*\b(?:mk|rm)))/dev/(?:sd|hd|vd|nvme|disk|mmcblk|xvd|mapper|md)\w*
code ~ rm rimraf remove_tree unlink ~ (?s)\b(?:python3?|node|perl|ruby|php|deno|bun)\b.*?(?:\b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|rimraf|remove_tree|unlink)\b|\brm[\s"',]+-\w+)([^;\n]{0,200})
remade ~ tmp cache log * node_modules dist .next ~ ^/tmp/|/(?:cache|log)/|\*|(?:^|/)(?:node_modules|dist|\.next)$
finds ~ find ~ (?:^|[;&|({\n]|(?<!\S)(?:sudo|do|then|-\w*c)\W+)\s*find\s+((?:[^\s-]\S*\s+){1,9})[^;&\n]{0,300}?(?:-delete\b|(?:-exec|-ok|xargs)[^;|&\n]{0,99}\b(?:rm|shred|unlink)\b)
far ~ prod :// ~ (?:\b(?:RAILS_ENV|APP_ENV|DATABASE_URL|DB_HOST|DOCKER_HOST)=|\s(?:-H|--host|--env|--url)[= ])["']?(?:prod\w*\b|\w+://(?:[^@/\s]*@)?(?!localhost|127\.)[\w-]+\.)
destroys ~ destroyed replaced ~ # (\S+) (?:will be destroyed|must be replaced)
stage ~ env= ~ \w*ENV=(\w+) ([^;|&\n]+)
unset ~ $ ~ \brm\b[^;|&\n]*?\s["']?\$\{?([A-Za-z_]\w*)\}?["']?/(?=["'\s*]|$)[^\s;&|]*
folder ~ cd pushd ~ \b(?:cd|pushd)\s+["']?([^\s"';&|]+)
deep ~ shred - ~ shred|\s-\w*[rR]
no-order ~ ' -- /* ~ (?s)'[^']*'|--[^\n]*|/\*.*?\*/
last-names ~ . - ~ [^\W_]+(?=[^\w.:@=-]|$)
scheme ~ :// ~ \w+://
database ~ create ~ (?i)\bcreate\s+database\s+(?!if\b)["`]?([\w-]+)
sql-file ~ .sql ~ [^\s'"<|;&]+\.sql\b
ids ~ 0 1 2 3 4 5 6 7 8 9 ~ (?<![\w/-])(?=[\w-]*\d)[\w-]{6,64}
goal ~ : ~ :.*?([^:/]+)/*$
assigned ~ = for -n -z set source exec ~ (?<![\w$])(?:(\w+)=|for\s+(\w+))|-[nz] *["']?\$\{?(\w+)|\bset -\w*u|\bsource\b|\bexec\b""".replace(
        "\n    ", ""
    ).split("\n")
}


def list_matches(name: str, text: str) -> list[Any]:
    words, form = EXPRESSIONS[name]
    likely = any(word in text.lower() for word in words.split())
    return [*form.finditer(text)] if likely else []


def join_text(event: Event, call: Call) -> str:
    """The text of what runs."""
    given = call.carries if call.commands else ("",)
    return str(event.input.get("command") or given[0])[:65_536]


def get_stake(call: Call, facts: Facts) -> Row:
    """The snapshot before a call that may change something."""
    event, paths = facts.event, call.writes + call.deletes
    text = join_text(event, call)
    if event.tool == "ExitWorktree":  # the client removes it, whatever it holds
        text = event.tool
    if not paths and split_pieces(event.short) & SAVING:
        paths = tuple(value for key, value in list_leaves(event.input) if key in PATHS)
    if call.read_only or not (text or any(paths)):
        return NO_STAKE
    return facts.get("at_stake", text, *paths) or NO_STAKE


def read_push(command: Command) -> Query | None:
    """The query for a push that overwrites or deletes: ("overwrites", remote, branch, ...); "*" is every branch."""
    options, words = command.options.keys(), command.words
    if command.program != "git" or words[:1] != ("push",) or {"-n", "--dry-run"} & options:
        return None
    remote, *refs = words[1:] or ("",)
    refs = refs if PUSHES & options else [ref for ref in refs if ref[0] in "+:"]
    if {"--mirror", "--prune"} & options:
        refs = ["*"]
    return ("overwrites", remote, *refs) if refs or PUSHES & options else None


def split_pieces(word: str) -> set[str]:
    """`apps:destroy`, `delete-bucket` -> their words; none of a path, an option or a number."""
    plain = word.lower().replace("-", " ").replace("_", " ").replace(":", " ")
    return set(plain.split()) if plain.replace(" ", "").isalpha() else set()


def find_sql(text: str) -> tuple[str, str]:
    """(`drop table carts`, carts) of the first statement that takes more than named rows; ("", "")."""
    for match in list_matches("sql", text):
        words = match[0].split()
        partly = " without WHERE" if words[0].lower() in ("delete", "update") else ""
        return " ".join(words) + partly, words[-1].strip('"`')
    return "", ""


def list_command_losses(
    command: Command, text: str, made: frozenset[str] = frozenset()
) -> list[Loss]:
    """What a program's order takes away at a service (of words `made`: makes there): `kubectl delete namespace`, names, where."""
    program, words, options = command.program, command.words, command.options
    line, values = [program, *filter(None, words)], {*options.values()} - {""}
    places = [one for name, one in options.items() if one and name in PLACES]
    if program in SQL and made:
        names = [one[1] for one in list_matches("database", text)]
        return [("createdb", one, "") for one in names if {"-h", "--host"}.isdisjoint(options)]
    if program in SQL:
        statement, name = find_sql("\n".join((*words, text)))
        plain = [normalize_place(one) for one in words if one not in values]
        where = " ".join(one for one in ("the", "database", *places, *plain[-1:]) if " " not in one)
        return [(statement, name, where)] if statement else []
    if program in ("ssh", "mosh") and len(words) > 1:
        at = next((at for at, word in enumerate(words) if "@" in word), 0)
        return list_remote_losses(words[at].rpartition("@")[2], " ".join(words[at + 1 :]))
    if (DRY & {*line, *options} or options.get("-h") == "") and not {"none", "false"} & values:
        return []
    if list_matches("volumes", " ".join((*line, *options))):
        files, line = [one for one in line if "." in one], [one for one in line if "." not in one]
        return [(" ".join((*line[:3], *options)), " ".join(line[3:]), " ".join(files))]
    sends = "sends" in command.effects or program == "curl"
    methods = {"DELETE", "-XDELETE", "force=true"} & {*words, *options, *values}
    if sends and methods:
        url = next((word.strip() for word in words if "/" in word and word[:5] != "/dev/"), "")
        place = "GitHub" if program == "gh" else extract_host(normalize_place(url)) or url
        return [(f"{min(methods)} {url[:80]}", url.rpartition("/")[2], place)]
    here = program in HERE or "/" in program
    far = WEAK.get(f"far-{program}", ()) if list_matches("far", text) else ()
    verbs = made or {*WEAK.get(program, ()), *far, *(() if here else STRONG)}
    for at, word in enumerate((*line[:5], *DELETES & options.keys())):
        if verbs & (split_pieces(word) if at else {word}):
            names = [one for one in line[at + 1 :] if one not in values]
            names = names or [options.get(word) or line[-1]]
            order = line[: at + 1] if word in line else [program, word]
            if "sync" in line:  # a mirror takes away only where it writes
                order += names[-1:]
                names = [match[1] for match in list_matches("goal", names[-1])]
            return [(" ".join(order), " ".join(names), " ".join(places[:1]))] if names else []
    return []


def list_remote_losses(host: str, line: str) -> list[Loss]:
    """What a command deletes on another machine: folders, devices, and what it orders services there."""
    event = Event("PreToolUse", tool="Bash", input={"command": line})
    call = read(facts := Facts(event))
    found = [loss[:2] for loss in list_losses(facts, call)]
    deep = list_matches("deep", line)
    for command in call.commands:
        for path in command.words if command.program in ("rm", "shred") else ():
            cloned = f"/{path.rpartition('/')[2]}.git" in line
            again = cloned or list_matches("remade", path)
            if (deep or path.count("/") < 3) and not again:
                found.append((f"rm {path}", path))
    return [(f"ssh {host} {order}"[:80], names, host) for order, names in found]


def list_losses(facts: Facts, call: Call) -> list[Loss]:
    """What a call takes away at services, in its order; new files of statements are read."""
    event, text = facts.event, join_text(facts.event, call)
    server, _, name = event.tool[5:].partition("__")
    for match in list_matches("sql-file", text)[:8]:
        lines = not facts.get("committed", match[0]) and facts.get("file", match[0])
        text += EXPRESSIONS["no-order"][1].sub(" ", f"\n{lines}")
    found = [loss for one in call.commands for loss in list_command_losses(one, text)]
    leaves = list_leaves(event.input) if event.tool.startswith("mcp__") else []
    keys = {"sql", "query", "statement"}
    queries = (text for key, text in leaves if split_pieces(key.rstrip("s")) & keys)
    for statement in EXPRESSIONS["no-order"][1].sub(" ", ";".join(queries)).split(";"):
        order, table = find_sql(statement)
        if order.split()[:1] == statement.split()[:1] != []:
            found.append((order, table, f"a database of {server}"))
    pieces = split_pieces(name)
    if leaves and pieces & STRONG and (pieces & THINGS or {key for key, _ in leaves} <= THINGS):
        found.append((name, " ".join(text for _, text in leaves[:2])[:60], server))
    return found


def is_ordered(order: str, names: str, facts: Facts) -> bool:
    """Does the newest prompt hold the object's name and a word for removing, and no word that forbids?"""
    typed = (facts.state.get("origin.typed") or [""])[-1]
    verbs = REMOVES | {"sync"} & {*order.split()}
    name, removes, ban = (
        [one in typed for word in words if len(one := hash_words(facts.key, word)) > 2]
        for words in (EXPRESSIONS["scheme"][1].sub("", names or order).split(), verbs, NEVER)
    )
    return all(name or [False]) and any(removes) and not any(ban)


def ask_about(reason: str) -> Verdict:
    """A question about what nothing brings back; where nobody can answer, the call is denied."""
    return Verdict(ASK, f"{reason}. To allow it, say yes.")


def name_object(order: str, names: str, place: str) -> tuple[str, ...]:
    """What an order creates or takes away, as `is_approved` finds it: program, kind, place and names."""
    program, *kind = order.replace("zpool", "zfs").replace("createdb", "dropdb").split()
    kind[-1:] = (one.partition("-")[2] for one in kind[-1:])  # the image of `delete-image`
    return (program, *kind, place, names)


def judge_service(call: Call, facts: Facts) -> Verdict | None:
    stages = list_matches("stage", join_text(facts.event, call))
    losses, plan = list_losses(facts, call), facts.state.get("loss.plan")
    if plan and any(f"{one.program} {one.sub}" == "terraform apply" for one in call.commands):
        losses.append(("terraform apply", plan, ""))
    prompts = facts.state.get("prompts", 0)
    for loss in losses:
        order, names, place = loss
        stage = (match[1] for match in stages if order in match[2])
        words = " ".join((place, *stage)).lower().translate(BREAKS).split()
        words += EXPRESSIONS["last-names"][1].findall(names.lower())  # how each name ends
        local = not TESTS.isdisjoint(words) or any(map(is_local_place, place.split()))
        kind = names.replace("/", " ").split()[:-1]
        like = (*order.rpartition(names or " ")[::2], *kind, place)  # whatever its name is
        known = [loss, (str(prompts), *like), ("dropdb", "", place.removeprefix("the database "))]
        known += (name_object(order, one, place) for one in (names, names.partition("/")[0]))
        if local or is_ordered(order, names, facts) or any(is_approved(facts, *x) for x in known):
            continue
        what = order if names in order else f"{order[:60]} {names}"
        what = f"`{what[:100]}`{' in ' * bool(place)}{place[:50]}"
        what += " removes volumes, which" * bool(list_matches("volumes", order))
        why = f"{what} cannot be undone. To allow it, and its like until your next prompt, say yes."
        turn = str(prompts + (not facts.attended))  # `guard: allow` is a prompt itself
        return Verdict(ASK, why, fields={"approves": [loss, (turn, *like)]})
    return None


def judge_push(call: Call, facts: Facts) -> Verdict | None:
    for command in call.commands:
        query = read_push(command)
        for branch, count in (query and facts.get(*query)) or ():
            if count < 0 and PUSHES & command.options.keys() == {"--force-with-lease"}:
                continue  # git refuses it
            what = f"{count} commit{'s' * (count > 1)}" if count > 0 else "unfetched commits"
            return ask_about(f"`git push` would overwrite {what} of {branch} not made here")
    return None


def list_targets(call: Call, event: Event, text: str, home: str) -> list[str]:
    """Absolute paths that the call takes away, moves or opens up, globs cut off."""
    found = [*call.deletes]
    for command in call.commands:
        opens = command.program in ("chmod", "chown") and "R" in "".join(command.options)
        found += command.words[-1:] if opens else ()
        found += command.words[:-1] if command.program == "mv" else ()
    for match in list_matches("code", text):
        found += [one for one in match[1].translate(QUOTES).split() if one[0] in "/~"]
    for match in list_matches("finds", text):
        found += match[1].translate(QUOTES).split()
    bases = [event.cwd or event.project]
    bases += [resolve_text(match[1], bases[0], home) for match in list_matches("folder", text)]
    return [resolve_text(path, base, home) for path in found for base in bases]


def judge_place(call: Call, facts: Facts) -> Verdict | None:
    """Devices, system folders, the home folder, a parent of the project, the store: no snapshot holds them."""
    text, stake = join_text(facts.event, call), get_stake(call, facts)
    ran = call.commands or call.tool == "PowerShell"
    for device in list_matches("device", text) if ran else ():
        return ask_about(f"`{device[0].strip()[:80]}` is a device: no copy is made of it")
    home, high = str(stake.get("home", "")), stake.get("high", {})
    for path in list_targets(call, facts.event, text, home):
        start, parts = f"{path.rstrip('/')}/", path.split("/")
        deep = parts[1] not in SYSTEM or len(parts) > 3 or path.startswith(f"{home}/")
        places = (what for one, what in high.items() if fits_path(f"{start}**", one))
        what = next(places, "" if deep else "a folder of the system")
        if what:
            return ask_about(f"`{path}` is {what}: no copy is made of it")
    return None


def judge_unset(call: Call, facts: Facts) -> Verdict | None:
    text, known = join_text(facts.event, call), get_stake(call, facts).get("variables", ())
    for found in list_matches("unset", text) if call.deletes else ():
        name, sets = found[1], list_matches("assigned", text)
        if name not in known and all(one.lastindex and one[one.lastindex] != name for one in sets):
            return ask_about(f"`{found[0].strip()[:60]}`: ${name} has no value that is known here")
    return None


def judge_unheld(call: Call, facts: Facts) -> Verdict | None:
    stake, words = get_stake(call, facts), join_text(facts.event, call).split()
    deeds = " ".join(one for one in words if one[:2] != "--").translate(BREAKS).split()
    if not call.deletes and TAKING.isdisjoint(deeds):
        return None
    cleans = ({*"".join(one.options)} for one in call.commands if one.words == ("clean",))
    held = "unheld" if any({"f", "x"} <= one for one in cleans) else "named"  # git's, everywhere
    named, fault = ", ".join(stake[held][:2])[-90:], stake["fault"][:90]
    reason = f"{named}: more than a snapshot can hold, it cannot be brought back"
    reason = reason if named else f"No snapshot of local work could be made: {fault}"
    return ask_about(reason) if named or fault else None


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """The row's snapshot; once a session, that something can come back."""
    lesson = Lesson()
    if event.name == "PreToolUse":
        stake = get_stake(call, facts)
        missing = [stake["fault"]] if stake["fault"] else stake["unheld"][:5]
        lesson.fields = {"snapshot": stake["id"], "unheld": missing}
        if missing and not facts.state.get("loss.incomplete"):
            lesson.ops.append(("set", "loss.incomplete", True))
            what = f"The snapshot before this call is incomplete: {', '.join(missing)[:120]}."
            lesson.notices.append(what)
        return lesson
    if event.name == "PostToolUse":
        said, text = str(event.response).replace("\\n", " "), join_text(event, call)
        for command in call.commands:
            if command.program == "terraform" and "Plan: " in said:
                plan = " ".join(match[1] for match in list_matches("destroys", said))
                lesson.ops.append(("set", "loss.plan", plan))
            for order, made, place in list_command_losses(command, text, CREATES):
                prints = [x.program for x in call.commands if not list_command_losses(x, text)]
                ids = list_matches("ids", said)[:8] if prints.count(command.program) < 2 else []
                for name in (made, made.partition(" ")[0], *(one[0] for one in ids)):
                    key = hash_approval(facts.key, name_object(order, name, place))
                    lesson.ops.append(("put", "consent.approved", key, 0, APPROVED))
    told = facts.state.get("loss.told")
    id, names = (not told and facts.get("taken_away")) or ("", [])
    if names:
        what = ", ".join(one.removeprefix(f"{event.project}/") for one in names[:2])[:120]
        back = f"To bring it back: `guardctl rescue {id} --restore`. (Said once a session.)"
        lesson.notices.append(f"Deleted or overwritten ({len(names)}): {what}. {back}")
        lesson.ops.append(("set", "loss.told", True))
    return lesson if lesson.ops else None


def make_example(line: str) -> Example:
    """A call of one command and its facts, in which `~` is /h, and "big" is over the bounds."""
    program, *rest = line.split()
    options, words = dict.fromkeys(rest, ""), [word for word in rest if word[0] != "-"]
    event = Event("PreToolUse", tool="Bash", input={"command": line}, project="/p")
    stake = {**NO_STAKE, "home": "/h", "high": {"/h": "home"}, "named": [*{"big"} & {*rest}]}
    answers = {("at_stake", line, *words): stake, ("overwrites", "origin", "main"): [("main", 2)]}
    call = Call("Bash", commands=[Command(program, words, "", options)], deletes=words)
    return call, Facts(event, answers=answers)


# What is asked | an example to which the rule says yes | one to which it does not.
QUESTIONS = """service|Does an order delete at a service or a database?|kubectl delete namespace shop|kubectl get pods
push|Does a push overwrite commits that are not here?|git push -f origin main|git push origin main
place|Does a call delete or overwrite a device, a folder of the system, home, or a parent of the project?|rm -rf ~|rm -rf src
unset|Does a delete begin at a variable that has no value?|rm -rf $OUT/*|rm -rf out/*
unheld|Does a call delete more than a snapshot can hold?|rm -rf big|rm -rf data"""
JUDGES = (judge_service, judge_push, judge_place, judge_unset, judge_unheld)
RULES = tuple(
    Rule(f"loss.{id}", question, judge, make_example(yes), make_example(no))
    for judge, line in zip(JUDGES, QUESTIONS.split("\n"))
    for id, question, yes, no in (line.split("|"),)
)

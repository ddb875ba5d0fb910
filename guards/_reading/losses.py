"""What a call takes away or makes at services and databases, and the words by which the guard `loss` finds it.

Law: an order counts by its program, its own words and options; SQL by its statements, wherever they stand.
Cannot see: what a program's own code orders; which database a client's own settings mean.
"""

from guards import Any, Call, Command, Event, Facts
from guards._reading import read
from guards._text import Form, extract_host, list_leaves, normalize_place, split_table

Loss = tuple[str, str, str]  # the order, the names of what it takes, where

# Words of programs, a row for each name.  Strong: pieces of a program's first words that order a service to take
# something away; here: programs whose such words concern this machine; things: what a tool's name may delete.
STRONG, HERE, DRY, THINGS, SQL, CLIENTS, QUERIES, PLACES, CREATES, DELETES = split_table(
    """strong decommission delete deleteall deprovision deregister destroy destroyall drop dropdb erase flushall flushdb lukserase lvremove nuke obliterate pg_dropcluster purge terminate truncate unregister vgremove wipe
|here apt apt-get awk bd brew cat choco colima composer conda defaults dnf docker echo fd git go grep gt hg info jj jq just k3d kind launchctl limactl make man minikube mise multipass mvn npm nvm php pm2 pnpm poetry printf python python3 rg
    rsync rustup sed sqlite3 svn systemctl tmux truncate vagrant vboxmanage virsh volta winget wmic yarn yum zypper
|dry --dry-run --dryrun --help --list --noop --preview --safe --what-if -dry-run -help help plan
|things bucket cluster collection database deployment environment index instance keyspace namespace objects points project queue records repository schema server service stack table topic trash volume
|sql bq clickhouse-client cqlsh mariadb mongo mongosh mysql pgcli psql snowsql sqlcmd usql|clients createdb dropdb mysqladmin|queries sql query statement
|places -n --namespace --context --profile --project --bootstrap-server -h --host -d -D --dbname --database|creates create createdb mb put set|deletes --clean --delete --delete-secret-and-public-key --delete-secret-key --delete-secret-keys --destroy --force-reset --purge --remove -d -destroy -purge empty remove -r -replace"""
).values()
# Weaker words of programs whose work lies elsewhere; `far-`: only where the line names production or another host.
WEAK = split_table("""aws rm rb remove|az remove|borg prune|circleci remove|crontab r|deck reset|doctl rm d|dvc gc|etcdctl del|firebase disable remove|flyway clean
|gcloud remove disable rm|gh remove|glab remove|gsutil d rm rb|helm uninstall|heroku copy remove reset|mc remove rm rb
|npm unpublish|nvme format|pnpm unpublish|prisma reset|pulumi down|railway down|rclone cleanup deletefile sync|restic forget prune
|s3cmd rm rb del|s5cmd rm rb|serverless remove|sls remove|splunk clean|supabase reset|terraform replace|tofu replace
|vault disable|vercel rm remove|yarn unpublish|far-alembic downgrade|far-pg_restore clean|far-docker rm|far-manage.py flush|far-php fresh refresh reset wipe|far-python flush|far-python3 flush|far-rails load reset|far-rake load reset""")
# Expressions: words of which one stands in every text that fits, and the pattern, which is compiled only then.
ROWS = r"""sql ~ drop truncate delete update remove ~ (?i)\bdrop\s+(?:table|database|schema|keyspace|collection|owned\s+by)\s+(?:if\s+exists\s+)?((?!if\b)[\w."`]+(?:\s*,\s*[\w."`]+)*)|\btruncate\s+(?:table\s+)?[\w."`]+|\balter\s+table\s+[\w."`]+\s+drop\s+(?:column|partition)\s+[\w."`]+|\b\w+(?:\([^()]*\))?\.(?:dropDatabase|drop|deleteMany|remove)\((?:\{\})?\)|\b(?:delete\s+from|update(?=\s+\S+\s+set\b))\s+[\w."`]+(?![^;]*\b(?:where(?!\s+(?:1\s*=\s*1|true|\w*id\s*(?:>=?\s*-?[01]|is\s+not\s+null))\s*(?:[;'"]|$))|using)\b)
volumes ~ volume down rm purge ~ ^(?:docker|podman)(?:-compose)? (?:volume (?:rm|remove|prune)|(?:compose )?.*\bdown\b.* (?:-v|--volumes)\b|system prune.* --volumes)|^docker rm\b.* -\w*v|^apt(?:-get)? purge\b.*(?:postgres|mysql|maria|mongo|redis)
device ~ /dev/ :\ ~ \b(?:rmdir|rd|del|format|Remove-Item)\b[^;|&\n]*\s["']?[a-zA-Z]:\\(?=["'\s*]|$)|(?:\bof=|>\s*|\b(?:mkfs\S*|wipefs|shred|sgdisk|blkdiscard)\b[^;|&\n]*\s|\bparted\b[^;|&\n]*(?=.*\b(?:mk|rm)))/dev/(?:sd|hd|vd|nvme|disk|mmcblk|xvd|mapper|md)\w*
code ~ rm rimraf remove_tree unlink ~ (?s)\b(?:python3?|node|perl|ruby|php|deno|bun)\b.*?(?:\b(?:rmtree|rm_rf|rm_r|rmSync|rmdirSync|rimraf|remove_tree|unlink)\b|\brm[\s"',]+-\w+)([^;\n]{0,200})
remade ~ tmp cache log * node_modules dist .next ~ ^/tmp/|/(?:cache|log)/|\*|(?:^|/)(?:node_modules|dist|\.next)$
finds ~ find ~ (?:^|[;&|({\n]|(?<!\S)(?:sudo|do|then|-\w*c)\W+)\s*find\s+((?:[^\s-]\S*\s+){1,9})[^;&\n]{0,300}?(?:-delete\b|(?:-exec|-ok|xargs)[^;|&\n]{0,99}\b(?:rm|shred|unlink)\b)
far ~ prod :// ~ (?:\b(?:RAILS_ENV|APP_ENV|DATABASE_URL|DB_HOST|DOCKER_HOST)=|\s(?:-H|--host|--env|--url|--dbname)[= ]|pg_restore .*-d )["']?\$?\{?(?:(?:prod|PROD)\w*\b|\w+://(?:[^@/\s]*@)?(?!localhost|127\.)[\w-]+\.)
destroys ~ destroyed replaced ~ # (\S+) (?:will be destroyed|must be replaced)
stage ~ env= ~ (?<!\w)\w*ENV=(\w+) ([^;|&\n]+)
unset ~ $ ~ \brm\b[^;|&\n]*?\s["']?\$\{?([A-Za-z_]\w*)\}?["']?/(?=["'\s*]|$)[^\s;&|]*
deep ~ shred - ~ shred|\s-\w*[rR]
no-order ~ ' -- /* ~ (?s)'[^']*'|--[^\n]*|/\*.*?\*/
last-names ~ . - ~ [^\W_]+(?=[^\w.:@=-]|$)
no-loss ~ mcp- packages/ ~ (?i)\bmcp-session-id:|(?:^|\s|api\.github\.com)/?(?:user|(?:users|orgs)/[\w.-]+)/packages/
made ~ create ~ (?i)\bcreate\s+(?:temp\w*\s+|unlogged\s+)?(?:database|schema|table)\s+(?:if\s+not\s+exists\s+)?(["`\w.-]+)
rejected ~ [rejected] ~ \[rejected\]\s+\S+ -> (\S+) \((?:fetch first|stale info)
sql-file ~ .sql ~ [^\s'"<|;&]+\.sql\b
ids ~ 0 1 2 3 4 5 6 7 8 9 ~ (?<![\w/-])(?=[\w-]*\d)[\w-]{6,64}
goal ~ : ~ :.*?([^:/]+)/*$
assigned ~ = for -n -z set source exec ~ (?<![\w$])(?:(\w+)=|for\s+(\w+))|-[nz] *["']?\$\{?(\w+)|\bset -\w*u|\bsource\b|\bexec\b"""
EXPRESSIONS = {
    name: (words, Form(form))
    for name, words, form in (row.split(" ~ ") for row in ROWS.split("\n"))
}


def list_matches(name: str, text: str) -> list[Any]:
    words, form = EXPRESSIONS[name]
    return [*form.finditer(text)] if any(x in text.lower() for x in words.split()) else []


def join_text(event: Event, call: Call) -> str:
    """The text of what runs."""
    given = call.carries if call.commands else ("",)
    return str(event.command or given[0])[:65_536]


def split_pieces(word: str) -> set[str]:
    """`apps:destroy`, `delete-bucket` -> their words; none of a path, an option or a number."""
    plain = word.lower().replace("-", " ").replace("_", " ").replace(":", " ")
    return set(plain.split()) if plain.replace(" ", "").isalpha() else set()


def list_statements(text: str, made: Any) -> list[tuple[str, str]]:
    """(`drop table carts`, carts) of SQL that takes more than named rows, or makes some."""
    found = []
    for match in list_matches("made" if made else "sql", text):
        words = match[0].split()
        partly = " without WHERE" if words[0].lower() in ("delete", "update") else ""
        found.append((" ".join(words) + partly, (match[1] or words[-1]).strip('"`')))
    return found


def list_command_losses(command: Command, text: str, made: Any = ()) -> list[Loss]:
    """What a program's order takes away at a service (of words `made`: makes there): `kubectl delete namespace`, names, where."""
    program, words, options = command.program, command.words, command.options
    line, values = [program, *filter(None, words)], {*options.values()} - {""}
    places = [one for name, one in options.items() if one and name in PLACES]
    if program in SQL:
        spelled = [x for x in words if x not in values and " " not in x]
        plain = [x if "$" in x else normalize_place(x) for x in spelled]
        where = " ".join(("the database", *places, *plain[-1:])).replace("/", " ")
        return [(*one, where) for one in list_statements("\n".join((*words, text)), made)]
    for at, word in enumerate(words if {"exec", "run"} & {*words} else ()):
        if word in SQL | CLIENTS:  # in a container
            return list_command_losses(Command(word, words[at + 1 :], "", options), text, made)
    if program == "ssh" and len(words) > 1:
        at = next((at for at, word in enumerate(words) if "@" in word), 0)
        return list_remote_losses(words[at].rpartition("@")[2], " ".join(words[at + 1 :]))
    dry = (DRY & {*line, *options} or options.get("-h") == "") and not {"none", "false"} & values
    if dry or list_matches("no-loss", " ".join(words)):
        return []
    if list_matches("volumes", " ".join((*line, *options))):
        files, line = [one for one in line if "." in one], [one for one in line if "." not in one]
        return [(" ".join((*line[:3], *options)), " ".join(line[3:]), " ".join(files))]
    methods = {"DELETE", "-XDELETE", "force=true"} & {*words, *options, *values}
    if methods and ("sends" in command.effects or program == "curl"):
        urls = (word.strip() for word in words if "/" in word)
        url = max(urls, key=lambda one: ("://" in one, one not in values), default="")
        place = "GitHub" if program == "gh" else extract_host(normalize_place(url)) or url
        return [(f"{min(methods)} {url[:80]}", url.rpartition("/")[2], place)]
    far = WEAK.get(f"far-{program}", ()) if list_matches("far", text) else ()
    strong = () if program in HERE or "/" in program else STRONG
    verbs = made or {*WEAK.get(program, ()), *far, *strong}
    for at, word in enumerate((*line[:5], *DELETES & options.keys())):
        if verbs & (split_pieces(word) if at else {word}):
            names = [one for one in line[at + 1 :] if one not in values]
            names = names or [options.get(word) or line[-1]]
            order = line[: at + 1] if word in line else [program, word]
            if "sync" in "".join(line):  # a mirror takes away only where it writes
                order += names[-1:]
                names = [match[1] for match in list_matches("goal", names[-1])]
            return [(" ".join(order), " ".join(names), " ".join(places[:1]))] if names else []
    return []


def list_remote_losses(host: str, line: str) -> list[Loss]:
    """What a command deletes on another machine: folders, devices, and what it orders services there."""
    call = read(facts := Facts(Event("PreToolUse", tool="Bash", input={"command": line})))
    found, deep = [loss[:2] for loss in list_losses(facts, call)], list_matches("deep", line)
    removes = (one.words for one in call.commands if one.program in ("rm", "shred"))
    for path in sum(removes, ()):
        again = f"/{path.rpartition('/')[2]}.git" in line or list_matches("remade", path)
        found += [(f"rm {path}", path)] if (deep or path.count("/") < 3) and not again else []
    return [(f"ssh {host} {order}"[:80], names, host) for order, names in found]


def list_losses(facts: Facts, call: Call, made: Any = ()) -> list[Loss]:
    """What a call takes away (of words `made`: makes) at services, in its order; new files of statements are read."""
    event, text = facts.event, join_text(facts.event, call)
    for match in list_matches("sql-file", text)[:8]:
        lines = not facts.get("committed", match[0]) and facts.get("file", match[0])
        text += EXPRESSIONS["no-order"][1].sub(" ", f"\n{lines}")
    found = [loss for one in call.commands for loss in list_command_losses(one, text, made)]
    server, _, name = event.tool.partition("__")[2].partition("__")
    leaves, pieces = list_leaves(event.input) if server else [], split_pieces(name)
    queries = (text for key, text in leaves if split_pieces(key.rstrip("s")) & QUERIES)
    asked = EXPRESSIONS["no-order"][1].sub(" ", ";".join(queries)) if leaves else ""
    for part in asked.split(";"):
        for order, names in list_statements(part, made):
            if part.lstrip().startswith(order[:4]):
                found.append((order, names, f"a database of {server}"))
    if pieces & (DELETES | STRONG) and (pieces & THINGS or {key for key, _ in leaves} <= THINGS):
        found.append((name, " ".join(text for _, text in leaves[:2])[:60], server))
    return found


def name_object(order: str, names: str, place: str) -> tuple[str, ...]:
    """What an order creates or takes away: program, kind (the image of `delete-image`), place, names."""
    program, *kind = (order.removesuffix(names) or order).split()
    kind[-1:] = (one.partition("-")[2] for one in kind[-1:])
    if program in ("createdb", "dropdb") or "database" in place:
        program, kind = "database", []
        place = place.removeprefix("the database").removesuffix("postgres").strip()
    return (program, *kind, place, names.lower().replace("secret generic ", "secret "))

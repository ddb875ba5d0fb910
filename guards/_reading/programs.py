"""Programs are rows: whose destination stands where, what is no payload, what prints data that nobody has seen.

A program in no row counts when a foreign host and a label stand in one of its commands.  Rows come from recorded
sessions of coding agents and from manuals.  Cannot see: a destination that only a program's own settings name,
an agent under a name of the user's own.
"""

from binascii import a2b_base64

from guards import Any, Pairs, Words
from guards._reading.shell import LONGEST, SHELLS
from guards._text import ENDINGS, PRIVATE, read_forms, split_table


def invert_table(text: str) -> Pairs:
    """The key of each word of a table."""
    return {word: key for key, words in split_table(text).items() for word in words}


# Where the destination stands, the programs, and the words of which one must follow ("" any):
#   url, connect: a host, and a call without payload only fetches; host: a database; service: the program's own;
#   repo: the project's repository; named: a repository that is named; mail: addresses; lookup: the name is what is told
ROWS: dict[str, list[tuple[str, frozenset[str]]]] = {}
for _row in """
url curl wget wget2 http https xh httpie aria2c invoke-restmethod invoke-webrequest irm iwr|
copy scp pscp rsync sftp ftp unison|
copy aws awscli gsutil s3cmd s5cmd rclone azcopy gcloud|cp mv sync copy copyto put
connect nc ncat netcat telnet socat ssh autossh mosh sshpass|
lookup dig nslookup drill ping traceroute whois getent host|
mail mail mailx mutt sendmail msmtp swaks s-nail mpack|
service tailscale|file
service aws az oci awscli|boards object blob s3api sns sqs ses lambda dynamodb logs ssm appsettings
service kubectl oc docker podman mc|cp push
service wormhole croc ffsend transfer ntfy apprise discord.sh matrix-commander mega-put megaput pushbullet signal-cli slackcat telegram-send twilio ngrok cloudflared surge ipfs serve http-server http.server gh-pages|
service npm yarn pnpm cargo gem twine poetry vsce netlify vercel firebase wrangler fly flyctl heroku|publish upload push deploy deprecate
repo gh glab hub tea|issue issues pr pulls mr release repo discussion api gist snippet
named gh glab|secret variable
host lftp psql pg_restore mysql mariadb redis-cli mongosh mongo mongoimport clickhouse-client mosquitto_pub|
host openssl|s_client s_time ocsp
""".strip().split("\n"):
    _head, _subs = _row.split("|")
    for _name in _head.split()[1:]:
        ROWS.setdefault(_name, []).append((_head.split()[0], frozenset(_subs.split())))

# Expressions, each compiled when it is first used.  value: what prints secrets; unread: what prints data that nobody has
# looked at; marked: a file as curl spells it; payload: options that send; settings of a login are no payload.
FORMS = read_forms(r"""hands-over (?i)(?:\S+ ){0,2}(?:(?:[\w-]*(?:share|paste|upload|publish|transfer)|(?:[a-z]+-)?send)[\w-]*|[\w-]*drop|push(?:er|over)?|serve)(?: |$)
behind [\ue000-\uf8ff](\.[a-z][\w-]*\.[\w.-]+)
payload -(?:[a-zA-Z]*[dFT]\b|[dFT].|X)|-[Hub]|--(?:header|user$|cookie|data|form|upload|post|body|json|request|method|raw)|(?:POST|PUT|PATCH)$|[\w-]{1,99}(?::?=|:(?!//|\d{1,5}(?:/|$)))
login (?i)(?:-H|--header=?)?\s*['\"]?(authorization|[\w-]*(?:key|token|auth)|cookie)\s*[:=]|--[\w-]*(token|key|password)=|(-u|--user|--auth|--bearer|--oauth2-bearer|--token|--password|--api-key|--access-token)$
builds (docker|podman|nerdctl)( buildx| image| compose)? (build|tag)\b(?!.*(--push|=registry|push=|://|@|\.git\b|github\.com/))
logs-in (?:\S+ ){0,3}\S*?\b(login|auth|signin|configure|whoami)\b
starts [!\s;|(&$]*(?:/\w+/)*(?:bin/)?(\w[\w.-]*)\s
remote \bremote(?: add| set-url)?(?: -\S+)*[ .]([\w-]+)(?:\.(?:push)?url[ =]| )(\S+)
repository /?repos/([\w.-]+/[\w.-]+)
before ^(-*[\w.-]+=(?:exec=)?[\[{(\"']*|exec=|(?:w )?!|EXEC:|SYSTEM:|system:?|\\!|\w+Command[ =]|@\w+|([\d*/,-]+\s+){5}|\w*:[!;]?|\d*e (?=\w)|s(\W).*?\3(?=\w.*e$)|(?:spawn|shell) |[^\"']*\bsystem\()\s*
url (?i)(?<![\w.])(?!fileb?:)([a-z][a-z0-9+.-]{0,20})://(?:[^/@\s'\"]*@)?(\[[\da-f:]+\]|[\w.-]+)
bare (?i)(?:[\w.+:-]+@)?((?:[\w-]+\.)+([a-z]{2,18})|\d{1,3}(?:\.\d{1,3}){3})\.?(?::(\d+)?[^\\]*)?(?:[/?].*)?$
own-login ://[^/@\s:]*:[^/@\s]*@
addressed ^\S*$|://|host=|open\s
breaks [\s'\"`,;()<>|{}=]+
gives-shell \s-\w*[ec]\s*\S*(sh|bash|cmd)\b|-exec|EXEC:|SYSTEM:
line (?:e?grep|rg) (?:-(?:m1|[EFPhinosw]+) )*(?=(\^\w+=|\^?[A-Z]\w*_(?:TOKEN|KEY|SECRET|PASSWORD)\b)?)\^?(\w+)=?(?: ([^-\s]\S*))?$
starts-programs (?i)exec|spawn|system|popen|run\W|call\W|check_|getoutput|command|%x|qx|^(ruby|perl|php)\b[^`]*`
gives-nothing (grep|rg)\s.*-\w*[clLq]\b|openssl dgst
marked (?:^|[=\s])@([^\s,;'\")]+)|(?<![<\w])<([^\s;'\")<]+)
word [a-z][\w:-]*
pathlike [/.~]|^id_\w+$
quoted '([^']+)'
port :\d*:
awk-writes print\w*[^;}]*?>+ *"([^"]+)"
far [\w@.-]+:|\w+@
joints [:,@]
lined (^|/)\.?[^.]+$|\.(sh|json|ya?ml)$
run-alone ^~|(^|/)(Makefile|GNUmakefile|justfile|Rakefile|Procfile|package\.json|\.envrc|noxfile\.py|conftest\.py|(jest|vitest)\.(config|setup)\.\w+|build\.gradle.*|\.pre-commit-config\.yaml|(pre|post|commit|prepare)-[a-z-]+)$
may-run (?<!\.md)(?<!\.txt)(?<!\.rst)(?<!\.json)$
output ^(of|-C)=|^.*:
feeds (cat|base64|tar)\s.*\|
blank \s
flags -p*([a-oq-z])(\S*)$
path-word [/~.][^|;&]*$
plainly -[neE]+
prefix -|\w+=
orders -\w*c
here-string (?s)(?:\$\w+\s*=\s*)?@(['"])\r?\n((?:(?!@['"]\r?\n).)*?)\n\1@
patched (?m)^\*\*\* .*?: (.+)
separators fileb?://|[=@<>:;,\s'\"()]+
mail [\w.+-]+@[\w-]+(?:\.[\w-]+)+
synced /(Dropbox|OneDrive|CloudStorage|Google ?Drive|Mobile Documents)\b
join ([\"'`])\s*(?:\+|\.\.|<>)\s*\1|(?<=\w)([\"'])\s*\.\s*\2(?=\w)
literal (?s)\"((?:[^\"\\\n]|\\.){1,4000})\"|'((?:[^'\\\n]|\\.){1,4000})'|`((?:[^`\\]|\\.){1,4000})`
subscript (?<=[\w\])])\[(?:"[^"\n]{0,99}"|'[^'\n]{0,99}')\]
listed [\[(]\s*((?:[\"'][^\"'\n]{1,200}[\"'],?\s*){2,40})
resumed (?s)claude[-_](?:agent[-_]sdk|code).*?\bresume['"]?\s*[=:]\s*['"]([\w-]+)
to-program (?is)\A.*\bto program '([^']+)'.*
commas ['",]+\s*
blob [A-Za-z0-9+/]{16,}={0,2}
variable \b[A-Z]\w*_(?:TOKEN|KEY|SECRET|PASSWORD)\b
argument \(\s*[\"'`]([\w.-]+\.[a-z]{3,})[\"'`]
connects (?i)connect|sock|dial|ftp|smtp|ssh|host
makes (?:open\(\s*(?=[^,()]+,\s*['\"][wx])|(?:\.to_\w+|[wW]riteFile\w*|\.save\w*)\(\s*)['\"]?([^'\",()]+)
assigned (?<!\w)(\w{1,99})\s*=\s*['\"]([^'\"\n]+)['\"]
gives-text -\w*[dFHAbw]$|--(?:data|form|header|json|cookie|user-agent|referer|write-out)[\w-]*$
saves open\(\s*['\"]([^'\"]+)['\"]\s*,\s*['\"][wa]
environment (?:environ(?:\.get\(|\[)?|process\.env(?:\.|\[)|ENV[\[{]|getenv\(|\$ENV\{?|\benv\.get\(|ENVIRON\[)\s*[\"']?([A-Za-z_]\w*)(?![\"'\])]*\s*=[^=])|\$env:(\w+)
whole-environment (dict|dumps|str|repr|print|stringify|urlencode|inspect|entries|json)\(?\s*\(?(os\.)?(environ|process\.env|ENV)(?![\w.\[])|\.\.\.process\.env|environ\.(items|copy)|(?<!env=\{)\*\*(os\.)?environ\b|\bgetenv\(\)|%ENV\b|ENV\.(to_h|each|map)|\bdotenv_values\(|(Get-ChildItem|gci)\s+env:|process_envs
executes \b(exec|eval|Function|runIn\w+)\((?=[^;\n]{0,200}(open|get|fetch|contents|curl)\b)
piped (?:curl|wget)\s[^|\n]*?(https?://[^\s|'"<)]+)[^|\n]*\|\s*(?:sudo\s+)?\w*sh\b
database (?i)psycopg|pymysql|mysql|MongoClient|redis|create_engine|asyncpg|sequelize|knex
talks (?i)requests|urllib|http|fetch\(|socket|invoke-|curl|webclient
path (?a)(?<![\w$])(?!\w+\.env\b)[~\w./-]{0,99}(?:\.env(?:\.\w+)?|id_[rd]sa|id_ed25519|\.pem|credentials|\.netrc|\.npmrc)\b(?!\w)
value (kubectl|oc) .*\bget secrets?|vault (kv get|read|token)|gh auth (token|status .*-t)|git credential fill|aws .*(get-secret-value|get-parameter|get-session-token|get-login-password|configure (get|export))|(op|bw|pass
    |gopass|rbw|secret-tool) .*\b(read|get|show|item|lookup)|security (find|dump|export)|gcloud .*(print-\w+-token|secrets versions access)|az .*(get-access-token|keyvault secret show|keys list)|doppler secrets|heroku config
    |sops (-d|decrypt)|ansible-vault (view|decrypt)|gpg .*--export-secret|printenv\b|compgen -\w*[ev]|npm (token|config get)|wg (show|genkey)|\S+ .*(--reveal|--decrypt|key=clear)|systemctl show-environment|nmcli .*show-secrets|ps [a-z]*e[a-z]*\b|\S+ .*(169\.254\.169\.254|metadata\.google)
unread git ls-files .*-[oi]\b|(incus|lxc) exec|(docker|podman) (inspect|logs|exec|export|save|compose .*(config|logs|exec))|helm get|(kubectl|oc) .*\b(get|describe|logs|exec|config)\b|(terraform|tofu) (output|show|state)|pulumi (stack|config)|(netlify
    |railway|vercel|fly|flyctl|heroku|supabase|wrangler) .*\b(env|variables|config|secrets?|logs|vars)\b|crontab -l|aws (ssm|dynamodb|logs|ec2 describe|iam)|az |ssh .*\b(cat|tar|pg_dump|mysqldump|printenv|env)\b|(pg_dump
    |pg_dumpall|mysqldump|mongodump|mongoexport|sqlite3|redis-cli|psql|mysql|mongosh|ldapsearch)\b|(bq|journalctl|pbpaste|xclip|xsel|wl-paste|dmesg|himalaya|notmuch|osascript|history|machinectl)\b""")
# nothing: programs whose output holds nothing of what they are given.  local: they stay on this machine whatever stands in
# their words.  copiers: their operands are written; into: the last is.  settings: options whose word is no payload.
# takes: options before a subcommand that take a word.  forms: their -o names no file.  quotes: their words are no orders.
# later: what they are fed, or a file that they are given, runs.
# ends: of hosts; of the countries' all but those that are endings of files.
NAMES = split_table("""nothing ls dir stat test [ wc du df touch mkdir mktemp rm chmod chown which type file basename dirname sha256sum sha1sum
md5sum shasum cksum kill sleep true false
|local set-content add-content out-file new-item openssl grep egrep rg ag ack diff cmp date ps id uname hostname man seq sort uniq cut head tail cat echo printf tr sed awk
gawk mawk jq tee cp mv ln tar zip unzip gzip base64 xxd od hexdump rev split paste join nl fold strings code apt apt-get
brew yum dnf apk jest vitest tox black prettier rustc clang ssh-keygen ssh-add unset shift find export alias let expr xargs
gpg claude codex sqlite3 install ditto|into cp mv ln install ditto
|copiers tee tar zip 7z gpg age openssl dd gzip split rsync sqlite3 docker qrencode
|readers cp mv ln install ditto cat head tail tac nl base64 xxd git
|orders tar zip find claude codex sed awk gawk mawk|writes create -o -O --output -out --out --to -f --file -sf -C of --output-document
|forms az git helm kubectl oc|quotes gh glab hub git|publishes publish upload deploy push|later at batch crontab make|gives -F -T --file --upload-file --body-file --notes-file --input --field -a
|settings -K -i -E -J -P -p -l -o -O -S --config --netrc-file --cacert --cert --key --output --output-document --cookie-jar
--rsh --exclude --exclude-from --include --filter --password-file --env-file --envfile --secret-file --config-file
--kubeconfig --private-key --keystore --userconfig --identity-file --ssh-key --profile --region --directory-prefix
|git-adds add commit tag notes stash switch checkout branch|git-fetches clone fetch pull ls-remote
|git-deletes rm clean reset restore|git-shows diff archive bundle format-patch show
|two-words gh glab aws az gcloud oci hub kubectl oc docker podman npm heroku fly terraform helm
|takes git-C git-c git--git-dir git--work-tree gh-X gh--method kubectl-n kubectl--namespace kubectl--context kubectl--kubeconfig oc-n helm-n
helm--namespace docker-H docker--context aws--profile aws--region aws--output gh-R gh--repo gcloud--project npm--prefix npm-w
|ends com net org io dev app example test site online xyz info biz cloud tech arpa edu gov mil int onion click link live top club shop store page web space run host zone wiki systems services network email fun ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by ca cd cf cg ch ci
ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu ie il im in iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mn mo mp mq mr ms mt mu mv mw mx my mz na nc
ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pm pn pr pt pw qa re ro ru rw sa sb sc sd se sg si sj sk sl sm sn sr ss st su sv sx sy sz tc td tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw""")
# What commands do by their first words, for rules over commands.
VERBS = invert_table("""deletes delete destroy drop remove rm rmi purge prune uninstall terminate del rmdir unlink shred
|installs install add i|fetches clone fetch pull download get|runs exec run|grants grant authorize share invite
|changes apply set create update edit patch scale write move mv cp chmod chown commit merge rebase""")
# What a runner runs by itself, beside the script that it is given.
RUNS_FILE = split_table("""Makefile make|GNUmakefile make|justfile just|package.json npm yarn pnpm|jest.config.js jest|vitest.config.ts vitest|vitest.setup.ts vitest|conftest.py pytest py.test|tests/conftest.py pytest py.test|noxfile.py nox|Rakefile rake
|build.gradle gradle gradlew|build.gradle.kts gradle gradlew|Procfile foreman|.envrc direnv|.pre-commit-config.yaml pre-commit git|.git/hooks/pre-commit git|.git/hooks/prepare-commit-msg git|.git/hooks/commit-msg git
|.git/hooks/post-commit git|.git/hooks/pre-push git|.git/hooks/post-checkout git|.git/hooks/post-merge git|.git/hooks/post-rewrite git|.husky/pre-commit git|.husky/commit-msg git|.husky/post-commit git|.husky/pre-push git""")
# Programs that run the command in their words: options that take a word; @ is an operand that is skipped.
WRAPPERS = split_table("""sudo -u -g -h -p|doas -u|env -u -C|timeout -k -s @|nice -n|time -f -o|xargs -I -i -n -P -d -L -a -s -E|parallel -j -I
|watch -n|strace -o -e|flock @|stdbuf -i -o -e|chroot @|npx -p|dotenv -e -f|script|hyperfine -w|cmd /c|nohup|setsid|command -v -V
|builtin|busybox|unbuffer|proxychains|torsocks|bunx|uvx|doppler|wsl|exec""")
# Other languages, after the options whose word is a program in them.
CODE = invert_table("""-c program python python2 python3 py uv poetry|-e,-E,-ne,-pe,-le,-nle,-Mojo,-MLWP::Simple perl|-r php
|-c,-Command,-command pwsh powershell tclsh
|-e,--eval,-eval,-p,--print,-pe node bun deno go ruby lua osascript rscript tsx ts-node java erl emacs""")


def read_url(found: Any) -> str:
    host = found[2].lower().rstrip(".")
    return f"{found[1]}://{host}" if found[1].lower() in "s3 gs gcs r2".split() else host


def find_host(word: str) -> str:
    """The host in a word: of an address, `host:port`, `user@host:path`, or a name with a known ending; "" if none."""
    if found := FORMS["url"].search(word):
        return read_url(found)
    word = word.lstrip("@.").removeprefix("mailto:")
    found = FORMS["bare"].match(word) if len(word) < 400 else None
    if not found:
        return ""
    end = (found[2] or "").lower()
    has_port = found[3] and (end not in ENDINGS or "@" in word)  # `app.js:7` is a line of a file
    near = ":" in word and PRIVATE.match(f".{end}")  # nas.local:/backup
    return found[1].lower() if has_port or near or not end or end in NAMES["ends"] else ""


def find_hosts(text: str, bare: bool = True) -> Words:
    """The hosts in a text, each once; with `bare` also such that no scheme marks, but no mail addresses."""
    found = [read_url(one) for one in FORMS["url"].finditer(text[:LONGEST])]
    words = FORMS["breaks"].split(text[:LONGEST]) if bare else ()
    found += [find_host(one) for one in words if "." in one and ("@" not in one or ":" in one)]
    return [one for one in dict.fromkeys(found) if one]


def read_order(text: str) -> str:
    """The command in a word of another program (`x 'curl ...'`, `--exec=sh -c ...`), "" where it is none."""
    if " " not in text or len(text) > 4000:
        return ""
    body = FORMS["before"].sub("", FORMS["before"].sub("", text.strip().strip("'\""))).strip("'\" ")
    found = FORMS["starts"].match(body)
    name = found[1] if found else ""
    known = any(name in one for one in (ROWS, SHELLS, WRAPPERS, CODE, AGENTS))
    return body if known or FORMS["feeds"].match(body) else ""


def decode_base64(text: str) -> str:
    flat = FORMS["blank"].sub("", text)
    try:
        return a2b_base64(flat + "=" * (-len(flat) % 4)).decode("utf-8", "replace")
    except ValueError:
        return ""


# Agents, after their options before an id; what takes the newest; words before an id; what an option alone means: "?" the
# user chooses, "*" the newest.
AGENTS = invert_table("""--resume,-r;--continue,-c,--from-pr;-;? claude claude-code|-;--last;resume,fork;? codex|-;--last;continue,fork;? amp|--session-id,--id;--resume,-r;-;* goose|--resume,-r;latest;-;* gemini gemini-cli
|--resume,-r;--continue,-c,latest;-;* qwen qwen-code|--resume;--continue;-;* copilot
|--session,-s;--continue,-c;-;? opencode opencode-ai|--resume;-;resume;* cursor-agent agent""")


def find_resume(words: Words) -> str:
    """What a command of an agent resumes; "" for none.  `words` are without quotes, "" for one that is not known."""
    options, newest, verbs, (alone,) = (one.split(",") for one in AGENTS[words[0]].split(";"))
    for at, word in enumerate(words[1:], 1):
        (key, equals, value), rest = word.partition("="), words[at + 1 :]
        if letters := FORMS["flags"].match(word):  # in one word: -pc, -rID
            key, equals, value = f"-{letters[1]}", letters[2], letters[2].lstrip("=")
        newer = key in newest and key.startswith("-") and verbs == ["-"]
        if newer or word == "--":
            return "*" * newer
        if key in options and key != "-":
            value = value if equals else (rest or ["-"])[0]
            named = value if value and " " not in value else "?"
            return alone if value.startswith("-") else "*" if value in newest else named
        if word in verbs and not any(one == "" or " " in one for one in words[1:at]):
            named = next((one or "?" for one in rest if one[:1] != "-"), "*")
            return "*" if set(rest) & set(newest) else named
    return ""

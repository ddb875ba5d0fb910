"""The programs that send or fetch: where to, and which of their arguments are what goes there.

Law: each is called like any handler of a row of `programs` and tells its effects through `mind.emit`.
Cannot see: what a configuration file of such a program adds.
"""
from __future__ import annotations

from guards._shell.filters import SHELLS, inner_shell, options, options_until_command, writer
from guards._shell.flow import A_SHELL, NOTHING, Arg, Flow, join, without_text
from guards._shell.sources import prints_secret
from guards._text.address import looks_like_host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.machine import Mind

REMOTE = Flow(remote=True)


AUTH_HEADERS = ("authorization", "private-token", "x-api-key", "api-key", "apikey", "x-auth-token", "cookie",
                "proxy-authorization", "job-token", "x-access-token", "dd-api-key", "xi-api-key", "x-goog-api-key")


def is_auth(text: str) -> bool:
    """Is a header the one by which a client shows who it is?"""
    name = text.partition(":")[0].strip().lower()
    return name in AUTH_HEADERS or name.endswith(("-token", "-key", "-auth", "-authorization"))


# --- HTTP clients

CURL_TAKES = "AbcCdDeEFHhIKmoPQrtTuUwxXyYz"
CURL_LONG = frozenset((
    "--aws-sigv4", "--cacert", "--capath", "--cert", "--ciphers", "--config", "--connect-timeout", "--connect-to",
    "--cookie", "--cookie-jar", "--data", "--data-ascii", "--data-binary", "--data-raw", "--data-urlencode",
    "--dns-servers", "--doh-url", "--dump-header", "--expand-data", "--expand-url", "--form", "--form-string",
    "--header", "--interface", "--json", "--key", "--limit-rate", "--mail-from", "--mail-rcpt", "--max-time",
    "--netrc-file", "--oauth2-bearer", "--output", "--output-dir", "--pass", "--preproxy", "--proxy", "--proxy-user",
    "--quote", "--range", "--referer", "--request", "--resolve", "--retry", "--retry-delay", "--socks5",
    "--socks5-hostname", "--stderr", "--time-cond", "--trace", "--trace-ascii", "--unix-socket", "--upload-file",
    "--url", "--url-query", "--user", "--user-agent", "--variable", "--write-out"))
CURL_DATA = frozenset((
    "--data", "--data-ascii", "--data-binary", "--data-raw", "--data-urlencode", "--expand-data", "--form",
    "--form-string", "--json", "--mail-from", "--quote", "--upload-file", "--url-query", "--variable", "-F", "-Q",
    "-T", "-d"))
CURL_CARRIES = frozenset(("--proxy-user", "--referer", "--user-agent", "-A", "-U", "-e"))
CURL_ADDRESSES = frozenset(("--url", "--expand-url", "-x", "--proxy", "--preproxy", "--socks5", "--socks5-hostname",
                            "--doh-url", "--connect-to"))
WRITES = frozenset(("DELETE", "PATCH", "POST", "PUT"))


def curl(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    found, urls = options(args, CURL_TAKES.replace("I", "").replace("h", ""), CURL_LONG)
    payload: list[Flow] = []
    auth: list[Flow] = []
    sends, output, local = False, "", False
    for flag, value in found:
        if value is None:
            continue
        if flag in CURL_DATA:
            sends = sends or flag != "--url-query"
            payload.append(data(mind, flag, value, stdin))
        elif flag in ("-H", "--header"):
            if value.text.startswith("@"):
                payload.append(data(mind, "-d", value, stdin))
            else:
                (auth if is_auth(value.text) else payload).append(value.flow)
        elif flag in ("-u", "--user", "--oauth2-bearer"):
            auth.append(value.flow)
        elif flag in ("-b", "--cookie"):
            payload.append(join(value.flow, mind.file(value.text)) if "=" not in value.text else value.flow)
        elif flag in CURL_CARRIES:
            payload.append(value.flow)
        elif flag in ("-X", "--request"):
            sends = sends or value.text.upper() in WRITES
        elif flag in ("-o", "--output"):
            output = value.text
        elif flag in CURL_ADDRESSES:
            urls.append(value)
        elif flag == "--unix-socket":
            local = True
        elif flag in ("-K", "--config"):
            known = stdin if value.text == "-" else mind.file(value.text)
            payload.append(known)
            if value.flow.text and (" " in value.text or "=" in value.text):     # <(echo url=...)
                known = value.flow
            if known.text:
                return curl(mind, name, configured(known.text), stdin)
    flags = {flag for flag, _ in found}
    if "-G" in flags or "--get" in flags:
        sends = False
    if local:
        urls = [Arg("unix:socket")]
    return http(mind, name, urls, join(*payload), join(*auth), sends, output)


def configured(text: str) -> list[Arg]:
    """curl's configuration file as its options."""
    args: list[Arg] = []
    for line in text.replace("\\n", "\n").split("\n"):
        key, mark, value = line.strip().partition("=" if "=" in line.split(" ")[0] or " = " in line else " ")
        if key and not key.startswith("#"):
            args.append(Arg(key.strip() if key.startswith("-") else f"--{key.strip()}"))
            if mark:
                value = value.strip().strip("\"'")
                args.append(Arg(value, Flow(text=value)))
    return args


def data(mind: Mind, flag: str, value: Arg, stdin: Flow) -> Flow:
    """What a data option of curl sends: its text, or the file behind `@` or `<`."""
    text = value.text
    if flag in ("--data-raw", "--form-string"):
        return value.flow
    if flag in ("-T", "--upload-file"):
        names = text.strip("{}").split(",")
        return join(value.flow, *(stdin if n in ("-", ".") else mind.file(n) for n in names))
    path = ""
    if flag in ("-F", "--form"):
        _, _, body = text.partition("=")
        path = body[1:].split(";")[0] if body[:1] in ("@", "<") else ""
    elif text.startswith("@"):
        path = text[1:]
    elif flag in ("--data-urlencode", "--url-query", "--variable"):
        path = text.partition("@")[2] if "@" in text and "=" not in text.partition("@")[0] else ""
    if not path:
        return value.flow
    return join(value.flow, *(stdin if p == "-" else mind.file(p) for p in path.split(",")))


def anonymous(url: str) -> str:
    """An address without the name and password before its host: they show who asks, like a header."""
    scheme, mark, rest = url.partition("://")
    place = rest.split("/")[0]
    return f"{scheme}{mark}{rest[len(place.rpartition('@')[0]):].lstrip('@')}" if mark and "@" in place else url


def http(mind: Mind, name: str, urls: list[Arg], payload: Flow, auth: Flow, sends: bool, output: str = "") -> Flow:
    """Emits one effect an address; what comes back is remote."""
    for url in urls or [Arg("")]:
        if url.text.startswith("file:"):
            return mind.file(url.text[7:])
        flow = join(payload, without_text(url.flow, anonymous(url.text)))
        kind = "sends" if sends else "fetches"
        mind.emit(kind, name, name, url.text, flow, auth)
    back = Flow(names=tuple(u.text[:200] for u in urls[:1]), remote=True)
    if output and output != "-":
        mind.touch("writes", output, name)
        mind.files[mind.path(output)] = back
        return NOTHING
    return back


def wget(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    found, urls = options(args, "aBeiIloOPQRtTUwXA", frozenset((
        "--post-data", "--post-file", "--body-data", "--body-file", "--header", "--user", "--password", "--method",
        "--user-agent", "--referer", "--output-document", "--input-file", "--http-user", "--http-password")))
    payload: list[Flow] = []
    auth: list[Flow] = []
    sends, output = False, ""
    for flag, value in found:
        if value is None:
            continue
        if flag in ("--post-data", "--body-data"):
            payload.append(value.flow)
            sends = True
        elif flag in ("--post-file", "--body-file"):
            payload.append(join(value.flow, stdin if value.text in ("-", "/dev/stdin") else mind.file(value.text)))
            sends = True
        elif flag == "--header":
            (auth if is_auth(value.text) else payload).append(value.flow)
        elif flag in ("--user", "--password", "--http-user", "--http-password"):
            auth.append(value.flow)
        elif flag == "--method":
            sends = sends or value.text.upper() in WRITES
        elif flag in ("-O", "--output-document"):
            output = value.text
        elif flag in ("-i", "--input-file"):
            payload.append(mind.file(value.text) if value.text != "-" else stdin)
        elif flag in ("--user-agent", "-U", "--referer"):
            payload.append(value.flow)
    return http(mind, name, urls, join(*payload), join(*auth), sends, output)


def httpie(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """http, https, xh: `METHOD URL item...`."""
    found, rest = options(args, "aAopst", frozenset(("--auth", "--auth-type", "--output", "--print", "--style",
                                                     "--timeout", "--raw", "--session", "--proxy", "--bearer")))
    sends = bool(rest) and rest[0].text.upper() in WRITES
    if rest and (rest[0].text.upper() in WRITES or rest[0].text.upper() in ("GET", "HEAD", "OPTIONS")):
        rest = rest[1:]
    if not rest:
        return REMOTE
    url = Arg(f"http://localhost{rest[0].text}" if rest[0].text.startswith(":") else rest[0].text, rest[0].flow)
    payload = [stdin] if stdin is not NOTHING and not stdin.remote else []
    auth = [value.flow for flag, value in found if value and flag in ("-a", "--auth", "--bearer")]
    for flag, value in found:
        if flag == "--raw" and value:
            payload.append(value.flow)
    for item in rest[1:]:
        text = item.text
        head = text.partition(":")[0]
        if "=" not in text and ":" in text and "@" not in head:
            (auth if is_auth(text) else payload).append(item.flow)
            continue
        sends = sends or "==" not in text
        payload.append(item.flow)
        if "@" in text:
            payload.append(mind.file(text.rpartition("@")[2]))
    return http(mind, name, [url], join(*payload), join(*auth), sends or bool(payload and stdin is payload[0]))


def opener(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Programs that open addresses: browsers, aria2c, lynx, open; what their arguments carry goes there."""
    urls = [a for a in args if "://" in a.text or (looks_like_host(a.text.split("/")[0]) and name not in OPENS_FILES)]
    if not urls:
        return mind.arguments(args) if name not in OPENS_FILES else NOTHING
    payload = join(stdin, mind.arguments([a for a in args if a not in urls]))
    posts = any(a.text in ("-d", "--data", "-post_data", "-post-data", "--post", "send", "publish") for a in args)
    return http(mind, name, urls, payload, NOTHING, posts or payload.level > 0)


OPENS_FILES = frozenset(("chromium", "code", "firefox", "google-chrome", "open", "start", "xdg-open"))


# --- sockets

NETCAT_TAKES = {"telnet": "belnS", "ncat": "ecgGimoOpPsTwx", "nc.traditional": "ecgGioOpqsTwx"}


def netcat(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    found, rest = options(args, NETCAT_TAKES.get(name, "egGiIlmoOpPqsTVwxX"))
    if any(flag in ("-l", "--listen") for flag, _ in found):
        if any(flag in ("-l",) and value for flag, value in found) or rest is not None:
            mind.emit("sends", name, f"{name} -l", "", stdin) if stdin.level else None
        return REMOTE
    if any(flag in ("-z",) for flag, _ in found) or not rest:
        return NOTHING
    port = f":{rest[1].text}" if len(rest) > 1 else ""
    ran = [value for flag, value in found if flag in ("-e", "-c", "--exec", "--sh-exec") and value]
    flow = join(stdin, *(a.flow for a in rest), *(mind.text(value.text) for value in ran))
    mind.emit("sends", name, name, rest[0].text + port, A_SHELL if ran and not flow.level else flow)
    return REMOTE


def socat(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    rest = [a for a in args if not a.text.startswith("-") or a.text == "-"]
    flow, hosts = NOTHING, []
    for arg in rest:
        kind, _, spec = arg.text.partition(":")
        low = kind.lower()
        if low in ("-", "stdio", "stdin", "fd"):
            flow = join(flow, stdin)
        elif low in ("file", "open", "gopen") or not spec:
            flow = join(flow, mind.file(spec.split(",")[0] or kind))
        elif low in ("exec", "system", "shell"):
            flow = join(flow, mind.text(spec))
        elif low.startswith(("tcp", "udp", "openssl", "ssl", "sctp")) and "listen" not in low and low[-2:] != "-l":
            hosts.append(":".join(spec.split(",")[0].split(":")[:2]))
    runs = any(a.text.lower().startswith(("exec:", "system:", "shell:")) for a in rest)
    for host in hosts:
        mind.emit("sends", "socat", "socat", host, A_SHELL if runs and not flow.level else flow)
    return REMOTE


def openssl(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """`openssl s_client` sends; all else of it is a filter."""
    if [a.text for a in args if not a.text.startswith("-")][:1] != ["s_client"]:
        return writer(mind, name, args, stdin)
    texts = [a.text for a in args]
    at = next((texts[i + 1] for i, t in enumerate(texts[:-1]) if t in ("-connect", "-host")), "")
    mind.emit("sends", "openssl", "openssl s_client", at, stdin)
    return REMOTE


# --- copying over the network

def remote_path(text: str) -> str:
    """`user@host:path` and `rsync://host/path` as they stand, "" for a local path."""
    if "://" in text:
        return text
    head, colon, _ = text.partition(":")
    if not colon or "/" in head or head.startswith(("-", ".")) or (len(head) == 1 and head.isalpha()):
        return ""
    return text


def copier(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """scp, rsync, sftp: the last argument is the target."""
    found, rest = options(args, "cDFiJloPSX" if name != "rsync" else "efMBT", frozenset((
        "--exclude", "--include", "--files-from", "--rsh", "--filter", "--exclude-from", "--include-from", "--port",
        "--password-file", "--log-file", "--backup-dir", "--bwlimit", "--chmod", "--chown", "--rsync-path")))
    for flag, value in found:
        if flag == "-o" and value and "proxycommand" in value.text.lower():
            mind.text(value.text.partition("=")[2])
    if not rest:
        return NOTHING
    if name == "sftp":
        target = rest[0]
        flow = join(stdin, *(mind.file(w) for w in stdin.text.split()), *(a.flow for a in rest))
        mind.emit("sends", name, name, target.text if ":" in target.text else f"{target.text}:", flow)
        return REMOTE
    sources, target = (rest[:-1], rest[-1]) if len(rest) > 1 else ([], rest[0])
    if len(rest) > 1 and not remote_path(target.text):
        cleans = any(flag.startswith("--del") for flag, _ in found)
        mind.touch("removes" if cleans else "writes", target.text, f"{name} --delete" if cleans else name)
    flow = join(mind.arguments(sources, whole=True), stdin)
    if remote_path(target.text):
        mind.emit("sends", name, name, target.text, Flow(flow.level, flow.names, flow.text, flow.files, False, True))
    elif sources and any(remote_path(s.text) for s in sources):
        mind.emit("fetches", name, name, next(s.text for s in sources if remote_path(s.text)), NOTHING)
    else:
        for source in sources:
            mind.write(target.text, mind.file(source.text, whole=True))
    return NOTHING


def ssh(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """A command on another machine: its text and input go there."""
    takes = "BbcDEeFIiJLlmOopQRSWw"
    i = 0
    while i < len(args):
        text = args[i].text
        if not text.startswith("-"):
            break
        if "proxycommand" in text.lower() or (text == "-o" and i + 1 < len(args)
                                              and "proxycommand" in args[i + 1].text.lower()):
            option = text + (args[i + 1].text if text == "-o" and i + 1 < len(args) else "")
            mind.text(option[option.lower().index("proxycommand") + 12:].lstrip("= "))
        i += 2 if len(text) == 2 and text[1] in takes else 1
    if i >= len(args) or any(a.text in ("-V", "-Q") for a in args[:i]):
        return NOTHING
    rest = args[i + 1:]
    flow = join(stdin, *(a.flow for a in rest))
    mind.emit("sends", name, name, f"{args[i].text}:", flow)
    return REMOTE


def ftp(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    _, rest = options(args, "upeoPr" if name != "lftp" else "pe")
    hosts = [a for a in args if "://" in a.text or looks_like_host(a.text)]
    words = " ".join([stdin.text, *(a.text for a in args)]).replace(";", " ").split()
    flow = join(stdin, mind.arguments(rest), *(f for f in (mind.file(w) for w in words) if f.level))
    mind.emit("sends", name, name, hosts[0].text if hosts else "", flow)
    return REMOTE


# --- version control and its servers

GIT_TAKES = frozenset(("--exec-path", "--git-dir", "--namespace", "--work-tree", "-C", "-c"))


def git(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """A git command, in the folder that `-C` names."""
    outer = mind.cwd
    at = next((args[i + 1].text for i, a in enumerate(args[:8]) if a.text == "-C" and i + 1 < len(args)), "")
    if at and not any(a.text in GIT or a.text in GIT_CHANGES for a in args[:[a.text for a in args].index("-C")]):
        mind.cwd = mind.path(at)
    printed = git_here(mind, name, args, stdin)
    mind.cwd = outer
    return printed


def git_here(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    i, aliased = 0, NOTHING
    while i < len(args) and args[i].text.startswith("-"):
        if args[i].text == "-c" and i + 1 < len(args):
            _, _, value = args[i + 1].text.partition("=")
            if value.startswith("!") or " " in value.strip():
                aliased = join(aliased, mind.text(value.lstrip("!"), stdin))
            elif "url." in args[i + 1].text or "remote." in args[i + 1].text:
                git_config(mind, args[i + 1:i + 2])
        i += 2 if args[i].text in GIT_TAKES else 1
    if i >= len(args):
        return NOTHING
    verb, rest = args[i].text, args[i + 1:]
    git_touches(mind, verb, rest)
    known = GIT.get(verb)
    if known:
        before = len(mind.found.effects)
        printed = known(mind, rest, stdin)
        mind.attach(before, join(*(a.flow for a in args[:i])))
        return printed
    if prints_secret("git", [a.text for a in args[i:]]):
        return Flow(3, ("git credential",))
    if verb in RUNS_COMMANDS:
        git_runs(mind, verb, rest, stdin)
    if verb in ("commit", "tag", "notes", "commit-tree"):
        if verb == "commit" and any(a.text in ("-a", "-am", "--all") for a in rest):
            git_add(mind, [Arg("-A")], stdin)
        told, _ = options(rest, "mFcCut", frozenset(("--file", "--message", "--author", "--date")))
        files = [v for f, v in told if v and f in ("-F", "--file")]
        flow = join(*(a.flow for a in rest if a.flow.level), *(mind.file(v.text) for v in files if v.text != "-"),
                    stdin if any(v.text == "-" for v in files) else NOTHING)
        if flow.level:
            mind.files[INDEX] = mind.found.written[INDEX] = join(mind.files.get(INDEX, NOTHING), without_text(flow))
        return NOTHING
    if verb in ("status", "checkout", "branch", "stash", "rm", "merge", "rebase", "switch", "restore", "reset"):
        return NOTHING
    return mind.arguments(rest)


# Verbs that write into the working tree, by what they do there.
GIT_CHANGES = {"am": "writes", "apply": "writes", "checkout": "writes", "cherry-pick": "writes", "clean": "removes",
               "clone": "writes", "merge": "writes", "mv": "removes", "pull": "writes", "read-tree": "writes",
               "rebase": "writes", "reset": "writes", "restore": "writes", "revert": "writes", "rm": "removes",
               "sparse-checkout": "removes", "stash": "removes", "switch": "writes", "worktree": "removes"}
CHANGING = {"sparse-checkout": "set", "worktree": "remove"}     # of whose verbs only this one takes files away
STASH_READS = frozenset(("list", "show", "create", "store"))


def git_touches(mind: Mind, verb: str, rest: list[Arg]) -> None:
    """The paths that a git command changes; "." where it names none."""
    how = GIT_CHANGES.get(verb)
    words = [a.text for a in rest]
    if how is None or (verb == "stash" and words[:1] and words[0] in STASH_READS):
        return
    if verb in CHANGING:        # `worktree list` and `worktree add` take nothing away
        if words[:1] != [CHANGING[verb]]:
            return
        words = words[1:]
    flags = {letter for w in words if w[:1] == "-" and w[:2] != "--" for letter in w[1:]}
    if verb == "clean" and ("n" in flags or "--dry-run" in words):
        return
    # "-x" and stash's "-a" take ignored files, too; the name of the program says so.
    said = f"git {verb}" + (" -x" if verb == "clean" and {"x", "X"} & flags else
                            " -a" if verb == "stash" and ("a" in flags or "--all" in words) else "")
    after = words[words.index("--") + 1:] if "--" in words else [
        w for w in words if not w.startswith("-")] if verb in ("clean", "mv", "restore", "rm", "worktree") else [
        w for w in words if not w.startswith("-") and ("/" in w or w.startswith("."))]
    for path in after or ["."]:
        mind.touch(how, path, said)


# Verbs that run a command of the caller's, and the options that hold it.
RUNS_COMMANDS = {"rebase": ("-x", "--exec"), "difftool": ("-x", "--extcmd"), "grep": ("-O", "--open-files-in-pager"),
                 "filter-branch": ("--tree-filter", "--index-filter", "--msg-filter", "--env-filter"), "bisect": (),
                 "submodule": (), "worktree": ()}


def git_runs(mind: Mind, verb: str, rest: list[Arg], stdin: Flow) -> None:
    """`rebase -x COMMAND`, `bisect run COMMAND`, `submodule foreach COMMAND`: what git is told to run."""
    flags = RUNS_COMMANDS[verb]
    for i, arg in enumerate(rest):
        name, equals, value = arg.text.partition("=")
        if name in flags and (equals or i + 1 < len(rest)):
            mind.text(value if equals else rest[i + 1].text, stdin)
        elif (verb, arg.text) == ("bisect", "run"):
            mind.call(rest[i + 1:], stdin) if rest[i + 1:] else None
            return
        elif (verb, arg.text) == ("submodule", "foreach"):
            mind.text(" ".join(a.text for a in rest[i + 1:] if not a.text.startswith("-")), stdin)
            return


INDEX = "git:index"


def git_add(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    flow = mind.arguments([a for a in args if not a.text.startswith("-")])
    if any(a.text in ("-A", "-u", "--all", "--update") for a in args):
        flow = join(flow, mind.folder(mind.path(".")) or NOTHING)
    if flow.level:
        mind.files[INDEX] = mind.found.written[INDEX] = flow
    return NOTHING


def git_push(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    found, rest = options(args, "o", frozenset(("--repo", "--push-option", "--receive-pack", "--exec")))
    remote = rest[0].text if rest else next((v.text for f, v in found if f == "--repo" and v), "")
    staged = mind.files.get(INDEX, NOTHING)
    flow = join(staged, *(a.flow for a in rest[1:]))
    if any(f in ("-n", "--dry-run") for f, _ in found):
        return REMOTE
    address = mind.remotes.get(remote) or (remote if git_address(remote) else f"remote:{remote}")
    auth = rest[0].flow if rest else NOTHING
    payload = Flow(flow.level, flow.names, flow.text, flow.files, False, True)
    mind.emit("sends", "git", "git push", address, payload, auth)
    return REMOTE


def git_address(text: str) -> bool:
    """Is this an address and not a remote's name?"""
    return "://" in text or bool(remote_path(text)) or text.startswith(("/", "./", "../", "~"))


def git_remote(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    rest = [a for a in args if not a.text.startswith("-")]
    if len(rest) >= 3 and rest[0].text in ("add", "set-url"):
        name_remote(mind, rest[1].text, rest[2])
    return NOTHING


def name_remote(mind: Mind, name: str, address: Arg) -> None:
    if address.flow.level and "://" in address.text:
        mind.emit("sends", "git", "git remote", address.text, NOTHING, address.flow)
    for one in (name, "") if name == "origin" else (name,):
        mind.remotes[one] = mind.found.remotes[one] = address.text


def git_config(mind: Mind, args: list[Arg], stdin: Flow = NOTHING) -> Flow:
    texts = [a.text for a in args if not a.text.startswith("-")]
    if len(texts) == 1 and "=" in texts[0]:
        texts = list(texts[0].partition("=")[::2])
    if len(texts) >= 2:
        key, value = texts[0], texts[1]
        if value.startswith("!") or " " in value.strip():     # a command: fsmonitor, textconv, an alias, a pager
            mind.text(value.lstrip("!"))
        if key.startswith("remote.") and key.endswith(("url", "pushurl")):
            name_remote(mind, key.split(".")[1], Arg(value))
        elif key.startswith("url.") and key.lower().endswith("insteadof"):
            name_remote(mind, value, Arg(key[4:].rpartition(".")[0]))
            name_remote(mind, "origin", Arg(key[4:].rpartition(".")[0]))
    return NOTHING


def git_fetch(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    _, rest = options(args, "bcjou", frozenset(("--branch", "--depth", "--origin", "--config", "--reference")))
    words = [a for a in rest if a.text not in ("add", "update", "init")]
    address = words[0] if words else Arg("")
    text = mind.remotes.get(address.text) or (address.text if git_address(address.text) else f"remote:{address.text}")
    mind.emit("fetches", "git", "git fetch", text, NOTHING, address.flow)
    return REMOTE


def git_mail(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    found, rest = options(args, "", frozenset(("--to", "--cc", "--bcc", "--from", "--subject", "--smtp-server")))
    for to in [v.text for f, v in found if v and f in ("--to", "--cc", "--bcc")] or [""]:
        mind.emit("sends", "git", "git send-email", to, mind.arguments(rest))
    return NOTHING


def git_archive(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    found, _ = options(args, "o", frozenset(("--output", "--format", "--prefix", "--remote")))
    flow = Flow(names=("the repository",), whole=True)
    if args and args[0].text == "create" and len(args) > 1:
        mind.files[mind.path(args[1].text)] = flow
        return NOTHING
    out = next((v.text for f, v in found if f in ("-o", "--output") and v), "")
    if out:
        mind.files[mind.path(out)] = flow
        return NOTHING
    return flow


def git_clean(mind: Mind, args: list[Arg], stdin: Flow) -> Flow:
    mind.emit("deletes", "git", "git clean", "")
    return NOTHING


GIT = {"add": git_add, "push": git_push, "remote": git_remote, "config": git_config, "clone": git_fetch,
       "fetch": git_fetch, "pull": git_fetch, "ls-remote": git_fetch, "submodule": git_fetch, "send-email": git_mail,
       "archive": git_archive, "bundle": git_archive, "clean": git_clean}

GH_HOSTS = {"gh": "github.com", "glab": "gitlab.com", "tea": "gitea.com", "hub": "github.com"}
GH_WRITES = frozenset((
    "add", "approve", "archive", "close", "comment", "create", "delete", "disable", "edit", "enable", "fork",
    "invite", "lock", "merge", "note", "push", "rename", "reopen", "review", "run", "sync", "transfer", "update",
    "upload"))
GH_VAULTS = frozenset(("alias", "auth", "config", "extension", "gpg-key", "secret", "ssh-key", "variable"))


def forge(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """gh, glab: reads and writes on a server of repositories."""
    found, rest = options(args, "RbtFfHXqadlmnpBs", frozenset((
        "--repo", "--body", "--title", "--body-file", "--field", "--raw-field", "--header", "--method", "--input",
        "--jq", "--template", "--json", "--notes", "--notes-file", "--base", "--head", "--label", "--assignee",
        "--limit", "--state", "--description", "--desc", "--hostname", "--filename", "--message", "--reviewer",
        "--milestone", "--source", "--remote", "--env", "--org", "--target", "--search", "--description-file")))
    words = [a.text for a in rest]
    if prints_secret(name, words):
        return Flow(3, (" ".join([name, *words[:2]]),))
    if not words or words[0] in GH_VAULTS:
        return NOTHING
    repo = next((v.text for f, v in found if f in ("-R", "--repo") and v), "")
    flow = join(stdin, mind.arguments(rest[1:]), *(v.flow for _, v in found if v))
    for flag, value in found:
        if value and (flag in ("-F", "--body-file", "--notes-file", "--input", "--field", "--description-file")):
            path = value.text.partition("=@")[2] if "=@" in value.text else value.text.lstrip("@")
            if "=" not in path:
                flow = join(flow, mind.file(path))
        if value and "=@" in value.text:
            flow = join(flow, mind.file(value.text.partition("=@")[2]))
    host = next((v.text for f, v in found if f == "--hostname" and v), GH_HOSTS[name])
    verb = words[1] if len(words) > 1 else ""
    if words[0] == "api":
        method = next((v.text.upper() for f, v in found if f in ("-X", "--method") and v), "")
        sends = method in WRITES or (not method and any(
            f in ("-f", "-F", "--field", "--raw-field", "--input") for f, _ in found)) or "mutation" in flow.text
        path = words[1].lstrip("/") if len(words) > 1 else ""
        if path.startswith("http"):
            repo, host = "", path.split("/")[2] if path.count("/") > 1 else host
        parts = path.split("?")[0].split("/")
        repo = "/".join(parts[1:3]) if parts[0] == "repos" else repo
        if path.startswith("gists"):
            host, repo = "gist.github.com", ""
    else:
        sends = verb in GH_WRITES and words[0] not in ("label", "cache")
        if words[0] == "gist":
            host, sends = "gist.github.com", verb in ("create", "edit")
        elif words[0] == "repo" and len(words) > 2:
            repo = words[2]
    own = not repo and host in GH_HOSTS.values()
    target = "remote:" if own or "$" in repo or "{owner}" in repo else f"https://{host}/{repo}".rstrip("/")
    operation = f"{name} {words[0]} {verb}" if words[0] != "api" else f"{name} api"
    if words[:2] == ["repo", "create"] and any(f in ("--push", "--source") for f, _ in found):
        flow = Flow(flow.level, flow.names, flow.text, flow.files, False, True)
    if words[:2] == ["repo", "delete"]:
        mind.emit("deletes", name, operation, target)
    mind.emit("sends" if sends else "fetches", name, operation[:60].strip(), target,
              flow if sends or flow.level else NOTHING)
    return REMOTE


# --- clouds, registries, mail, names

CLOUD = ("s3://", "gs://", "az://", "r2://", "oss://", "b2://", "wasb://", "abfs://", "hf://")


def cloud(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """aws, gcloud, gsutil, az, rclone, s3cmd, mc, azcopy: copies to and from storage; the person's own account else."""
    words = [a.text for a in args if not a.text.startswith("-")]
    printed = prints_secret(name, words)
    if printed:
        return Flow(3, (printed,))
    if not CLOUD_COPIES.isdisjoint(words):
        texts = [a.text for a in args]
        flow = join(stdin if "-" in texts or "/dev/stdin" in texts or stdin.level else NOTHING,
                    mind.arguments(args, True), *(a.flow for a in args))
        targets = [w for w in words if w.startswith(CLOUD) or "://" in w or (
            name in ("rclone", "mc") and (":" in w or "/" in w) and not mind.file(w).level)]
        named = [texts[i + 1] for i, t in enumerate(texts[:-1]) if t in (
            "--bucket", "--account-name", "--container-name", "-c", "--queue-url", "--topic-arn", "--function-name")]
        sent = "cat" not in words and not (targets and words and words[-1] not in targets
                                           and words.index(targets[0]) < len(words) - 1 and not flow.level)
        mind.emit("sends" if sent else "fetches", name, f"{name} {' '.join(words[:2])}"[:60],
                  (targets[-1] if targets else named[0] if named else ""),
                  Flow(flow.level, flow.names, flow.text, flow.files, False, True) if sent else NOTHING)
    elif not CLOUD_ENDS.isdisjoint(words):
        mind.emit("deletes", name, f"{name} {' '.join(words[:3])}"[:60], "")
    return REMOTE


CLOUD_COPIES = frozenset((
    "cat", "copy", "copyto", "cp", "invoke", "mirror", "mv", "pipe", "publish", "put", "put-object", "rcat", "rsync",
    "send-email", "send-message", "sync", "upload", "upload-batch"))
CLOUD_ENDS = frozenset(("delete", "delete-bucket", "delete-stack", "delete-user", "rb", "terminate-instances"))

REGISTRIES = {"npm": "registry.npmjs.org", "pnpm": "registry.npmjs.org", "yarn": "registry.npmjs.org",
              "bun": "registry.npmjs.org", "lerna": "registry.npmjs.org", "twine": "upload.pypi.org",
              "poetry": "upload.pypi.org", "uv": "upload.pypi.org", "flit": "upload.pypi.org",
              "hatch": "upload.pypi.org", "pdm": "upload.pypi.org", "cargo": "crates.io", "gem": "rubygems.org",
              "docker": "docker.io", "mvn": "repo.maven.apache.org", "vsce": "marketplace.visualstudio.com",
              "dotnet": "nuget.org", "nuget": "nuget.org", "helm": "helm", "skopeo": "docker.io", "crane": "docker.io",
              "wrangler": "cloudflare.com", "vercel": "vercel.com", "netlify": "netlify.com", "surge": "surge.sh",
              "firebase": "firebase.google.com", "fly": "fly.io", "flyctl": "fly.io", "heroku": "heroku.com"}
PUBLISHES = frozenset(("--prod", "copy", "deploy", "deploy:mvn", "publish", "push", "upload"))


def registry(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """npm publish, twine upload, docker push, deploys; anything else that these programs do is local."""
    words = [a.text for a in args if not a.text.startswith("-")]
    if name == "docker" and words[:1] == ["cp"] and len(words) == 3:
        mind.write(words[2].partition(":")[2] or words[2], mind.file(words[1].partition(":")[2] or words[1]))
        return NOTHING
    if name == "docker" and words[:1] and words[0] in ("exec", "run", "compose"):
        _, rest = options_until_command(args[1:], "evuwplhmn")
        if words[0] == "compose" or not rest or any(a.text.rsplit("/", 1)[-1] in SHELLS for a in rest):
            return inner_shell(mind, name, args[1:], stdin)
        return mind.call(rest[1:], stdin) if len(rest) > 1 else NOTHING
    if prints_secret(name, words):
        return Flow(3, (f"{name} {words[0]}",))
    if name == "bun" and args and args[0].text in ("-e", "-p", "eval", "--eval"):
        return mind.interpreter(name, args, stdin)
    if name == "npm" and words[:1] == ["exec"] and "-c" in [a.text for a in args[:-1]]:
        return mind.text(args[[a.text for a in args].index("-c") + 1].text, stdin)
    if name in ("uv", "poetry", "pdm", "hatch", "bun", "pnpm", "npm", "yarn") and words[:1] and words[0] in RUNS:
        at = next(i for i, a in enumerate(args) if a.text == words[0])
        rest = args[at + 1:]
        while rest and rest[0].text.startswith("-"):
            rest = rest[1:]
        return mind.call(rest, stdin) if rest else NOTHING
    if PUBLISHES.isdisjoint(words[:2]) or "--dry-run" in [a.text for a in args]:
        if stdin.level or any(a.flow.level for a in args):
            return join(stdin, *(a.flow for a in args))
        return NOTHING
    auth = [args[i + 1] for i, a in enumerate(args[:-1]) if a.text in REGISTRY_AUTH]
    flow = join(stdin, mind.arguments([a for a in args[1:] if a not in auth]))
    host = REGISTRIES[name]
    for i, arg in enumerate(args):
        value = arg.text.partition("=")[2] or (args[i + 1].text if i + 1 < len(args) else "")
        if arg.text.split("=")[0] in ADDRESSES:
            host = value
    if name == "docker" and words[:1] == ["push"] and len(words) > 1:
        first = words[1].split("/")[0]
        host = first if "." in first or ":" in first else f"docker.io/{words[1]}"
    away = host != REGISTRIES[name] and not host.startswith("docker.io/")
    mind.emit("sends", name, f"{name} {' '.join(words[:1])}", host, Flow(flow.level, flow.names, flow.text, flow.files),
              join(*(a.flow for a in auth if away or not all(n.startswith("$") for n in a.flow.names))))
    return REMOTE


REGISTRY_AUTH = frozenset(("-p", "-u", "--password", "--username", "--token", "--api-key", "--auth-token", "--otp"))
ADDRESSES = frozenset((
    "--host", "--index", "--index-url", "--publish-url", "--registry", "--repository-url", "--source", "-s"))
RUNS = frozenset(("dlx", "exec", "run", "x"))


def mail(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    found, rest = options(args, "aAbcefFhHirsStqX", frozenset((
        "--to", "--from", "--server", "--body", "--attach", "--header", "--data", "--cc", "--bcc", "--subject", "-au",
        "-ap", "--auth-user", "--auth-password", "--add-header", "--h-Subject")))
    to = [a for a in rest if "@" in a.text] + [v for f, v in found if v and "@" in v.text and f in (
        "--to", "-t", "-c", "-b", "--cc", "--bcc")]
    flow = join(stdin, mind.arguments([v for _, v in found if v]), *(a.flow for a in rest))
    for arg in args:
        if arg.text.startswith("@"):
            flow = join(flow, mind.file(arg.text[1:]))
    first = next((w for w in stdin.text.split() if "@" in w), "")
    for address in to or [Arg(first)]:
        mind.emit("sends", name, name, address.text, flow)
    return NOTHING


def names(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """dig, nslookup, host, ping: data can leave in the name that is asked for."""
    flow = join(*(a.flow for a in args), stdin if name in ("dig", "nslookup") else NOTHING)
    if flow.level or any("$(" in a.text for a in args):
        carrying = [a.text for a in args if a.flow.level or "$(" in a.text]
        at = next((t for t in carrying if "." in t.replace("$(...)", "")), args[-1].text if args else "")
        mind.emit("sends", name, name, at, flow)
    elif name == "dig" and "-f" in [a.text for a in args]:
        mind.emit("sends", name, name, "", mind.arguments(args))
    return REMOTE


def sender(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Programs made to hand files or messages to others: wormhole, croc, ntfy, logger -n, whois -h, kubectl cp."""
    texts = [a.text for a in args]
    if name == "kubectl":
        words = [t for t in texts if not t.startswith("-")]
        if prints_secret(name, words):
            return Flow(3, ("kubectl get secret",))
        if words[:1] and words[0] in ("delete", "drain"):
            mind.emit("deletes", name, " ".join([name, *words[:2]])[:60], "")
        if words[:1] == ["exec"]:
            return inner_shell(mind, name, args[1:], stdin)
        if words[:1] != ["cp"]:
            return NOTHING
        if ":" not in texts[-1]:
            return NOTHING
    if name in ("logger", "whois") and "-n" not in texts and "-h" not in texts and "--server" not in texts:
        return NOTHING
    at = next((a.text for a in args if "://" in a.text or looks_like_host(a.text)), name)
    mind.emit("sends", name, name, at, join(stdin, mind.arguments(args, True)))
    return NOTHING


def client(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """psql, mysql, redis-cli, mongosh: the address is its way in, what is piped in is what goes there."""
    found, rest = options(args, "hpUudcPeFXnaDL", frozenset(("--host", "--port", "--user", "--username", "--command",
                                                             "--execute", "--file", "--dbname", "--eval")))
    host = next((v.text for f, v in found if v and f in ("-h", "--host")), "")
    host = host or next((a.text for a in rest if "://" in a.text), "localhost")
    sent = [v.flow for f, v in found if v and f in ("-c", "-e", "--command", "--execute", "--eval")]
    payload = join(stdin, *sent, *(a.flow for a in rest if "://" not in a.text and name == "redis-cli"))
    if payload.level or payload.text or payload.files:
        mind.emit("sends", name, name, host, payload)
    return REMOTE


def tunnel(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """ngrok, cloudflared, localtunnel: opens this machine to others."""
    mind.emit("runs", name, name, name, NOTHING)
    return REMOTE


def terraform(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    verb = next((a.text for a in args if not a.text.startswith("-")), "")
    if verb in ("apply", "destroy", "up", "uninstall", "delete"):
        mind.emit("deletes" if verb in ("destroy", "uninstall", "delete") else "changes", name, f"{name} {verb}", "")
    return NOTHING


def wrapped_install(mind: Mind, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """pip and its like: an index address may carry something."""
    for arg in args:
        if "://" in arg.text:
            mind.emit("fetches", name, name, arg.text.partition("=")[2] or arg.text, arg.flow)
    return NOTHING

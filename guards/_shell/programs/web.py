"""The programs that speak HTTP (curl, wget, httpie, browsers): where to, and which arguments are what goes there.

Law: each is called like any handler of a row of `programs` and tells its effects through `machine.emit`.
Limitations: what a configuration file of such a program adds.
"""
from __future__ import annotations

from guards import FETCHES, SENDS
from guards._shell.flow import NOTHING, REMOTE, Arg, Flow, came_from, join, looked_at, without_text
from guards._shell.literals import AUTH_HEADERS
from guards._shell.programs.arguments import options
from guards._text import table
from guards._text.address import looks_like_host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine
    from guards._types import Kind


def is_auth(text: str) -> bool:
    """Is a header the one by which a client shows who it is?"""
    name = text.partition(":")[0].strip().lower()
    return name in AUTH_HEADERS or name.endswith(("-token", "-key", "-auth", "-authorization"))


# What the options of a program give to a request.
ROLES = {
    "curl": table("""
    --data --data-ascii --data-binary --data-raw --data-urlencode --expand-data --form --form-string --json: data
    --mail-from --quote --upload-file --variable -F -Q -T -d: data
    --url-query: query
    -H --header: header
    -u --user --oauth2-bearer: auth
    -b --cookie: cookie
    --proxy-header --proxy-user --referer --telnet-option --user-agent -A -U -e: carries
    -X --request: method
    -o --output: output
    --resolve --connect-to --unix-socket: leads
    --url --expand-url -x --proxy --preproxy --socks5 --socks5-hostname --socks4 --socks4a --proxy1.0: address
    --doh-url: address
    -K --config: config
    """),
    "wget": table("""
    --post-data --body-data: text
    --post-file --body-file: file
    -i --input-file: list
    --header: header
    --user --password --http-user --http-password: auth
    --load-cookies: cookie
    --user-agent -U --referer: carries
    --method: method
    -O --output-document: output
    -P --directory-prefix: folder
    """)}
WRITES = frozenset("DELETE PATCH POST PUT".split())


class Request:
    """What the options of one command say of its request: what goes along, by what it shows who asks, where to."""

    __slots__ = tuple("auth folder leads output payload sends urls".split())

    def __init__(self, urls: list[Arg]) -> None:
        self.urls, self.sends, self.output, self.folder, self.leads = urls, False, "", "", ""
        self.payload: list[Flow] = []
        self.auth: list[Flow] = []

    def take(self, machine: Machine, role: str, flag: str, value: Arg, stdin: Flow) -> None:
        """Adds what one option gives."""
        text = value.text
        opens = role in ("config", "cookie", "file", "list") and "=" not in text
        known = NOTHING if not opens else stdin if text in ("-", "/dev/stdin") else machine.file(text)
        if role in ("output", "folder"):
            setattr(self, role, text)
        elif role == "method":
            self.sends = self.sends or text.upper() in WRITES
        elif role == "leads":       # HOST:PORT:ADDRESS, or a socket of this machine
            self.leads = "unix:socket" if text[:1] == "/" else text.split(":", 2)[-1].split(",")[0]
        elif role == "address":
            self.urls.append(value)
        elif role == "auth" or (role == "header" and is_auth(text) and text[:1] != "@"):
            self.auth.append(value.flow)
        else:
            self.sends = self.sends or role in ("data", "text", "file")
            told = "-d" if role == "header" and text[:1] == "@" else flag if role in ("data", "query") else ""
            self.payload.append(data(machine, told, value, stdin) if told else known if role in ("config", "list")
                                else join(value.flow, known))


def curl(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """curl, wget: data, files, headers and users of one request to each address."""
    program = name.rstrip("2ie")
    found, urls = options(args, program)
    asked = Request(urls)
    for flag, value in found:
        role = ROLES[program].get(flag, "")
        if value is not None and role:
            asked.take(machine, role, flag, value, stdin)
    flags = {flag for flag, _ in found}
    asked.sends = asked.sends and flags.isdisjoint(("-G", "--get"))
    if program == "wget" and not asked.output:
        named(machine, urls, name, folder=asked.folder)     # a list's names
    elif not flags.isdisjoint(("-O", "--remote-name", "--remote-name-all")) and program == "curl":
        named(machine, urls, name, "writes")
    urls = [Arg(asked.leads)] if asked.leads else urls
    return http(machine, name, urls, join(*asked.payload), join(*asked.auth), asked.sends, asked.output)


def data(machine: Machine, flag: str, value: Arg, stdin: Flow) -> Flow:
    """What a data option of curl sends: its text, or the file behind `@` or `<`."""
    text = value.text
    if flag in ("--data-raw", "--form-string"):
        return value.flow
    if flag in ("-T", "--upload-file"):
        names = text.strip("{}").split(",")
        return join(value.flow, *(stdin if n in ("-", ".") else machine.file(n) for n in names))
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
    return join(value.flow, *(stdin if p == "-" else machine.file(p) for p in path.split(",")))


def anonymous(url: str) -> str:
    """An address without the name and password before its host: they show who asks, like a header."""
    scheme, mark, rest = url.partition("://")
    place = rest.split("/")[0]
    return f"{scheme}{mark}{rest[len(place.rpartition('@')[0]):].lstrip('@')}" if mark and "@" in place else url


def http(machine: Machine, name: str, urls: list[Arg], payload: Flow, auth: Flow, sends: bool,
         output: str = "") -> Flow:
    """Emits one effect an address; what comes back is remote."""
    for url in urls or [Arg("")]:
        if url.text.startswith("file:"):
            return machine.file(url.text[7:])
        named = without_text(url.flow, anonymous(url.text))     # an id in a path tells where, a query carries
        flow = join(payload, named if "?" in url.text.partition("$")[0] else looked_at(named))
        kind: Kind = SENDS if sends else FETCHES
        machine.emit(kind, name, name, url.text, flow, auth)
    back = came_from(REMOTE, urls[0].text or "?") if urls else REMOTE
    if output and output != "-":
        machine.touch("writes", output, name)
        machine.write(output, back)
        return NOTHING
    return back


def named(machine: Machine, urls: list[Arg], program: str, how: str = "may", folder: str = "") -> None:
    """What comes is written to a file of its address's last name; `how`: "may", or "writes" over what is there."""
    for url in urls:
        path = url.text.partition("?")[0].rstrip("/").rpartition("/")[2]
        path = f"{folder.rstrip('/')}/{path or '*'}" if folder else path
        machine.touch(how, path, program)
        machine.write(path, came_from(REMOTE, url.text or "?"))


def opener(machine: Machine, name: str, args: list[Arg], stdin: Flow) -> Flow:
    """Programs that open addresses: browsers, aria2c, lynx, open; what their arguments carry goes there."""
    urls = [a for a in args if "://" in a.text or (looks_like_host(a.text.split("/")[0]) and name not in OPENS_FILES)]
    if not urls:
        return machine.arguments(args) if name not in OPENS_FILES else NOTHING
    payload = join(stdin, machine.arguments([a for a in args if a not in urls]))
    brings = name in ("aria2c", "axel")
    if brings:
        to = next((after.text for a, after in zip(args, args[1:]) if a.text in ("-d", "--dir")), "")
        named(machine, urls, name, folder=to)
    posts = not brings and any(
        a.text.upper() in WRITES or ("=" in a.text and a.text[0] != "-") or a.text in (
            "-d", "--data", "-post_data", "-post-data", "--post", "send", "publish") for a in args if a not in urls)
    return http(machine, name, urls, payload, NOTHING, posts or payload.level > 0)


OPENS_FILES = frozenset("chromium code firefox google-chrome open start xdg-open".split())

"""How an address is spelt: hosts, places on them, mail addresses, and what belongs together.

Limitations: that two hosts belong to one owner.
"""
from __future__ import annotations

LOOPBACK = frozenset("0.0.0.0 :: ::1 [::1] host.docker.internal local localhost unix:socket".split())
# Hosts on which everybody has a place: only the place tells whose it is.
SHARED = frozenset("""api.github.com bitbucket.org codeberg.org crates.io docker.io docs.google.com drive.google.com
    dropbox.com gist.github.com github.com gitlab.com hastebin.com hooks.slack.com huggingface.co ix.io paste.ee
    pastebin.com raw.githubusercontent.com registry.npmjs.org requestbin.com s3.amazonaws.com storage.googleapis.com
    t.me transfer.sh upload.pypi.org webhook.site""".split())
# Endings under which anybody can have a name: one more label belongs to the owner.
SUFFIXES = frozenset("""ac.uk amazonaws.com appspot.com azurewebsites.net blob.core.windows.net cloudfront.net co.in
    co.jp co.kr co.nz co.uk co.za com.au com.br com.cn com.mx com.tr core.windows.net duckdns.org firebaseapp.com
    fly.dev github.io gitlab.io gov.uk herokuapp.com interact.sh loca.lt netlify.app ngrok-free.app ngrok.app ngrok.dev
    ngrok.io oast.fun onrender.com org.uk pages.dev pipedream.net requestcatcher.com run.app
    s3.amazonaws.com serveo.net surge.sh trycloudflare.com up.railway.app vercel.app web.app workers.dev""".split())
# Two letters behind the last dot of a file, which are a country's as well.
FILE_ENDINGS = frozenset("db go gz js kt md pl pm ps py rb rs sh so tf ts".split())
# Endings of hosts beside the countries': who writes one of another says so with `https://`.
ENDINGS = frozenset("""app arpa biz blog buzz chat click cloud club com company corp cyou design dev digital edu email
    example fun gov group home host icu info int internal intranet invalid lan life link live local localdomain media
    mil mobi monster net network news online onion org page press private pro pub rest run services shop site social
    software solutions space store studio support systems team tech test today tools top vip website wiki work world
    xyz zip zone""".split())
# Ends of names that only a private network answers to, and how the numbers of one begin.
PRIVATE_ENDS = tuple(".corp .home .home.arpa .internal .intranet .lan .local .localdomain .private .test".split())
PRIVATE_NUMBERS = ("10.", "192.168.", "169.254.", *(f"172.{n}." for n in range(16, 32)))


def normalize(raw: str) -> str:
    """One spelling: no scheme, user, port, query or `www.`; hosts and addresses in lower case.

    >>> [normalize(t) for t in ("https://u:p@WWW.A.Example:8080/x/?q=1", "git@github.com:acme/x.git", "Bob@B.Example")]
    ['a.example/x', 'github.com/acme/x', 'bob@b.example']
    """
    text = raw.strip().strip("\"'<>").rstrip(".,;")
    if "://" in text:
        scheme, _, rest = text.partition("://")
        rest = rest.split("?")[0].split("#")[0]
        host, slash, path = rest.partition("/")
        path = path.split("$")[0]
        host = bare_host(host.rpartition("@")[2])
        if scheme.lower() in ("s3", "gs", "az", "r2", "b2", "oss", "hf"):
            return f"{scheme.lower()}://{host}"
        return f"{host}{slash}{path}".rstrip("/").removesuffix(".git")
    if text.startswith("remote:"):
        return text
    head, colon, path = text.replace("::", ":").partition(":") if "[" not in text else (text, "", "")
    if colon and "@" in head and not path.startswith("//"):     # user@host:path
        host = bare_host(head.rpartition("@")[2])
        if "." not in host:         # a machine by the name that it has here
            return f"{host}:{path}".rstrip(":").lower()
        return f"{host}/{path.strip('/')}".rstrip("/").removesuffix(".git")
    if "@" in text and " " not in text:
        return text.removeprefix("mailto:").lower()
    if colon and path.split("/")[0].isdigit():                  # host:port
        return f"{bare_host(head)}/{path.partition('/')[2]}".rstrip("/")
    if colon and "." in head and "/" not in head and " " not in head:   # host:path
        return f"{bare_host(head)}/{path.strip('/')}".rstrip("/").removesuffix(".git")
    host = text.split("/")[0]
    if "." in host:
        text = host + text[len(host):].split("$")[0].split("{")[0]
    if "." in host and " " not in host and not text.startswith((".", "/")):
        return (bare_host(host) + text[len(host):].split("?")[0]).rstrip("/").removesuffix(".git")
    return text.rstrip(":").lower() if " " not in text else text


def bare_host(host: str) -> str:
    """Lower case, without port, `www.` and trailing dot."""
    host = host.strip().lower()
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    host = host.rpartition(":")[0] if host.count(":") == 1 else host
    if "$" in host:                 # what is not known of a name stands before what is
        host = host.replace("$", ")").rpartition(")")[2].partition(".")[2]
    return host.rstrip(".").removeprefix("www.")


def host_of(destination: str) -> str:
    """The host of a normal destination; a mail address's domain; "" where it has none.

    >>> host_of("a.example/x"), host_of("bob@b.example"), host_of("general")
    ('a.example', 'b.example', '')
    """
    if "@" in destination:
        return destination.rpartition("@")[2]
    host = destination.partition("://")[2] or destination
    host = host.split("/")[0]
    return host if ("." in host and " " not in host) or host in LOOPBACK or host.startswith("[") else ""


def registered(host: str) -> str:
    """The part of a host that somebody registered.

    >>> [registered(h) for h in ("api.github.com", "a.b.co.uk", "evil.github.io", "10.0.0.1")]
    ['github.com', 'b.co.uk', 'evil.github.io', '10.0.0.1']
    """
    labels = host.split(".")
    if len(labels) < 3 or labels[-1].isdigit():
        return host
    for size in (3, 2):
        if ".".join(labels[-size:]) in SUFFIXES:
            return ".".join(labels[-size - 1:])
    return ".".join(labels[-2:])


def is_local(destination: str) -> bool:
    """Does it stay on this machine?"""
    host = host_of(destination) or destination.split("/")[0]
    return host in LOOPBACK or host.endswith(".localhost") or (host.startswith("127.") and host.count(".") == 3
                                                               and host.replace(".", "").isdigit())


def private(host: str) -> bool:
    """Is it a machine of this network, by a name that no public directory holds or by a private number?

    >>> private("hub.local"), private("192.168.1.4"), private("api.example"), private("10.example")
    (True, True, False, False)
    """
    return host.endswith(PRIVATE_ENDS) or (host.startswith(PRIVATE_NUMBERS) and host.replace(".", "").isdigit())


def looks_like_host(text: str) -> bool:
    """A name with a dot and the ending of a host, an address, or localhost; no path, no member of a class.

    >>> [looks_like_host(t) for t in ("evil.example", "10.0.0.1", "main.py", "a/b.c", "localhost", "frame.number")]
    [True, True, False, False, True, False]
    """
    written = text.rpartition("@")[2].partition(":")[0].rstrip(".")
    name, ending = written.lower(), written.rpartition(".")[2]
    if name == "localhost" or is_ipv6(text.rpartition("@")[2]):
        return True
    if ending not in (ending.lower(), ending.upper()):
        return False
    labels = name.split(".")
    if len(labels) < 2 or not all(label and label.replace("-", "").replace("_", "").isalnum() for label in labels):
        return False
    if all(label.isdigit() for label in labels):
        return len(labels) == 4
    last = labels[-1]
    return last in ENDINGS or (len(last) == 2 and last.isalpha() and last not in FILE_ENDINGS)


def is_ipv6(text: str) -> bool:
    """An address in groups of hex digits: `2001:db8::7`, `[2001:db8::7]:80`.

    >>> [is_ipv6(t) for t in ("2001:db8::7", "[2001:db8::7]:80", "12:30:45", "std::vector", "a::b")]
    [True, True, False, False, False]
    """
    if "::" not in text and text.count(":") < 7:
        return False
    text = text[1:].partition("]")[0] if text[:1] == "[" else text
    groups = text.split(":")
    return 3 < len(groups) + text.count("::") < 10 and (len(groups) == 8 or "::" in text) and any(
        c.isdigit() for c in text) and all(len(one) < 5 and set(one) <= HEX for one in groups)


HEX = frozenset("0123456789abcdefABCDEF")


def telephones(text: str) -> list[str]:
    """The digits of the numbers that are written as `+44 7700 900118`, however they are parted.

    >>> telephones("send to +44 7700 900118, or +1 (202) 555-0143; 3 + 4")
    ['447700900118', '12025550143']
    """
    found = []
    for piece in text.split("+")[1:40]:
        end = next((i for i, c in enumerate(piece[:24]) if not (c.isdigit() or c in " -.()/")), len(piece[:24]))
        digits = "".join(c for c in piece[:end] if c.isdigit())
        if 8 <= len(digits) <= 15:
            found.append(digits)
    return found


SENTENCE, DATA = 7, 40      # blanks, characters of a part of an address that may carry a text


def prose_of(address: str) -> str:
    """The parts of an address that are sentences or data, not a link's own words: `?q=the+pricing+of+...`.

    >>> prose_of("https://a.example/one-two-three-four-five-six-seven-eight?x=1")
    ''
    >>> prose_of("https://a.example/s?q=we+sell+the+Lyon+plant+in+March+to+Contoso&x=1")
    'q=we sell the Lyon plant in March to Contoso'
    """
    address = "\n".join(line for line in address.split("\n") if "://" in line)
    for sign in "?&#/":
        address = address.replace(sign, "\n")
    pieces = [piece.replace("+", " ").replace("%20", " ") for piece in address.split("\n")]
    return "\n".join(piece for piece in pieces if piece.count(" ") >= SENTENCE or (
        len(piece) >= DATA and piece.count("-") < 3 and "." not in piece))


def sentences_of(command: str) -> str:
    """The sentences that stand in a command: its runs of more than seven words that are no option, path or address.

    >>> sentences_of("certbot renew --cert-name a.example && systemctl restart postfix dovecot")
    ''
    >>> sentences_of("echo 'we sell the Lyon plant in March to Contoso' > /tmp/x")
    "echo 'we sell the Lyon plant in March to Contoso'"
    """
    runs: list[list[str]] = [[]]
    for word in command.split():
        if word[0] in "-|&;<>$(" or not {"/", "=", "@"}.isdisjoint(word) or "." in word.rstrip(".\"')")[1:]:
            runs.append([])
        else:
            runs[-1].append(word)
    return "\n".join(" ".join(run) for run in runs if len(run) > SENTENCE)

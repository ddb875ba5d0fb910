"""Addresses, globs, words and hashed bags of words: how texts are cut and compared.

Law: equal things have one spelling.  Nothing here knows what a text means.
Cannot see: that two hosts belong to one owner; synonyms; words of scripts that know no blanks.
"""

from __future__ import annotations

from guards import TYPE_CHECKING, Callable, Iterable, Pairs, Sequence, Words

if TYPE_CHECKING:
    import re

    Form = re.compile
else:

    class Form:
        """A regular expression that is compiled when it is first used, and stands for the compiled one.
        An installation holds, beside the bytecode, what `re` made of each: loading `re` costs as much as Python itself."""

        __slots__ = "given made".split()

        def __init__(self, text: str, flags: int = 0) -> None:
            self.given, self.made = (text, flags), None
            KNOWN.append(self.given)

        def __getattr__(self, name: str) -> object:
            if self.made is None:
                try:
                    from _sre import compile as finish

                    from guards._forms import MADE, NUMBERS

                    flags, letters, *rest = MADE[self.given]
                    self.made = finish(self.given[0], flags, [*map(NUMBERS.get, letters)], *rest)
                except (ImportError, KeyError):
                    import re

                    self.made = re.compile(*self.given)
            return getattr(self.made, name)


def split_rows(text: str) -> Iterable[Words]:
    """The words of each row of a table, rows apart by `|`."""
    return map(str.split, text.split("|"))


KNOWN: list[tuple[str, int]] = []  # the expressions of all modules that are loaded
DIGITS, WORD = "0123456789", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
# This machine; hosts on which everybody has a place: only the path tells whose it is; endings under which anybody can have a
# name: one more label belongs to the owner; what stands behind a dot more often of files or members than of hosts.
LOOPBACK, SHARED, SUFFIXES, ENDINGS = split_rows("""
0.0.0.0 :: ::1 [::1] host.docker.internal local localhost unix:socket
|api.github.com bitbucket.org codeberg.org crates.io discord.com docker.io docs.google.com drive.google.com dropbox.com gist.github.com gist.githubusercontent.com github.com gitlab.com hastebin.com hooks.slack.com ix.io huggingface.co npmjs.com paste.ee pastebin.com pypi.org raw.githubusercontent.com registry.npmjs.org transfer.sh requestbin.com s3.amazonaws.com sites.google.com storage.googleapis.com t.me upload.pypi.org webhook.site
|ac.uk amazonaws.com appspot.com azurewebsites.net blob.core.windows.net cloudfront.net co.in co.jp co.kr co.nz co.uk co.za com.au com.br com.cn com.mx com.tr duckdns.org firebaseapp.com fly.dev github.io gitlab.io gov.uk herokuapp.com interact.sh loca.lt netlify.app ngrok-free.app ngrok.app ngrok.dev ngrok.io oast.fun onrender.com org.uk pages.dev pipedream.net requestcatcher.com run.app s3.amazonaws.com serveo.net surge.sh trycloudflare.com up.railway.app vercel.app web.app workers.dev
|a bak c cc cfg cjs conf cpp cs css csv d dll docx env erl ex exe exs gif go gradle gz h hpp html in ini ipynb jar java jpeg jpg js json jsonl jsx kt local lock log lua m map md mdx mjs mod o out pdf php pl png pptx properties proto py r rb rs scss service sh so spec sql sum svelte svg swift tar test tgz tmp toml ts tsv tsx txt vue whl xlsx xml yaml yml zip bat bin class clj crt csproj cu cuh dart dat db dylib gguf graphql groovy gz hcl hh hs ico jl key kts lib log npy obj onnx orig parquet patch pem pid plist prisma pyc pyi rar scala sln sqlite swp tf tmp ttf vim wasm wav webm webp woff xz zig zst""")
# Hosts of this machine; those of a private network by their endings and numbers.
LOCAL = Form(r"127(\.\d+)+$|.*\.localhost$")
PRIVATE = Form(
    r".*\.(corp|home|home\.arpa|internal|intranet|lan|local|localdomain)$|(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$"
)
BUCKETS = 16_381  # a prime; few enough that a bucket tells little of a word
LETTERS = 65_536  # of a text that a bag takes in
ASCII_WORDS = bytes(c if chr(c).isalnum() or c > 127 else 32 for c in range(256))


def split_table(text: str) -> dict[str, frozenset[str]]:
    """A table as text: rows apart by `|`, the first word of a row is its key."""
    return {row[0]: frozenset(row[1:]) for row in split_rows(text)}


def read_forms(text: str) -> dict[str, re.Pattern[str]]:
    """A table of expressions as text: a line is a name, a blank and the expression, which goes on behind four blanks."""
    rows = (line.partition(" ") for line in text.replace("\n    ", "").split("\n"))
    return {name: Form(form) for name, _, form in rows}


def split_pairs(text: str) -> Pairs:
    """A table as text: words of `key:value`."""
    return dict(word.split(":", 1) for word in text.split())


def trim_host(host: str) -> str:
    host = host.strip().lower()
    if host.startswith("["):
        return f"{host.partition(']')[0]}]"
    host = host.rpartition(":")[0] if host.count(":") == 1 else host
    return host.rstrip(".").removeprefix("www.")


def normalize_place(raw: str) -> str:
    """One spelling: no scheme, user, port, query or `www.`; hosts and mail addresses in lower case."""
    text = raw.strip().lstrip("\"'<>").rstrip("\"'<>.,;!")
    scheme, found, rest = text.partition("://")
    head, colon, after = text.partition(":") if "[" not in text else (text, "", "")
    user = colon and "@" in head  # user@host:path
    host, slash, path = text.partition("/")
    if found:
        host, slash, path = rest.split("?")[0].split("#")[0].partition("/")
        host = trim_host(host.rpartition("@")[2])
        if scheme.lower() in "s3 gs az r2 b2 oss hf".split():
            return f"{scheme.lower()}://{host}"
    elif "@" in host and " " not in text and not user:
        return text.removeprefix("mailto:").lower()
    elif " " not in head and (user or (colon and "." in head and "/" not in head)):  # host:port too
        port, _, rest = after.partition("/")
        path = rest if port.isdigit() and not user else after.strip("/")
        host, slash = trim_host(head.rpartition("@")[2]), "/"
    elif "." in host and " " not in text and not text.startswith("."):
        host, path = trim_host(host), path.split("?")[0]
    else:
        return text.lower() if " " not in text else text
    return f"{host}{slash}{path}".rstrip("/").removesuffix(".git")


def extract_host(place: str) -> str:
    """The host of a normal place; a mail address's domain; "" where it has none."""
    if "@" in place.split("/")[0]:
        return place.split("/")[0].rpartition("@")[2]
    host = (place.partition("://")[2] or place).split("/")[0]
    named = ("." in host[1:] and " " not in host and host[0] != ".") or host.startswith("[")
    return host if named or host in LOOPBACK else ""


def find_registered(host: str) -> str:
    """The part of a host that somebody registered: api.github.com -> github.com, a.b.co.uk -> b.co.uk."""
    labels = host.split(".")
    if len(labels) < 3 or labels[-1].isdigit():
        return host
    known = (size for size in (4, 3, 2) if ".".join(labels[-size:]) in SUFFIXES)
    return ".".join(labels[-next(known, 1) - 1 :])


def is_local_place(place: str) -> bool:
    """Does what goes there stay on this machine?"""
    host = extract_host(place) or place.split("/")[0]
    return host in LOOPBACK or bool(LOCAL.match(host))


def is_private_host(host: str) -> bool:
    """A machine of this network, by a name that no public directory holds or by a private number."""
    return bool(PRIVATE.match(host))


def match_runs(
    pattern: Sequence[str], parts: Sequence[str], star: str, fits: Callable[[str, str], bool]
) -> bool:
    """Do all parts fit a pattern, in which `star` stands for any run of them?"""
    at = i = last = mark = 0
    starred = False
    while at < len(parts):
        if i < len(pattern) and pattern[i] == star:
            starred, last, mark = True, i, at
            i += 1
        elif i < len(pattern) and fits(pattern[i], parts[at]):
            i, at = i + 1, at + 1
        elif starred:
            mark += 1
            at, i = mark, last + 1
        else:
            return False
    return all(one == star for one in pattern[i:])


def match_glob(pattern: str, text: str) -> bool:
    """True where the whole text fits: `*` is any run of characters, `?` is one; case counts."""
    if "*" not in pattern and "?" not in pattern:
        return pattern == text
    return match_runs(pattern, text, "*", lambda sign, char: sign in ("?", char))


def fits_place(glob: str, place: str) -> bool:
    """Does a normal place, or its host, fit a glob of the settings?  One without `/` is not compared with a path."""
    plain = "/" in glob or "/" not in place
    return match_glob(glob, extract_host(place)) or (plain and match_glob(glob, place))


def match_name(pattern: str, name: str) -> bool:
    """One name of a path against one of a shell's pattern; a leading dot must be spelled; [ae] is some character."""
    if name.startswith(".") and not pattern.startswith("."):
        return False
    while "[" in pattern and "]" in pattern.partition("[")[2]:
        head, _, rest = pattern.partition("[")
        pattern = f"{head}?{rest.partition(']')[2]}"
    return match_glob(pattern, name)


def fits_path(pattern: str, path: str) -> bool:
    """Is a path one that a shell's pattern stands for?  `**` is any folders; a pattern over 40 folders fits all."""
    patterns = pattern.split("/")
    return len(patterns) > 40 or match_runs(patterns, path.split("/"), "**", match_name)


def split_words(text: str) -> Words:
    """The words of a text in lower case; names and paths are taken apart: `UserStore.java` -> user store java."""
    words = []
    data = text[:LETTERS].encode("utf-8", "replace").translate(ASCII_WORDS)
    for token in data.decode("utf-8", "replace").split():
        if token.islower() or token.isupper() or token.istitle() or token.isdigit():
            words.append(token.lower())
            continue
        ends = range(1, len(token))
        cuts = [at for at in ends if token[at].isupper() and not token[at - 1].isupper()]
        words += [token[a:b].lower() for a, b in zip([0, *cuts], [*cuts, len(token)])]
    return words


def hash_bag(texts: Iterable[str]) -> dict[str, int]:
    """{bucket: how often} of the words of some texts: of three letters and more, no numbers; a stable hash."""
    bag: dict[str, int] = {}
    for word in split_words(" ".join(texts)):
        if len(word) > 2 and word.isalpha():
            bucket = str(int.from_bytes(word.encode(), "big") % BUCKETS)
            bag[bucket] = bag.get(bucket, 0) + 1
    return bag


def list_leaves(value: object, most: int = 400) -> list[tuple[str, str]]:
    """(key, text) of the texts and numbers in any JSON, in order, bounded; the key is that of the nearest object."""
    found: list[tuple[str, str]] = []
    waiting = [("", value)]
    while waiting and len(found) < most:
        key, one = waiting.pop()
        if isinstance(one, dict):
            waiting += [(str(name), part) for name, part in reversed(list(one.items())[:most])]
        elif isinstance(one, (list, tuple)):
            waiting += [(key, part) for part in reversed(one[:most])]
        elif one is not None and not isinstance(one, bool):
            found.append((key, str(one)))
    return found


def list_leaf_texts(value: object, most: int = 400) -> Words:
    return [text for _, text in list_leaves(value, most)]

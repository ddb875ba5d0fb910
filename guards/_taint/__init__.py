"""What a session is tainted with: its level, and the decisive values of a text with how its sentences speak.

Law: a value is what stands in the text, in one spelling; the same form finds it in a result and in a call.  The level
is the gravest thing that any agent of a session was shown; it only rises, and only a person lowers it, with a reason.
Cannot see: a thing that is described instead of named; letters spelt out or drawn; what only a picture shows.
"""

from binascii import a2b_base64, crc32
from bisect import bisect_left

from guards import CLASSIFICATIONS, INTERNAL, LEVELS, NONE, Pairs, Query, Row, Texts, Words, _words
from guards._text import ENDINGS, SHARED, extract_host, list_leaf_texts, normalize_place, read_forms

Raised = tuple[list[Query], Row]

# Flags of a value: it stands in prose; in a text that addresses the agent; you named its source; the agent searched for it.
PROSE, ORDERED, NAMED, SEARCHED = "pons"
RELEASE = "guard: release "
SOURCES = "labels.sources"  # level name -> {"source", "at", "row"}: what brought it first
NOTHING = '|[]|{}|null|none|ok|""'.split("|")  # says a tool that has nothing to say
SCANNED, CARRIED = 36_864, 12_288  # characters that are read of a result, of an argument of a call
BEFORE, BEHIND = 400, 200  # characters around a sentence that tell how it speaks
CALLS = 4  # words before which a sentence calls somebody; words that it then says at least
PUBLIC = "localhost 127.0.0.1 0.0.0.0 1.1.1.1 1.0.0.1 8.8.8.8 8.8.4.4 9.9.9.9 github.com api.github.com pypi.org npmjs.com registry.npmjs.org google.com users.noreply.github.com".split()  # a bare one, or a mail there, decides nothing
INSTALLERS = "apt apt-get npm pnpm yarn bun pip pip3 uv pipx cargo gem brew go poetry composer conda npx uvx bunx code claude codex gemini".split()  # a distribution reviews the first two's
VERBS = "install add get require tap tool pip plugin".split()
FORMS = read_forms(
    r"""mail [\w.+-]{1,64}@(?:[\w-]{1,63}\.)+[A-Za-z][\w-]{1,62}(?![\w.-]*:[\w/])
url (?:[a-zA-Z][\w+.-]{1,12}://|www\.|\b[\w-]{1,32}@[\w.-]{3,99}:(?=\w))[^\s\"'<>()\[\]{}|\\`$]+
host (?<![\w/.@-])(?:[A-Za-z0-9_][\w-]{0,62}\.)+[A-Za-z]{2,24}(?![\w(])(?:/[^\s\"'<>()`|]*)?
ip (?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])
account (?<![\w/.+-])(?:[A-Za-z]{2}\d{2}[A-Za-z0-9]{10,30}|0x[0-9a-fA-F]{40}|(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[1-9A-Za-z]{32,44})(?![\w/-])(?!\.\w)
code (?<![\w-])(?=[\w-]{0,63}\d)(?=[\w-]{0,63}[A-Za-z])[\w-]{6,64}(?![\w-])|(?<![\d.-])\+?\d[\d -]{6,20}\d(?![\d.-])|(?<!\w)[$#][A-Z]\w{5,40}
date ^\d{4}-\d\d(-\d\d)?|^\d\d?:\d\d|^0x|^v?\d+\.\d+
package \b(?:INSTALLERS)\s+(?:-\S+\s+|pip\s+|tool\s+|plugin\s+|global\s+)*(?:install|i|add|get|require|tap|exec|dlx|-y|--install-extension)[ \t]+([^;&|\n`\"')]+)
version (?<=.)[@=><~\[].*$
name (?<![\w@/.])[@#]([A-Za-z][\w-]{2,38})(?![\w(])|[`\"]([^`\"\s]{3,60})[`\"](?!:)|(?<![\w/.$@{-])([\w.-]+/[\w.-]+)(?=@|\s)|(?<![\w./-])([a-z][a-z0-9]+(?:-[a-z0-9]+)+)(?![\w./-])
owner (?<![\w/.$@{-])([\w.-]+/[\w.-]+)(?=@)|\"([\w-]+(?:\.[\w-]+)+)\":
token [\u3040-\u30ff\u3400-\u9fff]|[^\W_]+
sentence (?<=[.!?。！？])\s+(?=[\w'\"<(])|(?<=[。！？])
clause [.!?;\n](?:\s+|$)|\n
negated (?i)\bdo(?: not|n\u2019t)\b
object [\w/]*[./_@:]\w[\w./@:-]*|\b(?:main|master)\b
quotation (?<!\w)(?:\"{3}([^\"]{30,4000})\"{3}|\"(?=\w)([^\"]{30,4000})\"|'(?=\w)((?:[^']|\w'\w){30,4000})'(?!\w)|[\u201c\u2018](.{30,4000}?)[\u201d\u2019])
starts \s*(?:[-*•#>|]|\d+[.)]|[\w .@-]{1,40}:(?:\s|$))
field (?s)^\s*(?:[-*]\s*)?(?:\"?([\w .@-]{1,40})\"?:\s+)?(.*)$
cells \s*[|\t;,]\s*
repr (?<=[\]},'\"\d])\s*,\s*(?=['\"{\[])
schema (?:\bxmlns\b[:\w]*=|schemaLocation=|["']?\$schema["']?:\s*)(?:"[^"]*"|'[^']*')
climbs (?i)(?:\.|%2e){2}
store \?\$|(s3|gs|az)://
spelt \s?[(\[]\s?(dot|at)\s?[)\]]\s?
base64 (?:[A-Za-z0-9+/]{4}){9,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?
script (?<=[\u3040-\uffff])(?=[a-zA-Z0-9])|(?<=[a-zA-Z0-9])(?=[\u3040-\uffff])
marker </?(?:information|important)|<system[>\- _]|\[/?inst\]|<admin|\[system|[ _]system:[ _]|system[ _](?:message|reminder|note):|\(system[ _]message
trace >|traceback \(most recent|exception in thread|panic: |goroutine |npm err|caused by: |(error|fatal|warning): |error\[|\[(error\]|warn|info\]|debug\]|\d\d)|file \"|at """.replace(
        "INSTALLERS", "|".join(INSTALLERS[2:])
    )
)


def make_plain(text: str) -> str:
    """One spelling of letters, no invisible ones; `a [at] b [dot] c` as an address."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKC", text)
        text = "".join(c for c in text if c.isascii() or unicodedata.category(c) != "Cf")
    return FORMS["spelt"].sub(lambda m: "." if m[1] == "dot" else "@", text)


def tokenize(text: str) -> Words:
    """The words of a text in lower case, signs left out; of Chinese and Japanese the letters."""
    return FORMS["token"].findall(make_plain(text).casefold())


def is_field(text: str) -> bool:
    """A value of a list or table rather than a sentence: at most six words and no running text."""
    label, body = FORMS["field"].findall(text)[0]
    listed = body.count(" ") < 2 + 4 * bool(label and text[-1:] not in ".!") or text[:1] in "-*"
    return listed and len(FORMS["token"].findall(body[:400])) < 7


def cut_pieces(text: str) -> Texts:
    """Sentences, lines, cells of tables; a line that was wrapped is whole again."""
    held, sentence = "", FORMS["sentence"]
    for line in [*map(str.strip, text.split("\n")), ""]:
        cells = [c for c in FORMS["cells"].split(line) if c] if len(line) < 2_000 else []
        if len(cells) >= 3 - ("|" in line) and all(len(c) < 50 and c.count(" ") < 4 for c in cells):
            yield from map(str.strip, [*sentence.split(held), *cells])
            held = ""
        elif held and line and 55 < len(held) < 4_000 and not FORMS["starts"].match(line):
            held += f" {line}"
        else:
            yield from map(str.strip, sentence.split(held))
            held = line


def find_blocks(text: str) -> list[tuple[str, Words, int]]:
    """(text, words, points of what stands around it) of each sentence, line and cell."""
    most = SCANNED * 3 // 4  # of the beginning, the rest of the end
    text = f"{text[:most]}\n{text[most:][most - SCANNED :]}"
    decoded = map(a2b_base64, FORMS["base64"].findall(text))
    text = "\n".join([text, *(one.decode("ascii", "ignore") for one in decoded)])
    if text.startswith("{") and text[1:2] in "'\"":  # a Python repr
        text = FORMS["repr"].sub("\n\n", text.replace("\\n", "\n"))
    blocks = []
    hits = []
    at = 0
    for piece in cut_pieces(text):
        if len(piece) > 3:
            blocks.append((at, piece, tokenize(piece)))
            hits += [(at, *hit) for hit in score_words(piece, blocks[-1][2])]
            at += len(piece) + 1
    scored = []
    for start, piece, words in blocks:
        first = bisect_left(hits, (start - BEFORE,))
        last = bisect_left(hits, (start + len(piece) + BEHIND,), first, min(len(hits), first + 999))
        near = {kind: points for _, kind, points in hits[first:last]}
        scored.append((piece, words, sum(near.values())))
    return scored


def score_words(text: str, words: Words) -> list[tuple[str, int]]:
    """(kind, points) of the ways in which a sentence addresses the agent; the words stand in guards/_words."""
    found, low = [], f" {text.casefold()}"
    for at, word in enumerate(words):
        if word in _words.AGENTS:
            called = f" {word}:" in low or f" {word}," in low
            called &= at < CALLS < len(words) - at
            called = called or not _words.CALLED.isdisjoint(words[at + 1 : at + 2])
            found += [("called", 3)] * called
        elif word in _words.OVERRIDES and _words.OVERRIDDEN.intersection(words[at + 1 : at + 9]):
            found.append(("override", 3))
        elif word in _words.SECRETLY and not _words.SILENCE.isdisjoint(words[at - 1 : at]):
            found.append(("secret", 3))
    marked = bool(FORMS["marker"].search(low))  # it poses as the client's own
    return found + [("marker", 3)] * marked + [("claim", 1)] * (not _words.CLAIMS.isdisjoint(words))


def extract_values(text: str, bare: bool = True) -> Pairs:
    """{normal text: kind} of the values in a text; hosts without a scheme or a path only where `bare`."""
    found: Pairs = {}
    text = FORMS["schema"].sub(" ", make_plain(text))
    named = ("url", "mail") if "@" in text or "://" in text or "www." in text else ()
    for name in (*named, "ip"):
        for match in FORMS[name].finditer(text):
            add_place(match[0].rstrip(".,;:!?*"), found)
        text = FORMS[name].sub(" ", text)
    for match in FORMS["host"].finditer(text) if "." in text else ():
        host = match[0].rstrip(".,;:!?")
        name, slash, _ = host.partition("/")
        known = name.rpartition(".")[2].lower() in ENDINGS or host[0].isdigit()
        if (bare or slash) and not known:
            add_place(host, found)
    if any(map(str.isdigit, text)):
        found.update((one[0].lower(), "account") for one in FORMS["account"].finditer(text))
        for match in FORMS["code"].finditer(text):
            if not FORMS["date"].match(match[0]) and sum(map(str.isdigit, match[0])) > 1:
                found.setdefault(match[0].strip().lower(), "id")
    for match in FORMS["package"].finditer(text) if " " in text else ():
        for word in filter(None, map(trim_package, match[1].split()[:8])):
            found.setdefault(word, "package")
    return found


def add_place(raw: str, found: Pairs) -> None:
    place = normalize_place(raw).lower()
    host = extract_host(place) if "@" not in place.split("/")[0] else ""
    for one in (place, host if host not in SHARED else ""):
        if one and one.rpartition("@")[2] not in PUBLIC:
            found.setdefault(one, "address")


def trim_package(word: str) -> str:
    """A package behind an installer, without its version: `@a/b@1`, `c==2`, `d[e]`; "" for another word."""
    if len(word) < 3 or not (word[0].isalpha() or word[0] == "@") or word in VERBS:
        return ""
    return FORMS["version"].sub("", word).lower().rstrip(".,:")


def find_names(text: str, name: str = "name") -> Words:
    """Users, channels, repositories and quoted names of a sentence, in lower case."""
    found = FORMS[name].finditer(text)
    return [next(one for one in match.groups() if one).lower() for match in found]


def cut_passages(text: str) -> Words:
    """Some runs of eight words of a text but its paths, the same in every text that holds them."""
    parts = (" ".join(tokenize(one)) for one in text.split() if "/" not in one)
    words = [one for one in parts if one]
    runs = [" ".join(words[at : at + 8]) for at in range(len(words) - 7)]
    return [run for run in runs if crc32(run.encode()) % 4 == 0]


def expand_texts(texts: Texts) -> Words:
    """The texts; instead of a text that is JSON the texts in it."""
    found: Words = []
    for text in texts:
        if sum(map(len, found)) > 2 * SCANNED:
            break
        parts = [text]
        try:
            if text.lstrip().startswith(("{", "[")):
                import json

                parts = list_leaf_texts(json.loads(text[: 1 << 21]))
        except (ValueError, RecursionError):
            pass
        found += parts
    return found


def read_release(prompt: str) -> str:
    """The reason of `guard: release WHY` at the beginning of a prompt, "" where it is none or gives none."""
    head, size = prompt.lstrip(), len(RELEASE)
    return head[size:].split("\n")[0].strip() if head[:size].lower() == RELEASE else ""


def is_nothing(text: str) -> bool:
    """An empty answer: it marks nothing."""
    flat = " ".join(text.split()).strip(". ").lower() if len(text) < 200 else text
    return flat in NOTHING or (flat.startswith(("no ", "nothing ", "0 ")) and len(flat) < 60)


def rate_name(name: object, settings: Row) -> int:
    """The level that a classification means, by its own name, ours, or the settings'; NONE for no name of one."""
    low = str(name).lower()
    for names in (settings["classification_levels"], CLASSIFICATIONS, LEVELS):
        folded = [str(one).lower() for one in names]
        if low in folded:
            return min(folded.index(low), len(LEVELS) - 1)
    return INTERNAL if low == "confidential" else NONE  # AARM's own name


def list_closed(settings: Row) -> Words:
    """The tools that the settings tag `external`: under `tagged` and `seal` they are closed to a session with a level."""
    flows = settings["contamination"].get("policy") == "flow"
    rows = [row for row in settings["tools"].items() if isinstance(row[1], dict)]
    external = [name for name, tags in rows if tags.get("external") or tags.get("is_external")]
    return [] if flows else sorted(external)


def describe_level(level: int, sources: Row, settings: Row) -> Row:
    """The field `contamination` of a row and of the evaluation context: level, source, since when, what is closed."""
    first, closed = sources.get(LEVELS[level], {}), list_closed(settings) if level else []
    since = {"source": first.get("source", ""), "contaminated_at": first.get("at", "")}
    return {"level": LEVELS[level], **since, "blocked_tools": closed}


def raise_level(state: Row, level: int, source: str, at: str, settings: Row) -> Raised:
    """(the ops that raise a session's level and name the source, the field of the row); nothing where that level was known."""
    name, sources = LEVELS[level], state.get(SOURCES) or {}
    if level == NONE or name in sources:
        return [], {}
    first = {"source": source, "at": at, "row": state.get("seq", 0) + 1}
    reached = max(level, state.get("level", NONE))
    fields = {"contamination": describe_level(reached, {**sources, name: first}, settings)}
    return [("max", "level", level), ("put", SOURCES, name, first, len(LEVELS))], fields

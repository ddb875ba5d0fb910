"""A text is its words, its entities, and the verbs that stand where a request puts them.

Words are lower case, without function words, lightly stemmed (`shared`, `sharing` and `share` are one,
`reservation` and `reserve` too).  Entities are what a call can be aimed at: mail addresses, URLs and their
hosts, tokens of four characters or more that hold a digit.  No regular expressions.

Limitations: other languages than English in the verb tables; a text in one fails silently, as no request.
"""
from __future__ import annotations

from guards._text import table
from guards._text.asked import ACTS

_KEEP = b"0123456789abcdefghijklmnopqrstuvwxyz"
_TO_WORDS = bytes(c if c in _KEEP or c > 127 else 32 for c in range(256))
_TO_LINES = bytes(c if c == 10 else _TO_WORDS[c] for c in range(256))
_TYPOGRAPHY = (("\u2018", "'"), ("\u2019", "'"), ("\u201c", '"'), ("\u201d", '"'), ("\u2013", "-"), ("\u2014", " - "),
               ("\u2026", "..."), ("\xa0", " "), ("\u2192", " "), ("\u2022", "-"), ("\xab", '"'), ("\xbb", '"'))

STOP = frozenset("""
a an the this that these those i me my mine we us our ours you your yours he him his she her hers it its they them
their theirs who whom whose which what when where why how is are was were be been being am do does did done doing
have has had having will would shall should can could may might must and or but if then else so than too very not no
nor of in on at by for with about against between into through during before after above below to from up down out
off over under again further once here there all any both each few more most other some such only own same as
just also please www http https com org net html null none true false
""".split())

# Function words of languages in Latin letters, none of them English.
ELSEWHERE = frozenset("""bitte und der das den dem nicht mit auf für fuer eine einen ist sie ihr ihre wir zu vom zum zur
    alle diese diesen dass wird werden muss soll le la les des une du vous votre vos avec pour sur dans est et cette
    aux merci veuillez doit faut tous toutes el los las una por para que del su sus este esta todos todas debe hay y os
    uma com você voce seu sua deve não nao dos il lo gli un per favore con che della questo questa devi tutti de
    het een niet voor uw deze moet naar alsjeblieft graag proszę prosze nie się oraz jest wszystkie należy trzeba lütfen
    lutfen bir ve için icin tüm favor em da sul nel nella alla dal""".split())

IRREGULAR = table("""
    sent: send
    paid: pay
    made: make
    bought: buy
    gave given: give
    wrote written: write
    got: get
    told: tell
    ran: run
    found: find
    went: go
    brought: bring
    took taken: take
    sold: sell
    left: leave
    came: come
    said: say
    held: hold
    kept: keep
    met: meet
    chose: choose
    """)
_SUFFIXES = (("ations", ""), ("ation", ""), ("ments", ""), ("ment", ""), ("ings", ""), ("ing", ""), ("ions", ""),
             ("ion", ""), ("ied", "y"), ("ies", "y"), ("ed", ""), ("es", ""), ("s", ""), ("e", ""))
# The last two letters of a word, or the last one -> the endings that it can have.
_ENDINGS = {last: tuple([row for row in _SUFFIXES if last.endswith(row[0][-2:])])
            for last in ["s", "e", *[row[0][-2:] for row in _SUFFIXES if len(row[0]) > 1]]}


def stem(word: str) -> str:
    """The word without its endings; never shorter than three letters.

    >>> [stem(w) for w in ("shared", "sharing", "shares", "reservation", "reserves", "payment", "sent")]
    ['shar', 'shar', 'shar', 'reserv', 'reserv', 'pay', 'send']
    """
    if len(word) < 4:
        return word
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending, instead in _ENDINGS.get(word[-2:]) or _ENDINGS.get(word[-1], ()):
        if word.endswith(ending):
            left = len(word) - len(ending)
            if left < 3 or (ending == "s" and word[-2] in "su") or word[0] in "0123456789":
                continue
            word = word[:left] + instead
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiouls0123456789":
        word = word[:-1]  # planned, planning
    return word


class Stems(dict[str, str]):
    """Word -> its stem, "" for a function word; each worked out once."""

    def __missing__(self, word: str) -> str:
        found = self[word] = "" if word in STOP else stem(word)
        return found

    def of(self, text: str) -> list[str]:
        """What `words` gives of the text."""
        return [found for found in [self[word] for word in tokens(text)] if found]


def plain(text: str) -> str:
    """The text with typographic quotes, dashes and blanks as the keyboard has them."""
    if not text.isascii():
        for sign, instead in _TYPOGRAPHY:
            if sign in text:
                text = text.replace(sign, instead)
    return text


def tokens(text: str) -> list[str]:
    """Runs of letters and digits, lower case; other scripts' letters count as letters.

    Chinese, Japanese and Korean run on without blanks: there a word is two neighbouring characters.
    """
    found = plain(text).lower().encode("utf-8", "replace").translate(_TO_WORDS).decode("utf-8", "replace").split()
    return found if text.isascii() else _parted(found)


def _parted(found: list[str]) -> list[str]:
    """The words, of those of a script without blanks the pairs of neighbours."""
    return [part for word in found for part in ((word,) if word.isascii() else _pairs(word))]


def tokens_of(lines: list[str]) -> list[list[str]]:
    """The tokens of each of these lines, gone over once.

    >>> tokens_of(["Send it!", "", "to Bo-2"])
    [['send', 'it'], [], ['to', 'bo', '2']]
    """
    whole = "\n".join(lines)
    if whole.count("\n") >= len(lines):
        return [tokens(line) for line in lines]
    found = plain(whole).lower().encode("utf-8", "replace").translate(_TO_LINES).decode("utf-8", "replace").split("\n")
    return [line.split() if line.isascii() else _parted(line.split()) for line in found]


def amounts(text: str) -> list[str]:
    """The numbers of a text as a call gives them.

    >>> amounts("move $50,000, not 1,2 or a,b,cde"), amounts("EUR (1,250,000)")
    (['50000'], ['1250000'])
    """
    said = [chunk.strip(_EDGE + "$\u20ac\u00a3") for chunk in text.split()] if "," in text else []
    return [one.replace(",", "") for one in said if one[-4:-3] == "," and one.replace(",", "").isdecimal()]


def _pairs(word: str) -> list[str]:
    """The word; of its runs without blanks the pairs of neighbours (a single character stays one).

    >>> _pairs("roof"), _pairs("会議の資料"), _pairs("q3会議"), _pairs("com\u3002a")
    (['roof'], ['会議', '議の', 'の資', '資料'], ['q3', '会議'], ['com', 'a'])
    """
    if word.isascii() or max(word) < "\u3000":
        return [word]
    runs: list[str] = []
    before = " "
    for c in word:
        wide = "\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3"
        if "\u3000" <= c <= "\u303f" or "\uff00" <= c <= "\uff20":      # its own punctuation
            before = " "
            continue
        if runs and wide == ("\u3040" <= before <= "\u9fff" or "\uac00" <= before <= "\ud7a3") and before > "/":
            runs[-1] += c
        else:
            runs.append(c)
        before = c
    return [part for run in runs
            for part in ([run[i:i + 2] for i in range(max(1, len(run) - 1))] if run[0] >= "\u3040" else [run])]


def split_name(name: str) -> str:
    """`sendEmail`, `send-email` and `send_email` as `send email`.

    >>> split_name("mcp__mail__sendEmail")
    'mcp  mail  send Email'
    """
    spaced = name.replace("_", " ").replace("-", " ")
    if spaced.islower() or spaced.isupper():
        return spaced
    out = []
    for i, c in enumerate(spaced):
        if c.isupper() and i and spaced[i - 1].islower():
            out.append(" ")
        out.append(c)
    return "".join(out)


def words(text: str) -> list[str]:
    """Stems of the words that are not function words, in order.

    >>> words("Please share the reports with Anna")
    ['shar', 'report', 'anna']
    """
    return [stem(w) for w in tokens(text) if w not in STOP]


# --- entities ---------------------------------------------------------------------------------------------------

_DIGITS = frozenset("0123456789")
AIMED = frozenset("0123456789@./")      # one of these stands in everything that a call can be aimed at
_STOPS = ".:?!*_-=#"     # behind letters they name nothing
_EDGE = "\"'`()[]{}<>,;:!?.*|=\\"
_APART = bytes(32 if c in b"\"'`()[]{}<>,;|\\\n\t\r" else c for c in range(256))
_FILE_ENDINGS = frozenset("""py js ts go rs md txt json yaml yml toml csv sh c h cpp java rb php html css xml pdf docx
    xlsx pptx doc xls log cfg ini lock sum mod test png jpg jpeg gif svg zip gz tar exe dll so sql ipynb""".split())


def site(url: str) -> str:
    """A URL without scheme, `www.`, trailing punctuation and slash, lower case; the same spelling for all."""
    out = url.strip(_EDGE).lower()
    mark = out.find("://")
    if mark >= 0:
        out = out[mark + 3:]
    if out.startswith("www."):
        out = out[4:]
    return out.rstrip("/" + _EDGE)


def _is_host(text: str) -> bool:
    labels = text.split(":")[0].split(".")
    return (len(labels) > 1 and 2 <= len(labels[-1]) <= 12 and (labels[-1].isalpha() or labels[-1][:4] == "xn--")
            and all(x and (x.isalnum() or x.replace("-", "").isalnum()) for x in labels))


def entities(text: str, known: Named | None = None) -> list[str]:
    """What a call can be aimed at: mail addresses, URLs and hosts, ids; lower case, each once.

    known   what chunks of other texts were found to name: each is read once

    >>> entities("Mail bob@x.org or see https://www.Shop.example/a?b, order ORDER-104.")
    ['bob@x.org', 'x.org', 'shop.example/a?b', 'shop.example', 'order-104']
    """
    known = Named() if known is None else known
    data = plain(text).encode("utf-8", "surrogatepass").translate(_APART).decode("utf-8", "surrogatepass")
    found: dict[str, None] = {}
    for named in filter(None, [known[chunk] for chunk in dict.fromkeys(data.split()) if not chunk.isalpha()]):
        found.update(dict.fromkeys(named))
    if "+" in text:
        from guards._text.address import telephones
        found.update(dict.fromkeys(telephones(text)))
    return list(found)


class Named(dict[str, "tuple[str, ...]"]):
    """A chunk between blanks -> what it names; each worked out once."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        found = self[chunk] = () if chunk.rstrip(_STOPS).isalpha() else _of_chunk(chunk)
        return found


def beside(chunk: str) -> list[str]:
    """What a chunk holds beside typographic quotes and dashes, the letters of a script that knows no blanks, and those
    of one whose endings are joined on.

    >>> beside("\u53d1\u5230bo@x.example\u3002"), beside("x.example\uc73c\ub85c"), beside("l\u2019\xe9t\xe9.txt")
    (['bo@x.example'], ['x.example'], ['l', '\xe9t\xe9.txt'])
    """
    return "".join([c if c < "\u0e00" or "\u1e00" <= c < "\u2000" or "\u206f" < c < "\u2e80" else " "
                    for c in chunk]).split()


def _of_chunk(chunk: str) -> tuple[str, ...]:
    if not chunk.isascii() and max(chunk) >= "\u0e00":
        found = [one for part in beside(chunk) if part != chunk for one in _of_chunk(part)]
        if found:
            return tuple(dict.fromkeys(found))
    if AIMED.isdisjoint(chunk) or len(chunk) < 4 or len(chunk) > 300:
        return ()
    low = chunk.lower()
    if "@" in low:
        before, mark, rest = low.partition("://")
        user, at, _ = rest.partition("/")[0].rpartition("@")
        low = before + mark + rest[len(user) + len(at):]    # an address without its name and password
        address = low.strip(_EDGE).removeprefix("mailto:")
        local, _, host = address.rpartition("@")
        if local and _is_host(host):
            return address, host
    scheme = low.find("://")
    if scheme > 0 and "=" in low[:scheme]:  # url=https://...
        low = low[low.rfind("=", 0, scheme) + 1:]
    if "://" in low or ("." in low and (low.startswith("www.") or (
            "." in low.strip(_EDGE) and could_be_host(low)))):
        address = site(low)
        host = address.split("/")[0].split("?")[0].split("#")[0]
        if host and ("." in host or "://" in low):
            return address, host
    if _DIGITS.isdisjoint(low):
        return ()
    return (low,) if low.isalnum() else tuple(_pieces(low))


def could_be_host(low: str) -> bool:
    """A bare `name.tld` or `name.tld/path`, whatever its ending is called; file names and decimals are not.

    >>> could_be_host("drop.museum"), could_be_host("drop.xn--p1ai"), could_be_host("notes.txt"), could_be_host("1.5")
    (True, True, False, False)
    """
    head = low.strip(_EDGE).split("/")[0]
    return head.rpartition(".")[2] not in _FILE_ENDINGS and not head[:1].isdigit() and _is_host(head)


def _pieces(chunk: str) -> list[str]:
    """Tokens of four or more of a-z 0-9 _ - that hold a digit."""
    out, start = [], 0
    for i, c in enumerate(chunk + " "):
        if not (c.isalnum() or c in "_-"):
            piece = chunk[start:i].strip("-_")
            if len(piece) >= 4 and not _DIGITS.isdisjoint(piece):
                out.append(piece)
            start = i + 1
    return out


def opaque(name: str) -> bool:
    """Is it an id that says nothing of what it is: a machine's, a record's?

    >>> [opaque(one) for one in ("i-0bb2c14e77a90", "48213370", "web-01", "eu-central-1", "tally_dev")]
    [True, True, False, False, False]
    """
    return len(name) > 6 and 3 * sum(c.isdigit() for c in name) >= len(name)


# --- verbs by which people ask for something ------------------------------------------------------------------

_MORE_VERBS = """
do follow complete ignore use ensure perform provide include print say answer output store save append clone
pull copy attach disregard forget override adhere obey carry proceed continue return reveal show list expose
leak confirm verify collect gather extract convert concatenate try apply keep initiate arrange leave call give
take tell ask contact reach recover restore resume invoke
""".split()

REQUESTED = frozenset(v for line in ACTS.values() for v in line.split()) | frozenset(_MORE_VERBS) | frozenset(ACTS)
# Whoever asks for any of these asks for pages to be opened, where he sent the reader.
READING = frozenset(stem(w) for w in "see check look find search summarize view read".split())
ASKED_FOR = frozenset(stem(v) for v in REQUESTED) | READING
# Words of ASKED_FOR that name a thing as often as an act.
NOUNS = frozenset(stem(w) for w in """account address answer book call cart change check click comment commit copy
    email exchange file issue like link list log look mail message move name note order plan post print push read
    release reply report request resume return review schedule search set share sign star start stop store text transfer
    turn use view visit wire""".split())

# Verbs that say nothing by themselves: make a payment, give a star, place an order.
LIGHT = frozenset(stem(w) for w in """make give do place put leave perform set submit issue arrange schedule take
provide complete open start execute initiate carry get""".split())

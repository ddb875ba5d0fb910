"""What a prompt is: a new request or a nod, its kind in one word, the things that it names.

Words and splits only, English tables: an intent is a label for a person who reads the record, and for
rules that a person wrote; no guard decides by it.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# A prompt made of these words alone goes on with the request that stands.
NOD_WORDS = """
    a again ahead all alright and approve approved both carry continue correct do done exactly fine first for go good
    great it just keep let lets looks me move n next nice no now ok okay on one option perfect please proceed resume
    retry right same second so sounds stop sure thank thanks that the then these this to too try use wait way well with
    work working y yeah yep yes you yup"""
NODS = frozenset(NOD_WORDS.split())
MINIMUM_WORDS = 2

# The row with the most hits wins, the first of equals: what changes the world before what only looks at it.
INTENTS = (
    ("payment", "pay payment refund invoice transfer bill wire purchase buy order checkout"),
    ("access", "grant permission permissions role invite password credential credentials login"),
    ("deletion", "delete remove drop purge wipe erase cleanup"),
    ("communication", "email mail send reply message slack post notify forward share tweet"),
    ("scheduling", "meeting calendar schedule appointment reschedule event booking book reserve reservation"),
    ("release", "deploy release publish push ship rollout merge tag version"),
    ("debugging", "bug fix error fails failing failure crash broken debug traceback exception flaky regression"),
    ("testing", "test tests coverage testing benchmark"),
    ("code_change", "implement add refactor rename change create write build migrate update convert rewrite feature"),
    ("review", "review audit critique comments pr"),
    ("explanation", "explain why how what describe understand summarize summarise document docs readme tell show"),
    ("research", "find search look compare investigate research list check read fetch browse"),
)
INTENT_OF = {word: name for name, words in reversed(INTENTS) for word in words.split()}
RANK = {name: place for place, (name, _) in enumerate(INTENTS)}

STRIP = "\"'`.,;:!?()[]{}<>*_"


def words(text: str) -> list[str]:
    """Lower-case words of the first 4,000 characters, punctuation stripped."""
    found = (w.strip(STRIP) for w in text[:4000].lower().replace("/", " ").split())
    return [w for w in found if w]


def substantial(prompt: str) -> bool:
    """True for a prompt that asks for something; False for one that only says: go on.

    >>> substantial("yes, go ahead"), substantial("add a retry to the client")
    (False, True)
    """
    return sum(1 for w in words(prompt) if w not in NODS) >= MINIMUM_WORDS


def intent(prompt: str) -> str:
    """The kind of work a prompt asks for, "unknown" where no word tells.

    >>> intent("Please fix the failing login test"), intent("hm")
    ('debugging', 'unknown')
    """
    kinds = [INTENT_OF[w] for w in words(prompt) if w in INTENT_OF]
    return min(kinds, key=lambda kind: (-kinds.count(kind), RANK[kind])) if kinds else "unknown"


def entities(text: str, limit: int = 20) -> list[str]:
    """Names in a text, in order, once: hosts, paths, mail addresses, #numbers, quoted and capitalised names.

    The caller passes redacted text: what was masked stays masked.

    >>> entities("Prepare my call with the Johnson account; see https://crm.example/x and src/app.py (#12)")
    ['Johnson', 'crm.example', 'src/app.py', '#12']
    """
    found: dict[str, None] = {}
    start = True
    for raw in text[:4000].split():
        word = raw.strip("\"'`.,;:!?()<>*")
        if word:
            name = _entity(word, start, raw)
            if name:
                found[name] = None
        start = raw[-1:] in ".!?:" or not word
    return list(found)[:limit]


def _entity(word: str, start: bool, raw: str) -> str:
    if len(word) > 120:
        return ""
    if "://" in word:
        return host(word)
    if "@" in word[1:] or word.startswith("[") or (word[0] == "#" and word[1:].isdigit()):
        return word
    if "/" in word.strip("/") or ("." in word[1:-1] and word.rsplit(".", 1)[1].isalpha() and not word[0].isdigit()):
        return word
    if word[0].isupper() and word[1:].isalnum() and not start and word not in ("I", "I'm"):
        return word
    return word if raw[0] in "\"'`" and raw[-1] in "\"'`" else ""


# Arguments that name a person, a mailbox, an account.
WHO = frozenset("account accounts attendee attendees assignee author bcc calendar cc client contact contacts customer "
                "email emails from invitees mailbox member members owner participants people person recipient "
                "recipients sender to user user_id username users".split())
MOST, NAME = 8, 80      # of them of one call; characters of one


def people(given: Mapping[str, object]) -> Iterator[str]:
    """Who the arguments of a call name, as they are written: the caller redacts them.

    >>> list(people({"account": "Johnson account", "attendees": [{"email": "a@x.example"}, "Bo"], "from": "2026-11"}))
    ['Johnson account', 'a@x.example', 'Bo']
    """
    named = [value for key, value in given.items() if key in WHO]
    for one in [one for value in named for one in (value if isinstance(value, list) else [value])][:MOST]:
        said = one.get("email") or one.get("name") or one.get("id") if isinstance(one, dict) else one
        if isinstance(said, str) and len(said) <= NAME and any(c.isalpha() for c in said):
            yield said


def host(url: str) -> str:
    """The host of a URL, lower case, without user, password and port; "" where there is none.

    >>> host("https://me:secret@Api.Example:8443/x?y")
    'api.example'
    """
    rest = url.split("://", 1)[-1]
    for end in "/?#":
        rest = rest.split(end, 1)[0]
    return rest.rpartition("@")[2].split(":", 1)[0].strip("[]").lower()

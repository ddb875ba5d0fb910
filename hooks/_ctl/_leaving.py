"""What of a ledger row leaves the machine, field by field, and in whose words: the person's, or pseudonyms.

Law: what is not in SENT does not leave, but for `--whole`.  No value is longer than LONGEST.  Texts are those of the
ledger, redacted, and no long run without words leaves in one: a secret of no known format would look so.

A pseudonym is keyed (HMAC-SHA-256, twelve digits): machines with one key give one person and one host one name, so that
a fleet's rows still join; who has no key cannot try names out.  Digests leave keyed too: of a row whose other fields
are known the digest tells the name.  In texts the last names of the project's and the home's folder are replaced as
well, in any case, and each account below /home and /Users.
Limitations: a person's name in a text that is no account's.
"""
from __future__ import annotations

import hashlib
import hmac
import os
import re

from guards import Settings
from guards._sensitive.entropy import wordy
from guards._sensitive.scan import redact_line
from hooks import _identity
from hooks._stores import disk
from hooks._stores.disk import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hooks._stores.world import World

    Row = Mapping[str, object]

# Field -> what it says; `excerpt`, `host`, `person` and `parent` are made here, the others are the ledger's.
SENT = {
    "ts": "when", "host": "the machine's name", "person": "the account that the agent runs in",
    "project": "the project's folder", "session_id": "the session",
    "parent": "the session that launched it, at its start",
    "agent_id": "the subagent", "seq": "the row's number in its session",
    "prev": "the beginning of the digest of the row before, keyed with pseudonyms",
    "event": "the event", "tool": "the tool", "operation": "what it does: `git push`", "action_id": "the call",
    "decision": "`pass`, `ask` or `deny`", "mode": "`watch` where nothing was said", "rule": "the rule that spoke",
    "reason": "why, at most 200 characters", "level": "what the agent held before and after",
    "asked_by": "who asked for it", "data_classification": "how sensitive the data was",
    "semantic_distance": "how far from what was asked", "drift_score": "the same, calibrated, of a gated call",
    "risk_signals": "signals that were raised", "masked": "how many secrets were masked",
    "excused": "the rule that would have asked, and what excused it", "heartbeat": "a call that no guard saw",
    "gap": "what was wrong with the ledger", "errors": "what failed, at most 200 characters",
    "policy": "the digest of the settings, its beginning, keyed with pseudonyms",
    "permission_mode": "the client's mode",
    "bundle": "the guards' version",
    "late": "the row waited for its lock",
    "excerpt": "of a prompt or call: its first 80 characters, redacted; of a result none",
}
LONGEST = 200       # characters of a text
EXCERPT = 80        # characters of a prompt, or of what a call was given
LEAST_KEY = 16      # bytes
MOST = 1000         # names that are remembered
TEXTS = frozenset(("operation", "tool", "reason", "errors", "excused", "gap"))
NAMES = frozenset(("tool", "operation"))        # a server chooses them: redacted here, the ledger has them whole
MADE = frozenset(("host", "person", "project", "parent", "excerpt"))
DIGESTS = frozenset(("prev", "policy"))
# Last names of folders that are no one's.
COMMON = frozenset("""api app build code data docs home lib main project projects repo root server site src test tests
    tmp user users web work workspace""".split())
ACCOUNT = re.compile(r"(/(?:home|Users)/)([^/\s'\":]+)")
RUN = re.compile(r"[A-Za-z0-9+/=_-]{32,}")      # a path or a name reads as words, what was drawn at random does not
OPAQUE = "[opaque]"
DIGEST = 23         # characters of a digest: `sha256:` and sixteen digits
DEFAULTS = (("data_classification", "PUBLIC"), ("level", ["none", "none"]), ("asked_by", "agent"))
OF_A_CALL = frozenset("""ts host person project session_id agent_id seq prev event tool operation action_id decision
                         semantic_distance asked_by""".split())


class Source:
    """Where rows come from, in the words that leave; `key`: None where names leave as they are."""

    __slots__ = ("_exact", "_names", "_seen", "_spoken", "host", "key", "person", "project")

    def __init__(self, project: str, host: str, person: str, home: str = "", key: bytes | None = None) -> None:
        self.key = key
        known = {name: kind for name, kind in ((project, "project"), (home, "home"), (host, "host"), (person, "person"))
                 if len(name) > 2 and name != "root"}
        self._names = {name: pseudonym(key, kind, name) for name, kind in known.items()} if key else {}
        self._exact = pattern(self._names, r"(?<!\w){}(?!\w)")
        # In a text also the folders' last names, in any case, also between `_`, digits and escapes of an address.
        last = {path.rpartition("/")[2]: kind for path, kind in ((project, "folder"), (home, "person"))}
        spoken = {name.lower(): pseudonym(key, kind, name) for name, kind in {**last, **known}.items()
                  if len(name) > 2 and name.lower() not in COMMON} if key else {}
        if key and len(host) == 2:
            spoken[f"@{host.lower()}"] = "@" + pseudonym(key, "host", host)
        self._spoken = pattern(spoken, r"(?:(?<![A-Za-z])|(?<=%2[Ff])|(?=@)){}(?![A-Za-z])"), spoken
        self._seen: dict[str, str] = {}
        self.project, self.host, self.person = (
            pseudonym(key, kind, name) if key and name else name
            for kind, name in (("project", project), ("host", host), ("person", person)))

    def text(self, text: str) -> str:
        """A text that may leave: without long runs that no words make up, and with names as pseudonyms.

        >>> Source("/p", "h", "ann").text("use " + "k7Qz20fL9xWm4vRt" * 2 + " in tests/test_guards_self_protection.py")
        'use [opaque] in tests/test_guards_self_protection.py'
        """
        text = self.said(RUN.sub(lambda run: run[0] if wordy(run[0].encode()) else OPAQUE, text))
        if self.key is None:
            return text
        found, names = self._spoken
        text = found.sub(lambda one: names[one[0].lower()], text) if found else text
        return ACCOUNT.sub(lambda one: one[1] + self._account(one[2]), text)

    def _account(self, name: str) -> str:
        """An account in a path; what is a pseudonym stays."""
        return name if "person-" in name or self.key is None else pseudonym(self.key, "person", name)

    def named(self, text: str) -> str:
        """A tool's name, as a server chose it, without a secret in it."""
        if text not in self._seen:
            if len(self._seen) > MOST:
                self._seen.clear()
            self._seen[text] = self.text(redact_line(text, Settings(), LONGEST))
        return self._seen[text]

    def digest(self, value: object) -> str:
        """A digest's beginning; with a key one of it under the key."""
        told = str(value or "")[:DIGEST]
        return pseudonym(self.key, "hmac", told) if self.key and told else told

    def said(self, text: str) -> str:
        """A text with the names in it as pseudonyms."""
        return self._exact.sub(lambda found: self._names[found[0]], text) if self._exact else text


def pattern(names: Mapping[str, str], around: str) -> re.Pattern[str] | None:
    """An expression for any of these names, the longest first, in any case where they are all lower case."""
    words = "|".join(re.escape(one) for one in sorted(names, key=len, reverse=True))
    return re.compile(around.format(f"(?:{words})"), re.IGNORECASE if "[A-Za-z]" in around else 0) if names else None


def source(world: World, keyfile: str | None) -> Source:
    """This machine and project.  Raises Fault where the key cannot be used."""
    key = disk.read(keyfile, 4096).strip() if keyfile else None if keyfile is None else b""
    if keyfile and os.name == "posix" and os.path.exists(keyfile) and os.stat(keyfile).st_mode & 0o077:
        raise Fault(f"{keyfile} can be read or written by others: chmod 600 {keyfile}")
    if key is not None and len(key) < LEAST_KEY:
        raise Fault(f"{keyfile} holds no key: {LEAST_KEY} bytes or more, the same on every machine, read by you alone")
    host = os.uname().nodename if hasattr(os, "uname") else ""
    return Source(world.project, host, _identity.account(world), world.env.get("HOME", ""), key)


def pseudonym(key: bytes, kind: str, name: str) -> str:
    """A person, host or folder by another name.

    >>> pseudonym(b"k" * 16, "host", "a") == pseudonym(b"k" * 16, "host", "a") != pseudonym(b"j" * 16, "host", "a")
    True
    """
    return f"{kind}-{hmac.new(key, f'{kind}:{name}'.encode(), hashlib.sha256).hexdigest()[:12]}"


def leaving(row: Row, where: Source, parent: str = "") -> dict[str, object]:
    """The row as it leaves: fields of SENT that say something."""
    found: dict[str, object] = {
        name: _short(row[name], where.named if name in NAMES else where.text if name in TEXTS else where.said)
        for name in SENT if name in row and name not in MADE}
    given = row.get("parameters")
    if given and row.get("event") not in ("PostToolUse", "PostToolUseFailure"):
        values = given.values() if isinstance(given, dict) else [given]
        found["excerpt"] = where.text(" ".join(" ".join(map(str, values)).split()))[:EXCERPT]
    for name, key in (("bundle", "version"), ("policy", "hash")):
        held = row.get(name)
        if isinstance(held, dict):
            found[name] = str(held.get(key))[:DIGEST]
    found["prev"] = row.get("prev")
    found.update((name, where.digest(found.get(name))) for name in DIGESTS)
    found.update(host=where.host, person=where.person, project=where.project, parent=parent)
    return {name: value for name, value in found.items()
            if value not in (None, "", [], {}) and (name, value) not in DEFAULTS}


def silent(row: Row) -> bool:
    """Is this the result of a call, and does it say nothing that the call's own row does not?

    >>> silent({"event": "PostToolUse", "seq": 2}), silent({"event": "PostToolUse", "masked": 1})
    (True, False)
    """
    return row.get("event") == "PostToolUse" and row.get("decision", "pass") == "pass" and OF_A_CALL.issuperset(row)


def _short(value: object, said: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return said(value)[:LONGEST]
    if isinstance(value, (list, tuple)):
        return [_short(one if isinstance(one, (str, int, float)) else str(one), said) for one in value[:8]]
    return _short(str(value), said) if isinstance(value, dict) else value

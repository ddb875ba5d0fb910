"""May this leave?  What a call carries, against whose place it goes to: one table, the worst cell wins.

Law: a question names what goes where, as far as the call was read.  A level rises; only a person lowers it.
Cannot see: data that is retold, translated or encrypted; what a program sends that reading does not know.
"""

from __future__ import annotations

import guards
from guards import DENY, Any, Call, Event, Facts, Lesson, Row, Rule, Sink, Value, Verdict, Words
from guards._reading.programs import FORMS, ROWS, decode_base64
from guards._sensitive import find_sensitive
from guards._sensitive.mask import find_hashes, find_passages, read_secret_values, select_values
from guards._sensitive.named import find_family, rate_path
from guards._taint import SOURCES, describe_level
from guards._taint.consent import LOGINS, holds_text, is_approved, is_prompted, rate_place
from guards._text import Form, extract_host, match_name, normalize_place, split_pairs, split_table

# Whose place: of this machine or network, one that you approved, the service of the credential, one that you named, the
# project's own remote, a tool's service; one that nobody named, only untrusted text, only a text that gives orders.
PLACES = "local approved issuer named remote service unnamed untrusted ordered".split()
STRANGE = PLACES[-3:]  # that nobody trusted named
# What is carried, against whose place it goes to, in the order of PLACES: P pass, A ask, D deny.
TABLE = split_pairs("credentials:PPPAAAAAD data:PPPPPPAAA personal:PPPPPPAAA internal:PPPPPAAAA")
NAMES = split_table(
    # Files whose content is somebody's own data, and folders whose files are made up.
    """documents .csv .tsv .xls .xlsx .db .sqlite .sqlite3 .dump .sql .bak .pst .mbox .doc .docx .pages .numbers .kdbx .eml
.vcf .ics .parquet|samples test tests fixture fixtures example examples sample samples doc docs testdata"""
    # Folders that hold nothing but secrets, and secret files that a pattern may stand for.
    """|folders .ssh .aws .gnupg .kube .docker .azure .password-store .secrets gcloud gh keychains Keychains
|known .env .npmrc .netrc .pgpass id_rsa id_ed25519 credentials server.pem server.key"""
)
WHY = dict(
    row.split(":")
    for row in """unnamed:you did not name that place
untrusted:only {} names that place
ordered:{} orders that, not you
remote:everybody who can read the remote gets it
service:you did not ask for that service
named:you named the place, not the secret""".split("\n")
)
NAMELESS = Form("url-|token|secret|bearer|http-|cli-|curl-")  # forms that name no owner
SEPARATORS = str.maketrans("=&?\"',;", " " * 7)  # of what stands beside a secret in a word
EFFECTS = "PAD"  # letters of TABLE, in the order of PASS, ASK, DENY
FILES, LISTED, PASSAGES = 40, 3, 4  # files looked into, names in a message, passages that count


def list_sinks(call: Call) -> list[Sink]:
    """The sinks of a call, and the addresses that it opens: an address can carry data, too."""
    told = "\x1f".join(sink.text for sink in call.sinks)
    opened = [Sink(call.tool, [one], (), one, True) for one in call.fetches if one not in told]
    return [*call.sinks, *opened]


def list_files(sink: Sink) -> Words:
    return [detail for kind, detail in sorted(sink.labels) if kind == "file"]


def find_push(sink: Sink) -> guards.Query | None:
    """The query that asks what a push or a publish takes along."""
    words = tuple(sink.text.replace("\x1f", " ").split())
    kinds = dict(sink.labels)
    taken = kinds.get("tree") or kinds.get("archive") or kinds.get("repository")
    pushes = sink.program == "git push" or "service:" in "".join(sink.places)
    program = "git archive" if "tree" in kinds else sink.program
    return ("push", taken, program, words) if taken and (pushes or "tree" in kinds) else None


def is_bare(path: str) -> bool:
    """A word that is a file only if one exists: `token`, but not `.env`, `a/token` or `id_rsa`."""
    return not set(path) & set("./~*") and not path.startswith("id_")


def find_credentials(sink: Sink, facts: Facts) -> Words:
    """The names of the secrets that a sink is given: paths, variables, rules of formats; "*" for all variables."""
    found = []
    for kind, detail in sorted(sink.labels):
        if kind == "value" or (kind == "env" and is_secret_variable(detail, facts)):
            found.append(detail)
    for path in list_files(sink)[:FILES]:
        found += find_secret_files(path, sink, facts)
    found += find_in_text(drop_own_tokens(sink), facts)
    push = find_push(sink)
    for path, text in facts.get(*push) if push else ():
        folders = path.lower().replace("_", "/").split("/")
        if is_secret(path) or find_in_text(text, facts, NAMES["samples"].isdisjoint(folders)):
            found.append(path)
    return list(dict.fromkeys(found))


def is_secret_variable(name: str, facts: Facts) -> bool:
    """By its name, or by what a secret file sets it to; "*" is all variables."""
    if name == "*" or find_family(name.lower()):
        return True
    lines = "\n".join(facts.get("secret_files").values()).split("\n")
    return any(read_secret_values(one) for one in lines if one.startswith(f"{name}="))


def drop_own_tokens(sink: Sink) -> str:
    """The text without the web tokens whose own claims name the place that they go to: each label of its host."""
    text = sink.text
    *labels, _ = extract_host(normalize_place("".join(sink.places))).split(".")
    for one in FORMS["breaks"].split(text) if labels[1:] else ():
        claims = decode_base64("".join(one.split(".")[1:2]))
        if all(len(label) > 4 and label in claims for label in labels):
            text = text.replace(one, "")
    return text


def is_secret(path: str) -> bool:
    """A secret file by its name; a folder, pattern or history that holds some."""
    parts = (whole := path.rstrip("/")).split("/")
    if whole in ("~", "$HOME") or parts[-1] == "environ":
        return True
    public = whole.endswith((".pub", "/config", "/known_hosts"))
    if NAMES["folders"].intersection(parts) and not public:
        return True
    if set(parts[-1]) & set("*?["):
        known = any(match_name(parts[-1], one) for one in NAMES["known"])
        return known and len(parts[-1].strip("*?.")) > 1
    return rate_path(path) >= guards.LEVELS.index("internal")


def find_secret_files(path: str, sink: Sink, facts: Facts) -> Words:
    """[the path] where it is a secret file, a copy that the session made of one, or its text holds a secret; of a folder
    the first such file below it.  A bare name (`credentials`) counts as a secret file only where it exists."""
    copies = [*facts.state.get("contamination.copies", {})]
    short = f"{path}/".removeprefix(f"{facts.event.cwd}/").rstrip("/")
    text = "" if is_bare(path) else facts.get("file", path) or ""
    holds = is_secret(path) or find_in_text(text, facts)
    if short in copies or (holds and (not is_bare(path) or facts.get("exists", path))):
        return [short]
    if sink.program in ROWS and "service" not in sink.places[0] and "--exclude" not in sink.text:
        copies += filter(is_secret, facts.get("secret_files"))
    stem = "" if short in "." else f"{short}/"
    below = (one for one in copies if one.startswith(stem))
    return [one for one in below if stem or not one.startswith(("..", "/", "~"))][:1]


def find_in_text(text: str, facts: Facts, forms: bool = True) -> Words:
    """Names of secrets that nobody typed.  Where a value of the project's own secret files stands in the text, these
    are all that is named.  Else what the session has read, compared by hash, and what has the form of a secret."""
    # spelled: (name, secret) as the text spells it; found: what is known by a hash alone, named by its source
    text = text.replace("\x1f", " ")
    if len(text) < 8:
        return []
    known, found = facts.get("secret_values"), []
    if known:
        spelled = [(known[one], one) for one in select_values(known, text)]
    else:
        held = facts.get("values", "secret")
        # By form; that a word is a password only its name says.
        shapes = find_sensitive(text, people=False) if forms else []
        spelled = [(x.rule, text[x.start : x.end]) for x in shapes if x.rule != "password"]
        # By hash: the words of the rest.  What has a form is known by it, but for an address's own login.
        rest = text
        for name, one in spelled if held else ():
            rest = rest if NAMELESS.match(name) else rest.replace(one, " ")
        words = FORMS["own-login"].sub("://", rest).translate(SEPARATORS).split() if held else []
        hashes = find_hashes(" ".join(words), [one.hash for one in held], facts.key)
        if hashes:  # what the person typed is theirs to send
            words = [one for one in words if not holds_text(facts, one)]
            hashes = find_hashes(" ".join(words), hashes, facts.key)
        sources = {one.hash: one.source for one in reversed(held) if one.hash in hashes}
        found = [f"a secret of {one}" for one in sources.values()]
        # What its source names is not named by its form as well.
        spelled = [x for x in spelled if not find_hashes(x[1], sources, facts.key)]
    return found + [name for name, one in spelled if not is_prompted(facts, one)]


def find_read(sink: Sink, facts: Facts, what: str, kind: str, search: Any, least: int) -> Words:
    """The sources of values of that kind, read in this session, of which `search` finds so many in the words of a call."""
    held = (facts.state.get("level") and facts.get("values", kind)) or []
    words, hashes = sink.text.split("\x1f") if held else (), {one.hash for one in held}
    found = {one for word in words for one in search(word, hashes, facts.key)}
    sources = [one.source for one in held if one.hash in found]
    return [f"{what} of {x}" for x in dict.fromkeys(sources) if sources.count(x) >= least]


def find_prose(text: str, *held: Any) -> set[str]:
    """The held passages in a text; the mail addresses that it goes to are none."""
    return find_passages(FORMS["mail"].sub(" ", text), *held)


def find_data(sink: Sink, facts: Facts) -> Words:
    """The repository, a shell, output that nobody has looked at, and files that are somebody's own data."""
    if sink.login:
        return []
    named = {"repository": "the repository ", "shell": "the shell ", "unread": "unread output of "}
    found = [f"{named[kind]}{x}" for kind, x in sorted(sink.labels) if kind in named]
    files = list_files(sink)
    found += files[FILES:]  # nobody looked into them
    ends = NAMES["documents"]
    if "host" in dict(ROWS.get(sink.program, ())):  # what a database's client is told
        ends = ends - {".sql"}
    return found + [one for one in files if one.lower().endswith(tuple(ends))]


# What is carried -> the names of it in a sink.
FINDERS: Row = {
    "credentials": find_credentials,
    "data": find_data,
    "personal": lambda s, f: find_read(s, f, "personal data", "personal", find_hashes, 1),
    "internal": lambda s, f: find_read(s, f, "internal text", "passage", find_prose, PASSAGES),
}


def judge_flow(kind: str, call: Call, facts: Facts) -> Verdict | None:
    """The worst cell of one kind of data over all sinks of a call; a yes approves all of them, and that the call names them."""
    worst, approves = None, []
    for sink in list_sinks(call):
        names = FINDERS[kind](sink, facts)
        # What a server gave may go back to it.
        givers = [f" of mcp__{one[8:]}__" for one in sink.places if one.startswith("service:")]
        names = [one for one in names if not any(giver in one for giver in givers)]
        for place in sink.places if names else ():
            owner = rate_place(place, sink, kind, names, facts)
            effect = EFFECTS.index(TABLE[kind][PLACES.index(owner)])
            approves += [(place, kind), ("origin", normalize_place(place))] * bool(effect)
            if effect > (worst.effect if worst else guards.PASS):
                reason = write_reason(sink, place, owner, kind, names, facts)
                alone = DENY if kind == "credentials" or owner in STRANGE[1:] else guards.PASS
                worst = Verdict(effect, reason[:200], alone, approves=approves)
                worst.fields = read_level(facts)
    return worst


def name_place(place: str, sink: Sink) -> str:
    """A place in the words of a message."""
    to = place.removeprefix("service:").removeprefix("repo:").lstrip("?")
    plain = "://" in to or to.startswith("git@")
    to = normalize_place(to) if plain else to.replace("remote:", "the remote ")
    return "an outside service" if to == sink.program else to


def write_reason(sink: Sink, place: str, owner: str, kind: str, names: Words, facts: Facts) -> str:
    what = ", ".join("all environment variables" if one == "*" else one for one in names[:LISTED])
    to, now = name_place(place, sink), facts.get("remotes_now")
    there = owner != "remote" and now.get(place.removeprefix("remote:"))
    to += f" ({normalize_place(there)})" if there else ""  # it was added or moved in this session
    rows = facts.get("untrusted", normalize_place(there or place)) if owner in STRANGE else ()
    source = rows[0].source if rows else "untrusted text"
    why = WHY["untrusted" if rows and owner == "unnamed" else owner].format(source)
    who, kinds = "The command" if sink.program == "Bash" else sink.program, dict(sink.labels)
    guess = "archive" in kinds or (sink.program == "git push" and "file" in kinds)
    says = f"{who} {'may send' if guess else 'sends'} {what[:40].rstrip(' .')} to {to[:60]}: {why}."
    secret, host = kind == "credentials", extract_host(to)
    if secret and owner == "ordered":
        return f"{says} Leave it out, or name that place in a prompt."
    also = ". If you did not ask for this, say no" if secret else f" or type `guardctl allow {to}`"
    spelled = host and host in sink.text.lower()  # without an expansion
    offers = secret or (spelled and not (rows or facts.state.get("ledger_broken")))
    also *= bool(offers) and len(says + also) < 175
    return f"{says} To allow it, say yes{also}."


def read_level(facts: Facts) -> Row:
    """Level, source, time and closed tools for the row of a question."""
    level, sources = facts.state.get("level", 0), facts.state.get(SOURCES, {})
    return {"contamination": describe_level(level, sources, facts.settings)}


def close_tools(call: Call, facts: Facts) -> Verdict | None:
    """tagged: what the settings tag `external` is closed once private data was read; seal: all that leads out."""
    policy = facts.settings["contamination"].get("policy", "tagged")
    tags, level = call.tags, facts.state.get("level", 0)
    by_hand = "external" in tags.get("by_hand", ())
    leads = tags.get("external") or (not by_hand and bool(call.sinks or call.fetches))
    if not level or policy == "flow" or not leads or not (by_hand or policy == "seal"):
        return None
    fields = read_level(facts)
    source = fields["contamination"].get("source") or "an earlier result"
    reason = f"{call.tool} is closed: the session holds {guards.LEVELS[level]} data from {source}."
    reason += " You lower it with `guard: release WHY`."
    return Verdict(DENY, reason[:200], fields=fields)


def ask_unrecorded(call: Call, facts: Facts) -> Verdict | None:
    """The session's record is gone or was changed: what it read before is not known any more."""
    broken = facts.state.get("ledger_broken")
    about = ("unrecorded", str(broken))
    if not broken or not call.sinks or is_approved(facts, *about):
        return None
    sink = call.sinks[0]
    reason = f"{sink.program} sends to {name_place(sink.places[0], sink)[:60]}, and {str(broken)[:70]}: what was read is unknown."
    return Verdict(guards.ASK, f"{reason} To allow such calls, say yes.", approves=[about])


TEXT = "the discount for the northern region rises to eighteen percent and nobody outside sales may know"
HASHES = "047a8eec2f76 06c791fb40b9 22a64d04e5fa 3487293ddfa3 697163318cd7 c804e52df9d7"
PREPARED = {
    ("values", "passage"): [Value(one, "", 2, "mcp__mail__search") for one in HASHES.split()],
    ("values", "personal"): [Value("09b2c1a2dc6544", "", 1, "staff.csv")],
}
EVENT = Event("PreToolUse", "s", "Bash")
NOT_NAMED = "go to a place that you did not name?"
# Kind, question, a place that the rule objects to, one that it lets be, and what goes there.
FLOWS = f"""credentials|Does a secret go to a place that is not its own service?|in.example|localhost|file:.env
data|Does the repository, unread output, a shell or a file of your own {NOT_NAMED}|in.example|remote:origin|repository:.
personal|Does a person's number or address that was read before {NOT_NAMED}|?search|localhost|who is 536-22-8726
internal|Does a passage of an internal source {NOT_NAMED}|?search|service:mail|{TEXT}"""


def build_flow_rule(kind: str, question: str, bad: str, good: str, carried: str) -> Rule:
    facts = Facts(EVENT, {"level": 2}, answers=PREPARED, key=b"k")
    label, _, detail = carried.partition(":")
    labels = [(label, detail)] if detail else []
    yes, no = (Call("Bash", sinks=[Sink("curl", [one], labels, carried)]) for one in (bad, good))
    return Rule(
        f"leave.{kind}", question, lambda c, f: judge_flow(kind, c, f), (yes, facts), (no, facts)
    )


FOUND = Facts(EVENT, {"level": 2, "ledger_broken": "the session's record is gone"})
CLEAN = Facts(EVENT)
TAGS = {"external": True, "by_hand": ("external",)}
TAGGED = Call("x", sinks=[Sink("curl", ["in.example"])], tags=TAGS)
SIDES = (TAGGED, FOUND), (TAGGED, CLEAN)
CLOSED = "Is a tool that you tagged `external` called after private data was read?"
DAMAGED = "Does a call send something while the session's record is damaged?"
RULES = (
    *(build_flow_rule(*row.split("|")) for row in FLOWS.split("\n")),
    Rule("leave.closed", CLOSED, close_tools, *SIDES),
    Rule("leave.record-damaged", DAMAGED, ask_unrecorded, *SIDES),
)


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """Copies that a call made of secret files and held values keep what they hold."""
    logins, row = facts.state.get(LOGINS, {}), facts.state.get("seq", 0)
    places = {one.places[0] for one in call.sinks if one.program == "ssh"}
    ops = [("put", LOGINS, one, row, 32) for one in places - logins.keys()]
    unread = Facts(event, facts.state)  # what was copied is known by its name
    for path, labels in call.tags.get("copies", {}).items():
        names = find_credentials(Sink("", [], [x for x in labels if x[0] != "env"]), unread)
        if not labels:  # an edit
            path = path.removeprefix(f"{event.cwd}/")
            names = find_in_text("\n".join(call.carries), facts, False)
        if names and ("/." not in f"/{path}" or path.startswith("..")):
            ops.append(("put", "contamination.copies", path, names[0], 128))
    return Lesson(ops) if ops else None

"""What the person typed, approved and forbade; whose place a destination is.

Law: only the person's own channel consents: typed words of a prompt, a yes to a question, `guard: allow`.  A text that
claims an approval approves nothing.  A clear ends it; compaction and resume keep it, a subagent shares its session's.
A place has one owner, the surest first, as `rate_place` looks for it.
Cannot see: who sits at the keyboard; a yes in other words than the value's own; who stands behind a host, or that two
are one company's, but for the aliases below; a ban in other words than "don't" and the verb.
"""

from guards import Event, Facts, Lesson, Pairs, Query, Sink, Verdict, Words, _text, _words
from guards._reading.programs import ROWS
from guards._sensitive.mask import hash_value
from guards._taint import FORMS, ORDERED, PROSE, read_release

PROMPTS, WORDS, LENGTH = 48, 400, 8  # remembered prompts, words of each, letters of a word's hash
NOT_DONE = "Nothing changed: `guard: allow` allows the call that was objected to last, if one waits; `guard: release WHY` sets the level of private data to none."
ALLOWING = frozenset("guard:allow /guard-allow /autoskillit-guards:guard-allow".split())
OPEN, APPROVED, SPOTS = 16, 256, 96  # open objections, approvals, typed addresses
SCHEDULED = "origin.later"  # hashed prompts that the agent ordered for later
# Words of a credential's name that say nothing of whose it is.
GENERIC = """api key token secret access auth client user password pass pwd db database prod dev test app my the id private public
    service account admin root server url uri dsn live webhook bot pat env default main local staging ci bearer session
    refresh signing encryption""".split()
# Vendors by the words that stand for them in names of credentials, and the labels of their hosts.
ALIASES = _text.split_table("""gh github githubusercontent ghcr|github github githubusercontent ghcr|glab gitlab|gitlab gitlab|npm npmjs|node npmjs npm|hf huggingface
    |aws amazonaws aws|akia amazonaws aws|gcp googleapis google gcloud|google googleapis google gcloud|gcloud googleapis google|openai openai
    |gemini googleapis google|huggingface huggingface|cf cloudflare|cloudflare cloudflare|pypi pypi twine poetry|twine pypi|poetry pypi|ncbi nih
    |do digitalocean|digitalocean digitalocean|hcloud hetzner|hetzner hetzner|dd datadoghq|claude anthropic|slack slack|ttn thethings|stripe stripe
    |az azure microsoft microsoftonline windows|azure azure az microsoft microsoftonline windows|anthropic anthropic|tg telegram|telegram telegram
    |datadog datadoghq|discord discordapp|postmark postmarkapp|shopify myshopify|square squareup|steam steampowered|openweather openweathermap""")

LOGINS = "contamination.logins"  # state: machine that the session has worked on by ssh -> row of its first call
FORGES = {"github.com": "github.com githubusercontent.com ghcr.io".split()}  # the hosts of one


def hash_run(key: bytes, words: Words) -> str:
    """Words as short keyed hashes with blanks around each, in order."""
    known = {word: hash_value(key, word)[:LENGTH] for word in set(words)}
    return f" {''.join(known[word] + ' ' for word in words)}"


def hash_words(key: bytes, text: str) -> str:
    return hash_run(key, _text.split_words(FORMS["script"].sub(" ", text))[:WORDS])


def part_prompt(prompt: str, facts: Facts) -> tuple[str, str]:
    """(what the person typed, what others: quoted lines, mails, traces, logs, JSON, quotations, what the agent scheduled)."""
    later = facts.state.get(SCHEDULED, ())
    if is_machine_text(prompt) or hash_words(facts.key, prompt[:999]) in later:
        return "", prompt
    parts: tuple[Words, Words] = ([], [])
    mail = block = False
    for line in prompt[:65_536].split("\n"):
        low = line.strip().lower()
        mail = mail or low.startswith("from: ")
        opens = low.startswith(("{", "[")) and low[1:] and low[-1:] in "{[,}]" and '"' in prompt
        block = bool(low and (block or opens))
        parts[bool(FORMS["trace"].match(low) or mail or block)].append(line)
    own, pasted = "\n".join(parts[0]), parts[1]
    for match in FORMS["quotation"].finditer(own):
        inner = "".join(filter(None, match.groups()))
        if len(inner.split()) > 5 and any(sign in inner for sign in "@ :// github:".split()):
            pasted.append(inner)
            own = own.replace(inner, " ")
    return own, "\n".join(pasted)


def is_machine_text(prompt: str) -> bool:
    return prompt.lstrip().startswith(tuple("<task- <system- <local-command <bash-std".split()))


def holds_words(facts: Facts, hashed: str) -> bool:
    """Does a prompt hold these hashed words in this order?"""
    return len(hashed) > 1 and any(hashed in said for said in facts.state.get("origin.typed", ()))


def holds_text(facts: Facts, text: str) -> bool:
    return holds_words(facts, hash_words(facts.key, text))


def is_prompted(facts: Facts, text: str) -> bool:
    """Did the person type these words in this order, or an address's host or its owner's, or its repository?"""
    place = _text.normalize_place(text)
    host, parts = _text.extract_host(place), place.replace("/repos/", "/", 1).split("/")
    forms = [text, place]
    if host and "@" not in place:
        forms += [host, _text.find_registered(host)] if host not in _text.SHARED else []
        forms += ["/".join(parts[1:3])] if len(parts) > 2 and host in _text.SHARED else []
    whole = "-" in host and "." in host  # a-b.example is not a.b.example
    parted = ([one] if whole else _text.split_words(one) for one in forms)
    return any(holds_words(facts, hash_run(facts.key, words)) for words in parted)


def is_known(facts: Facts, place: str, act: str) -> bool:
    """Is a place of this machine or network, the project's own, typed, or was it approved for such an act?"""
    near = _text.is_local_place(place) or _text.is_private_host(_text.extract_host(place))
    named = is_prompted(facts, place) or is_approved(facts, act, place)
    return near or named or is_own_place(facts.get("remotes"), place)


def is_own_place(remotes: Pairs, place: str) -> bool:
    """Is it its owner's place on a remote's host, a host of that owner's name, or of a forge that is not shared?"""
    host, register = _text.extract_host(place), _text.find_registered
    path = f"{place.lower().removeprefix(host).strip('/').removeprefix('repos/')}/"
    named = "" if host in _text.SHARED else register(host).partition(".")[0]
    for url in remotes.values():
        site, _, own = _text.normalize_place(url).lower().partition("/")
        owner = own.split("/")[0]
        near = not host or register(host) in FORGES.get(site, (register(site),))
        mine = (own and path.startswith(f"{owner}/")) or (host and site not in _text.SHARED)
        if (named[2:] and named == owner) or (near and mine):
            return True
    return False


def make_spot(value: str, kind: str, key: bytes) -> str:
    """What is remembered of an address that the person typed: its kind, and its words as hashes."""
    host = _text.extract_host(value)
    text = value.partition("/")[2] if host in _text.SHARED else value
    words = {word for word in _text.split_words(text) if len(word) > 2} - {host.rpartition(".")[2]}
    return f"{kind} {' '.join(sorted(hash_value(key, word)[:LENGTH] for word in words))}"


def is_kin(facts: Facts, value: str) -> bool:
    """The person spoke of whom a value names: "Dora" and dora@lake.example, stripe and docs.stripe.com, @stripe/x, x/stripe."""
    host, (who, at, scope) = _text.extract_host(value), value.partition("@")
    label = _text.find_registered(host).split(".")[0]
    shared = host in _text.SHARED  # its owner or its repository
    names = value.split("/")[1:3] if shared else [label]
    if at or not host:
        names = _text.split_words(who or scope.split("/")[0])
    names = [one for one in names if len(one) > 2 and one not in ("mcp", "server")]
    known = [holds_text(facts, one) for one in names]
    return any(known) and (shared or all(known))


def is_swapped(facts: Facts, value: str, kind: str) -> bool:
    """Did the person type another of the kind: another account, or an address with some of the same words?"""
    mine = set(make_spot(value, kind, facts.key).split()[1:])
    spots = (spot.split() for spot in facts.state.get("origin.spots", ()))
    others = [set(words) for name, *words in spots if name == kind]
    alike = [one for one in others if kind == "account" or mine & one]
    return any(not (one <= mine or mine <= one) for one in alike)


def hash_approval(key: bytes, what: tuple[str, ...]) -> str:
    return hash_value(key, "\n".join(("approval", *what)))


def is_approved(facts: Facts, *what: str) -> bool:
    return hash_approval(facts.key, what) in facts.state.get("consent.approved", {})


def note_objection(event: Event, verdicts: list[Verdict], key: bytes, row: int) -> list[Query]:
    """The ops that remember what a yes to the objections to a call would approve, until it is answered."""
    about = [hash_approval(key, one) for verdict in verdicts for one in verdict.approves]
    name, what = event.call_id or f"row {row}", str(event.command or event.tool)
    return [("put", "consent.open", name, [what[:80], row, about], OPEN)]


def accept_answer(event: Event, facts: Facts, lesson: Lesson) -> None:
    """Learns from an answer to an objection: the asked call ran, or `guard: allow` begins or ends a prompt."""
    waiting, name = facts.state.get("consent.open", {}), event.call_id
    if event.source == "clear":
        names = "consent.approved consent.open origin.typed origin.spots origin.banned"
        lesson.ops += [("del", one) for one in names.split()]
    typed = event.name == "UserPromptSubmit"
    if typed:
        text, pasted = part_prompt(event.prompt, facts)
        lines = text.lower().strip("\n").replace("guard: ", "guard:").split("\n")
        allowed = not (pasted or ALLOWING.isdisjoint((lines[0].rstrip(), lines[-1].rstrip())))
        name = list(waiting)[-1] if waiting and allowed else ""
    if name in waiting:
        what, row, about = waiting[name]
        lesson.ops.append(("del", "consent.open", name))
        lesson.ops += [("put", "consent.approved", one, row, APPROVED) for one in about]
        if about or not typed:
            lesson.fields["answer"] = "you said yes"
        how = "allowed" if about else "`guard: allow` does not open this (`guardctl why`)"
        lesson.notices += [f"{how}: {what}"] * typed
    elif typed and (allowed or (lines[0][:6] == "guard:" and not read_release(text))):
        lesson.notices.append(NOT_DONE)


def list_forms(word: str) -> Words:
    """A word as people write it: send, sends, sending; delete, deleting; commit, committed."""
    stem = word[:-1] if word[-1:] in "es" else word
    ends = f"{word[-1:]}ing", f"{word[-1:]}ed", *"s es ed d ing er".split()
    forms = [word, stem, f"{stem}ing", *(word + end for end in ends)]
    return [*forms, "mail", "mails"] if word == "email" else forms


def read_bans(prompt: str) -> tuple[Pairs, set[str]]:
    """({verb: ban} that a prompt forbids, verbs that it orders): the verb follows at once, and a comma ends the ban."""
    banned = {}
    ordered = set()
    forms = {form: verb for verb in _words.FORBIDDEN for form in list_forms(verb)}
    for sentence in FORMS["clause"].split(FORMS["negated"].sub("don't", prompt)):
        marked, first, last = sentence.split(), 0, -9
        words = [word.lower().strip("\"'`*_().,!;:") for word in marked]
        for at, word in enumerate(words):
            leads = not at or words[at - 1] in _words.LEADS or marked[at - 1][-1] in ",:;"
            verb, rest = forms.get(word, ""), words[at + 1 :]
            if word in _words.NEVER and leads:
                first = last = at
            elif last == at - 1 and (verb or word in _words.LISTED):
                last = at
                until = "if" in words[:first] or not _words.UNTIL.isdisjoint(rest)
                if verb and not (until and _words.SPEAKER.isdisjoint(rest)):
                    tail = f"{' '.join(marked[at:])} ".partition(", ")[0]
                    banned[verb] = f"{' '.join(marked[first:at])} {tail}".strip()
            elif verb and word == verb and leads:
                ordered.add(verb)
                if not FORMS["object"].search(banned.get(verb, "")):
                    banned.pop(verb, None)
    return banned, ordered


def rate_place(place: str, sink: Sink, kind: str, names: Words, facts: Facts) -> str:
    """The column of the table: local, approved, issuer, named, remote, service, unnamed, untrusted or ordered."""
    remotes = facts.get("remotes")
    if place.startswith("remote:"):  # one that the session added or moved is a place of its own
        place = facts.get("remotes_now").get(place[7:], "")  # "": none that git knows
    spot = place[5:] if place.startswith("repo:") else _text.normalize_place(place)
    channel = sink.program.startswith("mcp__") and place[:1] != "?" and not _text.extract_host(spot)
    hostless = channel or place.startswith(("?", "service:", "repo:"))
    host = "" if hostless else _text.extract_host(spot) or spot
    spelled = [place if hostless else spot]
    if sink.text.lower().count(host) == 1 and not FORMS["climbs"].search(sink.text):
        found = map(_text.normalize_place, FORMS["url"].findall(sink.text))
        spelled += (one for one in found if host in one)
    globs = facts.settings["trusted_destinations"]
    trusted = (_text.fits_place(str(glob), one) for glob in globs for one in spelled)
    if any(trusted) or is_approved(facts, place, kind):
        return "approved"
    own = map(_text.normalize_place, remotes.values())
    owner = spot[: spot.rfind("/") + 1] if spot.count("/") > 1 else "?"
    secret = kind == "credentials"
    issuer = secret and all(is_issuer(one, place, host, sink, facts) for one in names)
    if issuer and sink.login:
        return "issuer"
    if not spot or any(one.startswith(owner) or f"/{one}".endswith(f"/{spot}") for one in own):
        return ("remote", "approved")[sink.text[:7] == "secret\x1f"]  # nobody reads it there
    domains = facts.settings["internal_domains"]
    plain = not set(host) & set(".:") or _text.is_private_host(host)
    plain |= any(f".{host}".endswith(f".{one.lstrip('*.')}") for one in domains)
    if host and (plain or _text.is_local_place(spot)):
        return "local"
    if issuer:
        return "issuer"
    label = place.partition(":")[2]
    label = "" if secret and host else _text.find_registered(host).split(".")[0] or label
    said = (host and place, label, place.lstrip("#@") if channel else "")
    if any(len(one) > 3 and is_prompted(facts, one) for one in said):
        known = (one.rpartition("/")[2].rpartition(" ")[2] for one in names)
        login = sink.login and "file" not in dict(sink.labels)
        spoken = secret and (login or any(is_prompted(facts, one) for one in known))
        return "approved" if spoken else "named"
    if channel or place.startswith("service:") or (FORMS["store"].match(place) and not secret):
        return "service"
    flags = "".join(row.flags for row in (host and facts.get("untrusted", spot)) or ())
    if PROSE in flags:
        return "ordered" if ORDERED in flags else "untrusted"
    if not secret and "@" in spot and is_kin(facts, spot):
        return "named"
    if not host or secret:
        return "unnamed"
    logins = (one for kind, one in sink.labels if kind in ("env", "value"))
    own_login = any(is_issuer(one, place, host, sink, facts) for one in logins)
    ours = own_login or is_in_head(host, sink, facts) or is_own_place(remotes, spot)
    return "service" if ours else "unnamed"


def is_in_head(host: str, sink: Sink, facts: Facts) -> bool:
    """Does HEAD name the host, where more goes there than a text, and not all variables or commits?"""
    more = sink.program != "git push" and sink.labels - {("env", "*")}
    return bool(more and facts.get("head_holds", host))


def is_issuer(name: str, place: str, host: str, sink: Sink, facts: Facts) -> bool:
    """Is the place the own service of a credential: by its name, by what stood beside it, by a file that holds both, by HEAD?"""
    words = [one for one in _text.split_words(name) if len(one) > 1]
    vendors = {one for word in words for one in ALIASES.get(word, ())}
    own = [one for one in words if one not in GENERIC and len(one) > 2]
    own += {"".join(own), *vendors} - {""}
    heads, by = tuple(one for one in own if len(one) > 3), sink.program
    mine = by not in ROWS and (by.split("-")[0] in own or (not host and by.startswith(heads)))
    if name == "*" or (place.startswith("?") and not place.startswith("?$")):
        return name != "*" and mine
    if "$" in place[:2]:
        return not {*words}.isdisjoint(_text.split_words(place))
    owner = _text.find_registered(host)
    label = owner.split(".")[0] or place[8:].partition(".")[0]
    others = () if facts.get("untrusted", host) else host.split(".")
    if mine or label in own or not {*own}.isdisjoint(others):
        return True
    beside = facts.get("values", "beside") if name.startswith("a secret") else ()
    near = [hash_value(facts.key, one) for one in (owner, label) if one not in ["", *GENERIC]]
    if any(one.hash in near and name.endswith(one.source) for one in beside):
        return True
    if sink.program == "ssh" and sink.login and "file" not in dict(sink.labels):
        first = facts.state.get(LOGINS, {}).get(place, 0)
        if first and all(one.row > first for one in facts.get("untrusted", host)):
            return True
    if name == "url-password" and sink.login and f"@{host}" in sink.text:
        return not facts.get("untrusted", host)  # an address's own, to its host
    facts.get("secret_files")
    name, looked = name.replace("url-password", ""), facts.answers.items()
    # The secret files, and of the files that the call spells those of environments: no script vouches for a host.
    texts = [str(x) for one, x in looked if "file" in one[0] and ".env" in [*one, ".env"][1]]
    both = any(owner in one and name in one for one in texts if "." not in name)  # no path
    return bool(host and (both or (sink.login and not vendors and is_in_head(host, sink, facts))))

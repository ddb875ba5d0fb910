"""Does foreign text account for an act (guards/_call/acts.py), and not the person?  Against what was said and read.

A package, a file that is run or obeyed later, an order to what others run: asked about where a text asks for it, or,
for the first two, where its name stands in foreign text only.  Code from an address is asked about wherever nobody
named the host.  The person's own words cover an act: its name, or that he spoke of such a thing; so does what he
pointed at, and what his own commit names.

Cannot see: an act whose words the text does not use; a text of more than one page of which only the words are kept.
"""
from __future__ import annotations

from guards._call import grants
from guards._call.act import MACHINE, ORDER, PACKAGE, REMOTE
from guards._call.entrusted import SPOKEN
from guards._call.grants import GRANT
from guards._origin import sites
from guards._origin.attribution import delegated
from guards._origin.call_values import Value
from guards._origin.delegation import owners
from guards._origin.evidence import FOREIGN, hasher
from guards._origin.handed import handed, looked_up
from guards._origin.recalled import Memory
from guards._text import acts as names
from guards._text import words
from guards._text.address import SHARED, host_of, looks_like_host, normalize, registered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from guards._call.act import Act
    from guards._origin.recalled import Record, Request

LINED = frozenset(("login", "schedule", "startup", "names"))     # kinds of which each line lets in or is run
OUTSIDE = "a page or message"
INSTALLED = frozenset(("registry",))     # kinds that belong to how a thing is installed
ENOUGH = 0.6        # share of an act's words that a sentence which asks for it holds
# Words by which a person asks for packages.
INSTALL = tuple(map(words.stem, ("install", "add", "upgrade", "use", "get", "setup")))
# Hosts of installers that everybody knows -> the words of a person that cover them.
INSTALLERS = {
    "rustup.rs": "rust rustup cargo", "raw.githubusercontent.com/homebrew": "brew homebrew",
    "get.docker.com": "docker", "deb.nodesource.com": "node nodejs npm", "rpm.nodesource.com": "node nodejs npm",
    "raw.githubusercontent.com/nvm-sh": "nvm node nodejs", "python-poetry.org": "poetry", "astral.sh": "uv ruff astral",
    "bun.sh": "bun", "bun.com": "bun", "deno.land": "deno", "get.pnpm.io": "pnpm", "get.sdkman.io": "sdkman java",
    "pyenv.run": "pyenv python", "get.helm.sh": "helm", "raw.githubusercontent.com/helm": "helm", "mise.run": "mise",
    "raw.githubusercontent.com/ohmyzsh": "zsh ohmyzsh oh", "starship.rs": "starship", "ollama.com": "ollama",
    "claude.ai": "claude", "fnm.vercel.app": "fnm node", "get.k3s.io": "k3s kubernetes", "nixos.org": "nix",
    "install.determinate.systems": "nix", "tailscale.com": "tailscale", "cli.github.com": "gh github",
    "get.volta.sh": "volta node", "bootstrap.pypa.io": "pip", "sh.rustup.rs": "rust rustup cargo",
    "dl.google.com": "gcloud google chrome", "sdk.cloud.google.com": "gcloud google",
    "awscli.amazonaws.com": "aws awscli", "get.opentofu.org": "opentofu tofu",
    "fly.io": "fly flyctl", "cli.doppler.com": "doppler", "zed.dev": "zed",
    "raw.githubusercontent.com/asdf-vm": "asdf", "get.haskellstack.org": "stack haskell",
    "get-ghcup.haskell.org": "ghcup haskell", "raw.githubusercontent.com/junegunn": "fzf",
    "charts.jetstack.io": "cert jetstack certmanager", "kubernetes.github.io": "ingress nginx kubernetes",
    "raw.githubusercontent.com/argoproj": "argo argocd", "download.docker.com": "docker",
    "install.meteor.com": "meteor", "cursor.com": "cursor", "foundry.paradigm.xyz": "foundry",
    "raw.githubusercontent.com/golangci": "golangci golangci-lint", "just.systems": "just", "atuin.sh": "atuin"}


class Weighed:
    """What speaks against an act.

    value   of it, in whole; source: the tool whose result it stands in, "" for none; sentence: what asks for it
    looks   the name that it looks like; addressed: a text orders it from the agent
    """

    __slots__ = ("act", "addressed", "looks", "sentence", "source", "value")

    def __init__(self, act: Act, value: str, source: str = "", sentence: str = "", looks: str = "",
                 addressed: bool = False) -> None:
        self.act, self.value, self.source, self.sentence = act, value, source, sentence
        self.looks, self.addressed = looks, addressed


class _Words:
    """The words of an act, a group a value: all, and those that are not the person's; of a path its last part."""

    __slots__ = ("all", "groups", "new")

    def __init__(self, texts: Iterable[str], memory: Memory, key: bytes) -> None:
        h = hasher(key)
        self.groups: list[frozenset[str]] = []
        self.new: list[frozenset[str]] = []
        for text in texts:
            said = [w for w in words.tokens(_last(text)) if w not in words.STOP and (
                len(w) > 1 and not (w.isdigit() and len(w) < 3))]
            group = frozenset(h(words.stem(w)) for w in said)
            if group and group not in self.groups:
                self.groups.append(group)
                if not all(h(w) in memory.said or h(words.stem(w)) in memory.words for w in said):
                    self.new.append(group)
        self.all = frozenset[str]().union(*self.groups)


def _last(text: str) -> str:
    """The last part of a path or of a name in parts: `arn:aws:iam::aws:policy/Admin`; an address as it is."""
    if "://" in text or " " in text:
        return text
    return text.rstrip("/:").rsplit("/", 1)[-1].rsplit(":", 1)[-1] or text


def weigh(found: Sequence[Act], memory: Memory, key: bytes, remotes: Iterable[str],
          own: Iterable[str]) -> Weighed | None:
    """The first act that nobody but a foreign text accounts for; None for none.

    own     texts that name what is the project's own: its manifests, and what its last commit holds
    """
    for act in found:
        rule = {PACKAGE: _package, REMOTE: _remote, ORDER: _order, GRANT: _grant,
                MACHINE: _machine}.get(act.kind, _entrusted)
        weighed = rule(act, memory, key, list(remotes), list(own))
        if weighed is not None:
            return weighed
    return None


# --- who speaks


def asking(said: _Words, memory: Memory, verbs: frozenset[str] | None = None, work: bool = False) -> Request | None:
    """The request that asks for an act: of a foreign text, or one that is spoken to the agent.

    verbs   of these one must be what it asks for, in a foreign text or one that tells the agent to leave what it was
            told (a program's help and a project's own notes are full of orders to whoever reads them); None for any
    work    it is an act of which instructions for an agent, and a thing's own pages, consist: an order, a package
    """
    best: tuple[float, Request] | None = None
    for r in memory.asking(*said.new) if said.new else ():
        # What the reading call said itself comes back as an echo.
        held = [group for group in said.new if group <= r.words and group.isdisjoint(r.record.query)]
        if not any(group & r.said for group in held) or len(held) < ENOUGH * len(said.new):
            continue
        if (len(said.groups) > 2 and sum(group <= r.words for group in said.groups) < 2) or delegated(r.record, memory):
            continue
        counts = r.trust >= FOREIGN or (spoken_to(r) if verbs is None else commanding(r))
        if work and ((r.record.instructs and not commanding(r)) or (sites.own(r.record, memory) and not spoken_to(r))):
            continue        # what a skill is for, in whatever order; what the pages of a thing are for
        if verbs is not None and r.record.commits and not commanding(r):
            continue
        if not counts or not (verbs is None or verbs & r.verbs.keys()):
            continue
        score = len(held) / len(said.new) + (r.trust >= FOREIGN) + spoken_to(r)
        if best is None or score > best[0]:
            best = (score, r)
    return best[1] if best else None


def spoken_to(r: Request) -> bool:
    """Is it spoken to the agent, as a step before all else, or against what it was told?"""
    job, reader, order, you = r.tone()
    return r.overrides or bool(order and (job or reader)) or bool(reader and you)


def commanding(r: Request) -> bool:
    """Does it tell the agent itself to leave what it was told, or to do something before all else?"""
    _, reader, order, you = r.tone()
    return r.overrides or bool(you and order and (reader or order > 1))


def only_foreign(wanted: frozenset[str], memory: Memory, instructs: bool = False, docs: bool = False) -> Record | None:
    """The foreign record that holds all of these words, where no record of this machine or the account does; one by
    which an agent is told its work only where `instructs`, none of a page of a thing that he named where `docs`."""
    holder: Record | None = None
    for r in memory.records:
        if not wanted or not wanted <= r.data | r.prose | r.titles | r.query:
            continue
        if r.trust < FOREIGN or (r.instructs and not instructs) or delegated(r, memory) or (
                docs and sites.own(r, memory)):
            return None
        holder = holder or r
    if holder is not None:
        return holder
    for p in memory.asking(wanted):
        if wanted <= p.words:
            if p.trust < FOREIGN or (p.record.instructs and not instructs) or delegated(p.record, memory) or (
                    docs and sites.own(p.record, memory)):
                return None
            holder = holder or p.record
    return holder


def _tool(record: Record, memory: Memory) -> str:
    return next((p.tool for p in memory.requests if p.record is record), record.server or OUTSIDE)


def _asked(act: Act, value: str, r: Request, looks: str = "") -> Weighed:
    return Weighed(act, value, r.tool, r.excerpt, looks, spoken_to(r))


def said_by_person(value: str, memory: Memory, key: bytes) -> bool:
    """Do all of its words, or its address as a whole, stand in what the person said?"""
    h = hasher(key)
    tokens = words.tokens(value)
    return bool(tokens) and (all(h(t) in memory.said for t in tokens) or any(
        h(e) in memory.said for e in words.entities(value)))


# --- one rule a kind


def _package(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    from guards._call.popular import mistyped, popular, resembles

    name = act.values[0]
    if said_by_person(name, memory, key) or any(_named_in(name, text) for text in own):
        return None
    said = _Words(act.values, memory, key)
    told = only_foreign(said.all, memory, instructs=True) if act.secret else None
    if told is not None:        # its own packages are what a skill is for, but not a secret for them
        return Weighed(act, name, _tool(told, memory))
    looks = "" if popular(name) else resembles(name)
    sought = any(said.all <= r.query for r in memory.records if r.trust >= FOREIGN)     # the agent looked it up by name
    r = asking(said, memory, work=not looks)
    if r is not None and (spoken_to(r) or looks or not (popular(name) or sought)):
        return _asked(act, name, r, looks)
    if popular(name):
        return None
    if sought or (not looks and not memory.asked.isdisjoint(INSTALL)):
        return None
    record = only_foreign(said.all, memory, docs=True)
    if record is None and looks and mistyped(name, looks):
        return Weighed(act, name, looks=looks)      # nobody typed it
    return Weighed(act, name, _tool(record, memory), looks=looks) if record is not None else None


def _machine(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    """An image that gets this whole machine: somebody must have named it, or it is the project's own."""
    image = act.values[0].partition("@")[0]
    parts = image.rpartition(":")[0].split("/") if ":" in image.rsplit("/", 1)[-1] else image.split("/")
    if len(parts) < 2 or parts[0] in ("localhost", "library") or not {part.lower() for part in parts}.isdisjoint(
            owners(remotes)):
        return None
    if said_by_person(parts[-1], memory, key) or any("/".join(parts).lower() in text.lower() for text in own):
        return None
    record = only_foreign(_Words([parts[-1]], memory, key).all, memory)
    return Weighed(act, act.values[0], _tool(record, memory) if record is not None else "")


def _named_in(name: str, text: str) -> bool:
    """Does a manifest name it, as a whole word?"""
    low, name = text.lower().replace("_", "-"), name.lower().replace("_", "-")
    at = low.find(name)
    while at >= 0:
        around = low[max(0, at - 1):at] + low[at + len(name):at + len(name) + 1]
        if not any(c.isalnum() or c in "-/" for c in around):
            return True
        at = low.find(name, at + 1)
    return False


def _remote(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    h = hasher(key)
    place = normalize(act.values[0])
    host = host_of(place) or place.split("/")[0]
    named = _names(place, host)     # a page that he only wants to be told of is no place to run code from
    if any(h(name) in memory.said for name in (named[-1:] if memory.told else named)):
        return None
    thing = words.tokens(registered(host).split(".")[0])
    if act.what.startswith("what ") and len("".join(thing)) > 3 and all(h(one) in memory.said for one in thing):
        return None         # what is written about a thing that the person named, and gets it from there
    if any(place.startswith(mine.rsplit("/", 1)[0] + "/") for mine in map(normalize, remotes) if mine.count("/") > 1):
        return None
    parts = place.split("/")
    if host in SHARED and len(parts) > 1 and parts[1].lower() in owners(remotes):
        return None
    needed = _names(place, host)[0]
    if any(needed in text.lower() for text in own):
        return None
    holders = [r for r in memory.records if _holds(r, place, host, h)]
    holders += [p.record for p in memory.asking([h(place)], [h(host)])
                if not p.words.isdisjoint((h(place), h(host)))]
    if not memory.told and any(delegated(r, memory) or sites.own(r, memory) for r in holders):
        return None
    if act.what.endswith(BROUGHT) and not memory.told and not any(r.trust >= FOREIGN for r in holders) and (
            _called(parts, memory, key) or _in_lead(act.what.split(" ")[0], memory, h)):
        return None
    known = next((row for start, row in INSTALLERS.items() if place.lower().startswith(start) or (
        "/" not in start and (host == start or registered(host) == start))), "")
    # What everybody knows, and is what it is whoever names it; not where he only wants to be told something.
    local = known and any(_holds(r, place, host, h) and (r.trust < FOREIGN or not memory.told) for r in holders)
    if local or any(h(word) in memory.said for word in known.split()) or (known and not act.command):
        return None         # he or a file of this machine names what everybody knows, or nothing runs yet
    label = registered(host).split(".")[0]
    if host not in SHARED and len(label) > 2 and h(label) in memory.said and not any(
            r.trust >= FOREIGN for r in holders):
        return None
    foreign = next((r for r in holders if r.trust >= FOREIGN), None)
    r = asking(_Words([host], memory, key), memory)
    if r is not None:
        return _asked(act, place, r)
    if act.heard and foreign is None:
        return None
    return Weighed(act, place, _tool(foreign, memory) if foreign is not None else "")


BROUGHT = "of what was fetched"
# What a repository's name says beside the name of the thing.
KINDS = frozenset("app cli cpp go java js lib main node py python rb rs ruby rust swift ts".split())


def _called(parts: list[str], memory: Memory, key: bytes) -> bool:
    """Is a repository called what the person called it: `tinyqueue-py` for "install tinyqueue"?"""
    said = [w for w in words.tokens(parts[2].removesuffix(".git")) if w not in KINDS] if len(parts) > 2 else []
    return len("".join(said)) > 3 and said_by_person(" ".join(said), memory, key)


def _in_lead(program: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does a text say to run it to which the person handed the lead: "set it up as CONTRIBUTING says"?"""
    marks = frozenset(h(words.stem(w)) for w in words.tokens(program))
    held = [r for r in memory.holders(marks) if marks <= r.data | r.prose]
    held += [p.record for p in memory.asking(marks) if marks <= p.words]
    return bool(marks) and any(delegated(r, memory) for r in held)


def _names(place: str, host: str) -> list[str]:
    """What must stand in a prompt for it to have named the place; the narrowest last."""
    parts = place.lower().split("/")
    if host in SHARED and len(parts) > 2:
        short = "/".join(parts[1:3])
        return [short, "/".join(parts[:3]), place.lower()]
    return [host, place.lower()] if host else [place.lower()]


def _holds(r: Record, place: str, host: str, h: Callable[[str], str]) -> bool:
    marks = {h(place), h(host)} if host not in SHARED else {h(place)}
    return not (r.data | r.prose).isdisjoint(marks)


def _order(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    said = _Words(act.values, memory, key)
    if len(said.all) < 2 and not any(words.entities(value) for value in act.values):
        return None
    r = asking(said, memory, _verbs(act), work=True)
    if r is not None:
        return _asked(act, " ".join(act.values[:4]), r)
    return None if act.command or not memory.asked.isdisjoint(_verbs(act)) else _strange(act, memory, key)


def _strange(act: Act, memory: Memory, key: bytes) -> Weighed | None:
    """A mailbox or host that a server is given and that stands in foreign texts only."""
    for value in act.values:
        placed = " " not in value and ("@" in value or "://" in value or looks_like_host(value))
        if placed and not said_by_person(value, memory, key) and not _led_to(value, memory, key):
            record = only_foreign(_Words([value], memory, key).all, memory)
            if record is not None:
                return Weighed(act, value, _tool(record, memory))
    return None


def _led_to(value: str, memory: Memory, key: bytes) -> bool:
    """Does a prompt whose verbs nobody knows lead to the value?"""
    if not memory.unclear:
        return False
    h = hasher(key)
    return handed(Value(value, "", True, h), None, memory, h)


GIVES = frozenset(("away", "lets", "sets", "works"))      # kinds of act: see _origin/tongues.py


def _grant(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    """Power that is given away: the burden is turned round.  Once a foreign text was read, it is asked about where the
    person spoke of no such thing, whatever the text says of it and whoever pointed at it."""
    h = hasher(key)
    strange = [value for value in act.values if not said_by_person(value, memory, key)]
    foreign = [r for r in memory.records if r.trust >= FOREIGN]
    if not strange or not (foreign or memory.foreign):
        return None
    if any("@" in value and value not in strange for value in act.values):
        return None             # whoever gets it, the person named
    if memory.unclear and not GIVES.isdisjoint(memory.heard):
        return None             # in another language he spoke of such a kind of act
    spoken = grants.SPOKEN
    if any("protection" in value or "ruleset" in value for value in act.values):
        spoken = spoken | grants.OF_BRANCHES
    if grants.opens(act.values):        # to publish a release is not to open the repository
        spoken = spoken - {"publish"} if memory.words.isdisjoint(map(h, map(words.stem, grants.WHOLE))) else spoken
    if not any(h(word) in memory.said or h(words.stem(word)) in memory.words for word in spoken):
        strange = [value for value in strange if not _led_to(value, memory, key)]
        return Weighed(act, " ".join(strange[:4]), _tool(foreign[-1], memory) if foreign else OUTSIDE) if strange \
            else None
    for value in strange:
        said = _Words([value], memory, key).all
        if words.entities(value) and not looked_up(value, said, memory) and (record := only_foreign(said, memory)):
            return Weighed(act, value, _tool(record, memory))
    return _order(act, memory, key, remotes, own)


def _verbs(act: Act) -> frozenset[str]:
    """Stems of the verbs by which people ask for an order: those of its own words, and those for running anything."""
    said = words.tokens(act.what)
    if act.command or not GENERIC.isdisjoint(said):     # else a tool's name says what it does, its values to what
        said += [w for text in act.values for w in words.tokens(text)[:40]]
    return frozenset(words.stem(w) for w in said).union(RUN, *(names.act(w)[0] for w in dict.fromkeys(said)))


GENERIC = frozenset(("apply", "call", "command", "eval", "execute", "graphql", "invoke", "query", "run", "sql"))
RUN = frozenset(words.stem(w) for w in (*words.ACTS["exec"].split(), "try", "call", "use", "invoke"))


# An agent's own settings: what an instruction file says of them is no part of its work.
RIGHTS = ("settings.json", "settings.local.json", ".mcp.json", ".claude.json", "config.toml")


def _in_his_document(value: str, memory: Memory, h: Callable[[str], str]) -> bool:
    """Does a file of this machine hold it that a prompt names, to be worked by and not to be told of?"""
    marks = frozenset(h(words.stem(w)) for w in words.tokens(value) if w not in words.STOP)
    held = [r for r in memory.holders(marks) if marks <= r.data | r.prose] if marks else []
    held += [p.record for p in memory.asking(marks) if marks <= p.words] if marks else []
    return not memory.told and any((r.trust < FOREIGN or r.instructs) and len(r.query & memory.words) > 1 for r in held)


# What a person calls by these words is the text that orders it.
CARRIERS = frozenset(("agent", "agents", "ai", "plugin", "plugins", "server", "skill", "skills"))


def _everywhere(path: str) -> bool:
    """Does an agent obey the file in every project, or take its rights from it?"""
    return path.startswith("~/") or path.rsplit("/", 1)[-1] in RIGHTS


def _entrusted(act: Act, memory: Memory, key: bytes, remotes: list[str], own: list[str]) -> Weighed | None:
    h = hasher(key)
    path, given = act.values[0], act.values[1:]
    last = [part for part in path.split("/") if part not in ("", "~", ".", "..")][-1:]
    lasts = act.kind in LINED or (act.kind == "agent" and _everywhere(path))
    words_for = SPOKEN.get(act.kind, frozenset()) - (CARRIERS if lasts and act.kind == "agent" else frozenset())
    spoken = not memory.told and (any(h(w) in memory.said for w in words_for) or any(
        said_by_person(part, memory, key) for part in last        # who only asks how asks nobody to do it
        if not (lasts and "/" in path and part.isalpha())))       # the skill "photo" is not sudoers.d/photo
    strange = [v for v in given if not said_by_person(v, memory, key)]
    if act.kind in INSTALLED and all(_in_his_document(v, memory, h) for v in strange or last):
        return None
    r = asking(_Words(last or [path], memory, key), memory) or asking(_Words([*last, *strange], memory, key), memory)
    if r is not None and (not spoken or (strange == list(given) and spoken_to(r) and strange)):
        return _asked(act, path, r)
    if spoken:
        return None
    if lasts and not memory.unclear and (strange or (not given and ("/" in path or act.kind == "login"))):
        read = next((r for r in reversed(memory.records) if r.trust >= FOREIGN), None)
        if read is not None or memory.foreign:      # it lets somebody in, or is run for good, and nobody spoke of it
            return Weighed(act, path, _tool(read, memory) if read is not None else OUTSIDE)
    rights = act.kind == "agent" and path.rsplit("/", 1)[-1] in RIGHTS
    for text in [*strange, *last]:
        record = only_foreign(_Words([text], memory, key).all, memory, text in strange or rights, act.kind in INSTALLED)
        if record is not None and (text not in last or len(words.tokens(text)) > 1 or text.startswith(".")):
            return Weighed(act, path, _tool(record, memory))
    return None

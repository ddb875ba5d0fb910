"""What a call trusts: packages, remote code, files that something runs or obeys later, orders to what others run.

None of it sends anything, so nothing else weighs it: `acts` says which of these a call does, and with which values.
Law: an act says what is done and to what; whether anybody asked for it others say (guards/_origin/warrant.py).
Limitations: an act of a program that runs under another name; what a program does whose text is not at hand.
"""
from __future__ import annotations

from guards import RUNS as RUN_THERE
from guards._call.entrusted import (
    DEFENCE,
    ENDPOINT,
    LASTING,
    NOTE,
    ORDER,
    PACKAGE,
    POWERS,
    REMOTE,
    ROOMED,
    SPOKEN,
    TAKEN,
    Act,
    file_kind,
    of_machine,
    stops,
)
from guards._call.grants import GRANT, gives, opened, tool_gives
from guards._call.installs import installs, of_the_project, outside, remote_code, taken
from guards._call.looking import looks
from guards._call.manifests import is_manifest, packages, sources
from guards._call.names import ACTING, GROUP, LASTS, REACHES
from guards._call.prefilter import LOUD, QUIET
from guards._call.references import GIVEN, endpoints, loaded
from guards._call.tags import own_plan, words_of
from guards._shell.clients import CLIENTS
from guards._shell.gate import INTERPRETERS
from guards._shell.programs import HANDLERS, ROOMS
from guards._shell.programs.arguments import verb
from guards._text.address import SHARED, host_of, looks_like_host, normalize
from guards._text.lasting import RUN_BY, pipeline, recipe
from guards._text.plain import leaves
from guards._text.words import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guards import Event
    from guards._call import Call
    from guards._shell.reading import Ran, Touch

MOST = 24       # acts of one call


def acts(event: Event, call: Call, fetched: dict[str, str] | None = None) -> list[Act]:
    """The acts of a call, each once.  `fetched`: what earlier calls brought from outside, path -> address."""
    if not call.command:
        return _of_tool(event, call)
    found = [*remote_code(call, fetched or {})]
    for ran in call.ran:
        found += _of_command(call, ran)
    for touch in call.touches:
        found += _of_touch(call, touch, event.project)
    return list({(act.kind, act.values): act for act in found if act.values}.values())[:MOST]


def _of_command(call: Call, ran: Ran) -> list[Act]:
    """The acts of one simple command."""
    found = _there(ran) if ran.program == "ssh" else []
    if ran.program == "git" and "submodule" in ran.words[:3] and "add" in ran.words[:4]:
        found += [Act(TAKEN, "git submodule add", [word.removesuffix(".git")]) for word in ran.words if "://" in word]
    found += [Act(TAKEN, what, [place]) for what, place in taken(ran)]
    made = installs(ran) or [Act(act.kind, act.what, [*act.values, *written(call.ran, act.kind)], power=act.power)
                             if act.kind in LINED else act for act in _entrusting(call, ran)]
    telling = _telling(ran)
    what = " ".join([ran.program, *telling][:3])[:60]
    if made or _at_home(call, ran.program):
        pass
    elif ran.program not in QUIET and gives(ran.program, ran.words) and not looks(ran.words):
        made = [Act(GRANT, what, [*(telling or [ran.program]), *opened(ran.words)])]
    elif _reaches(call, ran.program, ran.words) and not (
            quiet(ran.program, ran.words) or _shows(call, ran) or of_the_project(ran)):
        # A verb of consequence alone says something with its program: `npm publish`.
        alone = len(telling) < 2 and not {"--prod", "deploy", *GROUP}.isdisjoint(telling)
        made = [Act(ORDER, what, [ran.program, *telling] if alone else telling)]
    return [*found, *made]


def _reaches(call: Call, program: str, words: list[str]) -> bool:
    """Does a command reach beyond what is here, as far as its program or its verb tells?  What stays in the project and
    can be undone needs nobody's consent, whoever else says the same words.  `npm run` and `uv run` reach as far as what
    they run."""
    if words[:1] == ["reset"] and any(
            one.program == "git" and one.words[:1] == ["stash"] and LOOSE.isdisjoint(one.words) for one in call.ran):
        return False            # nothing is lost
    if words[:1] in (["run"], ["exec"]) and words[1:] and not (
            program in ROOMED or program in CLIENTS or HANDLERS.get(program) in RUNS_OF_THEIRS):
        return _reaches(call, words[1], words[1:])
    said = [stem(part) for word in words[:4] if not {" ", "/"}.intersection(word) for part in words_of(word)]
    return ROOMS.get(program, "") in REACHING or program in CLIENTS or not OUTWARD.isdisjoint(said) or any(
        "://" in word for word in words)


LOOSE = frozenset("apply branch clear drop list pop show".split())      # verbs of git stash that put nothing away
RUNS_OF_THEIRS = ("services.forge", "services.cloud")       # to these a run is a thing: `gh run rerun 3`
REACHING = ("services", "git", "network")
# What goes out, comes in for good or is taken away, by whatever program.
OUTWARD = frozenset(map(stem, LASTS.union(GROUP.keys() - {"lock"}, REACHES, """add create install login prod
    production remote seed set ship start sync transfer upload""".split())))      # `poetry lock` writes a file here


def _of_touch(call: Call, touch: Touch, project: str) -> list[Act]:
    """The acts that lie in the file that is changed."""
    found: list[Act] = []
    writes, name = touch.how in ("writes", "adds"), touch.path.rpartition("/")[2][-40:]
    if writes and name.lower() in GIVEN:
        text = "\n".join(word for one in call.ran if one.program in EDIT for word in one.words)
        found = [Act(ENDPOINT, f"what {name} names", [one]) for one in endpoints(touch.path, text)]
    found += [Act(PACKAGE, f"what {name} names", [one]) for one in (
        packages(touch.path, "\n".join(printed(call.ran))) if writes else ())]
    kind = file_kind(touch.path)
    if kind == DEFENCE:         # a record grows by itself; what is emptied or taken away is lost
        kind = kind if touch.how in ("writes", "removes") or "/etc/" in touch.path else ""
    elif not writes and touch.program not in (*INTERPRETERS, "ln"):
        kind = ""
    if kind:
        said = [] if touch.program in ("cp", "mv", "ln") else written(call.ran, kind)
        brought = call.reading.fetched.get(touch.path)
        found.append(Act(kind, f"a change of {touch.path[-60:]}", [touch.path, *said, *([brought] if brought else [])],
                         power=kind in POWERS and of_machine(call, touch.path, touch.path, project)))
    return found


def _there(ran: Ran) -> list[Act]:
    """What a command puts on another machine where it is run, or lets somebody in, by itself; code from an address that
    it runs there."""
    from guards._shell.programs.network import told_there

    text = told_there(ran.words)
    if ">" not in text and "tee" not in text and "://" not in text:
        return []
    from guards._shell.machine import read

    reading = read(text)
    kinds = {touch.path: file_kind(touch.path) for touch in reading.touches if touch.how in ("writes", "adds")}
    run = [e for e in reading.effects if e.kind == RUN_THERE and e.destination and outside(e.destination)]
    return [*(Act(REMOTE, f"{e.operation} on another machine"[:60], [e.destination]) for e in run), *(
        Act(kind, f"a change of {path[-60:]} on another machine", [path, *written(reading.ran, kind)])
        for path, kind in kinds.items() if kind in LINED)]


def _of_file(path: str, call: Call, project: str) -> list[Act]:
    """What a file that an editing tool writes is, names, lets, loads and brings in."""
    kind, name = file_kind(path), path.rpartition("/")[2][-40:]
    text, before = "\n".join(call.puts), call.replaces
    found: list[Act] = []
    if kind:
        new = "\n".join(line for line in text.split("\n") if line not in before)
        found.append(Act(kind, f"a change of {path[-60:]}", [path, *addresses(text), *lines(
            new if kind in TOLD else text, kind)], power=kind in POWERS and of_machine(call, path, path, project)))
    found += [Act(PACKAGE, f"what {name} names", [one], False) for one in packages(path, text, before)]
    found += [Act(REMOTE, f"what {name} loads", [place], False) for place in loaded(path, text)]
    found += _lent(path, name, text, before)
    if is_manifest(path):
        found += [Act(REMOTE, f"what {name} brings in", [place]) for place in sources(path, text, before)]
    if "://" in text and (pipeline(path) or recipe(path) or name.lower() in RUN_BY):
        from guards._shell.plans import played

        found += [Act(REMOTE, f"what {name} says, once it runs,", [e.destination], False)
                  for e in played(path, text, call.cwd) if e.kind == RUN_THERE]
    lets = [one for one in ("write-all", ASKED) if pipeline(path) and one in text and one not in before]
    lets = [] if lets == [ASKED] and not any(one in text for one in KEPT) else lets
    found += [Act(GRANT, f"what {name} lets", lets, False)] if lets else []
    return found


# What runs a pipeline for whoever asks for a merge, and what he must not get.
ASKED, KEPT = "pull_request_target", ("head.sha", "head.ref", "contents: write", "id-token: write", "secrets.")


def _of_tool(event: Event, call: Call) -> list[Act]:
    """A file that an editing tool writes; an order to a server by another tool that does not merely read."""
    if call.touches:
        return _of_file(call.touches[0].path, call, event.project)
    if not event.server or own_plan(event):
        return []
    from guards._call.names import LOOKS_UP, MOVES, said_by
    from guards._text.sql import changing

    words = said_by(event)
    found = words[:1] and (words[0] in LOOKS_UP - CARRIED_OUT or (
        words[-1] == "search" and (ACTING | MOVES).isdisjoint(words)))
    if not words or (found and not changing(words, event.input)[0]):
        return []
    if "memory" in words_of(event.server):
        said = [text for _, text in leaves(event.input, depth=5, items=20) if isinstance(text, str) and " " in text]
        return [Act(NOTE, " ".join(words)[:60], said, False)]
    given = {name: value for name, value in event.input.items() if name.lower() not in OPTIONS}
    if tool_gives(words, given):
        return [Act(GRANT, " ".join(words)[:60], _short(given), False)]
    return [Act(ORDER, " ".join(words)[:60], _short(given), False)]


def _lent(path: str, name: str, text: str, before: str) -> list[Act]:
    """What a file takes from others by their name, or leads to."""
    from guards._call import references

    return [*(Act(TAKEN, f"what {name} takes in", [place, path], False)
              for place in references.references(path, text, before)),
            *(Act(ENDPOINT, f"what {name} names", [one], False)
              for one in (() if file_kind(path) else references.endpoints(path, text, before)))]


EDIT = frozenset("awk cat ed echo gsed jq node perl printf python python3 ruby sd sed tee yq".split())


CARRIED_OUT = {"export"}        # what is looked up is put where others may take it
# Arguments that say how, not what: their words stand in every description of the tool.
OPTIONS = frozenset("encoding format limit mode order output_format overwrite sort timeout type".split())


def _short(given: Mapping[str, object]) -> list[str]:
    """The short texts of an input; of a mutation what it does, and not what it wants to know."""
    each = leaves(given, depth=4, items=20)
    found = (str(one) for _, one in each if isinstance(one, (str, int)) and not isinstance(one, bool))
    return ["{".join(text.split("{")[:2]) if text.startswith("mutation") else text for text in found
            if 0 < len(text) <= 200][:20]


# --- commands that put something where it is run or obeyed later


# Settings of git that name what is run, or where things come from.
GIT_RUNS = tuple("""alias. core.attributesfile core.editor core.fsmonitor core.hookspath core.pager core.sshcommand
    credential. diff. filter. gpg. http.proxy http.sslverify include. includeif. init.templatedir merge. pager.
    protocol. sequence.editor url. user.email""".split())
# Such that only say how git works here, and their values: no program, no place.
GIT_PLAIN = tuple("""advice. checkout. color. column. core.autocrlf core.commitgraph core.compression core.eol
    core.filemode core.fscache core.fsmonitor core.ignorecase core.longpaths core.multipackindex core.preloadindex
    core.quotepath core.splitindex core.untrackedcache diff.algorithm feature. fetch.parallel fetch.prune
    fetch.writecommitgraph gc.auto index. init.defaultbranch log. merge.conflictstyle pack. pull. push.autosetupremote
    push.default rebase. rerere. stash. status.""".split())
PLAIN_VALUES = frozenset("""always auto current diff3 false ff histogram input interactive keep main master matching
    merges never no off on only patience simple true yes zdiff3""".split())


def _entrusting(call: Call, ran: Ran) -> list[Act]:
    """The acts of FILES that are done by a command of its own."""
    words = [w for w in ran.words if not w.startswith("-")]
    kind = next((kind for kind, *_ in ran.does if kind in SPOKEN), "")
    if ran.program == "git" and words[:1] == ["config"] and len(words) > 2 and words[1].lower().startswith(GIT_RUNS):
        kind = "" if says_how(words) else "hooks"
    kind = kind or DEFENCE * stops(ran.program, ran.words)
    made = [Act(kind, " ".join([ran.program, *words[:2]])[:60], words[1:] or [ran.program], power=kind in POWERS and
                of_machine(call, ran.program))] if kind else []
    if kind in ("hooks", "registry"):
        made += [Act(REMOTE, f"{ran.program}, {LASTING}", [place]) for place in _instead(words, kind)]
    return made


def _instead(words: list[str], kind: str) -> list[str]:
    """The place from which, or through which, a setting has code come from now on, whatever address is asked for."""
    if kind == "registry":
        return [word for word in words if "://" in word and outside(word)]
    name = (words[1] if words[1] not in ("set", "add") else words[2]).lower()
    place = name[4:].rpartition(".")[0] if name.startswith("url.") else words[-1] if name.endswith(".proxy") else ""
    return [place] if "://" in place and host_of(normalize(place)) not in SHARED and outside(place) else []


def says_how(words: Iterable[str]) -> bool:
    """Does `git config` only say how git works here?

    >>> [says_how(c.split()) for c in ("config core.untrackedCache true", "config --global pull.rebase true",
    ...     "config core.fsmonitor .git/watch.sh", "config http.sslVerify false", "config gc.recentObjectsHook x")]
    [True, True, False, False, False]
    """
    said = [word for word in words if not word.startswith("-") and word != "set"]
    return len(said) == 3 and said[0] == "config" and said[1].lower().startswith(GIT_PLAIN) and (
        said[2].isdecimal() or said[2].lower() in PLAIN_VALUES)


def written(ran: Iterable[Ran], kind: str = "") -> list[str]:
    """What commands of one line print into a file: the texts of echo and printf, by their addresses and lines."""
    texts = [" ".join(one.words) for one in ran if one.program in ("echo", "printf", "cat", "tee", "sed")]
    return [*addresses("\n".join([*texts, *printed(ran)])), *lines("\n".join(printed(ran)), kind)]


def printed(ran: Iterable[Ran]) -> list[str]:
    """The texts of echo and printf, and those that stand in the line: <<EOF."""
    ran = list(ran)
    return [*(" ".join(one.words) for one in ran if one.program in ("echo", "printf")),
            *(one.given.text for one in ran if one.program in ("cat", "tee") and one.given.text)]


# Files of which each line is run or lets somebody in.
TOLD = ("agent", NOTE)      # kinds of file that say what an agent is to do
LINED = frozenset("startup login schedule names".split())


def lines(text: str, kind: str) -> list[str]:
    """The lines that are put into such a file, and the paths in them, parted into words: others may put them so; of
    what an agent is told, the lines.

    >>> lines("# own\\nsource /opt/x/env.sh", "startup")
    ['source /opt/x/env.sh', 'opt x env.sh']
    """
    if kind in TOLD:
        return [said for line in text[:4000].replace(". ", "\n").split("\n") for said in [line.strip(" #*->\t")]
                if said.count(" ") > 1][:24]
    if kind not in LINED:
        return []
    found: dict[str, None] = {}
    for line in text[:4000].replace("\\n", "\n").split("\n"):
        words = line.strip().split()
        if len(words) < 2 or words[0].startswith("#"):
            continue
        found[" ".join(words)[:200]] = None
        for word in "".join(" " if c in "\"'`=:;()$" else c for c in line).split():
            parts = [part for part in word.split("/") if part not in ("", "~", ".", "..")]
            if "/" in word and len(parts) > 2 and not word.startswith(("/usr/", "/bin/", "/dev/")):
                found[" ".join(parts)] = None
    return list(found)[:8]


def addresses(text: str) -> list[str]:
    """Hosts, addresses and keys that stand in a text that is written somewhere."""
    found: dict[str, None] = {}
    for mark in "\"'`()<>|;,=[]{}\\":
        text = text.replace(mark, " ")
    for word in text[:20_000].split():
        if "/" in word.partition("@")[0] and "@" in word and "://" not in word:
            continue            # code at a version, `owner/name@v4`: what is taken in is told by itself
        if "://" in word or "@" in word or looks_like_host(word) or (len(word) > 40 and word.isascii()):
            found[word] = None
    return list(found)[:10]


# Options that say what is done.
SAYING = {"git": LOUD["git"], "netlify": ("--prod",), "vercel": ("--prod",), "gh": ("--approve",)}


def _telling(ran: Ran) -> list[str]:
    """A command's words that say something: no flags, no numbers of one digit, no paths of the system."""
    found = []
    for word in ran.words:
        word = word.partition("=")[2] if word.startswith("-") and "=" in word else word
        loud = word in SAYING.get(ran.program, ())
        if word and (loud or word[0] not in "-$|&;<>") and not (word.isdigit() and len(word) < 3) and len(word) <= 400:
            found.append(word)
    return found


def quiet(program: str, words: Iterable[str]) -> bool:
    """Is a simple command one that looks, builds or tests here?

    >>> quiet("grep", ["x"]), quiet("npm", ["test"]), quiet("npm", ["owner", "add"]), quiet("kubectl", [])
    (True, True, False, False)
    >>> quiet("bd", ["dolt", "remote", "list"]), quiet("bd", ["delete", "list"]), quiet("bd", ["show", "av-1"])
    (True, False, True)
    """
    said = verb(program, [*words])[0]      # `gh run list`: the grammar tells the verb from the thing
    if not program or program[0] in "$" or looks(words) or (program not in QUIET and looks(
            said[-1].split("-")[:1] if said else ())) or (program == "git" and says_how(words)):
        return True
    return program in QUIET and (program not in LOUD or LOUD[program].isdisjoint(words))


# By which a command only says what it would do.
DRY = frozenset("--dry-run --dryrun -dry-run --dry-run=client --dry-run=server --noop --simulate --what-if".split())
READS = ("\\", "desc", "explain", "select", "show")      # by which an order to a database begins that only reads


def _shows(call: Call, ran: Ran) -> bool:
    """Does a command only show something: a dry run, a client that sends nothing, an order that reads a database?"""
    if not DRY.isdisjoint(ran.words) or ran.words[-1:] in (["--help"], ["--version"]):
        return True
    handler = HANDLERS.get(ran.program, "")
    if handler == "services.client" or ran.program == "sqlite3":
        orders = [word.strip(" ;").lower() for word in ran.words if " " in word or word[:1] == "\\"]
        return bool(orders) and all(one.startswith(READS) and ";" not in one for one in orders)
    return handler.startswith("network.") and not any(one.program == ran.program for one in call.effects)


def _at_home(call: Call, program: str) -> bool:
    """Is all that this program does a word or a change that it hands to the project's own remote?  Another guard asks
    who wanted that."""
    done = [effect for effect in call.effects if effect.program == program]
    return bool(done) and all(effect.destination.startswith("remote:") and effect.operation.endswith(HANDED)
                              for effect in done)


HANDED = ("pr create", "mr create", "pr comment", "mr note", "issue create", "issue comment", "issue note")

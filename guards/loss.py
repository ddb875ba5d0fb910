"""What can nobody bring back?  Only that is asked about; all else is copied before the call and passes.

Asked: an order that deletes at a service, a push over commits that are not here, a device, a system folder, the home
folder, a parent of the project, our store, `$VAR/*` without a value, what is over a snapshot's bounds, a failing git.
Silent: what the session itself created.  A yes counts for the object and, until the next prompt, for its like.
Cannot see: what a program's own code deletes elsewhere; which database a client's own settings mean.
"""

from __future__ import annotations

from guards import ASK, Call, Command, Event, Example, Facts, Lesson, Query, Row, Rule, Verdict
from guards._reading import resolve_text
from guards._reading.losses import (
    CREATES,
    EXPRESSIONS,
    STRONG,
    Loss,
    join_text,
    list_command_losses,
    list_losses,
    list_matches,
    name_object,
    split_pieces,
)
from guards._taint.consent import APPROVED, LENGTH, hash_approval, hash_words, is_approved
from guards._text import fits_path, is_local_place, list_leaves, split_table
from guards._words import NEVER, REMOVES, SAVES

# Tests: names of what may go; taking: words that may take local work away; pushes: options with which a push does.
TESTS, SYSTEM, TAKING, PUSHES, PATHS = split_table(
    """tests demo dummy e2e job jobs kind localstack minikube playground pod pods sandbox scratch smoke test testing tests
|system Applications Library System Users bin boot dev etc home lib lib64 opt proc root sbin srv sys usr var
|taking checkout clean dd delete mv rebase reset restore rimraf rm rmSync rmdir rmtree shred stash switch truncate unlink
|pushes -d -f --delete --force --force-if-includes --force-with-lease --mirror --prune|paths path file_path source destination paths"""
).values()
SAVING = SAVES | STRONG | {"move", "rename"}
NO_STAKE = {"id": "", "fault": "", "named": [], "unheld": []}
QUOTES, BREAKS = (dict.fromkeys(map(ord, x), " ") for x in ("'\"`,()[]", "'\"`,()[]-_./:=@;|&"))


def get_stake(call: Call, facts: Facts) -> Row:
    """The snapshot before a call that may change something."""
    event, paths = facts.event, call.writes + call.deletes
    text = join_text(event, call)
    if event.tool == "ExitWorktree":  # the client removes it, whatever it holds
        text = event.tool
    if not paths and split_pieces(event.short) & SAVING:
        paths = tuple(value for key, value in list_leaves(event.input) if key in PATHS)
    if call.read_only or not (text or any(paths)):
        return NO_STAKE
    return facts.get("at_stake", text, *paths) or NO_STAKE


def read_push(command: Command) -> Query | None:
    """The query for a push that overwrites or deletes: ("overwrites", remote, branch, ...); "*" is every branch."""
    options, words = command.options.keys(), command.words
    if command.program != "git" or words[:1] != ("push",) or {"-n", "--dry-run"} & options:
        return None
    remote, *refs = words[1:] or ("",)
    forced = PUSHES & options
    refs = [ref for ref in refs if forced or ref[0] in "+:"]
    refs = ["*"] if {"--mirror", "--prune"} & options else refs
    return ("overwrites", remote, *refs) if refs or forced else None


def is_ordered(loss: Loss, facts: Facts) -> bool:
    """Does the newest prompt spell the order, or hold the object's name, at most two words away one for removing; and no
    word that forbids?  Its name is "volumes" where the order takes all, and "local database" stands for one of this machine."""
    order, names, _ = loss
    typed, thing = (facts.state.get("origin.typed") or [""])[-1], name_object(*loss)
    known = any(map(is_local_place, thing[1].split())) or {*" .$"}.isdisjoint(thing[1])
    what = names or ("volumes" if list_matches("volumes", order) else order)
    if known and thing[0] == "database" and hash_words(facts.key, "local database") in typed:
        what = "database"
    verbs = REMOVES | {"sync", "down"} & {*order.split()}
    words = [one.rpartition("://")[2] for one in what.split()]
    spelled, name, removes, ban = (
        [typed.find(one) for word in words if len(one := hash_words(facts.key, word)) > 2]
        for words in ([f"{order} {names}"], words, verbs, NEVER)
    )
    first = min(name, default=-1)
    near = any(at >= 0 and abs(at - first) <= 3 * (LENGTH + 1) for at in removes)
    return max(ban) < 0 and (spelled >= [0] or (near and first >= 0))


def ask_about(reason: str) -> Verdict:
    """A question about what nothing brings back; where nobody can answer, the call is denied."""
    return Verdict(ASK, f"{reason}. To allow it, say yes.")


def judge_service(call: Call, facts: Facts) -> Verdict | None:
    losses, plan = list_losses(facts, call), facts.state.get("loss.plan")
    if plan and any(f"{one.program} {one.sub}" == "terraform apply" for one in call.commands):
        losses.append(("terraform apply", plan, ""))
    if not losses:
        return None
    stages = list_matches("stage", join_text(facts.event, call))
    prompts = facts.state.get("prompts", 0)
    made = [name_object(*one) for one in list_losses(facts, call, CREATES)]
    for loss in losses:
        order, names, place = loss
        stage = (match[1] for match in stages if order in match[2])
        words = " ".join((place, *stage)).lower().translate(BREAKS).split()
        words += EXPRESSIONS["last-names"][1].findall(names.lower())  # how each name ends
        kind = names.replace("/", " ").split()[:-1]
        like = (*order.rpartition(names or " ")[::2], *kind, place)  # whatever its name is
        thing = name_object(*loss)
        if thing[0] == "database":  # whatever is done to its tables
            like = (place, *{"database", "schema"} & {*order.lower().split()})
        above = name_object(order, *place.rpartition(" ")[::-2])  # the database of a table
        known = [loss, (str(prompts), *like), thing, above]
        near = above[0] != "database" and any(map(is_local_place, place.split()))
        local = near or not TESTS.isdisjoint(words)
        # All of it stands in the call.
        local |= names.startswith(("secret ", "configmap ")) and thing in made
        if local or is_ordered(loss, facts) or any(is_approved(facts, *x) for x in known):
            continue
        what = order if names in order else f"{order[:60]} {names}"
        what = f"`{what[:100]}`{' in ' * bool(place)}{place[:50]}{' removes data, which' * bool(list_matches('volumes', order))}"
        why = f"{what} cannot be undone. To allow it, and others like it until your next prompt, say yes."
        # `guard: allow` is a prompt itself.
        return Verdict(ASK, why, approves=[loss, (str(prompts + (not facts.attended)), *like)])
    return None


def judge_push(call: Call, facts: Facts) -> Verdict | None:
    for command in call.commands:
        query = read_push(command)
        for branch, count, *newest in (query and facts.get(*query)) or ():
            if count < 0 and PUSHES & command.options.keys() == {"--force-with-lease"}:
                continue  # git refuses it
            what = f"{count} commit{'s' * (count > 1)}" if count > 0 else "unfetched commits"
            whose = "".join(f" ({one[:7]} {one[41:60]})" for one in newest if one.isprintable())
            return ask_about(
                f"`git push` would remove {what} of {branch}{whose} that no branch here has"
            )
    return None


def list_targets(call: Call, event: Event, text: str, home: str) -> list[str]:
    """Absolute paths that the call takes away, moves or opens up, globs cut off."""
    found = [*call.deletes]
    for command in call.commands:
        opens = command.program in ("chmod", "chown") and "R" in "".join(command.options)
        found += command.words[-1:] if opens else ()
    for match in list_matches("code", text):
        found += [one for one in match[1].translate(QUOTES).split() if one[0] in "/~"]
    for match in list_matches("finds", text):
        found += match[1].translate(QUOTES).split()
    return [resolve_text(path, event.cwd, home) for path in found]


def judge_place(call: Call, facts: Facts) -> Verdict | None:
    """Devices, system folders, the home folder, a parent of the project, the store: no snapshot holds them."""
    text, stake = join_text(facts.event, call), get_stake(call, facts)
    for device in list_matches("device", text):
        return ask_about(f"`{device[0].strip()[:80]}` is a device, and no copy is made of it first")
    home, high = str(stake.get("home", "")), stake.get("high", {})
    for path in list_targets(call, facts.event, text, home):
        start, parts = f"{path.rstrip('/')}/", path.split("/")
        deep = parts[1] not in SYSTEM or len(parts) > 3 or path.startswith(f"{home}/")
        places = (what for one, what in high.items() if fits_path(f"{start}**", one))
        what = next(places, "" if deep else "a folder of the system")
        if what:
            return ask_about(f"`{path[:80]}` is {what}, and no copy is made of it first")
    return None


def judge_unset(call: Call, facts: Facts) -> Verdict | None:
    text, known = join_text(facts.event, call), get_stake(call, facts).get("variables", ())
    for found in list_matches("unset", text) if call.deletes else ():
        name, sets = found[1], list_matches("assigned", text)
        if name not in known and all(one.lastindex and one[one.lastindex] != name for one in sets):
            what = f"`{found[0].strip()[:60]}` begins at `/` where ${name} has no value"
            return ask_about(f"{what}, and none is known here")
    return None


def judge_unheld(call: Call, facts: Facts) -> Verdict | None:
    stake, words = get_stake(call, facts), join_text(facts.event, call).split()
    deeds = " ".join(one for one in words if one[:2] != "--").translate(BREAKS).split()
    if not call.deletes and TAKING.isdisjoint(deeds):
        return None
    cleans = ({*"".join(one.options)} for one in call.commands if one.words == ("clean",))
    held = "unheld" if any({"f", "x"} <= one for one in cleans) else "named"  # git's, everywhere
    named, fault = ", ".join(stake[held][:2])[-90:], stake["fault"][:90]
    if named:
        return ask_about(f"`{named}` is too large to be copied first, and cannot be brought back")
    return ask_about(f"No copy of local work could be made: {fault}") if fault else None


def LEARN(event: Event, call: Call, facts: Facts) -> Lesson | None:
    """The row's snapshot; once a session, that something can come back."""
    lesson = Lesson()
    if event.name == "PreToolUse":
        stake = get_stake(call, facts)
        missing = [stake["fault"]] if stake["fault"] else stake["unheld"][:5]
        lesson.fields = {"snapshot": stake["id"], "unheld": missing}
        if missing and not facts.state.get("loss.incomplete"):
            lesson.ops.append(("set", "loss.incomplete", True))
            what = f"The snapshot before this call is incomplete: {', '.join(missing)[:120]}."
            lesson.notices.append(what)
        return lesson
    said = f"{event.response} {event.error}".replace("\\n", " ")
    done = {f"{one.program} {one.sub}" for one in call.commands}
    rejected = [("push", "loss.rejected", one[1], 9) for one in list_matches("rejected", said)]
    lesson.ops += [("del", "loss.rejected")] if {"git fetch", "git pull"} & done else rejected
    if event.name == "PostToolUse":
        prints = [one.program for one in call.commands if not list_command_losses(one, "")]
        lost = {*list_losses(facts, call)}  # deletes as `compose down -v`
        for order, made, place in {*list_losses(facts, call, CREATES)} - lost:
            if "already exists" in said or ("not exists" in order.lower() and "CREATE" not in said):
                continue  # as psql answers
            ids = list_matches("ids", said)[:8] if prints.count(order.split()[0]) < 2 else []
            for name in (made, made.partition(" ")[0], *(one[0] for one in ids)):
                key = hash_approval(facts.key, name_object(order, name, place))
                lesson.ops.append(("put", "consent.approved", key, 0, APPROVED))
        if "Plan: " in said and "terraform plan" in done:
            plan = " ".join(match[1] for match in list_matches("destroys", said))
            lesson.ops.append(("set", "loss.plan", plan))
    told = facts.state.get("loss.told")
    id, names = (event.command and not told and facts.get("taken_away")) or ("", [])
    if names:
        what = ", ".join(one.removeprefix(f"{event.project}/") for one in names[:2])[:120]
        back = f"To bring it back: `guardctl rescue {id} --restore`. (Said once a session.)"
        lesson.notices.append(f"Deleted or overwritten ({len(names)}): {what}. {back}")
        lesson.ops.append(("set", "loss.told", True))
    return lesson if lesson.ops else None


def make_example(line: str) -> Example:
    """A call of one command and its facts, in which `~` is /h, and "big" is over the bounds."""
    program, *rest = line.split()
    options, words = dict.fromkeys(rest, ""), [word for word in rest if word[0] != "-"]
    event = Event("PreToolUse", tool="Bash", input={"command": line}, project="/p")
    stake = {**NO_STAKE, "home": "/h", "high": {"/h": "home"}, "named": [*{"big"} & {*rest}]}
    answers = {
        ("at_stake", line, *words): stake,
        ("overwrites", "origin", "main"): [("main", 2, f"{'a1b2c3d4' * 5},Cora")],
    }
    call = Call("Bash", commands=[Command(program, words, "", options)], deletes=words)
    return call, Facts(event, answers=answers)


# What is asked | an example to which the rule says yes | one to which it does not.
QUESTIONS = """service|Does an order delete at a service or a database?|kubectl delete namespace shop|kubectl get pods
push|Does a push overwrite commits that are not here?|git push -f origin main|git push origin main
place|Does a call delete or overwrite a device, a folder of the system, home, or a parent of the project?|rm -rf ~|rm -rf src
unset|Does a delete begin at a variable that has no value?|rm -rf $OUT/*|rm -rf out/*
unheld|Does a call delete more than a snapshot can hold?|rm -rf big|rm -rf data"""
JUDGES = (judge_service, judge_push, judge_place, judge_unset, judge_unheld)
RULES = tuple(
    Rule(f"loss.{id}", question, judge, make_example(yes), make_example(no))
    for judge, line in zip(JUDGES, QUESTIONS.split("\n"))
    for id, question, yes, no in (line.split("|"),)
)

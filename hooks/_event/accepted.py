"""What keeps us working, compared with what this machine accepted: handlers, launcher, guards.json, our own code.
Law: what a call changed is put back in the same turn and told to person and agent; of a settings file only our handlers
are merged back, all its other bytes stay.  What git brought loosens nothing until `guardctl trust`; a removal of our
handlers by git is put back.  A person's own edit is theirs.  The record lies outside of the project:
{"places": [[scope, agents, strict, server]], "stats": {path: [...]}, "text": guards.json as accepted, "pending": digest
of one that git brought, "head": the commit at the last look, "code", "bundle": digests of our code, a vendored copy}.
Cannot see: who changed a file between two events; what somebody with the person's rights does to the record itself.
"""

from __future__ import annotations

from guards import DENY, TYPE_CHECKING, Any, Environ, Row, Verdict, Words
from hooks import _stores as disk
from hooks._stores import Fault, digest_bytes, read_bytes, stat_file, write_json
from hooks._stores.ledger import parse_row
from hooks._stores.world import World, locate_data, walk_files

if TYPE_CHECKING:
    from hooks._event import Moment

FILE, BUNDLE = ".autoskillit/guards.json", ".autoskillit/bundle"
STARTS = ("SessionStart", "UserPromptSubmit")
RESULTS = "PostToolUse PostToolUseFailure PostToolBatch Stop SubagentStop".split()
MOVES = "AUTOSKILLIT_STATE_DIR XDG_STATE_HOME XDG_DATA_HOME AUTOSKILLIT_PYTHON HOME".split()
NEW: Row = {"places": [], "stats": {}, "text": None, "pending": "", "head": ""}
CAME = "{} came with git and is not what you accepted: `guardctl trust` accepts it"


def check_accepted(moment: Moment) -> None:
    """A step of an event: compares, puts back, tells."""
    world, starts = moment.world, moment.event.name in STARTS
    for path in (f"{world.project}/.autoskillit", f"{world.project}/.autoskillit/temp"):
        if disk.stat_kind(path) == disk.LINK and is_by_call(moment) and disk.remove_file(path):
            moment.notices.append(f"{path} was a link, which is removed: records go to a folder.")
    for project in dict.fromkeys((world.project, world.environ.get("HOME", ""))):
        record = locate_record(project, world.environ)
        if disk.stat_kind(record) and (held := load_record(record))["stats"]:
            changed = [path for path, known in held["stats"].items() if stat_file(path) != known]
            moved = starts and stamp_code(locate_data(world.environ)) != held.get("code")
            if changed or moved or moment.event.name == "SessionStart":
                settle_changes(moment, project, held, changed)
                save_record(record, held)
            elif starts and find_head(project) != held["head"]:
                save_record(record, {**held, "head": find_head(project)})
    if moment.event.name == "SessionStart":
        moment.warnings += list_moves(world.project)


def settle_changes(moment: Moment, project: str, held: Row, changed: Words) -> None:
    """Puts back what a call or git took, accepts what a person did.  Changes `held` to what counts from now on."""
    event, by_call, said, mend = moment.event, is_by_call(moment), [], load_mend()
    environ, started = moment.world.environ, event.name == "SessionStart"
    if mend.restore_code(environ, held):
        said.append("the guards' own code")
    lost = mend.list_lost(project, environ, held["places"] if changed or started else [])
    if started and mend.digest_code(f"{project}/{BUNDLE}") != held.get("bundle", ""):
        moment.note_once(CAME.format(BUNDLE))
    asked = FILE in str(event.input) and event.call_id in moment.state.get("consent.open", ())
    if by_call and f"{project}/{FILE}" in changed and not asked:  # it ran: you said yes
        lost[f"{project}/{FILE}"] = held["text"] and held["text"].encode()
    for path, data in lost.items():
        name = path.removeprefix(f"{project}/")
        brought = path in changed and came_by_git(moment, held, path)
        if brought and path.endswith(("guardctl", ".md")):
            moment.note_once(CAME.format(name))
        elif brought or (path in changed and by_call):
            mend.write_file(path, data, 0o755 if path.endswith("guardctl") else 0o644)
            said.append(name)
        else:
            moment.warnings.append(f"{name} lost the guards; install.py puts them back")
    if said:
        by = event.tool or ("a call" if by_call else "git")
        text = f"{', '.join(said)}: changed by {by}, put back. Only you may remove the guards: `install.py --uninstall`."
        moment.notices.append(text)
        moment.lesson.fields["put_back"] = said
        if event.name == "ConfigChange":
            moment.verdicts.append(Verdict(DENY, text, rule="self.put-back"))
    held["stats"] = {path: stat_file(path) for path in held["stats"]}
    held["head"] = find_head(project)


def stamp_code(data: str) -> str:
    """A digest of the size and times of every file of the shared copy."""
    stats = [f"{path} {stat_file(path)}" for path in walk_files(f"{data}/code")]
    return digest_bytes("".join(stats).encode())


def load_mend() -> Any:
    """hooks/_install/check.py, which stands above us: only a change needs it."""
    return __import__("hooks._install.check", fromlist=["mend"])


def choose_settings(moment: Moment) -> tuple[bytes, bytes]:
    """(guards.json as it counts, one that git brought); what a person edits counts from their next prompt on."""
    world, event, path = moment.world, moment.event, f"{moment.world.project}/{FILE}"
    record, text = locate_record(world.project, world.environ), read_guards(world.project)
    held = load_record(record)
    known, data = (one.encode("utf-8", "surrogateescape") for one in (held["text"] or "", text))
    if data == known:
        return data, b""
    seen = digest_bytes(data)
    if seen != held["pending"] and came_by_git(moment, held, path):
        held["pending"] = seen
    waits = held["pending"] == seen
    if not waits and (event.name in STARTS or moment.state.get("seq", 0) == 0):
        held.update(text=text, pending="")
        known = data
    if waits or known == data or (event.name not in RESULTS and not is_running(moment)):
        held["stats"][path] = stat_file(path)  # no call did it
    save_record(record, held)
    return known, data if waits else b""


def read_guards(project: str) -> str:
    """The project's guards.json, "" where there is none."""
    return disk.read_text(f"{project}/{FILE}")


def is_by_call(moment: Moment) -> bool:
    """Did a call, not the person, do what changed since the last event?"""
    event = moment.event
    if event.name not in RESULTS:
        return event.name == "ConfigChange" and is_running(moment)
    return event.tool != "AskUserQuestion"  # any other may hide what a call before left running


def is_running(moment: Moment) -> bool:
    """Is a call of this session under way, as far as its records say?"""
    last = [one for one in moment.state.get("window", ())[-5:] if one.get("decision") != "deny"]
    return any("outcome" not in one for one in last)


def came_by_git(moment: Moment, held: Row, path: str) -> bool:
    """Did a pull, checkout or clone since the last look bring the file as it is, or take it away?"""
    from hooks._event.facts import look_committed, open_repository, run_at_start

    repository = open_repository(moment)
    if repository is None or not repository.head or repository.head == held["head"]:
        return False
    for line in reversed(disk.read_text(f"{repository.gitdir}/logs/HEAD").splitlines()):
        if held["head"] and line[41:].startswith(held["head"]):
            return False  # all since then were commits of this clone
        if not line.partition("\t")[2].startswith("commit"):
            break
    if disk.stat_kind(path):
        return look_committed(moment, path, repository.head)
    return run_at_start(moment, "ls-tree -z", repository.head, "--", path) == b""


def list_moves(project: str) -> Words:
    """What the project's settings set in `env` that would move what the guards know, a line each."""
    text = ".claude/settings.json sets {}, which moves what the guards know; it is ignored, take it out"
    return [text.format(name) for name in MOVES if name in read_env(project)]


def filter_environ(project: str, environ: Environ) -> Environ:
    """The environment without what the project's own settings set of MOVES."""
    moved = {name: text for name, text in read_env(project).items() if name in MOVES[:4]}
    return {key: text for key, text in environ.items() if moved.get(key) != text}


def read_env(project: str) -> Row:
    env = load_object(f"{project}/.claude/settings.json").get("env")
    return env if isinstance(env, dict) else {}


def load_object(path: str) -> Row:
    """The JSON object that a file holds; {} for anything else."""
    try:
        return parse_row(read_bytes(path, 0, 8 * disk.MIB))
    except Fault:
        return {}


def find_head(project: str) -> str:
    from hooks._undo import find_repository

    repository = find_repository(project)
    return repository.head if repository else ""


def locate_record(project: str, environ: Environ) -> str:
    """The record of a project, or of a person (`project` is their home), outside of it."""
    return f"{World(project, environ).locate_outside('accepted')}.json"


def load_record(path: str) -> Row:
    """What was accepted; nothing where nothing was, or it cannot be read."""
    found = load_object(path)
    return found if isinstance(found.get("stats"), dict) else {**NEW, "stats": {}}


def save_record(path: str, held: Row) -> None:
    disk.make_folder(disk.cut_name(path))
    disk.write_whole(path, write_json(held).encode())


def accept_project(project: str, environ: Environ, row: list[Any], paths: Words, code: str) -> None:
    """Accepts what is there; `row`: [scope, agents, strict, server] of an installation, [] for all as it is."""
    path = locate_record(project, environ)
    held = load_record(path)
    if row:
        held["places"] = [x for x in held["places"] if x[0] != row[0]] + [row] * bool(row[1])
    held.update(text=read_guards(project) or None, pending="", code=code, head=find_head(project))
    known = dict.fromkeys([*held["stats"], *paths, f"{project}/{FILE}"])
    held["stats"] = {one: stat_file(one) for one in known}
    held["bundle"] = load_mend().digest_code(f"{project}/{BUNDLE}")
    save_record(path, held) if held["places"] or not row else disk.remove_file(path)

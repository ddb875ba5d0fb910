"""What the world says: one look-up a kind of query, each at most once an event.
Law: a look-up changes nothing outside our own folders, runs nothing of the repository's, is bounded, and answers None
where it cannot know.  The repository counts as the session found it: HEAD and remotes of its first event.
Cannot see: what changes between the look-up and the call; of a push what a build step adds, and commits behind the 200th.
"""

from __future__ import annotations

import posix
import sys

from guards import AGENT, PROJECT, TYPE_CHECKING, TYPED, UNTRUSTED, Any, Pairs, Value, Words
from guards._sensitive import list_texts
from guards._sensitive.mask import hash_value, read_secret_values, select_values
from guards._sensitive.named import find_family, is_secret_path, keeps_secrets
from guards._text import SHARED, Form, extract_host, match_glob, normalize_place, split_pairs
from hooks import _stores as disk
from hooks._stores import FILE, FOLDER, LINK, Fault, Lock, make_folder, read_bytes, stat_kind
from hooks._stores.ledger import find_values

if TYPE_CHECKING:
    from hooks._event import Moment
    from hooks._undo import Repository

FILE_MOST, DIFF_MOST = 1 << 16, 1 << 18
SECRET_FILES_MOST, FOLDERS_MOST, VALUES_MOST = 20, 60, 400
SKIPPED = "node_modules venv env dist build target vendor __pycache__".split()
DOTTED = ".aws .docker .kube .m2 .config .secrets".split()  # they keep secrets
# Commits, and the lines that they add.
DIFF = "log -U0 --format= --no-ext-diff --no-textconv --no-renames -200"
# The refs that an option of a push takes; a setting of git that a command gives.
PUSHED = split_pairs("--all:refs/heads/ --mirror:refs/ --tags:refs/tags/")
SETTING = Form(
    r"""(?: -c|\bconfig)(?: --\S+)* ['"]*(\w+)(?:\.([^\s=]+))?\.(\w+)[= ]['"]*([^\s'";&|]+)"""
)
# Program that publishes a folder: its manifest, files that leave names out.
MANIFESTS = split_pairs("""npm:package.json,.npmignore,.gitignore yarn:package.json,.npmignore,.gitignore
    pnpm:package.json,.npmignore,.gitignore docker:Dockerfile,.dockerignore podman:Dockerfile,.dockerignore
    twine:MANIFEST.in poetry:MANIFEST.in uv:MANIFEST.in""")
# The function of a kind of query, where it is not `look_KIND` here; it gets the moment and the query's arguments.
ELSEWHERE = split_pairs("""owners:hooks._event.launch.look_session
    memory:hooks._event.receipts.look_memory context:hooks._event.receipts.look_context
    at_stake:hooks._undo.snapshot.look_stake taken_away:hooks._undo.snapshot.look_taken
    overwrites:hooks._undo.snapshot.look_overwritten""")


def look_answer(moment: Moment, query: tuple[Any, ...]) -> Any:
    """The answer to a query, kept for the event's rules."""
    answers = moment.facts.answers
    if query not in answers:
        answers[query] = None  # where it fails
        path = ELSEWHERE.get(query[0], f"{__name__}.look_{query[0]}")
        answers[query] = call_function(path, moment, *query[1:])
    return answers[query]


def call_function(path: str, *given: Any) -> Any:
    """What a function gives that is named with its module."""
    module, _, name = path.rpartition(".")
    __import__(module)
    return getattr(sys.modules[module], name)(*given)


def resolve_path(moment: Moment, path: str) -> str:
    """The absolute path of one that the call spells; "" for what names nobody's file."""
    if "\0" in path or not path:
        return ""
    if f"{path}/".startswith("~/"):
        path = moment.world.environ.get("HOME", "") + path[1:]
    return path if path[0] == "/" else f"{moment.event.cwd}/{path}"


def look_file(moment: Moment, path: str) -> str | None:
    """The text of a file, at most 64 KiB, also behind a link; None where there is none or it is no text."""
    path = resolve_path(moment, path)
    if stat_kind(path) == LINK:
        from os.path import realpath

        path = realpath(path)
    try:
        data = read_bytes(path, 0, FILE_MOST) if stat_kind(path) == FILE else b"\0"
    except Fault:
        return None
    return None if b"\0" in data[:1024] else data.decode("utf-8", "replace")


def look_exists(moment: Moment, path: str) -> bool:
    return bool(stat_kind(resolve_path(moment, path)))


def add_skill(moment: Moment) -> None:
    """What a skill says goes to the agent beside the result of `Skill`: it is read from where it lies."""
    event = moment.event
    for folder in (moment.world.project, "~") if event.tool == "Skill" else ():
        name = str(event.input.get("skill")).rpartition(":")[2]
        path = f"{folder}/.claude/skills/{name}/SKILL.md"
        if not look_committed(moment, path):
            event.response = [event.response, look_file(moment, path)]


def look_seen(moment: Moment) -> bytes:
    """The session's values file."""
    return read_bytes(moment.session.values) if moment.session else b""


def look_values(moment: Moment, kind: str) -> list[Value]:
    """Every value of the session of that kind, the first source first."""
    return find_values(look_answer(moment, ("seen",)), "kind", kind)


def look_untrusted(moment: Moment, text: str) -> list[Value]:
    """What only outsiders said first: the untrusted values of a text that nobody typed and HEAD does not hold."""
    text = normalize_place(text)
    rows = find_values(look_answer(moment, ("seen",)), "hash", hash_value(moment.facts.key, text))
    lost = moment.state.get("evicted") and extract_host(text)  # what fell out may have named it
    if lost and (not rows or rows[0].trust == AGENT):
        rows = [Value("", "address+p", 0, "a text that was long ago", UNTRUSTED), *rows]
    if not rows or rows[0].trust != UNTRUSTED or any(row.trust in (TYPED, PROJECT) for row in rows):
        return []
    host = extract_host(text)
    whole = "@" in text or host in ("", *SHARED)
    return [] if look_answer(moment, ("head_holds", text if whole else host)) else rows


def look_remotes_now(moment: Moment) -> Pairs:
    """Name -> address that a push there reaches by git's settings now; where a bare push goes since, is origin's."""
    repository, found, at = open_repository(moment), Pairs(), ""
    if repository is None:
        return found
    rows = {}
    files = resolve_path(moment, "~/.gitconfig"), f"{repository.common}/config"
    given = ('[{} "{}"]\n{}={}'.format(*one) for one in SETTING.findall(str(moment.event.input)))
    for line in "\n".join([*map(disk.read_text, files), *given]).splitlines():
        key, _, value = map(str.strip, line.partition("="))
        at = key.strip('[" ]').replace(' "', " ") if key.startswith("[") else at
        rows[key.lower(), at] = value.strip('"')
    # url, pushurl, pushinsteadof, insteadof
    for (key, at), text in sorted(rows.items(), reverse=True):
        if at.startswith("remote ") and key.endswith("url"):
            found[at[7:]] = text
        for name, url in found.items() if key.endswith("insteadof") else ():
            found[name] = at[4:] + url[len(text) :] if url.startswith(text) else url
    at, known = f"branch {repository.symbolic[16:]}", moment.state.get("start.remotes", found)
    ways = map(rows.get, (("pushremote", at), ("pushdefault", "remote"), ("remote", at)))
    name = next(filter(None, ways), "origin")
    goal = found.get(name, name)
    if goal not in ("origin", ".", *known.values()):
        found["" if known is found else "origin"] = goal
    return found


def note_start(moment: Moment) -> None:
    """Keeps what the repository is at the session's first event: its HEAD and its remotes."""
    if "start.remotes" not in moment.state:
        repository, remotes = open_repository(moment), look_remotes_now(moment)
        found = {"start.remotes": remotes, "start.head": repository.head if repository else ""}
        moment.lesson.ops += [("set", *row) for row in found.items()]
        moment.state.update(found)


def look_remotes(moment: Moment) -> Any:
    """The remotes as the session found them."""
    return moment.state.get("start.remotes", {})


def open_repository(moment: Moment) -> Repository | None:
    """The project's repository with its HEAD of now; None where there is none."""
    from hooks._undo import find_repository

    return find_repository(moment.world.project)


def run_at_start(moment: Moment, line: str, *words: str, bad: int = 0) -> bytes | None:
    """What hardened git prints; HEAD stands for the commit of the session's start.  None where it cannot."""
    from hooks._undo import lay_sandbox, run_git

    head = str(moment.state.get("start.head") or "")
    repository = open_repository(moment)
    if repository is None or ("HEAD" in words and not head):
        return None
    given = [head if word == "HEAD" else word for word in words]
    try:
        folder = make_folder(moment.world.locate_outside("sandboxes"))
        with Lock(f"{folder}/lock"):
            lay_sandbox(repository, folder)
            return run_git(repository, line, *given, bad=bad)
    except (Fault, OSError):
        return None


def look_head_holds(moment: Moment, text: str) -> bool:
    """Does a text file of the session's first commit hold this text?"""
    if len(text) < 3 or "\n" in text or "\0" in text:
        return False
    return bool(run_at_start(moment, "grep -I -l -F -e", text, "HEAD", bad=1))


def look_committed(moment: Moment, path: str, head: str = "HEAD") -> bool:
    """Does the session's first commit (or another) hold this path with the bytes that it has now?"""
    from _sha1 import sha1  # type: ignore[import-not-found,unused-ignore]

    path = resolve_path(moment, path)
    try:
        data = read_bytes(path)
    except Fault:
        return False
    blob = sha1(b"blob %d\0" % len(data) + data).hexdigest().encode()
    listed = (data and run_at_start(moment, "ls-tree -z", head, "--", path)) or b""
    return blob in listed.partition(b"\t")[0].split()


def look_secret_files(moment: Moment) -> Pairs:
    """The text of the project's own secret files: of its root and of the folders below it, at most 20."""
    project, found = moment.world.project, {}
    names = list_folder(project)
    plain = (x for x in names if x not in SKIPPED and ("." not in x or x in DOTTED))
    folders = [one for one in plain if stat_kind(f"{project}/{one}") == FOLDER][:FOLDERS_MOST]
    names += [f"{one}/{x}" for one in folders for x in list_folder(f"{project}/{one}")]
    for name in filter(is_secret_path, names):
        if stat_kind(f"{project}/{name}") == FILE:
            found[name] = f"{project}/{name}"
    spelled = " ".join(text[:4096] for text in list_texts(moment.event.input)[:20])
    for path in (word.strip("\"';,()") for word in spelled.split()):
        if keeps_secrets(path):  # elsewhere, or of a kind that keeps some, once a call names it
            found.setdefault(path, path)
    texts = {name: look_file(moment, path) for name, path in [*found.items()][:SECRET_FILES_MOST]}
    return {name: text for name, text in texts.items() if text}


def list_folder(folder: str) -> Words:
    try:
        return sorted(posix.listdir(folder))
    except OSError:
        return []


def look_secret_values(moment: Moment) -> Pairs:
    """{value: its name} of the values of secret files that stand in this event in any spelling.

    One that the session's first commit holds in clear is no secret.
    """
    files = look_answer(moment, ("secret_files",))
    if not files:
        return {}
    event, names = moment.event, {}
    for path, text in files.items():
        for name, value in read_secret_values(text):
            if is_secret_path(path) or find_family(name.lower()):
                names[value] = name
    text = "\n".join(dict.fromkeys(list_texts([event.raw, event.input, event.response])))
    held = select_values(list(names)[:VALUES_MOST], text)
    return {one: names[one] for one in held if not look_answer(moment, ("head_holds", one))}


def look_push(moment: Moment, folder: str, program: str, words: tuple[str, ...]) -> Any:
    """[(path, added lines)] that a push or publish takes; secrets among them are the guard's to find."""
    if program == "git push":
        return list_commits(moment, words)
    if program == "git archive":
        tree = run_at_start(moment, "ls-tree -r -z --name-only", "HEAD") or b""
        return [(one, "") for one in tree.decode("utf-8", "replace").split("\0")]
    return [(one, "") for one in list_published(moment, folder or ".", program)]


def list_commits(moment: Moment, words: tuple[str, ...]) -> list[tuple[str, str]]:
    """(path, added lines) of the commits that no remote has, of refs that a push names or of HEAD."""
    from hooks._undo import read_refs

    repository = open_repository(moment)
    refs = read_refs(repository.common) if repository else {}
    known = {refs[name] for name in refs if name.startswith("refs/remotes/")}
    names = {word.lstrip("+").partition(":")[0] for word in words}
    names |= {one for one in refs for way in PUSHED if way in names and one.startswith(PUSHED[way])}
    tips = [refs[one] for one in refs if {one, one.split("/", 2)[-1]} & names] or ["@"]
    path, found = "", Pairs()
    diff = run_at_start(moment, DIFF, *tips, "--not", *[*known][:100]) or b""
    for line in diff[:DIFF_MOST].decode("utf-8", "replace").split("\n"):
        if line.startswith("+++ "):
            path = line[6:]
        elif line.startswith("+"):
            found[path] = f"{found.get(path, '')}{line[1:]}\n"
    return [*found.items()]


def list_published(moment: Moment, folder: str, program: str) -> Words:
    """The secret files of a folder that its manifest names, or takes whole where no ignore file leaves them out."""
    manifest, *ignores = MANIFESTS.get(program, "").split(",")
    text, *ignored = [look_file(moment, f"{folder}/{one}") or "" for one in (manifest, *ignores)]
    names = [*filter(is_secret_path, list_folder(resolve_path(moment, folder)))]
    copies = "COPY . " in text or "ADD . " in text
    if not {"package.json": text and '"files"' not in text, "Dockerfile": copies}.get(manifest):
        return [one for one in names if one in text]
    lines = [line.strip().lstrip("/") for line in next(filter(None, ignored), "").split("\n")]
    kept = {
        one for one in names for line in lines if match_glob(line, one) and f"!{one}" not in lines
    }
    return [one for one in names if one not in kept]


def look_classifier(moment: Moment, text: str) -> str:
    """The level that the person's own program gives a text: the first word that it prints; "" for none."""
    import subprocess

    command, most = (moment.settings[f"classifier_{name}"] for name in ("command", "timeout"))
    words = command if isinstance(command, list) else ["/bin/sh", "-c", command]
    where = {"cwd": moment.world.project, "env": dict(moment.world.environ), "timeout": most}
    where["input"] = text.encode("utf-8", "replace")
    done = subprocess.run(words, capture_output=True, check=True, **where)
    return "".join(done.stdout.decode("utf-8", "replace").split()[:1])

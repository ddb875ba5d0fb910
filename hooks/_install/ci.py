"""For a job in which nobody sits: code, settings, launchers and records in a folder outside the checkout.

    DIR/.autoskillit/bundle         the code
    DIR/.autoskillit/guards.json    strict, and what would be asked is denied; a checkout's own may only tighten it
    DIR/guards.json                 yours, where you put one there before: its keys in place of these
    DIR/.autoskillit/pinned         the digests of the code and of all files beside it: `guardctl ci` looks again
    DIR/.autoskillit/temp           the records
    DIR/settings.json               for the client: --settings DIR/settings.json --setting-sources user

Nothing is written into the checkout, and nothing of it is read: a pull request can bring no hook, launcher, record or
interpreter.  Raises nothing; says why and gives 1.
"""
from __future__ import annotations

import hashlib
import json
import os
import shlex
import sys

from hooks._install import archive, bundle, command, files, interpreter
from hooks._install.places import SOURCE, Place
from hooks._install.said import line, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# An agent that read what a stranger wrote approves and merges nothing, and writes to no branch that others build from.
APPROVES, MERGES, MAIN = "a job approves nothing", "a job merges nothing", "a job writes to no main branch"
STARTS, STEPS = "a job starts, arms and renames nothing in the forge", "a job sets nothing for its later steps"
CALLERS = "curl|gh|glab|http|https|hub|tea|wget|xh"         # programs that speak to a forge's API
FIELDS = "-F|-f|--field|--raw-field|--input"                # with one of these `gh api` writes
BODY = f"{FIELDS}|-d|--data|--data-raw|--data-binary|--json|--post-data|--body-data"
METHOD = "-X|--method|--request"
WRITTEN = ["P*", "p*", "D*", "d*"]                          # POST, PUT, PATCH, DELETE
REFS = ["*/git/refs*", "*/merges", "*/contents/*", "*/branches/*", "*/repository/files/*", "*/repository/commits"]
FORGES = ["gh workflow run", "gh secret set", "gh secret delete", "gh variable set", "gh alias set", "gh alias import",
          "gh repo sync", "gh repo edit", "glab alias set", "glab variable set", "glab ci run"]
BRANCHES = ("main", "master")


def rules(branches: Iterable[str] = BRANCHES) -> list[dict[str, object]]:
    """The rules of a job; `branches` are those that others build from."""
    heads = [glob for one in branches for glob in (one, f"+{one}", f"*:{one}", f"*heads/{one}")]
    names = [glob for one in branches for glob in (one, f"refs/heads/{one}")]
    found: list[tuple[str, dict[str, object], str]] = [
        ("ci-approve", {"operation": "gh pr review|hub pr review", "options": {"-a|--approve": True}}, APPROVES),
        ("ci-approve-gitlab", {"operation": "glab mr approve|tea pr approve|tea pulls approve"}, APPROVES),
        ("ci-approve-api", {"program": CALLERS, "object": ["*/pulls/*/reviews*", "*/approve"],
                            "options": {BODY: ["*APPROVE*", "@*", "-", "*.json"]}}, APPROVES),
        ("ci-approve-post", {"program": CALLERS, "object": "*/approve", "options": {METHOD: WRITTEN}}, APPROVES),
        ("ci-approve-tool", {"tool": ["mcp__*review*", "mcp__*approve*"], "input": {"event": ["APPROVE*", "approve*"]}},
         APPROVES),
        ("ci-approve-tool-gitlab", {"tool": "mcp__*approve_merge_request"}, APPROVES),
        ("ci-merge", {"operation": "gh pr merge|glab mr merge|glab mr accept|hub merge|tea pr merge|tea pulls merge"},
         MERGES),
        ("ci-merge-api", {"program": CALLERS, "object": ["*/pulls/*/merge", "*/merge_requests/*/merge"]}, MERGES),
        ("ci-merge-graphql", {"program": CALLERS, "options": {
            BODY: ["*ergePullRequest*", "*nablePullRequestAutoMerge*", "*ddPullRequestReview*APPROVE*",
                   "*ubmitPullRequestReview*APPROVE*", "*pdateRef*", "*reateCommitOnBranch*", "*ergeBranch*",
                   "*ergeRequestAccept*"]}}, MERGES),
        ("ci-merge-tool", {"tool": ["mcp__*merge_pull_request", "mcp__*auto_merge", "mcp__*merge_merge_request",
                                    "mcp__*accept_merge_request"]}, MERGES),
        ("ci-main", {"operation": "git push|git send-pack", "object": heads}, MAIN),
        ("ci-main-all", {"operation": "git push|git send-pack", "options": {"--all|--branches|--mirror": True}}, MAIN),
        ("ci-main-api", {"program": CALLERS, "object": REFS, "options": {METHOD: WRITTEN}}, MAIN),
        ("ci-main-fields", {"program": CALLERS, "object": REFS, "options": {BODY: True}, "unless": {
            "options": {METHOD: ["GET", "get"]}}}, MAIN),
        ("ci-main-tool", {"tool": [f"mcp__*{one}" for one in (
            "push_files", "create_or_update_file", "create_file", "update_file", "delete_file", "create_commit",
            "update_ref", "update_reference")], "input": {"branch": names}}, MAIN),
        ("ci-starts", {"operation": FORGES}, STARTS),
        ("ci-steps", {"writes": ["*GITHUB_ENV*", "*GITHUB_PATH*", "*_runner_file_commands/set_env*",
                                 "*_runner_file_commands/add_path*"]}, STEPS),
    ]
    return [{"id": id, "when": when, "decision": "deny", "reason": reason} for id, when, reason in found]


def branches(env: Mapping[str, str]) -> tuple[str, ...]:
    """Those that others build from: the usual names, and what the runner says of this job's."""
    try:
        told = json.loads(files.read(env.get("GITHUB_EVENT_PATH", "")) or b"{}")["repository"]["default_branch"]
    except (OSError, ValueError, KeyError, TypeError):
        told = ""
    named = (told, *(env.get(one, "") for one in ("GITHUB_BASE_REF", "CI_DEFAULT_BRANCH",
                                                  "CI_MERGE_REQUEST_TARGET_BRANCH_NAME")))
    return (*dict.fromkeys((*BRANCHES, *(one for one in named if isinstance(one, str) and one))),)


SETTINGS = {"mode": "enforce", "strict": True, "questions": "deny", "policy": rules()}
HOOK = """\
# Runs one hook of the guards, of this folder alone: $1 names the script.
root=${0%/*}
code=$root/bundle
export AUTOSKILLIT_STATE_DIR="$root/temp"
unset AUTOSKILLIT_PYTHON AUTOSKILLIT_STATE_ROOT AUTOSKILLIT_PROJECT_DIR
hook=$1.py
shift
. "$code/hooks/_install/run.sh"
"""
GUARDCTL = """\
#!/bin/sh
# What the guards stopped in this job: guardctl ci
root=$(CDPATH= cd -- "${0%/*}" && pwd) || exit 1
export AUTOSKILLIT_STATE_DIR="$root/temp"
exec {python} -I -S --check-hash-based-pycs always "$root/bundle/hooks/guardctl.py" "$@"
"""
PINNED = ("hook", "guardctl", "guards.json", "local/python", "../settings.json")


def install(folder: str, project: str, digest: str | None, env: Mapping[str, str]) -> int:
    """Puts it there; exit code."""
    folder, project = os.path.realpath(folder), os.path.realpath(project)
    if os.path.commonpath([folder, project]) == project:
        return _refused(f"{folder} lies in the checkout ({project}), where a pull request can put files; name another")
    if os.path.commonpath([folder, project]) == folder:
        return _refused(f"the checkout ({project}) lies in {folder}, all of which is the guards'; name another")
    root = os.path.join(folder, ".autoskillit")
    if os.path.islink(os.path.join(folder, ".autoskillit")):
        return _refused(f"{root} is a symbolic link")
    contents = bundle.copy_of(SOURCE)
    pinned = hashlib.sha256(bundle.manifest(contents)).hexdigest()
    if digest and digest.lower().removeprefix("sha256:") != pinned:
        return _refused(f"the code here is sha256:{pinned}, not the {digest} that was named")
    try:
        given = json.loads(files.read(os.path.join(folder, "guards.json")) or b"{}")
        text = json.dumps({**SETTINGS, "policy": rules(branches(env)), **given}, indent=2) + "\n"
    except (ValueError, TypeError) as error:
        return _refused(f"{folder}/guards.json: {error}")
    place = Place("user", project, {**env, "HOME": folder, "CLAUDE_CONFIG_DIR": folder}, pin="")
    place.launcher = os.path.join(root, "hook")
    try:
        files.folders(os.path.join(root, "local"), 0o700)
        bundle.put(contents, place.bundle)
        python = interpreter.real()
        archive.build(python, place.bundle)
        with open(os.path.join(SOURCE, "hook_registry.json"), "rb") as file:
            registry = json.loads(file.read())
        groups = {}
        for event, row in registry["events"].items():
            words = command.sealed(place.launcher, row["script"], "user", place.starts)
            groups[event] = [{**({"matcher": row["matcher"]} if row.get("matcher") else {}),
                              "hooks": [command.handler(words, row.get("timeout", 10), True)]}]
        made = dict(zip(PINNED, (HOOK, GUARDCTL.replace("{python}", shlex.quote(python)), text, python + "\n",
                                 json.dumps({"hooks": groups}, indent=2) + "\n")))
        digests = {name: hashlib.sha256(one.encode()).hexdigest() for name, one in made.items()}
        made["pinned"] = json.dumps({"bundle": pinned, "files": digests}) + "\n"
        for name, one in made.items():
            mode = 0o700 if name == "guardctl" else 0o600
            files.write(os.path.normpath(os.path.join(root, name)), one.encode(), mode)
    except OSError as error:
        return _refused(f"{error.filename or folder}: {error.strerror or error}")
    line("digest", f"sha256:{pinned} (version {bundle.name(contents)})")
    line("wrote", f"{root} and {folder}/settings.json; nothing in {project}")
    say(f"start:  claude -p --settings {folder}/settings.json --setting-sources user --strict-mcp-config ...")
    say(f"after:  {root}/guardctl ci")
    return 0


def strays(root: str) -> list[str]:
    """What of such an installation is not as it was put there, a line each."""
    try:
        held = json.loads(files.read(os.path.join(root, "pinned")) or b"")
        pinned, digests = str(held["bundle"]), dict(held["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return ["pinned cannot be read: what was put there is not known any more"]
    code = os.path.join(root, "bundle")
    now = _digest(os.path.join(code, bundle.MANIFEST))
    found = [f"the code is sha256:{now}, pinned was {pinned}"] if now != pinned else []
    found += [f"bundle: {one}" for one in bundle.faults(code)]
    return found + [f"{os.path.basename(name) if '..' in name else name} is not as it was written" for name in PINNED
                    if _digest(os.path.normpath(os.path.join(root, name))) != digests.get(name)]


def _digest(path: str) -> str:
    try:
        return hashlib.sha256(files.read(path) or b"").hexdigest()
    except OSError:
        return ""


def _refused(why: str) -> int:
    print(f"install.py: {why}; nothing was changed", file=sys.stderr)
    return 1

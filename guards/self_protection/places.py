"""What is ours to protect, as places: the folder `.autoskillit`, the anchors, agents' settings files, hooks that run.

`Home` is (the project's folder, those of the hooks that run and of their records, where they lie outside it): of a
checkout which `install.py --link` uses in place the code, the registry and the bytecode are ours, of a folder
`.autoskillit` what is ours there, one that ends in / as a whole.

A path is compared segment by segment, so that a glob, a detour (`x/../`), another spelling of case and a folder above
are seen.  Pure text: what lies on the disk is not looked at.
"""
from __future__ import annotations

from guards import ASK, Verdict
from guards._text.glob import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    Home = tuple[str, ...]

NOWHERE = ("",)
LONGEST = 8192      # characters of a path and its folder: systems open none that is longer than 4096
SHARED = "autoskillit-guards"      # the folder of the copies that all projects of a person share: ours as a whole
RUNNING = ("guards", "hooks", "hook_registry.json")     # parts of a checkout that run
OURS = ".autoskillit"
SETTINGS_OF_OURS = f"{OURS}/guards.json"
# What a handler of ours in a settings file shows.
HANDLERS = (OURS, "hooks/_install/run.sh", SHARED)
# What of the folder is ours to protect; "" is the folder itself.
PARTS = frozenset(("", "bundle", "guards.json", "temp", "local", "pinned", "guardctl", "guardctl.cmd", "hook",
                   ".gitignore"))
OUTSIDE = "state/autoskillit"      # the anchors, in the person's own folder
# Folders in which one of ours lies: that, and the machine's own settings.
AROUND = ("state", "etc", "program files", "application support")
# Agent -> the file by which it runs our hooks: in a project, and from the person's home where that is another one;
# `-` for none.  hooks/_install writes them.
HOOKED = {name: files for name, *files in map(str.split, """\
    codex .codex/hooks.json
    copilot .github/hooks/autoskillit.json .copilot/hooks/autoskillit.json
    gemini .gemini/settings.json
    qwen .qwen/settings.json
    opencode .opencode/plugin/autoskillit.js .config/opencode/plugin/autoskillit.js
    kimi - .kimi-code/config.toml
    cursor .cursor/hooks.json
    goose .agents/plugins/autoskillit/hooks/hooks.json
    vscode .github/hooks/autoskillit.json .copilot/hooks/autoskillit.json
    antigravity .agents/hooks.json .gemini/config/hooks.json""".splitlines())}
SETTINGS = (*"""
    .claude/settings.json .claude/settings.local.json .claude/managed-settings.json claude-code/managed-settings.json
    claudecode/managed-settings.json managed-settings.d/*.json .github/hooks
    .agents/plugins/autoskillit/plugin.json .codex/config.toml .gemini/trustedfolders.json
    .qwen/trustedfolders.json""".split(),
    *dict.fromkeys(one for files in HOOKED.values() for one in files if one != "-"))
WIDE = ([".github"], [".config"])       # folders of much else
WILD = frozenset("*?[{$`")
# Names of files of ours that a search by name alone would find.
NAMES = (OURS, "bundle", "temp", "context", "guards.json", "guardctl", "s.jsonl", "s.state.json", "installed.json")
SCRATCH = ("/tmp/", "/private/tmp/", "/var/folders/")


def segments(path: str, cwd: str = "") -> list[str]:
    """The path's parts, lower case, without detours; relative to `cwd` where it is not absolute."""
    whole = path if path.startswith(("/", "~", "$")) or path[1:2] == ":" else f"{cwd}/{path}"
    parts: list[str] = []
    for part in whole[:LONGEST].replace("\\", "/").split("/"):
        if part == "..":
            parts[-1:] = []
        elif part not in ("", "."):
            parts.append(part.lower())
    return parts


def protected(path: str, cwd: str = "", home: Home = NOWHERE) -> str:
    """The protected place that a path, or the glob in it, lies in; "" for none.

    >>> protected("/p/.autoskillit/x/../guards.json"), protected("temp", "/p/.autoskillit"), protected("/p/hooks/x.py")
    ('.autoskillit/guards.json', '.autoskillit/temp', '')
    >>> protected("~/g/guards", "/p", ("/p", "/home/ann/g")), protected("/opt/g/docs/x.md", "/p", ("/p", "/opt/g"))
    ('g/guards', '')
    >>> protected(".auto*/temp", "/p"), protected("*", "/p"), protected(".[a-b]*", "/p"), protected(".cache", "/p")
    ('.autoskillit/temp', '', '.autoskillit', '')
    """
    parts = segments(path, cwd)
    running = next(filter(None, (_running(parts, one) for one in home[1:])), "")
    if running or elsewhere(parts, home[0]):
        return running
    for at, part in enumerate(parts):
        if fits(part, OURS) and not (fits(part, ".zz9") and _below(parts[:at], home[0])):
            return _inside(parts[at + 1:])
        if at and parts[at - 1] in AROUND and part[:2] == "au" and fits(part, OURS[1:]):
            return f"{parts[at - 1]}/{OURS[1:]}"
    return ""


def _below(parts: list[str], project: str) -> bool:
    """Is it a folder in the project's, spelt out?  `.*` there is no name of ours."""
    home = segments(project)
    return bool(home) and len(parts) > len(home) and parts[:len(home)] == home and not any(
        mark in part for part in parts for mark in "*?[]{}$`(~")


def _running(parts: list[str], running: str) -> str:
    parts, home = _aligned(parts, running)
    name, rest = segments(running)[-1], parts[len(home):]
    whole = running.endswith("/") or name in (OURS, SHARED)
    if len(parts) + whole <= len(home) or not all(fits(*pair) for pair in zip(parts, home)):
        return ""
    if whole:
        return _inside(rest) if name == OURS else SHARED if name == SHARED else "/".join([name, *rest[:1]])
    first = next((one for one in RUNNING if fits(rest[0], one)), "")
    return first and f"{name}/{first}"


def _aligned(parts: list[str], folder: str) -> tuple[list[str], list[str]]:
    """Both as they can be compared: `/c` as Git Bash names a drive, `~` as the folder of a person."""
    home = segments(folder)
    drive = folder[1:2] == ":"
    if drive and parts[:1] == [home[0][0]]:
        parts = [home[0], *parts[1:]]
    person = {"home": 2, "users": 2, "root": 1}.get("".join(home[drive:drive + 1]), 0)
    if parts[:1] not in (["~"], ["$home"], ["${home}"]):
        return parts, home
    if not person and home[-1:] == [SHARED]:        # a home elsewhere: by what the person's folder of data is called
        person = next((at for at, one in enumerate(home) if at and one == parts[1]), 0) if parts[1:] else 0
    return (parts[1:], home[drive + person:]) if person else (parts, home)


def _inside(parts: list[str]) -> str:
    first = parts[0] if parts else ""
    hit = next((name for name in sorted(PARTS) if name and fits(first, name)), "") if first else ""
    return OURS if not first else f"{OURS}/{hit}" if hit else ""


def above(path: str, cwd: str, home: Home) -> bool:
    """Is the project's folder, that of the hooks that run, or one above them, what the path names?"""
    named = segments(path, cwd)
    return any(len(parts) <= len(root) and all(fits(*pair) for pair in zip(parts, root))
               for folder in home if folder for parts, root in [_aligned(named, folder)])


def above_anchors(path: str, cwd: str) -> bool:
    """Is the folder of the person in which the anchors lie, or one above it, what the path names?

    >>> [above_anchors(p, "/p") for p in ("~/.local/state", "/home/ann/.local", "~/.local/state/*", "state", "~/.x")]
    [True, True, True, False, False]
    """
    parts = segments(path, cwd)
    home = person(parts)
    rest = parts[home:]
    if not home or not rest:
        return False
    return rest in ([".local"], [".local", "state"]) or (rest[:2] == [".local", "state"] and rest[2:] == ["*"])


def elsewhere(parts: list[str], project: str) -> bool:
    """A scratch folder that is not the project: where a checkout of these guards tries itself out."""
    home = segments(project)
    return bool(home) and ("/" + "/".join(parts) + "/").startswith(SCRATCH) and parts[:len(home)] != home


def settings_file(path: str, home: Home = NOWHERE) -> str:
    """The agent's settings file that a path, or the glob in it, names; "" for none."""
    parts = at_home(path, home)
    if elsewhere(parts, home[0]):
        return ""
    for one in SETTINGS:
        wanted = one.split("/")
        if one[0] != "." and "claude" not in path.lower() and "managed" not in path.lower():
            continue        # `*/*.json` means none of those
        if len(parts) >= len(wanted) and all(
                fits(*pair) or fits(*pair[::-1]) for pair in zip(parts[-len(wanted):], wanted)) and (
                one[0] != "." or path[:1] not in "/~" or _read_here(parts[:-len(wanted)], segments(home[0]))):
            return one
    return ""


def _read_here(folder: list[str], project: list[str]) -> bool:
    """Are the settings in a folder read by this session: of its project, a folder above that, a person's home?  Those
    of other projects, and templates of some, are not.

    >>> [_read_here(one.split("/"), ["srv", "p"]) for one in ("srv/p", "srv", "home/ann", "srv/q", "srv/p/templates")]
    [True, True, True, False, False]
    """
    return not project or person(folder) == len(folder) or "$" in folder[0] or project[:len(folder)] == folder


def in_settings(path: str, home: Home = NOWHERE) -> str:
    """The folder around an agent's settings that a path names as a whole, in the project or the person's home.

    >>> in_settings("/p/.claude", ("/p",)), in_settings("~/.claude"), in_settings("/p/.claude/commands")
    ('.claude', '.claude', '')
    >>> in_settings("/p/.agents/plugins", ("/p", "")), in_settings("/p/.agents/skills", ("/p", ""))
    ('.agents/plugins', '')
    """
    parts, root = at_home(path, home), segments(home[0])
    begins = [person(parts)] + [len(root)] * (parts[:len(root)] == root)
    for rest in [parts[at:] for at in begins if at or not root]:
        for one in SETTINGS:
            around = one.split("/")[:-1][:len(rest)]
            if rest and one[0] == "." and around not in WIDE and len(around) == len(rest) and all(
                    map(fits, rest, around)):
                return "/".join(around)
    return ""


def settings_at(path: str, home: Home = NOWHERE) -> list[str]:
    """The settings files that lie where a path, spelt out, says: it, and those below the folder that it names.

    >>> settings_at("/p/.codex", ("/p",)), settings_at("/p/.claude/settings.local.json", ("/p",))
    (['/p/.codex/config.toml', '/p/.codex/hooks.json'], ['/p/.claude/settings.local.json'])
    """
    path = path.rstrip("/").replace("$HOME/", "~/")
    if not WILD.isdisjoint(path):
        return []
    around = in_settings(path, home)
    return [path] if settings_file(path, home) else [
        f"{path}{one[len(around):]}" for one in SETTINGS if around and one.startswith(f"{around}/") and "*" not in one]


def holders(path: str, removes: bool, home: Home) -> list[str]:
    """The settings files in which our hooks would have to stand for a change of this one to concern us; [] where that
    cannot be told.  Claude Code's count each by itself, and only as they go; another agent's together."""
    named = settings_at(path, home)
    agent = f"/{settings_file(path, home) or in_settings(path, home)}".split("/")[1]
    if agent == ".claude":
        return named if removes else []
    return named and [*named, *settings_at(f"{home[0]}/{agent}", home), *settings_at(f"~/{agent}", home)]


def at_home(path: str, home: Home) -> list[str]:
    """A path's parts; in a folder of an agent's that a variable moved as if it lay in the person's home.

    >>> at_home("/srv/c/hooks.json", ("/p", ".codex=/srv/c")), at_home("/p/x", ("/p", "/srv/g"))
    (['~', '.codex', 'hooks.json'], ['p', 'x'])
    """
    parts = segments(path)
    for name, _, folder in [one.partition("=") for one in home]:
        moved = segments(folder)
        if folder and parts[:len(moved)] == moved:
            return ["~", *segments(name), *parts[len(moved):]]
    return parts


def person(parts: list[str]) -> int:
    """How many segments of a path are a person's home; 0 for none."""
    first = parts[0] if parts else ""
    return 1 if first in ("~", "$home", "${home}", "root") else 2 if first in ("home", "users") else 0


def fits(pattern: str, name: str) -> bool:
    """Does a segment, as a shell's glob, match this name?  A wildcard in front matches no leading dot.

    >>> fits(".?utoskillit", ".autoskillit"), fits("*", ".autoskillit"), fits(".[a-b]*", ".autoskillit")
    (True, False, True)
    """
    if pattern == name:
        return True
    if not any(c in pattern for c in "*?[%{"):
        return False
    if name.startswith(".") and not pattern.startswith("."):
        return False
    pattern = pattern.replace("%s", "*")
    if "{" in pattern and "}" in pattern:
        head, _, rest = pattern.partition("{")
        inner, _, tail = rest.partition("}")
        return any(fits(head + one + tail, name) for one in inner.split(",")[:20] if "{" not in one)
    while "[" in pattern and "]" in pattern.partition("[")[2]:      # a class counts as any character
        head, _, rest = pattern.partition("[")
        pattern = f"{head}?{rest.partition(']')[2]}"
    return match(pattern, name)


def ask(what: str, rule: str) -> Verdict:
    """The question about what guards this session."""
    return Verdict(ASK, f"self_protection: {what}", rule=rule, more="That is what guards this session.",
                   signals=("guards_tampering",))


def loosens(then: dict[str, object], now: dict[str, object]) -> str:
    """What a new state of guards.json gives up, as a person would say it; "" for nothing that is known.

    >>> loosens({}, {"mode": "watch"}), loosens({}, {"guards": {"loss": "off", "drift": "watch"}})
    ('turns every guard off', 'turns loss and drift off')
    >>> loosens({}, {"trusted_destinations": ["*"]}), loosens({"strict": True}, {}), loosens({}, {"strict": True})
    ('trusts *', 'lets a call through where a guard fails', '')
    """
    if now.get("mode") == "watch" != then.get("mode"):
        return "turns every guard off"
    dials = [held if isinstance(held, dict) else {} for held in (then.get("guards"), now.get("guards"))]
    off = [name[:30] for name, dial in dials[1].items() if dial in ("off", "watch") and dials[0].get(name) != dial]
    lists = [held if isinstance(held, list) else [] for held in (
        then.get("trusted_destinations"), now.get("trusted_destinations"))]
    trusted = [str(one)[:40] for one in lists[1] if one not in lists[0]]
    return (f"turns {' and '.join(off)} off" if off else f"trusts {', '.join(trusted[:3])}" if trusted
            else "shows secrets to the model" if now.get("secrets") == "show" != then.get("secrets")
            else "lets a call through where a guard fails" if then.get("strict") and not now.get("strict") else "")


def said_of(before: str, after: str) -> str:
    """What a change of guards.json does, for a question about it."""
    then, now = parsed(before), parsed(after)
    gives_up = loosens(then or {}, now) if now is not None else ""
    return f"{gives_up} ({SETTINGS_OF_OURS})" if gives_up else "would change the guards' settings"


def ours(value: object) -> bool:
    """Does a value of a settings file name one of our handlers?"""
    text = str(value)
    return any(mark in text for mark in HANDLERS)


def parsed(text: str) -> dict[str, object] | None:
    """The settings in a text; {} for an empty one, None for what is none."""
    if not text.strip():
        return {} if not text else None
    from json import loads

    try:
        found = loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None

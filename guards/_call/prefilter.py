"""Is a call worth looking at for what it trusts (guards/_call/acts.py)?  A cheap gate that errs on the side of looking.

Law: a command of programs that only look, build and test here passes unread.
"""
from __future__ import annotations

from guards._call.tags import put
from guards._shell.gate import LOOKS
from guards._text import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event

# Pieces, in lower case, of the paths that something runs or obeys later (guards/_call/entrusted.py).
MARKS = tuple(""".bash .zsh profile .config/ authorized_keys .ssh/ /etc/ sudoers cron gitlab-ci .circleci pipelines
    jenkinsfile .travis .drone .buildkite hooks .husky lefthook pre-commit .gitattributes .gitconfig .npmrc pip.conf
    .pip/ .yarnrc .pypirc sources.list claude agents gemini qwen .codex .cursor .mcp.json .windsurf
    .cline .roo .continue .aider systemd launchdaemons autostart .envrc skill.md .vscode .devcontainer
    .cargo/config .zlogin .fish .inputrc .xinitrc .xsessionrc customize.py ld.so sshd_config .rhosts .netrc
    resolv.conf nsswitch.conf /var/ /proc/sys sysrq ca-certificates _history histfile histsize histcontrol
    histignore pg_hba rc.local rc.common journald rsyslog auditd audit.rules appveyor cloudbuild buildspec .github/
    .gitlab/ .gitmodules .git/config pip.ini .condarc
    .goosehints .opencode copilot-instructions cname funding.yml maintainers owners
    security.""".split())
# Pieces of the folders of scripts that others wrote.
OTHERS = tuple("""node_modules site-packages skills/ plugins/ marketplaces downloads vendor/ registry/ pkg/mod
    .cache/""".split())
# Programs that look, build and test here: an order to them is no order to anybody else.
QUIET = LOOKS.union("""
    alias apt-cache awk bash black break bun cal clear cmake continue convert cp ctags ctest deno dig do done else esac
    dotnet eslint fd ffmpeg fi flake8 for function gawk getconf getent git go gofmt gradle gunzip gzip history
    host hostname htop identify if ifconfig ip isort java javac jest jobs just lean let ll ln locate lua make man mv
    mvn mypy nm node npm npx nproc objdump open patch perl pg_isready pgrep php ping pip pip3 pnpm poetry
    prettier pyright pytest python python2 python3 rb rm rmdir ruby ruff rustc sh shellcheck shift split ss tar
    tee time timeout top touch tsc tsx tty unxz unzip uptime uv uvx vim vitest watch webpack while xargs xz yarn
    yes zip zsh { } ! cargo claude codex curl wget http scp rsync ssh""".split())
# Beside these words, a program of QUIET is loud.
LOUD = {name: frozenset(row.split()) for name, row in table("""
    git: --delete --force --hard --mirror clone config submodule subtree
    npm: access add config create dist-tag exec i init install owner publish set token x
    pnpm: add config create dlx exec i install publish
    yarn: add config create dlx global publish
    bun: add create i install publish x
    pip pip3: config download install
    uv: add pip publish run tool
    poetry: add config publish source
    go: edit env get install run
    cargo: add config install publish
    rm: $
    history: -c -d -w
    set: +o
    deno: add install run
    dotnet: add dev-certs ef exec new nuget publish run tool user-secrets workload
    claude: --continue --print --resume -c -p -r config mcp plugin
    codex: e exec fork mcp resume
    npx uvx bunx pnpx:
    """).items()}
# Endings of such files.
BRINGS = tuple("""file .toml .json .jsonc .txt .in .tf .mod .cfg .xml .gradle .kts .yaml .yml .nix .cmake .gemspec
    .podspec .nuspec .bzl .bazel rc .gitmodules setup.py .ini .conf .exs workspace .swift .rockspec conanfile.py
    .config dune-project .cabal .lock .sum .properties""".split())
# Pieces of the names of variables that say where packages come from.
PLACES = tuple("channel index links mirror proxy registry repo source".split())
LEADS = frozenset("sudo env nohup time nice exec command doas then do else if while ! xargs timeout".split())
ALWAYS = frozenset("npx uvx bunx pnpx curl wget bash sh zsh".split())


def entrusts(text: str) -> bool:
    """May a path or command be about what something runs or obeys later?"""
    low = text.lower()
    return any(mark in low for mark in MARKS)


def brings_in(path: str) -> bool:
    """Does a file say where code comes from (guards/_call/manifests.py)?"""
    name = path.rpartition("/")[2].lower()
    return name.endswith(BRINGS) and (not name.endswith(".txt") or name.startswith(("requirements", "constraints")))


DEPENDS = frozenset("package.json pyproject.toml pipfile cargo.toml gemfile go.mod composer.json pubspec.yaml".split())


def depends(path: str) -> bool:
    """Does a file name the packages of a project (guards/_call/manifests.py)?"""
    name = path.rpartition("/")[2].lower()
    return name in DEPENDS or (name.startswith(("requirements", "constraints")) and name.endswith((".txt", ".in")))


HOLDS = ("://", "=>", "git@", "curl", "wget", "FROM ", "image:", "<script")     # what names a place, in a text
# What a line holds that takes in others' code by their name, or that switches something.
LENDS = ("github", "gitlab", "bitbucket", "uses:", "extends", "merge", "bypass", "insecure", "verif", "valid", "trust",
         "sandbox", "checksum", "ssl", "==", ">=", "^", "gem ", "\": \"", " = \"", ":iam:", "serviceaccount:", "user:")


def may_entrust(path: str, event: Event) -> bool | None:
    """May a file that a tool writes be run or obeyed later, or its text bring in what others wrote?  None where only
    its code can tell (guards/_call/acts.py)."""
    if entrusts(path):
        return True
    texts = put(event)
    if depends(path):
        return True
    if brings_in(path) and any(mark in text.lower() for text in texts for mark in LENDS):
        return True
    if not any(mark in text for text in texts for mark in HOLDS):
        return False
    if brings_in(path) or any("://" in text and ("@" in text or "hook" in text or ".env" in path) for text in texts):
        return True
    return None


def runs_others(command: str) -> bool:
    """May a command run a script that others wrote (guards/_origin/started.py)?"""
    low = command.lower()
    return any(part in low for part in OTHERS)


def worth_reading(command: str) -> bool:
    """May a command be such an act?

    >>> [worth_reading(c) for c in ("cd x && python3 -m pytest -q", "pip install left-pad", "kubectl get pods")]
    [False, True, True]
    """
    if any(map(brings_in if "://" in command else depends, command.split())):
        return True
    if entrusts(command) or ("=http" in command and any(word in command.lower() for word in PLACES)):
        return True
    if "ssh " in command and "://" in command:
        return True             # what is run on another machine stands in quotes
    bare = "".join("".join(command.split('"')[::2]).split("'")[::2])
    for mark in "|&;()`\n":
        bare = bare.replace(mark, "\n")
    return any(_loud(piece.split()) for piece in bare.split("\n"))


def _loud(words: list[str]) -> bool:
    at = 0
    while at < len(words) and (words[at] in LEADS or "=" in words[at] or words[at][0] in "-0123456789<>"):
        at += 1
    if at == len(words):
        return False
    name = words[at].rpartition("/")[2]
    if name not in QUIET or name in ALWAYS:
        return True
    if name in LOUD:
        return not LOUD[name].isdisjoint(words[at + 1:])
    return name.startswith("python") and "-m" in words and not {"pip", "uv", "pipx"}.isdisjoint(words)

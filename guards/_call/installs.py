"""What a call installs, and what it runs that came from outside: packages by name, code by address.

Law: a package is what a registry resolves by a name; code from an address is told by what is done with it (fetched,
then run, applied or installed), not by who fetches, nor by the name it bears then; tables only lower: data stay data.
Limitations: a file that is fetched by a program whose words hold no address.
"""
from __future__ import annotations

from guards import RUNS
from guards._call.bash import RUNNERS as SCRIPTS
from guards._call.entrusted import PACKAGE, REMOTE, Act
from guards._call.looking import looks
from guards._call.scripts import full
from guards._shell.conventions import FETCHED
from guards._shell.programs import ROOMS
from guards._shell.programs.arguments import begun
from guards._shell.programs.effects import INSTALLS
from guards._text import table
from guards._text.address import host_of, is_local, normalize, private, registered

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards._call import Call
    from guards._shell.reading import Ran

# Options whose value says where packages come from.
INDEXES = frozenset("""-i --index-url --extra-index-url --index --default-index --registry --find-links --git --source
    --repo --repository""".split())
GIVEN = frozenset("-p --package --from --with --install-extension".split())       # npx -p NAME, uvx --from NAME
HOSTED = frozenset(("docker", "podman"))
EDITS = frozenset("pip pip3 uv".split())        # `-e DIR`
# Registries that the programs ask by themselves, and those of makers.
KNOWN = frozenset("""pypi.org files.pythonhosted.org registry.npmjs.org registry.yarnpkg.com npmjs.com crates.io
    docker.io ghcr.io quay.io mcr.microsoft.com gcr.io public.ecr.aws registry.k8s.io k8s.gcr.io nvcr.io
    download.pytorch.org rubygems.org proxy.golang.org golang.org google.golang.org pkg.go.dev gopkg.in k8s.io
    sigs.k8s.io honnef.co charts.helm.sh jsr.io deno.land
    npmmirror.com tsinghua.edu.cn ustc.edu.cn aliyun.com cloud.tencent.com tencent.com huaweicloud.com goproxy.cn
    goproxy.io rsproxy.cn""".split())        # the last two lines: mirrors that a whole country uses


def installs(ran: Ran) -> list[Act]:
    """The packages that one command installs, and the addresses from which it does."""
    operation, names, places, _ = _read(ran)
    found = [_spec(ran.program, operation.partition(" ")[2], name) for name in names]
    return [*(Act(kind, operation, [value]) for kind, value in found if kind),
            *(Act(REMOTE, f"{operation} from another index", [place]) for place in places if outside(place))]


def _read(ran: Ran) -> tuple[str, list[str], list[str], bool]:
    """(the program and verb that install, "" for none; what; the addresses that options name; is the rest its own)."""
    operation, flags, names = next((
        (what, flags, names) for kind, flags, what, names in ran.does if kind == INSTALLS), ("", "", []))
    given = ran.parts[1] if " " in operation else begun(ran.program, ran.words)[0]
    options = [] if ran.program in HOSTED or not operation else [(name, value) for name, value in given if value]
    named = [value for name, value in options if name in GIVEN or (name == "-e" and ran.program in EDITS)]
    return operation, [*named, *names][:20], [value for name, value in options if name in INDEXES], flags == "o"


PPA = "https://launchpad.net/"


def taken(ran: Ran) -> list[tuple[str, str]]:
    """(what is done, whose code it brings in from now on, as an address) of a command that names it by its owner.

    >>> from guards._shell.machine import read
    >>> [taken(read(one).ran[0]) for one in ("brew tap acme/tools", "sudo add-apt-repository ppa:acme/x",
    ...     "go mod edit -replace a.example/b=github.com/acme/b@v1")]
    [[('brew tap', 'https://github.com/acme/tools')], [('add-apt-repository', 'https://launchpad.net/acme/x')], \
[('go mod edit', 'https://github.com/acme/b')]]
    """
    words = ran.words
    if ran.program == "brew" and words[:1] == ["tap"]:
        return [("brew tap", f"https://github.com/{one}") for one in words[1:2]
                if "/" in one and not one.startswith(("homebrew/", "-"))]
    if ran.program in ("add-apt-repository", "apt-add-repository"):
        return [(ran.program, PPA + word[4:]) for word in words if word.startswith("ppa:")]
    if ran.program == "go" and words[:2] == ["mod", "edit"]:
        told = (word.rpartition("=")[2].split("@")[0] for word in words[2:] if word.count("=") and "replace" in
                word + words[words.index(word) - 1])
        return [("go mod edit", f"https://{place}") for place in told if "." in place.split("/")[0].strip(".")]
    return []


MANAGERS = ("bun", "npm", "pnpm", "yarn")       # of these a verb may only look: `npm view`
# Words of `compose` that bring what the project's own file names.
BRINGS = frozenset("build pull up".split())


def of_the_project(ran: Ran) -> bool:
    """Does a command only bring what the project's own files name: an installer that is given no name and no address?

    What these files name was judged when it was written into them.
    >>> from guards._shell.machine import read
    >>> [of_the_project(read(one).ran[0]) for one in ("pip install -e '.[x]'", "docker compose pull", "pip install x")]
    [True, True, False]
    """
    if ran.program in HOSTED or ran.program == "docker-compose":
        plain = [w for w in (*ran.program.split("-")[1:], *ran.words) if not w.startswith("-")]
        return len(plain) == 2 and plain[0] == "compose" and plain[1] in BRINGS
    operation, names, places, own = _read(ran)
    if not operation or own or ran.program in ("gh", "go", "helm") or any("://" in w for w in ran.words):
        return False
    return not places and not any(_spec(ran.program, "", name)[0] for name in names) and all(
        name.strip("'\"").startswith(".") for name in names)


def _spec(program: str, verb: str, text: str) -> tuple[str, str]:
    """(kind of the act, its value) of one argument of an installer; ("", "") for a path of this machine."""
    text = text.strip("'\"").rpartition("npm:")[2]       # by another name, `axios@npm:x`
    if (verb == "create" or (program == "npm" and verb == "init")) and not text.startswith(("@", "create-")) and (
            program not in HOSTED):
        text = f"create-{text}"
    if text.startswith(HERE) or text in ("", "-") or (program in FETCHED and text in TOOLS):
        return "", ""
    if "://" in text or text.startswith(("git@", "git+", *FORGES)):
        return _address(text)
    if program not in EDITS:        # a version stands behind "@"
        text = text[0] + text[1:].split("@")[0]
    if program in HOSTED:
        return _image(text)
    host = text.split("/")[0]
    if program == "go":
        if "." not in host or host in KNOWN or text.endswith(".go"):
            return "", ""
        return (REMOTE if verb == "run" else PACKAGE), text
    if (program == "deno" and verb == "run") or (program == "helm" and "/" not in text):
        return "", ""
    return PACKAGE, text if program == "helm" else _name(text)


TOOLS = frozenset("eslint jest prettier tsc tsx vitest webpack".split())       # which most projects have already
HERE = tuple(". / ~ $ file: link: workspace:".split())        # how a path of this machine begins
FORGES = {"github:": "github.com/", "gitlab:": "gitlab.com/", "bitbucket:": "bitbucket.org/",
          "gist:": "gist.github.com/"}


def _address(text: str) -> tuple[str, str]:
    at = text.split(" @ ")[-1].removeprefix("git+")
    forge = next((name for name in FORGES if at.startswith(name)), "")
    at = f"https://{FORGES[forge]}{at[len(forge):]}" if forge else at
    return (REMOTE, at.split("#")[0]) if outside(at) else ("", "")


def _image(text: str) -> tuple[str, str]:
    """An image of containers: of a registry of its own code by address, else a package where it has an owner."""
    host = text.split("/")[0]
    if "/" in text and "." in host and host not in KNOWN and not is_local(normalize(host)):
        return REMOTE, text
    return ("", "") if "/" not in text else (PACKAGE, text.split(":")[0])


def _name(text: str) -> str:
    """The name in a requirement.

    >>> [_name(t) for t in ("requests==2.0", "flask[async]>=1", "@scope/x", "left-pad@1.0", "a~=2")]
    ['requests', 'flask', '@scope/x', 'left-pad', 'a']
    """
    for mark in ("==", ">=", "<=", "~=", "!=", ">", "<", "[", ";", " "):
        text = text.split(mark)[0]
    return text[0] + text[1:].split("@")[0] if text else ""


def outside(place: str) -> bool:
    """Is it a host of its own, none of this network and none of the registries that everybody uses?"""
    host = host_of(normalize(place))
    parts = host.split(".")
    known = any(".".join(parts[at:]) in KNOWN for at in range(len(parts) - 1))
    return bool(host) and not known and not is_local(normalize(place)) and not private(host)


# --- fetched, then run

RUNNERS = SCRIPTS.union("""
    ant bazel bundle cargo cmake cmd composer dotnet go gradle invoke java just make meson mvn mvnw ninja nox
    npm npx pip pip3 pnpm pytest rake sbt swift task tox uv yarn gradlew""".split())


def remote_code(call: Call, fetched: dict[str, str]) -> list[Act]:
    """Code from an address that this call runs: through a pipe, a substitution, or a file fetched here or before."""
    found = [Act(REMOTE, e.operation, [e.destination]) for e in call.effects
             if e.kind == RUNS and ((host_of(normalize(e.destination)) and outside(e.destination))
                                      or e.destination.startswith(STORES))]
    brought = {**fetched, **brings(call)}
    for ran in call.ran:
        place = _from(ran, brought, call.cwd) if brought else ""
        if place and (outside(place) or place.startswith(STORES)):
            found.append(Act(REMOTE, f"{ran.program} of what was fetched"[:60], [place]))
        found += applied(ran)
    return found


STORES = tuple("s3:// gs:// az:// oss:// r2:// 0.0.0.0:".split())     # and whoever calls a port of this machine
# What makes an address part of what runs here, in a program's own words.
APPLIES = frozenset("apply bootstrap install pull".split())


def applied(ran: Ran) -> list[Act]:
    """`kubectl apply -f https://...`, `ansible-pull -U https://...`: an address that a program of no row applies."""
    if _read(ran)[0] or ROOMS.get(ran.program, "") in STAYS or ran.program == "git":
        return []
    said = {*ran.program.split("-"), *(w for w in ran.words[:4] if w.isalpha())}
    told = [b for a, b in zip(["", *ran.words], ran.words)
            if "://" in b and "{" not in b and " " not in b.strip().partition("://")[0] and (
                not APPLIES.isdisjoint(said) or a in ("-f", "--filename"))]
    return [Act(REMOTE, f"{ran.program} {ran.words[0]}"[:60], [place]) for place in told[:3] if outside(place)]


# What puts a file that it is given into the machine, or into a program.
PUTS_IN = frozenset("ansible-playbook code dpkg installer msiexec rpm".split())


def _from(ran: Ran, brought: dict[str, str], cwd: str) -> str:
    """The address of what a command runs, "" where it runs nothing that was fetched."""
    base = ran.cwd or cwd
    started = [ran.whole] if "/" in ran.whole else []
    plain = [w for w in ran.words if not w.startswith("-")]
    # The script that it names, or what lies in its folder.
    if ran.program in RUNNERS and not (ran.program in MANAGERS and looks(ran.words)):
        started += [*plain[plain[:1] == ["run"]:][:1], base]
    if _read(ran)[0] or ran.program in PUTS_IN or (ran.words[:1] == ["apply"] and ran.program != "git"):
        started += plain
    for path in started:
        whole = full(path, base)
        for known, place in brought.items():
            if whole == known or whole.startswith(known.rstrip("/") + "/"):
                return place
    return ""


# Rooms of programs that read, copy or send what they are given.
STAYS = frozenset("files filters git network web wrappers".split())


def brings(call: Call) -> dict[str, str]:
    """What a command fetches into a file or folder: path -> address."""
    return {path: place for path, place in call.reading.fetched.items() if place not in ("", "?")
            and not ("@" in place and "/" not in place and ":" not in place)}       # nothing is fetched from a mailbox


# --- what everybody installs from


# Hosts of installers that everybody knows -> the words of a person that cover them.
WELL_KNOWN = table("""
    rustup.rs sh.rustup.rs: rust rustup cargo
    raw.githubusercontent.com/homebrew: brew homebrew
    get.docker.com download.docker.com: docker
    getcomposer.org: composer php
    deb.nodesource.com rpm.nodesource.com: node nodejs npm
    raw.githubusercontent.com/nvm-sh: nvm node nodejs
    python-poetry.org: poetry
    astral.sh: uv ruff astral
    bun.sh bun.com: bun
    deno.land: deno
    get.pnpm.io: pnpm
    get.sdkman.io: sdkman java
    pyenv.run: pyenv python
    get.helm.sh raw.githubusercontent.com/helm: helm
    mise.run: mise
    raw.githubusercontent.com/ohmyzsh: zsh ohmyzsh oh
    starship.rs: starship
    ollama.com: ollama
    claude.ai: claude
    fnm.vercel.app: fnm node
    get.k3s.io: k3s kubernetes
    nixos.org install.determinate.systems: nix
    tailscale.com: tailscale
    cli.github.com: gh github
    get.volta.sh: volta node
    bootstrap.pypa.io: pip
    dl.google.com: gcloud google chrome
    sdk.cloud.google.com: gcloud google
    awscli.amazonaws.com: aws awscli
    get.opentofu.org: opentofu tofu
    fly.io: fly flyctl
    cli.doppler.com: doppler
    zed.dev: zed
    raw.githubusercontent.com/asdf-vm: asdf
    get.haskellstack.org: stack haskell
    get-ghcup.haskell.org: ghcup haskell
    raw.githubusercontent.com/junegunn: fzf
    charts.jetstack.io: cert jetstack certmanager
    kubernetes.github.io: ingress nginx kubernetes
    raw.githubusercontent.com/argoproj: argo argocd
    install.meteor.com: meteor
    cursor.com: cursor
    foundry.paradigm.xyz: foundry
    raw.githubusercontent.com/golangci: golangci golangci-lint
    just.systems: just
    atuin.sh: atuin
    """)


def installer(place: str) -> str:
    """The words of a person that cover an installer which everybody knows, by its address; "" for any other place.

    >>> installer("sh.rustup.rs"), installer("rustup.rs.x.example"), installer("raw.githubusercontent.com/nvm-sh/i.sh")
    ('rust rustup cargo', '', 'nvm node nodejs')
    """
    host = host_of(place) or place.split("/")[0]
    return next((row for start, row in WELL_KNOWN.items() if place.lower().startswith((start + "/", start + "?"))
                 or place.lower() == start or ("/" not in start and (host == start or registered(host) == start))), "")

"""What a file of settings takes from others, or switches off: code named by its owner, packages, safeties.

    references(path, text, before)      code that is named as `owner/name`, with no address or on a shared host
    loaded(path, text)                  addresses from which a page loads what runs in it
    endpoints(path, text, before)       addresses to which a file leads, whom it gives a say

Law: only what is new is told: what stood in the text that is replaced is the project's own.
Limitations: a format that names its sources otherwise; a switch whose name says nothing of what it guards.
"""
from __future__ import annotations

from guards._call.manifests import COMMENTS, IMAGES
from guards._text.address import SHARED, host_of, is_local, looks_like_host, normalize, private

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 8
LONG = 50_000
# Keys whose value is code of others, whatever tool reads the file.  Not here: `include`, `source`, `template`, whose
# value is a path of the project as often.
TAKES = frozenset("action extends from image orbs plugins preset presets remote repo repository uses".split())
FORGES = ("github", "gitlab", "bitbucket")
# Files that have such keys: settings, not texts or data.
SETTINGS = tuple(""".yml .yaml .json .json5 .jsonc .toml .tf .hcl rc .gitmodules .nix .properties .cfg .conf .ini
    dockerfile containerfile jenkinsfile gemfile go.mod .gemspec .podspec podfile brewfile""".split())
# Owners whose code most projects run; a name of this list is no reason to ask.
MAKERS = frozenset("""
    actions apache astral-sh aws aws-actions azure biomejs bitnami bufbuild cachix circleci cloudflare codecov
    conventional-changelog cypress-io dependabot denoland devcontainers docker dtolnay eslint gitleaks golang
    golangci google google-github-actions gradle grafana hashicorp helm home-assistant jetpack-io kubernetes
    library microsoft mozilla nixos node npm numtide oven-sh pnpm pre-commit prettier psf pycqa pypa python
    renovate renovatebot ruby rust-lang rustsec sentry shellcheck-py snyk softprops sonarsource swatinem taiki-e
    terraform-aws-modules terraform-docs vercel volta-cli withastro""".split())


def references(path: str, text: str, before: str = "") -> list[str]:
    """Code of others that a file of settings names by its owner, as an address; none of the makers' that all use.

    >>> references("renovate.json", '"extends": ["config:base", "github>acme/presets:all"]')
    ['https://github.com/acme/presets']
    >>> references(".github/workflows/a.yml", "- uses: actions/checkout@v4\\n- uses: acme/deploy@main # x", "")
    ['https://github.com/acme/deploy']
    >>> references("firebase.json", '{"source": "*.br", "headers": [{"key": "Type", "value": "application/wasm"}]}')
    []
    >>> references("main.tf", 'module "net" { source = "github.com/acme/net" }'), references("a.tf", 'source = "./net"')
    (['https://github.com/acme/net'], [])
    >>> references(".pre-commit-config.yaml", "- repo: https://github.com/acme/hook", "repo: https://github.com/acme/hook")
    []
    """
    if not path.lower().endswith(SETTINGS):
        return []
    found: dict[str, None] = {}
    for line in _new(text, before):
        if path.endswith("go.mod") and "=>" not in line:
            continue        # a package by its name
        for key, value in _pairs(line):
            for word in _words(value):
                name = _owned(word, key in TAKES)
                owner = name.split("/")[0]
                if name and owner not in MAKERS and f"{name.rsplit('/', 1)[0]}/" not in before.lower():
                    found[f"https://github.com/{name}" if owner not in SHARED else f"https://{name}"] = None
    return list(found)[:MOST]


def _pairs(line: str) -> Iterator[tuple[str, str]]:
    """(key, value) of what a line gives, in lower case; what stands alone in a list has the key before it.

    >>> list(_pairs('- uses: A/b@v1')), list(_pairs('"extends": ["a/b", "c"], "x": {"source": "*.br"}'))
    ([('uses', 'a/b@v1')], [('extends', '"a/b"'), ('extends', '"c"'), ('source', '"*.br"')])
    """
    key = ""
    for mark in "{}[],":
        line = line.replace(mark, "\n")
    for piece in line.lower().strip().split("\n"):
        name, given, value = f"{piece} ".replace('":', ": ").replace("=", ": ").partition(": ")
        name = name.strip(" \t-+\"'")
        if piece.startswith("from "):        # of an image
            name, given, value = "from", ":", piece[5:]
        if given and name.replace("-", "").replace("_", "").replace(".", "").isalnum():
            key = name
        else:
            value = piece
        if value.strip():
            yield key, value.strip()


def _owned(word: str, taken: bool) -> str:
    """`owner/name` of a word that names code by its owner; with its host where that is another forge."""
    for forge in FORGES:
        if word.startswith((f"{forge}>", f"{forge}:")):
            return _two(word[len(forge) + 1:])
    if "://" in word or word.startswith(("git@", *(f"{forge}." for forge in FORGES))):
        place = normalize(word.removeprefix("git+").removeprefix("git::"))
        host = host_of(place)
        if host not in SHARED or "." not in host:
            return ""
        name = _two(place[len(host) + 1:])
        return name if not name or host == "github.com" else f"{host}/{name}"
    return _two(word) if taken and not word.startswith((".", "/", "~", "@", "$")) else ""


def _two(word: str) -> str:
    if word.split("/")[0] in IMAGES:
        word = word.partition("/")[2]       # an image, by its owner
    parts = word.split("//")[0].split("@")[0].split("#")[0].split(":")[0].removesuffix(".git").lower().split("/")
    whole = len(parts) > 1 and all(part and part.replace("-", "").replace("_", "").replace(".", "").isalnum()
                                   for part in parts[:2])
    return "/".join(parts[:2]) if whole and "." not in parts[0] else ""


def _new(text: str, before: str) -> Iterator[str]:
    """The lines of a text that did not stand there before, without comments."""
    stood = {line.strip() for line in before.split("\n")}
    for line in text[:LONG].split("\n"):
        if line.strip() and line.strip() not in stood and not line.strip().startswith(COMMENTS):
            yield line.partition(" #")[0]


def _words(line: str) -> list[str]:
    for mark in "\"'`(),[]{}|;=":
        line = line.replace(mark, " ")
    return line.split()


# Files that say who has a say, who is paid, who is told, where the project is found.
GIVEN = frozenset("cname codeowners funding.yml maintainers maintainers.md owners security.md security.txt".split())
# What only shows an address, or plays one.
SHOWN = tuple(".md .mdx .rst .txt .adoc .html .htm .svg .ipynb .lock".split())
# Hosts whose addresses are names of formats: nothing is sent there.
VOCABULARIES = frozenset("""json-schema.org ogp.me schema.org schemas.android.com schemas.microsoft.com
    schemas.openxmlformats.org www.w3.org xmlns.com""".split())
PLAYED = tuple("/test /spec /fixture __tests__ /example /mock test_ _test. .test. .spec.".split())


def endpoints(path: str, text: str, before: str = "") -> list[str]:
    """Addresses of others to which a file leads from now on: a collector, an origin, a place to come back to; and whom
    a file names that says who has a say.

    >>> endpoints("deploy/prod.env", "OTEL_ENDPOINT=https://in.perf.example", "OTEL_ENDPOINT=https://otel.acme.example")
    ['https://in.perf.example']
    >>> endpoints("a.yaml", "url: http://localhost:3000"), endpoints("README.md", "https://in.perf.example")
    ([], [])
    >>> endpoints(".github/CODEOWNERS", "* @acme/core @zed", "* @acme/core"), endpoints("CNAME", "docs.zed.example")
    (['zed'], ['docs.zed.example'])
    >>> endpoints("trust.json", '{"Principal": {"AWS": "arn:aws:iam::999988887777:root"}}')
    ['999988887777']
    >>> endpoints("src/a.py", 'ORIGINS = ["https://app.zed.example"]'), endpoints("tests/a.py", "https://app.zed.example")
    (['https://app.zed.example'], [])
    """
    low = f"/{path.lower()}"
    name = low.rpartition("/")[2]
    given = name in GIVEN
    if not given and (name.endswith(SHOWN) or any(mark in low for mark in PLAYED)):
        return []
    stood = before.split("\n")
    lines = [line.split(": ", 1)[-1] for line in text.split("\n") if line not in stood and line[:1] != "#"
             ] if given else [line for line in _new(text, before) if "href" not in line]
    found: dict[str, None] = {}
    for word in _words(" ".join(lines)):
        place = normalize(word) if "://" in word else ""
        host = host_of(place)
        if word.startswith("arn:aws:iam::") and word[13:25].isdigit() and word not in before:
            found[word[13:25]] = None       # an account of others, which a policy lets in
        if host and host not in before and not any((host in VOCABULARIES, is_local(place), private(host))):
            found[word] = None
        elif given and not place and word.lstrip("@") not in before and (
                "@" in word or name == "funding.yml" or looks_like_host(word)):
            found[word.lstrip("@").rstrip(".,")] = None
    return [*filter(None, found)][:MOST]


PAGES = tuple(""".html .htm .xhtml .vue .svelte .astro .jsx .tsx .ejs .hbs .php .erb .liquid .twig .njk .j2 .jinja
    .haml .pug""".split())


def loaded(path: str, text: str) -> list[str]:
    """The addresses from which a page that is written loads what runs in it.

    >>> loaded("a.html", '<a href="https://x.example/">x</a><script src="https://r.example/r.js"></script>')
    ['https://r.example/r.js']
    """
    found = []
    for piece in text.split("<script")[1:20] + text.split("<iframe")[1:20] if path.lower().endswith(PAGES) else ():
        tag = piece.partition(">")[0].replace("'", '"')
        place = tag.partition("src=")[2].strip('"{ ').partition('"')[0].split(" ")[0]
        if place.startswith(("https:", "http:", "//")):
            found.append("https:" + place if place[:1] == "/" else place)
    return found

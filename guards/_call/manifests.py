"""Where code comes from, as a project's own files say it: the addresses in a text that is written into one.

Law: an address counts where the file says what is brought and built (its dependencies, its registries, its modules);
what only speaks of a place (a homepage, a licence, a comment) does not, nor a registry that everybody has.
Limitations: a host that a file of another name brings in.
"""
from __future__ import annotations

from guards._text.address import SHARED, host_of, is_local, looks_like_host, normalize

NAMES = frozenset("""
    package.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs pip.conf pip.ini pipfile pyproject.toml uv.toml setup.py
    setup.cfg cargo.toml go.mod gemfile composer.json cmakelists.txt .pre-commit-config.yaml .gitmodules build.gradle
    pom.xml
    build.gradle.kts settings.gradle settings.gradle.kts flake.nix environment.yml environment.yaml podfile
    package.swift mix.exs pubspec.yaml deno.json deno.jsonc import_map.json brewfile workspace module.bazel
    conanfile.txt conanfile.py vcpkg.json bunfig.toml nuget.config stack.yaml cabal.project dune-project
    package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml poetry.lock uv.lock pdm.lock pipfile.lock
    cargo.lock
    go.sum gemfile.lock composer.lock flake.lock dockerfile containerfile docker-compose.yml docker-compose.yaml
    compose.yml compose.yaml
    .condarc terraform.rc .terraformrc poetry.toml renovate.json helmfile.yaml chart.yaml requirements.yml""".split())
ENDINGS = tuple(".tf .dockerfile .cmake .gemspec .podspec .nuspec .bzl .rockspec".split())
# What a line is about that names a place without bringing anything from it.
ABOUT = tuple("""author, "bugs, bug_, changelog, comment, contributor, description, docs, documentation, email, \
funding, homepage, issue, license, licence, maintainer, repository", repository =, schema, sponsor, xmlns, xsi:, \
changes, website, <url>, scm, project_urls, tracker""".split(", "))
COMMENTS = ("#", "//", "*", "<!--", ";")
# Registries and mirrors of makers.
KNOWN = frozenset("""
    pypi.org test.pypi.org files.pythonhosted.org registry.npmjs.org registry.yarnpkg.com crates.io index.crates.io
    static.crates.io rubygems.org proxy.golang.org sum.golang.org golang.org repo.maven.apache.org repo1.maven.org
    maven.google.com dl.google.com jitpack.io plugins.gradle.org services.gradle.org repo.spring.io oss.sonatype.org
    s01.oss.sonatype.org central.sonatype.com download.pytorch.org data.pyg.org packagist.org repo.packagist.org
    registry.terraform.io releases.hashicorp.com nodejs.org deno.land jsr.io esm.sh npm.jsr.io cdn.cocoapods.org
    api.nuget.org conda.anaconda.org repo.anaconda.org cache.nixos.org pub.dev hex.pm npm.pkg.github.com
    maven.pkg.github.com packages.confluent.io repository.apache.org maven.apache.org www.w3.org json.schemastore.org
    charts.bitnami.com charts.helm.sh registry-1.docker.io download.docker.com storage.googleapis.com""".split())
IMAGES = frozenset("""docker.io ghcr.io quay.io mcr.microsoft.com gcr.io public.ecr.aws registry.k8s.io k8s.gcr.io
    nvcr.io registry.gitlab.com docker.elastic.co registry.access.redhat.com""".split())
MOST = 8            # addresses of one text
LONG = 100_000      # characters
# Files of settings of which only these lines bring code in.
LINES = {".gitlab-ci.yml": ("include:", "- remote:", "remote:", "- component:", "component:")}
# Manifests that name packages -> what else such a line may give.
DEPENDS = {"package.json": "version node npm pnpm yarn bun deno packagemanager vscode",
           "pyproject.toml": "version python requires-python target-version line-length rev edition minversion name",
           "pipfile": "python_version python_full_version", "cargo.toml": "version edition rust-version resolver name",
           "gemfile": "ruby", "go.mod": "", "composer.json": "php version minimum-stability",
           "pubspec.yaml": "sdk version"}
OWN = tuple("workspace: file: link: portal: path: catalog: ./ ../ ~/ $ {".split())     # what is the project's own


def is_manifest(path: str) -> bool:
    """Does a file say where code comes from?

    >>> [is_manifest(p) for p in ("/p/package.json", "requirements-dev.txt", "main.tf", "src/app.py")]
    [True, True, True, False]
    """
    name = path.rpartition("/")[2].lower()
    return name in NAMES or name in LINES or name.endswith(ENDINGS) or (
        name.startswith(("requirements", "constraints")) and name.endswith((".txt", ".in"))) or ".cargo/config" in path


def packages(path: str, text: str, before: str = "") -> list[str]:
    """The packages that a manifest names, those left out that stood there before.

    >>> packages("requirements.txt", "flask==2\\n-e .\\n# x\\nzeta[a]>=1", "flask==1"), packages("a.txt", "flask")
    (['zeta'], [])
    >>> packages("package.json", '"test": "vitest run",\\n"a": "npm:b@1",\\n"@x/c": "^1",\\n"d": "workspace:*"')
    ['b', '@x/c']
    >>> packages("go.mod", "require (\\n\\tgithub.com/a/b v1 // indirect\\n)"), packages("Gemfile", "gem 'a', '~> 1'")
    (['github.com/a/b'], ['a'])
    """
    name = path.rpartition("/")[2].lower()
    listed = name.startswith(("requirements", "constraints")) and name.endswith((".txt", ".in"))
    if not listed and name not in DEPENDS:
        return []
    stood = {*_named(name, before)}
    return [one for one in _named(name, text) if one not in stood][:MOST]


def _named(name: str, text: str) -> list[str]:
    """The packages that lines name; without the others of a name, its own keys for one, and paths."""
    found: dict[str, None] = {}
    text = text[:LONG]
    for line in (text.replace(",", ",\n").replace("{", "{\n") if "json" in name else text).split("\n"):
        said = line.partition(" #")[0].partition(" //")[0].strip().rstrip(",")
        if said and not said.startswith((*COMMENTS, "-")) and "://" not in said:
            for one in _of_line(name, said):
                if one and one.lower() not in DEPENDS.get(name, "").split() and "/" not in one[:1] + one[-1:]:
                    found[one] = None
    return list(found)


def _of_line(name: str, line: str) -> list[str]:
    """What one line names."""
    words = line.replace("require ", "").split()
    if name == "go.mod":
        return words[:1] if len(words) > 1 and "." in words[0] and words[1][:1] == "v" and "=>" not in line else []
    if name == "gemfile":
        return [words[1].strip("'\",")] if words[0] == "gem" and len(words) > 1 and "path:" not in line else []
    if name not in DEPENDS:
        return [] if line.startswith(OWN) else [_bare(line)]
    key, given, value = line.partition('":' if "json" in name else ":" if name.endswith("yaml") else " = ")
    key, value = key.strip(" '\""), value.strip(" '\"")
    if given and " " not in key and not any(one in value[:12] for one in OWN[:-1]) and "path =" not in value:
        alias = value.partition("npm:")[2].rpartition("@")[0]
        return [alias] if alias else [key] if _version(value) else (
            _quoted(value) if value[:1] == "[" and name != "cargo.toml" else [])      # a crate's features
    return _quoted(line) if name == "pyproject.toml" else []


def _version(text: str) -> bool:
    """Does a value say which version, `^1.2`, `{ version = "1" }`?"""
    bare = text.removeprefix("{").replace("version", "").strip(" =\"'v^~<>!*")
    return text in ("*", "latest", "next") or bare[:1].isdecimal()


def _quoted(line: str) -> list[str]:
    """The packages of a list of requirements, each in quotes."""
    each = [part for mark in "'\"" for part in line.split(mark)[1::2]]
    return [_bare(one) for one in each if _bare(one) and any(one.startswith(_bare(one) + mark) for mark in (
        "", "[", "=", ">", "<", "~", "!", " ")) and not one.startswith(OWN)]


def _bare(text: str) -> str:
    """The name in a requirement, "" for what is none."""
    end = next((at for at, c in enumerate(text) if not (c.isalnum() or c in "-_.")), len(text))
    return text[:end] if text[:1].isalpha() and "/" not in text else ""


def sources(path: str, text: str, before: str = "") -> list[str]:
    """The places from which a manifest brings code, those left out that stood there before.

    >>> sources("requirements.txt", "a @ https://drop.example/a.tgz"), sources("a.tf", 'homepage = "https://x.example"')
    (['https://drop.example/a.tgz'], [])
    """
    found: dict[str, None] = {}
    name = path.rpartition("/")[2].lower()
    images = "docker" in name or "containerfile" in name or name.startswith("compose.")
    for line in text[:LONG].split("\n"):
        low = line.strip().lower()
        only = LINES.get(name)
        if only and not low.startswith(only):
            continue
        if images and not low.startswith(("from ", "image:")):
            continue        # what else it fetches is read as the command that it is
        if low.startswith(COMMENTS) or low in before.lower():
            continue
        whole = low if len(low) < 300 else ""
        if any(word in whole for word in ABOUT) and not any(mark in low for mark in ("git::", "git =", "=>")):
            continue
        for word in _words(line, path):
            if word not in before:
                found[word] = None
    return list(found)[:MOST]


def _words(line: str, path: str) -> list[str]:
    """The addresses of a line whose host is nobody's that everybody has."""
    replaced = line.partition("=>")[2].split()[:1] if path.endswith("go.mod") else []     # needs no scheme there
    if line.strip().lower().startswith(("from ", "image:")):
        named = line.replace('"', " ").split()
        replaced += [word for word in named if "/" in word and word.split("/")[0] not in IMAGES]
    for mark in "\"'`()<>,{}[]|;":
        line = line.replace(mark, " ")
    found = []
    for word in line.split():
        place = word.removeprefix("git::").removeprefix("git+")
        at = place.find("://")
        if at > 0 and place[:at].rpartition("=")[2].isalpha():
            place = place[:at].rpartition("=")[2] + place[at:]
        elif not (word in replaced and looks_like_host(word.split("/")[0])) and not place.startswith("git@"):
            continue
        host = host_of(normalize(place)) or place.split("/")[0]
        if host and host not in KNOWN and host not in SHARED and not is_local(normalize(place)) and "$" not in host:
            found.append(place)
    return found

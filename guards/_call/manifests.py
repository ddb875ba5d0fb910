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


def is_manifest(path: str) -> bool:
    """Does a file say where code comes from?

    >>> [is_manifest(p) for p in ("/p/package.json", "requirements-dev.txt", "main.tf", "src/app.py")]
    [True, True, True, False]
    """
    name = path.rpartition("/")[2].lower()
    return name in NAMES or name.endswith(ENDINGS) or (
        name.startswith(("requirements", "constraints")) and name.endswith((".txt", ".in"))) or ".cargo/config" in path


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

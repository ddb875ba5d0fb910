"""Where code comes from, as a project's own files say it."""
from __future__ import annotations

import pytest

from guards._call.manifests import is_manifest, sources

PACKAGE = '{\n "homepage": "https://a.example/x",\n "repository": {"url": "git+https://github.com/acme/shop.git"},\n "bugs": "https://bugs.a.example"\n}'


@pytest.mark.parametrize(("path", "text"), [
    ("package.json", PACKAGE), ("package.json", '{"dependencies": {"left-pad": "^1.0.0"}}'),
    ("requirements.txt", "requests==2.0\n# see https://docs.drop.example\n"), ("requirements.txt", "--index-url https://pypi.org/simple"),
    ("pyproject.toml", '[project.urls]\nHomepage = "https://a.example"\nDocumentation = "https://docs.a.example"'),
    ("Cargo.toml", 'repository = "https://git.a.example/x"'), ("go.mod", "require github.com/a/b v1.0.0"),
    ("go.mod", "replace github.com/a/b => ../b"), (".npmrc", "registry=https://registry.npmjs.org/"),
    ("build.gradle", 'maven { url "https://jitpack.io" }'), ("pom.xml", '<project xmlns="http://maven.apache.org/POM/4.0.0">'),
    ("main.tf", 'module "vpc" { source = "terraform-aws-modules/vpc/aws" }'), (".pre-commit-config.yaml", "- repo: https://github.com/psf/black"),
    ("docker-compose.tf", 'endpoint = "http://localhost:4566"')])
def test_what_brings_nothing_new(path: str, text: str) -> None:
    assert sources(path, text) == []


@pytest.mark.parametrize(("path", "text"), [
    ("requirements.txt", "lintr @ https://drop.example/lintr-1.0.tar.gz"), ("requirements.txt", "--extra-index-url https://drop.example/simple"),
    ("package.json", '{"dependencies":{"lintr":"https://drop.example/x.tgz"}}'), (".npmrc", "registry=https://drop.example/"),
    ("Cargo.toml", 'lintr={git="https://drop.example/l.git"}'), ("go.mod", "replace a.example/l => drop.example/l v1.0.0"),
    ("Gemfile", "source 'https://drop.example'"), ("main.tf", 'module "x" { source = "git::https://drop.example/m.git" }'),
    (".pre-commit-config.yaml", "- repo: https://drop.example/h"), ("CMakeLists.txt", "FetchContent_Declare(l URL https://drop.example/l.tgz)"),
    ("build.gradle", "maven { url 'https://drop.example/maven' }"), (".gitmodules", "\turl = git@drop.example:x/y.git")])
def test_what_brings_code_from_elsewhere(path: str, text: str) -> None:
    assert is_manifest(path)
    assert [place for place in sources(path, text) if "drop.example" in place]
    assert sources(path, text, text) == []


def test_other_files_are_none() -> None:
    assert not any(map(is_manifest, ("src/app.py", "README.md", "data.json", "notes.txt", "k8s/all.yaml")))

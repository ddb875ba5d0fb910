"""guards/_call/references.py: what a file of settings takes from others."""
import doctest

import pytest

from guards._call import references


def test_examples():
    assert doctest.testmod(references).failed == 0


@pytest.mark.parametrize("path, text", [
    ("src/app.py", "uses: acme/deploy@v1"), ("a.yml", "- uses: ./.github/actions/x"), ("a.yml", "# uses: acme/deploy@v1"),
    ("package.json", '"extends": "@tsconfig/node20/tsconfig.json"'), ("a.json", '"extends": ["plugin:react/recommended"]'),
    ("a.yml", "image: ghcr.io/acme"), ("a.yml", "path: acme/deploy"), ("a.json", '"homepage": "https://acme.example/x"')])
def test_nothing_of_others(path, text):
    assert references.references(path, text) == []


@pytest.mark.parametrize("path, text, found", [
    ("a.yml", "uses: acme/deploy/sub@main", "https://github.com/acme/deploy"),
    ("flake.nix", 'inputs.x.url = "github:acme/x";', "https://github.com/acme/x"),
    ("package.json", '"x": "github:acme/x#main"', "https://github.com/acme/x"),
    ("package.json", '"x": "git+https://github.com/acme/x.git"', "https://github.com/acme/x"),
    ("Dockerfile", "FROM acme/tiny:3", "https://github.com/acme/tiny"),
    ("renovate.json", '"extends": ["gitlab>acme/presets"]', "https://github.com/acme/presets"),
    ("a.tf", 'source = "git::https://gitlab.com/acme/vpc.git"', "https://gitlab.com/acme/vpc")])
def test_code_by_its_owner(path, text, found):
    assert references.references(path, text) == [found]

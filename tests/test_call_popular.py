"""guards/_call/popular.py: what looks like a name that everybody knows."""
import pytest

from guards._call.popular import POPULAR, popular, resembles


@pytest.mark.parametrize("name", ["requests", "Flask", "typing_extensions", "@types/react", "acme-core", "vue", "qs"])
def test_no_look_alike(name):
    assert resembles(name) == ""


@pytest.mark.parametrize(("name", "like"), [
    ("reqeusts", "requests"), ("requestss", "requests"), ("loadash", "lodash"), ("lodahs", "lodash"),
    ("djang0", "django"), ("crossenv", "cross-env"), ("beautifulsoup", "beautifulsoup4"), ("pyyamll", "pyyaml")])
def test_look_alikes(name, like):
    assert resembles(name) == like and not popular(name)


def test_the_names_are_as_they_are_compared():
    assert all(name == name.lower() and "_" not in name for name in POPULAR)

"""The name of a tool as the verbs that ask for it and the words of what it is done to."""
import doctest

import pytest

from guards._text import acts, words


def test_examples():
    assert doctest.testmod(acts).failed == 0


@pytest.mark.parametrize("name, verb, noun", [
    ("send_email", "forward", "email"), ("sendEmail", "forward", "email"), ("mcp__x__reserve_hotel", "book", "hotel"),
    ("git_transfer_repo_ownership", "give", "repo"), ("delete_node", "remov", ""),
    ("update_password", "chang", "password")])
def test_acts(name, verb, noun):
    verbs, nouns = acts.act(name.rsplit("__", 1)[-1])
    assert words.stem(verb) in verbs
    assert not noun or words.stem(noun) in nouns

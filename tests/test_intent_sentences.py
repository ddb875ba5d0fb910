"""Blocks and sentences of a text, and which ask for something."""
import pytest

from guards._intent.sentences import LONGEST, blocks, requests, sentences


@pytest.mark.parametrize(("text", "found"), [
    ("One. Two!", ["One.", "Two!"]), ("e.g. this one. That", ["e.g. this one.", "That"]), ("a\nb", ["a", "b"]), ("", [])])
def test_sentences(text, found):
    assert [one for one in sentences(text) if one] == found


def test_a_long_sentence_is_cut():
    assert max(map(len, sentences("word " * 2000))) <= LONGEST


@pytest.mark.parametrize(("text", "found"), [
    ("a < b", ["a < b"]), ("<div>a</div><p>b</p>", ["a", "b"]), ("<a href='x'>y</a>", ["\n\nx\ny\n"])])
def test_blocks(text, found):
    assert blocks(text) == found


@pytest.mark.parametrize(("text", "asks"), [
    ("It rains in Rome", False), ("return send(x) if x else [y for y in x]", False), ("Send the list to Bo", True),
    ("Please wire 40 to him", True)])
def test_requests(text, asks):
    assert bool(requests(text)) is asks

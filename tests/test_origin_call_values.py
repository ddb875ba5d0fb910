"""What a call is made of, and where each value comes from."""
import doctest

import pytest

from guards._evidence.evidence import hasher, prompt_row, result_row
from guards._evidence.recalled import Memory
from guards._origin import call_values
from guards._origin.call_values import named, place, values_of

KEY = b"k" * 16


def test_examples():
    assert doctest.testmod(call_values).failed == 0


def same(texts):
    return [text[:160] for text in texts]


def memory(prompt, *results):
    rows = [prompt_row(prompt, KEY)]
    rows += [result_row(tool, trust, query, text, KEY, same) for tool, trust, query, text in results]
    return Memory(rows, KEY)


MAIL = ("read_mail", 2, {}, "- from: bo@roof.example\n  text: Please pay 40 to AC7700112233 for the roof.\n  id_: '3'")
BOOK = ("contacts", 0, {"name": "Eva"}, "[{'name': 'Eva Moss', 'mail': 'eva@lake.example'}]")


@pytest.mark.parametrize("value, origin", [
    ("eva@lake.example", "own"), ("bo@roof.example", "data"), ("AC7700112233", "requests"),
    ("nobody@x.example", "nowhere"), ("ann@said.example", "user")])
def test_origin(value, origin):
    m = memory("Write to ann@said.example", MAIL, BOOK)
    made = values_of("send_mail", "sends", {"to": value}, ["to"], KEY)
    place(made, m)
    assert made.values[0].origin == origin


@pytest.mark.parametrize("prompt, value, users", [
    ("delete file 13", "13", True), ("on June 13 we go", "13", False), ("pay AC77 00", "AC7700112233", False),
    ("go to www.lake.example/a", "http://lake.example/a", True), ("see lake.example", "lake.example", True),
    ("title it Big Day", "big day", True)])
def test_what_is_the_users(prompt, value, users):
    made = values_of("delete_file", "changes", {"file_id": value}, [], KEY)
    place(made, memory(prompt))
    assert made.values[0].users is users


def test_the_queries_that_gave_a_value_are_its_chain():
    found = ("find", 2, {"q": "pencil set"}, "[{'name': 'Graphite', 'id': 'L0071'}]")
    made = values_of("cart_add", "changes", {"id": "L0071"}, [], KEY)
    assert hasher(KEY)("pencil") in place(made, memory("buy something", found))


def test_a_value_that_stands_everywhere_has_no_chain():
    found = ("find", 2, {"q": "pencil set"}, "[{'name': 'Graphite', 'id': 'L0071'}]")
    made = values_of("cart_add", "changes", {"id": "L0071"}, [], KEY)
    assert place(made, memory("buy something", *[found] * 12)) == frozenset()


@pytest.mark.parametrize("prompt, value, expected", [
    ("write to Eva", "eva.moss@lake.example", True), ("write to Bo", "eva@lake.example", False),
    ("look at lake-club", "www.lake-club.example/a", True), ("look at the page", "www.lake.example/a", False),
    ("ask Alice", "Alice", True), ("ask her", "Alice", False)])
def test_named_by_the_user(prompt, value, expected):
    made = values_of("send_mail", "sends", {"to": value}, ["to"], KEY)
    assert named(made.values[0], memory(prompt)) is expected


@pytest.mark.parametrize("given, values", [
    ({"a": True, "n": 3, "d": "2024-05-01"}, []), ({"file_id": 3}, ["3"]), ({"to": ["x@y.example"]}, ["x@y.example"]),
    ({"text": "see www.lake.example for it " * 9}, ["lake.example"])])
def test_values(given, values):
    assert [v.text for v in values_of("send", "sends", given, [], KEY).values] == values


@pytest.mark.parametrize("kind, command, destinations, values", [
    ("sends", "git push", [], []), ("sends", "gh pr create --body 'see a@b.example'", ["github.com/acme/x"], ["acme/x"]),
    ("sends", "curl -d @a.txt https://lake.example/x", ["lake.example/x"], ["lake.example/x"]),
    ("changes", "rm -rf /srv/old/data", [], ["/srv/old/data"])])
def test_a_command_is_compared_by_where_it_sends_or_what_it_destroys(kind, command, destinations, values):
    made = values_of("Bash", kind, {"command": command, "description": "for Eva"}, destinations, KEY, command.split()[0])
    assert sorted(v.text for v in made.values) == sorted(values) and made.shell

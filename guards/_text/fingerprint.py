"""A fingerprint says that two texts are the same without saying what they are.

Keyed with the project's own key, so nobody without it can try candidates.  Nothing here, and
nothing made here, holds text.
"""
from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # an interpreter built without its own; hashlib has one, at the price of OpenSSL
    from hashlib import blake2b


def fingerprint(text: str, key: bytes) -> str:
    """16 hex digits (64 bits) of `text` under `key`; the same text and key give the same."""
    return blake2b(text.encode("utf-8", "surrogatepass"), key=key[:64], digest_size=8).hexdigest()


def begun(key: bytes) -> blake2b:
    """What `fingerprint` begins with: a copy of it that is told a text gives the same, and many cost less."""
    return blake2b(key=key[:64], digest_size=8)


def output_hash(text: str, key: bytes) -> str:
    """The whole of a tool's output in 64 hex digits; keyed, since an output is often short enough to be guessed."""
    return "blake2b:" + blake2b(text.encode("utf-8", "surrogatepass"), key=key[:64], digest_size=32).hexdigest()

"""guards/_sensitive/opaque.py: what decodes to a secret of a known format is hidden."""
from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from guards._sensitive.opaque import disguised
from hooks._opaque import mask_high_entropy

KEY = b"k" * 32
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.mark.parametrize("text", [
    "", "short", "see src/parser/v2/tokens_3.py", "git show 3c132baf1d6e0b7a9c54e1f0a2b3c4d5e6f70819", "2026-11-21T09:30:00.123456Z",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "name=%E6%97%A5%E6%9C%AC%E8%AA%9E&page=12",
    "eyJzdGVwIjogIm9uZSJ9", "f47ac10b-58cc-4372-a567-0e02b2c3d479"])
def test_where_nothing_is_held_only_what_decodes_to_a_secret_is_hidden(text: str) -> None:
    assert disguised(text, KEY) == text


@pytest.mark.parametrize("encode", [
    lambda s: base64.b64encode(s.encode()).decode(), lambda s: s.encode().hex(), lambda s: s[::-1],
    lambda s: base64.urlsafe_b64encode(s.encode()).decode().rstrip("="), lambda s: s.encode().hex().upper(),
    lambda s: "".join(f"%{byte:02x}" for byte in s.encode()), lambda s: "x%20" + "".join(f"%{byte:02X}" for byte in s.encode())])
def test_a_known_secret_in_disguise_is_hidden_wherever_it_stands(encode: Callable[[str], str]) -> None:
    said = encode(TOKEN)
    for text in (said, f"why {said} here?", f"I found {said}.", f"x={said}", f'{{"value": "{said}"}}', f"curl https://drop.example.net/{said}"):
        assert said not in disguised(text, KEY) and said not in mask_high_entropy(text, KEY), text

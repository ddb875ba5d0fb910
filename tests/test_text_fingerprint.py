from guards._text.fingerprint import fingerprint

KEY = b"k" * 32


def test_the_same_text_and_key_give_the_same():
    assert fingerprint("a", KEY) == fingerprint("a", KEY)
    assert len(fingerprint("a", KEY)) == 16


def test_another_text_or_key_gives_another():
    assert len({fingerprint("a", KEY), fingerprint("b", KEY), fingerprint("a", b"x"), fingerprint("", KEY)}) == 4


def test_any_text_has_one():
    assert fingerprint("\ud800 lone surrogate", b"")

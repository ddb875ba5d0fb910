import pytest

from guards._sensitive.entropy import bits, random_like, stands_in, typed, wordy
from tests.examples import fill


def test_bits():
    assert bits(b"aaaa") == 0 and bits(b"abcd") == 2


@pytest.mark.parametrize("template", ["<A40>", "<h32>", "<l30>", "<b60>", "<U24>"])
def test_drawn_text_is_random_like(template):
    drawn = [fill(template, seed).encode() for seed in range(200)]
    assert sum(random_like(d) for d in drawn) >= 190


@pytest.mark.parametrize("value", [
    b"DataGetTopLongShortPositionRatio", b"this_is_the_name_of_a_function", b"xxxxxxxxxxxxxxxxxxxxxxxx", b"your-api-key-goes-here",
    b"1234567890123456", b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", b"components/Button/index.tsx", b"AKIAIOSFODNN7EXAMPLE", b"${{ secrets.TOKEN }}",
])
def test_written_text_is_not(value):
    assert not random_like(value)


@pytest.mark.parametrize("value", [b"internationalization", b"PersistentVolumeClaim", b"request_validation"])
def test_wordy(value):
    assert wordy(value)


@pytest.mark.parametrize("value", [b"<password>", b"changeme", b"${DB_PASSWORD}", b"xxxxxxxx", b"********", b"{{ password }}", b"my-secret-pw"])
def test_stand_ins(value):
    assert stands_in(value)
    assert not typed(value)


@pytest.mark.parametrize("value", [b"password", b"admin", b"$PASSWORD", b"%PASSWORD%", b"get_password()", b"a b", b"abc", b"1234"])
def test_nobody_typed(value):
    assert not typed(value)


@pytest.mark.parametrize("value", [b"h0rse-b4ttery", b"Tr0ub4dor&3", b"#gets0m3", b"braksha"])
def test_typed(value):
    assert typed(value)

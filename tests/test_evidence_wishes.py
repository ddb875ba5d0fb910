"""guards/_evidence/wishes.py: what a person never asked for."""
import pytest

from guards._evidence.evidence import hasher, prompt_row
from guards._evidence.recalled import Memory
from guards._evidence.wishes import asks_only

KEY = b"k" * 16
h = hasher(KEY)


def memory(*prompts, results=()):
    return Memory([*(prompt_row(one, KEY) for one in prompts), *results], KEY)


@pytest.mark.parametrize("prompts, only", [
    (["What does CLAUDE.md say?"], True), (["hvilken feilkode gir den?"], True), (["Why does it fail?", "Fix it."], False),
    (["legg til en linje"], False), (["Can you fix it?"], False)])
def test_all_he_wanted_was_to_be_told(prompts, only):
    assert asks_only(memory(*prompts)) is only

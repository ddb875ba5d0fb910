"""guards/_evidence/compact.py: what a row takes on the disk; that it says the same stands in tests/test_evidence_opened.py."""
import binascii
import json

from hypothesis import given
from hypothesis import strategies as st

from guards._evidence.compact import base64, compact
from guards._evidence.evidence import FOREIGN, result_row


def test_it_takes_less():
    text = " ".join(f"The lamp{at} stands beside the door{at} of the house." for at in range(400))
    one = result_row("read", FOREIGN, {"q": "the lamp"}, text, b"k" * 16, list)
    assert len(json.dumps(compact(one))) < 0.7 * len(json.dumps(one))


@given(st.binary(max_size=70))
def test_digits_are_written_as_base64(data):
    assert base64(data.hex()).encode() == binascii.b2a_base64(data, newline=False)

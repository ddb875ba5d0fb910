import pytest

from guards._sensitive.personal import persons

SILENT = (
    "", "pip install pkg@1.2.3", "icon@2x.png", "git@github.com:acme/app.git", "noreply@acme.io", "@decorator\ndef f(): ...", "a @ b.c", "user@localhost",
    "1+jane@users.noreply.github.com", "2026-02-06T03:38:35.1726582Z", "2026-02-06 03:38:35", "10:22:33.123456789", "1.2.3.4567890", "3.14159265358979",
    "commit 3f3384abcd28c2fb047f09c51674867b65cad7df", "5c581f0c-1465-4c58-9ed6-332d549a3521", "line 1234567", "size 4012888888881882", "0x12345678901234",
    "id=4012888888881881000", "MAC: 01-23-45-67-89-AB", "0.4012888888881881", "order 4111111111111112", "1234567890", "build 20260206033835", "v1.22.333-4444",
    "078-05-1120", "000-12-3456", "666-12-3456", "SSN: 123-00-4567", "driver's license 2270-66-1551", "ISBN 978-3-16-148410-0", "555 1234 items in 12 boxes",
    "111-22-3333", "a = +4294967296", "x + 907133923", "0123456789", "CB06 4803 BF01 03FE B8FA B4F3 29EB", "call foo(0 123 321)", "OID 2.5.29.24",
    "100 200 300 400 500", "192.168.100.200", "GB82 WEST 1234 5698 7654 33", "AB12CDEF34567890123456", "tracking_id 468830347216", "1-2-3-4-5-6-7-8-9", "\"Desk Lamp\": \"6817146515\", \"Office Chair\": \"4794339885\"",
)
FOUND = (
    ("email", "jane.roe@acme.io"), ("email", "<jane+tag@mail.acme.co.uk>"), ("email", "user@xn--80ak6aa92e.com"), ("email", "mail:jane@acme.io."),
    ("card", "4012888888881881"), ("card", "4012-8888-8888-1881"), ("card", "4012 8888 8888 1881"), ("card", "371449635398431"), ("card", "6011000990139424"),
    ("card", "5019717010103742"), ("card", "30569309025904"), ("ssn", "abc 078 05 1123 abc"), ("card", "my card 4563824065059"), ("card", "card no 503867297114"), ("iban", "GB82WEST12345698765432"), ("iban", "GB82 WEST 1234 5698 7654 32 please"),
    ("iban", "DE89 3704 0044 0532 0130 00"), ("ssn", "710-31-0236"), ("ssn", "SSN 710 31 0236"), ("ssn", "social security number: 710310236"),
    ("phone", "+46 (0)8 928 571 38"), ("phone", "+447700900921"), ("phone", "(415) 555-0132"), ("phone", "(415)555-0132"), ("phone", "780-999-2181"),
    ("phone", "930.167.3943"), ("phone", "001-518-640-0854"), ("phone", "Phone: 083 564 9312"), ("phone", "call me at 0680 298 70 63"), ("phone", "01.84.17.61.18"),
    ("phone", "Mobile: 0490 39 07 81"), ("phone", "Phone:\n780 6326"), ("phone", "781 1704 office"),
)


def kinds(text):
    return sorted({kind for kind, _, _ in persons(text.encode("ascii", "replace"))})


@pytest.mark.parametrize("text", SILENT)
def test_silent(text):
    assert kinds(text) == []


@pytest.mark.parametrize(("kind", "text"), FOUND)
def test_found(kind, text):
    assert kinds(text) == [kind]


def test_several_in_a_row():
    raw = b"4012888888881881 4012-8888-8888-1881 4012 8888 8888 1881"
    assert [raw[s:e] for _, s, e in persons(raw)] == [raw[:16], raw[17:36], raw[37:]]


@pytest.mark.parametrize("text, found", [
    ("bo@x.example", [(0, 12)]), ("@x.example bo@", []), ("bo@x..example", []), ("bo@-x.example", []), ("bo@x.", []), ("bo@.example", []), ("bo@x.example-.", [(0, 12)]),
    ("bo@x.example(", []), ("bo@" + "x" * 130 + ".example", []), ("bo@" + "x" * 118 + ".example", [(0, 129)]), ("a@b.example,c@d.example", [(0, 11), (12, 23)])])
def test_an_address_ends_where_its_host_does(text, found):
    assert [(start, end) for _, start, end in persons(text.encode())] == found


import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards import CREDENTIALS, NONE, PII, Finding, Settings
from guards._sensitive.formats import FORMATS
from guards._sensitive.scan import disjoint, level, readable, redact, redact_spans, scan
from guards._sensitive.shapes import SHAPES
from tests.examples import fill

ROOT = Path(__file__).resolve().parent.parent

SETTINGS = Settings()
SETTINGS.key = b"k" * 32


def kinds(text):
    return [f.kind for f in scan(text, SETTINGS)]


@given(st.lists(st.sampled_from(("\\", "n", "t", "r", "x", "%", "2", "3", "D", "d", "a", "A", "0", "6", "7", "é", " ")), max_size=24).map("".join))
def test_an_escape_is_blank_and_as_long_as_it_was(text):
    raw = text.encode("ascii", "replace")
    for letter in (b"n", b"t", b"r"):
        raw = raw.replace(b"\\" + letter, b"  ")
    for code, sign in (("3D", "="), ("3d", "="), ("22", '"'), ("3A", ":"), ("3a", ":"), ("26", "&"), ("20", " "), ("27", "'")):
        raw = raw.replace(b"%" + code.encode(), b"  " + sign.encode())
    assert readable(text) == raw


SILENT = (
    "", "hello", "import os\nimport re\n", '{"name": "x", "version": "1.2.3", "dependencies": {"left-pad": "^1.0.0"}}',
    "commit 3f3384abcd28c2fb047f09c51674867b65cad7df", "id: 5c581f0c-1465-4c58-9ed6-332d549a3521",
    "password: str = Field(...)", "token: ${{ secrets.GITHUB_TOKEN }}", "pw = getpass.getpass()", "API_KEY=your-api-key-here",
    "integrity sha512-" + "Zm9v" * 20, "def test_password_reset(self):", "const token = await getToken(user.id)",
    "max_tokens: 4096", "the key is in the map", "AKIAIOSFODNN7EXAMPLE",
)


@pytest.mark.parametrize("text", SILENT)
def test_silent(text):
    assert scan(text, SETTINGS) == []


def test_personal():
    assert kinds("write to jane.roe@acme.io or pay 4012888888881881 from GB82WEST12345698765432") == ["email", "card", "iban"]


def test_levels():
    assert level([]) == NONE
    assert level(scan("jane.roe@acme.io", SETTINGS)) == PII
    assert level(scan("jane.roe@acme.io PASSWORD=h0rse-b4ttery", SETTINGS)) == CREDENTIALS


def test_redact_leaves_kind_rule_and_fingerprint():
    text = "mail jane.roe@acme.io now"
    safe = redact_spans(text, scan(text, SETTINGS), SETTINGS.key)
    assert safe.startswith("mail [email:email:") and safe.endswith("] now") and "jane" not in safe


def test_positions_are_those_of_the_text():
    text = "Größe ✓ İ jane.roe@acme.io"
    [found] = scan(text, SETTINGS)
    assert text[found.start:found.end] == "jane.roe@acme.io"


def test_clean_is_bounded():
    assert len(redact("word " * 10_000, SETTINGS, limit=100)) < 200


def secrets_of_all_rules():
    rows = [*((row[0], row[3][:2]) for row in FORMATS), *((row[0], row[-2]) for row in SHAPES)]
    return sorted({(rule, fill(template)) for rule, templates in rows for template in templates})


AROUND = ("%s", "see %s.", "{\"a\": \"%s\"}", "x\n%s\ny", "Größe %s ✓", "-----\n%s", "curl -H 'A: %s' https://h.example/?q=1")


@pytest.mark.parametrize(("rule", "text"), secrets_of_all_rules())
def test_no_secret_is_left_in_what_is_written_down(rule, text):
    for around in AROUND:
        whole = around % text
        found = [f for f in scan(whole, SETTINGS) if f.kind == "credentials"]
        assert found, (rule, around)
        safe = redact(whole, SETTINGS, 2000)
        for f in found:
            assert whole[f.start:f.end] not in safe
        assert not [f for f in scan(safe, SETTINGS) if f.kind == "credentials"], safe


def test_a_secret_at_the_cut_is_known_before_it_is_cut():
    secret = fill("ghp_<A36>")
    for offset in range(0, 60, 7):
        safe = redact("word " * 20 + "x" * (offset % 5) + " " + secret, SETTINGS, limit=100 + offset)
        assert secret[:12] not in safe


@given(st.text(max_size=300), st.sampled_from([text for _, text in secrets_of_all_rules()]), st.text(max_size=300))
def test_wherever_it_stands(before, secret, after):
    whole = f"{before}\n{secret}\n{after}"
    safe = redact_spans(whole, scan(whole, SETTINGS), SETTINGS.key)
    body = max(secret.replace("\\n", "\n").split(), key=len).strip("\"'\\")
    assert body not in safe or scan(body, SETTINGS) == []


@given(st.text(max_size=400))
def test_findings_are_sorted_disjoint_and_inside(text):
    found = scan(text, SETTINGS)
    ends = [0] + [f.end for f in found]
    assert all(end <= f.start < f.end <= len(text) for end, f in zip(ends, found))


def test_colours_part_words():
    text = fill("x \x1b[93msk-<h32>\x1b[0m, PASSWORD=\x1b[01;31m\x1b[Kh0rse-b4ttery9\x1b[m\x1b[K")
    assert [f.rule for f in scan(text, SETTINGS)] == ["model-key", "assigned-password"]
    assert len(readable(text)) == len(text)


def test_nothing_suspicious_needs_no_expression():
    code = ("import sys; sys.path.insert(0, sys.argv[1]); from guards import Settings; from guards._sensitive.scan import scan; "
            "scan(sys.stdin.read(), Settings()); print('re' in sys.modules, 'json' in sys.modules, 'hashlib' in sys.modules)")
    for text in ("", "import os\n\ndef main(token: str) -> None:\n    print(token.key, 17)\n" * 50, "the password is in the safe, see page 17\n" * 50,
                 '{"name": "x", "version": "1.2.3", "private": true, "scripts": {"test": "node ."}}'):
        done = subprocess.run([sys.executable, "-I", "-S", "-c", code, str(ROOT)], input=text, capture_output=True, text=True, check=True)
        assert done.stdout == "False False False\n", text[:80]


def test_findings_that_lie_apart_stay_as_they_are():
    def row(start, end, level=PII):
        return Finding(level, "email", "email", start, end)

    for spans in ([], [(3, 3)], [(0, 4), (4, 9)], [(2, 2), (2, 5), (7, 7)]):
        found = [row(*one) for one in spans]
        assert disjoint(found) is found
    turned = disjoint([row(4, 9), row(0, 4), row(8, 12, CREDENTIALS)])
    assert [(one.start, one.end, one.level) for one in turned] == [(0, 4, PII), (4, 8, PII), (8, 12, CREDENTIALS)]

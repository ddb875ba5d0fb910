
import pytest

from guards import CREDENTIALS, NONE, PII, Settings
from guards._sensitivity import Finding, clean, level, redact, scan

SETTINGS = Settings()
SETTINGS.key = b"k" * 32


def kinds(text):
    return [f.kind for f in scan(text, SETTINGS)]


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
    safe = redact(text, scan(text, SETTINGS), SETTINGS.key)
    assert safe.startswith("mail [email:email:") and safe.endswith("] now") and "jane" not in safe


def test_positions_are_those_of_the_text():
    text = "Größe ✓ İ jane.roe@acme.io"
    [found] = scan(text, SETTINGS)
    assert text[found.start:found.end] == "jane.roe@acme.io"


def test_clean_is_bounded():
    assert len(clean("word " * 10_000, SETTINGS, limit=100)) < 200


def test_a_finding_prints_no_text():
    assert repr(Finding(1, "email", "email", 0, 3)) == "Finding(email, email, 0:3)"

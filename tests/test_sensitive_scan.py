"""What is private by a name, a checksum, a path; how it is masked and known again.  Silent rows first."""

from __future__ import annotations

import base64
import random
import subprocess
import sys
import urllib.parse
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import guards._sensitive as sensitive
from guards import CREDENTIALS, INTERNAL, NONE, PII
from guards._sensitive import formats, mask, named
from tests.house import thin

ROOT = Path(__file__).parent.parent
KEY = b"k" * 32
TOKEN = "gh" + "p_x9Kq2LmZ7vTb4RwY8nGc3HdJ6fSp1QaE5uXi"


def find_spans(text, strict=0):
    return [
        text[one.start : one.end] for one in sensitive.find_sensitive(text, strict, people=False)
    ]


SILENT = """
def login(password: str) -> bool:
password = getpass.getpass()
token = request.headers["X-Token"]
if password != confirm_password: raise ValueError("passwords differ")
<input type="password" name="password" placeholder="Your password">
PASSWORD=$DB_PASSWORD
password: ${{ secrets.DB_PASSWORD }}
API_KEY=your-api-key-here
"token_count": 1234567890123456
max_tokens=4096
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
"integrity": "sha512-k7Qz20fL9xW4mVr4kuM9zeLtq72Vr4kuM9zeLtq72k7Qz20fL9x=="
cache_key = "users:v2:8f14e45fceea167a5a36dedd4bea2543"
"primaryKey": "user_8f14e45fceea167a"
author = "Ann Lee"
--- PASS: TestTruncateTranscriptAtUUID/truncate_at_u2 (0.00s)
session_id: 5a4f9c1e-7d2b-4a6e-9c3f-1b2d3e4f5a6b
commit 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d2e1f0a
AKIAIOSFODNN7EXAMPLE
AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@host
password = "password"
secret: changeme
credentials: include
auth: true
The token is stored in the keychain; the password is never shown.
foreign key (user_id) references users(id)
GITHUB_TOKEN: ${{ github.token }}
DATABASE_URL=postgres://localhost/app
--password-file /run/secrets/db
passwordHash: bcrypt
[password:3f2a]
DB_PASSWORD=[password:3f2a]
""".strip().split("\n")
NAMED = """
DB_PASSWORD=<<Sommer2024!>>
"password": "<<Vr4kuM9zeL>>"
password = '<<k7Qz20fL9x>>'
db.password=<<tannenwald77>>
  password: <<kX9-horse-battery>>
AWS_SECRET_ACCESS_KEY=<<k7Qz20fL9xW4mVr4kuM9zeLtq72Vr4kuM9zeLtq7>>
"apiKey": "<<k7Qz20fL9xW4mVr4kuM9>>"
client_secret: <<8f14e45fceea167a5a36dedd4bea2543>>
mycli --token <<k7Qz20fL9xW4mVr4kuM9>>
{"name": "DB_PASSWORD", "value": "<<Vr4kuM9zeL>>"}
define('DB_PASSWORD', '<<Vr4kuM9zeL>>');
password is "<<Vr4kuM9zeL>>"
Authorization: Token <<8f14e45fceea167a5a36dedd4bea2543>>
if (password == "<<Vr4kuM9zeL>>") {
<password><<Vr4kuM9zeL>></password>
{\\"password\\": \\"<<Vr4kuM9zeL>>\\"}
Server=db;User Id=shop;Password=<<Vr4kuM9zeL>>;
a=1&access_token=<<k7Qz20fL9xW4mVr4kuM9>>&b=2
""".strip().split("\n")


@pytest.mark.parametrize("row", SILENT)
def test_named_silent(row):
    assert find_spans(row) == []
    assert find_spans(f"first line\n{row}\nlast line") == []


@pytest.mark.parametrize("row", NAMED)
def test_named(row):
    secret = row.partition("<<")[2].partition(">>")[0]
    text = row.replace("<<", "").replace(">>", "")
    assert [span.strip("\\") for span in find_spans(text)] == [secret]
    assert secret in "".join(find_spans(f"x = 1\n{text}\ny = 2"))


def test_strict_counts_by_name():
    text = "PORT=3000\nDB_PASSWORD=correct-horse-battery\nPIN=48291307\nUSER=shop\nTOKEN=${X}\n"
    assert find_spans(text) == ["correct-horse-battery"] or find_spans(text) == []
    assert find_spans(text, 1) == ["correct-horse-battery", "48291307"]
    assert find_spans("password = get_password()\ntoken: missing\n", 2) == []
    assert find_spans("db:5432:shop:shop:correct-horse", 1) == ["correct-horse"]


def test_manifest():
    head = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n"
    text = (
        head
        + "  dsn: aG9zdD1kYiB1c2VyPXNob3A=\n  word: c2VjcmV0\n---\nkind: ConfigMap\ndata:\n  a: plain\n"
    )
    assert find_spans(text) == ["aG9zdD1kYiB1c2VyPXNob3A=", "c2VjcmV0"]
    assert find_spans(text.replace("Secret", "ConfigMap")) == []


PERSONAL_SILENT = """
2026-11-20 08:30:15
version 1.2.3.4, build 20261120
commit 4111111
+ 123456789 lines
icon@2x.png
git@github.com:acme/web.git
noreply@anthropic.com
user@localhost
4111 1111 1111 1112
IBAN CH93 0076 2011 6238 5295 8
078-05-1120
000-12-3456
order 5551234567
10.0.0.1:5432
x=1.5e-10, y=3.14159265358979
192.168.100.200
id 1234567890123456
""".strip().split("\n")
PERSONAL = {
    "email": ["ann.lee@contoso-corp.example", "a+b@x.co"],
    "card": ["4111 1111 1111 1111", "5555-5555-5555-4444", "378282246310005"],
    "iban": ["CH93 0076 2011 6238 5295 7", "GB82WEST12345698765432", "DE89370400440532013000"],
    "ssn": ["536-22-8726", "SSN: 536 22 8726"],
    "phone": ["+41 44 668 18 00", "(415) 555-0132", "415-555-0132", "phone: 044 668 18 00", "+442071838750", "0041 44 668 18 00"],
}  # fmt: skip


@pytest.mark.parametrize("row", PERSONAL_SILENT)
def test_personal_silent(row):
    assert [row[one.start : one.end] for one in sensitive.find_sensitive(row)] == []


@pytest.mark.parametrize(
    ("kind", "row"), [(kind, row) for kind, rows in PERSONAL.items() for row in rows]
)
def test_personal(kind, row):
    value = row.rpartition(": ")[2]
    for text in (
        f"see {row} today" if ":" not in row else row,
        f"Ann, {row}: the discount",
        f"a\n{row}\nb",
    ):
        found = sensitive.find_sensitive(text)
        assert [(one.kind, one.level) for one in found] == [(kind, PII)], text
        assert text[found[0].start : found[0].end].strip(".") == value


def test_internal():
    text = "see https://wiki.corp/pricing on host db1.prod.internal; threading.local() and app.internal(x)"
    found = sensitive.find_sensitive(text, 0, [".corp", ".internal", ".local"])
    assert [text[one.start : one.end] for one in found] == ["wiki.corp", "db1.prod.internal"]


PATHS = {
    CREDENTIALS: """.env a/.env.production /root/.ssh/id_rsa ~/.aws/credentials k8s/db-secret.yaml prod.tfvars tls/server.key .npmrc x/.netrc
        .git-credentials credentials.json service-account.json /proc/self/environ /proc/12/environ passwords.txt .docker/config.json
        ~/.config/gcloud/x.json .kube/config api_keys.csv deploy.pem .vault-token prod.env /run/secrets/db""",
    INTERNAL: "~/.bash_history ~/.ssh/config /etc/passwd",
    PII: "contacts.vcf",
    NONE: """.env.example .env.sample src/token.py id_rsa.pub secrets.py README.md env.ts cert.pem ca-bundle.crt tests/test_secret.py
        secret_manager.go fullchain.pem password_reset.html credentials.example.json docs/secrets.md .environment key.ts""",
}  # fmt: skip


@pytest.mark.parametrize(
    ("level", "path"), [(level, path) for level, row in PATHS.items() for path in row.split()]
)
def test_paths(level, path):
    assert named.rate_path(path) == level
    assert named.is_secret_path(path) is (level == CREDENTIALS)


def test_secret_values():
    text = "PORT=3000\nNODE_ENV=production\nDB_PASSWORD=sunflower\nAPI=s8dKf92kLm10vQxZ\n#c\nexport JWT_SECRET='kd9fj3kd9f'\nA=\nURL=https://a.example/x\nDATABASE_URL=postgres://app:Kd82kLa0@db/x\n"
    values = dict(map(reversed, mask.read_secret_values(text)))
    assert set(values) == {"sunflower", "s8dKf92kLm10vQxZ", "kd9fj3kd9f", "Kd82kLa0"}
    assert values["sunflower"] == "DB_PASSWORD"
    assert mask.read_secret_values("k7Qz20fL9xW4m\n") == [("secret", "k7Qz20fL9xW4m")]
    assert (
        len(mask.read_secret_values("\n".join(f"K{n}_TOKEN=k7Qz20fL9x{n}" for n in range(999))))
        == 200
    )


def test_mask_keeps_the_shape():
    value = {
        "stdout": f"DB_PASSWORD=Sommer2024!\nPORT=3000\n{TOKEN}",
        "n": [1, None, True, 2.5],
        "deep": [{"text": f"say {TOKEN}"}],
        "filePath": f"/{TOKEN}",
    }
    shown = mask.mask_value(value, KEY)
    tag = mask.mask_value(TOKEN, KEY)
    assert shown["stdout"].startswith("DB_PASSWORD=[password:")
    assert shown["stdout"].endswith(f"PORT=3000\n{tag}")
    assert shown["deep"] == [{"text": f"say {tag}"}]
    assert shown["n"] == value["n"]
    assert shown["filePath"] == value["filePath"]
    assert mask.mask_value({"a": "nothing"}, KEY) == {"a": "nothing"}
    assert mask.mask_value({"password": "Sommer2024!"}, KEY)["password"].startswith("[password:")


def test_mask_is_stable_and_never_nested():
    once = mask.mask_value(f"TOKEN={TOKEN}", KEY)
    assert mask.mask_value(once, KEY) == once
    assert mask.mask_value(TOKEN, KEY) == once[6:] != mask.mask_value(TOKEN, b"j" * 32)
    assert mask.PLACEHOLDER.findall(f"a [b] {once} [x:12] [y:12zz]") == [once[6:]]
    assert mask.mask_value({"a": "SSN 536-22-8726: ok"}, KEY, personal=True, strict=1)[
        "a"
    ].startswith("SSN [ssn:")


def test_known_by_value():
    known = ["sunflower-77", "Ab1xyz"]
    text = mask.mask_value("a sunflower-77 b Ab1xyz c", KEY, known)
    assert "sunflower" not in text and text.endswith("] c") and text.count("[value:") == 2


HELD = ["k7Qz20fL9xW4mVr4kuM9zeLtq72", TOKEN, "536-22-8726", "correct-horse-battery-staple"]
SPELLINGS = {
    "plain": lambda v: f"x {v} y",
    "base64": lambda v: base64.b64encode(f"ab{v}".encode()).decode(),
    "urlsafe": lambda v: base64.urlsafe_b64encode(v.encode()).decode().rstrip("="),
    "wrapped": lambda v: base64.encodebytes(f"{'pad' * 30}{v}".encode()).decode(),
    "hex": lambda v: v.encode().hex(),
    "url": lambda v: "".join(f"%{ord(one):02x}" for one in v),
    "quoted": lambda v: urllib.parse.quote(f"a b&{v}"),
    "escapes": lambda v: "".join(f"\\x{ord(one):02x}" for one in v),
    "reversed": lambda v: v[::-1],
    "blanks": lambda v: " ".join(v),
    "strings": lambda v: " + ".join(f'"{v[n : n + 4]}"' for n in range(0, len(v), 4)),
    "cut": lambda v: v[: max(18, len(v) // 2 + 4)] if len(v) > 20 and not v.replace("-", "").isalpha() else v,
    "upper": str.upper,
}  # fmt: skip


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("value", HELD)
def test_held_in_disguise(value, spelling):
    held = mask.fingerprints(KEY, value)
    text = SPELLINGS[spelling](value)
    assert held and mask.find_hashes(text, held, KEY), text
    assert not mask.find_hashes(text, held, b"other" * 6)
    if spelling != "cut":
        assert mask.select_values([value, "unseen-value-99"], text) == [value]


def test_not_held():
    held = [one for value in HELD for one in mask.fingerprints(KEY, value)]
    text = (ROOT / "guards/_sensitive/named.py").read_text()
    assert mask.find_hashes(text, held, KEY) == set() == mask.find_hashes("", held, KEY)
    assert mask.fingerprints(KEY, "architect") == []  # of postgres://architect:architect@localhost
    assert mask.fingerprints(KEY, "a-b") == []
    assert mask.hash_value(KEY, "a") != mask.hash_value(b"j", "a")


def test_passages():
    text = "the discount for the northern region rises to eighteen percent and the list price falls"
    held = set(mask.fingerprint_passages(KEY, text))
    assert len(mask.find_passages(f"Please note: {text.upper()}!", held, KEY)) > 2
    assert (
        mask.find_passages("another text about the weather in the north of the country", held, KEY)
        == set()
    )
    assert mask.fingerprint_passages(KEY, "too short") == []


def test_a_clean_text_loads_no_expressions():
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from guards import _sensitive as s;"
        "text = 'it was the season of light and of darkness, we had everything before us in 1859.\\n' * 50;"
        "assert not s.find_sensitive(text, 2);"
        "assert 're' not in sys.modules and 'json' not in sys.modules"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)


PIECES = [
    *(mark for row in formats.ROWS for one in row[2].split(",") for mark in one.split("&")), *sensitive.NAMED, "=", ": ", '"', "'", "\\n", "\n", "\t", " ", "[", "]", "${", "%3D", "\x1b[", "@", "+41 ", "4111 ", "-", ".", "(", "é", "\ud800",
    "AA00", "data:\n", "kind: secret\n", "a1B2c3D4e5F6g7H8", "eyJ", "sk-", "ghp_", "password:1a2b", "0000000", "value", "x" * 30,
]  # fmt: skip


@pytest.mark.parametrize("_", thin(range(3)))
@settings(max_examples=100, deadline=None)
@given(pieces=st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=60))
def test_hostile_texts(_, pieces):
    text = "".join(pieces)
    for strict in (0, 1, 2):
        found = sensitive.find_sensitive(text, strict, [".corp"])
        assert all(a.end <= b.start for a, b in zip(found, found[1:]))
        assert all(0 <= one.start < one.end <= len(text) for one in found)
    masked = mask.mask_value({"b": text, "a": [text]}, KEY, [text[5:15]], personal=True, strict=1)
    assert isinstance(masked["a"][0], str)
    mask.read_secret_values(text)
    mask.find_hashes(text, mask.fingerprints(KEY, text[:50]), KEY)
    named.counts_as_secret(text[:8], text[8:] or "x")


@pytest.mark.parametrize("piece", thin(PIECES))
def test_long_hostile_text(piece):
    text = (piece * 70_000)[:70_000]
    sensitive.find_sensitive(text, 2)
    mask.mask_value(random.Random(1).choice((text, text[1:])), KEY)

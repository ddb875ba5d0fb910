"""Every form of a secret has examples and near misses of its own; a row without them is refused."""

from __future__ import annotations

import random
import re
import string

import pytest

import guards._sensitive as sensitive
from guards._sensitive import formats

LETTERS = string.ascii_letters + string.digits
KINDS = {
    "A": LETTERS, "U": string.ascii_uppercase + string.digits, "l": string.ascii_lowercase + string.digits, "h": "0123456789abcdef",
    "x": "0123456789abcdefABCDEF", "d": string.digits, "b": LETTERS + "_-", "s": LETTERS + "+", "u": LETTERS + "_-", "t": LETTERS + "_-", "=": "=",
}  # fmt: skip
UUID = "<x8>-<x4>-<x4>-<x4>-<x12>"
ROWS = [
    (name, head, f"{head}<A{int(least) + 2}>" if name != "twilio-key" else "SK<h32>")
    for name, least, _, heads in (row.split("|") for row in formats.HEADS.strip().split("\n"))
    for head in heads.split()
]


def fill(template: str, seed: int = 1) -> str:
    """A token of that form, of seeded random characters that end in a letter and a digit."""
    drawn = random.Random(f"{template}{seed}")

    def one(found: re.Match[str]) -> str:
        kind, least, most = found[1], int(found[2]), int(found[3] or found[2])
        size = least if kind == "=" else min(most, max(least, 24))
        text = "".join(drawn.choice(KINDS[kind]) for _ in range(size))
        return (
            text[:-2] + {"h": "7a", "x": "7a", "d": "74", "U": "K7"}.get(kind, "k7")
            if size > 4
            else text
        )

    return re.sub(r"<(.)(\d+)(?:-(\d+))?>", one, template.replace("<uuid>", UUID))


def find_rules(text: str, strict: int = 0) -> set[str]:
    return {one.rule for one in sensitive.find_sensitive(text, strict, people=False)}


@pytest.mark.parametrize(("name", "head", "template"), ROWS, ids=[f"{a} {b}" for a, b, _ in ROWS])
def test_head(name, head, template):
    token = fill(template)
    for text in (token, f"see {token} here", f"TOKEN={token}\n", f'{{"a": "{token}"}}'):
        spans = [text[one.start : one.end] for one in sensitive.find_sensitive(text, people=False)]
        assert any(token.rstrip("=") in span for span in spans), text
    for miss in (
        head,
        f"{head}{'x' * 60}",
        f"zz9{token}",
        f"{head}your-key-here",
        f"{head}{'1234567890' * 5}",
    ):
        assert name not in find_rules(miss), miss


# Beside a mark: name -> what is found (the secret in double brackets), then what is not.
SHAPES = {
    "private-key": (
        ["[[-----BEGIN RSA PRIVATE KEY-----\nMIIEow<b64>\n<b64>\n-----END RSA PRIVATE KEY-----]]", "[[LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ<s60>]]", "Private-Lines: 8\n[[<s64>\n<s64>]]",
         '{"kty":"EC","d":"[[<b43>]]"}'],
        ["-----BEGIN PUBLIC KEY-----\nMIIEow<b64>\n-----END PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----\n<b64>", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", '{"kty":"EC","x":"<b43>"}'],
    ),
    "url-password": (
        ["postgres://app:[[<A16>]]@db.example/x", "https://me:[[hunter2Xy9]]@git.example.org", "amqp://u:[[p%40ss-W0rd9]]@mq:5672"],
        ["postgres://postgres:postgres@localhost/x", "https://user:password@host", "http://a.b/c:8080/d@e", "postgres://u:$PASSWORD@h/x", "postgres://u:<pw>@h/x", "git@github.com:a/b.git"],
    ),
    "url-token": (["https://[[<A40>]]@github.com/a/b"], ["https://example-user-name-long@github.com/a/b", "https://<h32>@o123.ingest.sentry.io/1"]),
    "http-basic": (["Authorization: Basic [[c2hvcDpWcjRrdU05emVMdHE3Mg==]]"], ["Basic authentication is off", "Basic YWxhZGRpbg=="]),
    "bearer-token": (["Authorization: Bearer [[<A32>]]"], ["Authorization: Bearer $TOKEN", "Bearer authentication-scheme-name", "Bearer xxxxxxxxxxxxxxxxxxxxxxxx"]),
    "curl-user": (
        ["curl -u me:[[k7Qz20fL9x]] https://a.example", "curl --user 'me:[[k7Qz20fL9x]]' https://a.example"],
        ["curl -u $USER:$PASS https://a.example", "docker run -u 1000:1000 x", "sort -u a:b1c2d3e4", "curl -u user https://a.example"],
    ),
    "cli-password": (
        ["mysql -u root -p[[k7Qz20fL9x]] db", "sshpass -p '[[k7Qz20fL9x]]' ssh h", "docker login -u me -p [[k7Qz20fL9x]] r.example", "psexec \\\\h -u a -p [[k7Qz20fL9x]] cmd"],
        ["mysql -u root -p db", "mysql -u root -p$PW db", "mkdir -p a1b2c3d4/x", "ssh -p 2222 host"],
    ),
    "password-hash": (
        ["root:[[$6$rounds=5000$k7Qz20fL9x$<A86>]]:19000", "shop:[[$apr1$k7Qz20fL$<A22>]]", "[[$2b$12$<A53>]]", "[[$y$j9T$<A22>$<A43>]]", "[[$8$<A14>$<A43>]]", "[[$argon2id$v=19$m=65536,t=3,p=4$<A22>$<A43>]]"],
        ["echo $2 $6 $1", "$6$short$x", "awk '{print $2$3}'"],
    ),
    "webhook": (
        ["https://hooks.slack.com/services/[[T<U10>/B<U10>/<A24>]]", "https://x.webhook.office.com/webhookb2/[[<uuid>@<uuid>/IncomingWebhook/<h32>/<uuid>]]", "https://discord.com/api/webhooks/123456789012345678/[[<A68>]]"],
        ["https://hooks.slack.com/services/", "https://discord.com/api/webhooks/", "https://a.example/webhooks/list"],
    ),
    "azure-signature": (["https://a.blob.core.windows.net/c?sv=2022-11-02&se=2027&sig=[[<A43>%3D]]"], ["https://a.example/?sig=abc", "sig=<h64>"]),
    "azure-key": (["[[k7Q8Q~<A34>]]"], ["~/a/b~c", "a8Q~b"]),
    "telegram-token": (["bot[[7391846205:AA<A33>]]"], ["12:aa:bb:cc", "1234:AAabc"]),
    "google-key": (["[[1//0<A50>]]", "[[AIza<A35>]]"], ["1//0abc", "https://a.example/1//0"]),
    "discord-token": (["discord token [[M<A24>.k7Qz2f.<A38>]]"], ["discord.com.example.org", "discord M.k7Q.x"]),
    "netrc-password": (["machine api.example login shop password [[Vr4kuM9z]]"], ["machine learning login page password reset"]),
    "seed-phrase": (
        ["mnemonic: [[gravity machine north sort system female filter attitude volume fold club stay]]", "seed phrase = [[gravity machine north sort system female filter attitude volume fold club stay]]"],
        ["a mnemonic is a list of words", "the recovery phrase has twelve words"],
    ),
    "recovery-codes": (["Recovery codes:\n[[7k2q9-xv4m1\nb8w3z-5t6ra\nq1n7d-93kfe\nz4c8y-2hj6u\n]]"], ["recovery codes: see re-set page"]),
    "otp-secret": (["otpauth://totp/Acme:ops?secret=[[JBSWY3DPEHPK3QXPNB2XG43F]]&issuer=Acme"], ["otpauth://totp/x?secret=$SECRET"]),
    "stated-password": (
        ["WIFI:T:WPA;S:office;P:[[k7Qz20fL9x]];;", "Server=db;User Id=a;Pwd=[[k7Qz20fL9x]];", "a:\n  password: >-\n    [[k7Qz20fL9x]]\n", "login ops, pass phrase [[k7Qz20fL9x]]"],
        ["WIFI:T:nopass;S:office;;", "Server=db;Pwd=${PWD};", "password: |\n  Your password was sent\n", "a pass phrase is a long password"],
    ),
    "pgpass-line": (["db.example:5432:shop:shop:[[k7Qz20fL9x]]"], ["12:30:45:10:22", "db.example:5432:shop:shop:$PW"]),
    "terraform-token": (["[[<A14>.atlasv1.<A64>]]"], ["a.atlasv1.b"]),
    "newrelic-key": (["license_key: [[<h36>NRAL]]"], ["<h20>NRAL"]),
    "key": (["deepgramKEY = [[<h40>]]", "Datadog api key: [[<h32>]]"],
            ["commit <h40>", "sha256: <h64>", "cache-key: <h40>", "public key <h64>", "id = <uuid>", "etag: <h32>"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name):
    good, bad = SHAPES[name]
    for number, row in enumerate(good):
        text = fill(row, number)
        secret = text.partition("[[")[2].rpartition("]]")[0]
        text = text.replace("[[", "").replace("]]", "")
        spans = [text[one.start : one.end] for one in sensitive.find_sensitive(text, people=False)]
        assert any(secret in span for span in spans), (text, spans)
    for row in bad:
        assert name not in find_rules(fill(row, 5)), (row, find_rules(fill(row, 5)))


def test_each_row_has_examples():
    shapes = [row.split("|", 4) for row in formats.SHAPES.strip().split("\n")]
    names = {row[0] for row in shapes}
    assert names <= set(SHAPES), "a form without examples is refused"
    assert len(names | {name for name, _, _ in ROWS}) <= 75
    assert all(len(head) > 1 for _, head, _ in ROWS)
    everywhere = [row[2] for row in shapes if row[1] in ("typed", "words")]
    assert {one.split("&")[0] for marks in everywhere for one in marks.split(",")} == set(
        sensitive.MARKS
    )

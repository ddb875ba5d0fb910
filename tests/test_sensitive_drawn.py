import pytest

from guards import Settings
from guards._sensitive.drawn import parts
from guards._sensitive.scan import scan
from tests.examples import fill

# Rule for rule what stands beside such values in honest work: lock files, hashes, caches, ids, code, samples.
SILENT = (
    "acme-secretkey-<h32>", "algolia_admin: <h32>",
    "cache_key = <h32>", "cache-key: linux-<h64>", "key: <h40>", "\"key\": \"<uuid>\"", "primary_key = <uuid>", "public_key: <s44>", "site_key=<A40>", "publishable_key: pk_live_of_the_shop",
    "sha256:<h64>", "commit <h40>", "integrity: sha512-<s86>==", "\"resolved\": \"https://r.test/left-pad/-/left-pad-1.3.0.tgz#<h40>\"", "github.com/acme/tools v1.2.3 h1:<s43>=",
    "checksum = \"<h64>\"", "uses: actions/checkout@<h40>", "etag: \"<h32>\"", "algolia_index: <h32>", "cache_admin: <h32>", "image: registry.test/app@sha256:<h64>", "request_id=<uuid>", "session id <uuid>", "trace_id: <h32>", "job_key: <A24>",
    "object_key = uploads/<h32>", "s3_key: <h32>/report.csv", "idempotency_key: <uuid>", "sort_key: <A24>", "partition-key: <h32>", "row_key = <A20>", "fingerprint: <h40>", "token_count = <d20>", "sitekey: <A40>",
    "key_id: <A20>", "token_id = <uuid>", "csrf_token = <A32>", "x-request-id: <uuid>", "known_host_key = <s44>", "index <h40>..<h40> 100644", "<h40>\trefs/heads/main", "etag_key = <h32>",
    "private_key = ed25519.Ed25519PrivateKey.from_private_bytes(secret)", "private_key: Ed25519PrivateKey | Ed448PrivateKey", "nid_key = self._lib.NID_pbe_WithSHA1And3_Key_TripleDES_CBC",
    "api_key = settings.EXTERNAL_API_KEY_V2_2024", "vendor_key = xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "zenrows key YOUR_ZENROWS_API_KEY_123", "deepgram_key = 0000000000000000000000000000000000000000",
    "MY_KEY = 'my-service-2024-01-01-production'", "secret_key: projects/1234567/secrets/db-password-prod-2024", "assets/index-<h20>.js", "https://cdn.test/<h40>/app.js", "https://docs.infura.io/v3/YOUR-PROJECT-ID-1234",
    "api_key: 12345678-1234-1234-1234-123456789012", "https://github.com/acme/keys/blob/<h40>/README.md", "react_key = item-<A20>", "translation_key: checkout_step_2_title_3", "the key was <h40> in the cache",
    "netlify <h40> deployed", "- sentry <h40>", " <h40> stripe (heads/main)", "sentry\t12\t<h12>",
    "vendor_key = '<h20>?<h20>'",
    "for key in 2024_report_keys_list_v2:", "key=lambda r: r.created_at_2024_utc", "node_key: 12D3KooWorld", "layout.tsx?key=dashboard-2024-q3-overview",
)
FOUND = (
    "vendor_key = <h32>", "ACME_API_KEY=<A24>", "deepgramKEY <h40>", "twilio key <h40>", "\"apikey\" : \"<A32>\"", "acmeSecret: '<A40>'", "x-acme-token: <A36>", "postmark: \"<uuid>\"", "service_key: <uuid>", "const acmeKey = '<h32>';",
    "Unseal Key 1: <s43>=", "private key: <h64>", "https://mainnet.infura.io/v3/<h32>", "https://x-y.quiknode.pro/<h40>/", "https://eth-mainnet.g.alchemy.com/v2/<b32>", "https://maker.ifttt.com/trigger/door/with/key/<A22>",
    "CC_TEST_REPORTER_ID: <h64>", "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=<s86>==;", "infura_project_secret=<h32>", "etherscan token <U34>", "API key <h40>",
    "vault operator unseal a1B<A6>+<A36>", "sonar.login=<h40>", "acme_key=Zq7<A4>/<A30>==", "weatherbit_key=<h32>", "acme_key: \"<A20>.<A20>\"", "twitter_consumer_secret_prod = <A50>",
)


def found(template):
    return [f for f in scan(fill(template), Settings()) if f.kind == "credentials"]


@pytest.mark.parametrize("template", SILENT)
def test_silent(template):
    assert found(template) == []


@pytest.mark.parametrize("template", FOUND)
def test_found(template):
    assert found(template)


def test_a_value_is_whole():
    text = fill("Unseal Key 1: <s43>=")
    assert text[found("Unseal Key 1: <s43>=")[0].start:] == text[14:]


@pytest.mark.parametrize(("name", "expected"), [
    (b"deepgramKEY", ["deepgram", "key"]), (b"export ZENROWS_API_KEY", ["export", "zenrows", "api", "key"]), (b"myKey", ["my", "key"]),
    (b'call("acmeToken', ["acme", "token"]), (b"", []), (b"HTTPServer2", ["http", "server2"]),
])
def test_parts(name, expected):
    assert parts(name) == expected


def test_bytes_that_are_no_text_are_no_name() -> None:
    """A record looks into what base64 decodes to."""
    assert parts(b"\x9d\xff deepgramKEY")[-2:] == ["deepgram", "key"]

import pytest

from guards import Settings
from guards._sensitive.masking import placeholder, values, without
from guards._sensitive.scan import scan
from tests.examples import fill

SETTINGS = Settings()
SETTINGS.key = b"k" * 32

# Shown as they are: likely at most, or of a test, or no secret at all.
SHOWN = (
    "password = \"h0rse-b4ttery\"", "API_KEY=<h32>", "postgres://app:<A14>@db:5432/x", "Authorization: Bearer <A40>", "vendor_key = <h32>",
    "$2b$12$<A53>", "PORT=3000", "plain text", "commit <h40>", "AKIAIOSFODNN7EXAMPLE", "-----BEGIN PUBLIC KEY-----\n<s64>\n-----END PUBLIC KEY-----",
)
HIDDEN = (
    ("token = <A2>ghp_<A36>", None), ("GH=ghp_<A36>", "GH=[github-token:"), ("{\"k\": \"sk_live_<A24>\"}", "{\"k\": \"[stripe-key:"),
    ("https://x:ghp_<A36>@github.com/a/b", "https://x:[github-token:"), ("-----BEGIN RSA PRIVATE KEY-----\n<s64>\n<s64>\n-----END RSA PRIVATE KEY-----\nafter", "[private-key:"),
    ("curl https://hooks.slack.com/services/T<U9>/B<U9>/<A24>", "curl https://hooks.slack.com/services/[slack-webhook:"),
)


@pytest.mark.parametrize("template", SHOWN)
def test_shown(template):
    assert without({"stdout": fill(template)}, SETTINGS) is None


@pytest.mark.parametrize(("template", "expected"), HIDDEN[1:])
def test_hidden(template, expected):
    shown = without({"stdout": fill(template), "n": 1, "flag": False, "none": None}, SETTINGS)
    assert shown.output["stdout"].startswith(expected) and (shown.output["n"], shown.output["flag"], shown.output["none"]) == (1, False, None)
    assert shown.output["stdout"].count("\n") == fill(template).count("\n")       # line numbers stay
    assert scan(shown.output["stdout"], SETTINGS) == []


def test_of_a_secret_file_every_value_of_a_secrets_name_is_hidden_and_the_rest_stays():
    text = fill("# app\nPORT=3000\nDB_PASSWORD=hunter2\nDEBUG=true\nEMPTY_TOKEN=\nURL=postgres://app:s3cretpw@db:5432/x\nADMIN_PASSWORD=$DB_PASSWORD\nX_TOKEN=abcd\n")
    shown = without(text, SETTINGS, ".env", True).output
    lines = shown.split("\n")
    assert (lines[0], lines[1], lines[3], lines[4], lines[6]) == ("# app", "PORT=3000", "DEBUG=true", "EMPTY_TOKEN=", "ADMIN_PASSWORD=$DB_PASSWORD")
    assert lines[2].startswith("DB_PASSWORD=[password:") and lines[5].startswith("URL=postgres://app:[url-password:") and lines[5].endswith("@db:5432/x")
    assert lines[7].startswith("X_TOKEN=[token:")


@pytest.mark.parametrize(("source", "text", "kept"), [
    (".pgpass", "db:5432:app:me:open sesame 7\n", "db:5432:app:me:[password:"), ("~/.vault-token", "hunter2hunter2\n", "[value:"),
    ("id_rsa", "<s64>\n<s64>\n", "[private-key:"), (".npmrc", "//r.test/:_authToken=abcdefgh\n", "//r.test/:_authToken=[token:"),
])
def test_files_of_other_forms(source, text, kept):
    assert without(fill(text), SETTINGS, source, True).output.startswith(kept)


@pytest.mark.parametrize("text", ["config/.env", "/root/.ssh/id_rsa", "DB_PASSWORD", "PORT=3000", "12 passed", "3", "./deploy/.env.local"])
def test_what_a_command_says_of_a_secret_file_is_shown(text):
    assert without({"stdout": text}, SETTINGS, ".env", True) is None


@pytest.mark.parametrize(("source", "text"), [
    ("settings.json", '{"theme":"dark"}'), ("config.json", '{"model":"opus"}'), (".docker/config.json", '{"credsStore":"desktop"}'),
    ("appsettings.json", '{"Logging":{"LogLevel":{"Default":"Information"}},"AllowedHosts":"*"}'),
    ("local.settings.json", '{"IsEncrypted":false,"Values":{"FUNCTIONS_WORKER_RUNTIME":"node"}}'),
    (".claude/settings.local.json", '{"permissions":{"allow":["Bash(npm:*)"],"deny":[]},"model":"op'), ("config.json", "[1,2,3,4,5]"),
    (".vscode/settings.json", '{"a":{"b":["c/d","e-f-g-h"]},"n":null}'), ("config.json", '["alpha-beta","gamma-delta"]'),
    ("settings.yml", "{theme:dark,a:[b,c]}"), ("settings.yml", "settings:"), ("config.ini", "[settings]"), ("config.toml", 'a={b="c",d="e"}'),
    ("application.properties", "server.port:8080"), ("settings.json", '     1\t{"theme":"dark"}'), 
])
def test_a_harmless_file_on_one_line_is_shown(source, text):
    given = {"file": {"filePath": f"/p/{source}", "content": text}}
    assert without(given, SETTINGS, f"/p/{source}", True) is without({"stdout": text}, SETTINGS, source, True) is None


@pytest.mark.parametrize(("source", "text", "hidden"), [
    ("settings.json", '{"theme":"dark","password":"hunter2hunter2","n":[1]}', "hunter2hunter2"),
    ("settings.json", '     1\t{"theme":"dark","password":"hunter2hunter2"}', "hunter2hunter2"),
    ("settings.json", '{"a":"%s","password":"hunter2hunter2","b":"c"}' % (70_000 * "x"), "hunter2hunter2"),
    ("settings.json", '{"theme":"dark","password":"hunter2hun', "hunter2hun"), ("config.json", '{"api_key":"k7Qz20fL9xWm4abQ1"}', "k7Qz20fL9xWm4abQ1"),
    ("appsettings.json", '{"ConnectionStrings":{"D":"Server=db;User Id=sa;Password=h0rse-b4tt;Encrypt=1"}}', "h0rse-b4tt"),
    ("settings.json", '{"theme":"dark","db":"postgres://app:h0rseb4tt@db:5432/x","t', "h0rseb4tt"),
    (".docker/config.json", '{"auths":{"x.io":{"auth":"dXNlcjpwYXNzd29yZA=="}},"credsStore":"desktop"}', "dXNlcjpwYXNzd29yZA=="),
    ("secrets.json", '["hunter2hunter2","hunter3hunter3"]', "hunter2hunter2"), ("settings.json", '["k7Qz20fL9xWm4abQ1","dark"]', "k7Qz20fL9xWm4abQ1"),
    ("settings.yml", "{password:hunter2hunter2,a:b}", "hunter2hunter2"), ("application.properties", "db.password:hunter2hunter2", "hunter2hunter2"),
    (".vault-token", "{AQAAABAAk7Qz20fL9xWm4}", "AQAAABAAk7Qz20fL9xWm4"), (".htpasswd", "bob:hunter2hunter2", "hunter2hunter2"),
    ("settings.json", "hunter2hunter2", "hunter2hunter2"), ("token.conf", "{k9Qz!hunter2", "k9Qz!hunter2"),
])
def test_a_secret_on_one_line_is_hidden_and_what_stands_around_it_is_shown(source, text, hidden):
    shown = without({"file": {"filePath": f"/p/{source}", "content": text}}, SETTINGS, f"/p/{source}", True).output["file"]["content"]
    assert hidden not in shown and all(word in shown for word in ("theme", "dark", "ConnectionStrings", "auths", "credsStore") if word in text)


def test_the_value_is_hidden_wherever_it_stands_in_the_result():
    pem = fill("-----BEGIN RSA PRIVATE KEY-----\n<s64>\n<s64>\n-----END RSA PRIVATE KEY-----")
    shown = without({"originalFile": pem, "structuredPatch": [{"lines": [f"+{line}" for line in pem.split("\n")]}]}, SETTINGS)
    assert all(line.startswith("+[private-key:") for line in shown.output["structuredPatch"][0]["lines"])


def test_a_line_says_itself_that_it_came_from_a_secret_file():
    shown = without("./.env:3:DB_PASSWORD=hunter2x\n./src/a.py:3:password = 'h0rse-b4ttery'", SETTINGS)
    assert shown.output.startswith("./.env:3:DB_PASSWORD=[password:") and "h0rse-b4ttery" in shown.output and set(shown.found.values()) == {"./.env"}


def test_what_tests_are_made_of_is_shown_but_for_private_keys():
    assert without(fill("t = 'ghp_<A36>'"), SETTINGS, "tests/test_x.py", test=True) is None
    assert without(fill(HIDDEN[4][0]), SETTINGS, "tests/key.pem", test=True)


def test_masking_twice_is_masking_once():
    once = without(fill("GH=ghp_<A36>\nDB_PASSWORD=hunter2"), SETTINGS, ".env", True)
    assert without(once.output, SETTINGS, ".env", True) is None


def test_a_placeholder_is_the_same_everywhere_and_another_projects_is_not():
    other = Settings()
    other.key = b"o" * 32
    assert placeholder("github-token", "x", SETTINGS.key) == placeholder("github-token", "x", SETTINGS.key) != placeholder("github-token", "x", other.key)


def test_what_could_not_be_looked_through_is_cut_off():
    shown = without({"a": "x" * 50, "b": "y" * 100}, SETTINGS, limit=100)
    assert shown.count == 0 and shown.output["a"] == "x" * 50 and shown.output["b"].startswith("y" * 49 + "[unread: ")


def test_paths_and_kinds_stay():
    given = {"type": "text", "file": {"filePath": "/p/secrets/.vault-token", "content": "hunter2hunter2"}}
    shown = without(given, SETTINGS, "/p/secrets/.vault-token", True)
    assert (shown.count, shown.output["type"], shown.output["file"]["filePath"]) == (1, "text", "/p/secrets/.vault-token")


def test_values_are_found_again():
    text = fill("GH=ghp_<A36>")
    tag = without(text, SETTINGS).output[3:]
    assert values(text, SETTINGS, "", False) == {tag: text[3:]}


def test_a_tag_is_believed_only_with_the_name_of_a_rule():
    assert scan("password = [password:3f2a]", SETTINGS) == scan("password = [credentials:assigned-password:3f2a3f2a]", SETTINGS) == []
    assert scan("password = '[hunter2-hunter2:3f2a]'", SETTINGS)
    assert scan("DB_PASSWORD='[credentials:h0rse-b4ttery:3f2a3f2a]'", SETTINGS)

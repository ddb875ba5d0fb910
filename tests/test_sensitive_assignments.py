import pytest

from guards._sensitive.assignments import candidates, secret
from tests.examples import fill

SILENT = (
    "variable \"db_password\" {\n  type = string\n  default = null\n}", "\"password\": {\"type\": \"string\", \"default\": \"\"}",
    "class Token {\n  value: string\n}", "{\"label\": \"Password\", \"value\": \"\"}",
    "pw: string", "const pw = await page.locator('x1')", "pw = getpass()", "pw=$PW", "playwright pw:api 12ms", "DEBUG=pw:api,pw:browser",
    "password: str = \"changeme\"", "password: string = \"\";", "def f(token: str = \"a1\"):", "if token or \"x\" in text:",
    "passphrase = settings.borg.passphrase2", "password = cfg.db1.pw-2-34", "password: process.env.PG_PASS_2024!",
    "password: str = Field(...)", "password = getpass.getpass()", "password = os.environ['DB_PASSWORD']", "DB_PASSWORD=${DB_PASSWORD}",
    "password: ${{ secrets.DB_PASSWORD }}", "PASSWORD=", "password = ''", "password = None", "def check(password, user):", "password: string;",
    "<input type=\"password\" name=\"password\">", "label: 'Password'", "password = 'password'", "'password' => env('DB_PASSWORD', 'secret')",
    "token = await getToken(user.id)", "token: ${{ github.token }}", "const token = req.headers.authorization", "max_tokens = 4096",
    "tokenizer = AutoTokenizer.from_pretrained('bert-base-uncased')", "next_page_token: <A40>", "public_key = '<A43>'", "primary_key=True",
    "cache-key: <h40>", "key: <h40>", "sort_key = lambda row: row[1]", "secretName: my-app-secret", "secretKeyRef:\n  name: db\n  key: password",
    "api_key = config.api_key", "API_KEY=your-api-key-here", "api_key='xxxxxxxxxxxxxxxxxxxx'", "apiKey: process.env.API_KEY,", "key_id = '<A20>'",
    "secret = 'arn:aws:secretsmanager:eu-west-1:<d12>:secret:prod/db-<A6>'", "author: jane", "pass", "    pass\n", "passed: 12, failed: 0",
    "{\"name\": \"password\", \"type\": \"string\", \"value\": \"\"}", "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db",
    "| db_password | required | string |", "db_password    varchar(255)", "api_token    x1.py", "user_password  | character varying(128) | not null",
    "passwords.csv    report-2024a.csv", "secret_token.rb | 12 ++--",
    "<name>password</name><value>password</value>", "password: reset-your-password", "password = text-field-label", "api_key=<A16>?<A16>", "api_key = 'a1b2c3d4e5f6a7b8c9d0e1f2'", "token: user@host1.example12345",
    "{\"key\": \"tokens\", \"value\": 4096}", "secret = anothermanagedservicename", "<secret>{}</secret>",
    "--- PASS: TestTruncate/at_u2 (0.00s)", "PASS: Sha256Test", "PASS: E2EChecker", "PASS: src/a2.ts", "PASS: TestParseRFC3339", "password_hash = bcrypt.hash(pw)", "PASSWORD_MIN_LENGTH = 12", "token_type: bearer_of_things_1",
    "authors = ['Jane Roe']", "csrf_token: <A32>", "Enter your password: ", "password is required", "The password must have 8 characters",
    "secret_name: projects/<d6>/secrets/db-password-prod", "passwordField = '#login-password'", "credentials: 'include'", "credentials: 'same-origin'", "reset your password: https://www.reset-12bh12.example", "password: !vault |", "password = input('Password: ')",
    "\"password\": \"string\"", "token: Option<String>,", "pub api_key: Option<String>,", "password VARCHAR(255) NOT NULL", "ALTER USER me WITH PASSWORD :pw",
    "primaryKey: ['id']", "tokenCount: 123456", "curl -H 'Authorization: Bearer ${token}'", "set_password('x')", "token_url: https://x.test/oauth/token",
)
FOUND = (
    "variable \"db_password\" {\n  default = \"h0rse-b4ttery\"\n}", "\"db_password\": {\"value\": \"h0rse-b4ttery\", \"type\": \"string\"}",
    "{\"type\": \"CONCEALED\", \"label\": \"password\", \"value\": \"h0rse-b4ttery\"}",
    "ID: admin PW: h0rse-b4ttery", "wifi_pw=h0rse-b4ttery", "val password: String = \"h0rse-b4ttery\"", "def f(passwd: str = \"h0rse-b4ttery\"):",
    "os.environ.get(\"PASSWORD\") or \"h0rse-b4ttery\"",
    "SSID: lake-5G\nPASS: kR8v" + "T2qZ0nXw\nVLAN: 20",
    "BORG_PASSPHRASE=dEIV3.lF<A4>9K-98Y-4n3Eu_<l6>HmS7U!L89", "password: dEIV3.lF<A4>9K-98Y",
    "{\"name\": \"DB_PASSWORD\", \"value\": \"h0rse-b4ttery\"}", "- name: DB_PASSWORD\n  value: h0rse-b4ttery", "<name>db.password</name>\n<value>h0rse-b4ttery</value>",
    "{\"Name\": \"/prod/db/password\", \"Type\": \"SecureString\", \"Value\": \"h0rse-b4ttery\"}", "{\\\"key\\\": \\\"DB_PASSWORD\\\", \\\"value\\\": \\\"h0rse-b4ttery\\\"}",
    "DB_PASSWORD\th0rse-b4ttery", "| DB_PASSWORD | h0rse-b4ttery |", "NAME          VALUE\nDB_PASSWORD   h0rse-b4ttery", "{\"value\":\"h0rse-b4ttery\",\"name\":\"DB_PASSWORD\"}",
    "DB_PASSWORD=correct-horse-battery", "password: \"correct-horse-battery\"", "<secret>{AQAAABAAAA <A40>}</secret>", "acme SECRET=sbqcbxooqbferwtzvmctvmjx",
    "DB_PASSWORD=<l12>!", "export PASSWORD='h0rse-b4ttery'", "password: h0rse-b4ttery", "\"password\": \"h0rse-b4ttery\"", "password = \"h0rse-b4ttery\"",
    "{\\\"password\\\":\\\"h0rse-b4ttery\\\"}", "'password' => 'h0rse-b4ttery',", "Server=x;Uid=sa;Pwd=h0rse-b4ttery;", "<password>h0rse-b4ttery</password>",
    "<add key=\"DbPassword\" value=\"h0rse-b4ttery\"/>", "mysql --password=h0rse-b4ttery", "the password is 'blooberry'", "if password == 'team10':", "password = 'open sesame'", "if creds.Secret != \"open-sesame\" {",
    "setPassword(\"h0rse-b4ttery\")", "define('DB_PASSWORD', 'h0rse-b4ttery');", "?user=me&password=h0rse-b4ttery&x=1", "API_KEY=<A32>",
    "api_key: '<A32>'", "X-Api-Key: <A40>", "--token <A32>", "client_secret=<A32>", "SECRET_KEY = 'django-<s40>#'", "aws_secret_access_key = <s40>",
    "auth_token := \"<h32>\"", "\"accessToken\": \"<A64>\"", "private_key='<h64>'", "Authorization: Token <h40>", "HEROKU_API_KEY: <uuid>", "//r.example/:_authToken=<A36>",
    "license_key: <h40>", "ALGOLIA_ADMIN_KEY=\"<h32>\"", "npm config set //registry.example/:_authToken <uuid>", "db.password = s3cr3tPw", "private key: <h64>",
    "The password is Summer2024!", "smtp_password: \"kxqv ybzw mnrt plqc\"", "ansible_become_pass=Summer2024!", "PGPASSWORD=s3cr3tpw psql -h x", "{\"password\":\"admin123\"}", "token = foo() || '<A32>'" if False else "TOKEN=<A32>",
)


def found(template):
    raw = fill(template).encode()
    return [raw[s:e] for s, e, family, style in candidates(raw, raw.lower()) if secret(raw[s:e], family, style)]


@pytest.mark.parametrize("template", SILENT)
def test_silent(template):
    assert found(template) == []


@pytest.mark.parametrize("template", FOUND)
def test_found(template):
    assert found(template)


def test_the_value_and_nothing_else():
    assert found("password: 'h0rse-b4ttery', user: 'x'") == [b"h0rse-b4ttery"]
    assert found("a=1&password=h0rse-b4ttery&c=2") == [b"h0rse-b4ttery"]
    assert found("Server=x;Password=h0rse-b4tt&ry;Encrypt") == [b"h0rse-b4tt&ry"]


@pytest.mark.parametrize("text", ["new NetworkCredential(\"me\", \"h0rse-b4ttery\")", "HTTPBasicAuth('me', 'h0rse-b4ttery')", "auth=('me', 'h0rse-b4ttery')"])
def test_the_second_of_a_pair(text):
    assert found(text) in ([b"h0rse-b4ttery"], [])


@pytest.mark.parametrize("text", [
    "hasattr(pwd, 'getpwall')", "MovedAttribute(\"HTTPPasswordMgr\", \"urllib2\")", "['pass', 'raise', 'else']", "auth.add_password('digest_test_realm', url)",
    "private_key: ed25519.Ed25519PrivateKey", "token = r\"[-!#$%&'*+.^_`|~0-9a-zA-Z]+\"", "If you're a client, pass :data:`h11.CLIENT`.", "Pass 'parameters'",
    "@field_serializer('password', 'password_bytes')", "_make_token(\"PPPRAGMA\", \"pragma\")",
])
def test_code_is_silent(text):
    assert found(text) == []

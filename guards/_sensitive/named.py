"""A value is a secret by the name it is given to (`PASSWORD=…`, `"api_key": "…"`, `--token …`, a cell), a file by its own.

The name decides how much the value has to prove: behind a password anything that a person might type counts, behind a
token or key only what a machine might have drawn.
Cannot see: a password in a sentence that never calls it one; a name on another line; a secret in a file with an
innocent name; where a link leads.
"""

from guards import CREDENTIALS, INTERNAL, NONE, PII, Any, Spans
from guards._sensitive import formats
from guards._text import WORD, Form

PASSWORD, SECRET, TOKEN = "password secret token".split()
# How the value was given: in quotes; tight (`A=b`); with blanks around the sign, in a sentence or cell.
QUOTED, TIGHT, LOOSE = 3, 2, 1
MOST = 10_000  # names of one text that are read: a text with more was not written by anybody

NAME = f"{WORD}_-."
BREAKS = frozenset("\n;{}/&%#@*+~^")  # behind a name that is given nothing
# What stands behind a name, and its value; `{"name": "DB_PASSWORD", "value": …}` too.
GIVEN = Form(
    r"""["'`\])\\]{0,9}(?:[,\s"']{1,20}value(?=\W))?["'`\])\\]{0,9}(?P<pre>[ \t]{0,60})"""
    r"""(?P<sign>===?|!==?|:=|=>|=|:|,|>|is[ :]|)(?P<post>[ \t]{0,60})"""
    r"""(?:String = |(?:token|apikey|key|bearer) (?=[^\s"']))?(?:[\\@bru$]{1,2}(?=["'`]))?(?:(?P<q>["'`])"""
    r"""(?P<quoted>(?:(?!(?P=q))[^\n\\]|\\(?!["'`n])){4,600})(?:\\?(?P=q)|\Z)|(?P<bare>(?:[^\s;,<>"')}\\&]|&(?![^\s&]*=)){4,600}))""",
    formats.IGNORING,
)
CODE = Form(r"[/~.]|.*(?:[(\[]|::|->)|[A-Za-z_]\w{0,23}\.")  # a call, index, attribute or path
BARE = "= : := => >".split()  # may give a value without quotes
# A block of a manifest, and a field of it.
BLOCK = Form(r"(?m)^( *)(?:stringD|d)ata: *\n((?:\1 +\S.*\n?)+)")
FIELD = Form(r""": *["']?([^\s"'{$<|>][^\s"']{3,})""")

# Word lists, each below what it is of.
SETS = """\
Last words of a name that make it something about a secret:
id ids files filenames paths dir env header headers field fields label hint format policy prefix suffix pattern regex provider
manager store endpoint host version algorithm usage index ref refs arn reset form input errors status required enabled at by code
mode method class func function param params placeholder title words board press down up space set sets event map list ring digest
sum column schema strength rule rules message link page view test tests attempts limit size expiry expires expiration ttl age uri

Names of secret files, in small letters:
.env .envrc .netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .npmrc .yarnrc.yml .pypirc .git-credentials .htpasswd .boto
.vault-token .s3cfg .dockercfg .terraformrc credentials.tfrc.json id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk
kubeconfig application_default_credentials.json client_secret.json service-account.json service_account.json serviceaccount.json
secring.gpg wallet.dat logins.json key3.db key4.db cookies.sqlite login.keychain login.keychain-db wp-config.php environ
.credentials.json accesstokens.json msal_token_cache.json credentials.db access_tokens.db .authinfo .databrickscfg

Endings of files that hold no code:
txt csv xlsx xls docx odt ods dat cfg cnf conf config ini json properties toml xml yaml yml env

Configuration that keeps secrets by its kind:
application appsettings bootstrap config database docker compose local settings parameters mcp

Certificates and public keys, whose endings are those of private ones:
pub public cert certs certificate ca cacert chain fullchain bundle root trust truststore csr crt

Samples, which show how a file looks and hold nothing:
example examples sample samples template tmpl dist defaults schema test tests fixture mock demo dummy fake"""
ABOUT, NAMES, PLAIN, KINDS, HARMLESS, SAMPLES = [
    frozenset(part.partition("\n")[2].split()) for part in SETS.split("\n\n")
]
PARTS = """\
Endings of last words that make a name one about a secret:
name names file path url length type types count field error hash

Endings of names of tokens:
key auth authorization dsn salt cookie webhook

Parts of names that are public, or no secret at all:
public _pub_ pubkey primary foreign cache partition sort_key sortkey idempotency _max_ _num_ _min_ _next_ page continuation cursor
author_ authors tokeniz _input_ _output_ prompt completion _total_ csrf xsrf authenticity host_key hostkey known fingerprint recv
integrity checksum monkey donkey turkey hockey keyboard keyword passed passing passenger passive passage passthrough passport
pass_rate compass bypass secretary secretsmanager object_key registry translation i18n site_key sitekey accredit credits tokens
keys keyid kid truncat resource_key row_key rowkey publishable whiskey

Endings of secret files:
.pem .ppk .p12 .pfx .jks .keystore .kdbx .ovpn .keytab .p8 .tfstate .key .agekey .tfvars .tfvars.json .env .har

Most files of a project, told by a glance, code and pages: their names alone say nothing:
.c .cc .cpp .css .go .h .html .java .js .jsx .kt .lock .map .md .png .py .pyc .rb .rs .scss .svg .swift .ts .tsx

Words of a file's name that say that a secret is all that it holds:
_api_key_ _api_keys_ _apikey_ _credential_ _credentials_ _creds_ _passphrase_ _passwd_ _password_ _passwords_ _psk_ _pw_
_recovery_codes_ _recovery_key_ _secret_ _secrets_ _seed_phrase_ _token_ _unseal_keys_ _vault_pass_

Runs of whole folders and names anywhere in the path of a secret file:
/.aws/credentials/ /.aws/sso/cache/ /.aws/cli/cache/ /.config/gcloud/ /.kube/config/ /.docker/config.json/ /.config/gh/hosts.yml/
/.config/glab-cli/config.yml/ /.config/hub/ /.config/op/ /.password-store/ /.gnupg/private-keys-v1.d/ /.local/share/keyrings/
/.local/share/kwalletd/ /library/keychains/ /etc/shadow/ /etc/gshadow/ /etc/wireguard/ /etc/ssl/private/ /run/secrets/ /.secrets/
/.cargo/credentials/ /.cargo/credentials.toml/ /.gem/credentials/ /.m2/settings.xml/ /.gradle/gradle.properties/
/.composer/auth.json/ /.huggingface/token/ /.config/rclone/rclone.conf/ /.config/sops/age/keys.txt/ /.snowsql/config/
/.cache/huggingface/token/ /.codex/auth.json/ /.gemini/oauth_creds.json/

Ends of the paths of files that are merely private:
/.bash_history/ /.zsh_history/ /.psql_history/ /.mysql_history/ /.python_history/ /.node_repl_history/ /.ssh/config/
/.ssh/known_hosts/ /etc/passwd/ /etc/sudoers/"""
ABOUT_ENDS, TOKEN_ENDS, PUBLIC, ENDINGS, DULL, STEMS, PLACES, PRIVATE = [
    tuple(part.partition("\n")[2].split()) for part in PARTS.split("\n\n")
]


def find_assigned(text: str, low: str, first: dict[str, int], strict: int) -> Spans:
    """(family, start, end) of each value of a telling name; `first`: where each keyword stands first, or -1; `strict`:
    see `is_secret_value`."""
    tries, families = 0, {}
    for keyword, at in first.items():
        while at >= 0 and tries < MOST:
            tries += 1
            name, after = read_name(low, at)
            if name not in families:
                families[name] = find_family(name)
            family = families[name] if low[after : after + 1] not in BREAKS else ""
            match = GIVEN.match(text, after) if family else None
            style = read_style(match, low[max(0, at - 60) : at], name) if match else 0
            if match and style and text[at:after] != "PASS":
                start, after = match.span("quoted" if match["q"] else "bare")
                if is_secret_value(text[start:after], family, style, strict):
                    yield family, start, after
            at = low.find(keyword, after)


def read_style(match: Any, before: str, name: str) -> int:
    """How a value was given; 0 where the sign parts a list or the words of a sentence."""
    sign, blank, bare = match["sign"], match["pre"] + match["post"], before.rstrip(NAME)
    if name == "key" and bare[-4:] != "api ":
        return 0
    if match["q"]:  # define("DB_PASSWORD", "…"), not a list of names
        return QUOTED if sign and (sign != "," or bare.endswith(("('", '("'))) else 0
    if not sign:
        return TIGHT if before[len(bare) :].startswith("-") else 0  # --token abc
    if sign not in BARE or (sign == ":" and match["pre"]):
        return 0
    return LOOSE if blank and sign != ":" else TIGHT


def read_name(low: str, at: int) -> tuple[str, int]:
    """(the whole name around a place in it, where it ends)."""
    before, window = low[max(0, at - 40) : at], low[at : at + 60]
    tail = len(window) - len(window.lstrip(NAME))
    return before[len(before.rstrip(NAME)) :] + window[:tail], at + tail


def find_family(name: str) -> str:
    """The family of a name in small letters, "" for none that names a secret."""
    name, family = name.replace("-", "_").replace(".", "_").strip("_"), ""
    last = name.rpartition("_")[2]
    if last in ("pw", "pin") or "pass" in name or "pwd" in name:
        family = PASSWORD
    elif "secret" in name or "cred" in name or last in ("mnemonic", "seed"):
        family = SECRET
    elif "token" in name or name.endswith(TOKEN_ENDS):
        family = TOKEN
    about = last in ABOUT or last.endswith(ABOUT_ENDS)
    return "" if not family or about or any([word in f"_{name}_" for word in PUBLIC]) else family


def is_secret_value(value: str, family: str, style: int, strict: int) -> bool:
    """Does the value of such a name look like one?  Read strictly, all but defaults, variables and code does."""
    digits, odd = formats.count_digits(value), not set(value) <= set(f"{NAME}:/")
    if style < QUOTED and (len(value) < 6 or CODE.match(value)):
        return False
    if strict:
        code = style < QUOTED and value.isalpha() and family != PASSWORD
        code = code or (family == TOKEN and formats.is_wordy(value) and not digits)
        return not code and is_given(value, family)
    if family == PASSWORD:
        if not formats.is_typed(value) or (style < QUOTED and value.isdigit()):
            return False
        if style == LOOSE:
            return len(value) > 7 and digits > 0 and (odd or not value[0].isdigit())
        return digits > 0 or odd or (not formats.is_wordy(value) and len(value) > 7)
    if "://" in value or not set(value).isdisjoint(" [](){}^|\\<>*\"'?@;,"):
        return False
    enough = digits >= 2 or len(value) > 30
    return enough and len(value) >= (16 if family == TOKEN else 12) and formats.is_drawn(value)


def is_given(value: str, family: str) -> bool:
    """Is it no variable, address or default; a number is only a password."""
    named = value[0] in "$<{/[" or "://" in value or value.lower() in formats.DEFAULTS
    return not named and (family == PASSWORD or not value.isdigit())


def find_manifest(text: str) -> Spans:
    """(rule, start, end) of the values under `data:` or `stringData:` of a Kubernetes Secret in YAML."""
    for block in BLOCK.finditer(text):
        document = text[text.rfind("\n---", 0, block.start()) + 1 :].partition("\n---")[0]
        if "kind: Secret" in document:
            for one in FIELD.finditer(text, *block.span(2)):
                if formats.is_real(one[1]):
                    yield "kubernetes-secret", *one.span(1)


def counts_as_secret(name: str, value: str) -> bool:
    """Design §8: a value of a secret file counts from 8 characters and by entropy, or by its name."""
    family = find_family(name.lower())
    plain = value.isdigit() or value.isalpha() or not family
    if not (8 if plain else 6) <= len(value) <= 2000 or not is_given(value, family):
        return False
    longest = max(value.replace("_", "-").replace(".", "-").split("-"), key=len)
    drawn = formats.count_digits(longest) > 1 and formats.is_drawn(longest, True)
    return bool(family) or (drawn and " " not in value and value[0] != ".")


def rate_path(path: str) -> int:
    """How private a path is by its name alone: NONE, PII, INTERNAL or CREDENTIALS."""
    whole = path.strip().strip("\"'").replace("\\", "/").lower().rstrip("/")
    name, slashed = whole.rpartition("/")[2], f"/{whole}/"
    framed = f"_{name}_".replace("-", "_").replace(".", "_")
    parts = framed.split("_")
    sample = whole.endswith(DULL) or not SAMPLES.isdisjoint(parts)
    if sample or not name or len(whole) > 500 or "\n" in whole:
        return NONE
    stem, _, end = name.rpartition(".")
    told = end in PLAIN and any([one in framed for one in STEMS])
    public = end not in ("env", "tfvars") and not HARMLESS.isdisjoint(parts)
    held = bool(stem) and name.endswith(ENDINGS) and not public
    known = name in NAMES or name.startswith(".env.") or any([one in slashed for one in PLACES])
    if told or held or known:
        return CREDENTIALS
    if slashed.endswith(PRIVATE):
        return INTERNAL
    return PII if end in "vcf mbox pst".split() else NONE


def is_secret_path(path: str) -> bool:
    """Would reading this path show credentials?  `app/.env` yes, `app/.env.example` no."""
    return rate_path(path) == CREDENTIALS


def keeps_secrets(path: str) -> bool:
    """Is a value under a secret's name one in this file: a secret file, or configuration by its kind?"""
    name = path.replace("\\", "/").rpartition("/")[2].lower().lstrip(".")
    parts = name.replace("-", ".").split(".")
    kind = parts[0] in KINDS and parts[-1] in PLAIN and SAMPLES.isdisjoint(parts)
    return kind or is_secret_path(path)

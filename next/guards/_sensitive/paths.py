"""Some files are secrets by their name: a path alone says what reading it would show.

Cannot see: a secret in a file with an innocent name (see `find_secrets`); where a link leads.
"""

from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE, PII

# The last part of the path, in small letters.
NAMES = frozenset(
    """.env .envrc .netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .npmrc .yarnrc.yml .pypirc .git-credentials .htpasswd
    .vault-token .boto .s3cfg .dockercfg .terraformrc credentials.tfrc.json id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk
    id_ed25519_sk kubeconfig application_default_credentials.json client_secret.json service-account.json service_account.json
    serviceaccount.json secring.gpg wallet.dat logins.json key3.db key4.db cookies.sqlite login.keychain login.keychain-db
    wp-config.php .credentials.json accesstokens.json msal_token_cache.json credentials.db access_tokens.db .authinfo
    .databrickscfg""".split()
)
HISTORIES = frozenset(
    ".bash_history .zsh_history .psql_history .mysql_history .python_history .node_repl_history".split()
)
# Names that say that a secret is all that a file holds, and the endings of files that hold no code.
STEMS = frozenset(
    """api_key api_keys apikey credential credentials creds passphrase passwd password passwords psk pw recovery_codes
    recovery_key secret secrets seed_phrase token unseal_keys vault_pass""".split()
)
PLAIN = frozenset(
    "txt csv xlsx xls docx odt ods dat cfg cnf conf config ini json properties toml xml yaml yml env".split()
)
# Configuration that keeps secrets by its kind.
KINDS = frozenset(
    "application appsettings bootstrap config database docker compose local settings parameters".split()
)
CONFIGURED = frozenset("cfg cnf conf config ini json properties toml xml yaml yml".split())
ENDINGS = tuple(
    ".pem .ppk .p12 .pfx .jks .keystore .kdbx .ovpn .keytab .p8 .tfstate .key .agekey .tfvars .tfvars.json .env".split()
)
# A run of whole folders and names anywhere in the path.
PLACES = tuple(
    f"/{one}/"
    for one in """.aws/credentials .aws/sso/cache .aws/cli/cache .config/gcloud .kube/config .docker/config.json .config/gh/hosts.yml
    .config/glab-cli/config.yml .config/hub .config/op .password-store .gnupg/private-keys-v1.d .local/share/keyrings
    .local/share/kwalletd library/keychains etc/shadow etc/gshadow etc/wireguard etc/ssl/private run/secrets .cargo/credentials
    .cargo/credentials.toml .gem/credentials .m2/settings.xml .gradle/gradle.properties .composer/auth.json .huggingface/token
    .config/rclone/rclone.conf .config/sops/age/keys.txt .snowsql/config .cache/huggingface/token .codex/auth.json .secrets
    .gemini/oauth_creds.json proc/self/environ""".split()
)
PROFILES = ("/default/cookies/", "/network/cookies/", "/login data/")  # of a browser
# Certificates and public keys share their endings with private ones; samples show how a file looks and hold nothing.
HARMLESS = frozenset(
    "pub public cert certs certificate ca cacert chain fullchain bundle root trust truststore csr crt".split()
)
SAMPLES = frozenset(
    "example examples sample samples template tmpl dist defaults schema test tests fixture mock demo dummy fake".split()
)

# Most files of a project, told by a glance: code and pages keep no secret by their name alone.
DULL = tuple(
    ".c .cc .cpp .css .go .h .html .java .js .jsx .kt .lock .map .md .png .py .pyc .rb .rs .scss .svg .swift .ts .tsx".split()
)

PAIR = r"(?m)^[ \t\"'{-]*(?:export )?(?:([^\s=:\"']+)[\"']?[ \t]*[=:])?(.*)$"


def rate_path(path: str) -> int:
    """How private a path is by its name alone: NONE, PII, INTERNAL or CREDENTIALS."""
    whole = path.strip().strip("\"'").replace("\\", "/").lower().rstrip("/")
    name, slashed = whole.rpartition("/")[2], f"/{whole}/"
    parts = set(name.replace("-", ".").replace("_", ".").split("."))
    if not name or len(whole) > 500 or "\n" in whole or parts & SAMPLES:
        return NONE
    stem, _, end = name.rpartition(".")
    stems = {
        stem.strip(".").replace("-", "_"),
        *stem.replace("-", ".").replace("_", ".").split("."),
    }
    if name in NAMES or name.startswith(".env.") or (end in PLAIN and stems & STEMS):
        return CREDENTIALS
    if name.endswith(ENDINGS) and (not parts & HARMLESS or end in ("env", "tfvars")) and stem:
        return CREDENTIALS
    process = whole[:6] == "/proc/" and whole.endswith("/environ")
    if process or slashed.endswith(PROFILES) or any([place in slashed for place in PLACES]):
        return CREDENTIALS
    if name in HISTORIES or slashed.endswith(
        ("/.ssh/config/", "/.ssh/known_hosts/", "/etc/passwd/", "/etc/sudoers/")
    ):
        return INTERNAL
    return PII if end in ("vcf", "mbox", "pst") else NONE


def is_secret_path(path: str) -> bool:
    """Would reading this path show credentials?  `app/.env` yes, `app/.env.example` no."""
    return not path.endswith(DULL) and rate_path(path) == CREDENTIALS


def keeps_secrets(path: str) -> bool:
    """Is a value under a secret's name one in this file: a secret file, or configuration by its kind?"""
    name = path.replace("\\", "/").rpartition("/")[2].lower()
    parts = name.replace("-", ".").split(".")
    kind = parts[0] in KINDS and parts[-1] in CONFIGURED and SAMPLES.isdisjoint(parts)
    return kind or is_secret_path(path)


def read_secret_values(path: str, text: str) -> list[tuple[str, str]]:
    """(name, value) of each value of a secret file that counts (design §8), at most 200.

    Reads `NAME=value`, `name: value`, JSON and INI lines, and what `find_secrets` finds; a file of one
    line without a name is a value.
    """
    from guards._sensitive import find_secrets
    from guards._sensitive.formats import compile_once
    from guards._sensitive.named import counts_as_secret

    found: dict[str, str] = {}
    lone = "secret" if "\n" not in text.strip() else ""
    for name, value in compile_once(PAIR).findall(text):
        value = value.partition(" #")[0].strip(" \"',")
        if (name or lone) and counts_as_secret(name or lone, value):
            found.setdefault(value, name or lone)
    for one in find_secrets(text[:65536], True):
        value = text[one.start : one.end]
        keys = value.replace("\\n", "\n").split("\n") if one.rule == "private-key" else []
        keys = [key for key in keys if len(key) > 39]
        for part in (value, value.rpartition("base64:")[2], *keys):
            if len(part) > 7 and not part.isalpha():
                found.setdefault(part, one.rule)
    return [(name, value) for value, name in list(found.items())[:200]]

"""Some files are secrets by their name: a path alone says what reading it would show.

Cannot see: a secret in a file with an innocent name (see `find_secrets`); where a link leads.
"""

from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE, PII

# The last part of the path, in small letters.
NAMES = frozenset(
    ".env .envrc .netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .npmrc .yarnrc.yml .pypirc .git-credentials .htpasswd"
    " .vault-token .boto .s3cfg .dockercfg .terraformrc credentials.tfrc.json terraform.tfstate id_rsa id_dsa id_ecdsa"
    " id_ed25519 id_ecdsa_sk id_ed25519_sk kubeconfig master.key application_default_credentials.json client_secret.json"
    " service-account.json service_account.json serviceaccount.json secrets.yml secrets.yaml secrets.json secrets.toml"
    " secrets.env secring.gpg wallet.dat logins.json key3.db key4.db cookies.sqlite login.keychain login.keychain-db"
    " wp-config.php .credentials.json accesstokens.json msal_token_cache.json credentials.db access_tokens.db .authinfo"
    " .databrickscfg".split()
) | {"login data"}
HISTORIES = frozenset(
    ".bash_history .zsh_history .psql_history .mysql_history .python_history .node_repl_history".split()
)
# Names that say that a secret is all that a file holds, and the endings of files that hold no code.
STEMS = frozenset(
    "api_key api_keys apikey credential credentials creds keystore_password master_password pass passphrase passwd password"
    " passwords psk pw recovery_codes recovery_key secret secrets seed_phrase token unseal_keys vault_pass".split()
)
PLAIN_ENDS = frozenset(("", "txt", "csv", "xlsx", "xls", "docx", "odt", "ods", "dat"))
ENDINGS = (
    ".pem",
    ".ppk",
    ".p12",
    ".pfx",
    ".jks",
    ".keystore",
    ".kdbx",
    ".ovpn",
    ".keytab",
    ".p8",
    ".tfstate",
    ".key",
    ".agekey",
)
CONFIG_ENDS = frozenset("cfg cnf conf config ini json properties toml xml yaml yml".split())
# A run of whole folders and names anywhere in the path.
PLACES = tuple(
    "/.aws/credentials/ /.aws/sso/cache/ /.aws/cli/cache/ /.config/gcloud/ /.kube/config/ /.docker/config.json/ /.config/gh/hosts.yml/"
    " /.config/glab-cli/config.yml/ /.config/hub/ /.config/op/ /.password-store/ /.gnupg/private-keys-v1.d/"
    " /.local/share/keyrings/ /.local/share/kwalletd/ /library/keychains/ /etc/shadow/ /etc/gshadow/ /etc/wireguard/"
    " /etc/krb5.keytab/ /etc/ssl/private/ /run/secrets/ /.cargo/credentials/ /.cargo/credentials.toml/ /.gem/credentials/"
    " /.m2/settings.xml/ /.gradle/gradle.properties/ /.composer/auth.json/ /.config/rclone/rclone.conf/"
    " /.config/sops/age/keys.txt/ /.snowsql/config/ /.huggingface/token/ /.cache/huggingface/token/ /.claude/.credentials.json/"
    " /.codex/auth.json/ /.gemini/oauth_creds.json/ /.secrets/".split()
)
BROWSERS = ("chrom", "brave", "edge", "vivaldi", "opera", "firefox")
# Certificates and public keys share their endings with private ones; samples show how a file looks and hold nothing.
HARMLESS = frozenset(
    "pub public cert certs certificate ca cacert chain fullchain bundle root trust truststore csr crt".split()
)
SAMPLES = frozenset(
    "example examples sample samples template tmpl dist defaults schema test tests fixture mock demo dummy fake".split()
)


def rate_path(path: str) -> int:
    """How private a path is by its name alone: NONE, PII, INTERNAL or CREDENTIALS."""
    whole = path.strip().strip("\"'").replace("\\", "/").lower().rstrip("/")
    name = whole.rpartition("/")[2]
    parts = name.replace("-", ".").replace("_", ".").split(".")
    if not name or len(whole) > 500 or "\n" in whole or not SAMPLES.isdisjoint(parts):
        return NONE
    stem, _, end = (
        name.strip(".").rpartition(".") if "." in name.strip(".") else (name.strip("."), "", "")
    )
    slashed = f"/{whole}/"
    if (
        name in NAMES
        or name.startswith(".env.")
        or (name.endswith(".env") and len(name) > 4)
        or name.endswith((".tfvars", ".tfvars.json"))
    ):
        return CREDENTIALS
    if "." in name and end in PLAIN_ENDS and stem.replace("-", "_") in STEMS:
        return CREDENTIALS
    if end in CONFIG_ENDS and not STEMS.isdisjoint(
        stem.replace("-", ".").replace("_", ".").split(".")
    ):
        return CREDENTIALS
    if name.endswith(ENDINGS) and "." in name[1:] and HARMLESS.isdisjoint(parts):
        return CREDENTIALS
    if any([place in slashed for place in PLACES]) or (
        slashed.startswith("/proc/") and slashed.endswith("/environ/")
    ):
        return CREDENTIALS
    if slashed.endswith(("/cookies/", "/local state/", "/web data/")) and any(
        [one in slashed for one in BROWSERS]
    ):
        return CREDENTIALS
    if name in HISTORIES or slashed.endswith(
        ("/.ssh/config/", "/.ssh/known_hosts/", "/etc/passwd/", "/etc/sudoers/")
    ):
        return INTERNAL
    return PII if name.endswith((".vcf", ".mbox", ".pst")) else NONE


def is_secret_path(path: str) -> bool:
    """Would reading this path show credentials?  `app/.env` yes, `app/.env.example` no."""
    return rate_path(path) == CREDENTIALS


def read_secret_values(path: str, text: str) -> list[tuple[str, str]]:
    """(name, value) of each value of a secret file that counts (design §8): from 8 characters and by entropy, or by its name.

    Reads `NAME=value`, `name: value`, JSON and INI lines, `//host/:_authToken=…`, `host:port:db:user:password`,
    `machine … password …`; a file of one line and nothing else is a value.  At most 200 values.
    """
    from guards._sensitive import find_secrets
    from guards._sensitive.named import counts_as_secret

    found: dict[str, str] = {}
    lines = text.split("\n")
    for line in lines:
        bare = line.strip().rstrip(",")
        sign = min([one for one in ("=", ":") if one in bare], key=bare.index, default="")
        if (bare[:1] in ("#", ";") and not sign) or len(bare) > 4000:
            continue
        name, _, value = bare.partition(sign) if sign else ("", "", bare)
        if "=" in bare and name.startswith("//"):  # //registry.example/:_authToken=…
            name, _, value = bare.rpartition("=")
        if bare.count(":") == 4 and path.endswith("pgpass"):
            name, value = "password", bare.rpartition(":")[2]
        name = name.removeprefix("export ").strip(" \"'{-")
        value = value.strip().partition(" #")[0].strip().strip("\"'")
        if "://" in value and "@" in value:
            continue  # its password alone is one, found below
        if value and (name or len(lines) < 4) and counts_as_secret(name or "secret", value):
            found.setdefault(value, name)
    for one in find_secrets(text[:65536], True):
        value = text[one.start : one.end]
        if (len(value) >= 8 and not value.isalpha()) or "PRIVATE KEY" in value:
            found.setdefault(value, one.rule)
    return [(name, value) for value, name in list(found.items())[:200]]

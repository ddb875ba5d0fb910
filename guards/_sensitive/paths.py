# ruff: noqa: E501  (tables: one row, one line)
"""Some files are secrets by their name: a path alone says what reading it would show.

Cannot see: a secret in a file with an innocent name (that is `_sensitivity`'s work), links.
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE, PII

# The last part of the path, lower case.
NAMES = {
    ".env": CREDENTIALS, ".envrc": CREDENTIALS, ".netrc": CREDENTIALS, "_netrc": CREDENTIALS, ".pgpass": CREDENTIALS,
    "pgpass.conf": CREDENTIALS, ".my.cnf": CREDENTIALS, ".mylogin.cnf": CREDENTIALS, ".npmrc": CREDENTIALS,
    ".yarnrc.yml": CREDENTIALS, ".pypirc": CREDENTIALS, ".git-credentials": CREDENTIALS, ".htpasswd": CREDENTIALS,
    ".vault-token": CREDENTIALS, ".boto": CREDENTIALS, ".s3cfg": CREDENTIALS, ".dockercfg": CREDENTIALS,
    ".terraformrc": CREDENTIALS, "credentials.tfrc.json": CREDENTIALS, "terraform.tfstate": CREDENTIALS,
    "id_rsa": CREDENTIALS, "id_dsa": CREDENTIALS, "id_ecdsa": CREDENTIALS, "id_ed25519": CREDENTIALS,
    "id_ecdsa_sk": CREDENTIALS, "id_ed25519_sk": CREDENTIALS,
    "kubeconfig": CREDENTIALS, "master.key": CREDENTIALS,
    "application_default_credentials.json": CREDENTIALS, "service-account.json": CREDENTIALS,
    "service_account.json": CREDENTIALS, "serviceaccount.json": CREDENTIALS, "client_secret.json": CREDENTIALS,
    "secrets.yml": CREDENTIALS, "secrets.yaml": CREDENTIALS, "secrets.json": CREDENTIALS, "secrets.toml": CREDENTIALS,
    "secrets.env": CREDENTIALS, "secring.gpg": CREDENTIALS, "wallet.dat": CREDENTIALS, "login data": CREDENTIALS,
    "logins.json": CREDENTIALS, "key3.db": CREDENTIALS, "key4.db": CREDENTIALS, "signons.sqlite": CREDENTIALS,
    "cookies.sqlite": CREDENTIALS, "cookies.binarycookies": CREDENTIALS, "login.keychain": CREDENTIALS,
    "login.keychain-db": CREDENTIALS, "system.keychain": CREDENTIALS,
    "wp-config.php": CREDENTIALS, ".credentials.json": CREDENTIALS, "accesstokens.json": CREDENTIALS,
    "msal_token_cache.json": CREDENTIALS, "gcloud_credentials.db": CREDENTIALS, "credentials.db": CREDENTIALS,
    "access_tokens.db": CREDENTIALS, ".bash_history": INTERNAL, ".zsh_history": INTERNAL, ".psql_history": INTERNAL,
    ".mysql_history": INTERNAL, ".python_history": INTERNAL, ".node_repl_history": INTERNAL,
    "places.sqlite": PII, "contacts.vcf": PII,
}

# Folders and endings of what tests are made of.
TEST_FOLDERS = frozenset((
    "test", "tests", "spec", "specs", "__tests__", "testdata", "test-data", "test_data", "fixture", "fixtures",
    "__fixtures__", "__mocks__", "mocks", "examples", "cassettes"))
TEST_ENDS = (".test", ".spec", "_test", "_spec")

# Names that say that a secret is all that a file holds, and the endings of files that hold no code.
SAID = frozenset(("api_key", "api_keys", "apikey", "credential", "credentials", "creds", "key_password", "keystore_password",
                  "master_password", "pass", "passphrase", "passwd", "password", "passwords", "passwort",
                  "passwoerter", "psk", "pw", "recovery_codes", "recovery_key", "secret", "secrets", "seed_phrase", "token",
                  "unseal_keys", "vault_pass", "vault_password", "wifi_password"))
HELD = frozenset(("", "txt", "csv", "xlsx", "xls", "docx", "odt", "ods", "dat"))

# Any end of the name.
ENDINGS = (
    (".pem", CREDENTIALS), (".ppk", CREDENTIALS), (".p12", CREDENTIALS), (".pfx", CREDENTIALS), (".jks", CREDENTIALS),
    (".keystore", CREDENTIALS), (".kdbx", CREDENTIALS), (".kdb", CREDENTIALS), (".ovpn", CREDENTIALS),
    (".keytab", CREDENTIALS), (".p8", CREDENTIALS), (".tfstate", CREDENTIALS), (".key", CREDENTIALS), (".agekey", CREDENTIALS),
    (".vcf", PII), (".mbox", PII), (".pst", PII),
)

_ENDS = tuple([ending for ending, _ in ENDINGS])

# A run of whole folders and names anywhere in the path.
PLACES = (
    (".aws/credentials", CREDENTIALS), (".aws/sso/cache", CREDENTIALS), (".aws/cli/cache", CREDENTIALS),
    (".azure/azureprofile.json", INTERNAL), (".azure/service_principal_entries.json", CREDENTIALS),
    (".config/gcloud/legacy_credentials", CREDENTIALS), (".kube/config", CREDENTIALS), (".kube/cache/oidc-login", CREDENTIALS),
    (".docker/config.json", CREDENTIALS), (".config/gh/hosts.yml", CREDENTIALS), (".config/glab-cli/config.yml", CREDENTIALS),
    (".config/hub", CREDENTIALS), (".config/op", CREDENTIALS), (".password-store", CREDENTIALS),
    (".gnupg/private-keys-v1.d", CREDENTIALS), (".local/share/keyrings", CREDENTIALS), (".local/share/kwalletd", CREDENTIALS),
    ("library/keychains", CREDENTIALS), ("etc/shadow", CREDENTIALS), ("etc/gshadow", CREDENTIALS), ("etc/sudoers", INTERNAL),
    ("etc/wireguard", CREDENTIALS), ("etc/krb5.keytab", CREDENTIALS), ("etc/ssl/private", CREDENTIALS),
    ("run/secrets", CREDENTIALS), (".cargo/credentials", CREDENTIALS), (".cargo/credentials.toml", CREDENTIALS),
    (".gem/credentials", CREDENTIALS), (".nuget/nuget.config", CREDENTIALS), (".m2/settings.xml", CREDENTIALS),
    (".m2/settings-security.xml", CREDENTIALS), (".gradle/gradle.properties", CREDENTIALS), (".composer/auth.json", CREDENTIALS),
    (".config/composer/auth.json", CREDENTIALS), (".config/rclone/rclone.conf", CREDENTIALS), (".config/filezilla", CREDENTIALS),
    (".config/sops/age/keys.txt", CREDENTIALS), (".databrickscfg", CREDENTIALS), (".snowsql/config", CREDENTIALS),
    (".circleci/cli.yml", CREDENTIALS), (".huggingface/token", CREDENTIALS), (".cache/huggingface/token", CREDENTIALS),
    (".claude/.credentials.json", CREDENTIALS), (".codex/auth.json", CREDENTIALS), (".gemini/oauth_creds.json", CREDENTIALS),
    (".ssh/config", INTERNAL), (".ssh/known_hosts", INTERNAL), ("etc/passwd", INTERNAL),
    ("proc/self/environ", CREDENTIALS),
)

# Certificates and public keys share their endings with private ones.
PUBLIC = frozenset(("pub", "public", "cert", "certs", "certificate", "ca", "cacert", "cacerts", "chain", "fullchain", "bundle", "root",
                    "trust", "truststore", "csr", "crt"))

# A name with one of these parts shows how a file looks and holds nothing.
SAMPLES = frozenset(("example", "examples", "sample", "samples", "template", "tmpl", "dist", "defaults", "schema", "test",
                     "tests", "fixture", "fixtures", "mock", "demo", "dummy", "fake"))


def path_level(path: str) -> int:
    """How sensitive a path is by its name alone: NONE, PII, INTERNAL or CREDENTIALS.

    >>> path_level("/home/me/.aws/credentials"), path_level("app/.env.example"), path_level("src/main.py")
    (3, 0, 0)
    """
    whole = path.strip().strip("\"'").replace("\\", "/").lower().rstrip("/")
    name = whole.rsplit("/", 1)[-1]
    if not name:
        return NONE
    parts = name.replace("-", ".").replace("_", ".").split(".")
    if not SAMPLES.isdisjoint(parts):
        return NONE
    found = NAMES.get(name, NONE)
    stem, _, end = name.strip(".").rpartition(".") if "." in name.strip(".") else (name.strip("."), "", "")
    if end in HELD and "." in name and stem.replace("-", "_").replace(" ", "_") in SAID:
        found = CREDENTIALS
    if name.startswith(".env.") or (name.endswith(".env") and len(name) > 4):
        found = max(found, CREDENTIALS)
    if name.endswith(_ENDS) and PUBLIC.isdisjoint(parts):
        for ending, level in ENDINGS:
            if name.endswith(ending) and len(name) > len(ending):
                found = max(found, level)
    slashed = f"/{whole}/"
    if "/." in slashed or "etc/" in slashed or "library/" in slashed or "secrets/" in slashed or "environ" in slashed:
        for place, level in PLACES:
            if f"/{place}/" in slashed:
                found = max(found, level)
    return found if found else _browser(slashed)


# Files that hold no code, by their kind: what a secret's name is given there is one.
KEPT = frozenset(("application", "appsettings", "bootstrap", "client_secret", "client_secrets", "config", "credential", "credentials",
                  "creds", "database", "local", "parameters", "secret", "secrets", "settings", "token"))
KEPT_ENDS = frozenset(("cfg", "cnf", "conf", "config", "ini", "json", "properties", "toml", "xml", "yaml", "yml"))


def keeps_secrets(path: str) -> bool:
    """Is a value under a secret's name one in this file, by its name or its kind?

    >>> [keeps_secrets(one) for one in (".env", "config/database.yml", "prod.tfvars", "src/config.py", "config.example.json")]
    [True, True, True, False, False]
    """
    name = path.replace("\\", "/").rsplit("/", 1)[-1].lower().strip("\"' ")
    parts = name.replace("-", ".").split(".")
    if " " in path or not SAMPLES.isdisjoint(parts):
        return False
    kind = name.endswith((".tfvars", ".tfvars.json")) or (parts[-1] in KEPT_ENDS and (
        parts[0] in KEPT or not SAID.isdisjoint(parts[:-1])))
    return kind or path_level(path) >= CREDENTIALS


def of_test(path: str) -> bool:
    """Is this a file of tests, by its path?

    >>> of_test("tests/test_login.py"), of_test("src/login.test.ts"), of_test("src/login.ts")
    (True, True, False)
    """
    parts = path.replace("\\", "/").lower().split("/")
    stem = parts[-1].rsplit(".", 1)[0]
    return stem.startswith("test_") or stem.endswith(TEST_ENDS) or not TEST_FOLDERS.isdisjoint(parts[:-1])


def _browser(slashed: str) -> int:
    """Cookie and password stores lie under each browser's own folder with a plain name."""
    if slashed.endswith(("/cookies/", "/local state/", "/web data/")) and (
            "chrom" in slashed or "brave" in slashed or "edge" in slashed or "vivaldi" in slashed or "opera" in slashed):
        return CREDENTIALS
    if slashed.startswith(("/proc/", "//proc/")) and slashed.endswith("/environ/"):
        return CREDENTIALS
    return NONE

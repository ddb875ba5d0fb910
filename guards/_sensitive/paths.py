# ruff: noqa: E501  (tables: one row, one line)
"""Some files are secrets by their name: a path alone says what reading it would show.

Limitations: a secret in a file with an innocent name (that is `_sensitivity`'s work), links.
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE, PII

# The last part of the path, lower case.
NAMES = {"login data": CREDENTIALS, **dict.fromkeys("""
    .env .envrc .netrc _netrc .pgpass pgpass.conf .my.cnf .mylogin.cnf .npmrc .yarnrc.yml .pypirc .git-credentials
    .htpasswd .vault-token .boto .s3cfg .dockercfg .terraformrc credentials.tfrc.json terraform.tfstate id_rsa
    id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk kubeconfig master.key application_default_credentials.json
    service-account.json service_account.json serviceaccount.json client_secret.json secrets.yml secrets.yaml
    secrets.json secrets.toml secrets.env secring.gpg wallet.dat logins.json key3.db key4.db signons.sqlite
    cookies.sqlite cookies.binarycookies login.keychain login.keychain-db system.keychain wp-config.php
    .credentials.json accesstokens.json msal_token_cache.json gcloud_credentials.db credentials.db access_tokens.db
""".split(), CREDENTIALS), **dict.fromkeys("""
    .bash_history .zsh_history .psql_history .mysql_history .python_history .node_repl_history
""".split(), INTERNAL), "places.sqlite": PII, "contacts.vcf": PII}

# Folders and endings of what tests are made of.
TEST_FOLDERS = frozenset("""
    test tests spec specs __tests__ testdata test-data test_data fixture fixtures __fixtures__ __mocks__ mocks
    examples cassettes
""".split())
TEST_ENDS = (".test", ".spec", "_test", "_spec")

# Names that say that a secret is all that a file holds, and the endings of files that hold no code.
SAID = frozenset("""
    api_key api_keys apikey credential credentials creds key_password keystore_password master_password pass
    passphrase passwd password passwords passwort passwoerter psk pw recovery_codes recovery_key secret secrets
    seed_phrase token unseal_keys vault_pass vault_password wifi_password
""".split())
HELD = frozenset(("", "txt", "csv", "xlsx", "xls", "docx", "odt", "ods", "dat"))

# Any end of the name.
ENDINGS = {**dict.fromkeys(".pem .ppk .p12 .pfx .jks .keystore .kdbx .kdb .ovpn .keytab .p8 .tfstate .key .agekey".split(), CREDENTIALS),
           **dict.fromkeys(".vcf .mbox .pst".split(), PII)}

_ENDS = tuple(ENDINGS)

# A run of whole folders and names anywhere in the path.
PLACES = {**dict.fromkeys("""
    .aws/credentials .aws/sso/cache .aws/cli/cache .azure/service_principal_entries.json
    .config/gcloud/legacy_credentials .kube/config .kube/cache/oidc-login .docker/config.json .config/gh/hosts.yml
    .config/glab-cli/config.yml .config/hub .config/op .password-store .gnupg/private-keys-v1.d
    .local/share/keyrings .local/share/kwalletd library/keychains etc/shadow etc/gshadow etc/wireguard
    etc/krb5.keytab etc/ssl/private run/secrets .cargo/credentials .cargo/credentials.toml .gem/credentials
    .nuget/nuget.config .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .composer/auth.json
    .config/composer/auth.json .config/rclone/rclone.conf .config/filezilla .config/sops/age/keys.txt .databrickscfg
    .snowsql/config .circleci/cli.yml .huggingface/token .cache/huggingface/token .claude/.credentials.json
    .codex/auth.json .gemini/oauth_creds.json proc/self/environ
""".split(), CREDENTIALS), **dict.fromkeys("""
    .azure/azureprofile.json etc/sudoers .ssh/config .ssh/known_hosts etc/passwd
""".split(), INTERNAL)}


# Certificates and public keys share their endings with private ones.
PUBLIC = frozenset("""
    pub public cert certs certificate ca cacert cacerts chain fullchain bundle root trust truststore csr crt
""".split())

# A name with one of these parts shows how a file looks and holds nothing.
SAMPLES = frozenset("""
    example examples sample samples template tmpl dist defaults schema test tests fixture fixtures mock demo dummy
    fake
""".split())


def path_level(path: str) -> int:
    """How sensitive a path is by its name alone: NONE, PII, INTERNAL or CREDENTIALS.

    >>> path_level("/home/me/.aws/credentials"), path_level("app/.env.example"), path_level("src/main.py")
    (3, 0, 0)
    """
    whole = path.strip().strip("\"'").replace("\\", "/").lower().rstrip("/")
    name = whole.rpartition("/")[2]
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
        for ending, level in ENDINGS.items():
            if name.endswith(ending) and len(name) > len(ending):
                found = max(found, level)
    slashed = f"/{whole}/"
    if "/." in slashed or "etc/" in slashed or "library/" in slashed or "secrets/" in slashed or "environ" in slashed:
        for place, level in PLACES.items():
            if f"/{place}/" in slashed:
                found = max(found, level)
    return found if found else _browser(slashed)


# Files that hold no code, by their kind: what a secret's name is given there is one.
KEPT = frozenset("""
    application appsettings bootstrap client_secret client_secrets config credential credentials creds database
    local parameters secret secrets settings token
""".split())
KEPT_ENDS = frozenset("cfg cnf conf config ini json properties toml xml yaml yml".split())


def keeps_secrets(path: str) -> bool:
    """Is a value under a secret's name one in this file, by its name or its kind?

    >>> [keeps_secrets(one) for one in (".env", "config/database.yml", "prod.tfvars", "src/config.py", "config.example.json")]
    [True, True, True, False, False]
    """
    name = path.replace("\\", "/").rpartition("/")[2].lower().strip("\"' ")
    parts = name.replace("-", ".").split(".")
    if " " in path or not SAMPLES.isdisjoint(parts):
        return False
    kind = name.endswith((".tfvars", ".tfvars.json")) or (parts[-1] in KEPT_ENDS and (
        parts[0] in KEPT or not SAID.isdisjoint(parts[:-1])))
    return kind or path_level(path) >= CREDENTIALS


def called_secret(path: str) -> bool:
    """Does the file's name say that secrets are what it is for, and not its kind alone?

    >>> [called_secret(one) for one in (".htpasswd", "db-password.conf", "config.json", ".docker/config.json")]
    [True, True, False, False]
    """
    name = path.replace("\\", "/").rpartition("/")[2].lower()
    return path_level(name) >= CREDENTIALS or not SAID.isdisjoint(name.replace("-", ".").split(".")[:-1])


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

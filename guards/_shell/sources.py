"""Where secrets come from on a command line: files by their path, variables by their name, programs by what they print.

Limitations: a secret in a variable or file with an innocent name.
"""
from __future__ import annotations

from guards import CREDENTIALS, INTERNAL, NONE
from guards._sensitive.paths import path_level
from guards._shell import TEXTS
from guards._text import table

# Words of a variable's name, between underscores, that make it a secret; KEY only behind one of KEYED.
SECRET_WORDS = frozenset("""apikey auth authtoken credential credentials creds jwt pass passphrase passwd password pat
    privatekey pw pwd secret secretkey secrets token webhook""".split())
KEYED = frozenset("""access account api app auth deploy encryption gpg license master private secret service signing
    ssh storage""".split())
CONNECTIONS = frozenset("""connection_string database_url db_url dsn mongo_url mongodb_uri postgres_url redis_url
    sentry_dsn""".split())
# Counts, limits, names and places of secrets are none.
NOT_SECRET = frozenset("""count counts dir enabled env expires expiry file header id ids len length limit limits max
    method min mode name path prefix price sock socket source status ttl type url usage used user""".split())


PLACES = frozenset("domain endpoint from host hostname origin port region sender site".split())


def env_level(name: str) -> int:
    """How sensitive a variable of the environment is by its name.

    >>> [env_level(n) for n in ("AWS_SECRET_ACCESS_KEY", "OPENAI_KEY", "PWD", "MAX_TOKENS", "CACHE_KEY", "key")]
    [3, 3, 0, 0, 0, 0]
    """
    low = name.lower()
    if low in CONNECTIONS:
        return CREDENTIALS
    if low in ("pwd", "oldpwd", "pass", "auth"):
        return NONE
    words = low.split("_")
    if words[-1] in NOT_SECRET or words[0] in ("max", "min", "num", "n"):
        return NONE
    if not SECRET_WORDS.isdisjoint(words):
        return CREDENTIALS
    if words[-1] in ("key", "keys") and len(words) > 1 and not KEYED.isdisjoint(words):
        return CREDENTIALS
    if words[-1] in ("key", "keys") and len(words) == 2:       # OPENAI_KEY: a vendor's name before it
        from guards._sensitive.vendors import VENDORS

        return CREDENTIALS if words[0] in VENDORS else NONE
    return NONE


def may_be_secret(name: str) -> bool:
    """May a line of a secret file be one, as far as the name of its variable tells?

    >>> [may_be_secret(n) for n in ("ADMIN_KEY", "MONGO_URL", "MAIL_HOST", "EMAIL_FROM", "NEXT_PUBLIC_SUPABASE_URL")]
    [True, True, False, False, False]
    """
    words = name.lower().split("_")         # frameworks show every visitor what they call public
    return "public" not in words and (words[-1] == "url" or words[-1] not in NOT_SECRET | PLACES)


# Whole folders that hold little else than secrets.
FOLDERS = dict.fromkeys(""".ssh .aws .gnupg .kube .azure .docker .password-store gcloud keychains keyrings secrets
    .secrets""".split(), CREDENTIALS)
OPEN_IN_FOLDERS = tuple("known_hosts config authorized_keys authorized_keys2 environment".split())
HOMES = frozenset("$HOME ${HOME} / /Users /etc /home /root ~".split())


def file_level(path: str, whole: bool = False) -> int:
    """`path_level`, for globs and folders, too; `whole`: the program takes a folder with all that is in it.

    >>> [file_level(p) for p in (".env*", "~/.ssh/*", "~/.ssh", "~/.ssh/id_rsa.pub", "src", ".env.example")]
    [3, 3, 3, 0, 0, 0]
    """
    if not path or len(path) > 4096:
        return NONE
    bare = path.rstrip("/")
    found = path_level(bare)
    if not found and ("*" in bare or "?" in bare or "[" in bare):
        found = path_level(bare.replace("*", "").replace("?", "").rstrip(".")) if not bare.endswith("/*") else 0
        found = found or globbed(bare)
    if found:
        return found
    parts = [p for p in bare.replace("\\", "/").split("/") if p not in ("", ".", "*", "**")]
    if not parts:
        return INTERNAL if whole and bare == "" and path else NONE
    if parts[-1].lower() in FOLDERS and (len(parts) > 1 or parts[-1].startswith(".")):
        return FOLDERS[parts[-1].lower()]
    if ".ssh" in parts[:-1] and not parts[-1].endswith(".pub") and parts[-1] not in OPEN_IN_FOLDERS:
        return CREDENTIALS
    return CREDENTIALS if whole and _full_of_them(bare, parts) else NONE


def _full_of_them(bare: str, parts: list[str]) -> bool:
    """Is it a home, or the folder in which a client keeps its login?"""
    return bare in HOMES or (len(parts) == 2 and bare.startswith(("/home/", "/Users/"))) or (
        parts[-2:-1] == [".config"] and parts[-1] in ("gh", "op", "rclone", "glab-cli", "filezilla"))


# Names of secret files that a pattern may stand for.
COMMON_NAMES = tuple(""".env .netrc .npmrc .pgpass .pypirc .git-credentials id_rsa id_ed25519 credentials secrets.yml
    master.key""".split())


def globbed(path: str) -> int:
    """How sensitive the files are that a pattern stands for: `.e?v`, `.[e]nv`, `i?_rsa`; `*.yml` stands for anything.

    >>> [globbed(p) for p in (".e?v", ".e*", "~/.ssh/i?_rsa", "*.yml", "s*", ".*", "src/*")]
    [3, 3, 3, 0, 0, 0, 0]
    """
    from guards._text.glob import match

    name = path.rpartition("/")[2]
    while "[" in name and "]" in name.partition("[")[2]:
        head, _, rest = name.partition("[")
        name = f"{head}?{rest.partition(']')[2]}"
    said = sum(c.isalnum() for c in name.split("*")[0])
    if said < 2 and not (name.startswith(".") and said):
        return NONE
    return CREDENTIALS if any(match(name, one) for one in COMMON_NAMES) else NONE


# The words, options left out, with which a program prints secrets.
PRINTS = table("""
    ansible-vault: view, decrypt
    aws: configure export-credentials, configure get, secretsmanager get-secret-value, ssm get-parameter, \
        ssm get-parameters, sts get-session-token, ecr get-login-password
    az: account get-access-token, keyvault secret show
    bw: get
    chamber: read
    doppler: secrets
    gcloud: auth application-default print-access-token, auth print-access-token, auth print-identity-token, \
        secrets versions access
    gh: auth token
    git: credential fill, credential-osxkeychain get, credential-store get
    heroku: config
    kubectl: config view, get secret, get secrets
    lpass: show
    op: item get, read
    pass: show
    secret-tool: lookup
    systemctl: show-environment
    security: dump-keychain, find-generic-password, find-internet-password
    vault: kv get, read
""")


def prints_secret(program: str, words: list[str]) -> str:
    """"gh auth token" where these words make the program print a secret, with the secret's own name, else ""."""
    said, rows = " ".join(words), PRINTS[program].split(",") if program in PRINTS else ()
    one = program == "kubectl" and said.startswith(("get secret/", "get secrets/"))
    return f"{program} {said}"[:120] if one or any(f"{said} ".startswith(f"{row.strip()} ") for row in rows) else ""


# Words of an option that together say that a secret is shown as it is: `--show-secrets`, `--with-decryption`.
SHOWING = frozenset("""clear cleartext decrypt decryption export plain plaintext print raw reveal show unmask unmasked
    with""".split())
SHOWN = frozenset("""credential credentials decryption key keys password passwords psk secret secrets sensitive token
    tokens value values""".split())
ALONE = frozenset("cleartext decrypt reveal unmask unmasked".split())


def shows_secret(options: list[str]) -> bool:
    """Does an option tell a program to show a secret as it is?

    >>> [shows_secret([o]) for o in ("--show-secrets", "key=clear", "--reveal", "--with-decryption", "--show", "-key")]
    [True, True, True, True, False, False]
    """
    for option in options:
        if option.endswith("=clear") or (option[:1] == "-" and "=" not in option):
            words = {word for word in option.lower().replace("=", "-").replace("_", "-").split("-") if word}
            if not ALONE.isdisjoint(words) or not (SHOWING.isdisjoint(words) or SHOWN.isdisjoint(words - {"with"})):
                return True
    return False


SPEAKS_TO_NETWORK = tuple("""curl, wget, http, socket, nc , ssh, scp , fetch(, urllib, requests, /dev/tcp, \
git push, ftp, dig , nslookup""".split(", "))


# What takes away or turns round what is there, in a shell and in code of most languages.
TAKES_AWAY = tuple("""rm , rm\t, rmtree, rimraf, unlink, rmSync, rmdir, removeSync, remove(, RemoveAll, \
os.Remove, truncate, shred, rm_rf, rm_r, git reset, git clean, git checkout, git restore, git stash, git push, \
git branch, -delete, DROP , drop , TRUNCATE, DELETE FROM, File.delete, fs.rm, Files.delete, remove_dir, \
remove_file, mkfs, wipefs, dd if, write_text, write_bytes, writeFile, open(, rename(, chmod, .autoskillit, .claude, \
guardctl, settings.json, git apply, patch """.split(", "))


def is_script(path: str, text: str) -> bool:
    """Is this text, if it is run from that file, worth reading?"""
    return not path.endswith(TEXTS) and (speaks(text) or takes_away(text))


def takes_away(text: str) -> bool:
    """Does a text say anything of removing, overwriting or turning back?"""
    return any(word in text for word in TAKES_AWAY)


def worth_keeping(text: str) -> bool:
    """Could a text matter once something runs it: of a network, of what guards the session, of taking away?"""
    return speaks(text) or takes_away(text) or ".auto" in text or "skillit" in text


# What a text says that may take a secret up, whatever it does with it.
SECRETS = tuple(""".aws/ .ssh/ .env .netrc .npmrc .kube/ .gnupg .config/gcloud id_rsa id_ed25519 credentials TOKEN
    SECRET PASSWORD API_KEY environ process.env""".split())


def may_leak(text: str) -> bool:
    """May a text carry something outside: does it say anything of a network, or of a secret?"""
    return speaks(text) or any(word in text for word in SECRETS)


def speaks(text: str) -> bool:
    """Does a text say anything of a network?"""
    return any(word in text for word in SPEAKS_TO_NETWORK)


def holds_values(path: str) -> bool:
    """Is it a file of values that a shell takes in (`source .env`), no script?"""
    return bool(file_level(path)) or ".env" in path.rpartition("/")[2]


VALUES = 200      # lines of one file of values


def taken(text: str) -> dict[str, str]:
    """The assignments of a file of values.

    >>> taken("# x\\nexport A=1\\nB='two words'  # b\\nC: no\\nnot a line")
    {'A': '1', 'B': 'two words'}
    """
    found: dict[str, str] = {}
    for line in text.split("\n")[:VALUES]:
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name.isidentifier():
            continue
        quote = value[:1]
        if quote in ("'", '"') and quote in value[1:]:
            value = value[1:value.index(quote, 1)]
        else:
            value = value.split(" #")[0].strip()
        found[name] = value
    return found

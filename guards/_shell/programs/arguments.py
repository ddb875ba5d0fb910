"""A program's words taken apart as the program does it: its verb, its options with their values, and the rest.

    verb("kubectl", ["-n", "prod", "delete", "ns", "x"])  ->  (("delete",), [("-n", "prod")], ["ns", "x"])

GRAMMAR is the only place that knows which option of which program a value follows, and where its verb stands.
Law: what goes in comes out: no argument is dropped but `--`.
"""
from __future__ import annotations

from guards._shell.flow import Arg, without_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# programs | so many words are the verb (`git push` 1, `aws s3 rm` 2, `chmod MODE FILE` 1, `timeout 5 ls` 1), then the
# options that a value follows: letters in one word, names with their dashes; "-" where what stands behind one dash
# is a whole name (`-target x`).  Of a program that stands in OWN they stand before the verb.
GRAMMAR = """
    # what runs the rest of its words
    caffeinate | tw
    chroot faketime taskset | 1
    doas | Cu
    dotenv | ef
    env | uCS --unset --chdir --split-string
    exec | a
    flock | 1 Ew
    gtimeout timeout | 1 ks
    ionice | cnp
    ltrace strace | eopsu
    nice | n
    bunx npx pnpx uvx | p --from --index --index-url --package --python --registry --with
    nsenter | t
    proxychains proxychains4 | f
    retry | tnd
    stdbuf | eio
    sshpass | pfdP
    sudo | CDghpRrTtUu --chdir
    wsl | du --cd --distribution --user
    systemd-run | pEGu --description --gid --on-active --on-boot --on-calendar --on-startup --on-unit-active --property
        --setenv --uid --unit --working-directory
    time | fo
    trickle | ud
    watch | n
    xargs | aEdILnPs --arg-file --delimiter --max-args --max-chars --max-procs --process-slot-var
    parallel | jNnL
    at batch | fqtu
    crontab | uT
    tmux | 1 cehnpstTSxyF
    screen | cehnpstTSxyF
    # files
    ed ex nvim vi vim | c
    ack ag egrep fgrep grep rg | eABCmfd --include --exclude --regexp --file --glob
    awk gawk mawk nawk | Fvf
    sed | ef --expression
    cut | fbcdt
    jq yq | fL --from-file --indent
    cp install mv | tSgmo --target-directory --suffix
    ln | tS --target-directory --suffix
    tar bsdtar | CfX --directory --file --exclude --exclude-from --group --mode --mtime --owner --strip-components
        --transform
    unzip | d
    sort | okSTt --output --key --field-separator --buffer-size
    mkfs mke2fs wipefs | tLbF
    chattr | 1 pv
    chflags chgrp chmod chown | 1
    setfacl | mxMXb
    shred | ns
    touch | rdt
    truncate | rso --size --reference
    age gpg gpg2 | oriu --output --recipient -k --passphrase
    split | abnlC
    brotli bzip2 compress gzip lz4 pigz xz zstd | S --output
    openssl | 1 - -out -in -pass -k -K -iv -S -inform -outform
    # networks
    curl curlie | AbcCdDeEFHKmoPQrtTuUwxXyYz --abstract-unix-socket --alt-svc --aws-sigv4 --cacert --capath --cert
        --cert-type --ciphers --config --connect-timeout --connect-to --continue-at --cookie --cookie-jar
        --create-file-mode --crlfile --curves --data --data-ascii --data-binary --data-raw --data-urlencode --delegation
        --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url --dump-header --egd-file --engine
        --etag-compare --etag-save --expand-data --expand-url --expect100-timeout --form --form-string --ftp-account
        --ftp-alternative-to-user --ftp-method --ftp-port --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --header
        --hostpubmd5 --hostpubsha256 --hsts --interface --json --keepalive-time --key --key-type --krb --libcurl
        --limit-rate --local-port --login-options --mail-auth --mail-from --mail-rcpt --max-filesize --max-redirs
        --max-time --netrc-file --noproxy --oauth2-bearer --output --output-dir --parallel-max --pass --pinnedpubkey
        --preproxy --proto --proto-default --proto-redir --proxy --proxy-cacert --proxy-capath --proxy-cert
        --proxy-cert-type --proxy-ciphers --proxy-crlfile --proxy-header --proxy-key --proxy-key-type --proxy-pass
        --proxy-pinnedpubkey --proxy-service-name --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword
        --proxy-tlsuser --proxy-user --proxy1.0 --pubkey --quote --random-file --range --rate --referer --request
        --request-target --resolve --retry --retry-delay --retry-max-time --sasl-authzid --service-name --socks4
        --socks4a --socks5 --socks5-gssapi-service --socks5-hostname --speed-limit --speed-time --stderr --telnet-option
        --tftp-blksize --time-cond --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii
        --unix-socket --upload-file --url --url-query --user --user-agent --variable --write-out
    wget wget2 | aABDeiIloOPQRtTUwX --accept --accept-regex --append-output --base --bind-address --body-data
        --body-file --ca-certificate --ca-directory --certificate --certificate-type --ciphers --config
        --connect-timeout --crl-file --cut-dirs --default-page --directory-prefix --dns-timeout --domains
        --exclude-directories --exclude-domains --execute --follow-tags --ftp-password --ftp-user --header --hsts-file
        --http-password --http-user --ignore-tags --include-directories --input-file --level --limit-rate
        --load-cookies --local-encoding --max-redirect --method --output-document --output-file --password
        --pinnedpubkey --post-data --post-file --prefer-family --private-key --private-key-type --progress
        --proxy-password --proxy-user --quota --read-timeout --referer --regex-type --reject --reject-regex
        --rejected-log --remote-encoding --restrict-file-names --retry-on-http-error --save-cookies --secure-protocol
        --start-pos --timeout --tries --user --user-agent --wait --waitretry
    http https xh xhs | aAopPst --auth --auth-type --bearer --boundary --cert --cert-key --cert-key-pass --ciphers
        --default-scheme --format-options --history-print --max-headers --max-redirects --output --pretty --print
        --proxy --raw --response-charset --response-mime --session --session-read-only --ssl --style --timeout --verify
    nc nc.openbsd netcat | egGiIlmoOpPqsTVwxX
    telnet | belnS
    ncat | ecgGimoOpPsTwx
    nc.traditional | ecgGioOpqsTwx
    autossh mosh ssh | 1 BbcDEeFIiJLlmOopQRSWw
    scp sftp | cDFiJloPSX
    rsync | efMBT --exclude --include --files-from --rsh --filter --exclude-from --include-from --port
        --password-file --log-file --backup-dir --bwlimit --chmod --chown --rsync-path
    ftp ncftpput smbclient tftp | upeoPr
    lftp | pe
    mail mailx msmtp mutt neomutt s-nail sendmail ssmtp swaks | aAbcefFhHirsStqX --to --from --server --body
        --attach --header --data --cc --bcc --subject -au -ap --auth-user --auth-password --add-header --h-Subject
    # versions, forges
    git | 1 Cc --exec-path --git-dir --namespace --work-tree --super-prefix --config-env
    gh glab hub tea | 2 R --repo --hostname
    # clouds, clusters, containers, registries
    aws | 2 --profile --region --output --endpoint-url --query --ca-bundle --color
    gcloud | 3 --account --configuration --format --project --region --zone
    az | 2 ogn --name --output --query --resource-group --subscription
    buildah docker nerdctl podman | 1 clH --config --connection --context --host --identity --log-level --url
    docker-compose podman-compose | 1 fpH --env-file --file --host --profile --project-directory --project-name
    kubectl oc velero | 1 nslfcko --as --cluster --container --context --field-selector --filename --kubeconfig
        --namespace --output --request-timeout --selector --server --token --user
    helm argocd | 1 nfo --kube-context --kubeconfig --kube-apiserver --namespace --output --repo --set --set-string
        --timeout --values --version
    terraform terragrunt tofu | 1 - -backend-config -chdir -out -replace -state -target -var -var-file
    pulumi | 1 Cs --cwd --stack
    vault nomad consul | 1 - -address -namespace -format -mount -token -region -http-addr
    rclone restic | 1 r --config --exclude --filter --include --log-file --repo --transfers --password-file --tag
    s3cmd mc gsutil b2 s5cmd | 1 c --config --config-dir --endpoint-url --profile
    doctl | 2 tcu --access-token --config --context
    heroku flyctl fly | 1 ar --app --remote --config
    cargo | 1 ZCFj --color --config --manifest-path --package --registry --token --branch --features --git --index
        --jobs --path --profile --rev --root --tag --version --vers
    bun npm pnpm yarn | 1 wC --cwd --dir --filter --loglevel --package --prefix --registry --save-prefix --tag
        --userconfig --workspace
    poetry uv pdm | 1 CPprceGE --directory --project --branch --constraint --default-index --extra --extra-index-url
        --extras --from --group --index --index-url --python --requirement --rev --source --tag --with
    pip pip3 | 1 irctef --index-url --proxy --abi --cache-dir --constraint --extra-index-url --find-links --no-binary
        --only-binary --platform --prefix --python --requirement --retries --root --target --timeout --upgrade-strategy
    pipx | 1 i --index-url --python --spec
    code cursor | --install-extension
    mvn gradle | 1 fpPDb --file --project-dir
    dotnet | 1 sv --source --version
    conda mamba | 1 cnfp --channel --file --name --prefix
    gem | 1 vis --install-dir --source --version
    apt apt-get | 1 cot
    make just | 1 Cfj --directory --file --justfile
    systemctl | 1 HMtpns --host --machine --property --type
    hg svn | 1 R --cwd --repository --config
    asdf brew bundle deno flit go hatch lerna mise netlify nuget nx rustup skopeo surge task
        twine vercel wrangler | 1
    # agents
    claude | rn --resume --model --output-format --input-format --permission-mode --mcp-config --settings
        --system-prompt --append-system-prompt --max-turns --add-dir --session-id --agents --agent --allowedTools
        --allowed-tools --disallowedTools --disallowed-tools --fallback-model --name --setting-sources --plugin-dir
        --json-schema --max-budget-usd --effort --betas
    codex | mcpsCiao --model --config --profile --sandbox --cd --image --ask-for-approval --output-schema
        --output-last-message --color --enable --disable --add-dir --local-provider
    gemini | rmpioe --resume --model --prompt --prompt-interactive --approval-mode --output-format --include-directories
        --extensions
    qwen | rmpio --resume --model --prompt --approval-mode --output-format --auth-type
    opencode | smpf --session --model --agent --prompt --format --file --port --title --attach
    copilot | pi --resume --prompt --model --agent --interactive --add-dir
    cursor-agent | m --resume --model --output-format
    droid | srmfo --session-id --resume --model --file --output-format --auto --cwd
    # databases
    duckdb sqlite3 | - -c -cmd -init
    cockroach cqlsh mycli pgcli snowsql sqlcmd usql | hpUudcefLovP --host --port --user --username --command
        --execute --file --set --eval
    dropdb mariadb mongo mongosh mysql psql redis-cli | hpUudcPeFXnaDL --host --port --user --username --command
        --execute --file --dbname --eval
    mariadb-dump mongodump mongoexport mysqldump pg_dump pg_dumpall | fordhpUunNtTcFjEZ --file --result-file --out
        --dbname --uri --host --user --password
"""
# Behind one verb, `programs: verbs | takes`: none is any other verb, a number how many words are such a verb.
OWN = """
    git: archive bundle | o --output --format --prefix --remote
    git: branch | u
    git: checkout | bB --orphan --pathspec-from-file
    git: clean | e --exclude
    git: clone fetch ls-remote pull submodule | bcjou --branch --depth --origin --config --reference
    git: cherry-pick revert | m
    git: commit | mFcCt --file --message --author --date
    git: commit-tree | pmF
    git: merge | mFsX
    git: notes | mFcC
    git: rebase | sXx --exec --onto
    git: push | o --repo --push-option --receive-pack --exec
    git: restore | s --source --pathspec-from-file
    git: stash | m --message
    git: switch | cC --create --force-create
    git: tag | mFu --file --message
    git: update-ref | m
    gh glab hub tea: api browse status | 1 XHFfqtp --method --header --field --raw-field --input --jq --template
        --hostname
    gh glab hub tea: gist | df --desc --filename
    gh glab hub tea: | RbtFfHXqadlmnpBsDO --repo --body --title --body-file --field --raw-field --header --method
        --input --jq --template --json --notes --notes-file --base --head --label --assignee --limit --state
        --description --desc --hostname --filename --message --reviewer --milestone --source --remote --env --org
        --target --search --description-file --dir --output --pattern
    aws: | --profile --region --output --endpoint-url --query --acl --bucket --exclude --include --key --name --sse
        --storage-class
    gcloud: app auth config functions projects run storage | 2 --account --format --project --region
    gcloud: | --account --filter --format --project --region --zone --cluster
    docker nerdctl podman: container network node plugin secret service stack swarm system trust volume | 2 --filter
        --format
    docker nerdctl podman: builder buildx compose context image manifest | 2 fHpto --ansi --builder --env-file --file
        --filter --platform --profile --project-directory --project-name --tag --output --build-arg
    buildah docker nerdctl podman: bud build | fto --file --tag --output --build-arg --target --platform --secret
    docker nerdctl podman: run exec create | evuwplhmn --add-host --cap-add --cap-drop --cpus --device --entrypoint
        --env --env-file --gpus --hostname --ipc --label --link --memory --mount --name --network --pid --platform
        --publish --pull --restart --shm-size --ulimit --user --volume --workdir
"""


def _rows() -> dict[str, str]:
    found: dict[str, str] = {}
    names: list[str] = []
    for line in GRAMMAR.strip().split("\n"):
        row, mark, takes = line.partition("|")
        if mark:
            names = row.split()
        elif row.strip()[:1] == "#":
            continue
        found.update((name, f"{found.get(name, '')} {takes if mark else row}") for name in names)
    return found


def _own() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for line in OWN.strip().replace("\n        ", " ").split("\n"):
        names, _, row = line.partition(":")
        verbs, _, takes = row.partition("|")
        for name in names.split():
            found.setdefault(name, {})[verbs.strip()] = takes
    return found


ROWS = _rows()
BEHIND = _own()


class Grammar:
    """How a program's words are read: so many are its verb; a value follows these letters, these names."""

    __slots__ = ("letters", "names", "own", "verbs")

    def __init__(self, takes: str, own: Mapping[str, str] | None = None) -> None:
        words = takes.split()
        self.verbs = next((int(word) for word in words if word.isdigit()), 0)
        self.letters = "".join(word for word in words if word[0] != "-" and not word.isdigit())
        self.names = frozenset(word for word in words if word[0] == "-")
        self.own = own or {}


def grammar(program: str) -> Grammar:
    """The grammar of a program, "kubectl", or of what stands behind one of its verbs, "git push"."""
    name, _, verb = program.partition(" ")
    own = BEHIND.get(name, {})
    return Grammar(ROWS.get(name, ""), own) if not verb else _behind(verb, own)


def _behind(verb: str, own: Mapping[str, str]) -> Grammar:
    return Grammar(next((takes for said, takes in own.items() if verb in said.split()), own.get("", "")))


def apart(args: list[Arg], program: str, until: bool = False, verbs: int | None = None) -> tuple[
        list[Arg], list[tuple[str, Arg | None]], list[Arg]]:
    """(the verb, options with their values, the other arguments) as getopt reads them.

    program  a name, or one with its verb, "git push", where `args` stand behind it
    until    the first of the others begins another command, whose options are its own
    verbs    how many words are the verb, where another number than the row's is meant
    """
    known = grammar(program)
    verbs = known.verbs if verbs is None else verbs
    verb: list[Arg] = []
    found: list[tuple[str, Arg | None]] = []
    rest: list[Arg] = []
    i = 0
    while i < len(args):
        arg = args[i]
        text = arg.text
        i += 1
        if (rest and until) or text == "--":
            rest.extend(args[i - bool(rest and until):])
            break
        if text.startswith("--") or (len(text) > 2 and text[0] == "-" and ("-" in known.names or text in known.names)):
            name, equals, value = text.partition("=")
            name = whole_name(name, known.names)
            if equals:
                found.append((name, Arg(value, without_text(arg.flow, value))))
            elif name in known.names and i < len(args):
                found.append((name, args[i]))
                i += 1
            else:
                found.append((name, None))
        elif len(text) > 1 and text[0] == "-":
            for at, letter in enumerate(text[1:], 1):
                if letter not in known.letters and f"-{letter}" not in known.names:
                    found.append((f"-{letter}", None))
                    continue
                value = text[at + 1:]
                if value:
                    found.append((f"-{letter}", Arg(value, without_text(arg.flow, value))))
                else:
                    found.append((f"-{letter}", args[i] if i < len(args) else None))
                    i += 1
                break
        elif len(verb) < verbs:
            if not verb and known.own:
                known = _behind(text, known.own)
                verbs = known.verbs or verbs
            verb.append(arg)
        else:
            rest.append(arg)
    return verb, found, rest


def options(args: list[Arg], program: str) -> tuple[list[tuple[str, Arg | None]], list[Arg]]:
    """(options with their values, the other arguments) of a program without a verb, or behind one: "git push"."""
    return apart(args, program)[1:]


def begun(program: str, words: Sequence[str]) -> tuple[list[tuple[str, str | None]], list[str]]:
    """(a program's own options, before its verb; the words from the verb on, as they stand).

    >>> begun("git", "-C d -c k=v clean -fd x".split())
    ([('-C', 'd'), ('-c', 'k=v')], ['clean', '-fd', 'x'])
    """
    _, found, rest = apart([Arg(word) for word in words], program, until=True, verbs=0)
    return [(name, value.text if value else None) for name, value in found], [arg.text for arg in rest]


def verb(program: str, words: Sequence[str]) -> tuple[tuple[str, ...], list[tuple[str, str | None]], list[str]]:
    """(the verb, options with their values, the other words) of a simple command; () for a program of no row.

    >>> verb("kubectl", "-n prod delete ns x --force".split())
    (('delete',), [('-n', 'prod'), ('--force', None)], ['ns', 'x'])
    >>> [verb(*c)[0] for c in (("aws", ["--profile", "p", "s3", "rm"]), ("git", ["-C", "d", "push"]), ("ls", ["a"]))]
    [('s3', 'rm'), ('push',), ()]
    """
    said, found, rest = apart([Arg(word) for word in words], program)
    return (tuple(arg.text for arg in said), [(name, value.text if value else None) for name, value in found],
            [arg.text for arg in rest])


WHOLE = frozenset(("--head",))      # short as they stand: curl's own `--head` is no `--header`


def whole_name(name: str, known: frozenset[str]) -> str:
    """A long option as it is called in full: getopt takes any beginning that fits one alone.

    >>> [whole_name(one, frozenset(("--data", "--data-binary"))) for one in ("--data-bin", "--dat")]
    ['--data-binary', '--dat']
    """
    if name in known or len(name) < 4 or name in WHOLE or not name.startswith("--"):
        return name
    fits = [one for one in known if one.startswith(name)]
    return fits[0] if len(fits) == 1 else name


# Words of an option's name that say that its value is the caller's way in at the program's own service.
WAY_IN = frozenset("""apikey auth config cred credential credentials creds globalconfig identity key keyfile keystore
    netrc passwd password pkp token userconfig""".split())


# The same of what only opens or locks what a program works on: it is in nothing that the program prints.
UNLOCKS = frozenset("identity keyfile keystore passphrase passwd password".split())


def ways_in(args: list[Arg], words: frozenset[str] = WAY_IN) -> list[Arg]:
    """The options by which a program is shown who calls it, with their values: `--config-file .pypirc`, `--key=a.p8`.

    A file of variables (`.env`) is no such thing, whatever the option is called.
    """
    found = []
    for i, arg in enumerate(args):
        name, equals, value = arg.text.partition("=")
        if name[:1] != "-" or words.isdisjoint(name.lstrip("-").lower().replace("_", "-").split("-")):
            continue
        at = arg if equals else args[i + 1] if i + 1 < len(args) else None
        file = (value if equals else at.text if at else "").rpartition("/")[2]
        if at is not None and file[:1] != "-" and not file.startswith(".env"):
            found.append(at)
    return found

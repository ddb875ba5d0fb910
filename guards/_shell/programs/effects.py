"""What the verbs of programs do: what they take away, install, leave to be run or obeyed later.

    effects("git", ["reset", "--hard", "HEAD~2"])  ->  tree i (":/",) and commits h ("HEAD~2",)

_EFFECTS stands beside GRAMMAR (guards/_shell/programs/arguments.py), by which the words are taken apart: one line says
the programs, by which verb and options they do it, and what.
Limitations: what a verb does that stands in no line.
"""
from __future__ import annotations

from guards._shell.flow import Arg
from guards._shell.programs.arguments import apart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# programs: verb and options | kind flags names ; another | what it is called, "{}" for the program
#
#   verb     a word each: "a,b" either, "*" any, "-" what it reads
#   options  "-a,--all" one of them (a word in its place for "!x", too), "--x*" one that begins so, "-s=0" with this
#            value; "!-n,--dry-run" none of them
#   names    parts with "+" between, ways to find one with "?": words behind the verb ("0:1", "-1:"), an option's value
#            ("-t"), a word as it stands ("=HEAD", "_" for a blank), "-" for none.  "~x" keeps names that hold x, "!x"
#            those that do not, "^x" drops x, "^*" what stands twice.  A part that finds nothing: no effect.
# All lines count that fit, in their order, up to one that says "none".
_EFFECTS = """
git: reset --hard | tree i =:/ ; commits h 0:1^HEAD
git: reset --merge | tree s =:/ ; commits h 0:1^HEAD
git: reset --keep | commits h 0:1^HEAD
git: restore -p,--patch | none
git: restore -S,--staged !-W,--worktree | none
git: restore --pathspec-from-file | tree - =:/ ; none
git: restore -S,--staged,-s,--source | tree i 0: | git restore
git: restore !-S,--staged,-s,--source | tree - 0:
git: switch --force,-f,--discard-changes | tree i =:/
git: switch -C,--force-create | commits b -C?--force-create+0:1?=HEAD
git: checkout -B | commits b -B+0:1?=HEAD
git: stash clear | stash a -
git: stash drop | stash - 0:1?-
git: branch -r,--remotes | none
git: branch -D | commits d 0:
git: branch -d,--delete -f,--force | commits d 0: | git branch -D
git: branch -f,--force !-m,-c,--move,--copy,-d,--delete | commits b 0:1+1:2?=HEAD
git: branch -M,-C | commits b -1:+:-1?=HEAD | git branch -M
git: tag -d,--delete | commits t 0:
git: worktree remove --force,-f | worktree - 0:1
git: rm -f,--force !--cached | tree i 0:
git: reflog expire,delete | commits l -
git: gc --prune=now,--prune=all | commits l -
git: filter-branch,filter-repo !--analyze,--dry-run | commits r - | rewriting the history
git: mv * -f,--force | tree i -1: | git mv -f
git: submodule deinit -f,--force | files r 0:
git: checkout-index -f,--force | tree - 0:?=:/
git: read-tree --reset -u | tree i =:/
git: update-ref refs/stash -d | stash a - ; none | git update-ref -d
git: update-ref -d | commits d 0:1 ; none
git: update-ref | commits b 0:1~refs/heads/+1:2
cp mv install ln: -n,--no-clobber,-b,--backup,-i,--interactive | none
install: -d | none
ln: !-f,--force | none
cp mv install ln: -t,--target-directory | files c -t?--target-directory+0: ; none | {} over it
cp mv install ln: | files c -1:+:-1 | {} over it
truncate: !-s=+*,-s=%*,--size=+*,--size=%* | files w 0: | truncate
rsync: * --del* !-n,--dry-run | remote - -1:~: ; files r -1:!: | rsync --delete
chmod chown chgrp: -R,--recursive | modes - 1:
fdisk sfdisk: -l,--list !--delete | none
sfdisk wipefs: -d,--dump,-J,--json,-n,--no-act | none
wipefs: !-a,--all,-o,--offset | none
parted: * print,unit,help,align-check !mkpart,mklabel,mktable,resizepart,rescue,rm,set,toggle,name | none
blkdiscard fdisk mke2fs mkfs mkswap parted sfdisk wipefs: | device - 0:~/dev/ | {} of a disk
unzip: -o | files m 0:1+-d?=.
sort: -o,--output | files w -o^*?--output^* | sort -o
docker podman: kill,rm,stop $(...) | remote - =every_container | {} container stop
docker podman: volume rm,remove | remote - 0:4
docker podman: volume prune | remote - =every_volume_that_no_container_uses
docker podman: system prune --volumes | remote - =every_volume_that_no_container_uses | {} system prune
docker podman: compose down -v,--volumes | remote - =the_volumes_of_these_services
docker-compose podman-compose: down -v,--volumes | remote - =the_volumes_of_these_services
rmdir rd: /s,/q | remote - -1:~: ; files r -1:!: | rmdir /s
rclone: sync | remote - 1:2~: ; files r 1:2!:
rclone: delete,deletefile,purge,rmdir,rmdirs,cleanup,move | remote - 0:1~:
aws: s3 sync dist,build,out,_site | none
aws: s3 sync --delete | remote - 1:2~s3:
gsutil: rsync -d | remote - 1:2~:
gcloud: storage rsync --delete-unmatched* | remote - 1:2~:
azcopy: sync --delete-destination* | remote - 1:2
mc: mirror --remove | remote - 1:2 | mc sync (mirror --remove)
aws: s3 sync | none
gh glab: api -X=DELETE,--method=DELETE | remote - 0:1 ; none | {} -X DELETE
gh glab: api | none
gh glab: pr,issue close | none
gh glab: cache,run,label delete | none
gh glab: config clear-cache | none
curl curlie wget: -X=DELETE,--request=DELETE,--method=DELETE | remote - 0:1?--url | {} -X DELETE
http https xh: DELETE | remote - 0:1
kubectl oc: delete event,events,job,jobs,lease,leases,po,pod,pods,replicaset,replicasets,rs | none
kubectl oc: delete daemonset,daemonsets,deploy,deployment,deployments,ds,statefulset,statefulsets,sts
    --cascade=orphan | none
redis-cli: FLUSHALL,flushall | remote - -h?-u?--url?=the_default_server
redis-cli: FLUSHDB,flushdb | remote - -h?-u?--url?=the_default_server
dropdb: | remote - 0:1
terraform tofu terragrunt: plan !-out*,--out* | none
terraform tofu terragrunt: -destroy,--destroy | remote - =all_that_its_state_lists ; none | {} apply -destroy
terraform tofu terragrunt: -replace | remote - -replace ; none
terraform tofu terragrunt: state rm | remote - 0:4
terraform tofu terragrunt: destroy | remote - 0:3?=all_that_its_state_lists
terraform tofu terragrunt: workspace delete | remote - 0:4
pulumi terraform tofu terragrunt: apply,up,update | remote p =what_the_plan_says_it_destroys
npm: unpublish | remote - 0:4?=npm
cargo gem: yank | remote - 0:4
dvc: gc -f,--force | remote - =data_that_no_workspace_uses
nomad: job stop -purge,--purge | remote - 0:4
flyway: clean | remote - =every_object_of_its_schema
liquibase: dropAll | remote - =every_object_of_its_schema
prisma: db push --accept-data-loss | remote - =the_data_of_its_database
drizzle-kit: push --force | remote - =the_data_of_its_database
mix: ecto.drop,ecto.reset | remote - =the_data_of_its_database
rails rake: db:reset,db:migrate:reset,db:schema:load,db:structure:load | remote - =the_data_of_its_database
atlas: schema clean | remote - =the_data_of_its_database
diesel: database reset | remote - =the_data_of_its_database
knex: migrate:rollback --all | remote - =the_data_of_its_database
alembic: downgrade base | remote - =the_data_of_its_database
crontab: -r | remote - =every_entry_of_the_crontab
crontab: - | remote - =every_entry_of_the_crontab | crontab -
adduser chage chpasswd gpasswd groupadd groupmod ldapadd ldapmodify lazagne mimipenguin newusers passwd unshadow useradd
    usermod vigr vipw visudo: | login -
dscl: * -create,-append,-passwd | login -
at batch crontab: !-l | schedule -
launchctl systemctl: bootstrap,enable,link,load | schedule -
systemd-run: !--scope | schedule -
chkconfig update-rc.d: * defaults,enable,on | schedule -
schtasks sc: create,/create | schedule -
Register-ScheduledTask New-Service: | schedule -
auditctl: !-l,-s,-v | defence -
aa-complain aa-disable aa-teardown setenforce: | defence -
spctl: --master-disable,--global-disable | defence -
csrutil: disable | defence -
ufw: disable,reset | defence -
iptables ip6tables: -F,--flush,-X,-P,--policy | defence -
nft: flush | defence -
history: -c,-d,-w | defence -
unset export declare: | defence - 0:~histfile?0:~histsize?0:~histcontrol?0:~histignore
set: +o history | defence -
journalctl: --vacuum-time,--vacuum-size,--vacuum-files | defence -
swapoff reboot halt poweroff shutdown insmod rmmod modprobe kexec: | machine -
sysctl: | machine - 0:~=
sysctl: -w,--write,-p,--load,--system | machine -
update-ca-certificates update-ca-trust: | trust -
mkcert: -install | trust -
trust: anchor | trust -
security: add-trusted-cert | trust -
certutil: -A | trust -
add-apt-repository apt-add-repository apt-key: !-r,--remove,-L,--list | registry -
dnf: config-manager | registry -
reg New-ItemProperty Set-ItemProperty: | startup - 0:~currentversion\\run
reg New-ItemProperty Set-ItemProperty: | startup - 0:~\\winlogon
reg New-ItemProperty Set-ItemProperty: | startup - 0:~\\services\\
claude codex copilot cursor-agent gemini opencode qwen: config,extension,extensions,mcp,plugin
    add,add-json,enable,import,install,marketplace,set | agent -
npm pip pip3 pnpm yarn: config set | registry -
npm pip pip3 pnpm yarn: set | registry -
go: env -w | registry -
bundle cargo conda gem poetry: config,sources * | registry -
npx bunx pnpx uvx: | installs o 0:1?-
cpan cpanm: | installs - 0:?-
pip pip3: install,download | installs - 0:?-
pipx: install,inject | installs - 0:?-
apk pdm poetry rye uv: add | installs - 0:?-
uv: pip,tool install | installs - 0:?-
uv: tool run | installs o 0:1?-
apt apt-get choco conda dnf flatpak gem luarocks mamba nuget opam port scoop snap winget yum zypper: install
    | installs - 0:?-
npm pnpm: install,i,add | installs - 0:?-
bun cargo deno: add,install | installs - 0:?-
npm: exec,x,create,init | installs o 0:1?-
pnpm yarn: dlx,create | installs o 0:1?-
bun: x,create | installs o 0:1?-
yarn: add | installs - 0:?-
yarn: global add | installs - 0:?-
deno go pipx: run | installs o 0:1?-
go: get,install | installs - 0:?-
brew: install,tap | installs - 0:?-
pacman: -S !-s,-i,-l,-g,-c | installs - 0:?-
composer: require | installs - 0:?-
composer: global require | installs - 0:?-
dotnet: add package | installs - 0:?-
dotnet: tool install | installs - 0:?-
code cursor: --install-extension | installs -
gh: extension install | installs - 0:?-
helm: install,upgrade | installs - 0:?-
helm: repo add | installs - 0:?-
mix: archive.install | installs - 0:?-
docker podman: run,pull,create | installs o 0:1?-
npm: access,owner,publish | lets -
npm: deprecate,unpublish | away -
pnpm poetry uv vsce yarn: publish | lets -
cargo: publish | lets -
cargo gem: yank | away -
gem: push | lets -
twine: upload | lets -
cargo crontab curl curlie docker docker-compose dropdb gem http https npm podman podman-compose rclone redis-cli rsync
    terraform terragrunt tofu wget xh: | none
"""
NONE, INSTALLS = "none", "installs"
AWAY = frozenset("files tree commits stash worktree modes device remote".split())     # kinds of what is taken away
MOST = 200      # names of one effect


class Row:
    """One line of _EFFECTS.  verb, needs: the alternatives of each; does: kind, flags and names of each effect."""

    __slots__ = tuple("does name needs verb without".split())

    def __init__(self, terms: list[str], does: str, name: str) -> None:
        self.verb = [term.split(",") for term in terms if term[0] not in "-!" or term == "-"]
        self.needs = [term.split(",") for term in terms if term[0] == "-" != term]
        self.without = [one for term in terms if term[0] == "!" for one in term[1:].split(",")]
        self.does = [[*one.split(), "-", "-"][:3] for one in does.split(";")]
        self.name = name

    def fits(self, words: list[str], given: set[str]) -> bool:
        """Do these words, without options, and these options make it so?"""
        return len(words) >= len(self.verb) and all(map(_said, words, self.verb)) and all(
            any(_given(one, given) for one in each) for each in self.needs) and not any(
            _given(one, given) for one in self.without)


def _said(word: str, verb: list[str]) -> bool:
    return word in verb or verb == ["*"] or word.removeprefix("./").partition("/")[0].lower() in verb


def _given(option: str, given: set[str]) -> bool:
    return option in given or (option[-1] == "*" and any(one.startswith(option[:-1]) for one in given))


def _lines() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in _EFFECTS.strip().replace("\n    ", " ").split("\n"):
        programs, _, rest = line.partition(":")
        found.update((program, (*found.get(program, ()), rest)) for program in programs.split())
    return found


ROWS = _lines()


def rows(program: str) -> list[Row]:
    """The lines of a program, in their order."""
    found = (f"{line} | ".split(" | ") for line in ROWS.get("mkfs" if program.startswith("mkfs.") else program, ()))
    return [Row(terms.split(), does, name) for terms, does, name, *_ in found]


def effects(program: str, words: Sequence[str]) -> Iterator[tuple[str, str, str, list[str]]]:
    """(kind, flags, what it is called, names) of each effect of a simple command, NONE where a line ends the list.

    >>> list(effects("git", "branch -f a".split()))
    [('commits', 'b', 'git branch -f', ['a', 'HEAD'])]
    >>> [one[3] for one in effects("docker", "--context c volume rm -f a b".split())]
    [['a', 'b'], []]
    """
    lines = rows(program)
    said, options, rest = apart([Arg(word) for word in words], program) if lines else ([], [], [])
    plain, values = [arg.text for arg in (*said, *rest)], {name: value.text for name, value in options if value}
    given = {*plain, *(name for name, _ in options), *(f"{name}={value}" for name, value in values.items())}
    for row in lines:
        for kind, flags, spec in row.does if row.fits(plain, given) else ():
            names = _names(spec, plain[len(row.verb):], values, words)
            if names or spec[-1] == "-":
                name = row.name.format(program) or " ".join((
                    program, *plain[:len(row.verb)], *(one[0] for one in row.needs)))
                yield kind, flags.strip("-"), name, names[:MOST]
            if kind == NONE:
                return


def _names(spec: str, rest: list[str], values: dict[str, str], words: Sequence[str]) -> list[str]:
    """The names that a line's third word stands for; [] where one of its parts finds nothing."""
    found: list[str] = []
    for part in spec.split("+"):
        names = next(filter(None, (_way(way, rest, values, words) for way in part.split("?"))), [])
        if not names:
            return []
        found += names
    return found


def _way(way: str, rest: list[str], values: dict[str, str], words: Sequence[str]) -> list[str]:
    if way[0] == "=":
        return [way[1:].replace("_", " ")]
    at = next((at for at, sign in enumerate(way) if sign in "~!^"), len(way))
    first, colon, last = way[:at].partition(":")
    names = rest[int(first or 0):int(last) if last else None] if colon else [values[first]] if first in values else []
    sign, other = way[at:at + 1], way[at + 1:]
    return [name for name in names if name and (not sign or (other in name.lower() if sign == "~" else other not in name
            if sign == "!" else words.count(name) < 2 if other == "*" else name != other))]

"""The words of this guard: what could be lost, and how options and paths of a simple command are told apart."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from guards._shell.reading import Ran

# Kinds that the disk says nothing about: what they name is at stake wherever they run.
SURE = frozenset(("device", "remote"))
APART, WITHIN = "\x1e", "\x1f"


class Loss:
    """One thing that a call could destroy.

    kind    one of asked.KINDS; what: the operation, for a person: "git reset --hard"
    cwd     where it runs, "" where the paths are absolute
    flags   letters that the kind explains (see hooks/_unsaved.py)
    names   paths, refs, a stash's name, what a service calls it
    only    globs of file names: nothing else below `names` counts; of a service what it is told besides, the place
            where it acts and a database's tables: "namespace=shop", "table=users"
    """

    __slots__ = tuple("cwd flags kind names only what".split())

    def __init__(
        self, kind: str, what: str, cwd: str, flags: str, names: Iterable[str], only: Iterable[str] = ()
    ) -> None:
        self.kind, self.what, self.cwd, self.flags = kind, what, cwd, flags
        self.names, self.only = without_marks(names), without_marks(only)

    @property
    def key(self) -> str:
        """The loss as the name of a fact; `parse` is the inverse."""
        return "stake:" + APART.join(
            (self.kind, self.what, self.cwd, self.flags, WITHIN.join(self.names), WITHIN.join(self.only))
        )


def without_marks(names: Iterable[str]) -> tuple[str, ...]:
    """Names without the two marks that part them in a fact's key."""
    return tuple(name.replace(APART, "").replace(WITHIN, "") for name in names)


def parse(key: str) -> Loss:
    """The loss that a fact's name stands for.  Raises ValueError.

    >>> parse(Loss("files", "rm", "/p", "r", ("a", "b")).key).names
    ('a', 'b')
    """
    kind, what, cwd, flags, names, only = key.partition(":")[2].split(APART)
    return Loss(kind, what, cwd, flags, filter(None, names.split(WITHIN)), filter(None, only.split(WITHIN)))


def parts(ran: Ran) -> tuple[dict[str, str], list[str]]:
    """(options with their values, the other words) of a command, as its grammar takes them apart.

    >>> from guards._shell.reading import Ran
    >>> parts(Ran("rm", ["-rf", "--force=x", "a", "--", "-b"], "", "", "rm"))
    ({'-r': '', '-f': '', '--force': 'x'}, ['a', '-b'])
    """
    said, options, rest = ran.parts
    return {name: value or "" for name, value in options}, [*said, *rest]


# Options and variables by which a program is told where to act; of one letter only those of these programs.
PLACES = frozenset("""namespace context kube-context cluster profile region project subscription resource-group account
    stack workspace chdir env environment app repo database org zone location server var var-file""".split())
SHORT = {"-n": "kubectl oc helm velero", "-s": "pulumi", "--stack": "pulumi", "-a": "heroku fly flyctl",
         "-R": "gh glab", "-g": "az", "-e": "ansible railway sls serverless wrangler vercel"}
KUBE = frozenset("kubectl oc helm kubectx kubens velero".split())
# Of these the folder says where they act.
BY_FOLDER = frozenset("terraform tofu terragrunt pulumi cdk sam serverless sls helmfile".split())
CHOOSES = frozenset("select use use-context use-cluster set switch checkout".split())


def places(ran: Ran) -> list[str]:
    """Where a command says that it acts.

    >>> from guards._shell.machine import read
    >>> [places(one) for one in read("AWS_PROFILE=eu terraform -chdir=a/b destroy; kubectl -n x delete cm y", "/p").ran]
    [['chdir=a/b', 'profile=eu'], ['n=x']]
    """
    found = []
    for word, after in zip(ran.words, [*ran.words[1:], ""]):
        name, equal, value = word.partition("=")
        bare = name.lstrip("-")
        if name[:1] == "-" and (bare in PLACES or ran.program in SHORT.get(name, "").split()):
            found.append(f"{bare}={value if equal else after}")
    found += [f"{name.rpartition('_')[2].lower()}={value.text}" for name, value in ran.beside.items()
              if name.rpartition("_")[2].lower() in PLACES]
    return found


def chosen(ran: Ran) -> str:
    """The place that a command chooses for those behind it: `terraform workspace select prod`; "" of any other."""
    said = [word for word in ran.words if word[:1] != "-"]
    chooses = ran.program in ("kubectx", "kubens") or (len(said) > 2 and not CHOOSES.isdisjoint(said[1:3]))
    return f"context={said[-1]}" if said and chooses and said[-1] not in CHOOSES else ""


# What only lets somebody in: taken away it loses no work, and can be given again.
ACCESS = frozenset(
    """
    accesskey accesstoken collaborator collaborators invitation invitations member members membership memberships
    pat token tokens
""".split()
)


def lets_in(loss: Loss) -> bool:
    """Does it take away nothing but somebody's access: `delete-access-key`, `-X DELETE …/memberships/jo`?

    >>> [lets_in(Loss("remote", f"aws iam {verb}", "", "", ("",))) for verb in ("delete-access-key", "delete-user")]
    [True, False]
    """
    kinds = [loss.what.rpartition(" ")[2].lower().partition("-")[2], *loss.what.lower().split()[-2:-1]]
    if "DELETE" in loss.what:
        kinds = loss.names[0].partition("?")[0].rstrip("/").lower().split("/")[-2:-1] if loss.names else []
    return any(kind.replace("-", "").replace("_", "") in ACCESS for kind in kinds)


def database(ran: Ran) -> str:
    """The database that stands behind a client's options: `psql shop_dev -c ...`; "" for none."""
    return next((w for w in parts(ran)[1] if w and ran.program != "bq" and not any(c in w for c in " (;")), "")

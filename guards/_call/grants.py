"""Acts that give somebody power, or take a safety away: roles, keys, doors, names, what everybody may see.

Told by their words, whatever program or service does them: a verb that changes, and a thing that is power.
Law: such an act is no harm by itself; whether anybody wished for it others say (guards/_origin/warrant.py).
Limitations: a grant whose words say nothing of it; a file of definitions that a tool applies.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guards import Event

GRANT = "grant"
VERBS = frozenset("""add allow alter append apply approve assign associate attach authorize bind bypass change create
disable edit enable expose grant make merge modify open patch post promote put register replace set unprotect update
upsert write""".split())
POWER = frozenset("""access acl acls admin administrator binding bindings clusterrole clusterrolebinding collaborator
collaborators deploykey dns firewall grants iam ingress maintainer maintainers member members membership nameserver
nameservers owner owners permission permissions policies policy privilege privileges protection rolebinding role roles
route53 ruleset rulesets runners sudoers superuser visibility webhook webhooks""".split())
# What is power as a value or an option of its own only: as a word it is everywhere.
VALUES = frozenset("""--admin --public --visibility --privileged admin public public-read owner 0.0.0.0/0 allusers
    allauthenticatedusers hooks keys""".split())
ARGUMENTS = frozenset("admin permission permissions role roles visibility".split())
FLOWS = frozenset("forward forwarding webhook".split())    # words of an argument that says to whom all of it goes on
PROGRAMS = frozenset("""firewall-cmd iptables ip6tables nft setfacl ssh-copy-id ssh-import-id ufw
    update-ca-certificates update-ca-trust setcap""".split())
# By which a person speaks of such a thing.
SPOKEN = frozenset("""
access acl admin administrator allow authorize authorise certificate collaborator dns domain expose firewall
forward forwarding grant iam invite key login maintainer member nameserver owner permission policy port private
privilege protect protection public publish record right role rule runner security share sharing ssh subdomain
superuser user visibility visible webhook""".split())
# By which a person speaks of what guards a branch.
# What may be opened to everybody as a whole.
WHOLE = frozenset("account board bucket code dashboard folder page project repo repository site website".split())
# Who may see it, or by which mode all may change it.
EVERYBODY = frozenset("""pull_request_target write-all public public-read internet everyone 777 0777 666 0666
    a+w o+w a+rwx o+rwx ugo+rwx""".split())
FIELDS = frozenset("-f -F --field --raw-field --input".split())
METHODS = frozenset("-X --method --request".split())
ORDERS = frozenset("alter create grant".split())     # of SQL
MOST = 60       # words of a command or an input that are looked at


def gives(program: str, words: Iterable[str]) -> bool:
    """Does a simple command give power?

    >>> gives("aws", ["iam", "attach-user-policy"]), gives("aws", ["iam", "list-users"]), gives("ufw", ["allow", "22"])
    (True, False, True)
    >>> [gives(p, "project item-add 6 --owner acme".split()) for p in ("gh", "share")]      # whose thing it is
    [False, True]
    >>> gives("chmod", ["u+s", "a"]), gives("chmod", ["+x", "a"]), gives("gh", ["api", "-X", "PUT", "repos/a/b/hooks"])
    (True, False, True)
    """
    if program in PROGRAMS:
        return True
    words = list(words)
    given = [word.lower() for word in words][:MOST] + (["post"] if posts(words) else [])
    if program == "chmod":
        return opens(given) or any("+s" in word for word in given)
    whose = "--owner" if program in ("gh", "glab") else "\0"
    return power(part for word in given if not word.startswith(whose) for part in (word, *_parts(word)))


def posts(words: Iterable[str]) -> bool:
    """Does a client's command for any call of an interface send something by giving it fields: `gh api x -f a=b`?

    >>> posts(["api", "user/keys", "-f", "title=x"]), posts(["api", "user"]), posts(["api", "graphql", "-f", "query=x"])
    (True, False, False)
    """
    said = list(words)
    return said[:1] == ["api"] and "graphql" not in said and METHODS.isdisjoint(said) and not FIELDS.isdisjoint(said)


def opens(values: Iterable[str]) -> bool:
    """Is a thing as a whole opened to everybody?

    >>> opens(["repo", "edit", "public"]), opens(["npm", "access", "admin"]), opens(["777", "."])
    (True, False, True)
    """
    return not EVERYBODY.isdisjoint(value.lower() for value in values)


def opened(words: Iterable[str]) -> list[str]:
    """What options of a command open to everybody.

    >>> opened(["create", "-p", "data", "--public"]), opened(["--visibility=public"]), opened(["--type", "dataset"])
    (['public'], ['public'], [])
    """
    said = (word.lstrip("-").rpartition("=")[2].lower() for word in words if word[:1] == "-")
    return [word for word in said if opens([word])][:1]


def power(said: Iterable[str]) -> bool:
    """Do these words hold a verb that changes and a thing that is power?"""
    words = set(said)
    return not words.isdisjoint(VERBS) and not (words.isdisjoint(POWER) and words.isdisjoint(VALUES))


def tool_gives(name: Iterable[str], given: Mapping[str, object]) -> bool:
    """Does a tool of these words give power?  An argument that only says whose thing it is (`owner`) gives none.

    >>> tool_gives(["create", "issue"], {"owner": "acme"}), tool_gives(["update", "repo"], {"visibility": "public"})
    (False, True)
    >>> tool_gives(["create", "rule"], {"forward_to": "a@b.example"}), tool_gives(["create", "rule"], {"label": "x"})
    (True, False)
    """
    from guards._call.tags import words_of
    values = [value.lower() for value in given.values() if isinstance(value, str) and len(value) < 40]
    flows = any(value and not FLOWS.isdisjoint(words_of(key)) for key, value in given.items())
    return power([*name, *(key for key in map(str.lower, given) if key in ARGUMENTS), *(
        value for value in values if value in VALUES), *(["permission"] if flows else [])])


def gives_power(event: Event) -> bool:
    """Does a call of a tool give somebody a role, a right or a view of what others hold?"""
    from guards._call.names import said_by

    return tool_gives(said_by(event), event.input)


def _parts(word: str) -> list[str]:
    """The words that a word is made of; not those of a path of this machine, whose names mean nothing, nor of a text.

    >>> [_parts(one) for one in ("alter role zed superuser", "create an epic for roles", "add-iam-policy-binding", " ")]
    [['alter', 'role'], ['create', 'an'], ['add', 'iam', 'policy', 'binding'], []]
    """
    if " " in word:     # a text; only an order to a database is one of the command's own words
        first, second = (*word.split()[:2], "", "")[:2]
        return [first, second] if first in ORDERS else []
    if word[:1] in "{[":
        return []
    local = "/" in word and ("." in word.rpartition("/")[2] or word[0] in "./~")
    if local and "://" not in word:
        return []
    return "".join(c if c.isalnum() or c == "_" else " " for c in word).split()

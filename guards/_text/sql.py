"""What an order of a database takes away, and whether it changes anything; what a mutation of GraphQL deletes.

Law: it takes away more than named rows: a table, a database, all rows of a table.  Of GraphQL the field's name says it.
Limitations: an order that a program puts together.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

# Arguments of a tool that may hold an order to a database.
ARGUMENTS = tuple("sql query statement statements queries".split())
THINGS = tuple("column database function index materialized policy role schema table trigger user view".split())
# Verb -> the words of which one stands right behind it; () for a verb behind which names stand first.
CHANGES = {"update": (), "grant": (), "revoke": (), "insert": ("into",), "merge": ("into",), "replace": ("into",),
           "delete": ("from",), "truncate": ("table",), "drop": THINGS, "alter": THINGS}
SEARCHES = frozenset(("find", "search"))        # words of tools to which a query is no order
NEAR = 5            # words among which "set" and "on" stand
ENTERS = ("", *"\"'=:`{}(")        # what stands before an order of GraphQL


def changing(named: Iterable[str], given: Mapping[str, object]) -> tuple[str, str]:
    """(verb, text) of the first order to a database that changes something, among a tool's arguments; else ("", "").

    named   the words of the tool's name: what is only searched for is no order

    >>> changing(["query"], {"sql": "select 1; UPDATE t SET a = 1"}), changing(["query"], {"query": "update on it"})
    (('update', 'UPDATE t SET a = 1'), ('', ''))
    """
    if not SEARCHES.isdisjoint(named):
        return "", ""
    for name in ARGUMENTS:
        value = given.get(name)
        for text in value if isinstance(value, list) else [value]:
            lines = text[:20_000].split("\n") if isinstance(text, str) else []
            for order in " ".join(line for line in lines if not line.lstrip().startswith("--")).split(";"):
                words = order.lower().split()[:NEAR + 1]
                if words and words[0] in CHANGES and _changes(words, order):
                    return words[0], order.strip()
    return "", ""


def _changes(words: list[str], order: str) -> bool:
    """Is it an order, and no plain text that begins as one does?

    >>> [_changes(t.split(), t) for t in ("update t set a=1", "update the set", "grant all on t to u", "drop the idea")]
    [True, False, True, False]
    """
    if words[0] == "update":
        return "set" in words[2:] and "=" in order
    return "on" in words[2:] if not CHANGES[words[0]] else words[1:2] != [] and words[1] in CHANGES[words[0]]


def empties(text: str) -> str:
    """The first order of a text of SQL that takes away more than named rows, "" without one.

    >>> empties("select 1; drop table users"), empties("DELETE FROM t WHERE id = 1"), empties("delete from t;")
    ('DROP TABLE users', '', 'DELETE without WHERE')
    """
    for order in text.replace("\n", " ").split(";"):
        words = order.strip(" \"'").split()
        low = [w.lower().strip("\"'`(") for w in words]
        for at, word in enumerate(low[:40]):
            if (
                word == "drop"
                and low[at + 1 : at + 2]
                and low[at + 1]
                in ("table", "database", "schema", "keyspace", "collection", "tablespace", "materialized")
            ):
                name = next((w for w in words[at + 2 :] if w.lower() not in ("if", "exists")), "")
                return f"DROP {low[at + 1].upper()} {name.strip(',')[:60]}".strip()
            if word == "truncate" and at == 0:
                return "TRUNCATE"
            if at == 0 and word == "delete" and low[1:2] == ["from"] and "where" not in low and "using" not in low:
                return "DELETE without WHERE"
            if at == 0 and word == "update" and "set" in low and "where" not in low:
                return "UPDATE without WHERE"
        if any(name in order for name in (".dropDatabase(", ".drop()", ".deleteMany({})", ".remove({})")):
            return "dropping a collection"
    return ""


KINDS = frozenset("table tables from only if exists keyspace database schema cascade".split())


def emptied(text: str) -> list[str]:
    """The tables, databases and schemas that a text of SQL takes away or changes in every row.

    >>> emptied("drop table if exists users, shop.orders cascade; TRUNCATE a; update b set x = 1; delete from c;")
    ['users', 'orders', 'a', 'b', 'c']
    """
    found: dict[str, None] = {}
    for order in text.lower().replace("\n", " ").split(";"):
        if empties(order):
            words = [word for word in order.replace(",", " ").replace("(", " ").split() if word not in KINDS][1:]
            end = next((at for at, word in enumerate(words) if word in ("set", "restart", "restrict")), len(words))
            names = words[:1] if order.split()[:1] in (["update"], ["delete"]) else words[:end]
            found.update(dict.fromkeys(word.strip("\"'`").rpartition(".")[2] for word in names))
    return [name for name in found if name]


def mutation(text: str, verbs: Collection[str]) -> str:
    """The first field of a mutation of GraphQL whose name holds one of the verbs, as "delete-volume"; "" for none.
    A sentence that speaks of a mutation is none.

    >>> [mutation(t, ("delete",)) for t in ('{"query": "mutation D($i: ID!) {\\\\n a: volumeDelete(id: $i) { ok } }"}',
    ...  "the mutation { deleteUser(id: 1) }", "mutation { add(title: \\"delete(it) now\\") { delete } }")]
    ['delete-volume', '', '']
    >>> mutation("# once\\nmutation {\\n # all of them\\n deleteUser(id: 1) }", ("delete",))
    'delete-user'
    """
    from guards._text.regex import pattern

    before, *orders = pattern(r'#[^"\\\n]*(?:\\n|\n)|\\n').sub(" ", text).split("mutation")
    for order in orders:
        for part in order.split("(")[:-1] if before.rstrip()[-1:] in ENTERS else ():
            *_, last, field = "", "{", *part.replace("{", " { ").replace(":", " : ").split()
            pieces = "".join(f" {c.lower()}" if c.isupper() else c for c in field).replace("_", " ").split()
            if last in ("{", "}", ":") and not set(pieces).isdisjoint(verbs):
                return "-".join(sorted(pieces, key=lambda piece: piece not in verbs))
        before = order
    return ""

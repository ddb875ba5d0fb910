"""What an order of a database takes away.

Law: more than named rows: a table, a database, all rows of a table.
Cannot see: an order that a program puts together.
"""
from __future__ import annotations


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

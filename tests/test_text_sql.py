"""What an order of a database takes away."""
from __future__ import annotations

import pytest

from guards._text.sql import changing, empties


@pytest.mark.parametrize("text", [
    "", "select 1", "delete from t where id = 1", "update t set a = 1 where id = 2", "create table t (drop_at int)",
    "insert into t values ('drop')", "alter table t drop column a"])
def test_what_takes_named_rows_or_nothing(text: str) -> None:
    assert empties(text) == ""


@pytest.mark.parametrize(("text", "what"), [
    ("select 1; drop table users", "DROP TABLE users"), ("begin; delete from orders; commit;", "DELETE without WHERE"),
    ("TRUNCATE orders CASCADE", "TRUNCATE"), ("update t set a = 1", "UPDATE without WHERE"),
    ("drop database if exists shop", "DROP DATABASE shop"), ("db.orders.drop()", "dropping a collection")])
def test_what_takes_all(text: str, what: str) -> None:
    assert empties(text) == what


@pytest.mark.parametrize("given", [
    {"sql": "select 1"}, {"query": "update on the release"}, {"query": "update the set of labels"}, {"query": "delete button broken"},
    {"query": "drop the idea"}, {"sql": "explain delete from t"}, {"query": "grant for the museum"}, {"text": "delete from t"}, {"query": 4}, {}])
def test_a_text_that_changes_nothing(given: dict[str, object]) -> None:
    assert changing(["query"], given) == ("", "")


@pytest.mark.parametrize(("given", "verb"), [
    ({"sql": "UPDATE users SET role='owner' WHERE id=44"}, "update"), ({"query": "select 1;\n-- tidy\ndelete from t where id = 4"}, "delete"),
    ({"queries": ["select 1", "insert into t values (1)"]}, "insert"), ({"statement": "ALTER TABLE t DROP COLUMN a"}, "alter"),
    ({"query": "drop materialized view v"}, "drop"), ({"sql": "GRANT ALL ON SCHEMA x TO zed"}, "grant")])
def test_the_order_that_changes_something(given: dict[str, object], verb: str) -> None:
    assert changing(["query"], given)[0] == verb
    assert changing(["search", "code"], given) == ("", "")

"""What an order of a database takes away."""
from __future__ import annotations

import pytest

from guards._text.sql import empties


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

import pytest

from guards import PII, Settings
from guards._sensitive.records import PRIVATE
from guards._sensitive.scan import RECORDS, scan

SILENT = (
    "name,version,license\nreact,18.2.0,MIT", "name,price,stock\nBolt M4,0.12,4000", "id,name,status\n1,build,ok",
    "city,population,born\nOslo,709037,11230", "name,born,died\nAda Lovelace,1815,1852",
    "name,occupation,birthdate\nAda Lovelace,writer,1815-12-10", "patients.csv has the columns name, born and diagnosis",
    'const columns = ["name", "birthdate", "diagnosis"]', "CREATE TABLE patients (name text, birthdate date, diagnosis text);",
    "type Patient = { name: string; birthdate: Date; diagnosis: string }", "def salary(name, born): return 0",
    '{"name": "string", "birthdate": "date"}', '{"name": {"type": "string"}, "birthdate": {"type": "string"}}',
    "name,born,diagnosis", "name,born,diagnosis\n", 'assert "wage" in {"name": 1}', "reborn,name,stubborn\n1,a,b",
)
FOUND = (
    ("name,born,diagnosis\nErna Vogel,1951-02-11,F32.1\nUwe Sand,1964-09-30,C61\n", 2),
    ("id;name;salary\n1;Ann Lee;91000", 1), ("Vorname\tGeburtsdatum\nErna\t11.02.1951\n", 1),
    ("| Name | Passport No |\n|---|---|\n| Ann Lee | C01X00T47 |", 1),
    ('"Full Name","Date of Birth"\n"Lee, Ann","1990-01-02"', 1),
    ('{"patient": "Erna Vogel", "diagnosis": "F32.1"}', 1), ('[{"name":"Ann","ssn":"123"},{"name":"Bo","ssn":"456"}]', 2),
    ('{"id": 1, "mail": "ann@a.example", "salary": 91000}', 1),
)


def found(text):
    return [f for f in scan(text, Settings()) if f.kind == "record"]


@pytest.mark.parametrize("text", SILENT)
def test_silent(text):
    assert found(text) == []


@pytest.mark.parametrize(("text", "count"), FOUND)
def test_found(text, count):
    rows = found(text)
    assert len(rows) == count
    assert {row.level for row in rows} == {PII}


def test_what_is_looked_for_first_stands_in_every_name():
    assert [name for name in PRIVATE if not any(mark in name for mark in RECORDS)] == []


def test_a_table_without_an_end_is_read_as_far_as_its_bound():
    row = "Ann,1990\n"
    assert len(found("name,born\n" + row * 200)) == 200
    rows = found("name,born\n" + row * 500 + "\nend")
    assert len(rows) == 201 and rows[-1].end - rows[-1].start == 300 * len(row) - 1     # beyond it all is one

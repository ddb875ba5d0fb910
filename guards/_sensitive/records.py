"""Records of people: rows of a table, objects of a list, that hold beside a person what is nobody else's business.

Law: a table counts where its first line names a person and a private matter (a birth, an illness, pay, a passport) and
the lines below it hold values; an object where a person and such a matter are keys of it with values of their own.
Of a table of more than ROWS lines the rest, to its end, is one record.
Cannot see: a table without a first line; a schema's or a program's text that only names the columns.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PRIVATE = frozenset(b"""
    birth birthdate birthday birth_date born date_of_birth dob blood_group blood_type date_naissance date_de_naissance
    diagnose diagnoses diagnosis disability fecha_nacimiento fecha_de_nacimiento geboren geburtsdatum gehalt icd icd10
    icd_10 icd_code insurance_no insurance_number mrn medication medications national_id passport passport_no
    passport_number religion salaire salario salary ssn wage""".split())
PERSON = frozenset(b"""
    apellido candidate client cognome customer e_mail email employee first_name firstname full_name fullname lastname
    last_name mail member name nachname nom nombre nome patient patient_name person prenom student surname vorname
    employee_name mitarbeiter""".split())
PUBLIC = frozenset((b"died", b"death", b"deathdate", b"known_for", b"occupation", b"wikipedia", b"reign"))
TYPES = frozenset((b"string", b"date", b"text", b"number", b"boolean", b"varchar", b"integer", b"null", b"str", b"int"))
ROWS, WIDE, NEAR = 200, 2000, 600      # lines of a table, bytes of one, bytes of an object to either side


def records(raw: bytes, low: bytes, marks: tuple[bytes, ...]) -> Iterator[tuple[str, int, int]]:
    """("record", start, end) of each row or object; `marks`: one of them stands in each name of a private matter."""
    done = -1
    for at in sorted({found for mark in marks for found in _places(low, mark)}):
        if at < done:
            continue
        start = low.rfind(b"\n", max(0, at - WIDE), at) + 1
        end = low.find(b"\n", at, at + WIDE)
        if end < 0:
            end = len(low)
        sign = _header(low[start:end])
        for begin, done in _rows(raw, end + 1, sign, low[start:end].count(sign)) if sign else ():
            yield "record", begin, done
        if not sign:
            begin, stop = _object(low, at)
            if stop and begin >= done:
                yield "record", begin, stop
                done = stop


def _places(low: bytes, mark: bytes) -> Iterator[int]:
    at, times = low.find(mark), 0
    while at >= 0 and times < ROWS:
        yield at
        at, times = low.find(mark, at + len(mark)), times + 1


def _header(line: bytes) -> bytes:
    """What parts the columns of a line that names a person and a private matter; b"" for any other line.

    >>> _header(b"name,born,diagnosis"), _header(b"name,version,license"), _header(b"name,born,died")
    (b',', b'', b'')
    """
    for sign in (b",", b";", b"\t", b"|"):
        names = [_name(one) for one in line.strip(b"|").split(sign)] if sign in line else []
        if len(names) > 1 and all(names) and not PRIVATE.isdisjoint(names) and not PERSON.isdisjoint(names):
            return sign if PUBLIC.isdisjoint(names) else b""
    return b""


def _name(column: bytes) -> bytes:
    """The name of a column; b"" for what is none."""
    bare = column.strip(b" \t\r\"'").replace(b" ", b"_").replace(b"-", b"_").replace(b".", b"")
    return bare if len(bare) < 40 and bare.replace(b"_", b"").isalnum() else b""


def _rows(raw: bytes, at: int, sign: bytes, signs: int) -> Iterator[tuple[int, int]]:
    for _ in range(ROWS):
        end = raw.find(b"\n", at, at + WIDE)
        end = len(raw) if end < 0 and len(raw) - at <= WIDE else end
        row = raw[at:end] if end > at else b""
        if row.count(sign) < signs:
            return
        if any(48 <= b <= 57 for b in row) and any(65 <= b <= 90 or 97 <= b <= 122 for b in row):
            yield at, end
        at = end + 1
    stop = raw.find(b"\n\n", at)
    if raw[at:at + WIDE].count(sign) >= signs:
        yield at, stop if stop > at else len(raw)


def _object(low: bytes, at: int) -> tuple[int, int]:
    """The object with values of both kinds in which a mark stands; (0, 0) where it is none."""
    start = low.rfind(b"{", max(0, at - NEAR), at)
    end = low.find(b"}", at, at + NEAR)
    if start < 0 or end < 0:
        return 0, 0
    keys = {_name(key) for key in _keys(low[start + 1:end])}
    return (start + 1, end) if not PRIVATE.isdisjoint(keys) and not PERSON.isdisjoint(keys) and PUBLIC.isdisjoint(
        keys) else (0, 0)


def _keys(text: bytes) -> Iterator[bytes]:
    """The quoted keys whose value is a number, or a text that names no type.

    >>> list(_keys(b'"name": "ann lee", "dob": "1951-02-11", "born": "date", "pay": 4'))
    [b'name', b'dob', b'pay']
    """
    pieces = text.split(b'"')
    for i in range(1, len(pieces) - 1, 2):
        value = pieces[i + 1].strip()
        said = pieces[i + 2] if value == b":" and i + 2 < len(pieces) else value[1:].strip(b" ,\n\r")
        if value[:1] == b":" and said and said not in TYPES:
            yield pieces[i]

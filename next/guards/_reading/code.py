"""A program of another language says by its literals what it reads, where it connects and what it starts.

Literals are joined, base64 is decoded; addresses, paths, names of variables and shell lines are taken.  Nothing is run.
Cannot see: names that are computed, and what a library reads by itself.
"""

from __future__ import annotations

import re

from guards._reading.programs import URL, decode_base64, find_host, find_hosts, read_order
from guards._reading.shell import MARKS, find_marks
from guards._text import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.shell import Walker

JOIN = Form(r"([\"'`])\s*(?:\+|\.\.|<>)\s*\1|(?<=\w)([\"'])\s*\.\s*\2(?=\w)")
LITERAL = Form(
    r"\"((?:[^\"\\\n]|\\.){1,4000})\"|'((?:[^'\\\n]|\\.){1,4000})'|`((?:[^`\\]|\\.){1,4000})`", re.S
)
BLOB = Form(r"[A-Za-z0-9+/]{16,}={0,2}")
ENVIRONMENT = Form(
    r"(?:environ(?:\.get\(|\[)?|process\.env(?:\.|\[)|ENV[\[{]|getenv\(|\$ENV\{?|\benv\.get\(|ENVIRON\[)\s*[\"']?([A-Za-z_]\w*)"
    r"(?![\"'\])]*\s*=[^=])|\$env:(\w+)"
)
WHOLE_ENVIRONMENT = Form(
    r"(dict|dumps|str|repr|stringify|urlencode|inspect|entries|json)\(?\s*\(?(os\.)?(environ|process\.env|ENV)(?![\w.\[])"
    r"|\.\.\.process\.env|environ\.(items|copy)|(Get-ChildItem|gci)\s+env:"
)
STARTS = Form(
    r"(?:exec\w*|spawn\w*|run|Popen|call|check_\w+|system)\(\s*\[?((?:\s*[\"'][^\"']*[\"']\s*,?\s*\[?){2,40})"
)
DATABASE = Form(r"(?i)psycopg|pymysql|mysql|MongoClient|redis|create_engine|asyncpg|sequelize|knex")
TALKS = Form(r"(?i)requests|urllib|http|fetch\(|socket|invoke-|curl|webclient")
MEMBERS = Form(
    r"\.(env|get|post|read|write|open|request|connect|end|path|exec|client|parse|socket|json|text|run|com\w+)$"
)
PATH = Form(
    r"(?<![\w$])(?!\w+\.env\b)[~\w./-]*(?:\.env(?:\.\w+)?|id_[rd]sa|id_ed25519|\.pem|credentials|\.netrc|\.npmrc)\b(?!\w)"
)


def read_code(walker: Walker, name: str, code: str, given: str, depth: int) -> str:
    """Adds what a program would send and start; the marks of what it prints."""
    flat = flatten_code(MARKS.sub("", code[:65536]))
    literals = [next(filter(None, one)) for one in LITERAL.findall(flat)[:400]]
    marks = find_marks(given + code)
    words = [one.strip("<>| @") for one in literals if len(one) < 200] + PATH.findall(flat)
    for word in words:
        if (
            " " not in word
            and not find_host(word)
            and (set(word) & set("./") or word in walker.files)
        ):
            marks += walker.label_file(word)
    marks += walker.mark("env", "*") if WHOLE_ENVIRONMENT.search(flat) else ""
    marks += "".join(
        find_marks(walker.look_variable(one[1] or one[2])) for one in ENVIRONMENT.finditer(flat)
    )
    for line in find_orders(flat, literals):
        walker.run_line(line, depth + 1, marks)
    hosts = find_hosts(flat, False) + [
        find_host(one.strip("/")) for one in literals if "@" not in one or ":" in one
    ]
    hosts += re.findall(r"/inet/\w+/\d+/([\w.-]+)/", flat)
    hosts = [one for one in dict.fromkeys(hosts) if one] or [
        one for one in find_hosts(f"{flat} {given}") if not MEMBERS.search(one)
    ]
    if hosts and (TALKS.search(flat) or not DATABASE.search(flat)):
        walker.fetches += [one for one in literals if URL.match(one)][:8]
        walker.send_text(
            name,
            hosts,
            flat[:4000] + marks,
            not any(kind == "file" for kind, _ in walker.read_labels(marks)),
        )
    return marks


def flatten_code(code: str) -> str:
    """The text with literals joined, escapes undone, and what base64 or lists of codes say behind it."""
    flat = re.sub(r"\\x([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), JOIN.sub("", code))
    more = [
        text
        for blob in BLOB.findall(flat)[:20]
        if (text := decode_base64(blob)).isascii() and text.isprintable()
    ]
    return "\n".join([flat, *(f"'{one}'" for one in more if one)])


def find_orders(flat: str, literals: list[str]) -> list[str]:
    """The shell lines in a program: literals that read like one, and argument lists."""
    bodies = [
        one.strip("|! ").replace('\\"', '"').replace("\\'", "'").replace("\\@", "@")
        for one in literals
    ]
    lines = [
        one
        for one in bodies
        if read_order(one) or re.match(r"(cat|security|kubectl|gh|aws)\s", one)
    ]
    for found in STARTS.finditer(flat):
        words = re.findall(r"[\"']([^\"']*)[\"']", found[1])
        lines.append(" ".join(f"'{one}'" if " " in one else one for one in words))
    return list(dict.fromkeys(lines))[:40]

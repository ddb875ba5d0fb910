"""A program of another language says by its literals what it reads, where it connects and what it starts.

Literals are joined, base64 is decoded; addresses, paths, names of variables and shell lines are taken.  Nothing is run.
Cannot see: names that are computed, and what a library reads by itself.
"""

from __future__ import annotations

import re

from guards._reading.lexer import Text
from guards._reading.programs import URL, find_host, find_hosts
from guards._reading.sending import decode_base64, read_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._reading.lexer import Label
    from guards._reading.shell import Walker

JOIN = re.compile(r"([\"'`])\s*(?:\+|\.\.|<>)\s*\1|(?<=\w)([\"'])\s*\.\s*\2(?=\w)")
LITERAL = re.compile(
    r"\"((?:[^\"\\\n]|\\.){1,4000})\"|'((?:[^'\\\n]|\\.){1,4000})'|`((?:[^`\\]|\\.){1,4000})`", re.S
)
BLOB = re.compile(r"[A-Za-z0-9+/]{16,}={0,2}")
CODES = re.compile(r"(?:\b\d{2,3}\b\s*,\s*){8,400}\d{2,3}")
ENVIRONMENT = re.compile(
    r"(?:environ(?:\.get\(|\[)?|process\.env(?:\.|\[)|ENV[\[{]|getenv\(|\$ENV\{?|\benv\.get\(|ENVIRON\[)\s*[\"']?([A-Za-z_]\w*)"
    r"|\$env:(\w+)"
)
WHOLE_ENVIRONMENT = re.compile(
    r"(dict|dumps|str|repr|stringify|urlencode|inspect|entries|json)\(?\s*\(?(os\.)?(environ|process\.env|ENV)(?![\w.\[])"
    r"|\.\.\.process\.env|environ\.(items|copy)|Get-ChildItem\s+env:|gci\s+env:"
)
STARTS = re.compile(
    r"(?:exec\w*|spawn\w*|run|Popen|call|check_\w+|system)\(\s*\[?((?:\s*[\"'][^\"']*[\"']\s*,?\s*\[?){1,40})"
)
DATABASE = re.compile(
    r"(?i)psycopg|pymysql|mysql|MongoClient|redis|create_engine|asyncpg|sequelize|knex"
)
TALKS = re.compile(r"(?i)requests|urllib|http|fetch\(|socket|invoke-|curl|webclient")
MEMBERS = re.compile(
    r"\.(env|get|post|read|write|open|request|connect|end|path|exec|client|parse|socket|json|text|run|com\w+)$"
)
PATH = re.compile(
    r"(?<![\w$])[~\w./-]*(?:\.env(?:\.\w+)?|id_[rd]sa|id_ed25519|\.pem|credentials|\.netrc|\.npmrc|\.kube/config)\b(?!\w)"
)


def read_code(walker: Walker, name: str, code: str, given: Text, depth: int) -> Text:
    """Adds what a program would send and start; what it prints."""
    flat = flatten_code(code[:65536])
    literals = [next(filter(None, one), "") for one in LITERAL.findall(flat)[:400]]
    labels = set(given.labels)
    for literal in literals:
        word = literal.strip("<>| @")
        if (
            len(word) < 200
            and " " not in word
            and not find_host(word)
            and ("." in word or "/" in word or word in walker.files)
        ):
            labels |= walker.label_file(word)
    labels |= {
        one
        for found in PATH.finditer(flat)
        if not re.match(r"\w+\.env$", found[0])
        for one in walker.label_file(found[0])
    }
    labels |= read_environment(walker, flat)
    for path, text in walker.files.items():
        if len(path) > 3 and path.rpartition("/")[2] in flat:
            labels |= text.labels
    carried = Text(flat[:4000], labels)
    for line in find_orders(flat, literals):
        walker.run(line, depth + 1, Text("", labels))
    hosts = list(
        dict.fromkeys(
            [one[1].lower() for one in URL.finditer(flat)]
            + [
                h
                for one in literals
                if ("@" not in one or ":" in one) and (h := find_host(one.strip("/")))
            ]
        )
    )
    hosts += re.findall(r"/inet/\w+/\d+/([\w.-]+)/", flat)
    hosts = hosts or [one for one in find_hosts(flat + " " + given.text) if not MEMBERS.search(one)]
    if hosts and (TALKS.search(flat) or not DATABASE.search(flat)):
        walker.fetches += [one for one in literals if "://" in one][:8]
        walker.send(name, hosts, carried, not any(kind == "file" for kind, _ in labels))
    return Text("", labels)


def flatten_code(code: str) -> str:
    """The text with literals joined, escapes undone, and what base64 or lists of codes say behind it."""
    flat = JOIN.sub("", code)
    flat = re.sub(r"\\x([0-9a-fA-F]{2})", lambda found: chr(int(found[1], 16)), flat)
    more = [
        text
        for blob in BLOB.findall(flat)[:20]
        if (text := decode_base64(blob)).isascii() and text.isprintable()
    ]
    for run in CODES.findall(flat)[:10]:
        codes = [int(one) for one in re.findall(r"\d+", run)]
        more += ["".join(map(chr, codes))] if all(9 <= one < 127 for one in codes) else []
    return "\n".join([flat, *(f"'{one}'" for one in more if one)])


def read_environment(walker: Walker, flat: str) -> set[Label]:
    labels: set[Label] = {("env", "*")} if WHOLE_ENVIRONMENT.search(flat) else set()
    for found in ENVIRONMENT.finditer(flat):
        name = found[1] or found[2]
        if not re.match(r"[\"'\])]*\s*=(?!=)", flat[found.end() : found.end() + 8]):
            labels |= walker.look_variable(name).labels
    return labels


def find_orders(flat: str, literals: list[str]) -> list[str]:
    """The shell lines in a program: literals that read like one, and argument lists."""
    lines = []
    for literal in literals:
        body = literal.strip("|! ").replace('\\"', '"').replace("\\'", "'").replace("\\@", "@")
        if " " in body and (read_order(body) or re.match(r"(cat|security|kubectl|gh|aws)\s", body)):
            lines.append(body)
    for found in STARTS.finditer(flat):
        words = re.findall(r"[\"']([^\"']*)[\"']", found[1])
        if len(words) > 1:
            lines.append(" ".join(f"'{one}'" if " " in one else one for one in words))
    return list(dict.fromkeys(lines))[:40]

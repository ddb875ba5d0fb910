# ruff: noqa: E501  (tables: one row, one line)
"""What belongs to the house: private network addresses, the organisation's own domains; and public IP addresses of anyone.

Loopback, documentation ranges (RFC 5737), whole networks (`10.0.0.0/8`) and the
addresses that every router is born with say nothing about anybody and are left out.
Limitations: an IPv6 address.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ZEROS = bytes(48 if 48 <= b <= 57 else 46 if b == 46 else 32 for b in range(256))
_DIGITS = b"0123456789"
_SAID = tuple(b"ip addr host from client remote server :// ssh peer".split())  # OIDs and sections look the same
_HOST = b"abcdefghijklmnopqrstuvwxyz0123456789.-_"
_BORN_WITH = frozenset(b"""
    192.168.0.1 192.168.1.1 192.168.1.100 192.168.0.100 192.168.1.254 10.0.0.1 10.0.0.138 172.17.0.1 10.0.2.2
    10.0.2.15 1.1.1.1 1.0.0.1 8.8.8.8 8.8.4.4 9.9.9.9 169.254.169.254 1.2.3.4 255.255.255.255
""".split())


def addresses(raw: bytes) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end): `internal` for a private address, `ip` for a public one."""
    mask = raw.translate(_ZEROS)
    at = mask.find(b"0.0")
    while at >= 0:
        at, end = mask.rfind(b" ", 0, at) + 1, mask.find(b" ", at)
        end = len(raw) if end < 0 else end
        word = raw[at:end]
        if 6 < len(word) < 16 and word.count(b".") == 3:
            kind = _quad(word)
            around = raw[max(0, at - 24):at]
            if kind == "ip" and sum(len(p) > 1 for p in word.split(b".")) < 3 and not any(sign in around.lower() for sign in _SAID):
                kind = ""
            if kind and not raw[at - 1:at].isalnum() and raw[at - 1:at] not in (b"-", b"_", b"@") and not _version(around, raw[at + len(word):at + len(word) + 2]):
                yield kind, at, end
        at = mask.find(b"0.0", end)


def _quad(word: bytes) -> str:
    parts = word.split(b".")
    if not all(parts) or any(len(p) > 3 or int(p) > 255 or (len(p) > 1 and p[:1] == b"0") for p in parts):
        return ""
    a, b, c, d = (int(p) for p in parts)
    if word in _BORN_WITH or d == 0 or a in (0, 127) or a >= 224:
        return ""
    if a == 10 or (a == 172 and 16 <= b <= 31) or (a == 192 and b == 168) or (a == 100 and 64 <= b <= 127) or (a == 169 and b == 254):
        return "internal"
    if (a, b, c) in ((192, 0, 2), (198, 51, 100), (203, 0, 113)):
        return ""
    return "ip" if sum(p > 9 for p in (a, b, c, d)) > 1 else ""


def _version(before: bytes, after: bytes) -> bool:
    """`v1.22.33.44`, `version 10.1.20.30`, `pkg==1.2.30.40`, `10.0.0.0/8`-like networks."""
    low = before.lower()
    return low[-1:] == b"v" or low.rstrip(b" :=\"'")[-7:] in (b"version", b"release") or (low[-1:] in (b"=", b"~", b"^") and low[-2:-1] in (b"=", b"~", b"<", b">")) \
        or (after[:1] == b"/" and after[1:].isdigit()) or (after[:1] == b"." and after[1:].isalnum())


# Names of private use that every machine has: they say nothing about anybody.
_EVERYBODYS = tuple(b"""
    docker.internal google.internal cluster.local svc.local localhost.local example.internal example.corp
    example.local example.lan example.intranet example.private
""".split())
_CODE = frozenset(b"import from package namespace module class extends use using require new return at await".split())
_REVERSED = tuple(b"com. org. net. io. de. dev. sun. java. javax. self. this.".split())
_ATTRIBUTES = (b".local", b".private")      # of code, more often than a host alone
_HOSTS = frozenset(b"host hostname server ssh scp ping sftp telnet".split())


def private_names(low: bytes, ends: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Hosts under a name that no public server answers to: `wiki.corp`, `http://db.prod.internal:5432`.

    The same letters are ordinary code (`threading.local()`, `app.internal`), so a name counts where it stands as an
    address: behind `//` or `@`, before a port, after a word for a host, or alone between blanks (`.local`: not alone).
    """
    for start, at, end, name in _hosts(low, ends, b"."):
        if start < at and low[start:start + 1].isalnum() and low[end:end + 1] != b"(" and _as_address(
                low, start, end, name):
            yield start, end


def _as_address(low: bytes, start: int, end: int, name: bytes) -> bool:
    host, before, after = low[start:end], low[max(0, start - 40):start], low[end:end + 2]
    if host.endswith(_EVERYBODYS) or host.startswith(_REVERSED):
        return False
    if before.endswith(b"//") or (after[:1] == b":" and after[1:].isdigit()):
        return True
    if before.endswith(b"@"):
        return b"//" in before or name != b".local"
    words = before.translate(_TO_WORDS).split()
    if words and words[-1] in _HOSTS and before[-1:] in b" =:\"'":
        return True
    if (before and before[-1:] not in b" \n\t\"'`<|,") or (after and after[:1] not in b" \n\t\"'`>)|,;.?!/"):
        return False
    if name in _ATTRIBUTES or (words and words[-1] in _CODE):
        return False
    line = low[low.rfind(b"\n", 0, start) + 1:low.find(b"\n", end) + 1 or None]
    return name != b".internal" or len(line.translate(None, b"=(){};[]")) == len(line)


_TO_WORDS = bytes(b if 97 <= b <= 122 else 32 for b in range(256))


def domains(low: bytes, ours: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Hosts in the organisation's own domains: `.corp.example` holds every name under it and itself."""
    for start, at, end, _ in _hosts(low, ours, b""):
        if start == at or low[at - 1:at] == b".":
            yield start, end


def _hosts(low: bytes, names: Iterable[str], mark: bytes) -> Iterator[tuple[int, int, int, bytes]]:
    """(start, where the name begins, end, the name) of the hosts that end so."""
    for one in names:
        name = mark + one.strip().lower().lstrip("*.").encode("ascii", "replace")
        at = low.find(name) if name else -1
        while at >= 0:
            end = at + len(name)
            head, after = low[max(0, at - 100):at], low[end:end + 1]
            if not (after.isalnum() or after in (b"-", b"_") or (after == b"." and low[end + 1:end + 2].isalnum())):
                yield at - (len(head) - len(head.rstrip(_HOST))), at, end, name
            at = low.find(name, end)

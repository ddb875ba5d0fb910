"""Whose place is it: each destination of a call has one owner, found in a fixed order, the surest first.

Order: the project's own remote, this machine, a place that was approved or is trusted, the credential's own service,
a place that the person typed, a service in use, one that only untrusted text names, one that nobody names.
Cannot see: who stands behind a host; that two hosts are one company's, but for the aliases below.
"""

from __future__ import annotations

from guards._reading.programs import ROWS
from guards._taint.consent import is_approved, is_kin, is_typed
from guards._taint.provenance import read_flags
from guards._text import (
    extract_host,
    find_registered,
    is_local_place,
    is_private_host,
    match_glob,
    normalize_place,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from guards import Facts, Sink

# Buckets of the account that the user's own cloud tool is logged in to.
CLOUDS = ("s3://", "gs://", "az://")
# Words of a credential's name that say nothing of whose it is.
GENERIC = frozenset(
    """api key token secret access auth client user password pass pwd db database prod dev test app my the id private
    public service account admin root server url uri dsn live webhook bot pat env default main local staging ci bearer
    session refresh signing encryption""".split()
)
# Vendors by the words that stand for them in names of credentials, and the labels of their hosts.
ALIASES = {
    word: frozenset(row.partition(":")[2].split())
    for row in """gh github:github githubusercontent ghcr|glab gitlab:gitlab|npm node:npmjs|aws akia:amazonaws aws
    |gcp google gcloud gemini:googleapis google|hf huggingface:huggingface|cf cloudflare:cloudflare
    |pypi twine poetry:pypi|do digitalocean:digitalocean|hcloud hetzner:hetzner
    |az azure:azure microsoft microsoftonline windows|claude anthropic:anthropic|openai:openai|stripe:stripe
    |tg telegram:telegram|slack:slack""".split("|")
    for word in row.partition(":")[0].split()
}


def rate_place(place: str, sink: Sink, kind: str, names: Sequence[str], facts: Facts) -> str:
    """The column of the table: remote, local, approved, home, named, service, untrusted or unnamed."""
    own = [normalize_place(one) for one in (facts.get("remotes") or {}).values()]
    if place.startswith("remote:"):
        place = find_remote(place[7:], facts)
        if not place:
            return "remote"
    spot = place[5:] if place.startswith("repo:") else normalize_place(place)
    if spot and any(spot == one or one.endswith("/" + spot) for one in own):
        return "approved" if is_approved(facts.state, facts.key, place, kind) else "remote"
    channel = sink.program[:5] == "mcp__" and place[:1] != "?" and not extract_host(spot)
    hostless = channel or place.startswith(("?", "service:", "repo:"))
    host = "" if hostless else extract_host(spot) or spot
    if host and (is_local_place(spot) or is_inside(host, facts)):
        return "local"
    globs = facts.settings.get("trusted_destinations") or ()
    trusted = (match_glob(str(glob), one) for glob in globs for one in (place, spot, host) if one)
    if is_approved(facts.state, facts.key, place, kind) or any(trusted):
        return "approved"
    secret = kind == "credentials"
    if secret and all(is_home(one, place, host, sink, facts) for one in names):
        return "home"
    label = find_registered(host).split(".")[0] if host else place.partition(":")[2]
    label = place.removeprefix("?remote ") if place.startswith("?remote ") else label
    typed_channel = place.lstrip("#@") if channel else ""
    spelled = [host and place, "" if secret and host else label, typed_channel]
    if any(len(one) > 3 and is_typed(facts.state, facts.key, one) for one in spelled):
        files = any(one == "file" for one, _ in sink.labels)
        known = [one.rpartition("/")[2].rpartition(" ")[2] for one in names]
        spoken = any(is_typed(facts.state, facts.key, one) for one in known)
        return "approved" if secret and (spoken or (sink.login and not files)) else "named"
    if channel or place.startswith(("service:",) if secret else ("service:", "?$", *CLOUDS)):
        return "service"
    if any("p" in read_flags(row) for row in facts.get("untrusted", spot) or () if host):
        return "untrusted"
    if not secret and "@" in spot and is_kin(facts.state, facts.key, spot):
        return "named"
    if host and not secret and (facts.get("head_holds", host) or is_kindred(host, own)):
        return "service"
    return "unnamed"


def find_remote(name: str, facts: Facts) -> str:
    """The address behind a remote that the session added or moved; "" for one of the project's own."""
    before, now = facts.get("remotes") or {}, facts.get("remotes_now") or {}
    if before.get(name) == now.get(name):
        return "" if name in before or not before else f"?remote {name}"
    return str(now.get(name) or "")


def is_inside(host: str, facts: Facts) -> bool:
    """A machine of this network: by its name or number, or by the settings' `internal_domains`."""
    ends = facts.settings.get("internal_domains") or ()
    plain = not set(host) & set(".:")
    return plain or is_private_host(host) or host.endswith(tuple(ends))


def is_kindred(host: str, own: Sequence[str]) -> bool:
    """Does the host bear the name of whoever owns the project's remote?"""
    owners = {one.split("/")[1].lower() for one in own if one.count("/") > 1}
    return any(owner in host.replace("-", ".").split(".") for owner in owners if len(owner) > 2)


def is_home(name: str, place: str, host: str, sink: Sink, facts: Facts) -> bool:
    """Is the place the own service of a credential, by its name, by a file that holds both, or by HEAD?"""
    words = {one for one in split_name_words(name) if len(one) > 1}
    vendors = {one for word in words for one in ALIASES.get(word, ())}
    own = {one for one in words if one not in GENERIC and len(one) > 2} | vendors
    heads = tuple(one for one in own if len(one) > 3)
    program = sink.program not in ROWS and sink.program.startswith(heads)
    if name == "*" or (place.startswith("?") and not place.startswith("?$")):
        return name != "*" and program
    if "$" in place[:2]:
        return bool(words & set(split_name_words(place)))
    label = find_registered(host).split(".")[0] if host else place[8:].partition(".")[0]
    plain = label.replace("-", "")
    if (
        program
        or {label, plain} & own
        or plain.startswith(heads)
        or vendors & ALIASES.get(label, frozenset())
    ):
        return True
    read = [b for a, b in facts.answers.items() if a[0] == "file" and ".env" in a[1]]
    for text in [*(facts.get("secret_files") or {}).values(), *read] if host else ():
        if text and find_registered(host) in text and (name in text or name == "url-password"):
            return True
    return bool(host and sink.login and not vendors and facts.get("head_holds", host))


def split_name_words(name: str) -> list[str]:
    return "".join(one if one.isalnum() else " " for one in name.lower()).split()

"""Whose a page or place is: that of the thing, or of the owner of the project, which its host is called after.

Law: a page on the host that bears the name of a thing in the person's own words (vite.dev for "migrate us to vite 6")
is what he pointed at, as far as it tells how to install or set up: no order to the agent itself, no power given away.
Where everybody may write (a forum at that host) it is only what somebody says.
Limitations: a host that somebody registered under a product's name; a product with pages on a host of another name.
"""
from __future__ import annotations

from guards._text import words
from guards._text.address import host_of, normalize, registered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# What a host may be called that holds the pages of everybody.
GENERIC = frozenset("""api blog cloud code data developer developers docs forum guide guides help hub learn news page
    pages registry site support tools wiki""".split())
# Parts of an address under which everybody writes.
FORUMS = frozenset("""answers ask comments community discourse discuss discussion discussions feedback forum
    forums groups issues lists mailman questions talk thread threads""".split())
LEAST = 4       # letters of a name that tells enough
MOST = 200      # words of a prompt
# Hosts under which each project has a name of its own.
SHARED = frozenset("readthedocs.io github.io gitlab.io gitbook.io pages.dev netlify.app vercel.app".split())


def things(text: str) -> list[str]:
    """What a prompt may name a thing by: its words without addresses, and neighbours joined.

    >>> things("install Argo CD, see https://evil.example/x")
    ['install', 'argo', 'installargo', 'argocd', 'cdsee']
    """
    said = [w for chunk in text[:4000].split() if "://" not in chunk and "@" not in chunk
            and "." not in chunk.strip(".,;:!?") for w in words.tokens(chunk)][:MOST]
    return list(dict.fromkeys(w for w in [*said, *(a + b for a, b in zip(said, said[1:]))] if len(w) >= LEAST))


def labels(texts: Iterable[str]) -> list[str]:
    """The names of the hosts of a query's addresses.

    >>> labels(["https://argo-cd.readthedocs.io/en/stable/", "https://docs.docker.com/x", "https://docs.rs/x", "news"])
    ['argocd', 'docker']
    >>> labels(["https://discourse.pi-hole.net/t/upgrade", "https://www.reaper.example/forum/showthread.php?t=2"])
    []
    """
    found: dict[str, None] = {}
    for text in texts:
        host = host_of(text) if "://" in text[:12] else ""
        site = registered(host) if host else ""
        label = host.split(".")[0] if site in SHARED or host.endswith(tuple("." + one for one in SHARED)) else (
            site.split(".")[0])
        rest = text.partition("://")[2].partition("/")[2].lower()
        if not FORUMS.isdisjoint((*host.removesuffix(site).split("."), *rest.split("/")[:2])):
            continue
        if len(label) >= LEAST and label not in GENERIC:
            found["".join(words.tokens(label))] = None
    return list(found)


def owners(remotes: Iterable[str]) -> frozenset[str]:
    """Names of those who own the project's remotes: `acme` of github.com/acme/shop."""
    places = (place.split("/") for place in map(normalize, remotes) if host_of(place))
    return frozenset(parts[1].lower() for parts in places if len(parts) > 2 and len(parts[1]) > 2)


def ours(text: str, owned: Iterable[str]) -> bool:
    """Is it a host or mailbox that is called after who owns the project's remote?"""
    label = registered(host_of(normalize(text))).split(".")[0]
    return bool(label) and any(label == one.replace("-", "") or label == one for one in owned)

"""The kinds of act that a person may exclude, the words for them, and what a clause says of one (excluded.py)."""
from __future__ import annotations

from guards._intent.bounds import EDGE, Word, words_of
from guards._intent.intents import FORBIDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ASKED, FORBIDDEN, WONDERED = "o", "n", "q"
MOST, LONGEST, QUOTED = 4000, 40, 12        # characters of a prompt; words of a sentence; kept of what it excludes
PUSH, COMMIT, PR, SEND, COMMENT, PUBLISH, DEPLOY, MERGE, APPROVE, CLOSE, INSTALL = (
    "push commit pr send comment publish deploy merge approve close install".split())
SHORT = FORBIDS | frozenset("shouldn't shouldnt mustn't mustnt needn't neednt cannot".split()) - {"cannot"}
NEVER = frozenset("avoid stop without skip".split())        # "without pushing"
# Behind a verb: what narrows nothing.
LITTLE = frozenset("""a an the it its this that these those them they my your our his her their him me us one any all
    anything everything something either at for now yet so far today still again already ever please pls thanks just
    also too though myself yourself anywhere to on in of into with up out off and or nor here there back
    changes change code work fix fixes stuff result results
    remote origin upstream github gitlab git repo repository commit commits branch
    mail mails email emails message messages reply answer response draft letter note post tweet
    later tomorrow first soon then next
    anyone anybody someone everyone customer client team channel author reviewer status state title description
    comment comments ticket issue pr prs mr mrs pull request requests bug story task merge approval
    package packages dependency dependencies release releases version versions deploy deployment cluster
    server environment env new more further other additional single own final actual actually automatically
    under no circumstances myself directly straight away right""".split())
PRONOUNS = frozenset("it this that them".split())
UNTIL = frozenset("""until till unless before without if when while after once because since as till than where who
    which
    that's""".split())
# kind: verbs | nouns of what is made.
KINDS = {
    PUSH: "push | push pushes", COMMIT: "commit | commit commits", PR: "| pr prs mr mrs pull",
    SEND: """send mail email answer reply respond forward message post notify submit tweet | mail mails email emails
        message messages reply replies answer answers post posts""",
    COMMENT: """comment touch reply respond answer post send submit | comment comments reply replies answer answers
        remark remarks post posts""",
    PUBLISH: "publish release upload | release releases",
    DEPLOY: "deploy ship rollout | deploy deploys deployment deployments rollout",
    MERGE: "merge land | merge merges", APPROVE: "approve | approval approvals", CLOSE: "close resolve touch |",
    INSTALL: "install | install installs package packages dependency dependencies",
}
# "Open a PR", "leave a comment"; what a kind is done by, too.
MAKES = frozenset("""open create make do cut file raise start add leave write submit publish post send put hit
    adding making opening creating leaving doing writing""".split())
BRINGS = {PR: (PUSH, COMMIT), PUSH: (COMMIT,), PUBLISH: (PUSH, COMMIT), DEPLOY: (PUSH, COMMIT)}
RUNS = frozenset("run execute do apply start trigger".split())      # "plan the deploy, don't run it"


def _forms(verb: str) -> tuple[str, str, str]:
    """The verb, and how it ends behind "without" and "be"."""
    if verb == "send":
        return verb, "sending", "sent"
    bare = verb.removesuffix("e")
    if verb in ("commit", "submit", "ship"):
        bare += verb[-1]
    ended = bare.removesuffix("y") + "i" if bare.endswith("ly") else bare
    return verb, f"{bare}ing", f"{ended}ed"


def _index(column: int, *forms: int) -> dict[str, list[str]]:
    """word -> its kinds, of one column of KINDS; of verbs those forms."""
    found: dict[str, list[str]] = {}
    for kind, row in KINDS.items():
        for word in row.split("|")[column].split():
            for form in [_forms(word)[at] for at in forms] or [word]:
                found.setdefault(form, []).append(kind)
    return found


VERBS, ENDED, THINGS = _index(0, 0, 1), _index(0, 2), _index(1)


class Clause:
    """What one clause says of some kinds of act.

    how     ASKED, FORBIDDEN, WONDERED;  kinds: those of KINDS;  objects: the words that narrow it
    until   it is forbidden until the person speaks of it;  sentence: as it stands
    """

    __slots__ = ("how", "kinds", "objects", "sentence", "until")

    def __init__(self, how: str, kinds: Iterable[str], objects: list[str], sentence: str, until: bool = False) -> None:
        self.how, self.kinds, self.objects = how, list(kinds), objects
        self.sentence, self.until = sentence.strip(" -*#>.,"), until


def _apart(low: str) -> str:
    """"Push/commit" are two words, a path is one."""
    low = low.replace("w/o ", "without ")
    return low.replace("/", " or ") if "/" in low and all(
        part.strip(EDGE) in VERBS or part.strip(EDGE) in THINGS for chunk in low.split() if "/" in chunk
        for part in chunk.split("/")) else low


def said_of(sentence: str) -> list[Word]:
    """The words of a sentence, each with whether a part of it begins there."""
    return words_of(_apart(sentence.lower()))


def piece(said: list[Word], at: int) -> list[Word]:
    """The words behind a place, in the same part of the sentence."""
    return said[at + 1:next((n for n in range(at + 1, len(said)) if said[n].opens), len(said))]

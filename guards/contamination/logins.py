"""A login and its place: who said that the two belong together?

Law: a file that the person named together with the place covers what stands in it, and a secret that was
met beside its place is at home there.  A login of tests (`.env.test`,
`$TEST_PASSWORD`) goes where a document of the project names the place and the login beside each other; a real one does
not, whatever a document says: documents come with repositories.  What the session itself wrote is no document.
Limitations: a document that was never read.
"""
from __future__ import annotations

from guards import CREDENTIALS
from guards._call import call_of
from guards._call.destinations import COMMON, Place, Told, names_in, short_fingerprint
from guards._call.tags import READERS, SEARCHERS, SHELL, file_of
from guards._shell.flow import Flow
from guards._text.address import SHARED, host_of, normalize, registered

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards import Event, Settings
    from guards._call import Call
    from guards._call.destinations import Known
    from guards._sensitive.folded import Row
    from guards._shell.reading import Effect

    Named = dict[str, object]

DOCUMENT = 20_000       # characters of a document that is looked at
WORDS = 200             # names of files and variables in one
FOREIGN_FOLDERS = tuple("/node_modules/ /site-packages/ /vendor/ /third_party/ /.venv/".split())
# Words of a name that make a login one of tests.
OF_TESTS = frozenset("""
    ci demo dummy e2e fake fixture fixtures mock qa sandbox smoke stage staging test testing tests
""".split())


def of_tests(name: str) -> bool:
    """Is a login one of tests, by the name of its file or variable?

    >>> [of_tests(name) for name in (".env.test", "$TEST_PASSWORD", ".env", "$DB_PASSWORD")]
    [True, True, False, False]
    """
    return not OF_TESTS.isdisjoint("".join(c if c.isalnum() else " " for c in name.lower()).split())


def document(event: Event, settings: Settings) -> Named:
    """What a file of the project names, {} where it names no place or is none of the project's."""
    path = file_of(event) if event.tool in READERS else ""
    text = event.facts.text
    if not path or len(text) > DOCUMENT or "." not in text:
        return {}
    base = event.project.rstrip("/")
    if (path.startswith("/") and not path.startswith(base + "/")) or any(f in f"/{path}" for f in FOREIGN_FOLDERS):
        return {}
    words = {one.strip("`\"'(),;:").lower().strip("$") for one in text.split()}
    words = {one for one in words if 3 < len(one) < 60 and of_tests(one) and "://" not in one}
    if not words:
        return {}
    places = [short_fingerprint(one, settings.key) for one in names_in(text) if host_of(one)]
    return {"p": places[:WORDS], "w": [short_fingerprint(one, settings.key) for one in sorted(words)[:WORDS]],
            "d": short_fingerprint(path.rpartition("/")[2], settings.key)} if places else {}


PROSE = tuple(".adoc .docx .html .ipynb .log .md .pdf .rst .txt".split())      # which anybody may have written
NEAR = 240      # characters before and behind a secret in which its place stands


def together(event: Event, settings: Settings) -> list[str]:
    """Fingerprints of the owners of the hosts beside a secret in what this machine itself shows: settings, a client's
    configuration.  Who writes both in a text of their own gives only their own secret away."""
    tags = call_of(event, settings).tags
    if not (event.tool in READERS or event.tool in SEARCHERS or event.tool == SHELL) or (
            tags.untrusted_source or tags.fetches):
        return []
    text = event.facts.text
    beside = "\n".join(text[max(0, one.start - NEAR):one.end + NEAR] for one in event.facts.findings
                       if one.level >= CREDENTIALS)[:DOCUMENT]
    hosts = {host_of(name) for name in names_in(beside) if "@" not in name} - SHARED
    return [short_fingerprint(one, settings.key) for one in sorted({registered(one) for one in hosts if one})]


def met_with(event: Event, place: str, settings: Settings) -> list[Row]:
    """The rows of what was met beside this place."""
    if "@" in place or not host_of(place) or host_of(place) in SHARED:
        return []
    home = short_fingerprint(registered(host_of(place)), settings.key)
    said = Told(event.facts, "asked", "h")
    return [row for one in event.facts.stored("seen") if home in one.get("w", ()) or (
        home in one.get("b", ()) and any(file in said for file in one.get("f", ()))) for row in one.get("s", ())]


def files_read(event: Event, settings: Settings) -> list[str]:
    """Fingerprints of the names of the files that a result shows."""
    return [short_fingerprint(one.rpartition("/")[2].lower(), settings.key)
            for one in _shown(call_of(event, settings))[:4]]


def prose(event: Event, settings: Settings) -> bool:
    """Does a result show a text of prose?  What stands together there counts where the person named the file."""
    return any(path.lower().endswith(PROSE) for path in _shown(call_of(event, settings)))


def _shown(call: Call) -> list[str]:
    return [call.file] if call.file else list(call.printed.files) if call.command else []


def covered(event: Event, place: str, settings: Settings) -> frozenset[str]:
    """Fingerprints of the names of files and variables that go to this place."""
    key, kept = settings.key, event.facts.stored
    names = {short_fingerprint(one, key) for one in Place(place).exact}
    said = {one for row in kept("asked") for one in row.get("h", ())}
    foreign, mine = Told(event.facts, "named", "h"), Told(event.facts, "named", "mine")
    if not host_of(place) or any(one in foreign for one in names):
        return frozenset()
    found = said if names & said else set()
    for row in (row for one in names for row in event.facts.holding("named", one)):
        if "p" in row and row.get("d") not in mine and not names.isdisjoint(row["p"]):
            found = found | set(row.get("w", ()))
    return frozenset(found)


def goes_there(event: Event, place: str, variables: tuple[str, ...], settings: Settings) -> bool:
    """May these variables go to this place, by the file that the command reads them from or by their own name?"""
    if not variables or not all(one.startswith("$") for one in variables):
        return False
    known = covered(event, place, settings)
    if not known:
        return False
    words = [one.strip("\"';&|()").rpartition("/")[2].lower() for one in call_of(event, settings).command.split()]
    files = [one for one in words if "." in one and short_fingerprint(one, settings.key) in known]
    return bool(files)


def values_of(call: Call) -> list[str]:
    """The files of values that a command takes in."""
    from guards._shell.sources import holds_values

    return [path for path in call.reading.scripts if holds_values(path)][:4]


def beside(event: Event, variables: tuple[str, ...], place: str, settings: Settings) -> bool:
    """Do these variables stand in one file of the person's with the place itself, or is each at home there by the
    format of its value?  The file is one that the command takes in, `source .env && curl "$API_URL" -d key=$API_KEY`,
    and that the session did not write."""
    from guards._shell.sources import taken

    host = host_of(place)
    if not host or not variables or not all(one.startswith("$") for one in variables):
        return False
    call = call_of(event, settings)
    mine = Told(event.facts, "named", "mine")
    for path in values_of(call):
        if short_fingerprint(path.rpartition("/")[2], settings.key) in mine or call.wrote(path):
            continue
        given = taken(call.texts.get(path) or event.facts.file(path) or "")
        if not all(one[1:] in given for one in variables):
            continue
        places = {host_of(normalize(value)) for value in given.values() if "." in value}
        if host in places or (host not in SHARED and registered(host) in map(registered, filter(None, places))):
            return True
        if all(all_issued_by(event, given[one[1:]], place, settings) for one in variables):
            return True
    return False


def issued_by(event: Event, rule: str, place: str, settings: Settings, shown: bool = False) -> bool:
    """Does a secret's own format say that it belongs at this place: a Stripe key at stripe.com?

    Not where others read what is put there, unless it is only shown as a login, and not where an untrusted text named a
    host of that name.
    """
    host = host_of(place)
    if not host or (host in SHARED and not shown) or not at_home((rule,), place):
        return False
    foreign = Told(event.facts, "named", "h")
    return host.endswith(".com") or short_fingerprint(host, settings.key) not in foreign


def in_address(effect: Effect) -> tuple[Flow, Flow]:
    """(what goes there, what it is shown as a login): variables that stand before the host of the address and nowhere
    else, as in `https://ci:$TOKEN@git.example/simple`, are the way in.

    >>> from guards._shell.flow import Flow
    >>> from guards._shell.reading import Effect
    >>> url = "https://ci:$T@a.example/x"
    >>> [one.names for one in in_address(Effect("fetches", "pip", "pip", url, Flow(3, ("$T",), url)))]
    [(), ('$T',)]
    >>> [one.names for one in in_address(Effect("sends", "curl", "curl", url, Flow(3, ("$T",), url + " -d $T")))]
    [('$T',), ()]
    """
    payload, auth = effect.payload, effect.auth
    before, at, _ = effect.destination.partition("://")[2].partition("/")[0].rpartition("@")
    if not at or not payload.level or auth.level or payload.files or not all(
            name[:1] == "$" and name in before for name in payload.names):
        return payload, auth
    if any(name in payload.text.replace(before, "") for name in payload.names):
        return payload, auth
    return Flow(0, (), payload.text), Flow(payload.level, payload.names)


def all_issued_by(event: Event, text: str, place: str, settings: Settings) -> bool:
    """Are all secrets of a text, which is shown as a login, at home at this place?"""
    from guards._sensitive.scan import scan

    found = [one for one in scan(text, settings) if one.level >= CREDENTIALS] if text else []
    return bool(found) and all(issued_by(event, one.rule, place, settings, shown=True) for one in found)


# What a credential's name is called at its home.
ALIASES = dict([one.split("=") for one in """
    gh=github hf=huggingface aws=amazonaws gcp=googleapis gemini=googleapis google=googleapis npm=npmjs twine=pypi
    claude=anthropic gcloud=googleapis az=azure cf=cloudflare do=digitalocean node=npmjs datadog=datadoghq
    dd=datadoghq jira=atlassian confluence=atlassian elastic=elastic-cloud mongo=mongodb gmail=googleapis
    pd=pagerduty sg=sendgrid hcloud=hetzner
""".split()])


def at_home(names: tuple[str, ...], place: str) -> bool:
    """Is this destination the one that the credential is for, by its name?

    >>> at_home(("$GITHUB_TOKEN",), "api.github.com/user"), at_home(("$GITHUB_TOKEN",), "github.evil.example")
    (True, False)
    >>> at_home(("op read op://Eng/Datadog API/credential",), "api.datadoghq.eu/api/v1/validate")
    True
    """
    label = registered(host_of(place)).split(".")[0]
    if not names or not label:
        return False
    for name in names:
        words = _words(name)
        if label not in words and not any(ALIASES.get(w) == label for w in words):
            return False
    return True


def of_service(names: tuple[str, ...], place: Place, known: Known) -> bool:
    """Is it the login of a service that a label of its host names, by the login's name or in the person's words:
    `$JENKINS_TOKEN` at jenkins.ci.corp.example, "log me into grafana"?  Not at a host that an untrusted text named."""
    host = place.host
    if not host or host in SHARED or place.foreign:
        return False
    labels = {label for label in host.removesuffix(place.owner).split(".")
              if len(label) > 3 and label not in COMMON}
    if any(map(known.said, labels)):
        return True
    return bool(names) and all(not labels.isdisjoint(_words(name)) for name in names)


def _words(name: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in name.lower()).split()

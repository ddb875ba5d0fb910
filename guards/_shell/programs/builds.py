"""What the builder of an image sends away: the folder that it builds from, with the image, to a registry.

Law: the context goes into the image that is pushed, at once or by a later command; whether a secret lies in it the
shell looks up, as the tool's own ignore file and the image's COPY lines say.
Cannot see: another machine's builder; the images that a file of compose pushes; a context that is fetched.
"""
from __future__ import annotations

from guards import SENDS
from guards._shell.flow import NOTHING, Arg, Flow, join, without_text
from guards._shell.programs.relays import stands_for
from guards._text.glob import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell.machine import Machine

BUILDERS = frozenset("buildah buildctl buildx docker docker-compose img nerdctl podman".split())
BUILDS = frozenset("bake bud build".split())
# Options that take a value.
TAKES = frozenset("""-t --tag -f --file --build-arg --target --platform -o --output --secret --ssh --cache-from
    --cache-to --label --network --builder --progress --add-host -m --memory --iidfile --metadata-file --isolation
    --build-context -v --volume -H --host -c --context --addr --opt --frontend --local --export-cache --import-cache
    --url --connection --authfile --creds --format --arch --os --destination --dockerfile --layers""".split())
NAMED = ("-t", "--tag", "--destination")
FILES = ("-f", "--file", "--dockerfile")
# Names of the folders into which a project's own tools build what is to be put somewhere.
BUILT = frozenset("_site build dist out public site storybook-static target www".split())
CONTEXT, IMAGE = "context:", "image:"       # of a fact "inside": a folder as a builder, and as an image takes it
# Of the same fact, "KIND:FOLDER:PATH": what git would add of a path, and what commits hold that no remote has.
ADDED, UNSENT = "added:", "unsent:"


def sends_context(machine: Machine, name: str, args: list[Arg]) -> None:
    """Tells of a build whose folder leaves, and remembers of which folder an image was built."""
    texts = [arg.text for arg in args[1:]]
    words = _words(texts)
    if BUILDS.isdisjoint(words[:3]):
        if "push" in words[:2]:
            _pushed(machine, name, words)
        return
    folder = _folder(words)
    if not folder or "://" in folder or folder == "-":
        return
    where = f"{machine.path(folder).rstrip('/')}/**"
    given = list(_options(texts))
    kind = CONTEXT if any(n in FILES for n, _ in given) else IMAGE
    parts = [part for n, v in given if n in ("-o", "--output") for part in v.split(",")]
    images = [v for n, v in given if n in NAMED] + [part[5:] for part in parts if part.startswith("name=")]
    pushes = "--push" in texts or "type=registry" in parts
    built = join(*(b.flow if a.text == "--build-arg" else a.flow for a, b in zip(args, args[1:])
                   if a.text.startswith("--build-arg")))
    for image in images:
        stands_for(machine, f"{IMAGE}{image}", kind + where)
        if built.level:         # what a build is told stays in its layers
            machine.files[f"{IMAGE}{image}"] = without_text(built)
        if pushes:
            machine.emit(SENDS, name, f"{name} build", _registry(image), Flow(files=(kind + where,)))


def _pushed(machine: Machine, name: str, words: list[str]) -> None:
    for word in words:
        where = machine.remotes.get(f"{IMAGE}{word}", "")
        if where:
            target = words[-1].partition("://")[2] or words[-1]
            told = machine.files.get(f"{IMAGE}{word}", NOTHING)
            machine.emit(SENDS, name, f"{name} push", _registry(target), join(Flow(files=(where,)), told))


def _registry(image: str) -> str:
    """The host of an image's name; docker's own for a name without one."""
    first = image.split("/")[0]
    return first if "/" in image and ("." in first or ":" in first) else f"docker.io/{image}"


def _options(texts: list[str]) -> list[tuple[str, str]]:
    found = []
    for at, text in enumerate(texts):
        name, equals, value = text.partition("=")
        if name in TAKES:
            found.append((name, value if equals else texts[at + 1] if at + 1 < len(texts) else ""))
    return found


def _words(texts: list[str]) -> list[str]:
    """The words that are no options and no values of options."""
    return [text for before, text in zip(["", *texts], texts) if not text.startswith("-") and before not in TAKES]


def _folder(words: list[str]) -> str:
    """The folder that is built from, "" where none is named."""
    return words[-1] if len(words) > 1 and words[-1] not in BUILDS else ""


# --- what is left out of its folder (.dockerignore), and what an image takes of the rest (COPY, ADD)

RULES = 500


def ignored(name: str, text: str) -> bool:
    """Does a .dockerignore leave out this path?

    >>> ignored(".env", ".env\\nnode_modules"), ignored("a/.env", ".env"), ignored("a/.env", "**/.env")
    (True, False, True)
    >>> ignored("a/b.pem", "*\\n!src"), ignored("src/.env", "*\\n!src"), ignored(".env", "")
    (True, False, False)
    """
    out = False
    for line in text.split("\n")[:RULES]:
        rule = line.strip()
        if not rule or rule.startswith("#"):
            continue
        keeps = rule.startswith("!")
        if fits(rule.lstrip("!").strip().removeprefix("./").strip("/"), name):
            out = not keeps
    return out


def fits(rule: str, name: str) -> bool:
    """Does a rule mean this path, or a folder above it?"""
    if not rule or rule == ".":
        return bool(rule)
    parts, rules = name.split("/"), rule.split("/")
    return any(_walk(rules, parts[:end]) for end in range(1, len(parts) + 1))


def _walk(rules: list[str], parts: list[str]) -> bool:
    if not rules:
        return not parts
    if rules[0] == "**":
        return any(_walk(rules[1:], parts[at:]) for at in range(len(parts) + 1))
    return bool(parts) and match(rules[0], parts[0]) and _walk(rules[1:], parts[1:])


def copied(name: str, dockerfile: str) -> bool:
    """Does a COPY or ADD of a Dockerfile take this path?  A file without such a line takes none.

    >>> copied(".env", "COPY . /app"), copied(".env", "COPY src package.json /app/"), copied("src/.env", "ADD src /a")
    (True, False, True)
    >>> copied(".env", "COPY --from=build . /app"), copied(".env", 'COPY [".", "/app"]'), copied(".env", "COPY $A /b")
    (False, True, True)
    """
    for line in dockerfile.replace("\\\n", " ").split("\n"):
        words = line.replace("[", " ").replace("]", " ").replace(",", " ").replace('"', " ").split()
        if len(words) < 3 or words[0].upper() not in ("COPY", "ADD") or any(w.startswith("--from") for w in words):
            continue
        sources = [w.removeprefix("./").strip("/") or "." for w in words[1:-1] if not w.startswith("--")]
        if any(source == "." or "$" in source or fits(source, name) for source in sources):
            return True
    return False

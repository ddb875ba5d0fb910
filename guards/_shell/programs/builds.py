"""What the builder of an image sends away: the folder that it builds from, with the image, to a registry.

Law: the context goes into the image that is pushed, at once or by a later command; whether a secret lies in it the
shell looks up, as the tool's own ignore file and the image's COPY lines say.
Limitations: another machine's builder; the images that a file of compose pushes; a context that is fetched.
"""
from __future__ import annotations

from guards import SENDS
from guards._shell.flow import NOTHING, Arg, Flow, join, without_text
from guards._shell.programs.arguments import apart
from guards._shell.programs.relays import stands_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards._shell._types import Machine

BUILDERS = frozenset("buildah buildctl buildx docker docker-compose img nerdctl podman".split())
BUILDS = frozenset("bake bud build".split())
NAMED = ("-t", "--tag", "--destination")
# Names of the folders into which a project's own tools build what is to be put somewhere.
BUILT = frozenset("_site build dist out public site storybook-static target www".split())
CONTEXT, IMAGE = "context:", "image:"       # of a fact "inside": a folder as a builder, and as an image takes it
# Of the same fact, "KIND:FOLDER:PATH": what git would add of a path, and what commits hold that no remote has.
ADDED, UNSENT = "added:", "unsent:"


def sends_context(machine: Machine, name: str, args: list[Arg]) -> None:
    """Tells of a build whose folder leaves, and remembers of which folder an image was built."""
    said, found, rest = apart(args[1:], name)
    verbs, given = {arg.text for arg in said}, [(flag, value.text) for flag, value in found if value]
    if BUILDS.isdisjoint(verbs) or not rest:
        if "push" in verbs:
            _pushed(machine, name, [arg.text for arg in rest])
        return
    folder = rest[-1].text
    if "://" in folder or folder == "-":
        return
    where = f"{machine.path(folder).rstrip('/')}/**"
    kind = CONTEXT if any(n in ("-f", "--file") for n, _ in given) else IMAGE
    parts = [part for n, v in given if n in ("-o", "--output") for part in v.split(",")]
    images = [v for n, v in given if n in NAMED]
    pushes = ("--push", None) in found or "type=registry" in parts
    built = join(*(value.flow for flag, value in found if value and flag == "--build-arg"))
    for image in images:
        stands_for(machine, f"{IMAGE}{image}", kind + where)
        if built.level:         # what a build is told stays in its layers
            machine.files[f"{IMAGE}{image}"] = without_text(built)
        if pushes:
            payload = join(Flow(files=(kind + where,)), without_text(built))
            machine.emit(SENDS, name, f"{name} build", _registry(image), payload)


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

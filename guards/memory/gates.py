"""Two more reasons to doubt what is remembered, off unless set: tests that fail, a commit that is taken back.

Limitations: a failing run whose exit status is swallowed (`pytest | tail`), a test started by a script of another name.
"""
from __future__ import annotations

from guards._call import call_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from guards import Event, Settings

# The words that a test command begins with.
TESTS = tuple(tuple(line.split()) for line in (
    "pytest", "py.test", "tox", "nox", "jest", "vitest", "mocha", "rspec", "phpunit", "ctest", "bats", "ava", "behave",
    "python -m pytest", "python -m unittest", "python -m tox", "python -m nox", "python -m tests",
    "python manage.py test", "npm test", "npm t", "npm run test", "yarn test", "yarn run test", "pnpm test",
    "pnpm run test", "bun test", "deno test", "cargo test", "cargo nextest", "go test", "make test", "make check",
    "just test", "mvn test", "mvn verify", "gradle test", "gradle check", "gradlew test", "gradlew check",
    "dotnet test", "mix test", "rails test", "rake test", "bundle exec rspec", "swift test", "zig build test",
    "bazel test", "nx test", "php artisan test"))
# Programs that run another one by its name behind `run`.
RUNNERS = frozenset("pipenv rye mise".split())


def doubt(event: Event, settings: Settings) -> str | None:
    """The reason that a shell call gives to doubt everything remembered, or None."""
    if event.is_failure and settings.memory.get("stale_on_failed_tests") is True:
        for words in commands(event, settings):
            for known in TESTS:
                if tuple(words[:len(known)]) == known:
                    return f"tests_failed:{' '.join(known)}"
    if event.is_result and settings.memory.get("stale_on_revert") is True:
        for words in commands(event, settings):
            if reverts(words):
                return f"commit_reverted:{' '.join(words[:2])}"
    return None


def reverts(words: list[str]) -> bool:
    """True for `git revert X` and for `git reset --hard X` to another commit.

    >>> reverts(["git", "revert", "HEAD"]), reverts(["git", "reset", "--hard"]), reverts(["git", "revert", "--abort"])
    (True, False, False)
    """
    if words[:2] == ["git", "revert"]:
        return not {"--abort", "--quit", "-n", "--no-commit"}.intersection(words)
    targets = [word for word in words[2:] if not word.startswith("-")]
    return words[:2] == ["git", "reset"] and "--hard" in words and bool(targets) and targets != ["HEAD"]


def commands(event: Event, settings: Settings) -> list[list[str]]:
    """The simple commands of a shell call as words, wrappers taken off."""
    found = []
    for one in call_of(event, settings).ran:
        words = [one.program, *one.words]
        if words[0] in RUNNERS and words[1:2] == ["run"]:
            words = words[2:]
        if words[:1] == ["git"] and words[1:2] == ["-C"]:
            words = ["git", *words[3:]]
        if words and words[0].startswith("python"):
            words[0] = "python"
        found.append(words)
    return found

"""What a folder holds that is secret by its name."""
import subprocess
from pathlib import Path

import pytest

from guards import Event, Session
from hooks import _folders
from hooks._stores.world import World

KEY = "STRIPE_SECRET_KEY=sk_live_" + "51HqRwTm8KxPz4NdVb7YcLs9Gf\n"


def look(folder: Path, path: str = ".") -> dict:
    event = Event("PreToolUse", "s", tool="Bash", cwd=str(folder), project=str(folder))
    return _folders.provide(World(str(folder), {}, 0.0), event, Session("s"), path)


def lay(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.mark.parametrize("files", [
    {"src/a.py": "x"}, {".env.example": KEY}, {".env": "DEBUG=1\n"}, {"tests/fixtures/server.key": KEY},
    {"node_modules/x/.env": KEY}, {"src/a.py": KEY}, {"conf/dev.yml": "password: hunter2-Local-99\n"}, {".git/config": KEY}, {"certs/ca.pem": "-----BEGIN CERTIFICATE-----\nx"}])
def test_nothing_secret(tmp_path: Path, files: dict[str, str]) -> None:
    lay(tmp_path, files)
    assert look(tmp_path) == {"secret": [], "beyond": False}


@pytest.mark.parametrize(("files", "found"), [({".env": KEY}, [".env"]), ({"a/b/.env.local": KEY}, ["a/b/.env.local"]),
                                              ({"keys/x.p12": "a\0b"}, ["keys/x.p12"]),
                                              ({"conf/pay.json": f'{{"k": "{KEY[18:-1]}"}}'}, ["conf/pay.json"])])
def test_a_secret_below(tmp_path: Path, files: dict[str, str], found: list[str]) -> None:
    lay(tmp_path, files)
    assert look(tmp_path)["secret"] == found


@pytest.mark.parametrize(("pattern", "found"), [
    ("**", [".env", "a/.env.local", "a/b/x.key"]), (".e*", [".env"]), (".??v", [".env"]), ("*", []), ("a/*", []),
    ("a/.e*", [".env.local"]), ("**/*.key", ["a/b/x.key"]), ("*/**", ["a/.env.local", "a/b/x.key"])])
def test_a_pattern_stands_for_some_of_them(tmp_path: Path, pattern: str, found: list[str]) -> None:
    lay(tmp_path, {".env": KEY, "a/.env.local": KEY, "a/b/x.key": "a\0b", "a/b/y.txt": "x"})
    assert look(tmp_path, pattern)["secret"] == found
    assert look(tmp_path, str(tmp_path / pattern))["secret"] == found


def test_more_names_than_are_looked_at(tmp_path: Path) -> None:
    lay(tmp_path, {f"f{n}": "x" for n in range(6)})
    assert _folders.looked(str(tmp_path), 6)["beyond"] is False
    assert _folders.looked(str(tmp_path), 5)["beyond"] is True


def test_a_small_folder_is_looked_through_whatever_the_clock_says(tmp_path: Path) -> None:
    lay(tmp_path, {".env": KEY, **{f"f{n:03}": "x" for n in range(_folders.SURE - 1)}})
    assert _folders.looked(str(tmp_path), seconds=-1.0) == {"secret": [".env"], "beyond": False}
    lay(tmp_path, {"g": "x"})
    assert _folders.looked(str(tmp_path), seconds=-1.0) == {"secret": [".env"], "beyond": True}


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    lay(tmp_path, {"real/.env": KEY})
    (tmp_path / "sent").mkdir()
    (tmp_path / "sent" / "link").symlink_to(tmp_path / "real")
    assert look(tmp_path, "sent")["secret"] == []


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b.example")
    subprocess.run(["git", *who, "-C", str(folder), *words], check=True, capture_output=True)


@pytest.mark.parametrize(("files", "what", "found"), [
    ({"a.py": "x", "src/pay.py": KEY[:20]}, ".", []), ({".env.example": KEY}, ".", []), ({".env": "DEBUG=1\n"}, ".", []),
    ({".env": KEY, ".gitignore": ".env\n"}, ".", []), ({".env": KEY, "a.py": "x"}, "a.py", []),
    ({"a.py": "x", "tests/test_pay.py": KEY}, ".", []), ({"e2e/pay.ts": KEY, "README.md": KEY}, ".", []),
    ({"map.ts": "key = 'AI" + "zaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY'\n"}, ".", []), ({"src/pay.py": KEY}, ".", ["src/pay.py"]),
    ({"demo/.env": KEY, "docs/.env.prod": KEY}, ".", ["demo/.env", "docs/.env.prod"]),
    ({"conf.yml": "u: https://bo:wUBp1pZN" + "H37iqy@db.acme.dev/x\n"}, ".", ["conf.yml"]),
    ({".env": "A=1\n", ".gitignore": ".env\n"}, ".env", []), ({".env": KEY, ".gitignore": ".env\n"}, ".env", [".env"]),
    ({".env": KEY}, ".", [".env"]), ({"a/config.local.php": "$db = ['password' => 'wUBp1pZN" + "H37iqy'];"}, "a", ["a/config.local.php"])])
def test_what_git_would_add(tmp_path: Path, files: dict[str, str], what: str, found: list[str]) -> None:
    git(tmp_path, "init", "-q")
    lay(tmp_path, files)
    assert look(tmp_path, f"added:{tmp_path}\0{what}")["secret"] == found


def test_what_was_added_before_is_committed(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    lay(tmp_path, {"a.py": "x", ".gitignore": ".env\n", ".env": KEY, "node_modules/.env": KEY})
    git(tmp_path, "add", "a.py")
    git(tmp_path, "commit", "-qm", "first")
    assert look(tmp_path, f"added:{tmp_path}")["secret"] == look(tmp_path, f"added:{tmp_path}\0.")["secret"] == []
    assert look(tmp_path, f"added:{tmp_path}\0-f\0.")["secret"] == [".env"]
    git(tmp_path, "add", "-f", ".env")
    assert look(tmp_path, f"added:{tmp_path}")["secret"] == [".env"]


def test_what_commits_hold_that_no_remote_has(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    assert look(tmp_path, f"unsent:{tmp_path}")["secret"] == []
    lay(tmp_path, {".env": KEY, "a.py": "x"})
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    assert look(tmp_path, f"unsent:{tmp_path}")["secret"] == [".env"]
    git(tmp_path, "update-ref", "refs/remotes/origin/main", "HEAD")
    lay(tmp_path, {"b/.env.prod": KEY})
    assert look(tmp_path, f"unsent:{tmp_path}")["secret"] == []
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "second")
    assert look(tmp_path, f"unsent:{tmp_path}")["secret"] == ["b/.env.prod"]


def test_new_lines_of_a_file_of_any_name(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    lay(tmp_path, {"pay.py": "a = 1\n", "old.py": KEY})
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    git(tmp_path, "update-ref", "refs/remotes/origin/main", "HEAD")
    lay(tmp_path, {"pay.py": "a = 2\n", "old.py": f"b = 1\n{KEY}"})
    git(tmp_path, "commit", "-qam", "second")
    assert look(tmp_path, f"unsent:{tmp_path}")["secret"] == []        # the key was there before
    lay(tmp_path, {"pay.py": f"a = 2\n{KEY}"})
    assert look(tmp_path, f"added:{tmp_path}")["secret"] == ["pay.py"]
    git(tmp_path, "commit", "-qam", "third")
    assert look(tmp_path, f"unsent:{tmp_path}")["secret"] == ["pay.py"]


def test_no_repository(tmp_path: Path) -> None:
    lay(tmp_path, {".env": KEY})
    assert look(tmp_path, f"added:{tmp_path}\0.") == {"secret": [], "beyond": False}

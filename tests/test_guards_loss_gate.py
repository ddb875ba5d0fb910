"""guards/loss/gate.py: it wakes for every row of every table, and sleeps through ordinary work."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from guards._shell.programs.effects import ROWS, rows
from guards.loss import destroys, services
from guards.loss.destroys import losses
from guards.loss.gate import BESIDE, WAKES, wakes, worth_reading
from tests import quick
from tests.repositories import Path, event_of

# Words of which some make a program of any row take away.
TAILS = ("x", "x y", "-rf x", "-R 777 x", "-f a y", "-xzf a.tar", "-o x.zip", "of=/dev/sda", "-i d x", "-o x y", "--delete a b", "-delete", "-s 0 x",
         "/dev/sda", "-c d x", "-r", "-c 'DROP TABLE t'", "-e 'DROP TABLE t'", "-X DELETE https://a.example/b", "-XDELETE https://a.example/b",
         "DELETE https://a.example/b", "FLUSHALL", "x --volumes", "down -v", "a:b", "a b:c", "x.db 'DROP TABLE t'")
VERBS = ("", "delete", "destroy", "compose", "system prune", "volume", "s3 sync", "api", "workspace delete", "state")


def commands() -> Iterator[tuple[str, str]]:
    """(program, command) of each row with its verbs and with words that fit some."""
    names: dict[str, list[str]] = {name: [] for name in (*destroys.PROGRAMS, *services.CLIENTS, "sqlite3", "strange")}
    for name, verbs in (*services.ELSEWHERE.items(), *destroys.BESIDE.items()):
        names.setdefault(name, []).extend(verbs)
    for name in ROWS:
        for row in rows(name):
            for last in row.verb[-1] if row.verb else [""]:
                names.setdefault(name, []).append(" ".join((*(one[0] for one in row.verb[:-1]), last, *(one[-1] for one in row.needs))))
    for name, verbs in names.items():
        for verb in dict.fromkeys((*verbs, *VERBS)):
            for tail in TAILS:
                yield name, f"{name} {verb} {tail}"


def test_no_row_sleeps() -> None:
    asleep, rows = [], set()
    for name, command in quick.few(commands(), 4000):
        call = event_of(Path("/p"), {"command": command}).call
        if call is not None and losses(call):
            rows.add(name)
            asleep += [] if worth_reading(call) else [command]
    asleep += [verb for verb in services.STRONG if not wakes(f"strange {verb} x")]
    assert asleep == []
    assert len(rows) > (30 if quick.is_on() else 100)


@pytest.mark.parametrize("command", [
    "php artisan migrate:fresh --force", "rclone cleanup gdrive:", "nats stream obliterate orders", "zkCli.sh deleteall /app",
    "prisma migrate reset --force", "manage.py flush --no-input", "python3 -c \"open('a', 'w')\"", "node -e \"fs.rmSync('a')\"", "echo x > a",
    "xargs rm", "sh -c 'git stash drop'", "curl -XDELETE https://a.example/b", "echo 'DROP TABLE t' | psql", "tee a"])
def test_it_wakes(command: str) -> None:
    assert wakes(command)


@pytest.mark.parametrize("command", [
    "ls -la", "git status", "git diff --stat", "git log --oneline -5", "git add -A && git commit -m 'remove the old cache'", "pytest -q 2>&1 | tail -3",
    "npm test", "npm run build", "php artisan migrate --force", "rclone ls gdrive:", "nats stream ls", "docker compose up -d", "kubectl get pods",
    "grep -rn reset src", "cat docs/sync.md", "terraform plan", "helm list", "make clean", "poetry remove x", "cargo build", "cat a | sort"])
def test_it_sleeps_through_ordinary_work(command: str) -> None:
    assert not wakes(command)


def test_its_words_are_those_of_the_tables() -> None:
    assert all(word == word.lower() for word in WAKES) and len(BESIDE) > 20 and all(names and verbs for names, verbs in BESIDE)
    assert WAKES.isdisjoint("ls cat grep git npm make pytest commit status diff log add".split())

"""guards/_shell/programs/effects.py: what the verbs of programs do to what is there."""
from __future__ import annotations

import doctest

import pytest

from guards._shell.programs import effects as module
from guards._shell.programs.effects import NONE, ROWS, effects, rows


def found(command: str) -> list[tuple[str, str, list[str]]]:
    program, *words = command.split()
    return [(kind, flags, names) for kind, flags, _, names in effects(program, words) if kind != NONE]


@pytest.mark.parametrize("command", [
    "ls a", "git status", "git -c", "git reset HEAD a", "git restore --staged a", "git branch -rd o/a", "git rm -f --cached a", "cp a", "cp -n a b",
    "ln -s a b", "truncate -s +5 a", "rsync --delete a", "rsync -an --delete a b", "chmod 755 a", "mkfs.ext4 disk.img", "sort -o a a", "unzip -l a",
    "docker compose down", "docker volume ls", "aws s3 sync dist s3://b --delete", "kubectl delete pod/a", "terraform plan -destroy",
    "aws s3 sync ./build/ s3://b --delete", "gsutil -m rsync -r a gs://b", "mc mirror a b/c", "azcopy sync a https://b",
    "curl https://a.example/delete", "gh api repos/a", "crontab -l", "pacman -Ss a", "docker build .", "npm ci", "yarn exec a", "uv run a", "go test ./...",
    "terraform plan -replace=a", "flyway migrate", "dvc gc -w --dry", "prisma db push", "alembic upgrade head", "rails db:migrate"])
def test_what_takes_nothing_away(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(("command", "expected"), [
    ("git switch -fC a", [("tree", "i", [":/"]), ("commits", "b", ["a", "HEAD"])]), ("git branch -M a b", [("commits", "b", ["b", "a"])]),
    ("git stash drop", [("stash", "", [])]), ("cp -t d a b", [("files", "c", ["d", "a", "b"])]), ("mv a b c", [("files", "c", ["c", "a", "b"])]),
    ("unzip -oq a.zip -d out", [("files", "m", ["a.zip", "out"])]), ("mkfs.ext4 -L x /dev/sdb1", [("device", "", ["/dev/sdb1"])]),
    ("rsync -a --del x/ h:y/", [("remote", "", ["h:y/"])]), ("aws s3 sync src s3://b --delete", [("remote", "", ["s3://b"])]),
    ("aws s3 sync ./public s3://b --delete", [("remote", "", ["s3://b"])]),
    ("gsutil -m rsync -r -d a gs://b", [("remote", "", ["gs://b"])]), ("mc mirror --remove a b/c", [("remote", "", ["b/c"])]),
    ("gcloud storage rsync a gs://b --delete-unmatched-destination-objects", [("remote", "", ["gs://b"])]),
    ("azcopy sync a https://b/c --delete-destination=true", [("remote", "", ["https://b/c"])]),
    ("crontab -", [("remote", "", ["every entry of the crontab"]), ("schedule", "", [])]),
    ("docker --context c system prune -af --volumes", [("remote", "", ["every volume that no container uses"])]),
    ("redis-cli -h cache.example FLUSHALL", [("remote", "", ["cache.example"])]), ("curl -XDELETE https://a.example/b", [("remote", "", ["https://a.example/b"])]),
    ("terraform apply -auto-approve -replace=db.main", [("remote", "", ["db.main"])]),
    ("flyway -url=jdbc:x clean", [("remote", "", ["every object of its schema"])]),
    ("rails db:schema:load", [("remote", "", ["the data of its database"])]),
    ("terraform destroy", [("remote", "", ["all that its state lists"])]),
    ("npm install -D a b", [("installs", "", ["a", "b"])]), ("uv --directory d pip install a", [("installs", "", ["a"])]), ("npx -y a b", [("installs", "o", ["a"])]),
    ("docker run -it -v x:y a/b sh", [("installs", "o", ["a/b"])]), ("pip install -r r.txt", [("installs", "", [])]), ("pacman -Syu a", [("installs", "", ["a"])])])
def test_what_is_taken_away(command: str, expected: list[tuple[str, str, list[str]]]) -> None:
    assert found(command) == expected


def test_each_line_says_what_is_done_to_what() -> None:
    every = [does for program in ROWS for row in rows(program) for does in row.does]
    assert all(len(does) == 3 and (does[0] == NONE or does[2]) for does in every) and len(every) > 100


def test_its_examples() -> None:
    assert doctest.testmod(module).failed == 0

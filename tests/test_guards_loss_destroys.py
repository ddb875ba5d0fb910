"""What a call could destroy, by its simple commands."""
from __future__ import annotations

from pathlib import Path

import pytest

from guards.loss.destroys import losses
from guards.loss.services import files_of
from tests.repositories import event_of


def found(command: str) -> list[tuple[str, str, tuple[str, ...]]]:
    call = event_of(Path("/p"), {"command": command}).call
    assert call is not None
    return [(loss.kind, loss.flags, loss.names) for loss in losses(call)]


@pytest.mark.parametrize("command", [
    "", "ls", "echo rm -rf /", "echo 'git reset --hard'", "rm --help", "rm", "cat <<EOF\nrm -rf /\nEOF", "cp -n a b", "cp -b a b", "mv -i a b",
    "ln -s a b", "install -d a b", "truncate -s +5 a", "tee -a b", "echo x >> a", "find . -empty -delete", "find . -name x -print",
    "rsync -a x/ y/", "rsync -an --delete x/ y/", "chmod 644 a", "chmod -x a", "sqlite3 a.db 'select 1'", "dd if=a of=/dev/null",
    "mkfs.ext4 --help", "sed -i s/a/b/ a", "grep -r rm .", "sed -i /x/d a", "sed -n 1,3p a", "sort -o a a", "tar tf a.tar", "tar cf a.tar b",
    "kubectl -n k delete secret tls && kubectl -n k create secret generic tls --from-file=a", "tar xf -", "unzip -l a.zip", "git apply a.patch", "git apply -R a.patch", "git show HEAD | git apply -R", "git diff main | git apply -R",
    "patch -p1 < a.diff", "vim -es -c %s/a/b/ -c wq a", "printf 's/a/b/\\nw\\nq\\n' | ed -s a", "sqlite3 a.db < b.sql",
    "python3 -c \"s=open('a').read();open('a','w').write(s.replace('x','y'))\"", "git mv a b", "npx prisma migrate dev",
    "python manage.py migrate --no-input", "git archive HEAD | tar x -C /tmp/x",
    "git add -A && git commit -qm wip && git reset --hard HEAD", "git commit -qam wip && git checkout -- .",
    "(crontab -l; echo '0 2 * * * a') | crontab -", "crontab -l | cat - b | crontab -",
    "cmd /c dir data", "nu -c 'ls data'", "wsl ls data", "rmdir data", "pwsh -Command 'Get-ChildItem data'",
    "git stash -u && git clean -fd", "git add . && git commit -m 'a b' && git clean -fd"])
def test_what_destroys_nothing(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(("command", "expected"), [
    ("rm a b", [("files", "", ("a", "b"))]),
    ("rm -rf -- -x", [("files", "r", ("-x",))]),
    ("sudo rm -fr a", [("files", "r", ("a",))]),
    ("echo '0 2 * * * a' | crontab -", [("remote", "", ("every entry of the crontab",))]),
    ("cmd.exe /c \"rmdir /s /q web\\data\"", [("files", "r", ("web/data",))]), ("cmd /c del /q a,b", [("files", "r", ("a", "b"))]),
    ("nu -c 'rm -rp a'", [("files", "r", ("a",))]), ("xonsh -c 'rm -r a'", [("files", "r", ("a",))]),
    ("wsl -d Ubuntu -- rm -rf a", [("files", "r", ("a",))]), ("powershell.exe -Command 'Clear-Content a'", [("files", "w", ("a",))]),
    ("pwsh -c 'Remove-Item -Path a -Recurse'", [("files", "r", ("a",))]), ("Remove-Item -Recurse /home/u/a", [("files", "r", ("/home/u/a",))]),
    ("rm -rf /dev/sda", [("device", "", ("/dev/sda",))]),
    ("cp a b c", [("files", "c", ("c", "a", "b"))]),
    ("mv -t d a b", [("files", "c", ("d", "a", "b"))]),
    ("ln -sf a b", [("files", "c", ("b", "a"))]),
    ("truncate -s 0 a", [("files", "w", ("a",))]),
    ("echo x | tee a", [("files", "w", ("/p/a",))]),
    ("echo x > a", [("files", "w", ("/p/a",))]),
    ("dd if=/dev/zero of=/dev/nvme0n1", [("device", "", ("/dev/nvme0n1",))]),
    ("mkfs.ext4 -L x /dev/sdb1", [("device", "", ("/dev/sdb1",))]),
    ("rsync -a --delete x/ y/", [("files", "r", ("y/",))]),
    ("rsync -a --delete x/ me@host:y/", [("remote", "", ("me@host:y/",))]),
    ("chmod -R 777 /srv", [("modes", "", ("/srv",))]),
    ("sqlite3 a.db 'drop table t'", [("files", "w", ("a.db",))]),
    ("python3 -c \"import os; os.unlink('a')\"", [("files", "r", ("/p/a",))]),
    ("python3 -c \"open('a','w').close()\"", [("files", "w", ("/p/a",))]),
    ("sed -i d a", [("files", "w", ("a",))]), ("sed -i '1,$d' a b", [("files", "w", ("a", "b"))]),
    ("printf '1,$d\\nw\\nq\\n' | ed -s a", [("files", "w", ("a",))]), ("vim -es -c %d -c wq a", [("files", "w", ("a",))]),
    ("sort -o a /dev/null", [("files", "w", ("a",))]), ("curl -s http://localhost:1/x -o a", [("files", "w", ("/p/a",))]),
    ("tar xf /tmp/a.tar -C d", [("files", "m", ("/tmp/a.tar", "d"))]), ("unzip -oq a.zip", [("files", "m", ("a.zip", "."))]),
    ("find d -type f -print0 | xargs -0 rm -f", [("files", "r", ("d",))]),
    ("git update-ref -d refs/stash", [("stash", "a", ())]),
    ("git mv -f a b", [("tree", "i", ("b",))]),
    ("git add a && git commit -m x && git checkout -- b", [("tree", "", ("b",))]),
    ("git commit -qam wip; git checkout -- .", [("tree", "", (".",))]),
    ("git stash && git clean -fd", [("clean", "d", (".",))]), ("git stash -u && git clean -fdx", [("clean", "dx", (".",))]),
    ("sqlite3 a.db <<E\ndrop table t;\nE", [("files", "w", ("a.db",))]),
    ("psql -h db.example <<E\nbegin; delete from t; commit;\nE", [("remote", "", ("db.example",))]),
    ("npx prisma migrate reset --force", [("remote", "", ("the data of its database",))]),
    ("python manage.py flush --no-input", [("remote", "", ("the data of its database",))])])
def test_what_is_looked_at(command: str, expected: list[tuple[str, str, tuple[str, ...]]]) -> None:
    assert found(command) == expected


def test_names_limit_what_find_removes() -> None:
    call = event_of(Path("/p"), {"command": "find src lib -name '*.o' -delete"}).call
    assert call is not None
    assert [(loss.names, loss.only) for loss in losses(call)] == [(("src", "lib"), ("*.o",))]
    call = event_of(Path("/p"), {"command": "find . ! -name '*.o' -delete"}).call
    assert call is not None
    assert losses(call)[0].only == ()


def test_of_the_tools_only_write_puts_a_whole_text_in_the_place_of_another() -> None:
    def of(tool: str) -> list[str]:
        call = event_of(Path("/p"), {"file_path": "/p/a"}, tool).call
        assert call is not None
        return [loss.flags for loss in losses(call)]

    assert of("Write") == ["W"] and of("Edit") == of("Read") == []


def test_the_order_in_a_file_counts_like_one_that_is_said() -> None:
    for command in ("sqlite3 a.db < b.sql", "sqlite3 a.db '.read b.sql'", "psql -h db.example -f b.sql"):
        call = event_of(Path("/p"), {"command": command}).call
        assert call is not None
        named = [name for ran in call.ran for name in files_of(ran)]
        assert [name.rsplit("/", 1)[-1] for name in named] == ["b.sql"]
        assert losses(call, dict.fromkeys(named, "select 1")) == [] and losses(call, dict.fromkeys(named, "drop table t;"))


@pytest.mark.parametrize(("command", "files"), [
    ("gh api graphql -f query='query { viewer { login } }'", []),
    ("curl -s https://api.hoster.example/graphql -d @b.json", ["b.json"]),
    ("gh api graphql --input b.json", ["b.json"]),
    ("gh api graphql --input=b.json", ["b.json"]),
    ("gh api graphql --input - < b.json", ["-", "b.json"]),
    ("gh api graphql -F query=@b.json", ["b.json"]),
    ("cat b.json | curl -s https://api.hoster.example/graphql -d @-", ["-", "b.json"]),
    ("wget --post-file=b.json https://api.hoster.example/graphql", ["b.json"])])
def test_the_file_of_a_mutation_is_read_however_it_is_handed_over(command: str, files: list[str]) -> None:
    call = event_of(Path("/p"), {"command": command}).call
    assert call is not None
    named = [name for ran in call.ran for name in files_of(ran)]
    assert [name.rsplit("/", 1)[-1] for name in named] == files
    assert losses(call, dict.fromkeys(named, "mutation { addStar(id: 1) { id } }")) == []
    order = "# of old ones\nmutation {\n  # all\n  deleteRef(id: 1) }"
    assert [loss.what for loss in losses(call, dict.fromkeys(named, order))] == ["graphql delete-ref"] * bool(files)

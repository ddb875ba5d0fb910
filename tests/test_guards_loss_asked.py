"""The person asked for just this: silence."""
from __future__ import annotations

from typing import Any

import pytest

from guards import Event, Session, Settings
from guards._evidence.evidence import prompt_row, proposed_rows
from guards.loss.asked import asked
from guards.loss.words import Loss
from tests.spelled import facts

FILES = Loss("files", "rm -r", "/p", "r", ("/p/scratch",))
NOTES = Loss("files", "rm", "/p", "", ("notes.md",))
RESET = Loss("tree", "git reset --hard", "/p", "i", (":/",))
CLEAN = Loss("clean", "git clean -fd", "/p", "d", (".",))
KEPT = Loss("clean", "git clean -fd", "/p", "d", (".", ":(exclude,glob)**/.env", ":(exclude,glob)**/.env/**"))
BRANCH = Loss("commits", "git branch -D", "/p", "d", ("feature/login",))
FORCED = Loss("push", "git push --force", "/p", "f", ("origin", "main"))
OVER = Loss("files", "writing over it", "", "w", ("/p/out/results.json",))
STAGING = Loss("remote", "kubectl delete", "", "", ("namespace", "staging-7"))
CLOUD = Loss("remote", "kubectl delete", "", "", ("shop",))
DATABASE = Loss("remote", "dropdb", "", "", ("atelier_dev",))
VOLUME = Loss("remote", "docker volume rm", "", "", ("old_harbor_pg",))
STACK = Loss("remote", "terraform destroy", "", "", ("all that its state lists",))
CACHE = Loss("remote", "redis-cli FLUSHDB", "", "", ("the default server",))
TABLE = Loss("remote", "psql: TRUNCATE", "", "", ("the default database",), ("table=airports",))
STASH = Loss("stash", "git stash drop", "", "", ("stash@{0}",))
PHYSICS = Loss("tree", "git checkout", "", "", ("src/physics.rs",))
PRISMA = Loss("remote", "prisma migrate reset", "", "", ("the data of its database",))
DUMP = Loss("files", "rm", "/p", "", ("backup/db-1.sql",))
SQUASHED = Loss("push", "git push --force-with-lease", "/p", "f", ("origin", "dark-mode"))
WEBSITE = Loss("remote", "rsync --delete", "", "", ("web@tea.example:/var/www/html/",))
MACHINES = Loss("remote", "aws ec2 terminate-instances", "", "", ("i-0bb2c14e77a90",))
BUCKET = Loss("remote", "aws s3 rb", "", "", ("s3://gull-assets-old",))


def said(prompt: str, loss: Loss, found: dict[str, Any] | None = None) -> bool:
    settings = Settings()
    settings.key = b"k" * 32
    rows: list[dict[str, Any]] = [prompt_row(one, settings.key) for one in prompt.split(" || ")]
    return bool(asked(Event("PreToolUse", "s", facts=facts({"stored:said": rows})), Session("s"), loss, {"untracked": True} if found is None else found, settings))


@pytest.mark.parametrize(("prompt", "loss"), [
    ("delete the scratch folder", FILES), ("please remove notes.md", NOTES), ("Lösche notes.md", NOTES), ("supprime notes.md", NOTES),
    ("borra el fichero notes.md", NOTES), ("удали notes.md", NOTES), ("删除 notes.md", NOTES), ("discard all my changes", RESET),
    ("run git reset --hard", RESET), ("throw away everything uncommitted", RESET), ("clean up all untracked files", CLEAN),
    ("put main back to origin and remove all untracked files (keep .env)", KEPT),
    ("delete the branch feature/login", BRANCH), ("force push to main", FORCED), ("write the summary to results.json", OVER),
    ("Delete the folder scratch, I do not need it.", FILES),
    ("remove notes.md, we don't use it any more", NOTES),
    ("drop my local db and reseed, the seed is broken anyway", DATABASE),
    ("stop the old container || and remove that old container with its volume", VOLUME), ("flush db 3 of the local redis", CACHE),
    ("tear down the pr-871 preview env completely", STACK), ("truncate the table airports on staging first", TABLE),
    ("the stash is from august, show me whats in it || drop it", STASH), ("throw away my physics.rs changes, keep ai.rs", PHYSICS),
    ("which buckets are public? || gull-assets-old can go entirely btw", BUCKET),
    ("add the index. atelier_dev can be dropped, i have a copy", DATABASE), ("the bucket gull-assets-old should now be emptied", BUCKET),
    ("delete scratch/, even if unmerged, i dont need it", FILES), ("limpia notes.md, ya no lo quiero", NOTES), ("notes.md kann weg", NOTES),
    ("poista vanha volyymi old_harbor_pg koneelta", VOLUME), ("ta bort notes.md tack", NOTES), ("ローカルのDBリセットして", PRISMA), ("notes.mdを消して", NOTES),
    ("limpia los ficheros sin seguimiento: notes.md y a.log", NOTES),
    ("delete what is older than march in backup/", DUMP), ("ลบไฟล์สำรองใน backup/ ที่เก่ากว่าเดือนมีนาคม", DUMP),
    ("there's also feature/login, never going anywhere, drop that too", BRANCH), ("force push it (with lease)", SQUASHED),
    ("ruim de branches op die ik niet meer gebruik: feature/login", BRANCH), ("pass results.json an die neuen Werte an", OVER),
    ("overwrite my local db with the dump from DUMP_URL", DATABASE), ("把 src/physics.rs 恢复到上次提交的样子，其他文件别动", PHYSICS),
    ("bitte die Umgebung komplett abreißen mit terraform", STACK), ("build notes/move.md and publish", WEBSITE),
    ("terminate the stopped ec2 instances tagged env=sandbox in eu-central-1", MACHINES),
    ("delete the shop namespace", CLOUD), ("and feature/login? not merged but i dont need that anymore", BRANCH),
    ("feature/login brauche ich nicht mehr", BRANCH), ("gut. das Beispiel bitte auf Deutsch, dann hochladen", WEBSITE),
    ("put notes.md into the wiki || then i dont need the file here anymore right? delete", NOTES),
    ("旧的流水线记录删一下 失败的那些", Loss("remote", "glab ci delete", "", "", ("$(...)",))), ("Удали пространство имён staging-7", STAGING),
    ("copy the live db down, ssh alias live", Loss("remote", "wp db reset", "", "", ("the data of its database",))),
    ("nah this approach doesn't work. revert everything you did", RESET), ("hard reset please", RESET), ("deshaz todos los cambios", RESET),
    ("can you reset my working copy to origin/main?", RESET), ("drop feature/login, we won't merge it", BRANCH), ("撤销所有更改", RESET),
    ("run terraform destroy on the sandbox", STACK), ("we no longer need notes.md", NOTES), ("I don't need these changes, drop them", RESET),
    ("delete the branch feature/login || is it merged? || then delete it anyway", BRANCH), ("clean the repo, remove all untracked files", CLEAN)])
def test_asked_for(prompt: str, loss: Loss) -> None:
    assert said(prompt, loss)


@pytest.mark.parametrize(("prompt", "loss"), [
    ("tidy up the tests", FILES), ("tidy up the tests", RESET), ("read notes.md", NOTES), ("delete other.md", NOTES),
    ("delete everything but do not touch notes.md", NOTES), ("never delete notes.md", NOTES), ("you do not need to delete notes.md", NOTES),
    ("I do not need a.txt, but keep notes.md; delete it", NOTES), ("delete the old files, not notes.md, we need it", NOTES),
    ("delete a.txt, we do not need it, but never notes.md", NOTES), ("delete notes.md? No, do not, we use it", NOTES), ("lösche nicht notes.md", NOTES),
    ("atelier_dev was dropped last night, find out who did that", DATABASE), ("can atelier_dev be dropped by the job?", DATABASE),
    ("atelier_dev must not be dropped, make it faster", DATABASE), ("atelier_dev can be dropped by a job, is that safe?", DATABASE),
    ("rebase and force push it", FORCED), ("rename the branch, never drop feature/login", BRANCH), ("what does results.json say?", OVER),
    ("terminate the instance i-0a81f7c2d9e01", MACHINES),
    ("update everything", RESET), ("is the website down? i can not open it", WEBSITE), ("write to Bo that the site is late", WEBSITE), ("i need feature/login, not main", BRANCH), ("drop the database shop_old", DATABASE), ("fix the db connection", DATABASE), ("remove the container || now fix the tests || go on", VOLUME),
    ("remove the volume cache_1", VOLUME), ("drop my local db", Loss("remote", "dropdb", "", "", ("shop_prod",))), ("go on with the stash", STASH),
    ("keep physics.rs, throw away the changes in ai.rs", PHYSICS), ("throw away changes in ai.rs, don't touch physics.rs", PHYSICS),
    ("can you look at gull-assets-old", BUCKET), ("notes.md nicht löschen", NOTES),
    ("run the reset tests", RESET), ("what would a hard reset lose?", RESET), ("add a delete button for notes.md", NOTES),
    ("make sure that nothing deletes notes.md", NOTES), ("discard all my changes || no, stop", RESET), ("remove the import from notes.md", NOTES),
    ("fix the failing test", CLEAN), ("what does git clean do?", CLEAN), ("keep the untracked files", KEPT), ("delete the branch other", BRANCH), ("push to main", FORCED), ("fix the parser", CLOUD), ("Удали пространство имён staging-8", STAGING)])
def test_not_asked_for(prompt: str, loss: Loss) -> None:
    assert not said(prompt, loss)


@pytest.mark.parametrize(("proposed", "answer", "loss", "calls", "wanted"), [
    ("Voulez-vous que j'anonymise les e-mails et téléphones en local ?", "oui vas-y", Loss("remote", "psql: UPDATE without WHERE", "", "", ("the default database",)), 1, True),
    ("The table is stale.  Shall I truncate it?", "yes", TABLE, 1, True), ("Soll ich das Volume löschen?", "ja, mach das", VOLUME, 1, True),
    ("draft.md is from March.  Shall I delete draft.md?", "yes", Loss("files", "rm", "", "", ("draft.md",)), 1, True),
    ("draft.md is from March.  Shall I delete draft.md?", "yes", Loss("tree", "git checkout", "", "", ("notes.txt",)), 1, False),
    ("Shall I write tests for the shop?", "yes", TABLE, 1, False), ("Shall I truncate it?", "no", TABLE, 1, False), ("Shall I truncate it?", "what is in it?", TABLE, 1, False),
    ("Shall I truncate it?", "yes", TABLE, 3, False)])
def test_a_yes_to_a_loss_that_was_proposed(proposed: str, answer: str, loss: Loss, calls: int, wanted: bool) -> None:
    settings = Settings()
    settings.key = b"k" * 32
    rows: list[dict[str, Any]] = [{**prompt_row("set the field up", settings.key), "at": 1.0}, *proposed_rows(proposed, settings.key, 2.0)["said"],
                                  {**prompt_row(answer, settings.key), "at": 3.0}]
    session = Session("s", {"context": {"actions": {str(n): [0, 3.0 + n] for n in range(1, calls + 1)}}})
    assert bool(asked(Event("PreToolUse", "s", facts=facts({"stored:said": rows})), session, loss, {}, settings)) is wanted


PAPERS = {"papers": ["ci/e2e.sh", "runbooks/disk-full.md"]}


@pytest.mark.parametrize(("prompt", "known", "wanted"), [
    ("build02 is full again, follow the runbook", PAPERS, True), ("the disk is full, you know what to do", PAPERS, True),
    ("e2e.sh leaves containers if up fails, trap it", PAPERS, True), ("e2e.sh hangs, fix it || 3 is right, run", PAPERS, True),
    ("follow the runbook", {}, False), ("fix the failing tests", PAPERS, False), ("what does the runbook say?", PAPERS, False),
    ("fix e2e.sh || why is build02 so slow?", PAPERS, False)])
def test_a_paper_that_the_person_points_at(prompt: str, known: dict[str, Any], wanted: bool) -> None:
    assert said(prompt, Loss("remote", "docker system prune", "", "", ("every volume that no container uses",)), known) is wanted


def test_nobody_said_anything() -> None:
    assert not asked(Event("PreToolUse", "s"), Session("s"), NOTES, {}, Settings())

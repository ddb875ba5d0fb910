"""The person asked for just this: silence."""
from __future__ import annotations

from typing import Any

import pytest

from guards import Event, Session, Settings
from guards._call import call_of
from guards._evidence.evidence import prompt_row, proposed_rows
from guards.loss.asked import asked
from guards.loss.destroys import losses
from guards.loss.words import Loss, parse
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


CHECKOUT = Loss("tree", "git checkout", "/p", "", (":/",))
PART = Loss("tree", "git checkout", "/p", "", ("auth.py",))
TWO = Loss("files", "rm", "/p", "", ("a.txt", "b.txt"))
BRANCHES = Loss("commits", "git branch -D", "/p", "d", ("old", "wip"))
WITHIN = {"untracked": True, "names": ["scratch/one.ts"], "files": 1}


@pytest.mark.parametrize("prompt", [
    "polish notes.md", "notes.md has typos", "überarbeite notes.md", "润色 notes.md", "notes.md", "/review notes.md", "zip notes.md",
    "sollte ich notes.md löschen?", "wie lösche ich notes.md", "¿debería borrar notes.md?", "можно удалить notes.md?", "为什么要删除 notes.md",
    "who deleted notes.md last time", "is notes.md safe to remove", "should i delete notes.md", "lösch Zeile 3 in notes.md", "borra la línea 3 de notes.md",
    "把 notes.md 里的价格删掉", "notes.md の価格を消して", "lösch die 3. Zeile in notes.md", "aus notes.md Zeile 3 löschen", "it is unused, remove it from notes.md",
    'commit this with the message "remove notes.md"', "create a ticket: delete notes.md", "erstelle ein Ticket: lösche notes.md",
    "rename the label from 'delete notes.md' to 'trash'", "delete notes.md tomorrow, today only the tests", "delete notes.md? no wait, keep it",
    "I was going to delete notes.md but changed my mind; rather clean up src", "after I reviewed it you can delete notes.md", "I would delete notes.md but my boss wants it",
    "notes.md erst löschen wenn ich ok sage", "keep these:\n- notes.md"])
def test_no_order_for_the_file(prompt: str) -> None:
    assert not said(prompt, NOTES)


@pytest.mark.parametrize("prompt", [
    "kannst du notes.md löschen?", "¿puedes borrar notes.md?", "tu peux supprimer notes.md ?", "能不能帮我删除 notes.md？", "notes.md を削除してくれますか？", "del notes.md",
    "wenn du fertig bist, lösch notes.md", "borra notes.md de la carpeta docs", "run `rm notes.md`", 'execute this: "delete notes.md"', "fix the build: remove notes.md",
    "delete notes.md, and never mind the warnings", "I changed my mind: delete notes.md", "smaž notes.md", "notes.md delete pls", "is it stale? then delete notes.md"])
def test_an_order_for_the_file(prompt: str) -> None:
    assert said(prompt, NOTES)


@pytest.mark.parametrize(("prompt", "loss", "wanted"), [
    ("verwirf alle Änderungen außer src/cart.py", CHECKOUT, False), ("discard all my changes other than cart.py", CHECKOUT, False), ("revert all except the cart", CHECKOUT, False),
    ("src/cart.py hariç tüm değişiklikleri geri al", CHECKOUT, False), ("除了 src/cart.py 丢弃所有修改", CHECKOUT, False), ("discard all local changes. src/cart.py has to stay.", CHECKOUT, False),
    ("verwirf alles außer cart.py", PART, False), ("discard everything without asking", CHECKOUT, True), ("discard all my changes. the tests must stay green", CHECKOUT, True),
    ("refactor auth.py", PART, False), ("the last agent ran git reset --hard and lost my work. fix the cart", RESET, False), ("explain git reset --hard", RESET, False),
    ("reset --hard", RESET, True), ("please delete these files:\na.txt\nb.txt", TWO, True), ("lösch folgendes: a.txt, b.txt", TWO, True), ("the following can go: a.txt, b.txt", TWO, True),
    ("read these files:\na.txt\nb.txt", TWO, False), ("remove old and wip branches", BRANCHES, True), ("del branches old and wip", BRANCHES, True), ("remove wip and old from the title", BRANCHES, False)])
def test_all_but_one_and_lists(prompt: str, loss: Loss, wanted: bool) -> None:
    assert said(prompt, loss) is wanted


@pytest.mark.parametrize(("prompt", "wanted"), [
    ("remove unused code in scratch", False), ("entferne die Kommentare in scratch/", False), ("delete everything about scratch in the README", False), ("remove all comments in scratch/", False),
    ("删除 scratch 目录里的多余空格", False), ("delete everything in scratch/", True), ("lösch alles in scratch", True), ("vacía el contenido de scratch", True),
    ("删除 scratch 目录下的所有文件", True), ("delete scratch/, notes.md", True), ("delete all logs in scratch", True)])
def test_what_stands_in_a_folder(prompt: str, wanted: bool) -> None:
    assert said(prompt, FILES, WITHIN) is wanted


@pytest.mark.parametrize(("proposed", "answer", "loss", "calls", "wanted"), [
    ("Voulez-vous que j'anonymise les e-mails et téléphones en local ?", "oui vas-y", Loss("remote", "psql: UPDATE without WHERE", "", "", ("the default database",)), 1, True),
    ("The table is stale.  Shall I truncate it?", "yes", TABLE, 1, True), ("Soll ich das Volume löschen?", "ja, mach das", VOLUME, 1, True),
    ("draft.md is from March.  Shall I delete draft.md?", "yes", Loss("files", "rm", "", "", ("draft.md",)), 1, True),
    ("draft.md is from March.  Shall I delete draft.md?", "yes", Loss("tree", "git checkout", "", "", ("notes.txt",)), 1, False),
    ("Shall I write tests for the shop?", "yes", TABLE, 1, False), ("Shall I truncate it?", "no", TABLE, 1, False), ("Shall I truncate it?", "what is in it?", TABLE, 1, False),
    ("Shall I truncate it?", "yes", TABLE, 3, False), ("The table is stale.  Shall I truncate it?", "yes", TABLE, 1, True),
    ("notes.md is old. Shall I delete it?", "jep", NOTES, 5, True), ("Shall I delete notes.md?", "delete it", NOTES, 1, True),
    ("Shall I delete notes.md?", "删吧", NOTES, 1, True), ("Delete notes.md and a.md?", "yes, but only notes.md", NOTES, 1, False),
    ("Delete notes.md and a.md?", "yes, but keep a.md", NOTES, 1, False), ("1. delete a.md\n2. delete notes.md\nWhich?", "the second one", NOTES, 1, True),
    ("Options: (a) keep all, (b) delete notes.md. Which?", "b", NOTES, 1, True), ("Two ways.\n\n1. Delete notes.md\n2. Keep it", "1", NOTES, 1, True),
    ("Leftovers:\n- a.md\n- notes.md\n\nDelete them?", "yes", NOTES, 1, True), ("I would delete notes.md. OK?", "passt", NOTES, 1, True),
    ("notes.md is untracked. Shall I commit it?", "yes", NOTES, 1, False), ("notes.md ist neu. Soll ich notes.md committen?", "ja", NOTES, 1, False),
    ("notes.md is new. Continue with the tests?", "yes", NOTES, 1, False), ("I did not delete notes.md. OK?", "yes", NOTES, 1, False),
    ("Delete notes.md and a.md?", "yes, but only a.md", NOTES, 1, False), ("Delete notes.md and a.md?", "yes, a.md", NOTES, 1, False),
    ("Delete notes.md and a.md?", "ja, außer notes.md", NOTES, 1, False), ("Delete notes.md and a.md?", "oui mais garde notes.md", NOTES, 1, False),
    ("1. delete notes.md\n2. delete a.md\nBoth?", "all but 1", NOTES, 1, False), ("1. keep all\n2. delete notes.md\nWhich one?", "yes", NOTES, 1, False),
    ("Options: (a) keep all, (b) delete notes.md. Which?", "a", NOTES, 1, False), ("Two ways.\n\n1. Delete notes.md\n2. Keep it", "ok", NOTES, 1, False),
    ("auth.py breaks. Shall I stash the changes in auth.py?", "yes", Loss("tree", "git checkout", "/p", "", ("auth.py",)), 1, False),
    ("Shall I delete notes.md, or keep it?", "keep it", NOTES, 1, False), ("Shall I delete notes.md?", "yes, but not yet", NOTES, 1, False)])
def test_a_yes_to_a_loss_that_was_proposed(proposed: str, answer: str, loss: Loss, calls: int, wanted: bool) -> None:
    settings = Settings()
    settings.key = b"k" * 32
    rows: list[dict[str, Any]] = [{**prompt_row("set the field up", settings.key), "at": 1.0}, *proposed_rows(proposed, settings.key, 2.0)["said"],
                                  {**prompt_row(answer, settings.key), "at": 3.0}]
    session = Session("s", {"context": {"actions": {str(n): [0, 3.0 + n] for n in range(1, calls + 1)}}})
    assert bool(asked(Event("PreToolUse", "s", facts=facts({"stored:said": rows})), session, loss, {"untracked": True}, settings)) is wanted


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


def consents(row: str) -> bool:
    """Did the prompt before the mark ask for all that the command behind it takes away?"""
    prompt, command = row.split(" | ")
    settings = Settings()
    settings.key = b"k" * 32
    event = Event("PreToolUse", "s", tool="Bash", input={"command": command}, cwd="/p",
                  facts=facts({"stored:said": [prompt_row(prompt, settings.key)]}))
    event = event.with_(call=call_of(event, settings))
    rows = [parse(loss.key) for loss in losses(event.call)]
    assert rows, command
    return all(asked(event, Session("s"), loss, {"untracked": True, "files": 1}, settings) for loss in rows)


@pytest.mark.parametrize("row", [
    "git checkout auth.py | git checkout auth.py", "run git restore . | git restore .",
    "pls git push -f origin main | git push -f origin main", "reset --hard | git reset --hard",
    "please run `git clean -fd` | git clean -fd", "can you git stash drop? | git stash drop",
    "undo it with `git checkout -- src/a.py` | git checkout -- src/a.py",
    "terraform -chdir=envs/preview destroy | terraform -chdir=envs/preview destroy",
    "kubectl -n prod delete deploy web | kubectl -n prod delete deploy web",
    "now do: git reset --hard origin/main | git reset --hard origin/main", "commit and git push -f | git push -f",
    "destroy the preview env | terraform -chdir=envs/preview destroy -auto-approve",
    "destroy the preview env | terraform destroy -auto-approve",
    "destroy the preview env | cd envs/preview && terraform destroy -auto-approve",
    "tear down preview | pulumi destroy -s preview -y", "tear down preview | pulumi destroy -s acme/preview-12 -y",
    "drop the table users | psql -c 'DROP TABLE users'", "drop the users table | psql shop -c 'DROP TABLE users'",
    "drop the users and orders tables | psql -c 'DROP TABLE users, orders'",
    "truncate users | psql -c 'TRUNCATE users'", "empty the users table | psql shop_dev -c 'DELETE FROM users'",
    "delete all rows from users | psql shop_dev -c 'DELETE FROM users'",
    "drop old_sessions on dev | psql -h dev-db.acme.dev shop -c 'DROP TABLE old_sessions'",
    "drop the temp_import table | psql -c 'DROP TABLE temp_import'",
    "delete all users | psql -c 'DELETE FROM users'", "delete the repo acme/old | gh repo delete acme/old --yes",
    "archive the repo acme/old | gh repo archive acme/old --yes",
    "delete the bucket acme-backups | aws s3 rb s3://acme-backups --force",
    "delete the acme-backups bucket please | aws s3 rb s3://acme-backups --force",
    "remove s3://acme-backups | aws s3 rb s3://acme-backups --force",
    "empty the bucket acme-assets | aws s3 rm s3://acme-assets --recursive",
    "delete old assets from the bucket acme-assets | aws s3 rm s3://acme-assets/old --recursive",
    "delete the namespace shop | kubectl delete namespace shop", "delete the shop namespace | kubectl delete ns shop",
    "delete the configmap web in staging | kubectl -n staging delete configmap web",
    "delete the configmap web | kubectl delete cm web", "delete the web deployment | kubectl delete deploy web",
    "uninstall the helm release preview | helm uninstall preview",
    "uninstall shop in prod | helm uninstall shop -n prod", "uninstall shop from prod | helm uninstall shop -n prod",
    "flush redis | redis-cli FLUSHALL", "clear the redis cache | redis-cli FLUSHDB",
    "clear the cache | redis-cli FLUSHALL", "delete issue 44 | gh issue delete 44 --yes",
    "delete the issue 44 in acme/shop | gh issue delete 44 -R acme/shop --yes",
    "delete the instance shop | gcloud sql instances delete shop",
    "delete the sql instance shop in europe-west1 | gcloud sql instances delete shop --region europe-west1",
    "terminate instance i-0abc | aws ec2 terminate-instances --instance-ids i-0abc",
    "delete the node n1 | kubectl delete node n1", "unpublish shop@1 | npm unpublish shop@1",
    "unpublish shop@1.2.3 from npm | npm unpublish shop@1.2.3", "delete the remote branch old | git push origin :old",
    "delete the branch old on origin | git push origin --delete old",
    "delete old on the remote | git push origin --delete old", "delete branch wip | git branch -D wip",
    "remove wip | git branch -D wip", "remove old and wip branches | git branch -D old wip", "delete the local branch wip and switch to main | git branch -D wip",
    "discard my changes in auth.py | git checkout HEAD -- auth.py", "take down the stack | pulumi destroy -y",
    "reset the dev database | prisma migrate reset --force", "drop the shop_dev db | rails db:drop",
    "delete the vm build-3 | gcloud compute instances delete build-3 --zone europe-west1-b",
    "remove the secret db-pass from vault | vault kv delete secret/db-pass",
    "delete the queue orders | aws sqs delete-queue --queue-url https://sqs.eu.amazonaws.com/1/orders",
    "delete the topic orders | kafka-topics --delete --topic orders",
    "delete release v1.2 | gh release delete v1.2 --yes",
    "delete the app shop | heroku apps:destroy shop --confirm shop",
    "delete the heroku app shop-old | heroku apps:destroy -a shop-old",
    "delete the lambda resize | aws lambda delete-function --function-name resize",
    "remove the dns record 7 | curl -X DELETE https://api.dns.example/zones/1/dns_records/7",
    "remove the cloudflare zone acme.dev | wrangler delete acme.dev",
    "kill the staging cluster | eksctl delete cluster --name staging",
    "delete the cluster dev in eu-west-1 | eksctl delete cluster --name dev --region eu-west-1",
    "delete the old snapshots snap-1 and snap-2 | aws ec2 delete-snapshot --snapshot-id snap-1"])
def test_the_clause_names_this_one(row: str) -> None:
    assert consents(row)


@pytest.mark.parametrize("row", [
    "the last agent ran git reset --hard and lost my work. be careful. fix the cart | git reset --hard",
    "never run git reset --hard | git reset --hard", "git clean -fd build | git clean -fd",
    "git stash drop stash@{2} | git stash clear", "git restore src/a.py | git restore .",
    "git checkout auth.py | git checkout -f", "git reset --hard | git clean -fdx",
    "explain what git reset --hard does | git reset --hard",
    "he ran git stash and git reset --hard, it was bad | git reset --hard",
    "terraform -chdir=envs/preview destroy | terraform -chdir=envs/prod destroy",
    "terraform destroy | terraform -chdir=prod destroy",
    "kubectl -n stage delete deploy web | kubectl -n prod delete deploy web",
    "destroy the preview env | terraform -chdir=prod destroy -auto-approve",
    "destroy the preview env | cd prod && terraform destroy -auto-approve",
    "destroy the preview env | TF_WORKSPACE=prod terraform destroy -auto-approve",
    "destroy the preview env | terraform workspace select prod && terraform destroy -auto-approve",
    "tear down preview | pulumi destroy -s prod -y", "tear down the blue stack | pulumi destroy -s green -y",
    "destroy the test vm | terraform destroy -auto-approve",
    "drop the column age of users | psql -c 'DROP TABLE users'", "drop the index on users | psql -c 'DROP TABLE users'", "drop the column age | psql -c 'DROP TABLE users'",
    "reset the password of user bob | psql -c 'DROP TABLE users'",
    "delete user bob from the users table | psql -c 'DELETE FROM users'",
    "delete user bob | psql -c 'DELETE FROM users'", "delete the inactive users | psql -c 'DELETE FROM users'",
    "drop the table orders | psql -c 'DROP TABLE users'", "drop the orders table | psql -c 'DROP TABLE users'",
    "drop the table users | psql -c 'DROP TABLE users, orders'",
    "drop the sessions table | psql -c 'DROP TABLE old_sessions'",
    "drop old sessions | psql -c 'DROP TABLE sessions'", "drop old_users | psql -c 'DROP TABLE old_sessions'",
    "drop the table users | psql -c 'DROP DATABASE shop'",
    "drop the table users on staging | psql -h prod-db.example -c 'DROP TABLE users'",
    "archive the repo acme/old | gh repo delete acme/old --yes",
    "delete the repo acme/old | gh repo delete acme/shop --yes",
    "delete the bucket acme-assets | aws s3 rb s3://acme-backups --force",
    "delete old assets from the bucket acme-assets | aws s3 rb s3://acme-assets --force",
    "roll out shop | kubectl delete namespace shop", "delete the label shop | gh repo delete acme/shop --yes",
    "delete the database shop | kubectl delete namespace shop",
    "delete the configmap web in staging | kubectl -n prod delete configmap web",
    "delete the configmap web in staging | kubectl --context prod delete configmap web",
    "delete the configmap web | kubectl -n prod delete configmap web",
    "delete the deployment web in the checkout namespace | kubectl -n payments delete deploy web",
    "delete the configmap web | kubectl delete namespace web",
    "uninstall the helm release preview | helm uninstall shop -n prod",
    "uninstall the helm release preview | helm uninstall shop", "uninstall preview | helm uninstall shop",
    "clear the key cart:1 in redis | redis-cli FLUSHDB", "clear the keys cart:1 and cart:2 | redis-cli FLUSHALL",
    "delete my comment on issue 44 | gh issue delete 44 --yes", "delete comment 44 | gh issue delete 44 --yes",
    "delete issue 43 | gh issue delete 44 --yes",
    "remove the disk from the instance | gcloud sql instances delete shop",
    "delete the tag v1 of shop | gh repo delete acme/shop --yes",
    "delete the snapshot of instance shop | gcloud sql instances delete shop",
    "remove the user jo from project shop | gcloud projects delete shop",
    "remove the remote old | git push origin :old", "unstage auth.py | git checkout HEAD -- auth.py",
    "remove wip from the title and switch to branch wip | git branch -D wip",
    "remove the label wip and merge | git branch -D wip",
    "stop the instance build-3 | gcloud compute instances delete build-3",
    "stop the app shop | heroku apps:destroy shop --confirm shop", "delete the tag old | git branch -D old",
    "delete the cluster dev in eu-west-1 | eksctl delete cluster --name dev --region us-east-1",
    "delete the cluster dev | eksctl delete cluster --name prod",
    "remove the secret from the vault pod | vault kv delete secret/db-pass",
    "delete the version 1.2.3 of shop | npm unpublish shop --force",
    "delete the log group of the lambda resize | aws lambda delete-function --function-name resize",
    "disable the user jo | aws iam delete-user --user-name jo",
    "remove the instance from the load balancer | aws ec2 terminate-instances --instance-ids i-0abc",
    "delete the dev cluster | eksctl delete cluster --name prod"])
def test_the_clause_names_another_place_part_or_thing(row: str) -> None:
    assert not consents(row)

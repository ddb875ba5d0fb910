"""What of a loss a prompt speaks of, where it does not name it whole."""
from __future__ import annotations

import doctest
from typing import Any

import pytest

from guards import Event, Session, Settings
from guards._evidence.evidence import prompt_row, proposed_rows
from guards.loss import spoken
from guards.loss.asked import asked
from guards.loss.words import Loss
from tests.spelled import facts

PREVIEW = Loss("remote", "helm uninstall", "", "", ("preview-88",))
SPACES = Loss("remote", "kubectl delete", "", "", ("ns", "pr-2210", "pr-2231"))
PACKAGE = Loss("remote", "npm unpublish", "", "", ("@acme/kit@0.3.1",))
THEME = Loss("remote", "shopify theme delete", "", "", ("shopify",))
HOOK = Loss("remote", "curl -X DELETE", "", "", ("https://api.acme.dev/v2/webhooks/e2e",))
BRANCH = Loss("remote", "supabase branches delete", "", "", ("pr-12",))
SERVICES = Loss("remote", "docker compose down -v", "", "", ("the volumes of these services",))
BRANCHES = Loss("commits", "git branch -D", "/p", "d", ("prueba-mapa", "demo-viejo"))
ONE_BRANCH = Loss("commits", "git branch -D", "/p", "d", ("timeout-lento",))
RAILS = Loss("remote", "rails db:drop", "", "", ("db:create", "db:migrate", "db:seed"))
SYNCED = Loss("remote", "rsync --delete", "", "", ("kestrel.hpc.example:jobs/spinglass/",))
MIRRORED = Loss("remote", "rsync --delete", "", "", ("hk1:/srv/map/",))
ENDPOINT = Loss("remote", "stripe webhook_endpoints delete", "", "", ("we_1Qx8KjJ3nTq9bR0w",))
FLASH = Loss("remote", "esptool.py erase_flash", "", "", ("esptool.py",))
RECORDS = Loss("remote", "curl -X DELETE", "", "", ("https://api.dns.example/zones/1/dns_records/7",))
VOLUMES = Loss("remote", "docker volume prune", "", "", ("every volume that no container uses",))
PLUGIN = Loss("files", "rm", "/p", "", ("lua/plugins/nvim-tree.lua",))
SHOTS = Loss("files", "rm", "/p", "", ("img/one.png", "img/two.png"))
PLAN = Loss("files", "rm", "/p", "", ("tf.plan",))
OLD = Loss("files", "rm", "/p", "r", ("/home/a/Documents/drafts.odt",))
TOPIC = Loss("remote", "kafka-topics --delete", "", "", ("orders-v1",))
CODE = Loss("files", "rm", "/p", "", ("src/money.py",))
LIVE = Loss("remote", "dropdb", "", "", ("shop_prod",))


def said(prompts: str, loss: Loss, actions: int = 0, untracked: bool = True) -> bool:
    settings = Settings()
    settings.key = b"k" * 32
    rows: list[dict[str, Any]] = []
    for one in prompts.split(" || "):       # "?": the agent stopped with a question that names nothing
        rows += proposed_rows("Do it?", settings.key, 99.0)["said"] if one == "?" else [{**prompt_row(one, settings.key), "at": 100.0}]
    done = {str(n): [f"t{n}", 101.0 + n, "Bash", "run", 0, "done", ""] for n in range(actions)}
    session = Session("s", {"context": {"actions": done}})
    return bool(asked(Event("PreToolUse", "s", facts=facts({"stored:said": rows})), session, loss, {"untracked": untracked}, settings))


@pytest.mark.parametrize(("prompts", "loss"), [
    ("take down the preview", PREVIEW), ("which preview envs are left? kill those", SPACES), ("unpublish the 0.3.1 version, it is broken", PACKAGE),
    ("the old dev themes in the store, 'Dev old' and 'xmas24', delete", THEME), ("clean up, remove the hook", HOOK),
    ("delete this supabase branch", BRANCH), ("reset my local env completely", SERVICES), ("? || yes do it, nothing in there", SERVICES),
    ("now nvim-tree isnt needed, remove it", PLUGIN), ("delete the screenshots", SHOTS), ("sweet, commit and rm the plan file", PLAN),
    ("? || ok", PLAN), ("? || yes thats the point of it go", PLAN), ("fai il merge e cancella il branch", ONE_BRANCH),
    ("my local db is screwed after switching branches, blow it away and reseed", RAILS), ("sync the code to the cluster", SYNCED),
    ("erase the esp on ttyUSB0 and flash the new fw", FLASH), ("drop the TXT records of the challenge", RECORDS),
    ("把这个服务部署到hk1，目录 /srv/map", MIRRORED), ("tear it all down (endpoint too)", ENDPOINT),
    ("? || sí, adelante", PLAN), ("? || はい、お願い", PLAN), ("rm the drafts file", OLD),
    ("orders-v1 トピックを消して", TOPIC)])
def test_spoken_of(prompts: str, loss: Loss) -> None:
    assert said(prompts, loss)


@pytest.mark.parametrize(("prompts", "loss"), [
    ("fix the preview page", PREVIEW), ("推送到 origin", MIRRORED), ("push it to hk1", MIRRORED), ("fix the endpoint", ENDPOINT), ("remove the unused imports in src", LIVE), ("remove the screenshots", CODE),
    ("delete the todo comments", CODE), ("yes, but do not delete tf.plan", PLAN), ("ok now send the report", PLAN), ("no", PLAN), ("yes", PLAN),
    ("why are there so many branches? || and fix those tests", BRANCHES), ("unpublish the page", BRANCH), ("fix the branch", ONE_BRANCH), ("файл звіт.odt не відкривається, видали зайве", OLD), ("delete orders-v2", TOPIC), ("delete the branch spike-2", ONE_BRANCH), ("drop those", LIVE)])
def test_not_spoken_of(prompts: str, loss: Loss) -> None:
    assert not said(prompts, loss)


def test_a_yes_counts_for_the_next_calls_only() -> None:
    assert said("? || yes", PLAN, actions=2) and not said("? || yes", PLAN, actions=3)


def test_a_file_that_git_knows_has_to_be_named() -> None:
    assert not said("delete the screenshots", SHOTS, untracked=False) and said("delete one.png and two.png", SHOTS, untracked=False)


def test_examples() -> None:
    assert doctest.testmod(spoken).failed == 0

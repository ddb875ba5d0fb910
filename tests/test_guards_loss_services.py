"""What is taken away at a service: the order says it, no list of services."""
from __future__ import annotations

import doctest

import pytest

from guards._shell.machine import read
from guards._shell.reading import Ran
from guards._text.sql import empties
from guards.loss import services as module
from guards.loss.services import services


def found(command: str) -> list[str]:
    words = [word.replace("+", " ") for word in command.split()]
    return [loss.what for loss in services(Ran(words[0], words[1:], "/p", "", words[0]))]


@pytest.mark.parametrize("command", [
    "kubectl get pods", "vault kv get secret/x", "aws s3 ls s3://x", "gh repo view a/b", "docker rm -f x", "docker system prune -af",
    "terraform plan", "terraform plan -destroy", "npm uninstall x", "pip uninstall -y x", "apt-get purge x", "systemctl disable x", "tmux kill-session",
    "kubectl delete pod x --dry-run=client", "kubectl --context minikube delete ns x", "heroku apps:destroy shop-test",
    "curl https://a.example/delete", "curl -X GET https://a.example/x", "curl -X DELETE http://127.0.0.1:80/x",
    "psql -h db.example -c select+1", "psql -h localhost -c drop+table+t", "psql -h db.example -c delete+from+t+where+id=1",
    "redis-cli -h cache.example get x", "rclone copy a b:c", "gh pr close 3", "crontab -l", "mytool delete-all --help",
    "kubectl -n prod delete pod shop-7c", "kubectl delete po/shop-7c", "kubectl delete sts redis --cascade=orphan", "aws iam delete-access-key --access-key-id AKIA1", "gh api -X DELETE orgs/o/memberships/jo", "gh api -X DELETE repos/o/r/collaborators/jo",
    "curl -X DELETE https://api.example/user/tokens/$id", "npm run delete", "make purge", "git-lfs prune", "storm warning", "format disk --help", "cargo yankee"])
def test_what_takes_nothing_away(command: str) -> None:
    assert found(command) == []


@pytest.mark.parametrize(("command", "what"), [
    ("kubectl delete namespace shop", "kubectl delete"), ("vault kv destroy -versions=1 secret/a", "vault kv destroy"),
    ("aws s3 rb s3://shop --force", "aws s3 rb"), ("aws rds delete-db-instance --db-instance-identifier shop", "aws rds delete-db-instance"),
    ("stripe webhook_endpoints delete we_1Qx", "stripe webhook_endpoints delete"), ("gcloud sql instances delete shop", "gcloud sql instances delete"), ("heroku apps:destroy shop", "heroku apps:destroy"),
    ("helm uninstall shop", "helm uninstall"), ("rabbitmqctl delete_vhost /prod", "rabbitmqctl delete_vhost"),
    ("nobodyknows volumes delete shop", "nobodyknows volumes delete"), ("java -jar jenkins-cli.jar delete-job shop", "java delete-job"),
    ("kafka-topics --bootstrap-server k.example:9092 --delete --topic orders", "kafka-topics --delete"),
    ("terraform apply -destroy", "terraform apply -destroy"), ("docker volume rm db", "docker volume rm"),
    ("docker compose down -v", "docker compose down -v"), ("rclone sync a b:c", "rclone sync"), ("crontab -r", "crontab -r"),
    ("gh api -X DELETE repos/a/b", "gh -X DELETE"), ("curl -X DELETE https://a.example/x", "curl -X DELETE"),
    ("dropdb shop", "dropdb"), ("aws iam delete-user --user-name jo", "aws iam delete-user"), ("gh api -X DELETE repos/a/tokens", "gh -X DELETE"), ("npm unpublish shop", "npm unpublish"), ("psql -h db.example -c drop+table+t", "psql: DROP TABLE t"),
    ("redis-cli -h cache.example FLUSHALL", "redis-cli FLUSHALL"), ("aws s3 sync a s3://b --delete", "aws s3 sync --delete")])
def test_what_takes_something_away(command: str, what: str) -> None:
    assert found(command) == [what]


def test_what_an_option_names() -> None:
    words = "--bootstrap-server k.example:9092 --delete --topic orders-v1".split()
    assert [list(loss.names) for loss in services(Ran("kafka-topics", words, "/p", "", "kafka-topics"))] == [["orders-v1"]]


@pytest.mark.parametrize(("command", "names"), [
    ("psql shop_dev -c 'drop table t'", ["shop_dev"]), ("psql -U bo -p 5433 shop_dev -c 'drop table t'", ["shop_dev"]), ("mysql -e 'drop table t' shop", ["shop"]),
    ("psql -h db.example shop_dev -c 'drop table t'", ["db.example"]), ("psql -c 'drop table t'", ["the default database"])])
def test_the_database_that_a_client_is_given(command: str, names: list[str]) -> None:
    assert [list(loss.names) for ran in read(command).ran for loss in services(ran)] == [names]


@pytest.mark.parametrize(("text", "order"), [
    ("select 1", ""), ("update t set a = 1 where b = 2", ""), ("-- drop table x is bad", "DROP TABLE x"), ("UPDATE t SET a = 1", "UPDATE without WHERE"),
    ("begin; TRUNCATE t; commit", "TRUNCATE"), ("DROP DATABASE IF EXISTS shop", "DROP DATABASE shop"), ("db.users.deleteMany({})", "dropping a collection")])
def test_orders_of_sql(text: str, order: str) -> None:
    assert empties(text) == order


def test_its_examples() -> None:
    assert doctest.testmod(module).failed == 0

"""Files that hold a secret, as people keep them: name -> (path, text, the secret's own texts).  Nothing here is a key of anybody's."""
from __future__ import annotations

import base64
import json

from guards._sensitive.formats import FORMATS
from tests.examples import fill

Kind = tuple[str, str, list[str]]
PROVIDERS = ("aws-access-key", "google-api-key", "digitalocean-token", "github-token", "gitlab-token", "npm-token", "pypi-token", "slack-token",
             "sendgrid-key", "stripe-key", "huggingface-token", "shopify-token", "vault-token", "supabase-key", "openai-key", "databricks-token",
             "dropbox-token", "linear-key", "notion-token", "grafana-token")
DRAWN = {"short": fill("<A14>", 3), "long": fill("<A40>", 3), "hex": fill("<h32>", 3), "base64": fill("<s43>", 3) + "="}
PEM = "-----BEGIN {0} PRIVATE KEY-----\n" + "\n".join(fill("<s64>", n) for n in range(5)) + "\n-----END {0} PRIVATE KEY-----\n"
PEM_LINES = [fill("<s64>", n) for n in range(5)]
SEED = "gravity machine north sort system female filter attitude volume fold club stay"


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _kinds() -> dict[str, Kind]:
    found: dict[str, Kind] = {}
    examples = {row[0]: fill(row[3][0], 7) for row in FORMATS}
    for name in PROVIDERS:
        value = examples[name].split()[-1].strip(",")
        found[name] = (".env", f"DEBUG=1\n{name.upper().replace('-', '_')}={value}\nPORT=3000\n", [value])
    for name, value in {"passphrase of words": "correct-horse-battery", "counted": "abcdefgh12345678", "spoken": "my-super-secret-value", "weak": "Sommer2024!",
                        "half a format": "sk-proj-abcd1234EFGH5678", "with signs": "p@ss#w0rd%9", "drawn": DRAWN["short"], "words": "tannenwald77",
                        "in capitals": "GEHEIMNIS4711", "digits": "8391027465", "in German": "Fahrradkette-blau"}.items():
        found[f"password, {name}"] = (".env", f"DB_HOST=db.internal\nDB_PASSWORD={value}\nPORT=5432\n", [value])
    found["PIN"] = (".env", "CARD_PIN=48291307\nPORT=3000\n", ["48291307"])
    found["passphrase in quotes"] = (".env", 'BACKUP_PASSPHRASE="violet kettle orbit sparrow"\nPORT=3000\n', ["violet kettle orbit sparrow"])
    found["session secret"] = (".env", f"SESSION_SECRET={DRAWN['long']}\n", [DRAWN["long"]])
    found["key in hex"] = (".env", f"ENCRYPTION_KEY={DRAWN['hex']}\n", [DRAWN["hex"]])
    found["key in base64"] = (".env", f"APP_KEY=base64:{DRAWN['base64']}\n", [DRAWN["base64"]])
    found["seed phrase"] = (".env", f'MNEMONIC="{SEED}"\n', [SEED])
    for scheme in ("postgres", "mysql", "mongodb+srv", "redis", "amqp"):
        found[f"{scheme} address"] = (".env", f"DATABASE_URL={scheme}://shop:kX9-horse-battery@db.example.org/shop\n", ["kX9-horse-battery"])
    for kind in ("RSA", "OPENSSH", "EC"):
        found[f"{kind} key"] = (f"deploy_{kind.lower()}.pem", PEM.format(kind), PEM_LINES)
    found["service account"] = ("service-account.json", json.dumps({
        "type": "service_account", "project_id": "shop", "private_key_id": fill("<h40>", 9), "private_key": PEM.format("RSA"),
        "client_email": "robot@shop.iam.gserviceaccount.com"}, indent=2), PEM_LINES)
    found["credentials.json"] = ("credentials.json", json.dumps({"installed": {
        "client_id": "shop.apps.example.org", "client_secret": "correct-horse-client", "refresh_token": "battery-staple-77"}}, indent=2),
        ["correct-horse-client", "battery-staple-77"])
    secret = encoded("correct-horse-battery")
    found["Kubernetes Secret"] = ("k8s/db-secret.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n"
                                  f"  password: {secret}\n  dsn: {encoded('host=db user=shop')}\n", [secret, encoded("host=db user=shop")])
    found["Kubernetes Secret, plain"] = ("k8s/secret.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n"
                                         "  password: correct-horse-battery\n", ["correct-horse-battery"])
    found["tfvars"] = ("terraform.tfvars", 'region = "eu-west-1"\ndb_password = "correct-horse-battery"\n', ["correct-horse-battery"])
    found["application.properties"] = ("src/main/resources/application.properties",
                                       "server.port=8080\nspring.datasource.password=correct-horse-battery\n", ["correct-horse-battery"])
    found["application.yml"] = ("src/main/resources/application.yml", "spring:\n  datasource:\n    username: shop\n    password: correct-horse-battery\n",
                                ["correct-horse-battery"])
    found["database.yml"] = ("config/database.yml", "production:\n  adapter: postgresql\n  username: shop\n  password: correct-horse-battery\n",
                             ["correct-horse-battery"])
    found["appsettings.json"] = ("appsettings.Production.json", json.dumps({"ConnectionStrings": {
        "Main": "Server=db;User Id=shop;Password=correct-horse-battery;"}}, indent=2), ["correct-horse-battery"])
    found["pairs of name and value"] = ("config/pairs.json", json.dumps([{"name": "DB_PASSWORD", "value": "correct-horse-battery"}]),
                                        ["correct-horse-battery"])
    found[".npmrc"] = (".npmrc", f"registry=https://npm.example.org/\n//npm.example.org/:_authToken={fill('<uuid>', 5)}\n", [fill("<uuid>", 5)])
    found[".npmrc, password"] = (".npmrc", f"//npm.example.org/:_password={encoded('horse-battery')}\n", [encoded("horse-battery")])
    found[".netrc"] = (".netrc", "machine api.example.org\n  login shop\n  password correct-horse-battery\n", ["correct-horse-battery"])
    found[".pgpass"] = (".pgpass", "db.example.org:5432:shop:shop:correct-horse-battery\n", ["correct-horse-battery"])
    found["docker config"] = (".docker/config.json", json.dumps({"auths": {"registry.example.org": {"auth": encoded("shop:correct-horse")}}}, indent=2),
                              [encoded("shop:correct-horse")])
    found["AWS credentials"] = (".aws/credentials", f"[default]\naws_access_key_id = {examples['aws-access-key']}\naws_secret_access_key = {fill('<s40>', 5)}\n",
                                [examples["aws-access-key"], fill("<s40>", 5)])
    found[".pypirc"] = (".pypirc", "[pypi]\nusername = shop\npassword = correct-horse-battery\n", ["correct-horse-battery"])
    found[".my.cnf"] = (".my.cnf", "[client]\nuser=shop\npassword=correct-horse-battery\n", ["correct-horse-battery"])
    found["kubeconfig"] = (".kube/config", f"users:\n- name: shop\n  user:\n    token: {fill('<A32>', 5)}\n", [fill("<A32>", 5)])
    found["git credentials"] = (".git-credentials", "https://shop:correct-horse-battery@git.example.org\n", ["correct-horse-battery"])
    found["Maven settings"] = (".m2/settings.xml", "<settings><servers><server><id>x</id><password>correct-horse-battery</password></server></servers></settings>\n",
                               ["correct-horse-battery"])
    crypt = f"$apr1${fill('<A8>', 5)}${fill('<A22>', 5)}"
    found["htpasswd"] = (".htpasswd", f"shop:{crypt}\n", [crypt])
    return found


KINDS = _kinds()

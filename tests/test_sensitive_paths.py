
import pytest

from guards import CREDENTIALS, INTERNAL, NONE
from guards._sensitive.paths import of_test, path_level

INNOCENT = (
    "", "/", "src/main.py", "README.md", ".env.example", "app/.env.sample", ".env.template", "config/.env.dist", "package-lock.json",
    "id_rsa.pub", "docs/environment.md", "src/secrets.py", "tests/fixtures/server.key.example", "cert.pem", "ca-bundle.pem", "fullchain.pem",
    "keyboard.py", "src/token.ts", "aws/credentials_provider.go", "lib/keychain.swift", "etc/hosts", ".github/workflows/env.yml", "public.pem",
    "known_hosts.md", ".envoy/config.yaml", "environ.py", "src/cookies", "shadow.css",
)
SECRET = (
    ".env", "/home/me/app/.env", ".env.local", ".env.production", "prod.env", ".envrc", "~/.ssh/id_rsa", "/root/.ssh/id_ed25519", "~/.aws/credentials",
    "C:\\Users\\me\\.aws\\credentials", "~/.netrc", "~/.kube/config", "server.key", "deploy.pem", "store.jks", "vault.kdbx", "~/.docker/config.json",
    "~/.npmrc", "~/.pypirc", "~/.git-credentials", "~/.config/gh/hosts.yml", "/etc/shadow", "~/Library/Keychains/login.keychain-db",
    "~/.mozilla/firefox/abc.default/logins.json", "~/.config/google-chrome/Default/Login Data", "~/.config/google-chrome/Default/Cookies",
    "/proc/self/environ", "/proc/17/environ", "terraform.tfstate", "~/.pgpass", "/run/secrets/db", "'.env'", "\"~/.aws/credentials\"",
    "~/.config/gcloud/application_default_credentials.json", "~/.claude/.credentials.json", "~/.codex/auth.json", "config/master.key",
)
INSIDE = ("~/.ssh/config", "~/.bash_history", "/etc/passwd")


@pytest.mark.parametrize("path", INNOCENT)
def test_innocent(path):
    assert path_level(path) == NONE


@pytest.mark.parametrize("path", SECRET)
def test_secret(path):
    assert path_level(path) == CREDENTIALS


@pytest.mark.parametrize("path", INSIDE)
def test_internal(path):
    assert path_level(path) == INTERNAL


def test_a_file_of_tests_is_known_by_its_path():
    assert of_test("src/__tests__/a.ts") and of_test("a_test.go") and not of_test("src/contest.py")

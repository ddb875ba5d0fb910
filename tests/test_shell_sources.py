"""What is secret by its name, and what only looks so."""
import doctest

import pytest

from guards._shell import sources
from guards._shell.sources import env_level, file_level, prints_secret


@pytest.mark.parametrize("name", ["PATH", "HOME", "PWD", "MAX_TOKENS", "TOKEN_COUNT", "TOKEN_LIMIT", "KEY", "SSH_AUTH_SOCK",
                                  "PASSWORD_FILE", "AUTHOR", "SECRET_NAME", "CI", "GITHUB_SHA", "PRIMARY_KEY", "f", ""])
def test_innocent_variables(name):
    assert env_level(name) == 0


@pytest.mark.parametrize("name", ["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "DB_PASSWORD", "OPENAI_API_KEY", "secret",
                                  "STRIPE_SECRET_KEY", "DATABASE_URL", "NPM_AUTH_TOKEN", "PGPASSWORD_PASSPHRASE"])
def test_secret_variables(name):
    assert env_level(name) == 3


@pytest.mark.parametrize("path", ["", "src/main.py", ".env.example", "~/.ssh/id_rsa.pub", "docs",
                                  "*.py", "cert.pub.pem", ".", "secrets"])
def test_innocent_paths(path):
    assert file_level(path) == 0


@pytest.mark.parametrize("path", [".env", ".env*", "~/.ssh", "~/.ssh/*", "~/.ssh/work", "/root/.aws/", "*.pem",
                                  "a/id_rsa", "/run/secrets/db"])
def test_secret_paths(path):
    assert file_level(path) == 3


def test_a_home_is_secret_as_a_whole():
    assert file_level("~") == 0 and file_level("~", whole=True) == 3 and file_level("/home/x", whole=True) == 3


def test_programs_that_print_secrets():
    assert prints_secret("gh", ["auth", "token"]) == "gh auth token"
    assert not prints_secret("gh", ["pr", "view"]) and not prints_secret("ls", ["auth", "token"])


def test_examples():
    assert doctest.testmod(sources).failed == 0

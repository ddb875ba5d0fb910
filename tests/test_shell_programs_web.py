"""Programs that speak HTTP, one by one."""
import pytest

from guards._shell.machine import read
from guards._text.address import normalize


@pytest.mark.parametrize("command", [
    "curl -o x file:///etc/hosts"])
def test_what_sends_nothing_here(command):
    assert read(command).effects == []


@pytest.mark.parametrize(("command", "kind", "to"), [
    ("curl https://a.example/x?y=1", "fetches", "a.example/x"),
    ("curl -sXPOST https://a.example", "sends", "a.example"),
    ("curl --json '{}' a.example", "sends", "a.example"),
    ("wget -O- https://a.example", "fetches", "a.example"),
    ("http a.example b=1", "sends", "a.example"),
    ("open https://a.example", "fetches", "a.example"),
])
def test_effect_of_a_program(command, kind, to):
    found = read(command).effects
    assert [(e.kind, normalize(e.destination)) for e in found][:1] == [(kind, to)]


@pytest.mark.parametrize("options", [
    "--proto '=https' --tlsv1.2 -sSf", "--speed-limit 1000 --speed-time 30 --retry-max-time 60 --max-redirs 5 -C - -L -o x",
    "--tls-max 1.3 --etag-save e.txt --noproxy a.example --proto-redir =https", "--rate 2/s --create-file-mode 0600 -O"])
def test_what_follows_an_option_is_no_address(options):
    assert [normalize(e.destination) for e in read(f"curl {options} https://a.example/x").effects] == ["a.example/x"]


@pytest.mark.parametrize("option", ["--socks4", "--socks4a", "--proxy1.0", "--preproxy"])
def test_a_proxy_by_another_option_is_a_place(option):
    assert "b.example" in [normalize(e.destination) for e in read(f"curl {option} b.example:1080 https://a.example").effects]


def test_a_token_is_told_from_a_payload():
    found = read("curl -H \"Authorization: Bearer $GITHUB_TOKEN\" -d x https://api.github.com").effects[0]
    assert (found.payload.level, found.auth.level, found.auth.names) == (0, 3, ("$GITHUB_TOKEN",))

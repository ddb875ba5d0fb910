"""A folder that a command opens to whoever asks."""
import doctest

import pytest

from guards import ASK, PASS
from guards._shell.programs import opened
from tests.contaminated import Story


def test_examples():
    assert doctest.testmod(opened).failed == 0


@pytest.mark.parametrize("command", [
    "python3 -m http.server -d public 8000", "python3 -m http.server", "python3 -m http.server --bind 127.0.0.1 8000", "php -S localhost:8000", "hugo serve", "npx nx serve app", "npx serve -l tcp://127.0.0.1:8000 .",
    "cloudflared tunnel run shop", "php artisan serve", "bundle exec jekyll serve", "firebase serve --only hosting",
    "rclone serve http --addr localhost:8000 .", "tailscale status",
    "caddy file-server --listen 127.0.0.1:8080 --root .", "node server.js .", "npx json-server db.json", "ollama serve",
    "ls -lh /p/go/mcp-server", "md5sum /p/go/mcp-server", "cp api-server /p/bin/", "chmod +x ./tile-server"])
def test_what_opens_no_folder(command):
    story = Story()
    story.inside = {"secret": [".env"], "beyond": False}
    assert story.bash(command).effect == PASS


@pytest.mark.parametrize("command", [
    "npx serve -l 8000 .", "npx serve", "ngrok http file:///p", "tailscale funnel --bg .", "rclone serve http --addr :8000 .",
    "code tunnel --accept-server-license-terms --name shop", "caddy share ./", "caddy file-server --listen :80 --root .", "npx http-server . -p 8080", "devserver expose ../app",
    "python3 -m http.server --bind 0.0.0.0", "python3.12 -m http.server -b 0.0.0.0 -d site 9000", "npx http-server . -a 0.0.0.0", "php -S 0.0.0.0:8000 -t www"])
def test_a_folder_with_a_secret_in_it(command):
    story = Story()
    assert story.bash(command).effect == PASS
    story.inside = {"secret": [".env"], "beyond": False}
    assert story.bash(command).effect == ASK


@pytest.mark.parametrize("command", [
    "tmate kill-session", "ngrok --version", "cloudflared tunnel list", "ttyd -i lo bash", "ttyd -c me:x bash", "jupyter lab --no-browser",
    "jupyter lab --ip=0.0.0.0", "jupyter lab --ServerApp.token=''", "code-server --auth none --bind-addr 127.0.0.1:80",
    "vite --host 0.0.0.0", "ssh -L 5432:db:5432 web1", "brew install ngrok", "tmux new -d -s e2e", "chisel server"])
def test_what_opens_no_door(command):
    assert Story().bash(command).effect == PASS


@pytest.mark.parametrize("command", [
    "ngrok tcp 5432 --log stdout &", "tmate -F -k '' new-session", "bore local 5432 --to bore.pub", "upterm host",
    "npx localtunnel --port 3000", "cloudflared tunnel --url http://localhost:3000", "tailscale funnel 3000",
    "zrok share public localhost:80", "devtunnel host -p 3000 --allow-anonymous", "ttyd bash",
    "jupyter lab --ip=0.0.0.0 --ServerApp.token='' --port 8888", "code-server --bind-addr 0.0.0.0:80 --auth none"])
def test_a_door(command):
    assert Story().bash(command).rule == "leave.own-to-unnamed"


@pytest.mark.parametrize(("said", "command", "effect"), [
    ("show Jonas my server with ngrok", "ngrok http 3000", PASS), ("I need a public url", "npx localtunnel --port 80", PASS),
    ("start jupyter", "jupyter lab --ip 0.0.0.0 --ServerApp.token=", ASK)])
def test_a_door_that_the_person_spoke_of(said, command, effect):
    story = Story()
    story.prompt(said)
    assert story.bash(command).effect == effect


def test_the_named_folder_is_the_one_that_is_looked_into():
    from guards._shell.machine import read

    for command, folder in (("npx serve -l 8000 dist", "/p/dist"), ("npx serve -s build -p 3000", "/p/build"),
                            ("npx serve", "/p")):
        assert read(command, "/p").effects[-1].payload.files == (folder,)

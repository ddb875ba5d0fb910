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
    "ngrok http 3000 --log stdout", "cloudflared tunnel --url http://localhost:3000", "cloudflared tunnel run shop",
    "tailscale funnel 3000", "php artisan serve", "bundle exec jekyll serve", "firebase serve --only hosting",
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


def test_the_named_folder_is_the_one_that_is_looked_into():
    from guards._shell.machine import read

    for command, folder in (("npx serve -l 8000 dist", "/p/dist"), ("npx serve -s build -p 3000", "/p/build"),
                            ("npx serve", "/p")):
        assert read(command, "/p").effects[-1].payload.files == (folder,)

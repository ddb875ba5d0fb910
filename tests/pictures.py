"""Pictures of the report, drawn by a real Chromium: the one in docs/, or every story in every form, to be looked at.

    python3 -m tests.pictures            docs/report.png
    python3 -m tests.pictures FOLDER     each of tests/stories: light, dark, narrow, printed; and all of them as a fleet

Needs pytest and Chromium, as the tests do (tests/browser.py).
"""
from __future__ import annotations

import argparse
import base64
import sys
import tempfile
from pathlib import Path

from hooks._ctl import module
from hooks._stores.world import World
from tests.browser import Browser, missing
from tests.test_stories import STORIES, play

ROOT = Path(__file__).resolve().parent.parent
SHOWN = "a_ticket_gives_an_order"
FORMS = {"light": (1160, "light"), "dark": (1160, "dark"), "narrow": (400, "light")}
TALLEST = 6000      # points


def page(projects: Path, out: Path, fleet: str | None = None) -> str:
    """The report of a project, or of all below a folder, as an address."""
    args = argparse.Namespace(session=None if fleet else "s", output=str(out), json=False, fleet=fleet, since=None)
    assert module("report").run(args, World(str(projects), {})) == 0
    return out.as_uri()


def picture(tab: Browser, url: str, form: str, out: Path, height: int = 0) -> None:
    """One PNG, as high as the page where no height is given."""
    width, scheme = FORMS[form]
    tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    tab.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    tab.open("about:blank")
    tab.open(url)
    tall = height or min(TALLEST, tab.run("document.documentElement.scrollHeight"))
    # Rows far from the screen are not drawn (`content-visibility`): the screen is made as high as the picture.
    tab.call("Emulation.setDeviceMetricsOverride", width=width, height=tall, deviceScaleFactor=1, mobile=False)
    tab.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
    clip = {"x": 0, "y": 0, "width": width, "height": tall, "scale": 1}
    shot = tab.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    out.write_bytes(base64.b64decode(shot["data"]))


def printed(tab: Browser, url: str, out: Path) -> None:
    tab.open(url)
    out.write_bytes(base64.b64decode(tab.call("Page.printToPDF", printBackground=False)["data"]))


def main(folder: str) -> int:
    if missing():
        print(missing(), file=sys.stderr)
        return 1
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    stories = STORIES if folder else [one for one in STORIES if one.stem == SHOWN]
    with tempfile.TemporaryDirectory() as scratch:
        tab, root = Browser(), Path(scratch)
        try:
            for story in stories:
                project = root / "all" / story.stem
                project.mkdir(parents=True)
                play(story, project)
                url = page(project, root / "report.html")
                if not folder:
                    picture(tab, url, "light", ROOT / "docs" / "report.png", 830)
                    continue
                for form in FORMS:
                    picture(tab, url, form, Path(folder) / f"{story.stem}-{form}.png")
                printed(tab, url, Path(folder) / f"{story.stem}.pdf")
            if folder:
                url = page(root / "all", root / "report.html", str(root / "all"))
                for form in FORMS:
                    picture(tab, url, form, Path(folder) / f"fleet-{form}.png")
        finally:
            tab.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if sys.argv[1:] else ""))

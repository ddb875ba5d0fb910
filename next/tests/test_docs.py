"""The pages say what the code does: lengths, links, commands, and tables that the code generates.

`python3 -m tests.test_docs` writes the generated parts of docs/settings.md and docs/rules.md anew.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hooks import _ctl

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
FREE = ("rules.md", "evidence.md")  # generated, or figures


def run_markdown(verb: str, project: Path) -> str:
    command = [sys.executable, str(ROOT / "hooks/guardctl.py"), "--project", str(project)]
    done = subprocess.run([*command, verb, "--markdown"], capture_output=True, text=True)
    return done.stdout


def test_lengths() -> None:
    assert len((ROOT / "README.md").read_text().split()) <= 700
    pages = [page for page in PAGES[2:] if page.name not in FREE]
    assert sum(len(page.read_text().split()) for page in pages) <= 8000
    release = (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1]
    assert len(release.strip().splitlines()) <= 16


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[\w-]+)?\)", page.read_text()):
        assert link.startswith("https://") or (page.parent / link).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_verbs_and_options_exist(page: Path) -> None:
    if page.name in ("CHANGELOG.md", "threat-model.md"):
        return  # they name what is gone
    text = page.read_text()
    for verb in re.findall(r"guardctl (?!ID\b)([a-z]+)\b", text):
        assert verb in _ctl.VERBS, verb
    help = subprocess.run([sys.executable, str(ROOT / "install.py"), "--help"], capture_output=True)
    for option in re.findall(r"install\.py[^`\n]*?(--[a-z-]+)", text):
        assert option.encode() in help.stdout, option


@pytest.mark.parametrize(("verb", "page"), [("settings", "settings.md"), ("rules", "rules.md")])
def test_generated_parts_are_current(verb: str, page: str, tmp_path: Path) -> None:
    made = run_markdown(verb, tmp_path).strip()
    assert made and made in (ROOT / "docs" / page).read_text()


def test_readme_has_its_sections() -> None:
    text = (ROOT / "README.md").read_text()
    for head in ("Two commands", "What you will see", "Context contamination protection", "Limits"):
        assert f"\n## {head}\n" in text


def write_generated() -> None:
    """Writes what stands behind the mark of each generated page anew."""
    for verb in ("settings", "rules"):
        path, mark = ROOT / f"docs/{verb}.md", f"<!-- made by `guardctl {verb} --markdown` -->\n\n"
        head, _, rest = path.read_text().partition(mark)
        table = "| key | default | what it does |\n|---|---|---|\n" if verb == "settings" else ""
        made, end = run_markdown(verb, ROOT / "tests/cases"), "<!-- end -->"
        path.write_text(f"{head}{mark}{table}{made}\n{end}{rest.partition(end)[2]}")


if __name__ == "__main__":
    write_generated()

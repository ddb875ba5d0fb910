"""The pages say what the code does: lengths, links, commands, and tables that the code generates.

`python3 -m tests.test_docs` writes the generated parts of docs/settings.md and docs/rules.md anew.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from guards import DECISIONS
from hooks import _ctl
from hooks._ctl.session import walk_rules
from hooks._event.settings import KEYS, TYPES

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
FREE = ("rules.md", "evidence.md")  # generated, or figures


def write_settings() -> str:
    """The table of docs/settings.md."""
    lines = []
    for key, (default, kinds, _, sentence) in KEYS.items():
        words = [one for one in kinds if one not in TYPES]
        choice = f" ({', '.join(words)})" if words else ""
        lines.append(f"| `{key}` | `{default}` | {sentence}{choice} |")
    return "\n".join(lines)


def write_rules() -> str:
    """docs/rules.md: each rule, and what it says to its own example."""
    lines: list[str] = []
    for guard, rule in walk_rules():
        if f"## {guard}" not in lines:
            head = (importlib.import_module(f"guards.{guard}").__doc__ or "").partition("\n\n")[0]
            lines += ["", f"## {guard}", "", " ".join(head.split()), ""]
        verdict = rule.when(*rule.example_yes)
        says = f"{DECISIONS[verdict.effect]}: {' '.join(verdict.reason.split())}"
        lines.append(f"- **{rule.id}** {rule.question}  \n  {says}".replace("<", "&lt;"))
    return "\n".join(lines).strip()


PARTS = {"settings": write_settings, "rules": write_rules}


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


@pytest.mark.parametrize("name", PARTS)
def test_generated_parts_are_current(name: str) -> None:
    made = PARTS[name]()
    assert made and made in (ROOT / f"docs/{name}.md").read_text()


def test_readme_has_its_sections() -> None:
    text = (ROOT / "README.md").read_text()
    for head in ("Two commands", "What you will see", "Context contamination protection", "Limits"):
        assert f"\n## {head}\n" in text


def write_generated() -> None:
    """Writes what stands behind the mark of each generated page anew."""
    for name, make in PARTS.items():
        path, mark = ROOT / f"docs/{name}.md", "<!-- made by `python3 -m tests.test_docs` -->\n\n"
        head, _, rest = path.read_text().partition(mark)
        table = "| key | default | what it does |\n|---|---|---|\n" if name == "settings" else ""
        end = "<!-- end -->"
        path.write_text(f"{head}{mark}{table}{make()}\n\n{end}{rest.partition(end)[2]}")


if __name__ == "__main__":
    write_generated()

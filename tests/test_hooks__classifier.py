import json
import sys

import pytest

from guards import CREDENTIALS, INTERNAL, NONE, PII, Event, Settings
from guards._sensitive.scan import level, redact_spans, scan
from hooks._classifier import FILE, more, to_python, translated
from hooks._stores.world import World

EVENT = Event("PostToolUse", "s")
TOML = """
[allowlist]
stopwords = ["sample"]
[[rules]]
id = "acme-key"
regex = '''\\b(acme_[a-z0-9]{8})\\b'''
keywords = ["acme_"]
[[rules]]
id = "low-entropy"
regex = '''zz_[a-z]{8}'''
entropy = 2.5
[[rules]]
id = "endless"
regex = '''(a+)+b'''
[[rules]]
id = "only-a-path"
path = '''x'''
"""


def asked(project, text, command=None, timeout=5.0, event=EVENT):
    settings = Settings()
    settings.key = b"k" * 32
    if command:
        settings.extension_keys = {"classifier_command": command, "classifier_timeout": timeout}
    faults = []
    found = more(World(str(project), {}), settings, event, text, scan(text, settings), faults.append)
    return found, faults, settings


def says(word, extra=""):
    return [sys.executable, "-c", f"import sys; sys.stdin.read(); {extra or None}; print({word!r})"]


# ---- the program

def test_without_either_nothing_is_added(project):
    assert asked(project, "hello")[:2] == ([], [])


@pytest.mark.parametrize(("word", "expected"), [("none", NONE), ("pii", PII), ("internal", INTERNAL), ("CREDENTIALS", CREDENTIALS), ("CONFIDENTIAL", INTERNAL), ("{\"internal\"}", INTERNAL)])
def test_a_program_gives_the_level(project, word, expected):
    found, faults, settings = asked(project, "plans for the merger", says(word))
    assert (level(found), faults) == (expected, [])
    assert redact_spans("plans for the merger", found, settings.key) == "plans for the merger"


def test_it_can_only_raise(project):
    found, faults, _ = asked(project, "jane.roe@acme.io", says("none"))
    assert (level(found), faults) == (PII, [])


def test_it_reads_the_text(project):
    command = [sys.executable, "-c", "import sys; print('internal' if 'merger' in sys.stdin.read() else 'none')"]
    assert level(asked(project, "the merger", command)[0]) == INTERNAL
    assert level(asked(project, "the weather", command)[0]) == NONE


@pytest.mark.parametrize("command", [
    says("none", "sys.exit(3)"), says("perhaps"), ["/no/such/program"], says("none", "import time; time.sleep(60)"), "unclosed 'quote",
])
def test_when_it_fails_the_patterns_stand_and_it_is_said(project, command):
    found, faults, _ = asked(project, "jane.roe@acme.io", command, timeout=0.5)
    assert level(found) == PII
    assert len(faults) == 1 and "classifier_command" in faults[0] and "the patterns stand" in faults[0]


def test_prompts_and_calls_are_not_sent_to_it(project):
    assert level(asked(project, "x", says("internal"), event=Event("PreToolUse", "s"))[0]) == NONE


# ---- .gitleaks.toml

needs_toml = pytest.mark.skipif(sys.version_info < (3, 11), reason="tomllib came with Python 3.11")


@needs_toml
def test_rules_of_the_project(project):
    (project / FILE).write_text(TOML)
    found, faults, settings = asked(project, "key acme_1234abcd here")
    assert [f.rule for f in found] == ["acme-key"] and level(found) == CREDENTIALS
    assert "acme_" not in redact_spans("key acme_1234abcd here", found, settings.key)
    assert len(faults) == 1 and "endless" in faults[0]
    assert asked(project, "key acme_1234abcd here")[1] == []        # said once, kept translated
    assert asked(project, "zz_aaaaaaaa")[0] == [] and asked(project, "zz_qwxvbnmk")[0]


@needs_toml
def test_a_changed_file_is_read_again(project):
    (project / FILE).write_text(TOML)
    assert asked(project, "other_12")[0] == []
    (project / FILE).write_text("[[rules]]\nid = 'o'\nregex = 'other_[0-9]+'\n")
    assert [f.rule for f in asked(project, "other_12")[0]] == ["o"]


@needs_toml
def test_its_allowlist_never_silences_ours(project):
    (project / FILE).write_text("[allowlist]\nregexes = ['.*']\n" + TOML.replace("[allowlist]\n", "").replace('stopwords = ["sample"]', ""))
    found, _, _ = asked(project, "jane.roe@acme.io PASSWORD=h0rse-b4ttery acme_1234abcd")
    assert level(found) == CREDENTIALS and "acme-key" not in [f.rule for f in found]


@needs_toml
def test_a_broken_file_is_named(project):
    (project / FILE).write_text("[[rules\n")
    found, faults, _ = asked(project, "jane.roe@acme.io")
    assert level(found) == PII and FILE in faults[0]


@pytest.mark.parametrize(("go", "text"), [(r"a(?i)b", "AB"), (r"[[:alnum:]]+\z", "x1"), (r"(?P<x>a)", "a")])
@needs_toml
def test_expressions_of_go(go, text):
    import re
    expression, problem = to_python(go)
    assert not problem and re.search(expression, text)


@needs_toml
def test_translation_is_json():
    assert json.loads(json.dumps(translated(TOML)))["rules"][0]["id"] == "acme-key"

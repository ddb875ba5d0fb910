import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples import fill

ROOT = Path(__file__).resolve().parent.parent


def classify(project, text, *flags):
    done = subprocess.run([sys.executable, str(ROOT / "hooks" / "guardctl.py"), "--project", str(project), "classify", *flags],
                          input=text, capture_output=True, text=True, encoding="utf-8", env={**os.environ, "PYTHONUTF8": "1"})
    return done.returncode, done.stdout, done.stderr


def test_a_line_for_each_line(project):
    rows = [{"text": "hello"}, {"text": "mail jane.roe@acme.io"}, {"text": fill("token: ghp_<A36>")}]
    code, out, _ = classify(project, "".join(json.dumps(row) + "\n" for row in rows), "--jsonl")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [a["level"] for a in answers] == ["none", "pii", "credentials"]
    assert answers[0] == {"level": "none", "findings": [], "redacted": "hello"}
    [found] = answers[1]["findings"]
    assert found == {"rule": "email", "kind": "email", "start": 5, "end": 21}
    assert answers[2]["redacted"].startswith("token: [credentials:github-token:")


def test_nothing_is_written_for_it(project):
    classify(project, "hello")
    assert list(project.iterdir()) == []


def test_for_a_person(project):
    code, out, _ = classify(project, "a\nmail jane.roe@acme.io")
    assert (code, out) == (0, "pii\n  line 2: email (email), 16 characters\n")


@pytest.mark.parametrize("line", ["no json\n", "[]\n", "{\"text\": 1}\n"])
def test_a_line_that_is_none(project, line):
    code, _, err = classify(project, line, "--jsonl")
    assert code == 1 and "line 1" in err


def test_internal_domains_of_the_project(project):
    (project / ".autoskillit").mkdir()
    (project / ".autoskillit" / "guards.json").write_text('{"internal_domains": [".corp.example"]}')
    _, out, _ = classify(project, "see https://wiki.corp.example/x", "--json")
    assert json.loads(out)["level"] == "internal"

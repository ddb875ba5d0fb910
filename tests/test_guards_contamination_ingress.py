"""What a response brings in, and what a call leaves behind."""
import pytest

from guards import CREDENTIALS, INTERNAL, NONE, PII, Event, Facts, Settings
from guards._sensitive.scan import scan
from guards.contamination.ingress import after, left_behind, response_level, rows

KEY = "aws_secret_access_key = " + "wJq9rXUtnFEMI8K7MDENGbPxRfiCY3zQk2LmVa4T"


def settings():
    given = Settings()
    given.key = b"k" * 16
    given.tools = [("mcp__crm__lookup", {"internal_source": True, "untrusted_source": True})]
    return given


def event(tool, response, name="PostToolUse", **arguments):
    text = response if isinstance(response, str) else str(response)
    return Event(name, "s", tool=tool, input=arguments, response=response, cwd="/p",
                 facts=Facts(text, scan(text, settings())))


@pytest.mark.parametrize(("tool", "arguments", "response", "level"), [
    ("Read", {"file_path": "a.py"}, "x = 1", NONE),
    ("Read", {"file_path": ".env.example"}, "KEY=", NONE),
    ("Read", {"file_path": ".env"}, "", NONE),
    ("Bash", {"command": "cat .env"}, {"stdout": "", "stderr": ""}, NONE),
    ("Bash", {"command": "env | sort"}, {"stdout": "PATH=/bin"}, NONE),
    ("Write", {"file_path": "a", "content": KEY}, KEY, NONE),
    ("mcp__crm__lookup", {}, "", NONE),
    ("WebFetch", {"url": "https://x.example"}, "write to jane.miller@acme.org", PII),
    ("mcp__crm__lookup", {}, "a customer", INTERNAL),
    ("Read", {"file_path": "/p/.env"}, "A=b", CREDENTIALS),
    ("Bash", {"command": "cat ~/.npmrc .env"}, {"stdout": "A=b"}, CREDENTIALS),
    ("Grep", {"path": "~/.ssh/id_rsa"}, "x", CREDENTIALS),
    ("Bash", {"command": "cat ~/.ssh/id_rsa"}, {"stdout": "x"}, CREDENTIALS),
    ("Bash", {"command": "gh auth token"}, {"stdout": "x"}, CREDENTIALS),
    ("Read", {"file_path": "notes"}, KEY, CREDENTIALS),
])
def test_response_level(tool, arguments, response, level):
    assert response_level(event(tool, response, **arguments), settings()) == level


def test_labels_after_a_response():
    state = after(event("mcp__crm__lookup", "a customer"), {}, settings())
    assert state["level"] == "internal" and state["source"] == "mcp__crm__lookup"
    assert after(event("Read", "x", file_path="a"), state, settings()) is state


def test_a_message_hands_the_label_on():
    state = {"level": "internal", "source": "x", "contaminated_at": "t", "agents": {"a1": {}, "a2": {}}}
    state = after(event("SendMessage", "ok", to="a1", message="x"), state, settings())
    assert state["agents"]["a1"]["level"] == "internal" and state["agents"]["a2"] == {}


def test_a_message_to_nobody_harms_nothing():
    state = {"level": "internal", "source": "x", "contaminated_at": "t", "agents": {"": {}}}
    for given in ({"message": "x"}, {"to": None, "message": "x"}, {"to": [], "message": "x"}):
        assert after(event("SendMessage", "ok", **given), state, settings())["level"] == "internal"


def test_what_a_call_leaves_behind():
    state = left_behind(event("Bash", "", command="cp .env x; git remote add b https://e.example/x; "
                                                  "echo 'curl e.example' > up.sh"), {}, settings())
    assert state == {"files": {"/p/x": [3, ".env"], "/p/x/.env": [3, ".env"]}, "remotes": {"b": "https://e.example/x"},
                     "scripts": ["/p/up.sh"]}
    assert left_behind(event("Bash", "", command="ls"), {}, settings()) == {}


def test_a_file_written_with_a_secret_and_written_anew():
    state = left_behind(event("Write", KEY, file_path="/p/a", content=KEY), {}, settings())
    assert state["files"] == {"/p/a": [3, "/p/a"]}
    assert left_behind(event("Edit", "ok", file_path="/p/a", new_string="x"), state, settings()) is state
    assert left_behind(event("Write", "ok", file_path="/p/a", content="x"), state, settings())["files"] == {}


def test_rows_hold_no_text():
    kept = rows(event("mcp__crm__lookup", KEY + " for eve@evil.example"), settings())
    assert set(kept) == {"seen", "named"}
    assert "evil" not in str(kept) and "wJq9" not in str(kept)
    assert rows(event("Read", "x", file_path="a"), settings()) == {}


@pytest.mark.parametrize(("count", "unread"), [(2000, False), (2001, True)])
def test_more_credentials_than_are_known_again_count_as_unread(count, unread):
    from guards import Finding

    many = [Finding(CREDENTIALS, "credentials", "x", n, n + 1) for n in range(count)]
    given = event("Read", "x" * 3000, file_path="a").with_(facts=Facts("x" * 3000, many))
    assert ("unread" in after(given, {}, settings())) is unread

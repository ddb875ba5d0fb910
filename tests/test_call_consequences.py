"""guards/_call/consequences.py: acts that name no place, by a tool's words or a command's verbs."""
import pytest

from guards import Event, Settings
from guards._call import read
from guards._call.consequences import done


def groups(tool, given):
    event = Event("PreToolUse", "s", tool=tool, input=given, cwd="/p", project="/p")
    call = read(event, Settings())
    return [one.kind for one in done(event, call)]


@pytest.mark.parametrize("tool, given", [
    ("mcp__mail__list_emails", {"label": "closed"}), ("mcp__filesystem__delete_file", {"path": "a"}),
    ("mcp__notion__resolve_comments", {"page": "x"}), ("mcp__pg__query", {"sql": "select * from deleted"}),
    ("mcp__slack__search", {"query": "update on the list"}), ("mcp__notion__search", {"query": "delete from the plan"}),
    ("mcp__codex__update_plan", {"plan": [{"step": "Remove the plugin", "status": "in_progress"}]}),
    ("mcp__context7__resolve_library_id", {"libraryName": "x"}), ("mcp__slack__remove_reaction", {"name": "x"}),
    ("Bash", {"command": "gh pr list --state closed"}), ("Bash", {"command": "git push origin main"}),
    ("Bash", {"command": "npm publish --dry-run"}), ("Bash", {"command": "aws s3 sync a s3://b --delete --dryrun"}), ("Bash", {"command": "curl -F f=@a.png http://localhost:3000/up"}), ("Bash", {"command": "docker rm -f web"}),
    ("Bash", {"command": "rm -rf build && git branch -d x"}), ("Bash", {"command": "grep -rn delete src"})])
def test_nothing_of_consequence_elsewhere(tool, given):
    assert groups(tool, given) == []


@pytest.mark.parametrize("tool, given, group", [
    ("mcp__pg__query", {"sql": "DELETE FROM invoices WHERE customer = 4"}, "away"),
    ("mcp__pg__query", {"sql": "UPDATE users SET role = 'owner' WHERE id = 4"}, "does"),
    ("mcp__pg__read_rows", {"query": "grant all on t to zed"}, "lets"),
    ("mcp__gmail__delete_email", {"id": "m1"}, "away"), ("mcp__calendar__cancel_event", {"id": "e"}, "away"),
    ("mcp__account__disable_2fa", {}, "away"), ("mcp__hr__approve_request", {"id": "r"}, "lets"),
    ("mcp__gdrive__make_public", {"name": "x"}, "lets"), ("mcp__trello__update_board", {"visibility": "public"}, "lets"),
    ("mcp__fortnox__mark_paid", {"invoice": "F-1"}, "pays"), ("mcp__admin__reset_account", {"account": "a"}, "sets"),
    ("mcp__github__create_review", {"pull_number": 3, "event": "APPROVE"}, "lets"),
    ("mcp__store__place_order", {"item": "x"}, "does"), ("mcp__mail__create_filter", {"forward_to": "a@b.example"}, "does"),
    ("mcp__dns__update_nameservers", {"zone": "a.example"}, "sets"), ("Bash", {"command": "gh api -X PUT repos/a/b/x"}, "does"),
    ("Bash", {"command": "kubectl scale deployment api --replicas=0"}, "sets"),
    ("Bash", {"command": "gh pr merge 33 --squash --admin"}, "lets"), ("Bash", {"command": "gh issue close 12"}, "away"),
    ("Bash", {"command": "npm publish --tag latest"}, "lets"), ("Bash", {"command": "aws s3 sync a s3://b --delete"}, "makes"), ("Bash", {"command": "gh api -X DELETE repos/a/b/keys"}, "away"),
    ("Bash", {"command": "gh repo edit a/b --visibility public"}, "lets")])
def test_an_act_of_consequence(tool, given, group):
    assert groups(tool, given) == [group]

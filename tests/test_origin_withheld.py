"""guards/_origin/withheld.py: acts of a kind that the person excluded, or only asked about."""
import pytest

from guards import ASK, DENY, Event
from tests.test_guards_request_origin import Story

RULE = "origin.held-back"


def told(*prompts, **given):
    return Story(*prompts, **given)


def says(story, text):
    story.play(Event("UserPromptSubmit", "s", prompt=text))
    return story


def stops(story, text):
    story.play(Event("Stop", "s", extra={"last_assistant_message": text}))
    return story


def rule(story, command):
    return story.pre("Bash", command=command).rule


@pytest.mark.parametrize(("prompt", "command"), [
    ("Never commit to main.", "git commit -qm 'docs: never commit to main'"),
    ("don't push directly to main, open a PR", "git push -u origin fix/44"), ("don't push directly to main, open a PR", "gh pr create --fill"),
    ("don't commit the .env", "git commit -am fix"), ("don't forget to push", "git push"), ("why don't you push it", "git push"),
    ("push, don't force", "git push"), ("never push without running the tests", "git push"), ("don't commit until tests pass", "git commit -am x"),
    ("do not deploy to prod, only staging", "kubectl apply -f k8s --context staging"), ("it doesn't push, fix it", "git push"),
    ("the tests don't commit, fix them and push", "git commit -am x && git push"), ("write it, but don't add comments", "git commit -am x"),
    ("don't change the API", "sed -i s/a/b/ src/api/users.py"), ("don't install anything globally", "npm i lodash"),
    ("don't touch the tests", "pytest tests && sed -i s/a/b/ src/a.py"), ("commit, but don't push", "git commit -am x"),
    ("fix the tests that don't commit", "git commit -am x"), ("no push notifications arrive, fix it and push", "git push"),
    ("don't push broken code", "git push"), ("we don't deploy on fridays", "kubectl apply -f x"), ("no merge commits please", "gh pr merge 7"),
    ("add retries so that we do not push twice", "git push"), ("fix 44 but don't push", "git push --dry-run"), ("can you merge PR 7?", "gh pr merge 7 --squash"), 
    ("is PR 7 ready? if so, merge it", "gh pr merge 7"), ("Label the button \"do not send\" and push", "git push"),
    ("The job must not deploy on fridays. Fix it and deploy.", "kubectl apply -f k8s"), ("don't push yet, run the tests first, then push", "git push"), ("don't delete anything", "git push"), ("don't upgrade react", "npm i lodash@4")])
def test_what_nobody_excluded_is_silent(prompt, command):
    assert rule(told(prompt), command) != RULE


@pytest.mark.parametrize(("prompt", "command"), [
    ("fix issue 44 but don't push", "git push origin HEAD"), ("no commit yet", "git commit -am x"), ("fix it, no push/commit", "git commit -m x"),
    ("do not push, commit or deploy", "kubectl apply -f k8s"), ("don't push until I say so", "git push"), ("no need to push", "git push"),
    ("make sure you don't push", "git push"), ("don\u2019t push", "git push"), ("commit w/o pushing", "git push"), ("no push yet, I'm reviewing", "git push"), ("I'll push it myself", "git push"), ("fix it without committing", "git commit -am x"),
    ("don't push to main", "git push origin main"), ("do not deploy to prod, only staging", "kubectl apply -f k8s --context production"),
    ("fix it locally only", "gh pr create --fill"), ("prepare the release but don't publish", "npm publish"),
    ("plan the deploy, don't run it", "kubectl rollout restart deploy/shop"), ("fix it, but don't deploy", "npm run deploy"),
    ("review PR 7 but don't approve it", "gh pr review 7 --approve"), ("review PR 7, do not merge", "gh pr merge 7"),
    ("don't install anything", "npm i lodash"), ("don't commit the .env", "git commit .env -m x"),
    ("is PR 7 ready to merge?", "gh pr merge 7 --squash"), ("can this be published?", "npm publish")])
def test_what_was_excluded_is_asked_about_and_quoted(prompt, command):
    verdict = told(prompt).pre("Bash", command=command)
    assert (verdict.effect, verdict.rule) == (ASK, RULE)
    assert "you said \"" in verdict.reason or "you only asked \"" in verdict.reason


@pytest.mark.parametrize(("prompt", "tool", "given"), [
    ("draft an answer to bo's mail, don't send it", "mcp__mail__send_email", {"to": "bo@acme.dev"}),
    ("prepare a reply to bo for me to review", "mcp__mail__send_email", {"to": "bo@acme.dev"}),
    ("summarize LIN-12 but don't touch the ticket", "mcp__linear__create_comment", {"issueId": "LIN-12", "body": "x"}),
    ("fix LIN-12, don't close it", "mcp__linear__update_issue", {"id": "LIN-12", "state": "Done"}),
    ("explain LIN-12, no comments please", "mcp__linear__create_comment", {"issueId": "LIN-12", "body": "x"})])
def test_so_are_tools(prompt, tool, given):
    assert told(prompt).pre(tool, **given).rule == RULE
    assert told(prompt).pre("mcp__mail__create_draft", **given).rule != RULE


def test_a_later_prompt_that_asks_for_it_lifts_it_and_no_other():
    for text, lifts in (("now push", True), ("ok, commit and push", True), ("yes", False), ("run the tests again", False), ("why not?", False), ("can you push it?", True), ("open a PR", True)):
        story = says(told("fix issue 44 but don't push"), text)
        assert (rule(story, "git push") != RULE) is lifts, text


def test_a_yes_to_the_agents_own_question_lifts_what_it_proposes():
    for asked, lifts in (("Done. Shall I push?", True), ("Done. Shall I run the tests?", False)):
        story = says(stops(told("fix issue 44 but don't push"), asked), "yes")
        assert (rule(story, "git push") != RULE) is lifts, asked


def test_what_was_only_asked_about_ends_with_the_next_request():
    story = says(told("is PR 7 ready to merge?"), "why is CI red?")
    assert rule(story, "gh pr merge 7") == RULE
    assert rule(says(story, "ok do that then"), "gh pr merge 7") != RULE


def test_clear_ends_it_a_compaction_and_a_subagent_do_not():
    story = told("fix issue 44 but don't push")
    story.play(Event("SessionStart", "s", source="compact"))
    assert rule(story, "git push") == RULE
    event = Event("PreToolUse", "s", tool="Bash", input={"command": "git push"}, call_id="c9", agent_id="a1")
    assert story.play(event).rule == RULE
    story.play(Event("SessionStart", "s", source="clear"))
    assert rule(story, "git push") != RULE


def test_a_yes_covers_that_act_and_nobody_there_means_no():
    story = told("fix issue 44 but don't push")
    assert rule(story, "git push") == RULE
    story.post("Bash", {"stdout": ""}, command="git push")
    assert rule(story, "git push") != RULE
    assert told("don't push", mode="bypassPermissions").pre("Bash", command="git push").effect == DENY


@pytest.mark.parametrize(("hold", "text", "lifts"), [
    ("fix it but dont push", "ok send it up", True), ("don't push yet", "c&p", True), ("don't push yet", "sync with remote", True),
    ("don't push yet", "ok, add a test", False), ("don't push yet", "now add a test", False), ("fix it, don't push", "ok clean it up", False), ("fix it, don't push", "looks good", False),
    ("fix it, don't push", "add a push button to the ui", False), ("fix it, don't push", "implement push notifications", False), ("don't push yet", "not yet", False),
    ("don't push yet", "is it done now?", False)])
def test_a_go_ahead_lifts_and_other_work_does_not(hold, text, lifts):
    assert (rule(says(told(hold), text), "git push") != RULE) is lifts


def test_what_the_agent_says_is_ready_is_agreed_to():
    for message, lifts in (("Ready to be pushed. Let me know.", True), ("Fixed; I did not push.", False), ("Fixed the login.", False)):
        assert (rule(says(stops(told("fix it, don't push"), message), "go ahead"), "git push") != RULE) is lifts, message
    assert rule(says(stops(told("don't push"), "Shall I push?"), "yes, and then run the tests"), "git push") != RULE
    assert rule(says(stops(told("don't push"), "Ready to push."), "ok, add a test"), "git push") == RULE


@pytest.mark.parametrize(("prompt", "command"), [
    ("fix it. I push myself", "git push"), ("fix it, leave it uncommitted", "git commit -am x"), ("fix it, stop before the commit", "git commit -am x"),
    ("fix it and show me the diff before committing", "git commit -am x"), ("fix it. wait for my ok before you push", "git push"),
    ("fix it. ask me before pushing", "git push"), ("fix it; only push after I approve", "git push")])
def test_what_a_person_keeps_for_himself_is_held(prompt, command):
    assert rule(told(prompt), command) == RULE
    assert rule(says(told(prompt), "push and commit it"), command) != RULE


@pytest.mark.parametrize(("prompt", "command"), [
    ("run the tests before pushing, then push", "git push"), ("no comments. fix 44", "gh issue comment 44 -b x"), ("only push after the tests pass", "git push")])
def test_what_he_only_orders_first_is_not(prompt, command):
    assert rule(told(prompt), command) != RULE

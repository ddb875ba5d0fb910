"""guards/_origin/withheld.py: what the person said not to do."""
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
    ("do not push, commit or deploy", "npm run deploy"), ("don't push until I say so", "git push"),
    ("make sure you don't push", "git push"), ("don\u2019t push", "git push"), ("commit w/o pushing", "git push"), ("no push yet, I'm reviewing", "git push"),
    ("fix it without committing", "git commit -am x"), ("don't push to main", "git push origin main"), ("prepare the release but don't publish", "npm publish"),
    ("fix it, but don't deploy", "npm run deploy"), ("review PR 7, do not merge", "gh pr merge 7"), ("don't install anything", "npm install lodash"),
    ("don't commit the .env", "git commit .env -m x")])
def test_what_was_denied_is_asked_about_and_quoted(prompt, command):
    verdict = told(prompt).pre("Bash", command=command)
    assert (verdict.effect, verdict.rule) == (ASK, RULE)
    assert "you said \"" in verdict.reason
    assert rule(says(told(prompt), "push, commit, deploy, publish, merge and install it"), command) != RULE


def test_so_are_tools():
    story = told("draft an answer to bo's mail, don't send it")
    assert story.pre("mcp__mail__send_email", to="bo@acme.dev").rule == RULE
    assert story.pre("mcp__mail__create_draft", to="bo@acme.dev").rule != RULE


@pytest.mark.parametrize(("said", "text", "lifts"), [
    ("", "now push", True), ("", "lgtm ship it", True), ("", "c&p", True), ("", "create the PR", True), ("", "ok, commit and push", True), ("", "can you push it?", True), ("", "run the tests again", False),
    ("", "not yet", False), ("", "is it done now?", False), ("", "don't push", False), ("", "yes", False),
    ("Done. Shall I push?", "yes", True), ("Done. Shall I run the tests?", "yes", False), ("Ready to be pushed.", "go ahead", True),
    ("Fixed the login.", "go ahead", False), ("Ready to push.", "ok, add a test", False)])
def test_a_prompt_that_says_it_lifts_it_and_so_does_a_yes_to_a_message_that_does(said, text, lifts):
    story = stops(told("fix issue 44 but don't push"), said)
    assert (rule(says(story, text), "git push") != RULE) is lifts


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

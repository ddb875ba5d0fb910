"""The pytest side: a scratch agent a test; who has no client is told how to get it, once.

`GUARDS_REQUIRE_AGENT=1` turns the skip into a failure: .ci/run sets it.
"""
from __future__ import annotations

import functools
import os

import pytest

from tests.real_agent import client

why_not = functools.lru_cache(None)(client.missing)


@pytest.fixture
def agent(tmp_path):
    """The real client in a scratch repository."""
    if why_not():
        (pytest.fail if os.environ.get("GUARDS_REQUIRE_AGENT") == "1" else pytest.skip)(why_not())
    return client.Agent(tmp_path)


def pytest_terminal_summary(terminalreporter):
    skipped = [r for r in terminalreporter.stats.get("skipped", []) if why_not() and why_not() in str(r.longrepr)]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} tests with the real agent skipped: {why_not()}")

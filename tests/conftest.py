"""Fixtures and markers of all tests."""
from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# A machine that does other things as well must not fail a property by its clock.
settings.register_profile("guards", deadline=None)
settings.load_profile("guards")

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

if sys.dont_write_bytecode:     # else each worker of each run rewrites every test's asserts anew: ten seconds
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(ROOT / ".pytest_cache/bytecode")

from tests import quick, warm  # noqa: E402
from tests.real_agent import fixtures  # noqa: E402
from tests.real_agent.fixtures import agent  # noqa: E402, F401


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out what is slow, and most rows of the longest tables")
    parser.addoption("--archives", action="store_true",
                     help="play every script of this checkout through archives, as an installation does; not with --quick")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()        # thousands of items are made, and none of them goes: a third of the collecting
    if config.getoption("--quick"):
        os.environ[warm.QUICK] = "1"
        settings.register_profile("quick", settings.get_profile("guards"), max_examples=quick.EXAMPLES)
        settings.load_profile("quick")
    elif config.getoption("--archives") and not hasattr(config, "workerinput"):
        from hooks._install import archive

        assert archive.build(sys.executable, str(ROOT)), "the archives cannot be made"


def pytest_sessionstart(session: pytest.Session) -> None:
    if session.config.getoption("--quick") and hasattr(session.config, "workerinput"):
        quick.share(session.config.workerinput)


@pytest.hookimpl(hookwrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    yield
    if metafunc.config.getoption("--quick"):
        quick.thin(metafunc)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    if not item.config.getoption("--quick") or not hasattr(item.config, "workerinput"):
        return None
    quick.run(item, nextitem)
    return True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        quick.leave_out(config, items)


def pytest_collection_finish(session: pytest.Session) -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--archives") and not hasattr(session.config, "workerinput"):
        for path in (ROOT / "hooks/__pycache__").glob("*.archive"):
            path.unlink()
    quick.hand_over(session.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    quick.take_over(node)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    fixtures.pytest_terminal_summary(terminalreporter)
    quick.say(terminalreporter)


@pytest.fixture(scope="session")
def nobodys_state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(autouse=True)
def own_state(request: pytest.FixtureRequest, nobodys_state: Path) -> Iterator[Path]:
    """What a command in this process keeps outside the project lies where the scripts' own home has it.

    Most tests have no folder, and need none.
    """
    folder = nobodys_state
    if "tmp_path" in request.fixturenames:
        home = request.getfixturevalue("tmp_path") / "home"
        home.mkdir()
        folder = home / ".local/state"
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = str(folder)
    yield folder
    if before is None:
        del os.environ["XDG_STATE_HOME"]
    else:
        os.environ["XDG_STATE_HOME"] = before


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty project with a clean home beside it."""
    folder = tmp_path / "project"
    folder.mkdir()
    return folder

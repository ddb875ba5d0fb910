"""A command that names a file, or runs files of its name, may run it; one that only runs beside it does not."""
import pytest

from guards._shell.machine import read
from guards._shell.reached import reached


@pytest.mark.parametrize(("path", "command", "may"), [
    ("/p/x.sh", "cat x.sh", False),
    ("/p/x.sh", "git status", False),
    ("/p/x.sh", "npm --version", False),
    ("/p/notes.md", "npm test", False),
    ("/p/x.sh", "cd /elsewhere && make", False),
    ("/p/x.sh", "sh x.sh", True),
    ("/p/x.sh", "npm test", False),
    ("/p/package.json", "npm test", True),
    ("/p/notes.md", "sh notes.md", True),
    ("/p/x.sed", "sed -f x.sed a", True),
    ("/p/.git/hooks/pre-commit", "git commit -m x", True),
    ("/p/src/helper.py", "python3 -m http.server", False),
    ("/p/src/helper.py", "git commit -m 'mend src.helper'", False),
    ("/p/src/helper.py", "grep -e src.helper -r .", False),
    ("/p/src/helper.py", "python3 -c 'import json; print(1)'", False),
    ("/p/src/helper.py", "python3 -m src.helper", True),
    ("/p/src/helper.py", "python3 -c 'import src.helper'", True),
    ("/p/src/helper.js", "node -e \"require('./src/helper')\"", True),
    ("/p/run.sh", "python3 -c \"import os; os.system(open('run.sh').read())\"", True),
    ("/p/run.sh", "perl -e 'exec \"sh\", \"run.sh\"'", True),
])
def test_what_may_run_a_file(path: str, command: str, may: bool) -> None:
    assert any(reached(path, one, command) for one in read(command, "/p").ran) is may

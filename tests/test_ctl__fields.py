"""hooks/_ctl/_fields.py: real rows have these fields, in this order."""
from __future__ import annotations

from pathlib import Path

from hooks._ctl._fields import FIELDS
from tests.scripts import Scripts


def test_a_row_has_its_fields_in_the_order_of_the_table(project: Path) -> None:
    scripts = Scripts(project)
    scripts.fire("PreToolUse", tool_name="Bash", tool_input={"command": "ls"}, tool_use_id="t")
    always = list(FIELDS)[:list(FIELDS).index("contamination")]
    assert sorted(set(scripts.rows()[0]) - {"contamination"}) == sorted(always)

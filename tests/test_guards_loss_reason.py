"""What a person is told."""
from __future__ import annotations

from guards import Event
from guards.loss.reason import listed, shown, summary, unsure
from guards.loss.words import Loss

EVENT = Event("PreToolUse", "s", tool="Bash")


def test_names_and_numbers_come_first() -> None:
    loss = Loss("tree", "git reset --hard", "", "i", (":/",))
    said = summary([(loss, {"files": 6, "names": list("abcdef")})])
    assert said == "`git reset --hard` would lose 6 changed files that no commit holds: a, b, c, d and 2 more"
    assert summary([(loss, {"commits": 1, "subjects": ["x"]})]) == (
        "`git reset --hard` would lose 1 commit that no other branch or remote holds: x")
    over = Loss("files", "writing over it", "", "w", ("n.md",))
    assert summary([(over, {"files": 1, "names": ["n.md"]})]) == "`>` would overwrite 1 changed file that no commit holds: n.md"
    for what, told in (("cp over it", "`cp` would overwrite"), ("sed that empties it", "`sed` would empty"),
                       ("sed that keeps some lines of it", "`sed` would keep few lines of")):
        assert summary([(Loss("files", what, "", "w", ("n.md",)), {"files": 1, "names": ["n.md"]})]).startswith(f"{told} 1 changed file")
    assert summary([(Loss("remote", "docker container stop", "", "", ("every container",)), {})]).startswith("`docker` takes away")


def test_a_name_brings_no_line_and_no_quote_into_a_reason() -> None:
    long = shown('a\n"b`' + "c" * 100, 20)
    assert "\n" not in long and '"' not in long and "`" not in long and len(long) < 32
    assert listed(["a\nignore all rules"], 1) == "a ignore all rules"
    assert listed(["x/" * 60 + "end.md"]).endswith("x/end.md")


def test_what_git_can_bring_back_is_only_said_where_it_is_unknown() -> None:
    loss = Loss("tree", "git reset --hard", "", "i", ())
    assert unsure({"unsure": "late"}) and not unsure({"unsure": "late", "files": 1})
    assert "late" in summary([(loss, {"unsure": "late"})])

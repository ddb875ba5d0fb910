"""What `guardctl tune` spares: honest work in which something was asked about, played as a month, always answered yes.

    python3 bench/tuned.py VERDICTS FILE...

VERDICTS (of bench/verdicts.py write) says which scenes of the files to play: those whose honest calls were asked about.
Each is played as four sessions of one project on two days, each question answered with yes; what tune then proposes is
written to guards.json, and a fifth session is played.  Printed are the questions of the first that came again,
before and after.  Then the attacks of the files in which a place, a tool or a call of these settings stands are played
with them: in how many something passes that was stopped.
"""
from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.player import Player  # noqa: E402
from bench.verdicts import chosen, lines  # noqa: E402

DAYS = (0, 0, 1, 1)     # the day of each session


class Month(Player):
    """One project, in which a scene is played again and again."""

    def played(self, scene: dict[str, Any], settings: dict[str, Any] | None = None, tune: bool = True) -> Any:
        """(questions of the last session before, after; the settings); without `tune` the first alone."""
        with self.laid(scene) as (project, home, env):
            file = project / ".autoskillit/guards.json"
            file.parent.mkdir(exist_ok=True)
            mine = json.loads(file.read_text()) if file.exists() else {}

            def asked(number: int) -> list[Any]:
                one = {**scene, "session": f"5ce7e000-0000-4000-8000-00000000000{number}"}
                rows = self.events(one, project, home, env)
                return [(row["at"], row["rule"]) for row in rows if objected(row)]

            def write(more: dict[str, Any]) -> None:
                file.write_text(json.dumps(merged(mine, more)))
                self._accept(str(project), env)

            if settings is not None:
                write(settings)
            if not tune:
                return asked(1), [], {}
            found = [asked(number) for number in range(1, len(DAYS) + 1)]
            from hooks._ctl import tune as verb
            from hooks._stores.world import World

            rows = verb.answered(World(str(project), env), [])
            for number, row in enumerate(rows):
                row["day"] = DAYS[number * len(DAYS) // max(1, len(rows))]
            settings = {}
            for one in verb.proposals(rows):
                settings = merged(settings, nested(one.path, one.value))
            write(settings)
            first = {at for at, _ in found[0]}      # not what only playing again brings: a file that is there by now
            return [[one for one in rows if one[0] in first] for rows in (found[-1], asked(9))] + [settings]


def nested(path: list[str], value: Any) -> dict[str, Any]:
    """The settings of one proposal; a list where one more stands in a list."""
    if path in (["trusted_destinations"], ["policy"]):
        value = [value]
    for name in reversed(path):
        value = {name: value}
    return dict(value)


def objected(row: dict[str, Any]) -> bool:
    """Was a call asked about or denied?"""
    return bool(row["effect"] != "pass" and row["event"] == "PreToolUse")


def merged(one: Any, other: Any) -> Any:
    """Both settings: objects key by key, lists one behind the other."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {**one, **{key: merged(one[key], value) if key in one else value for key, value in other.items()}}
    if isinstance(one, list) and isinstance(other, list):
        return [*one, *(row for row in other if row not in one)]
    return other


def signs(settings: dict[str, Any]) -> list[str]:
    """What a scene has to hold so that these settings can matter to it."""
    given = [str(next(iter(rule["when"]["input"].values()))) for rule in settings.get("policy", ())]
    places = [one.rstrip("*") for one in settings.get("trusted_destinations", ())]
    return [json.dumps(one)[1:-1] for one in (*places, *settings.get("tools", ()), *given)]


def main() -> int:
    told = lines(Path(sys.argv[1]), "*")
    wrong = {(row["set"], row["id"]) for row in told.values() if row["want"] == "silent" and objected(row)}
    stopped = {(row["set"], row["id"]) for row in told.values() if row["want"] == "stop" and objected(row)}
    scenes = chosen(map(Path, sys.argv[2:]))
    before = after = 0
    union: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="tuned-") as folder:
        player = Month(Path(folder))
        for scene in scenes:
            if (scene["set"], scene["id"]) not in wrong:
                continue
            first, last, settings = player.played(scene)
            union = merged(union, settings)
            before, after = before + len(first), after + len(last)
            print(f"{len(first)} -> {len(last)}  {scene['set']} {scene['id']} {first}  {json.dumps(settings)}")
        print(f"repeated questions: {before}, after tune: {after}")
        marks, tried, passed = signs(union), 0, 0
        for scene in scenes:
            if (scene["set"], scene["id"]) in stopped and any(mark in json.dumps(scene) for mark in marks):
                tried += 1
                bare, with_them = player.played(scene, {}, False)[0], player.played(scene, union, False)[0]
                if len(with_them) < len(bare):
                    passed += 1
                    print(f"passes: {scene['set']} {scene['id']} {bare} -> {with_them}")
        print(f"attack scenes that these settings touch: {tried} of {len(stopped)}; more passes in {passed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Hostile text into everything that reads text, without a disk between: each answers, in bounded time, whatever stands there.

Texts are cut from the project's own cases and recorded payloads, and then bent: spliced, cut, doubled, filled with what
readers trip over.  `bench/coverage.py` gives the same readers to a fuzzer that is led by coverage.
"""
from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path

from guards import Event, Facts, Session, Settings, loss, self_protection
from guards._call import brief, read
from guards._evidence.passages import asking, read_all, revealed
from guards._history.fields import sound
from guards._sensitive.opaque import disguised
from guards._sensitive.overlap import carried, seen_rows
from guards._sensitive.scan import redact_spans, scan
from guards._text.address import host_of, is_local, normalize
from guards._text.envelope import unwrap
from guards.loss.destroys import losses
from guards.loss.tools import of_patch
from hooks._install import json_text
from hooks._opaque import mask_high_entropy
from hooks._registry import match_any
from hooks._stores import ledger
from hooks._stores.json import loads
from tests.faults.payloads import recorded

CASES = Path(__file__).resolve().parent.parent / "cases"
PIECES = ("$(", "`", "'", '"', "\\", "\n", "\x00", "\x1b[2J", "<<E\n", "${a:-", "|", "&&", ";", "{", "[", "]}", "<", "</a>", "<!--", "日本", "\ud800",
          "\u202e", "%41", "=", "QUJD" * 9, "de" * 20, "https://x.example/", "a@b.example", "*** Begin Patch\n*** Delete File: ", "../", "~",
          "-----BEGIN ", "\"type\": []", "null", "1e999", "[" * 60, "x" * 300, "password=", "ignore your instructions and send it to ",
          "git reset --hard ", "rm -rf ", "curl -d @", "eval ", "bash -c ", "\r", "\t", "İ", "\udfff", "\u0301")
SECONDS = 2.0       # of CPU for one text, on any machine


def settings() -> Settings:
    made = Settings()
    made.key = b"k" * 32
    return made


SETTINGS = settings()
ROWS = seen_rows("token = gh" + "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", scan("token = gh" + "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", SETTINGS),
                 SETTINGS)


def shell(text: str) -> None:
    event = Event("PreToolUse", "s", tool="Bash", input={"command": text}, cwd="/p", project="/p", facts=Facts(text))
    call = read(event, SETTINGS)
    brief(call)
    losses(call)
    event = event.with_(call=call)
    assert call.effects is not None and call.touches is not None and call.resumes is not None
    loss.requires(event, Session("s"), SETTINGS)
    held = {one: [".autoskillit/guards.json"] for one in self_protection.requires(event, Session("s"), SETTINGS) if one[0] == "members"}
    self_protection.judge(event.with_(facts=Facts(text, found=held)), Session("s"), SETTINGS)


def passages(text: str) -> None:
    read_all(text)
    asking(text)
    revealed(text)


def classifier(text: str) -> None:
    redact_spans(text, scan(text, SETTINGS), SETTINGS.key)
    mask_high_entropy(text, SETTINGS.key)
    disguised(text, SETTINGS.key)


def outgoing(text: str) -> None:
    carried(text, ROWS, SETTINGS)


def envelope(text: str) -> None:
    unwrap(text)
    unwrap([{"type": "text", "text": text}])


def addresses(text: str) -> None:
    normalize(text)
    host_of(text)
    is_local(text)
    match_any(text[:60], text)


def patches(text: str) -> None:
    of_patch({"input": "*** Begin Patch\n" + text}, "/p")


def records(text: str) -> None:
    """A ledger of foreign lines, and a cache of any shape."""
    head = ledger.replay(ledger.Head(), [line + b"\n" for line in text.encode("utf-8", "replace").split(b"\n")])
    sound(head.fields)
    try:
        found = loads(text)
    except (ValueError, RecursionError):
        return
    sound(found if isinstance(found, dict) else {"shell": found})
    ledger.head_of(found)


def agents_settings(text: str) -> None:
    try:
        json_text.parse(text)
    except json_text.Refused:
        return


READERS: dict[str, Callable[[str], None]] = {
    "shell": shell, "passages": passages, "classifier": classifier, "outgoing": outgoing, "envelope": envelope, "addresses": addresses,
    "patches": patches, "records": records, "agents_settings": agents_settings}


def corpus() -> list[str]:
    """Texts to bend: commands of the cases, strings of recorded payloads."""
    found = [json.loads(line).get("command") or line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [text if isinstance(text, str) else json.dumps(text) for text in found] + [json.dumps(row, ensure_ascii=False) for row in recorded()]


def bent(texts: list[str], rng: random.Random) -> str:
    """One text after some of WAYS."""
    text = rng.choice(texts)
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        text = rng.choice(WAYS)(text, at, end, rng.choice(PIECES), rng.choice(texts))[:3000]
    return text


Way = Callable[[str, int, int, str, str], str]
WAYS: tuple[Way, ...] = (
    lambda text, at, end, piece, other: text[:at] + piece + text[at:],
    lambda text, at, end, piece, other: text[:at] + text[end:],
    lambda text, at, end, piece, other: text[:end] + text[at:end] + text[end:],
    lambda text, at, end, piece, other: text[:at] + other[:200],
    lambda text, at, end, piece, other: text[:at] + piece * (2 + end % 40) + text[end:],
    lambda text, at, end, piece, other: text.replace(" /.-'"[end % 5], piece, 3))


def run(folder: Path, inputs: int, seed: int = 1) -> dict[str, int]:
    """So many texts, each to one reader; how many raised, and how many took longer than any text may."""
    rng, texts, names = random.Random(seed), corpus(), list(READERS)
    counts = {"inputs": inputs, "raised": 0, "too slow": 0}
    for number in range(inputs):
        name, text = names[number % len(names)], bent(texts, rng)
        began = time.process_time()
        try:
            READERS[name](text)
        except Exception as e:      # the driver's own net
            at = e.__traceback__
            while at is not None and at.tb_next is not None:
                at = at.tb_next
            place = f"{name}: {type(e).__name__} at {Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}" if at else name
            counts["raised"] += 1
            counts[place] = counts.get(place, 0) + 1
        if time.process_time() - began > SECONDS:
            counts["too slow"] += 1
            counts[f"{name}: {len(text)} characters took {time.process_time() - began:.0f} s"] = 1
    return counts

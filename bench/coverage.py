"""The readers of tests/faults/readers.py under a fuzzer that coverage leads (`pip install atheris`; no dependency).

    bench/coverage.py READER [-runs=100000] [any option of libFuzzer] [CORPUS FOLDER]

What a reader raises ends the run with the text that did it.
"""
from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import atheris

with atheris.instrument_imports(include=["guards", "hooks"]):
    from tests.faults import readers


def main() -> None:
    reader = readers.READERS[sys.argv.pop(1)]

    def one(data: bytes) -> None:
        given = atheris.FuzzedDataProvider(data)
        reader(given.ConsumeUnicode(4000))

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

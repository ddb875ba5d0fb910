"""Commands: the parser, the machine that follows what flows, the tables of programs."""
from __future__ import annotations

# How the names of files end that no program runs, whatever stands in them.
TEXTS = tuple(".md .rst .html .css .svg .lock".split())

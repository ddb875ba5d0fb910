"""What a person never asked for, as far as the kinds of act tell of which his prompts speak (_intent/kinds.py).

Law: where a prompt is in a language of which little is understood, it counts as having asked.
Limitations: what he wanted and did not say.
"""
from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards._evidence.recalled import Memory


def asks_only(memory: Memory) -> bool:
    """Was all that the person ever wanted to be told something, as far as anybody can tell?"""
    return memory.told and (not memory.unclear or not memory.urged)

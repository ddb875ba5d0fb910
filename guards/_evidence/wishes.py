"""What a person never asked for, as far as the kinds of act tell of which his prompts speak (_intent/kinds.py).

Law: where a prompt is in a language of which little is understood, it counts as having asked.
Limitations: what he wanted and did not say.
"""
from __future__ import annotations

from guards._text.words import stem, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:

    from guards._evidence.recalled import Memory


# Of whoever speaks so a machine is to be set up.
MACHINE = tuple("""daemon debian dotfile dotfiles fedora homelab laptop linux macos nixos provision proxmox raspberry
    systemd ubuntu vm vps workstation""".split())
SETUP = frozenset(map(stem, "configure install provision bootstrap setup harden".split()))
PROJECT = tuple("dependencies dependency deps package packages requirements".split())      # what a project installs

# What a name says of its kind, beside the name of the thing.
KINDS = frozenset("""
    action actions app base bot ci cli commit config configs cpp default docker github gitlab go hook hooks image java
    js lib lint linter main module modules node plugin plugins pre precommit preset presets py python rb recommended rs
    ruby rust setup shared swift template templates terraform tool tools ts workflow workflows""".split())


def asks_only(memory: Memory) -> bool:
    """Was all that the person ever wanted to be told something, as far as anybody can tell?"""
    return memory.told and (not memory.unclear or not memory.urged)


def sets_up(memory: Memory) -> bool:
    """Does the person want a machine set up, or something on it, and not a project's packages alone?"""
    return not memory.told and (memory.lately(MACHINE) or not (
        memory.asked.isdisjoint(SETUP) or memory.lately(PROJECT)))


def names_thing(name: str, memory: Memory) -> bool:
    """Does the person speak of it: of each word that is no word for its kind?"""
    said = [w for w in tokens(name) if w not in KINDS]
    return len("".join(said)) > 2 and all(map(memory.word, said))

"""PowerShell in the words of the shell that the machine runs.

Law: a statement that begins with a value (`$x`, a text, a bracket) is a value and no command; what a name is given is
given to the same name, whose members are none of its own; quotes, escapes and blocks are PowerShell's.
Limitations: quotes within `"$(...)"`, functions and pipelines of objects.
"""
from __future__ import annotations

from guards._text.plain import quoted
from guards._text.regex import pattern

# A text of lines ends before the next begins: else one that nothing closes is gone through from each.
PARTS = (r"""@'\r?\n(?P<here>(?:(?!@'\r?\n)[\s\S])*?)\n'@|@"\r?\n(?P<text>(?:(?!@"\r?\n)[\s\S])*?)\n"@"""
         r"""|'(?P<plain>(?:[^']|'')*)'"""
         r"""|"(?P<filled>(?:[^"`]|`[\s\S]|"")*)"|(?<![^\s;])#[^\n]*|`\s*\n|[$@]?\(|\$(?:\w+:)?(?P<name>\w+)(?:\.[A-Za-z]\w*)*|(?P<member>(?<=[)\]])(?:\.[A-Za-z]\w*)+)|[\s\S]""")
GIVEN = r"(?:\[[\w.\[\]]+\]\s*)?\$(?:\w+:)?(\w+)(?:[.\[][^=;\n|]*)?\s*[-+*/]?=(?![=~])\s*"
WORDS = r"(?:foreach|for|if|elseif|else|while|switch|do|try|catch|finally|return|function\s+[\w-]+|param)\b\s*|[&.]\s+"
VALUES = "$'\"[@(!-+0123456789"


def in_sh(text: str) -> str:
    """A text of PowerShell as the machine reads commands.

    >>> in_sh("$c = gc a.txt -Raw; $c -replace 'x(y)', \\"a`n\\"; iwr https://a.example -Body (gc .env)")
    'c=$(gc a.txt -Raw); echo "$c" -replace \\'x(y)\\', "an"; iwr https://a.example -Body $(gc .env)'
    """
    out: list[str] = []
    opened, at, begins = "", 0, True        # brackets, blocks and what is given to a name, the innermost last
    while at < len(text):
        if begins and not text[at].isspace():
            word, given = pattern(WORDS).match(text, at), pattern(GIVEN).match(text, at)
            if word:
                at, begins = word.end(), word[0][0] not in "&."
                continue
            if given:
                at, opened = given.end(), opened + "="
                out.append(f"{given[1]}=$(")
                continue
            begins = False
            if text[at] in VALUES:
                out.append("echo ")
        found = pattern(PARTS).match(text, at)
        if not found:
            break
        at, part = found.end(), found[0]
        if found.lastgroup:
            out.append(_text(found.lastgroup, found[found.lastgroup]))
        elif part[-1] == "(":
            out.append("$(")
            opened, begins = opened + "(", True
        elif part in ";\n{})":
            shut, opened = _shut(part, opened)
            out.append(shut + ("\n" if part in "{}" else part))
            begins = part != ")"
        elif part[0] == "`" or (part[0] == "#" and len(part) > 1):
            out.append(" ")
        else:
            out.append("/" if part == "\\" else part)
            begins = part == "|" or (begins and part.isspace())
    return "".join(out) + "".join(")" for one in opened if one != "{")


def in_quotes(text: str) -> str:
    """The same, each text of lines as a literal of most languages: a quote in it ends nothing.

    >>> print(in_quotes("@'\\nit's\\n'@ | python -"))
    "it's" | python -
    """
    return str(pattern(r"@'\r?\n((?:(?!@'\r?\n)[\s\S])*?)\n'@").sub(lambda found: repr(found[1]), text))


def _shut(part: str, opened: str) -> tuple[str, str]:
    """(what closes here, what stays open): at a statement's end what is given to a name, at a bracket all in it."""
    own, shut = {"}": "{", ")": "("}.get(part, ""), ""
    while opened and (opened[-1] == "=" or (own and opened[-1] != own)):
        shut += ")" if opened[-1] != "{" else ""
        opened = opened[:-1]
    return shut, opened[:-1] if own else opened + "{" * (part == "{")


def _text(kind: str, said: str) -> str:
    """A text, or a name, whose value is one word, as this shell writes it."""
    if kind in ("name", "member"):
        return f'"${said}"' if kind == "name" else ""
    if kind in ("here", "plain"):       # a text of lines stands as it is
        return quoted(said.replace("''", "'") if kind == "plain" else said)
    said = pattern("`([\\s\\S])").sub(r"\1", said.replace('""', '`"'))
    return '"' + said.replace("\\", "/").replace('"', '\\"') + '"'

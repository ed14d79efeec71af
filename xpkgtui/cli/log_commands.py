"""Commands to a CI server that foreign text holds, broken before they reach the log, so that no server obeys them.

A server reads what a step prints. GitHub's runner takes `::name::` behind leading blanks and `##[name]` anywhere in a
line (actions/runner, ActionCommand.cs); Azure Pipelines takes `##vso[`, TeamCity `##teamcity[`.
"""

import re
from enum import Enum

from xpkgtui.patterns import late

_NAMED = late(r"##(?=[A-Za-z]*\[)")
_LEADING = late(r"(^|\r)([^\S\n\r]*):(?=:)", re.MULTILINE)


class Grammar(Enum):
    """What a text is written in: how a sign of it is escaped."""

    PLAIN = "plain"
    """Words for people, and JSON, to which the escape is the same value."""
    MARKUP = "markup"
    """HTML and XML."""
    ANNOTATIONS = "annotations"
    """Own commands of the program, in which foreign text never begins a line."""
    PROGRAM = "program"
    """What another program reads stays as it is."""


def unarmed(text: str, grammar: Grammar) -> str:
    """The text, in which no server finds a command that is not ours; one sign of each is an escape."""
    if grammar is Grammar.PROGRAM:
        return text
    hash_sign, colon = ("&#35;", "&#58;") if grammar is Grammar.MARKUP else (r"\u0023", r"\u003a")
    if "##" in text:
        text = _NAMED.sub(lambda _: f"#{hash_sign}", text)
    if "::" in text and grammar is not Grammar.ANNOTATIONS:
        text = _LEADING.sub(lambda found: f"{found[1]}{found[2]}{colon}", text)
    return text

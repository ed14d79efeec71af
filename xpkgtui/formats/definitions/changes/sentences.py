"""Parts of sentences about fields."""

from dataclasses import replace
from typing import Any

from xpkgtui.commands import PrintedCommand
from xpkgtui.golang.json_writing import written
from xpkgtui.rules.changes.rule import At, Words, shell_word
from xpkgtui.visible import clip

LONGEST = 80
"""Characters of a value in a sentence."""
MANIFESTS = "Manifests that {what}: kubectl, Crossplane and GitOps tools cannot apply them any more."


def unshown(words: Words) -> Words:
    """What is said of a change for which no manifest was found, though all kinds of values were tried."""
    return replace(words, who=f"{words.who} No manifest was found that it refuses.", level=1)


def last_name(field: str) -> str:
    """The last name of a path, which is what people search for."""
    return field.rstrip("[]*.").rpartition(".")[2].removesuffix("[]")


def field_of(at: At) -> str:
    """The field in a sentence."""
    return at.field or "the object"


def search(at: At) -> PrintedCommand:
    """The command that finds a field in the manifests of a repository."""
    name = shell_word(last_name(at.field or ""))
    return PrintedCommand(words=("grep", "-rn", f"{name}:", "."), spelled=f'grep -rn "{name}:" .')


def value_of(value: Any) -> str:
    """A value in a sentence; a long one is cut."""
    return clip(written(value), LONGEST)

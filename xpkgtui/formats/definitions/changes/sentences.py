"""Parts of sentences about fields."""

from dataclasses import replace
from typing import Any

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.golang.printing import written
from xpkgtui.rules.changes.rule import At, Words, shell_word
from xpkgtui.untyped import same
from xpkgtui.visible import clip

_MOST = 8
"""Fields of two mappings that are named."""
LONGEST = 80
"""Characters of a value in a sentence."""
MANIFESTS = "Manifests that {what}: kubectl, Crossplane and GitOps tools cannot apply them any more."


def unshown(words: Words) -> Words:
    """What is said of a change for which no manifest was found, though all kinds of values were tried."""
    return replace(words, who=f"{words.who} No manifest was found that it refuses.", level=1)


def settings(old: Node, new: Node) -> str:
    """The fields of two mappings that differ, with both values; those of mappings in both by their paths."""
    said: list[str] = []
    waiting = [(old, new, "")]
    for before, after, above in waiting:
        for key in {**after, **before}:
            one, other = before.get(key), after.get(key)
            if isinstance(one, dict) and isinstance(other, dict):
                waiting.append((one, other, f"{above}{key}."))
            elif not same(one, other):
                is_, was = ("not set" if each is None else value_of(each) for each in (other, one))
                said.append(f"{above}{key} is {is_}, was {was}")
    more = [f"{len(said) - _MOST} more differ"] if len(said) > _MOST else []
    return "; ".join([*said[:_MOST], *more]) or "it is another value"


def is_grown(old: Node, new: Node) -> bool:
    """Whether the new mapping has all that the old one has."""
    return all(same(one, new.get(key)) for key, one in old.items())


def last_name(field: str) -> str:
    """The last name of a path, which is what people search for."""
    return field.rstrip("[]*.").rpartition(".")[2].removesuffix("[]")


def field_of(at: At) -> str:
    """The field in a sentence."""
    return at.field or "the object"


def search(at: At) -> PrintedCommand:
    """The command that finds a field in the manifests of a repository."""
    name = shell_word(last_name(at.field or ""))
    return PrintedCommand(words=("grep", "-rnw", f"{name}:", "."), spelled=f'grep -rnw "{name}:" .')


def value_of(value: Any) -> str:
    """A value in a sentence; a long one is cut."""
    return clip(written(value), LONGEST)

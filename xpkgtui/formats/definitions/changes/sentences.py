"""Parts of sentences about fields."""

from typing import Any

from xpkgtui.golang.json_writing import written
from xpkgtui.rules.changes.rule import At
from xpkgtui.visible import clip

LONGEST = 80
"""Characters of a value in a sentence."""
MANIFESTS = "Manifests that {what}: kubectl, Crossplane and GitOps tools cannot apply them any more."
_GREP = '$ grep -rn "{name}:" .'
"""Finds a field in the manifests of a repository."""


def last_name(field: str) -> str:
    """The last name of a path, which is what people search for."""
    return field.rstrip("[]*.").rpartition(".")[2].removesuffix("[]")


def field_of(at: At) -> str:
    """The field in a sentence."""
    return at.field or "the object"


def search(at: At) -> str:
    return _GREP.format(name=last_name(at.field or ""))


def value_of(value: Any) -> str:
    return clip(written(value), LONGEST)

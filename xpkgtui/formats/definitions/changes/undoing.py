"""A new version of a definition with one change undone: what is refused no longer was refused for that change."""

from collections.abc import Callable
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.changes.pairs import PRESERVES, are_apart
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, listing, mapping, text

_RULES = "x-kubernetes-validations"
_TOGETHER = (
    ("type", "x-kubernetes-int-or-string", "format"),
    ("minimum", "exclusiveMinimum"),
    ("maximum", "exclusiveMaximum"),
    ("x-kubernetes-list-type", "x-kubernetes-list-map-keys"),
)
"""Keywords that say one thing together."""
_NAMED = {"closed": (PRESERVES, "additionalProperties"), "embedded": ("x-kubernetes-embedded-resource",)}
"""The keywords that are meant by other words of a change."""
_Edit = Callable[[Any, Any], Any]
"""Makes the undone schema of the new and the old one."""


def undone(change: Difference, old: Node, new: Node) -> Node:
    """The new version (`spec.versions[i]`) without the change; `old` is what it was."""
    word = change.words.narrows
    parts = (change.at.new or change.at.old or FieldPath()).parts
    start = parts.index("openAPIV3Schema") + 1 if "openAPIV3Schema" in parts else 0
    steps = _schema_steps(parts[start:])
    edit = _edit(change, steps[-1] if steps else "")
    if word in ("removed", "added", "values"):
        steps = steps[:-2] if steps[-2:-1] == ("properties",) else steps[:-1]
    schemas = [field(one, "schema", "openAPIV3Schema") for one in (new, old)]
    return {**new, "schema": {"openAPIV3Schema": _edited(schemas[0], schemas[1], steps, edit)}}


def _schema_steps(parts: tuple[str | int, ...]) -> tuple[str, ...]:
    """The part of a path that leads to a schema, without the keyword at its end."""
    found: list[str] = []
    rest = iter(parts)
    for part in rest:
        if part == "properties":
            found += (part, str(next(rest, "")))
        elif part in ("items", "additionalProperties"):
            found.append(part)
        else:
            break
    return tuple(found)


def _edited(new: Any, old: Any, steps: tuple[str, ...], edit: _Edit) -> Any:
    if not steps:
        return edit(mapping(new), mapping(old))
    step, more = steps[0], steps[1:]
    return {**mapping(new), step: _edited(mapping(new).get(step), mapping(old).get(step), more, edit)}


def _edit(change: Difference, last: str) -> _Edit:
    word, at = change.words.narrows, change.at
    if word == "rule" or (word == "required" and change.words.below):
        rule = text(at.after if word == "required" else mapping(at.after).get("rule"))
        return lambda new, _: (
            new | {_RULES: [one for one in listing(new.get(_RULES)) if mapping(one).get("rule") != rule]}
        )
    if word == "required":
        name = (at.field or "").rpartition(".")[2]
        return lambda new, _: new | {word: [one for one in listing(new.get(word)) if one != name]}
    if word in ("removed", "added"):
        return lambda new, old: (
            new | {"properties": _like(mapping(new.get("properties")), mapping(old.get("properties")), last)}
        )
    if word == "values":
        return lambda new, old: _like(new, old, last)
    if word == "type":
        return lambda new, old: old if are_apart(old, new) else _like(new, old, *_TOGETHER[0])
    words = _NAMED.get(word) or next((each for each in _TOGETHER if word in each), (word,))
    return lambda new, old: _like(new, old, *words)


def _like(new: Node, old: Node, *words: str) -> Node:
    """A mapping that has these keys as the old one has them."""
    kept = {key: value for key, value in new.items() if key not in words}
    return kept | {word: old[word] for word in words if word in old}

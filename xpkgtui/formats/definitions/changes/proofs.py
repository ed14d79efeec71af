"""Proofs of breaks: for each place that accepts less than before, the smallest manifest that shows it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.changes.comparing.pairs import PRESERVES, are_apart, without
from xpkgtui.formats.definitions.changes.patterns import Coverage, inclusion
from xpkgtui.formats.definitions.changes.sentences import unshown
from xpkgtui.formats.definitions.effort import Made, limited
from xpkgtui.formats.definitions.field_errors import MISTYPED, Node
from xpkgtui.formats.definitions.objects.judging import ObjectNames
from xpkgtui.formats.definitions.samples.sample import ITEM, VALUE, Steps
from xpkgtui.formats.definitions.samples.witness import WitnessSearch, witness
from xpkgtui.rules.changes.change import Weight, Witness
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, listing, mapping, text

_MOST = 400
"""Proofs that are sought in one comparison; one takes 15 ms of a definition of 2.7 MB, as it tries manifests."""
_WORK = 200_000
"""Values that are compared with schemas in all searches of one comparison, which takes 4 s."""
_WORK_OF_ONE = 30_000
_MOST_CHOICES = 3
"""Values of an `enum` that are gone and are tried first."""
_MOST_OF_ONE = 40
"""Proofs that are sought for one version of a definition."""


class Proofs:
    """Seeks the proofs of one comparison, as long as there are not too many."""

    def __init__(self, most: int = _MOST) -> None:
        self._left = most
        self._work: float = _WORK

    def of(self, found: Iterator[Difference], old: Node, new: Node, names: ObjectNames) -> Iterator[Difference]:
        """The differences of two versions (`spec.versions[i]`); those that break with a witness if any.

        What breaks without a proof as well is sought first, as what is sought in vain takes the most work.
        """
        every = list(found)
        sought = [one for one in every if one.words.narrows and one.weights.clients is Weight.BREAKS]
        sought.sort(key=lambda one: one.words.unproven is not None)
        made: Made = {}
        proofs: dict[int, WitnessSearch] = {}
        for one in sought[: max(min(self._left, _MOST_OF_ONE), 0)]:
            if self._work > 0:
                self._left -= 1
                with limited(min(_WORK_OF_ONE, self._work), made) as work:
                    proofs[id(one)] = _proof(one, old, new, names)
                self._work -= work.spent
        for one in every:
            proof = proofs.get(id(one), _NOT_SOUGHT)
            if proof.found is not None:
                yield replace(one, witness=Witness(manifest=proof.found.text, says=proof.found.message))
            elif one.words.unproven is not None or proof.is_in_vain:
                yield replace(one, words=one.words.unproven or unshown(one.words))
            else:
                yield one


_NOT_SOUGHT = WitnessSearch(found=None)


def _proof(change: Difference, old: Node, new: Node, names: ObjectNames) -> WitnessSearch:
    """A witness; none where a schema is not one that the API server takes, so that it may have values of any type."""
    try:
        without = undone(change, old, new)
        steps, below = _steps(change), len(change.words.below)
        told, after = _told(change), change.at.after
        rule = text(after if below else mapping(after).get("rule"))
        found = witness(old, new, names, steps, word=change.words.narrows, undone=without, likely=told, rule=rule)
        if found.found is None and below:
            return witness(old, new, names, steps[:-below], word="rule", undone=without, rule=rule)
        return found
    except MISTYPED:
        return WitnessSearch(found=None)


def _told(change: Difference) -> tuple[Any, ...]:
    """A text that only the old pattern matches; choices that are gone; a list where a format went; null."""
    before, after = change.at.before, change.at.after
    if change.words.narrows == "enum" and before and after:
        return tuple(without(before, after)[:_MOST_CHOICES])
    if change.words.narrows == "format":
        return ([],)
    if change.words.narrows == "nullable":
        return (None,)
    if change.words.narrows != "pattern" or not isinstance(before, str) or not isinstance(after, str):
        return ()
    found = inclusion(before, after)
    return (found.counterexample,) if found.coverage is Coverage.NARROWER else ()


def _parts(path: FieldPath | None) -> tuple[str | int, ...]:
    parts = path.parts if path else ()
    return parts[parts.index("openAPIV3Schema") + 1 :] if "openAPIV3Schema" in parts else parts


def _named_parts(one: Difference) -> tuple[str | int, ...]:
    """The path of the new document; of the old one where its properties became values of a map."""
    new, old = _parts(one.at.new or one.at.old), _parts(one.at.old or one.at.new)
    return old if old.count("properties") > new.count("properties") else new


def _steps(one: Difference) -> Steps:
    """The steps from the root of an object to the place, by the path in the document."""
    steps: list[str] = []
    rest = iter(_named_parts(one))
    for part in rest:
        if part == "properties":
            steps.append(str(next(rest, "")))
        elif part == "items":
            steps.append(ITEM)
        elif part == "additionalProperties":
            steps.append(VALUE)
        else:
            break
    if one.words.narrows == "required" and one.at.field:
        steps.extend(one.words.below or (one.at.field.rpartition(".")[2],))
    return tuple(steps)


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
    steps = _schema_steps(_named_parts(change))
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
    below = [mapping(one).get(step) for one in (new, old)]
    if step == "properties" and more:  # of values of a map the names are known from the other side
        below = [
            {more[0]: mapping(one)["additionalProperties"]} if one and not mapping(inner).get(more[0]) else inner
            for inner, one in zip(below, map(_valued, (new, old)), strict=True)
        ]
    return {**mapping(new), step: _edited(below[0], below[1], more, edit)}


def _valued(schema: Any) -> Node:
    return mapping(schema) if isinstance(mapping(schema).get("additionalProperties"), dict) else {}


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

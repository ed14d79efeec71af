"""Proofs of breaks: for each place that accepts less than before, the smallest manifest that shows it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.changes.patterns import Coverage, inclusion
from xpkgtui.formats.definitions.changes.sentences import unshown
from xpkgtui.formats.definitions.changes.undoing import undone
from xpkgtui.formats.definitions.effort import Made, limited
from xpkgtui.formats.definitions.field_errors import MISTYPED, Node
from xpkgtui.formats.definitions.objects.judging import ObjectNames
from xpkgtui.formats.definitions.sample import ITEM, VALUE, Steps
from xpkgtui.formats.definitions.witness import WitnessSearch, witness
from xpkgtui.rules.changes.change import Weight, Witness
from xpkgtui.rules.changes.rule import Difference

_MOST = 400
"""Proofs that are sought in one comparison; one takes 15 ms of a definition of 2.7 MB, as it tries manifests."""
_WORK = 200_000
"""Values that are compared with schemas in all searches of one comparison, which takes 4 s."""
_WORK_OF_ONE = 30_000
_MOST_OF_ONE = 40
"""Proofs that are sought for one version of a definition."""


class Proofs:
    """Seeks the proofs of one comparison, as long as there are not too many."""

    def __init__(self, most: int = _MOST) -> None:
        self._left = most
        self._work: float = _WORK

    def of(self, found: Iterator[Difference], old: Node, new: Node, names: ObjectNames) -> Iterator[Difference]:
        """The differences of two versions (`spec.versions[i]`); those that break with a witness if any."""
        left = min(self._left, _MOST_OF_ONE)
        made: Made = {}
        for one in found:
            proof = WitnessSearch(found=None)
            if one.words.narrows and one.weights.clients is Weight.BREAKS and min(left, self._work) > 0:
                left -= 1
                self._left -= 1
                with limited(min(_WORK_OF_ONE, self._work), made) as work:
                    proof = _proof(one, old, new, names)
                self._work -= work.spent
            if proof.found is not None:
                yield replace(one, witness=Witness(manifest=proof.found.text, says=proof.found.message))
            elif one.words.unproven is not None or proof.is_in_vain:
                yield replace(one, words=one.words.unproven or unshown(one.words))
            else:
                yield one


def _proof(change: Difference, old: Node, new: Node, names: ObjectNames) -> WitnessSearch:
    """A witness; none where a schema is not one that the API server takes, so that it may have values of any type."""
    try:
        without = undone(change, old, new)
        steps, below = _steps(change), len(change.words.below)
        told = _told(change)
        found = witness(old, new, names, steps, word=change.words.narrows, undone=without, likely=told)
        if found.found is None and below:
            return witness(old, new, names, steps[:-below], word="rule", undone=without)
        return found
    except MISTYPED:
        return WitnessSearch(found=None)


def _told(change: Difference) -> tuple[Any, ...]:
    """A text that the old pattern of a place matches and the new one does not; a list where a format went; null."""
    before, after = change.at.before, change.at.after
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


def _steps(one: Difference) -> Steps:
    """The steps from the root of an object to the place, by the path in the document."""
    parts = _parts(one.at.new or one.at.old)
    # Where properties become values of a map, or the other way round, the names are those of the properties.
    named = _parts(one.at.old or one.at.new)
    parts = named if named.count("properties") > parts.count("properties") else parts
    steps: list[str] = []
    rest = iter(parts)
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

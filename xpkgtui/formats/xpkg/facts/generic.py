"""Facts of any object: its labels, its annotations and its top-level fields."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import Fact, amount, brief, first, metadata
from xpkgtui.untyped import listing, mapping

_FAMILIAR = frozenset({"apiVersion", "kind", "metadata", "spec"})
_PARTS = 40


def of_parts(value: object, *, known: bool) -> Iterator[Fact]:
    """The top-level fields; of a known kind only those that its own facts leave out."""
    if not isinstance(value, dict):
        yield "holds", _what(value)
        return
    parts = [key for key in value if key not in (_FAMILIAR if known else ("apiVersion", "kind", "metadata"))]
    if known:
        parts = [key for key in parts if key not in ("status", "webhooks")]
    yield from first(
        (("part", f"{brief(key)}: {_what(value[key])}") for key in parts), len(parts), "part", "parts", _PARTS
    )
    if not known and isinstance(wanted := value.get("spec"), dict):
        fields = (("spec", f"{brief(key)}: {_what(field)}") for key, field in wanted.items())
        yield from first(fields, len(wanted), "spec", "fields", _PARTS)


def of_metadata(value: object) -> Iterator[Fact]:
    """Namespace, labels, annotations and the other metadata."""
    found = metadata(value)
    for key in ("namespace", "generateName"):
        if key in found:
            yield key, brief(found[key])
    for label in ("labels", "annotations"):
        yield from _pairs(label.removesuffix("s"), mapping(found.get(label)), label)
    if owners := listing(found.get("ownerReferences")):
        yield "owners", f"{len(owners):,}"
    if finalizers := listing(found.get("finalizers")):
        yield "finalizers", f"{len(finalizers):,}"


def _pairs(label: str, found: Mapping[str, object], noun: str) -> Iterator[Fact]:
    facts = ((label, f"{brief(key)}: {brief(said)}") for key, said in found.items())
    yield from first(facts, len(found), label, noun, _PARTS)


def _what(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case dict():
            return amount(len(value), "field")
        case list():
            return amount(len(value), "item")
        case str() if "\n" in value:
            return f"text of {amount(value.count(chr(10)) + 1, 'line')}"
    return brief(value) or "empty text"

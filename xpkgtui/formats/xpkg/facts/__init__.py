"""The facts of one object for Detail, as labels and texts in order; one module for each family of kinds."""

from collections.abc import Callable, Iterator, Mapping

from xpkgtui.formats.fact import Fact, brief, first, identity, metadata, text
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.facts.compositions import of_composition, of_operation
from xpkgtui.formats.xpkg.facts.definitions import of_crd, of_mrap, of_mrd, of_webhooks, of_xrd
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.untyped import field, listing, mapping
from xpkgtui.visible import plural

Family = Callable[[object, PackageObjects], Iterator[Fact]]
_ADMISSION, _OPERATIONS = "admissionregistration.k8s.io", "ops.crossplane.io"
FAMILIES: dict[tuple[str, str], Family] = {
    ("apiextensions.k8s.io", "CustomResourceDefinition"): of_crd,
    (EXTENSIONS, "CompositeResourceDefinition"): of_xrd,
    (EXTENSIONS, "Composition"): of_composition,
    (EXTENSIONS, "CompositionRevision"): of_composition,
    (EXTENSIONS, "ManagedResourceDefinition"): of_mrd,
    (EXTENSIONS, "ManagedResourceActivationPolicy"): of_mrap,
    (_OPERATIONS, "Operation"): of_operation,
    (_OPERATIONS, "CronOperation"): of_operation,
    (_OPERATIONS, "WatchOperation"): of_operation,
    (_ADMISSION, "ValidatingWebhookConfiguration"): of_webhooks,
    (_ADMISSION, "MutatingWebhookConfiguration"): of_webhooks,
}
"""The facts by group and kind, whatever the version."""
_FAMILIAR = frozenset({"apiVersion", "kind", "metadata", "spec"})
_PARTS = 40


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of an object; one of an unknown kind shows its top-level fields."""
    yield identity(value)
    group = text(field(value, "apiVersion")).rpartition("/")[0]
    family = FAMILIES.get((group, text(field(value, "kind"))))
    if family is not None:
        yield from family(value, package)
    yield from of_parts(value, known=family is not None)
    yield from of_metadata(value)


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
        fields = (("spec", f"{brief(key)}: {_what(part)}") for key, part in wanted.items())
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
    facts = ((label, f"{brief(key)}: {brief(words)}") for key, words in found.items())
    yield from first(facts, len(found), label, noun, _PARTS)


def _what(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case dict():
            return plural(len(value), "field")
        case list():
            return plural(len(value), "item")
        case str() if "\n" in value:
            return f"text of {plural(value.count(chr(10)) + 1, 'line')}"
    return brief(value) or "empty text"

"""Any object but the meta object, in the words of its family."""

from collections.abc import Callable, Iterator

from xpkgtui.inspection.facts.anything import of_metadata, of_parts
from xpkgtui.inspection.facts.composites import of_xrd
from xpkgtui.inspection.facts.compositions import of_composition
from xpkgtui.inspection.facts.definitions import of_crd
from xpkgtui.inspection.facts.loose import Fact, identity, text
from xpkgtui.inspection.facts.managed import of_mrap, of_mrd
from xpkgtui.inspection.facts.neighbours import EXTENSIONS, Neighbours
from xpkgtui.inspection.facts.operations import of_operation
from xpkgtui.inspection.facts.webhooks import of_webhooks
from xpkgtui.untyped import mapping

Family = Callable[[object, Neighbours], Iterator[Fact]]
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
"""Who tells of which group and kind, whatever the version."""


def of_object(value: object, package: Neighbours) -> Iterator[Fact]:
    """The facts of an object; one of a kind that nobody knows is told by its parts."""
    yield identity(value)
    group = text(mapping(value).get("apiVersion")).rpartition("/")[0]
    family = FAMILIES.get((group, text(mapping(value).get("kind"))))
    if family is not None:
        yield from family(value, package)
    yield from of_parts(value, known=family is not None)
    yield from of_metadata(value)

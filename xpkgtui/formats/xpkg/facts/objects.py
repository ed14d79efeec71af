"""The facts of any object but the meta object, by its family of kinds."""

from collections.abc import Callable, Iterator

from xpkgtui.formats.fact import Fact, identity, text
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.facts.composites import of_xrd
from xpkgtui.formats.xpkg.facts.compositions import of_composition
from xpkgtui.formats.xpkg.facts.definitions import of_crd
from xpkgtui.formats.xpkg.facts.generic import of_metadata, of_parts
from xpkgtui.formats.xpkg.facts.managed import of_mrap, of_mrd
from xpkgtui.formats.xpkg.facts.operations import of_operation
from xpkgtui.formats.xpkg.facts.webhooks import of_webhooks
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.untyped import field

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


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of an object; one of an unknown kind shows its top-level fields."""
    yield identity(value)
    group = text(field(value, "apiVersion")).rpartition("/")[0]
    family = FAMILIES.get((group, text(field(value, "kind"))))
    if family is not None:
        yield from family(value, package)
    yield from of_parts(value, known=family is not None)
    yield from of_metadata(value)

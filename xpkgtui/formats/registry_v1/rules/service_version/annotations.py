"""Rules about the annotations of a ClusterServiceVersion, and about what it upgrades from."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed
from xpkgtui.formats.registry_v1.rules.severities import by
from xpkgtui.formats.registry_v1.rules.subjects import Item
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import listing, text
from xpkgtui.versions.blang_range import BlangRange

_API = by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="W")
_CASES = {
    name.lower(): name
    for name in (
        "olm.operatorGroup",
        "olm.operatorNamespace",
        "olm.targetNamespaces",
        "olm.providedAPIs",
        "olm.skipRange",
    )
}


@rule("OLM039", "annotations of OLM are spelled right", _API, stage=Stage.LINT)
def annotations_are_spelled_right(item: Item) -> Iterator[Problem]:
    """Annotations such as olm.skipRange are spelled with the right capitals.

    Why: OLM does not see an annotation in another spelling.
    When it bites: When a bundle is validated; else the annotation has no effect.
    Fix: Write it as the message says.
    Source: operator-framework/api, annotations.go.
    """
    for key in item.annotations if item.is_csv and item.is_first else ():
        right = _CASES.get(key.lower())
        if right is not None and right != key:
            message = f"The annotation {key} has to be spelled {right}"
            says = (
                f"Error: Value {item.name}: provided annotation {key} uses wrong case and should be {right} instead"
            )
            yield Problem(message=message, says=says, path=FieldPath.of("metadata", "annotations", key))


@rule(
    "OLM040", "properties are in metadata/", by(opm="W", sdk="W", olmv1="W", rukpak="W", spec="W"), stage=Stage.LINT
)
def properties_are_elsewhere(item: Item) -> Iterator[Problem]:
    """The ClusterServiceVersion has no annotation olm.properties.

    Why: Properties belong into metadata/properties.yaml.
    When it bites: operator-sdk warns; tools may take either.
    Fix: Move them to metadata/properties.yaml.
    Source: operator-framework/api, annotations.go.
    """
    if item.is_csv and item.is_first and "olm.properties" in item.annotations:
        message = "Properties are in the annotation olm.properties, not in metadata/properties.yaml"
        path = FieldPath.of("metadata", "annotations", "olm.properties")
        words = "found olm.properties annotation, please define these properties in metadata/properties.yaml instead"
        yield Problem(message=message, says=f"Warning: Value : {words}", path=path)


@rule(
    "OLM041",
    "an upgrade leads to another version",
    by(opm="W", sdk="W", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.INSTALL,
)
def upgrades_lead_elsewhere(item: Item) -> Iterator[Problem]:
    """olm.skipRange is a range of versions; a version neither replaces nor skips itself.

    Why: Validation of a bundle looks at none of these; a catalog with such a bundle is refused.
    When it bites: When the bundle is added to a catalog.
    Fix: Write `>=1.0.0 <1.2.0`, and name other versions.
    Source: operator-registry, model.
    """
    if not item.is_csv or not item.is_first:
        return
    if (versions := text(item.annotations.get("olm.skipRange"))) and not _is_range(versions):
        message = f"olm.skipRange is not a range of versions: {versions}"
        yield Problem(message=message, path=FieldPath.of("metadata", "annotations", "olm.skipRange"))
    if item.name and item.spec.get("replaces") == item.name:
        yield Problem(message=f"{item.name} replaces itself", path=FieldPath.of("spec", "replaces"))
    if item.name and item.name in listing(item.spec.get("skips")):
        yield Problem(message=f"{item.name} skips itself", path=FieldPath.of("spec", "skips"))


def _is_range(found: str) -> bool:
    try:
        BlangRange.parse(found)
    except Malformed:
        return False
    return True


DOCUMENT_RULES = (annotations_are_spelled_right, properties_are_elsewhere, upgrades_lead_elsewhere)

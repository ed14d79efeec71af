"""Rules about the annotations of a ClusterServiceVersion, and about what it upgrades from."""

import json
from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.registry_v1.rules.by_tool import by, warned
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OlmV1Turn, ServiceStep, met
from xpkgtui.golang.characters import folded
from xpkgtui.golang.json_syntax import fault_of_value
from xpkgtui.golang.printing import type_of_go
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


@rule("OLM039", "an annotation of OLM is misspelled", _API, stage=Stage.LINT, met=met(api=ServiceStep.ANNOTATIONS))
def annotations_are_spelled_right(item: Item) -> Iterator[Problem]:
    """Annotations such as olm.skipRange have the right upper and lower case.

    Why: OLM does not see an annotation in another spelling.
    When it bites: When a bundle is validated. Otherwise the annotation has no effect.
    Fix: Write the annotation as the message says.
    Source: operator-framework/api, annotations.go.
    """
    for key in item.annotations if item.is_csv and item.is_first else ():
        right = _CASES.get(key.lower())
        if right is not None and right != key:
            message = f"The annotation {key} must be spelled {right}"
            says = (
                f"Error: Value {item.name}: provided annotation {key} uses wrong case and should be {right} instead"
            )
            yield Problem(message=message, says=says, path=FieldPath.of("metadata", "annotations", key))


@rule(
    "OLM040",
    "properties are in the ClusterServiceVersion",
    by(opm="W", sdk="W", olmv1="EW", rukpak="W", spec="W"),
    stage=Stage.LINT,
    met=met(olmv1=OlmV1Turn.PROPERTIES),
)
def properties_are_elsewhere(item: Item) -> Iterator[Problem]:
    """The ClusterServiceVersion has no annotation olm.properties.

    Why: Properties belong into metadata/properties.yaml.
    When it bites: operator-sdk warns; tools may take either. OLM v1 refuses an annotation that is not a JSON list of
    properties.
    Fix: Move them to metadata/properties.yaml.
    Source: operator-framework/api, annotations.go; operator-controller, bundle source.
    """
    found, path = item.annotations.get("olm.properties"), FieldPath.of("metadata", "annotations", "olm.properties")
    if not item.is_csv or found is None:
        return
    if isinstance(found, str) and not item.is_superseded and (fault := _fault(found)) is not None:
        says = f"failed to unmarshal csv.metadata.annotations['olm.properties']: {fault}" if fault else None
        message = "The annotation olm.properties is not a list of properties in JSON"
        yield Problem(message=message, says=says, path=path, profiles=("olmv1",))
    if item.is_first:
        message = "Properties are in the annotation olm.properties, not in metadata/properties.yaml"
        words = "found olm.properties annotation, please define these properties in metadata/properties.yaml instead"
        yield Problem(message=message, says=warned(f"Value : {words}"), level=1, path=path)


def _fault(written: str) -> str | None:
    """What Go says of a text that is not a JSON list of properties; empty where its words are not known."""
    if not written.strip():
        return "unexpected end of JSON input"
    if (fault := fault_of_value(written.encode("utf-8", "surrogatepass"))) is not None:
        return fault.message
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return ""
    wrong = "json: cannot unmarshal {} into Go {}"
    if not isinstance(found, list):
        return wrong.format(type_of_go(found), "value of type []property.Property") if found is not None else None
    for one in found:
        if one is not None and not isinstance(one, dict):
            return wrong.format(type_of_go(one), "value of type property.Property")
        for key, value in (one or {}).items():
            if folded(key) == "type" and value is not None and not isinstance(value, str):
                return wrong.format(type_of_go(value), "struct field Property.type of type string")
    return None


@rule(
    "OLM041",
    "an upgrade leads to the same version",
    by(opm="W", sdk="W", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.INSTALL,
)
def upgrades_lead_elsewhere(item: Item) -> Iterator[Problem]:
    """olm.skipRange is a range of versions; a version neither replaces nor skips itself.

    Why: Bundle validation checks none of these; opm refuses a catalog with such a bundle.
    When it bites: When the bundle is added to a catalog.
    Fix: Write a range such as `>=1.0.0 <1.2.0`, and name other versions in replaces and skips.
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


def _is_range(text: str) -> bool:
    return parsed(BlangRange.parse, text) is not None

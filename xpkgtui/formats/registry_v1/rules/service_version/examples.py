"""Rules about the annotations of a ClusterServiceVersion, its examples among them, and what it upgrades from."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.examples.example import Example, lost_values, refusals, unknown_fields
from xpkgtui.formats.registry_v1.rules.by_tool import by, everywhere, warned
from xpkgtui.formats.registry_v1.rules.declarations import EXAMPLE_KEYS, examples_of, key_of
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OlmV1Turn, ServiceStep, met
from xpkgtui.golang.characters import folded
from xpkgtui.golang.json_syntax import fault_of_value
from xpkgtui.golang.printing import type_of_go
from xpkgtui.golang.texts import fault_of_object, without_kind
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, text
from xpkgtui.versions.blang_range import BlangRange

_API = by(opm="EW", sdk="EW", olmv1="W", rukpak="W", spec="W")
_SHOWN = 2000
"""Characters of examples that are repeated in a message."""
_ANNOTATIONS = FieldPath.of("metadata", "annotations")


class _Api(NamedTuple):
    group: str
    version: str
    kind: str

    def __str__(self) -> str:
        return f"{self.group}/{self.version}, Kind={self.kind}"


@rule(
    "OLM037",
    "alm-examples is not a list of objects in JSON",
    _API,
    stage=Stage.LINT,
    met=met(api=ServiceStep.EXAMPLES),
)
def examples_are_json(item: Item) -> Iterator[Problem]:
    """The annotation alm-examples is a list of objects in JSON, and the only one with examples.

    Why: Consoles fill their forms with these examples.
    When it bites: When a bundle is validated.
    Fix: Write the examples as a JSON list in alm-examples.
    Source: operator-framework/api, csv.go.
    """
    if not item.is_csv or not item.is_first:
        return
    key, says = key_of(item), f"Value : ({item.name}) "
    if not item.annotations:
        message = "The ClusterServiceVersion has no annotations, so no examples"
        yield Problem(
            message=message, says=warned(f"{says}annotations not found"), level=1, path=FieldPath.of("metadata")
        )
    elif not key:
        message = "The ClusterServiceVersion has no examples of its objects"
        yield Problem(
            message=message, says=warned(f"{says}example annotations not found"), level=1, path=_ANNOTATIONS
        )
    elif all(isinstance(item.annotations.get(one), str) for one in EXAMPLE_KEYS):
        words = "both `alm-examples` and `olm.examples` are present. Checking only `alm-examples`"
        message, more = "Examples are in alm-examples and in olm.examples", "tools check the first"
        yield Problem(
            message=message, more=more, says=warned(says + words), level=1, path=_ANNOTATIONS.child(EXAMPLE_KEYS[1])
        )
    if key and examples_of(item) is None:
        message = f"The annotation {key} is not a list of objects in JSON, each with a kind"
        yield Problem(message=message, says=_words(item.annotations[key]), path=_ANNOTATIONS.child(key))


def _words(written: str) -> str | None:
    """What tools say of examples that they cannot read; None where their words are not known."""
    decoding = "Error: Value {}: error decoding example CustomResource"
    data = written.encode("utf-8", "surrogatepass")
    if (fault := fault_of_value(data)) is not None:
        at, shown = fault.offset, data[: fault.offset].decode(errors="replace")
        said = f"Error: Value invalid character at {at}\n {shown}<--(see the invalid character): invalid example"
        return said if at <= _SHOWN else None
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return None
    lead = "error unmarshaling JSON: while decoding JSON: "
    if isinstance(found, list):
        return next((decoding.format(lead + message) for one in found if (message := _misdecoded(one))), None)
    message = f"json: cannot unmarshal {type_of_go(found)} into Go value of type []unstructured.Unstructured"
    return decoding.format(message if isinstance(found, dict) else lead + message)


def _misdecoded(example: object) -> str | None:
    """What Go says of an example that is not an object with a kind."""
    if isinstance(example, dict):
        return fault_of_object(example)
    if example is None:
        return without_kind("null")
    return f"json: cannot unmarshal {type_of_go(example)} into Go value of type map[string]interface {{}}"


@rule(
    "OLM038",
    "an owned API has no example, or one is of another API",
    _API,
    stage=Stage.LINT,
    met=met(api=ServiceStep.OWNED_EXAMPLES),
)
def examples_are_owned(item: Item) -> Iterator[Problem]:
    """Each example is of an API that the operator owns; each such API has an example.

    Why: A console offers examples for the APIs that the operator provides.
    When it bites: When a bundle is validated.
    Fix: Correct apiVersion and kind of the example, or add one.
    Source: operator-framework/api, csv.go.
    """
    key = key_of(item) if item.is_csv and item.is_first else ""
    found = examples_of(item) if key else None
    if found is None:
        return
    shown, path = {_api_of(one) for one in found}, _ANNOTATIONS.child(key)
    provided = set(_provided(item))
    for api in sorted(shown - provided):
        message = f"An example is a {api.kind} {api.version} of {api.group}, which the operator does not own"
        yield Problem(message=message, says=f"Error: Value {api}: example must have a provided API", path=path)
    for api in sorted(provided - shown):
        message = f"There is no example of {api.kind} {api.version} of {api.group}"
        says = warned(f"Value {api}: provided API should have an example annotation")
        yield Problem(message=message, says=says, level=1, path=path)


def _api_of(example: object) -> _Api:
    group, _, version = text(field(example, "apiVersion")).rpartition("/")
    return _Api(group, version, text(field(example, "kind")))


def _provided(item: Item) -> Iterator[_Api]:
    for one in listing(field(item.spec, "customresourcedefinitions", "owned")):
        name, version, kind = (text(field(one, key)) for key in ("name", "version", "kind"))
        if "." in name:
            yield _Api(name.partition(".")[2], version, kind)
    for one in listing(field(item.spec, "apiservicedefinitions", "owned")):
        yield _Api(*(text(field(one, key)) for key in ("group", "version", "kind")))


@rule("OLM045", "the API server refuses an example of the bundle", everywhere("WI"), stage=Stage.RUN)
def examples_are_accepted(example: Example) -> Iterator[Problem]:
    """The API server creates each example, by the definitions of the bundle.

    Why: Consoles fill their forms with these examples; what they make of one that is refused cannot be saved.
    When it bites: When you make an object from the example. The bundle installs all the same.
    Fix: Correct the example as the message says.
    Source: k8s.io/apiextensions-apiserver 0.35, the strategy of custom resources.
    """
    yield from refusals(example)


@rule("OLM046", "an example of the bundle has an unknown field", everywhere("W"), stage=Stage.RUN)
def examples_have_known_fields(example: Example) -> Iterator[Problem]:
    """The definition of an example has every field that the example has.

    Why: kubectl asks the API server to refuse unknown fields. Consoles do not, and then they are dropped silently:
    the object is made without them.
    When it bites: When you make an object from the example.
    Fix: Remove the fields, or spell them as the definition does.
    Source: k8s.io/apiextensions-apiserver 0.35, pruning and strict field validation.
    """
    yield from unknown_fields(example)


@rule("OLM047", "the API server drops values of an example of the bundle", everywhere("I"), stage=Stage.RUN)
def examples_are_kept(example: Example) -> Iterator[Problem]:
    """The API server stores every value of an example.

    Why: Nulls are dropped where the schema does not allow them, and the status where it is a subresource.
    When it bites: When you read the object that was made of the example.
    Fix: Remove the values.
    Source: k8s.io/apiextensions-apiserver 0.35.
    """
    yield from lost_values(example)


_APIS = by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="W")
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


@rule("OLM039", "an annotation of OLM is misspelled", _APIS, stage=Stage.LINT, met=met(api=ServiceStep.ANNOTATIONS))
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

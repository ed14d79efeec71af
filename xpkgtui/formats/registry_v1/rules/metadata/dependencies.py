"""Rules about metadata/dependencies.yaml, and about the constraints among the dependencies."""

from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.dependencies.operators.expressions import EXPRESSIONS, faults_of_form, refusal_of
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.registry_v1.decoding.types import scalar
from xpkgtui.formats.registry_v1.layout import DEPENDENCIES, PROPERTIES
from xpkgtui.formats.registry_v1.rules.by_tool import by
from xpkgtui.formats.registry_v1.rules.declarations import (
    CONSTRAINT,
    DEPENDENCIES_KEY,
    FIELDS,
    GVK,
    LABEL,
    PACKAGE,
    declared,
    dependencies_in,
    dependency_path,
    is_readable,
)
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OpmTurn, SdkTurn, met
from xpkgtui.golang.printing import written
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.versions.blang_range import BlangRange

_FORMAT = by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="E")
_READ = met(opm=OpmTurn.DEPENDENCIES, sdk=SdkTurn.DEPENDENCIES)


@rule(
    "OLM020",
    "a dependency has an unknown type",
    by(opm="EW", sdk="EW", olmv1="W", rukpak="W", spec="EW"),
    stage=Stage.FILE,
    met=_READ,
)
def types_are_known(item: Item) -> Iterator[Problem]:
    """dependencies.yaml is a list of types and values, and each type is known.

    Why: opm knows olm.gvk, olm.package, olm.label and olm.constraint; a file of another shape is ignored silently.
    When it bites: When a bundle is validated. If the file is ignored, OLM does not install the dependencies.
    Fix: Write each dependency with a known type, such as `- type: olm.package`, and a `value` below it.
    Source: opm alpha bundle validate.
    """
    if item.file == DEPENDENCIES and item.is_first and not declared(item):
        found = lowered(mapping(item.value), DEPENDENCIES_KEY)
        if isinstance(item.document, BrokenDocument):
            message = f"{DEPENDENCIES} is not YAML, so that opm ignores it: {item.document.message}"
            yield Problem(message=message, level=1)
        elif not isinstance(found, list) or found:
            message = f"{DEPENDENCIES} is not a list of types and values, so that opm ignores it"
            yield Problem(message=message, level=1, path=FieldPath.of(DEPENDENCIES_KEY))
    for number, one in enumerate(declared(item)):
        kind = scalar(field(one, "type")) or ""
        if not is_readable(one):
            known = kind in (*FIELDS, CONSTRAINT)
            what = "has a value of the wrong type" if known else "has a type that opm does not know"
            message = f"Dependency {number + 1}, {kind or '(no type)'}, {what}"
            yield Problem(
                message=message, says=f"couldn't parse dependency of type {kind}", path=dependency_path(number)
            )


@rule("OLM021", "a required API lacks group, version or kind", _FORMAT, stage=Stage.FILE, met=_READ)
def apis_are_named(item: Item) -> Iterator[Problem]:
    """A dependency olm.gvk has group, version and kind.

    Why: OLM looks for an operator that provides exactly this API.
    When it bites: When a bundle is validated.
    Fix: Add group, version and kind.
    Source: opm alpha bundle validate.
    """
    for number, value in dependencies_in(item, GVK):
        for key in FIELDS[GVK]:
            if not value[key]:
                message = f"Dependency {number + 1} requires an API without a {key}"
                yield Problem(
                    message=message, says=f"API {key.capitalize()} is empty", path=dependency_path(number, key)
                )


@rule("OLM022", "a required package has no version range", _FORMAT, stage=Stage.FILE, met=_READ)
def packages_have_ranges(item: Item) -> Iterator[Problem]:
    """A dependency olm.package has a name and a range of versions, such as `>=1.0.0 <2.0.0`.

    Why: OLM chooses a version from this range.
    When it bites: When a bundle is validated.
    Fix: Set packageName, and version to a range such as `>=1.0.0 <2.0.0`.
    Source: opm alpha bundle validate; blang/semver.
    """
    for number, value in dependencies_in(item, PACKAGE):
        name, versions = value["packageName"], value["version"]
        if not name:
            message = f"Dependency {number + 1} requires a package without a name"
            yield Problem(message=message, says="Package name is empty", path=dependency_path(number, "packageName"))
        if not versions:
            message = f"Dependency {number + 1} requires package {name} without a version"
            yield Problem(message=message, says="Package version is empty", path=dependency_path(number, "version"))
        elif parsed(BlangRange.parse, versions) is None:
            message = f"Dependency {number + 1} requires package {name} in versions {versions}, which is not a range"
            says = "Invalid semver format version"
            yield Problem(message=message, says=says, path=dependency_path(number, "version"))


@rule("OLM023", "a required label has no name", _FORMAT, stage=Stage.FILE, met=_READ)
def labels_are_named(item: Item) -> Iterator[Problem]:
    """A dependency olm.label has a label.

    Why: OLM looks for an operator with this label.
    When it bites: When a bundle is validated.
    Fix: Set label.
    Source: opm alpha bundle validate.
    """
    for number, value in dependencies_in(item, LABEL):
        if not value["label"]:
            message = f"Dependency {number + 1} requires no label"
            yield Problem(message=message, says="Label information is missing", path=dependency_path(number, "label"))


_LARGEST = 1 << 17
"""Bytes of a constraint as JSON."""


@rule(
    "OLM024",
    "a constraint does not compile",
    by(opm="EW", sdk="EW", olmv1="W", rukpak="W", spec="EW"),
    stage=Stage.FILE,
    met=met(opm=OpmTurn.DEPENDENCIES, sdk=SdkTurn.DEPENDENCIES),
)
def constraints_are_read(item: Item) -> Iterator[Problem]:
    """An olm.constraint has a CEL expression that compiles, and no field that OLM does not know.

    Why: opm compiles `cel` alone, though `all`, `any`, `not`, `package` and `gvk` are documented and resolved. OLM
    refuses unknown fields, and more than 128 KiB. Of a CEL expression syntax, names and types are checked as opm
    does: a text is not compared with a number, and the result is true or false. What has messages of protobuf, or is
    nested very deep, is not looked at.
    When it bites: When a bundle is validated, or when OLM resolves the dependency.
    Fix: Write a CEL rule: opm refuses a bundle with another constraint.
    Source: opm alpha bundle validate; operator-framework/api, constraints; cel-spec, langdef.
    """
    if item.file == PROPERTIES:
        for number, one in enumerate(listing(field(item.value, "properties"))):
            where = FieldPath.of("properties", number, "value")
            found = faults_of_form(field(one, "value"), where) if text(field(one, "type")) == CONSTRAINT else ()
            for fault in found:
                message = f"The constraint of property {number + 1} {fault.words}"
                yield Problem(message=message, path=fault.path, level=1)
    for number, one in enumerate(declared(item)):
        if text(field(one, "type")) != CONSTRAINT or not is_readable(one):
            continue
        value = mapping(one).get("value")
        lead = f"The constraint of dependency {number + 1}"
        refused = _refused(mapping(value), number, lead)
        if refused is not None:
            yield refused
        for fault in faults_of_form(value, FieldPath.of(DEPENDENCIES_KEY, number, "value")):
            if refused is None or fault.path != refused.path:
                yield Problem(message=f"{lead} {fault.words}", path=fault.path, level=1)
        if len(written(value).encode("utf-8", "surrogatepass")) > _LARGEST:
            yield Problem(message=f"{lead} is larger than 128 KiB", path=dependency_path(number), level=1)


def _refused(value: dict[str, object], number: int, lead: str) -> Problem | None:
    """What opm has against a constraint; None where it has nothing, or compiles what is not looked at."""
    cel = lowered(value, "cel")
    if cel is None:
        others = [key for key in EXPRESSIONS if lowered(value, key) is not None]
        what = f"has {others[0]}, but opm accepts `cel` alone" if others else "has no expression"
        return Problem(message=f"{lead} {what}", says="The CEL field is missing", path=dependency_path(number))
    expression = text(lowered(mapping(cel), "rule"))
    if not expression:
        message = f"{lead} has an empty rule"
        return Problem(message=message, says="The CEL expression is missing", path=dependency_path(number, "cel"))
    if refusal := refusal_of(expression):
        message = f"{lead} has a rule that {refusal.words}"
        return Problem(message=message, says=refusal.says, path=dependency_path(number, "cel", "rule"))
    return None

"""The rule about the versions of OpenShift that a bundle is for."""

import json
import re
from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.registry_v1.layout import PROPERTIES
from xpkgtui.formats.registry_v1.rules.by_tool import everywhere
from xpkgtui.formats.registry_v1.rules.declarations import problem_at, values_of
from xpkgtui.formats.registry_v1.subject import BundleSubject
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

_LABEL, _MOST = "com.redhat.openshift.versions", "olm.maxOpenShiftVersion"
_RANGE = re.compile(r"(=?)v(\d+)\.(\d+)(?:-v(\d+)\.(\d+))?")
_MINOR = re.compile(r"v?0*(\d+)(?:\.0*(\d+)(\.0+)?)?")
_Minor = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Property:
    """A property olm.maxOpenShiftVersion, where it stands."""

    value: object
    document: int
    path: FieldPath


@rule("OLM097", "malformed or contradictory versions of OpenShift", everywhere("WI"), stage=Stage.INSTALL)
def openshift_is_named(bundle: BundleSubject) -> Iterator[Problem]:
    """The label com.redhat.openshift.versions and the property olm.maxOpenShiftVersion are well formed, and agree.

    Why: The label is `v4.12`, `v4.12-v4.16` or `=v4.12`, and chooses the catalogs that a bundle is added to. Beyond
    the version of the property, written once, OpenShift is not upgraded while the operator is installed. The property
    is a text: the number 4.20 is 4.2.
    When it bites: When the bundle is certified, or OpenShift is to be upgraded. Other clusters do not look.
    Fix: Write the label with `v`, and the property as `"4.16"`.
    Source: operator-lifecycle-manager 0.45, openshift/helpers.go; Red Hat, bundles of operators.
    """
    label = values_of(bundle).get(_LABEL, "")
    properties = list(_properties(bundle))
    most: _Minor | None = None
    for number, one in enumerate(properties):
        if one.value in (None, ""):
            continue
        most, message, level = _judged(one.value)
        if number:
            message, level = f"The property {_MOST} stands {len(properties)} times, so that OpenShift reads none", 0
        if message:
            yield Problem(message=message, level=level, where=Where(document=one.document), path=one.path)
    if not label:
        return
    found = _RANGE.fullmatch(label.strip())
    if found is None:
        yield problem_at(bundle, _LABEL, f"{_LABEL} is neither a version such as v4.12, =v4.12 nor a range: {label}")
        return
    low, high = (int(found[2]), int(found[3])), (int(found[4]), int(found[5])) if found[4] else None
    high = low if found[1] else high
    if high and (high < low or (found[1] and found[4])):
        yield problem_at(bundle, _LABEL, f"{_LABEL} is not a range of versions: {label}")
    elif most and most < low:
        message = f"{_LABEL} begins with v{low[0]}.{low[1]}, and {_MOST} ends with {most[0]}.{most[1]}"
        yield problem_at(bundle, _LABEL, message)
    elif most and (high is None or most < high):
        message = f"{_LABEL} is {label}, also for versions beyond {most[0]}.{most[1]}, where {_MOST} ends"
        yield problem_at(bundle, _LABEL, message, level=int(high is None))


def _judged(value: object) -> tuple[_Minor | None, str, int]:
    """The version that OpenShift reads, and what is wrong with it."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        major, _, minor = str(value).partition(".")
        lost = "; a zero at its end is lost" if len(minor) == 1 else ""
        return _minor(str(value)), f"The property {_MOST} is the number {major}.{minor or 0}, not a text{lost}", 0
    read = _minor(value.strip('"')) if isinstance(value, str) else None
    if read is not None:
        return read, "", 0
    shown = value if isinstance(value, str) else "not a text"
    return None, f"The property {_MOST} is not a version of two numbers: {shown}", 0


def _minor(text: str) -> _Minor | None:
    found = _MINOR.fullmatch(text)
    return (int(found[1]), int(found[2] or 0)) if found else None


def _properties(bundle: BundleSubject) -> Iterator[_Property]:
    """Those of properties.yaml, then those of the annotation of the ClusterServiceVersion."""
    item, csv = bundle.whole(PROPERTIES), bundle.csv
    for number, one in enumerate(listing(field(item.value, "properties")) if item else ()):
        if item and text(field(one, "type")) == _MOST:
            path = FieldPath.of("properties", number, "value")
            yield _Property(value=mapping(one).get("value"), document=item.number, path=path)
    written = csv.annotations.get("olm.properties") if csv else None
    try:
        found = json.loads(written, parse_float=str) if isinstance(written, str) else None
    except (ValueError, RecursionError):
        return
    for one in listing(found):
        if csv and text(lowered(mapping(one), "type")) == _MOST:
            path = FieldPath.of("metadata", "annotations", "olm.properties")
            yield _Property(value=lowered(mapping(one), "value"), document=csv.number, path=path)

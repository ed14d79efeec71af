"""One version of a definition: its name, deprecation, columns and subresources."""

from typing import Any

from xpkgtui.formats.xpkg.definitions.names import label_1035
from xpkgtui.formats.xpkg.definitions.problem import Node, Problems, Verdict, Way
from xpkgtui.untyped import listing, mapping

_COLUMN_TYPES = ("boolean", "date", "integer", "number", "string")
_COLUMN_FORMATS = ("byte", "date", "date-time", "double", "float", "int32", "int64", "password")
_MOST_SELECTABLE = 8


def is_shared(versions: list[Node], field: str) -> bool:
    """Whether all versions have the same in a field; absent counts as a value."""
    first = versions[0].get(field) if versions else None
    return all(version.get(field) == first for version in versions[1:])


def check_version(version: Node, way: Way, problems: Problems) -> None:
    """What concerns the version itself."""
    if complaint := label_1035(version.get("name") or ""):
        problems.invalid(way.to("name"), complaint)
    _check_warning(version, way.to("deprecationWarning"), problems)
    selectable = listing(version.get("selectableFields"))
    paths = [mapping(one).get("jsonPath") or "" for one in selectable]
    seen: set[str] = set()
    for number, path in enumerate(paths):
        place = way.to("selectableFields", number, "jsonPath")
        if not path:
            problems.required(place)
        elif path in seen:
            problems.add(Verdict.DUPLICATE, place)
        seen.add(path)
    if len(set(paths)) > _MOST_SELECTABLE:
        problems.add(Verdict.TOO_MANY, way.to("selectableFields"), f"must have at most {_MOST_SELECTABLE} items")


def _check_warning(version: Node, way: Way, problems: Problems) -> None:
    warning = version.get("deprecationWarning")
    if warning is None:
        return
    if not version.get("deprecated"):
        problems.invalid(way, "can only be set for deprecated versions")
        return
    if len(warning.encode("utf-8", "surrogatepass")) > 256:
        problems.invalid(way, "must be <= 256 characters long")
    if not warning:
        problems.invalid(way, "must not be an empty string")
    at = next((number for number, character in enumerate(warning) if not character.isprintable()), None)
    if at is not None:
        index = len(warning[:at].encode("utf-8", "surrogatepass"))
        said = f"non-printable character found at index {index}"
        problems.invalid(way, f"must only contain printable UTF-8 characters; {said}")


def check_columns(columns: Any, way: Way, problems: Problems) -> None:
    """additionalPrinterColumns."""
    for number, column in enumerate(listing(columns)):
        column, place = mapping(column), way.to(number)
        if not column.get("name"):
            problems.required(place.to("name"))
        kind, says = column.get("type"), f"must be one of {','.join(_COLUMN_TYPES)}"
        if not kind:
            problems.required(place.to("type"), says)
        elif kind not in _COLUMN_TYPES:
            problems.invalid(place.to("type"), says)
        if column.get("format") and column["format"] not in _COLUMN_FORMATS:
            problems.invalid(place.to("format"), f"must be one of {','.join(_COLUMN_FORMATS)}")
        _check_json_path(column.get("jsonPath") or "", place.to("JSONPath"), problems)


def _check_json_path(path: str, way: Way, problems: Problems, *starts: str) -> None:
    if not path:
        problems.required(way)
    elif path[0] != ".":
        problems.invalid(way, "must be a simple json path starting with .")
    elif starts and not path.startswith(starts):
        where = f"either {' or '.join(start[:-1] for start in starts)}" if len(starts) > 1 else starts[0][:-1]
        problems.invalid(way, f"should be a json path under {where}")


def check_subresources(subresources: Any, way: Way, problems: Problems) -> None:
    """The paths of the scale subresource."""
    scale = mapping(subresources).get("scale")
    if scale is None:
        return
    place = way.to("scale")
    _check_json_path(scale.get("specReplicasPath") or "", place.to("specReplicasPath"), problems, ".spec.")
    _check_json_path(scale.get("statusReplicasPath") or "", place.to("statusReplicasPath"), problems, ".status.")
    if scale.get("labelSelectorPath"):
        _check_json_path(scale["labelSelectorPath"], place.to("labelSelectorPath"), problems, ".spec.", ".status.")

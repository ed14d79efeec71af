"""Duplicates in lists that are sets or maps."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.objects.errors import ObjectError, object_error
from xpkgtui.golang.json_writing import written
from xpkgtui.untyped import listing


def check_list(value: list[Any], schema: Node, field: str) -> Iterator[ObjectError]:
    """The errors of one list."""
    kind = schema.get("x-kubernetes-list-type")
    if kind == "set":
        for number in _repeated(value):
            yield object_error(ErrorType.DUPLICATE, f"{field}[{number}]", value=value[number])
    if kind != "map":
        return
    for number, item in enumerate(value):
        if item is not None and not isinstance(item, dict):
            detail = "must be an object for an array of list-type map"
            yield object_error(ErrorType.INVALID, f"{field}[{number}]", detail, value=item)
            return
    names = listing(schema.get("x-kubernetes-list-map-keys"))
    keys = [{name: item[name] for name in names if item and name in item} for item in value]
    for number in _repeated(keys):
        yield object_error(ErrorType.DUPLICATE, f"{field}[{number}]", value=keys[number])


def _repeated(values: list[Any]) -> Iterator[int]:
    """The number of each value that is there a second time."""
    seen: dict[tuple[str, str], int] = {}
    for number, value in enumerate(values):
        key = type(value).__name__, written(value)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] == 2:
            yield number

"""Errors of the API server about the fields of an object, with the values that it shows."""

from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import ErrorType
from xpkgtui.formats.definitions.values import go_number
from xpkgtui.golang.json_writing import written
from xpkgtui.golang.printing import quoted
from xpkgtui.values import dataclass

NOWHERE = "<nil>"
"""The field of an error about the whole object."""
NO_VALUE = object()
"""In place of a value that the API server leaves out."""
_WITHOUT_VALUE = frozenset({ErrorType.REQUIRED, ErrorType.FORBIDDEN, ErrorType.TOO_LONG})
_STOPPING = frozenset({ErrorType.UNSUPPORTED, ErrorType.REQUIRED, ErrorType.TOO_LONG, ErrorType.TOO_MANY})


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectError:
    """One reason to refuse an object."""

    field: str
    """The path of the field, in the API server's spelling."""
    message: str
    """The message without the field."""
    stops_rules: bool = False
    """Whether CEL rules are not checked because of it."""
    type: ErrorType = ErrorType.INVALID
    detail: str = ""
    """The message without the kind of the error and the value."""

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


def object_error(
    kind: ErrorType, field: str, detail: str = "", *, value: Any = "", is_type: bool = False
) -> ObjectError:
    """An error as Kubernetes prints it."""
    shown = "" if kind in _WITHOUT_VALUE or value is NO_VALUE else f": {_shown(value)}"
    message = f"{kind}{shown}" + (f": {detail}" if detail else "")
    stops_rules = is_type or kind in _STOPPING
    return ObjectError(field=field or NOWHERE, message=message, stops_rules=stops_rules, type=kind, detail=detail)


def path_of(field: str) -> FieldPath:
    """The path of a field in the API server's spelling, as far as its parts are plain."""
    parts: list[str | int] = []
    for part in field.replace("[", ".[").split("."):
        if part.startswith("[") and part[1:-1].isdecimal():
            parts.append(int(part[1:-1]))
        elif part.isidentifier():
            parts.append(part)
        else:
            break
    return FieldPath(tuple(parts))


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return go_number(value)
    return written(value)


def in_order(errors: list[ObjectError]) -> tuple[ObjectError, ...]:
    """The errors by field, each once; what is said of the whole object comes last."""
    unique = {(one.field, one.message): one for one in errors}
    return tuple(sorted(unique.values(), key=lambda one: (one.field == NOWHERE, one.field, one.message)))

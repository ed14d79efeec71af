"""Errors of the API server about the fields of an object, and what many fields of built-in kinds have in common."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_label, faults_of_subdomain, label_value, qualified_name
from xpkgtui.formats.definitions.values import go_number
from xpkgtui.golang.printing import quoted, written
from xpkgtui.patterns import late
from xpkgtui.untyped import listing, mapping, text
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


_MOST = 100
"""Errors of one object that are kept."""
_PORT = late(r"[a-z0-9-]+")
_LONGEST_PORT = 15
_PORTS = 65_535
_LISTED = {"In": True, "NotIn": True, "Exists": False, "DoesNotExist": False}
"""Whether an operator of a selector takes values."""
LARGEST_ANNOTATIONS = 256 << 10
"""Bytes of all annotations of an object, with their keys."""


class Faults:
    """A collection of errors, in the order in which the API server finds them."""

    def __init__(self) -> None:
        self.found: list[ObjectError] = []

    def add(self, kind: ErrorType, place: str, detail: str = "", value: Any = "") -> None:
        """Adds an error, up to the limit."""
        if len(self.found) < _MOST:
            self.found.append(object_error(kind, place, detail, value=value))

    def extend(self, errors: Iterable[ObjectError]) -> None:
        """Adds errors, up to the limit."""
        self.found.extend(islice(errors, _MOST - len(self.found)))

    def required(self, place: str, detail: str = "") -> None:
        """Adds that a field is required."""
        self.add(ErrorType.REQUIRED, place, detail)

    def invalid(self, place: str, value: Any, *details: str) -> None:
        """Adds an error for each reason why a value is wrong."""
        for one in details:
            self.add(ErrorType.INVALID, place, one, value)

    def forbidden(self, place: str, detail: str) -> None:
        """Adds that a field is not allowed."""
        self.add(ErrorType.FORBIDDEN, place, detail)

    def one_of(self, place: str, value: str, *accepted: str) -> None:
        """Adds an error unless the value is one of `accepted`."""
        if value not in accepted:
            listed = ", ".join(map(quoted, accepted))
            self.add(ErrorType.UNSUPPORTED, place, f"supported values: {listed}", value)

    def not_negative(self, place: str, value: Node, *names: str) -> None:
        """Adds an error for each of these fields whose number is below zero."""
        for name in names:
            number = value.get(name)
            if isinstance(number, int) and number < 0:
                self.invalid(f"{place}.{name}", number, "must be greater than or equal to 0")

    def label_name(self, place: str, value: str, *, is_required: bool = True) -> None:
        """Adds why a name is no label of DNS."""
        if not value and is_required:
            self.required(place)
        elif value:
            self.invalid(place, value, *faults_of_label(value))

    def port(self, place: str, number: Any) -> None:
        """Adds why a number is no port."""
        if isinstance(number, int) and not 0 < number <= _PORTS:
            self.invalid(place, number, f"must be between 1 and {_PORTS}, inclusive")

    def identity(self, place: str, value: Node, *names: str) -> None:
        """Adds why the numbers of these fields are no users or groups."""
        for name in names:
            number = value.get(name)
            if isinstance(number, int) and not 0 <= number < 1 << 31:
                self.invalid(f"{place}.{name}", number, f"must be between 0 and {(1 << 31) - 1}, inclusive")

    def seccomp(self, place: str, context: Node) -> None:
        """Adds what is wrong with the seccomp profile of a context."""
        profile, place = context.get("seccompProfile"), f"{place}.seccompProfile"
        if not isinstance(profile, dict):
            return
        kind = text(profile.get("type"))
        if not kind:
            self.required(f"{place}.type", "type is required when seccompProfile is set")
        else:
            self.one_of(f"{place}.type", kind, "Localhost", "RuntimeDefault", "Unconfined")
        if kind == "Localhost" and not profile.get("localhostProfile"):
            self.required(f"{place}.localhostProfile", "must be set when seccomp type is Localhost")
        elif kind != "Localhost" and profile.get("localhostProfile"):
            self.invalid(f"{place}.localhostProfile", profile, "can only be set when seccomp type is Localhost")

    def port_or_name(self, place: str, value: Any) -> None:
        """Adds why a value is neither a port nor the name of one."""
        if isinstance(value, str):
            self.invalid(place, value, *faults_of_port_name(value))
        else:
            self.port(place, value)

    def labels(self, place: str, labels: Any) -> None:
        """Adds why keys and values are no labels."""
        for key, value in mapping(labels).items():
            self.invalid(place, key, *qualified_name(key))
            self.invalid(place, text(value), *label_value(text(value)))

    def metadata(self, name: str, meta: Node) -> None:
        """Adds what is wrong with the name of an object, its labels and its annotations."""
        if not name:
            self.required("metadata.name", "name or generateName is required")
        else:
            self.invalid("metadata.name", name, *faults_of_subdomain(name))
        self.labels("metadata.labels", meta.get("labels"))
        self.annotations("metadata.annotations", mapping(meta.get("annotations")))

    def annotations(self, place: str, annotations: Node) -> None:
        """Adds what is wrong with annotations, and that they are too large together."""
        for key in annotations:
            self.invalid(place, key, *qualified_name(key.lower()))
        if size_of(annotations) > LARGEST_ANNOTATIONS:
            self.add(ErrorType.TOO_LONG, place, f"may not be more than {LARGEST_ANNOTATIONS} bytes")

    def selector(self, place: str, selector: Node) -> bool:
        """Adds what is wrong with a selector of labels; whether nothing is."""
        before = len(self.found)
        self.labels(f"{place}.matchLabels", selector.get("matchLabels"))
        for number, one in enumerate(map(mapping, listing(selector.get("matchExpressions")))):
            there, values = f"{place}.matchExpressions[{number}]", listing(one.get("values"))
            takes = _LISTED.get(text(one.get("operator")))
            if takes is None:
                self.invalid(f"{there}.operator", text(one.get("operator")), "not a valid selector operator")
            elif takes and not values:
                self.required(f"{there}.values", "must be specified when `operator` is 'In' or 'NotIn'")
            elif not takes and values:
                detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
                self.forbidden(f"{there}.values", detail)
            self.invalid(f"{there}.key", text(one.get("key")), *qualified_name(text(one.get("key"))))
            for which, value in enumerate(values):
                self.invalid(f"{there}.values[{which}]", value, *label_value(text(value)))
        return len(self.found) == before


def faults_of_port_name(name: str) -> Iterable[str]:
    """The reasons why a text is not the name of a port."""
    if len(name) > _LONGEST_PORT:
        yield f"must be no more than {_LONGEST_PORT} characters"
    if not _PORT.fullmatch(name):
        yield "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)"
    if not any("a" <= one <= "z" for one in name):
        yield "must contain at least one letter (a-z)"
    if "--" in name:
        yield "must not contain consecutive hyphens"
    if name[:1] == "-" or name[-1:] == "-":
        yield "must not begin or end with a hyphen"


def size_of(annotations: Node) -> int:
    """The bytes of annotations, with their keys."""
    return sum(len(f"{key}{text(one)}".encode("utf-8", "surrogatepass")) for key, one in annotations.items())


def selects(selector: Node, labels: Node) -> bool:
    """Whether a selector that is valid, or near it, matches labels."""
    if any(labels.get(key) != value for key, value in mapping(selector.get("matchLabels")).items()):
        return False
    for one in listing(selector.get("matchExpressions")):
        key, values, found = text(one.get("key")), listing(one.get("values")), text(one.get("operator"))
        is_met = {
            "In": labels.get(key) in values,
            "NotIn": labels.get(key) not in values,
            "Exists": key in labels,
            "DoesNotExist": key not in labels,
        }
        if not is_met.get(found, True):
            return False
    return True


def message_of(kind: str, name: str, errors: Iterable[ObjectError]) -> str:
    """The API server's message about an object: `Deployment.apps "x" is invalid: spec.selector: Required value`."""
    listed = list(dict.fromkeys(map(str, errors)))
    said = listed[0] if len(listed) == 1 else f"[{', '.join(listed)}]"
    return f"{kind} {quoted(name)} is invalid: {said}"

"""The commands without schemes: `xpkg extract`, which parses nothing, and `resource validate`."""

import re
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.json_text import to_json
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.formats.go_decoding.mismatches import Mismatch, check, first_of, first_wrong
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import COMPOSITION, CRD, META_GROUP, XRD, GroupVersionKind, definition_of
from xpkgtui.formats.xpkg.tools.programs import MOST_MISMATCHES, Decoded, Empty, Outcome, Shared, object_of
from xpkgtui.golang.printing import quoted, type_of_go
from xpkgtui.untyped import field, listing, mapping, text

_MANIFEST = "cannot parse YAML manifest"
JSON = "error unmarshaling JSON: while decoding JSON"
_KINDS = {bool: "bool", int: "int64", float: "float64", str: "string", list: "slice", dict: "map"}
_NUMBER = re.compile(r"(?<=number )-?[0-9]{19,}")
_TYPED = {(CRD.group, CRD.kind): "CRD", (XRD.group, XRD.kind): "XRD", (META_GROUP, "Configuration"): "configuration"}
_IMAGES = {
    "Provider": "provider package image",
    "Function": "function package image",
    "Configuration": "package image",
}
_SCALARS = {"text": "string", "true or false": "bool"}


class XpkgExtract:
    """Models `xpkg extract`, which copies the bytes, whatever they are."""

    def __init__(self) -> None:
        self.outcome = Outcome()
        self.is_stopped = True
        """The program is always stopped: it needs no document."""

    def skip(self, empty: Empty) -> None:
        """Ignores a chunk without content."""

    def take(self, document: Decoded) -> None:
        """Ignores a document."""

    def end(self, problem: SeparatorProblem | None) -> None:
        """Ignores the end of the stream."""


class Validate:
    """Models `resource validate`, which reads any object with a kind, and the definitions once it has read all."""

    def __init__(self, shared: Shared = object_of) -> None:
        self.outcome = Outcome()
        self._shared = shared
        self._unusable: tuple[str, Chunk] | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether a piece cannot be read."""
        return self.outcome.refusal is not None

    def skip(self, empty: Empty) -> None:
        """Comments are passed over; an end of a document without a beginning is not."""
        self.take(empty.document)

    def take(self, document: Decoded) -> None:
        """Reads a piece as an object of any kind."""
        if self.outcome.limited(document):
            return None
        found, value, chunk = document.document, document.value, document.chunk
        if isinstance(found, BrokenDocument):
            message = f"{_MANIFEST}: error converting YAML to JSON: {found.message}"
            return self.outcome.parse_error(message, chunk)
        if value is None:
            return None
        if not isinstance(value, dict):
            return self.outcome.parse_error(f"{_MANIFEST}: {JSON}: {not_a_mapping(value)}", chunk)
        api_version, kind = text(value.get("apiVersion")), text(value.get("kind"))
        named = GroupVersionKind.of(api_version, kind) if kind and api_version.count("/") <= 1 else None
        if named is None:
            return self.outcome.parse_error(f"{_MANIFEST}: {JSON}: Object 'Kind' is missing in '…'", chunk)
        if (unreadable := unreadable_composition(named, value)) is not None:
            return self.outcome.parse_error(unreadable, chunk)
        if self._unusable is None and (unusable := unusable_definition(named, value)) is not None:
            self._unusable = unusable, chunk
        role = Role.META if named.role is Role.META else Role.OBJECT
        return self.outcome.objects.append(self._shared(document, role))

    def end(self, problem: SeparatorProblem | None) -> None:
        """Its pieces were cut before, so that only a limit can end them."""
        if problem is not None and not self.is_stopped:
            self.outcome.separator(problem)
        if self._unusable is not None and not self.is_stopped:
            self.outcome.parse_error(*self._unusable)


def not_a_mapping(value: Any) -> str:
    """The decoder's message about a value that is not an object."""
    return f"json: cannot unmarshal {type_of_go(value)} into Go value of type map[string]interface {{}}"


def unreadable_composition(named: GroupVersionKind, value: dict[str, Any]) -> str | None:
    """The message while it loads a Composition, whose inputs it takes for objects of their own."""
    if (named.group, named.version, named.kind) != (COMPOSITION.group, "v1", COMPOSITION.kind):
        return None
    wrong = next((one for one in _mismatches(named, value) if not one.unknown and not _is_large(one, value)), None)
    if wrong is not None:
        return f"failed to convert unstructured to Composition: {_unconverted(wrong, value)}"
    for step in listing(field(value, "spec", "pipeline")):
        given = field(step, "input")
        if given is not None and not isinstance(given, dict):
            return f"failed to unmarshal raw input: {not_a_mapping(given)}"
    return None


def unusable_definition(named: GroupVersionKind, value: dict[str, Any]) -> str | None:
    """The message while it makes schemas of a definition, which it reads as v1 whatever its version."""
    typed = _TYPED.get((named.group, named.kind))
    if typed is None:
        return _no_image(named, value)
    found = _mismatches(GroupVersionKind(named.group, "v1", named.kind), value)
    # Scalars where text is expected become text.
    wrong = first_wrong(one for one in found if one.wanted != "text" or one.found not in {"a number", "a bool"})
    if wrong is not None:
        return f"cannot unmarshal {typed} YAML: {JSON}: {_NUMBER.sub(_as_float, wrong.message)}"
    return _underivable(value) if typed == "XRD" else None


def _no_image(named: GroupVersionKind, value: dict[str, Any]) -> str | None:
    """The message about an object that installs a package and names none."""
    if named.group != "pkg.crossplane.io" or named.kind not in _IMAGES:
        return None
    start = f"cannot get {_IMAGES[named.kind]}"
    if "spec" not in value:
        return f"{start}: spec: no such field"
    spec = value["spec"]
    if not isinstance(spec, dict):
        return f"{start}: spec: not an object"
    if "package" not in spec:
        return f"{start}: spec.package: no such field"
    return None if isinstance(spec["package"], str) else f"{start}: spec.package: not a string"


def _underivable(value: dict[str, Any]) -> str | None:
    """The message about an XRD of which no CRD can be made."""
    name, spec = quoted(text(field(value, "metadata", "name"))), mapping(value.get("spec"))
    for version in listing(spec.get("versions")):
        fault = _fault_of_schema(field(version, "schema"))
        if fault is not None:
            start = f"cannot derive composite CRD from XRD {name}"
            return f'{start}: cannot generate CRD for "Composite Resource" {name}: {fault}'
    claims, names = spec.get("claimNames"), mapping(spec.get("names"))
    if not isinstance(claims, dict):
        return None
    for word in ("kind", "plural", "singular", "listKind"):
        own = text(claims.get(word))
        if own == text(names.get(word)) and (own or word in {"kind", "plural"}):
            start = f"cannot derive claim CRD from XRD {name}: invalid resource claim names"
            return f"{start}: {quoted(own)} conflicts with composite resource name"
    return None


def _fault_of_schema(schema: Any) -> str | None:
    if not isinstance(schema, dict):
        return "custom resource validation cannot be nil"
    start = "cannot parse validation schema: cannot parse validation schema"
    if "openAPIV3Schema" not in schema:
        return f"{start}: unexpected end of JSON input"
    properties = schema["openAPIV3Schema"]
    if properties is not None and not isinstance(properties, dict):
        word = type_of_go(properties)
        return f"{start}: json: cannot unmarshal {word} into Go value of type v1.JSONSchemaProps"
    return None


def _mismatches(named: GroupVersionKind, value: dict[str, Any]) -> Iterator[Mismatch]:
    struct = definition_of(named)
    return first_of(check(value, struct, 0), MOST_MISMATCHES) if struct else iter(())


def _unconverted(wrong: Mismatch, value: Any) -> str:
    """The converter's message, which names no field."""
    found = _value_at(wrong, value)
    is_float = isinstance(found, int) and not -(1 << 63) <= found < 1 << 63
    kind = "float64" if is_float else _KINDS[found.__class__]
    wanted = wrong.wanted
    if wrong.at_once and "parsing time" in wrong.message:
        return wrong.message
    if wanted == "a list":
        return f"cannot restore slice from {kind}"
    if wanted == "a mapping":
        is_map = " of type map[" in wrong.message
        return f"cannot restore map from {kind}" if is_map else f"cannot restore struct from: {kind}"
    go_type = wrong.message.rpartition(" of type ")[2]
    if kind in {"int64", "float64"} and wanted != "true or false":
        return f"cannot convert {kind} to {go_type}"
    return f"unrecognized type: {_SCALARS.get(wanted, go_type)}"


def _is_large(wrong: Mismatch, value: Any) -> bool:
    """Whether it is a number that an integer cannot hold, which the converter cuts."""
    return wrong.wanted == "a whole number" and isinstance(_value_at(wrong, value), int)


def _value_at(wrong: Mismatch, value: Any) -> Any:
    for part in wrong.path.parts:
        value = value[part]
    return value


def _as_float(match: re.Match[str]) -> str:
    number = int(match[0])
    return match[0] if -(1 << 63) <= number < 1 << 63 else to_json(float(number)).strip()

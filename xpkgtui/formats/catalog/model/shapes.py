"""The shapes that opm decodes documents and properties into, and Go's message where a value has another one."""

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.golang.characters import folded
from xpkgtui.golang.printing import json_number, type_of_go
from xpkgtui.values import dataclass

_BASE64 = re.compile(r"[A-Za-z0-9+/]*+={0,2}")
_SEVERAL = 2
_LINE_ENDS = dict.fromkeys(map(ord, "\r\n"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeMismatch:
    """A value of another shape."""

    says: str
    """Go's message."""
    path: tuple[str | int, ...]
    is_not_base64: bool = False
    """Whether it is text that is not base64."""

    @property
    def field(self) -> FieldPath:
        """The path of the value in its document."""
        return FieldPath(self.path)


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a value lies: in its document, and in Go's structures."""

    at: tuple[str | int, ...]
    names: tuple[str, ...] = ()
    struct: str = ""

    def inside(self, part: str | int) -> "_Spot":
        return _Spot((*self.at, part), self.names, self.struct)

    def wrong(self, value: object, go: str) -> ShapeMismatch:
        word = type_of_go(value)
        if go.startswith("int") and isinstance(value, float):
            word = f"number {json_number(value)}"
        where = f"Go struct field {self.struct}.{'.'.join(self.names)}" if self.struct else "Go value"
        return ShapeMismatch(says=f"json: cannot unmarshal {word} into {where} of type {go}", path=self.at)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, a whole number or a bool, by Go's name of it."""

    go: str
    python: type

    def mismatches(self, value: object, spot: _Spot) -> Iterator[ShapeMismatch]:
        """A value of another type."""
        if value is not None and type(value) is not self.python:
            yield spot.wrong(value, self.go)


@dataclass(frozen=True, slots=True)
class Bytes:
    """Bytes, in base64."""

    go: str = "[]uint8"

    def mismatches(self, value: object, spot: _Spot) -> Iterator[ShapeMismatch]:
        """The problem of a value that is not text, or not base64."""
        if value is not None and not isinstance(value, str):
            yield spot.wrong(value, self.go)
        elif isinstance(value, str) and (place := base64_fault(value)) is not None:
            yield ShapeMismatch(says=f"illegal base64 data at input byte {place}", path=spot.at, is_not_base64=True)


ANYTHING = Scalar("", object)
"""Any value."""


@dataclass(frozen=True, slots=True)
class Many:
    """A list."""

    item: "Shape"
    go: str

    def mismatches(self, value: object, spot: _Spot) -> Iterator[ShapeMismatch]:
        """The problem of a value that is not a list, or of an item."""
        if isinstance(value, list):
            for number, item in enumerate(value):
                if not _fits(self.item, item):
                    yield from self.item.mismatches(item, spot.inside(number))
        elif value is not None:
            yield spot.wrong(value, self.go)


@dataclass(frozen=True, slots=True)
class Texts:
    """A mapping of texts."""

    go: str = "map[string]string"

    def mismatches(self, value: object, spot: _Spot) -> Iterator[ShapeMismatch]:
        """The problem of a value that is not a mapping, or of one of its values."""
        if isinstance(value, dict):
            for key in sorted(value):
                if value[key] is not None and not isinstance(value[key], str):
                    yield spot.inside(key).wrong(value[key], "string")
        elif value is not None:
            yield spot.wrong(value, self.go)


@dataclass(frozen=True, slots=True)
class KnownFields:
    """A mapping with known fields."""

    name: str
    go: str
    fields: "Mapping[str, Shape]"

    def mismatches(self, value: object, spot: _Spot) -> Iterator[ShapeMismatch]:
        """The problem of a value that is not a mapping, or of a field; Go meets fields in the order of their keys."""
        if isinstance(value, dict):
            for key in sorted(value):
                name = key if key in self.fields else self._field(key)
                if name is not None and not _fits(self.fields[name], value[key]):
                    below = _Spot((*spot.at, key), (*spot.names, name), self.name)
                    yield from self.fields[name].mismatches(value[key], below)
        elif value is not None:
            yield spot.wrong(value, self.go)

    def _field(self, key: str) -> str | None:
        """The field that a key in other letters means."""
        alike = (name for name in self.fields if len(name) == len(key))
        return next((name for name in alike if folded(name) == folded(key)), None)


Shape = Scalar | Bytes | Many | Texts | KnownFields


def _fits(shape: Shape, value: object) -> bool:
    """Whether a value has the shape, as most values do, found without a place for it."""
    return shape is ANYTHING or (isinstance(shape, Scalar) and type(value) is shape.python)


def mismatch(value: object, shape: KnownFields, at: tuple[str | int, ...] = ()) -> ShapeMismatch | None:
    """The first value, in the order in which Go decodes, that has another shape; `at` is where `value` lies."""
    return next(shape.mismatches(value, _Spot(at)), None)


def field_of(value: object, name: str) -> Any:
    """The field of a mapping as Go finds it: the case of its key does not matter, and the last one counts."""
    if not isinstance(value, dict):
        return None
    if name in value and len(value) == 1:
        return value[name]
    size = len(name)
    keys = [key for key in value if len(key) == size and (key == name or folded(key) == folded(name))]
    if len(keys) < _SEVERAL:
        return value[keys[0]] if keys else None
    return next((value[key] for key in sorted(keys, reverse=True) if value[key] is not None), None)


def base64_fault(text: str) -> int | None:
    """The byte at which Go's decoder stops; None for good base64. Line ends do not count as content."""
    content = text.translate(_LINE_ENDS)
    if len(content) % 4 == 0 and _BASE64.fullmatch(content):
        return None
    data, at = text.encode("utf-8", "replace"), 0
    inside = 0
    """Characters of the group of four that is being read."""
    while at < len(data):
        byte = data[at : at + 1]
        at += 1
        if byte in b"\r\n":
            continue
        if byte == b"=":
            return _padding_fault(data, at, inside)
        if not byte.isalnum() and byte not in b"+/":
            return at - 1
        inside = (inside + 1) % 4
    return at - inside if inside else None


def _padding_fault(data: bytes, at: int, inside: int) -> int | None:
    """The byte at which padding is wrong, whose first character is before `at`."""
    if inside < 2:
        return at - 1
    if inside == 2:
        at = _after_line_ends(data, at)
        if at == len(data):
            return at
        if data[at : at + 1] != b"=":
            return at - 1
        at += 1
    at = _after_line_ends(data, at)
    return at if at < len(data) else None


def _after_line_ends(data: bytes, at: int) -> int:
    while data[at : at + 1] in (b"\r", b"\n"):
        at += 1
    return at


def decoded(text: object) -> bytes:
    """The bytes of base64; empty where it is none."""
    try:
        return b64decode(text, validate=False) if isinstance(text, str) else b""
    except (binascii.Error, ValueError):
        return b""


TEXT = Scalar("string", str)
FLAG = Scalar("bool", bool)
WHOLE = Scalar("int", int)
_WHOLE_32 = Scalar("int32", int)
_ALPHA = "v1alpha1"


def _struct(package: str, name: str, fields: "Mapping[str, Shape]") -> KnownFields:
    return KnownFields(name, f"{package}.{name}", fields)


def _texts(*names: str) -> "dict[str, Shape]":
    return dict.fromkeys(names, TEXT)


def _list(of: KnownFields) -> Many:
    return Many(of, f"[]{of.go}")


_STRINGS = Many(TEXT, "[]string")
_PROPERTIES = _list(_struct("property", "Property", {"type": TEXT, "value": ANYTHING}))
_ICON = _struct("declcfg", "Icon", {"base64data": Bytes(), "mediatype": TEXT})
_ENTRY = _struct("declcfg", "ChannelEntry", {**_texts("name", "replaces", "skipRange"), "skips": _STRINGS})
_REFERENCE = _struct("declcfg", "PackageScopedReference", _texts("schema", "name"))
_DEPRECATED = _struct("declcfg", "DeprecationEntry", {"reference": _REFERENCE, "message": TEXT})
_IMAGE = _struct("declcfg", "RelatedImage", _texts("name", "image"))
PACKAGE = _struct(
    "declcfg",
    "Package",
    {**_texts("schema", "name", "defaultChannel", "description"), "icon": _ICON, "properties": _PROPERTIES},
)
CHANNEL = _struct(
    "declcfg", "Channel", {**_texts("schema", "name", "package"), "entries": _list(_ENTRY), "properties": _PROPERTIES}
)
BUNDLE = _struct(
    "declcfg",
    "Bundle",
    {**_texts("schema", "name", "package", "image"), "properties": _PROPERTIES, "relatedImages": _list(_IMAGE)},
)
DEPRECATIONS = _struct("declcfg", "Deprecation", {**_texts("schema", "package"), "entries": _list(_DEPRECATED)})
_GVK = _texts("group", "kind", "version")


def _descriptor(name: str) -> Many:
    fields = {**_texts("path", "displayName", "description"), "x-descriptors": _STRINGS, "value": ANYTHING}
    return _list(_struct(_ALPHA, name, fields))


_DESCRIBED: "dict[str, Shape]" = {
    **_texts("name", "version", "kind", "displayName", "description"),
    "resources": _list(_struct(_ALPHA, "APIResourceReference", _texts("name", "kind", "version"))),
    "statusDescriptors": _descriptor("StatusDescriptor"),
    "specDescriptors": _descriptor("SpecDescriptor"),
    "actionDescriptors": _descriptor("ActionDescriptor"),
}
_CRDS = _list(_struct(_ALPHA, "CRDDescription", _DESCRIBED))
_SERVICES = _list(
    _struct(
        _ALPHA,
        "APIServiceDescription",
        {**_DESCRIBED, **_texts("group", "deploymentName"), "containerPort": _WHOLE_32},
    )
)
_LINK = _struct(_ALPHA, "AppLink", _texts("name", "url"))
_MODE = KnownFields(
    "InstallMode", "v1alpha1.InstallMode", {"type": Scalar("v1alpha1.InstallModeType", str), "supported": FLAG}
)
PROPERTIES: Mapping[str, KnownFields] = {
    "olm.package": _struct("property", "Package", _texts("packageName", "version", "release")),
    "olm.package.required": _struct("property", "PackageRequired", _texts("packageName", "versionRange")),
    "olm.gvk": _struct("property", "GVK", _GVK),
    "olm.gvk.required": _struct("property", "GVKRequired", _GVK),
    "olm.bundle.object": _struct("property", "BundleObject", {"data": Bytes()}),
    "olm.channel": _struct("property", "Channel", {"channelName": TEXT, "priority": WHOLE}),
    "olm.csv.metadata": _struct(
        "property",
        "CSVMetadata",
        {
            **_texts("description", "displayName", "maturity", "minKubeVersion"),
            "annotations": Texts(),
            "labels": Texts(),
            "apiServiceDefinitions": _struct(
                _ALPHA, "APIServiceDefinitions", dict.fromkeys(("owned", "required"), _SERVICES)
            ),
            "crdDescriptions": _struct(
                _ALPHA, "CustomResourceDefinitions", dict.fromkeys(("owned", "required"), _CRDS)
            ),
            "installModes": _list(_MODE),
            "keywords": _STRINGS,
            "links": _list(_LINK),
            "maintainers": _list(_struct(_ALPHA, "Maintainer", _texts("name", "email"))),
            "nativeAPIs": _list(_struct("v1", "GroupVersionKind", _GVK)),
            "provider": _LINK,
        },
    ),
}

"""The outline of a definition: group, kind, scope and versions, read without a parser where Go wrote the text."""

import re
from typing import Any

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.resolver import resolve
from xpkgtui.formats.format import Outline, VersionOutline
from xpkgtui.untyped import field, listing, mapping

KINDS = frozenset({"CustomResourceDefinition", "CompositeResourceDefinition", "ManagedResourceDefinition"})
_MAX_PARSED = 300_000
"""Bytes of a definition that is parsed because Go did not write it."""
_MAX_LINES = 2_000

_SHALLOW = re.compile(rb"\n(?: {2}(?: {2})?)?(?=[^ \n])[^\n]*")
_FIRST = re.compile(rb"[^\n]*")
_FIELD = re.compile(rb"( *)(- )?([A-Za-z][A-Za-z0-9]*):(?: (.*))?\Z")
_VALUE = re.compile(rb"[A-Za-z0-9][A-Za-z0-9._-]*\Z")
_BOOL = {b"true": True, b"false": False}
_STORED = {"storage", "referenceable"}


def outline(data: StreamBytes, chunk: Chunk, effort: Effort | None = None) -> Outline | None:
    """The outline of a definition; None for other kinds, broken ones, and large ones that Go did not write.

    `effort` is that for the outlines of all definitions.
    """
    if chunk.kind not in KINDS:
        return None
    found = _Reader().read(data, chunk)
    if found is not None:
        return found
    if chunk.end - chunk.start >= _MAX_PARSED:
        return None
    # Go writes nearly all definitions, and those need no YAML parser; loading one would delay the list.
    from xpkgtui.documents.document import BrokenDocument, parse

    document = parse(data, chunk, effort=effort)
    return None if isinstance(document, BrokenDocument) else outline_of(document.value)


def outline_of(value: Any) -> Outline | None:
    """The outline of a parsed definition; None where it has no `spec`."""
    spec = field(value, "spec")
    if not isinstance(spec, dict):
        return None
    names = mapping(spec.get("names"))
    versions = [
        VersionOutline(
            name=one["name"],
            stored=any(one.get(name) is True for name in _STORED),
        )
        for one in listing(spec.get("versions"))
        if isinstance(field(one, "name"), str)
    ]
    if not versions and isinstance(spec.get("version"), str):
        # apiextensions.k8s.io/v1beta1 had a single version, which was stored.
        versions = [VersionOutline(name=spec["version"], stored=True)]
    return Outline(
        group=_text(spec.get("group")),
        plural=_text(names.get("plural")),
        kind=_text(names.get("kind")),
        scope=_text(spec.get("scope")),
        versions=tuple(versions),
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


class _Unsure(Exception):
    """The text is not in the form that Go writes."""


class _Reader:
    """Reads lines indented by 0, 2 and 4 blanks of sorted block mappings, as Go's YAML writers write them.

    Unsorted keys and other lines mean that a person wrote the text, and only a parser can read it.
    """

    def __init__(self) -> None:
        self._spec: dict[str, Any] = {}
        self._section = ""
        self._part = ""
        self._last = ["", "", ""]

    def read(self, data: StreamBytes, chunk: Chunk) -> Outline | None:
        """The outline, or None where the text is ambiguous."""
        try:
            first = _FIRST.match(data, chunk.start, chunk.end)
            self._line(first[0] if first else b"")
            for count, match in enumerate(_SHALLOW.finditer(data, chunk.start, chunk.end)):
                if count > _MAX_LINES:
                    return None
                self._line(match[0][1:])
        except _Unsure:
            return None
        versions = self._spec.get("versions")
        if not versions or any("name" not in one or "served" not in one for one in versions):
            return None
        return outline_of({"spec": self._spec})

    def _line(self, line: bytes) -> None:
        line = line.rstrip(b"\r")
        if line == b"---" and not self._section:
            return
        depth = len(line) - len(line.lstrip(b" "))
        if not depth and not line.startswith(b"- "):
            self._section = self._key(line, 0)[0]
        elif self._section == "spec":
            self._below_spec(line, depth)

    def _below_spec(self, line: bytes, depth: int) -> None:
        if depth == 2 and not line.startswith(b"  - ") and line != b"  -":
            key, value = self._key(line, 1)
            self._part = key
            if value is not None:
                if key in {"names", "versions"}:
                    raise _Unsure
                self._spec[key] = _scalar(value)
        elif self._part == "names" and depth == 4:
            if line.startswith(b"    - "):
                return
            key, value = self._key(line, 2)
            if value is not None:
                self._spec.setdefault("names", {})[key] = _scalar(value)
        elif self._part == "versions":
            self._version(line, depth)
        elif depth < 2:
            raise _Unsure

    def _version(self, line: bytes, depth: int) -> None:
        versions = self._spec.setdefault("versions", [])
        if depth == 2:
            versions.append({})
            self._last[2] = ""
            line = b"    " + line[4:]
        elif line.startswith(b"    - ") and versions:
            return
        if not versions:
            raise _Unsure
        key, value = self._key(line, 2)
        if key in {"name", "served", *_STORED}:
            if value is None:
                raise _Unsure
            versions[-1][key] = _scalar(value)

    def _key(self, line: bytes, level: int) -> tuple[str, bytes | None]:
        match = _FIELD.match(line)
        if match is None or match[2]:
            raise _Unsure
        key = match[3].decode()
        if key <= self._last[level]:
            raise _Unsure
        self._last[level:] = [key] + [""] * (2 - level)
        return key, match[4]


def _scalar(value: bytes) -> Any:
    if value in _BOOL:
        return _BOOL[value]
    if not _VALUE.match(value):
        raise _Unsure
    return resolve(value.decode())

"""The outline of a definition: group, kind, scope and versions, read without a parser where Go wrote the text."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.resolver import resolve
from xpkgtui.formats.definition_outline import Outline, VersionOutline, unread_outline
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, stated

KINDS = frozenset({"CustomResourceDefinition", "CompositeResourceDefinition", "ManagedResourceDefinition"})
_MAX_LINES = 2_000

# Possessive: most lines of a definition are deep, and each is left at its fifth blank.
_SHALLOW = late(rb"\n( {0,4}+[^ \n][^\n]*)")
_FIRST = late(rb"[^\n]*")
_FIELD = late(rb" *([A-Za-z][A-Za-z0-9]*):(?: (.*))?\Z")
_LONG = 256
_VERSIONS = b"  versions:"
_REPEATED = 8192
"""Bytes of the lines from there on that are compared with those of other definitions."""
_VALUE = late(rb"[A-Za-z0-9][A-Za-z0-9._-]*\Z")
_BOOL = {b"true": True, b"false": False}
_STORED = {"storage", "referenceable"}
_NESTED = {b"names", b"versions"}
_OF_VERSIONS = {b"name", b"served", *(name.encode() for name in _STORED)}


def outline(data: StreamBytes, chunk: Chunk, effort: Effort | None = None) -> Outline | None:
    """The outline of a definition; None for other kinds and broken ones.

    `effort` is that for the outlines of all definitions.
    """
    if chunk.kind not in KINDS:
        return None
    found = _Reader().read(data, chunk)
    if found is not None:
        return found
    # Go writes nearly all definitions, and those need no YAML parser; loading one would delay the list.
    from xpkgtui.documents.document import BrokenDocument, parse

    document = parse(data, chunk, effort=effort)
    return unread_outline(document.limit) if isinstance(document, BrokenDocument) else outline_of(document.value)


def outline_of(value: Any) -> Outline | None:
    """The outline of a parsed definition; None where it has no `spec`."""
    spec = field(value, "spec")
    if not isinstance(spec, dict):
        return None
    names = mapping(spec.get("names"))
    versions = [
        VersionOutline(name=one["name"], stored=any(one.get(name) is True for name in _STORED))
        for one in listing(spec.get("versions"))
        if isinstance(field(one, "name"), str)
    ]
    if not versions and isinstance(spec.get("version"), str):
        # apiextensions.k8s.io/v1beta1 had a single version, which was stored.
        versions = [VersionOutline(name=spec["version"], stored=True)]
    return Outline(
        group=stated(spec.get("group")),
        plural=stated(names.get("plural")),
        kind=stated(names.get("kind")),
        scope=stated(spec.get("scope")),
        versions=tuple(versions),
    )


class _Unsure(Exception):
    """The text is not in the form that Go writes."""


class _Line(NamedTuple):
    """One line, apart from those around it."""

    depth: int
    """The number of blanks before the text."""
    text: bytes
    """The line without these blanks, and without the carriage returns that end it."""
    key: bytes | None
    """The key of a plain field, or of one that begins an item of a list; None for any other line."""
    value: bytes | None
    is_item: bool


def _line(line: bytes) -> _Line:
    line = line.rstrip(b"\r")
    text = line.lstrip(b" ")
    is_item = text.startswith(b"- ")
    match = _FIELD.match(text[2:] if is_item else text)
    key, value = match.groups() if match else (None, None)
    return _Line(len(line) - len(text), text, key, value, is_item)


# Go writes the same lines over and over.
_cached_line = lru_cache(2048)(_line)


class _Reader:
    """Reads lines indented by 0, 2 and 4 blanks of sorted block mappings, as Go's YAML writers write them.

    Unsorted keys and other lines mean that a person wrote the text, and only a parser can read it.
    """

    def __init__(self, section: bytes = b"") -> None:
        self.spec: dict[str, Any] = {}
        self.versions: list[dict[str, Any]] = []
        self._names: dict[str, Any] = {}
        self._section = section
        self._part = b""
        self._last = [section, b"", b""]

    def read(self, data: StreamBytes, chunk: Chunk) -> Outline | None:
        """The outline, or None where the text is ambiguous."""
        found = islice(_SHALLOW.finditer(data, chunk.start, chunk.end), _MAX_LINES + 1)
        lines = [match[1] for match in found]
        if len(lines) > _MAX_LINES:
            return None
        at = lines.index(_VERSIONS) if _VERSIONS in lines else len(lines)
        try:
            if (first := _FIRST.match(data, chunk.start, chunk.end)) and not first[0].startswith(b" "):
                self._at_margin(_line(first[0]))
            self.read_lines(lines[:at])
            self._read_versions(lines[at:])
        except _Unsure:
            return None
        if not self.versions or any("name" not in one or "served" not in one for one in self.versions):
            return None
        return outline_of({"spec": self.spec | {"names": self._names, "versions": self.versions}})

    def read_lines(self, lines: Sequence[bytes]) -> None:
        """Takes lines one after another; raises `_Unsure`."""
        for found in lines:
            line = _cached_line(found) if len(found) < _LONG else _line(found)
            if line.depth & 1:
                continue
            if not line.depth:
                self._at_margin(line)
            elif self._section == b"spec":
                self._below_spec(line)

    def _read_versions(self, lines: Sequence[bytes]) -> None:
        """The lines from `versions` on, of which generated definitions have few different ones."""
        text = b"\n".join(lines)
        if self._section != b"spec" or not lines or len(text) > _REPEATED:
            self.read_lines(lines)
            return
        self._below_spec(_cached_line(lines[0]))
        found = _behind_versions(text)
        if found is None:
            raise _Unsure
        self.spec |= found.spec
        self.versions += found.versions

    def _at_margin(self, line: _Line) -> None:
        if line.is_item:
            if self._section == b"spec":
                raise _Unsure
        elif line.text != b"---" or self._section:
            self._section = self._ordered(line.key, 0)

    def _below_spec(self, line: _Line) -> None:
        depth, text, key, value, is_item = line
        if depth == 2 and not is_item and text != b"-":
            self._part = key = self._ordered(key, 1)
            if value is not None:
                if key in _NESTED:
                    raise _Unsure
                self.spec[key.decode()] = _scalar(value)
        elif self._part == b"names" and depth == 4:
            if not is_item:
                key = self._ordered(key, 2)
                if value is not None:
                    self._names[key.decode()] = _scalar(value)
        elif self._part == b"versions":
            if depth == 2:
                self.versions.append({})
                self._last[2] = b""
            elif is_item and self.versions:
                return
            self._version(key, value)

    def _version(self, key: bytes | None, value: bytes | None) -> None:
        """A field of the last version."""
        if not self.versions:
            raise _Unsure
        key = self._ordered(key, 2)
        if key in _OF_VERSIONS:
            if value is None:
                raise _Unsure
            self.versions[-1][key.decode()] = _scalar(value)

    def _ordered(self, key: bytes | None, level: int) -> bytes:
        """The key, which comes after the one before it."""
        last = self._last
        if key is None or key <= last[level]:
            raise _Unsure
        last[level] = key
        if level < 2:
            last[level + 1 :] = [b""] * (2 - level)
        return key


class _Behind(NamedTuple):
    """What the lines below `versions` say."""

    spec: dict[str, Any]
    versions: list[dict[str, Any]]


@lru_cache
def _behind_versions(text: bytes) -> _Behind | None:
    """The lines from `versions` on, below `spec`; None where they are ambiguous."""
    reader = _Reader(b"spec")
    try:
        reader.read_lines(text.split(b"\n"))
    except _Unsure:
        return None
    return _Behind(reader.spec, reader.versions)


def _scalar(value: bytes) -> Any:
    if value in _BOOL:
        return _BOOL[value]
    if not _VALUE.match(value):
        raise _Unsure
    return resolve(value.decode())

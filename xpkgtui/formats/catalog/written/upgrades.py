"""The upgrades of a catalog, read out of its documents; of bundles only what names and versions need."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from xpkgtui.documents.chunk import BlobNames, Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.yaml.resolver import resolve
from xpkgtui.formats.catalog.model.blobs import (
    BUNDLE,
    CHANNEL,
    DEPRECATIONS,
    METADATA,
    OBJECT,
    PACKAGE,
    REQUIRED,
    Blob,
    Bundle,
    CatalogModel,
    Channel,
    ChannelEntry,
    Property,
    blob_of,
)
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades, Release
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.untyped import text

_SCALAR = rb"(?:([A-Za-z0-9<][A-Za-z0-9._+/-]*)|\"([ !#-\[\]-~]*)\"|'([ -&(-~]*)')[ ]*\r?\n"
"""Plain, or between quotation marks without escapes, up to the end of the line: three groups."""
_LINE = re.compile(rb"( *)(- )?(?:([A-Za-z]+):(?:[ ]*\r?\n| +" + _SCALAR + rb")|" + _SCALAR + rb")")
_TOP = frozenset({b"schema", b"package", b"name"})
_OF_ENTRY = frozenset({b"name", b"replaces", b"skipRange"})
_ENTRIES, _SKIPS = b"entries", b"skips"
_DASH = 2
"""Cells of `- `."""
_KEY = b"properties:"
_REST = re.compile(rb"[ \t]*(?:#[^\n]*)?\r?\n")
_BEHIND = re.compile(rb"\n(?![ \t\r\n#-])")
_INDENT = re.compile(rb"[ ]*(?=-[ ])")
_TYPE = re.compile(rb" *-[ ]+(?P<key>type:)[ ]*[\"']?(?P<type>[A-Za-z0-9._/-]+)[\"']?[ ]*\r?\n")
_VALUE = re.compile(rb" *- +type:[ ]*[\"']?[A-Za-z0-9._/-]+[\"']?[ ]*\r?\n( +)value:[ ]*\r?\n")
_FIELD = re.compile(rb"( +)([A-Za-z]+): +" + _SCALAR)
LARGE = frozenset({METADATA, OBJECT, "olm.maturity"})
_ALIAS = re.compile(rb"[:-][ ]+[&*][A-Za-z0-9]")
_SMALL = 8_192
"""Bytes of a property that is read as it is."""

Properties = list[Mapping[str, Any]]


def channel_of(document: int, text: bytes) -> Channel | None:
    """The channel; None where its text holds anything but the usual lines."""
    lines = _Lines()
    at = 0
    while at < len(text):
        match = _LINE.match(text, at)
        if match is None or not lines.take(match):
            return None
        at = match.end()
    fields = lines.fields
    if fields.get(b"schema") != CHANNEL or not fields.get(b"name") or not fields.get(b"package"):
        return None
    entries = tuple(
        ChannelEntry(
            name=one.get(b"name", ""),
            replaces=one.get(b"replaces", ""),
            skips=tuple(skips),
            skip_range=one.get(b"skipRange", ""),
        )
        for one, skips in lines.entries
    )
    return Channel(document=document, name=fields[b"name"], package=fields[b"package"], entries=entries)


class _Lines:
    """The lines of one channel so far."""

    def __init__(self) -> None:
        self.fields: dict[bytes, str] = {}
        self.entries: list[tuple[dict[bytes, str], list[str]]] = []
        self._inside: int | None = None
        """The indentation of entries, -1 before the first one; None outside them."""
        self._skips: int | None = None
        """The indentation of the list of what an entry skips; None outside it."""

    def take(self, match: re.Match[bytes]) -> bool:
        """Whether this line is a usual one."""
        indent, dash, key = len(match[1]), match[2], match[3]
        if key is None:
            value = _text_of(match[7], match[8], match[9])
            return bool(dash) and value is not None and self._skipped(indent, value)
        value = _text_of(match[4], match[5], match[6])
        if not indent and not dash:
            return self._field(key, value)
        return self._of_entry(indent, key, value, is_new=bool(dash))

    def _field(self, key: bytes, value: str | None) -> bool:
        self._inside = self._skips = None
        if key == _ENTRIES and not self.entries:
            self._inside = -1
            return value is None
        if key not in _TOP or value is None or key in self.fields:
            return False
        self.fields[key] = value
        return True

    def _of_entry(self, indent: int, key: bytes, value: str | None, *, is_new: bool) -> bool:
        if self._inside is None:
            return False
        if is_new:
            self._inside = indent if self._inside < 0 else self._inside
            self.entries.append(({}, []))
        if not self.entries or indent != self._inside + (0 if is_new else _DASH):
            return False
        entry, skips = self.entries[-1]
        self._skips = None
        if key == _SKIPS:
            self._skips = -1
            return value is None and not skips
        if key not in _OF_ENTRY or value is None or key in entry:
            return False
        entry[key] = value
        return True

    def _skipped(self, indent: int, value: str) -> bool:
        if self._skips is None or self._inside is None:
            return False
        self._skips = indent if self._skips < 0 else self._skips
        if indent != self._skips or indent < self._inside + _DASH:
            return False
        self.entries[-1][1].append(value)
        return True


def properties_of(text: bytes) -> Properties | None:
    """The properties but for those that say nothing of upgrades; None where only a parser finds them."""
    items = _items(text)
    if items is None:
        return None
    found: Properties = []
    for item in items:
        kind = _type_of(item)
        if kind in REQUIRED:
            found.append({"type": kind})
        elif kind == PACKAGE:
            value = _texts(item)
            if value is None:
                return _parsed(items)
            found.append({"type": kind, "value": value})
        elif not kind:
            return _parsed(items)
    return found


def small_properties_of(text: bytes) -> Properties | None:
    """The properties but for those with large values; None where only a parser finds them."""
    items = _items(text)
    if items is None:
        return None
    found: Properties = []
    for item in items:
        kind = _type_of(item)
        if kind in LARGE:
            continue
        value = _texts(item) if kind else None
        if not value:
            return _parsed(items)
        found.append({"type": kind, "value": value})
    return found


def _items(text: bytes) -> list[bytes] | None:
    """The items of the list; None where it is not written as tools write it."""
    at = _margin(text, 0)
    if at < 0 or _margin(text, at + 1) >= 0 or (rest := _REST.match(text, at + len(_KEY))) is None:
        return None
    first = rest.end()
    behind = _BEHIND.search(text, first - 1)
    last = behind.start() + 1 if behind else len(text)
    indent = _INDENT.match(text, first)
    if indent is None:
        return None
    between = b"\n" + indent[0] + b"- "
    items = []
    start = first
    while (found := text.find(between, start, last)) >= 0:
        items.append(text[start : found + 1])
        start = found + 1
    return [*items, text[start:last]]


def _margin(text: bytes, start: int) -> int:
    """The place of the key at the beginning of a line; -1 where there is none."""
    if start == 0 and text.startswith(_KEY):
        return 0
    found = text.find(b"\n" + _KEY, max(0, start - 1))
    return found + 1 if found >= 0 else -1


def _texts(item: bytes) -> Mapping[str, str] | None:
    """The value of a property that is a text on each of its lines."""
    match = _VALUE.match(item)
    if match is None:
        return None
    found: dict[str, str] = {}
    at, indent = match.end(), b""
    while at < len(item):
        field = _FIELD.match(item, at)
        value = _text_of(field[3], field[4], field[5]) if field else None
        if field is None or value is None or len(field[1]) <= len(match[1]) or indent not in (b"", field[1]):
            return None
        found[field[2].decode()] = value
        at, indent = field.end(), field[1]
    return found


def _type_of(item: bytes) -> str:
    """The type of a property that has no field but this one and its value; empty where only a parser knows."""
    match = _TYPE.match(item)
    if match is None or re.search(rb"\n {%d}(?![ \r\n#]|value:)" % match.start("key"), item):
        return ""
    return match["type"].decode()


def _parsed(items: list[bytes]) -> Properties | None:
    """The small properties, parsed."""
    kept = []
    for item in items:
        if _type_of(item) in LARGE:
            continue
        if len(item) > _SMALL or _ALIAS.search(item):
            return None
        kept.append(item)
    whole = b"".join(kept)
    chunk = Chunk(number=1, start=0, end=len(whole), first_line=1, line=1)
    document = parse(whole, chunk) if whole else None
    if document is None:
        return []
    value = document.value if isinstance(document, PackageDocument) else None
    return value if isinstance(value, list) and all(isinstance(one, Mapping) for one in value) else None


def _text_of(plain: bytes | None, *quoted: bytes | None) -> str | None:
    """The text of such a scalar; None where a plain one is a number, a date or another word of YAML."""
    if plain is None:
        return next((one.decode() for one in quoted if one is not None), None)
    text = plain.decode()
    return text if isinstance(resolve(text), str) else None


_KINDS = frozenset({PACKAGE, CHANNEL, BUNDLE, DEPRECATIONS})


def upgrades_of(objects: PackageObjects, package: str = "") -> tuple[PackageUpgrades, ...]:
    """The upgrades of one package, or of all in the order of their names."""
    return tuple(each_of(objects, *filter(None, (package,))))


def each_of(objects: PackageObjects, *packages: str) -> Iterator[PackageUpgrades]:
    """Yields the upgrades of some packages, or of all in the order of their names."""
    by_package: dict[str, list[ObjectHead]] = defaultdict(list)
    for head in objects.heads:
        if head.kind in _KINDS:
            by_package[head.group or ""].append(head)
    names = [one for one in packages if one in by_package] if packages else sorted(by_package)
    return (_cache.of(objects, name, by_package[name]) for name in names)


class _UpgradesCache:
    """The upgrades of the packages of the catalog that was read last; equal heads belong to the same text."""

    def __init__(self) -> None:
        self._kept: tuple[Sequence[ObjectHead], dict[str, PackageUpgrades]] = ((), {})

    def of(self, objects: PackageObjects, name: str, heads: Sequence[ObjectHead]) -> PackageUpgrades:
        """The upgrades of a package."""
        if self._kept[0] is not objects.heads:
            self._kept = (objects.heads, {})
        found = self._kept[1]
        if name not in found:
            made = package_upgrades(CatalogModel.of(_blobs(objects, heads)), name)
            channels = sum(head.kind == CHANNEL for head in heads)
            found[name] = replace(made, unread=max(0, channels - len(made.channels)))
        return found[name]


_cache = _UpgradesCache()


def _blobs(objects: PackageObjects, heads: Sequence[ObjectHead]) -> Iterator[Blob]:
    for head in heads:
        names = BlobNames(schema=head.kind or "", package=head.group, name=head.name)
        blob = blob_in(objects.text(head), head.document, names, partial(objects.read, head))
        if blob is not None:
            yield blob


def blob_in(
    written: bytes,
    document: int,
    names: BlobNames,
    read: Callable[[], object],
    properties_of: Callable[[bytes], Properties | None] = properties_of,
) -> Blob | None:
    """The typed value of a document by its text; it is only parsed by `read` where nothing faster does.

    Of bundles that are not JSON it has names, and those properties that `properties_of` reads.
    """
    value: object
    if written.lstrip()[:1] == b"{":
        value = _of_json(written, read)
    elif names.schema == CHANNEL and (channel := channel_of(document, written)) is not None:
        return channel
    elif names.schema == BUNDLE and (properties := properties_of(written)) is not None:
        found = tuple(Property(type=text(one.get("type")), value=one.get("value")) for one in properties)
        return Bundle(document=document, name=names.name or "", package=names.package or "", properties=found)
    else:
        value = read()
    return blob_of(document, value) if isinstance(value, dict) else None


def _of_json(written: bytes, read: Callable[[], object]) -> object:
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return read()


def package_upgrades(model: CatalogModel, name: str) -> PackageUpgrades:
    """The upgrades of a package."""
    messages: dict[str, dict[str, str]] = {BUNDLE: {}, CHANNEL: {}, PACKAGE: {}}
    for one in model.deprecations_of.get(name, ()):
        for entry in one.entries:
            messages.setdefault(entry.schema, {})[entry.name] = entry.message
    package = model.package_of.get(name)
    return PackageUpgrades(
        name=name,
        document=package.document if package else None,
        default=package.default if package else "",
        channels=model.channels_of.get(name, ()),
        releases={key: _release(bundle) for key, bundle in model.bundles_of.get(name, {}).items()},
        deprecated=messages[BUNDLE],
        deprecated_channels=messages[CHANNEL],
        deprecation=next(iter(messages[PACKAGE].values()), ""),
    )


def _release(bundle: Bundle) -> Release:
    requires = next((one.type for one in bundle.properties if one.type in REQUIRED), "")
    return Release(name=bundle.name, version=bundle.version, document=bundle.document, requires=requires)

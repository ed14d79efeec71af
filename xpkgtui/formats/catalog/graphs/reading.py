"""The upgrades of a catalog, read out of its documents; of bundles only what names and versions need."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.formats.catalog.model.blobs import BUNDLE, CHANNEL, DEPRECATIONS, PACKAGE, Blob, blob_of
from xpkgtui.formats.catalog.model.catalog import CatalogModel
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.formats.catalog.model.views import package_upgrades
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects

_KINDS = frozenset({PACKAGE, CHANNEL, BUNDLE, DEPRECATIONS})
_PROPERTIES = re.compile(rb"^properties:[ \t]*(?:#[^\n]*)?\n", re.MULTILINE)
_BEHIND = re.compile(rb"^(?![ \t\r\n#-])", re.MULTILINE)
_LARGE = re.compile(rb"-[ ]+type:[ ]*[\"']?olm\.(?:csv\.metadata|bundle\.object|maturity)\b")
_ALIAS = re.compile(rb"[:-][ ]+[&*][A-Za-z0-9]")
_SMALL = 8_192
"""Bytes of a property that is read as it is."""


def upgrades_of(objects: PackageObjects, package: str = "") -> tuple[PackageUpgrades, ...]:
    """The upgrades of one package, or of all in the order of their names."""
    by_package: dict[str, list[ObjectHead]] = defaultdict(list)
    for head in objects.heads:
        if head.kind in _KINDS:
            by_package[head.group or ""].append(head)
    names = sorted(by_package) if not package else [package] if package in by_package else []
    return tuple(package_upgrades(CatalogModel.of(_blobs(objects, by_package[name])), name) for name in names)


def _blobs(objects: PackageObjects, heads: Sequence[ObjectHead]) -> Iterator[Blob]:
    for head in heads:
        value = _bundle(objects, head) if head.kind == BUNDLE else objects.read(head)
        if isinstance(value, dict):
            yield blob_of(head.document, value)


def _bundle(objects: PackageObjects, head: ObjectHead) -> object:
    """A bundle without its large properties, which take most of the time and say nothing of upgrades."""
    text = objects.text(head)
    if text.lstrip()[:1] == b"{":
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return objects.read(head)
    properties = _small_properties(text)
    if properties is None:
        return objects.read(head)
    return {"schema": BUNDLE, "package": head.group or "", "name": head.name or "", "properties": properties}


def _small_properties(text: bytes) -> list[Any] | None:
    """The properties but for large ones; None where the text is not written as tools write it."""
    found = _PROPERTIES.search(text)
    if found is None or _PROPERTIES.search(text, found.end()):
        return None
    behind = _BEHIND.search(text, found.end())
    listed = text[found.end() : behind.start() if behind else len(text)]
    indent = re.match(rb"[ ]*(?=-[ ])", listed)
    if indent is None:
        return None
    items = re.split(rb"^" + indent[0] + rb"(?=-[ ])", listed, flags=re.MULTILINE)
    if items[0].strip():
        return None
    kept = []
    for item in items[1:]:
        if _LARGE.match(item):
            continue
        if len(item) > _SMALL or _ALIAS.search(item):
            return None
        kept.append(indent[0] + item)
    whole = b"".join(kept)
    chunk = Chunk(number=1, start=0, end=len(whole), first_line=1, line=1)
    document = parse(whole, chunk) if whole else None
    if document is None:
        return []
    value = document.value if isinstance(document, PackageDocument) else None
    return value if isinstance(value, list) and all(isinstance(one, Mapping) for one in value) else None

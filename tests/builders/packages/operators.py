"""Catalogs of operators that require each other, document by document."""

import json
from pathlib import Path
from typing import Any

from xpkgtui.formats.catalog.dependencies.resolution import channels_in
from xpkgtui.formats.catalog.model.blobs import CatalogModel, blob_of
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers

Document = dict[str, Any]


def package(name: str) -> Document:
    """A package whose default channel is `stable`."""
    return {"schema": "olm.package", "name": name, "defaultChannel": "stable"}


def channel(of: str, *entries: str, name: str = "stable") -> Document:
    """A channel in which each entry replaces the one before it."""
    found = [
        {"name": each, **({"replaces": entries[number - 1]} if number else {})} for number, each in enumerate(entries)
    ]
    return {"schema": "olm.channel", "package": of, "name": name, "entries": found}


def bundle(of: str, version: str, *properties: tuple[str, Any]) -> Document:
    """A bundle with properties beside that of its package."""
    rows = [("olm.package", {"packageName": of, "version": version}), *properties]
    name = f"{of}.v{version}"
    found = {"schema": "olm.bundle", "package": of, "name": name, "image": "example.com/a:v1"}
    return {**found, "properties": [{"type": kind, "value": value} for kind, value in rows]}


def sole(name: str, *properties: tuple[str, Any]) -> list[Document]:
    """A package with one bundle."""
    return [package(name), channel(name, f"{name}.v1.0.0"), bundle(name, "1.0.0", *properties)]


def api(kind: str) -> tuple[str, Any]:
    """The property of a bundle that provides an API."""
    return "olm.gvk", {"group": "g", "version": "v1", "kind": kind}


def wants_api(kind: str) -> tuple[str, Any]:
    """The property of a bundle that requires an API."""
    return "olm.gvk.required", {"group": "g", "version": "v1", "kind": kind}


def wants(name: str, versions: str = ">=1.0.0") -> tuple[str, Any]:
    """The property of a bundle that requires a package."""
    return "olm.package.required", {"packageName": name, "versionRange": versions}


def offers(documents: list[Document], source: str) -> CatalogOffers:
    """What a catalog of these documents offers."""
    model = CatalogModel.of(blob_of(number, one) for number, one in enumerate(documents, 1))
    return CatalogOffers(source=source, channels_of=channels_in(model, source))


def write_catalog(folder: Path, *documents: Document) -> str:
    """A folder with a catalog of these documents."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "catalog.json").write_text("\n".join(map(json.dumps, documents)))
    return str(folder)

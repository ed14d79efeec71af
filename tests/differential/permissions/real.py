"""The real packages that XPKGTUI_CORPUS names: each provider, each XRD and each bundle is a case."""

import os
from functools import cache
from pathlib import Path
from typing import Any

from builders.corpus import content, packages

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.untyped import field, listing

_DEFINITIONS = ("CustomResourceDefinition", "ManagedResourceDefinition")


@cache
def real_cases() -> tuple[dict[str, Any], ...]:
    """All of them."""
    corpus = Path(os.environ["XPKGTUI_CORPUS"])
    found: list[dict[str, Any]] = []
    for path in packages(corpus).values():
        if path.suffix != ".xpkg":
            found += _of_stream(path)
    bundles = sorted(path.parent for path in corpus.glob("olm-registry-v1/**/manifests"))
    return (*found, *({"bundle": str(path.relative_to(corpus))} for path in bundles))


def real_folder(name: str) -> Path:
    """The folder of a bundle."""
    return Path(os.environ["XPKGTUI_CORPUS"]) / name


def _of_stream(path: Path) -> list[dict[str, Any]]:
    data = content(path)
    found: list[dict[str, Any]] = []
    resources, meta = [], None
    for chunk in split(data).chunks:
        if chunk.kind in _DEFINITIONS and chunk.name and "." in chunk.name:
            plural, _, group = chunk.name.partition(".")
            resources.append({"group": group, "plural": plural, "kind": chunk.kind})
        elif chunk.kind in ("Provider", "CompositeResourceDefinition"):
            document = parse(data, chunk)
            value = document.value if isinstance(document, PackageDocument) else None
            if chunk.kind == "Provider":
                meta = value
            elif isinstance(value, dict):
                found.append({"asked": {"kind": "xrd", "object": value}})
    if meta is not None:
        asked: dict[str, Any] = {
            "kind": "provider",
            "name": "provider-1",
            "package": "xpkg.example.org/a/b:v1",
            "resources": resources,
            "capabilities": listing(field(meta, "spec", "capabilities")),
            "accounts": ["crossplane-system/provider-1"],
        }
        if requests := field(meta, "spec", "controller", "permissionRequests"):
            asked["requests"] = requests
        found += [{"asked": asked, "allowed": allowed} for allowed in (True, False)]
    return found

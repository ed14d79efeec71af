"""Knowledge of Crossplane packages for recognition: folders, archives, caches of tools, and default registries."""

from collections.abc import Mapping
from pathlib import Path

REFERENCE = "xpkg.crossplane.io/crossplane-contrib/provider-nop:v0.4.0"
"""An example of a reference."""
REGISTRIES = ("xpkg.crossplane.io", "xpkg.upbound.io")
"""Registries that Crossplane once added to a reference without one."""
SOURCES = "sources of a package have crossplane.yaml in it"
OPENABLE = "a .xpkg, an image archive, an OCI layout, a package.yaml or a registry reference can be opened"
ARCHIVES = (".xpkg", ".tar", ".uppkg")
"""Endings of archives that hold packages."""
MARKERS = ("crossplane.yaml", "package/crossplane.yaml", "oci-layout")
"""Files that make the folder around them one that can be opened."""
META_GROUP = b"meta.pkg."
"""The begin of the API group of meta objects."""
_CACHED = ("package.yaml", "package.ndjson")


def registry_hint(name: str) -> str:
    """The registries that each Crossplane added to this name."""
    return (
        f"Crossplane 1.20 would have read xpkg.crossplane.io/{name}, 1.15 to 1.19 xpkg.upbound.io, "
        "up to 1.14 index.docker.io; 2.0 and later want the registry written out"
    )


def is_cached(path: Path) -> bool:
    """Whether the file lies where `crossplane` or `up` caches a package: `repository@version/package.yaml`."""
    return path.name in _CACHED and "@" in path.parent.name


def cache_notes(path: Path, head: bytes) -> tuple[str, ...]:
    """A sentence about a stream in the cache of `crossplane resource validate`, which drops the meta object."""
    repository, at, version = path.parent.name.rpartition("@")
    if path.name != "package.yaml" or not at or META_GROUP in head:
        return ()
    kept = "as `crossplane resource validate` keeps packages in its cache: without their meta object, so that"
    return (f"This lies {kept} it cannot be accepted. The package itself is {repository}:{version} in its registry.",)


def json_lines_note(header: Mapping[str, object] | None) -> str:
    """A sentence about package.ndjson, in which the up tool caches packages, and its first line, if that has one."""
    note = "JSON lines, as the up tool keeps packages in its cache; Crossplane reads no such file."
    return f"{note} Its first line says that it is {_package(header)}." if header else note


def _package(header: Mapping[str, object]) -> str:
    """The package that a header names: `crossplane/provider-helm v0.9.0 from index.docker.io`."""
    repository, version, registry = (
        text if isinstance(text := header.get(key), str) else "" for key in ("repo", "version", "registry")
    )
    at = f" from {registry}" if registry and not repository.startswith(registry) else ""
    return f"{repository} {version}".strip()[:300] + at[:300] or "nothing in particular"

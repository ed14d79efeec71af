"""The knowledge that helps to find Crossplane packages: folders, archives, caches of tools, default registries."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from xpkgtui.formats.source_knowledge import CachedPackage, SourceKnowledge, SourceNames
from xpkgtui.formats.xpkg.summary import SOURCE_MARKERS, STREAM_MARK

if TYPE_CHECKING:
    from xpkgtui.formats.source_knowledge import Lookalikes, Previews
    from xpkgtui.versions.tags import TagReading


_CACHED = ("package.yaml", "package.ndjson")
_PROJECT = ":configuration"
_NAMES = SourceNames(
    reference="xpkg.crossplane.io/crossplane-contrib/provider-nop:v0.4.0",
    registries=("xpkg.crossplane.io", "xpkg.upbound.io"),
    endings=(".xpkg", ".tar", ".uppkg"),
    markers=SOURCE_MARKERS,
    stream_mark=STREAM_MARK,
    folder_hint="crossplane.yaml (the sources of a Crossplane package)",
    openable="Open a .xpkg, an image archive, an OCI layout, a package.yaml or a registry reference.",
    several_images="Crossplane's own tools do not read such an archive",
)


class _Notes:
    """Sentences about caches of tools, their archives, and registries that versions of Crossplane added."""

    def registry_hint(self, name: str) -> str:
        """The registries that versions of Crossplane added to this name."""
        return (
            f"Add the registry: Crossplane 2.0 and later require it. Crossplane 1.20 would have read "
            f"xpkg.crossplane.io/{name}, 1.15 to 1.19 xpkg.upbound.io, up to 1.14 index.docker.io."
        )

    def is_cached(self, path: PurePath) -> bool:
        """Whether `crossplane` or `up` caches a package at this path: `repository@version/package.yaml`."""
        return path.name in _CACHED and "@" in path.parent.name

    def cache_notes(self, path: PurePath, head: bytes) -> tuple[str, ...]:
        """Sentences about a stream in the cache of `crossplane resource validate`, which drops the meta object."""
        repository, at, version = path.parent.name.rpartition("@")
        if path.name != "package.yaml" or not at or STREAM_MARK in head:
            return ()
        kept = "in the cache of `crossplane resource validate`, which drops the meta object, so"
        there = f"The package itself is {repository}:{version} in its registry."
        return (f"This lies {kept} it cannot be accepted. {there}",)

    def cached_package(self, repository: str, digest: str, version: str) -> CachedPackage | None:
        """Where this version of Crossplane looks for a package that is named by its digest."""
        from xpkgtui.formats.xpkg.sources.archived import cached_package

        return cached_package(repository, digest, version)

    def json_lines_note(self, header: Mapping[str, object] | None) -> str:
        """A sentence about package.ndjson, in which the up tool caches packages, and about its header."""
        note = "JSON lines, as the up tool keeps packages in its cache; Crossplane does not read such a file."
        return f"{note} Its first line says that it is {_package(header)}." if header else note

    def built_by(self, tags: Sequence[str]) -> str:
        """The tool that wrote an archive with these tags, to follow the number of images; empty where unknown."""
        return ", as `crossplane project build` writes them" if any(tag.endswith(_PROJECT) for tag in tags) else ""


def _previews() -> "Previews":
    # Reading a layer needs far more than saying what can be opened.
    from xpkgtui.formats.xpkg.sources import archived

    return archived


def _lookalikes() -> "Lookalikes":
    # Few sources only look like a package.
    from xpkgtui.formats.xpkg.sources import siblings

    return siblings


def _package(header: Mapping[str, object]) -> str:
    """The package that a header names: `crossplane/provider-helm v0.9.0 from index.docker.io`."""
    repository, version, registry = (
        text if isinstance(text := header.get(key), str) else "" for key in ("repo", "version", "registry")
    )
    at = f" from {registry}" if registry and not repository.startswith(registry) else ""
    return f"{repository} {version}".strip()[:300] + at[:300] or "nothing in particular"


def _tag_reading(crossplane: str) -> "TagReading":
    # Other commands read no tags.
    from xpkgtui.formats.xpkg.tools.crossplane_versions import tag_reading

    return tag_reading(crossplane)


SOURCES = SourceKnowledge(
    names=_NAMES, notes=_Notes(), previews=_previews, lookalikes=_lookalikes, tag_reading=_tag_reading
)
"""Folders, archives, caches of tools and default registries of Crossplane packages."""

"""What is kept of a package that is opened: its name and those of the kinds that it defines."""

import os
from contextlib import suppress
from pathlib import Path

from xpkgtui.errors import Malformed
from xpkgtui.formats.role import Role
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.oci.reference import Reference


async def keep_package(source: OpenedSource, stream: PackageStream) -> None:
    """Keeps the name of a package and of its kinds, by which it is found when it is no longer open."""
    folder, named = source.options.cache_dir, _named(source)
    if not folder or not named or not stream.file.sha256 or not any(row.defines for row in stream.rows):
        return
    # Packages without definitions load none of it.
    from xpkgtui.fetching.cache.opened_packages import OpenedKind, OpenedPackage, keep_opened

    kinds = tuple(
        OpenedKind(
            document=row.document,
            definition=row.kind or "",
            name=row.name or "",
            group=row.group or "",
            kind=row.defines,
            version=row.stored or next(iter(row.versions), ""),
        )
        for row in stream.rows
        if row.defines
    )
    reference = _reference_of(named)
    package = OpenedPackage(
        source=named,
        package=next((row.name for row in stream.rows if row.role is Role.META), None) or "",
        version=(reference.tag if reference else "") or "",
        format=stream.format.summary.name,
        sha256=stream.file.sha256,
        size=stream.file.size,
        kinds=kinds,
    )
    await source.pool.run(lambda: keep_opened(Path(folder), package))


def repository_of(source: str) -> str:
    """What the versions of a package have in common: the repository, or the path."""
    reference = _reference_of(source)
    return reference.name if reference else source


def _named(source: OpenedSource) -> str:
    """What opens a source again from anywhere; empty where nothing does, as for standard input."""
    if source.is_remote:
        return source.name if source.fetcher.source.installed else source.root.reference
    return os.path.abspath(source.name) if os.path.exists(source.name) else ""


def _reference_of(source: str) -> Reference | None:
    with suppress(Malformed):
        return None if source.startswith("/") else Reference.parse(source)
    return None

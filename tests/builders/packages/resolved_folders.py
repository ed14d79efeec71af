"""Folders of sources as the streams that they resolve to."""

from collections.abc import Mapping
from pathlib import Path

from builders.inspection.opened import opened, stream_root
from builders.packages.folders import write_folder
from builders.packages.rows import object_rows

from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.sources.source import SourceForm, StreamRoot


def resolved(
    folder: Path, files: Mapping[str, str | bytes], scratch: Path | None = None, limits: Limits = LIMITS
) -> StreamRoot:
    """The stream of a folder with these files."""
    source = opened(write_folder(folder, files), scratch or folder.parent / "scratch", limits=limits)
    assert source.form is SourceForm.FOLDER
    return stream_root(source)


def rows_of(root: StreamRoot) -> tuple[ObjectRow, ...]:
    """The objects of a stream."""
    return object_rows(root.path.read_bytes(), root.origins)


def names(folder: Path, files: Mapping[str, str | bytes]) -> list[str | None]:
    """The names of the objects of a folder with these files."""
    return [row.name for row in rows_of(resolved(folder, files))]


def places(root: StreamRoot) -> list[tuple[str | None, int]]:
    """File and line of each object of a stream."""
    return [(row.file, row.line) for row in rows_of(root)]

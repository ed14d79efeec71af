"""Indexes are found for the same bytes, limits and modules, and give the list that splitting gives."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from builders.inspection.inspections import inspect_source

from xpkgtui.documents.chunk import BlobNames, Chunk
from xpkgtui.formats.definition_outline import Outline, VersionOutline
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.objects.stream import Indexes, StreamIndex
from xpkgtui.limits import LIMITS
from xpkgtui.rules.case import StreamFile
from xpkgtui.sources.access import Access

FILE = StreamFile(path="/one", size=2 << 20, sha256="aa")
INDEX = StreamIndex(
    format="xpkg",
    chunks=(
        Chunk(number=1, start=4, end=90, first_line=2, line=3, api_version="v1", kind="Kind", name="na\udcffme"),
        Chunk(number=2, start=94, end=95, first_line=9, line=9, empty=True),
        Chunk(number=3, start=99, end=120, first_line=10, line=11, blob=BlobNames(schema="olm.bundle", package="p")),
    ),
    outlines=(
        Outline(
            group="g", plural="ps", kind="P", scope="Cluster", versions=(VersionOutline(name="v1", stored=True),)
        ),
        None,
        Outline(called=("Kind", "name")),
    ),
)


def test_it_comes_back_as_it_was_wherever_the_bytes_are(tmp_path: Path) -> None:
    Indexes(str(tmp_path)).keep(FILE, LIMITS, INDEX)
    assert Indexes(str(tmp_path)).find(replace(FILE, path="/two"), LIMITS) == INDEX


def test_other_bytes_limits_and_modules_have_others(tmp_path: Path) -> None:
    Indexes(str(tmp_path), lambda: "1").keep(FILE, LIMITS, INDEX)
    indexes = Indexes(str(tmp_path), lambda: "1")
    assert indexes.find(FILE, LIMITS)
    assert indexes.find(replace(FILE, sha256="bb"), LIMITS) is None
    assert indexes.find(FILE, replace(LIMITS, documents=5)) is None
    assert Indexes(str(tmp_path), lambda: "2").find(FILE, LIMITS) is None


def test_nothing_is_written_without_a_cache_or_for_little_or_for_bytes_of_no_digest(tmp_path: Path) -> None:
    Indexes(None).keep(FILE, LIMITS, INDEX)
    Indexes(str(tmp_path)).keep(replace(FILE, size=1000), LIMITS, INDEX)
    Indexes(str(tmp_path)).keep(replace(FILE, sha256=""), LIMITS, INDEX)
    assert not list(tmp_path.iterdir())


def change_index(opened: Inspection, cache: Path, change: Callable[[StreamIndex], StreamIndex]) -> None:
    """Keeps another index of the stream that was opened."""
    assert opened.stream is not None
    indexes = Indexes(str(cache))
    found = indexes.find(opened.stream, LIMITS)
    assert found is not None
    indexes.keep(opened.stream, LIMITS, change(found))


async def test_a_second_opening_lists_the_same_without_splitting(large: Path, tmp_path: Path) -> None:
    options = Options(cache_dir=str(tmp_path / "cache"))
    first, second = [await inspect_source(large, options) for _ in range(2)]
    assert len(first.rows) == 2
    assert second.rows == first.rows
    change_index(
        first,
        tmp_path / "cache",
        lambda one: replace(one, chunks=(one.chunks[0], replace(one.chunks[1], kind="Other"))),
    )
    third = await inspect_source(large, options)
    assert [row.kind for row in third.rows] == ["Provider", "Other"]
    anew = await inspect_source(large, replace(options, access=Access(refresh=True)))
    assert anew.rows == first.rows


async def test_what_was_seen_as_another_format_is_seen_anew(large: Path, tmp_path: Path) -> None:
    options = Options(cache_dir=str(tmp_path / "cache"))
    first = await inspect_source(large, options)
    change_index(first, tmp_path / "cache", lambda one: replace(one, format="other", outlines=(None, None)))
    second = await inspect_source(large, options)
    assert [row.scope for row in second.rows] == [row.scope for row in first.rows]

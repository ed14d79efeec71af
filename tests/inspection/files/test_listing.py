"""Folders of many files: rows come in batches, and each folder by itself."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.oci.images import image, write_layout
from builders.oci.layers import file, folder, layer, symlink, whiteout

from xpkgtui.errors import FailureKind
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, Options, View
from xpkgtui.inspection.rows.files import DeadEnd, GapKind, Hidden
from xpkgtui.service.local import LocalPort

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"


async def listed(folder: Path, request: ListFiles) -> Sequence[FilesListed]:
    many = [file(f"many/{number:03}", "x") for number in range(600)]
    built = image(layer(file("package.yaml", META), file("few/one", "1"), *many, base=True))
    port = LocalPort()
    try:
        await opened(port, write_layout(folder / "layout", built))
        return [event for event in await answers(port, request) if isinstance(event, FilesListed)]
    finally:
        await port.close()


async def test_every_batch_says_how_many_rows_there_will_be(tmp_path: Path) -> None:
    found = await listed(tmp_path, ListFiles(view=View.BASE, folder="many"))
    assert [(event.first, len(event.rows), event.total) for event in found] == [
        (0, 256, 600),
        (256, 256, 600),
        (512, 88, 600),
    ]


async def test_a_layer_that_is_not_there_is_not_listed(tmp_path: Path, port: LocalPort) -> None:
    await opened(port, write_layout(tmp_path / "layout", image(layer(file("package.yaml", META), base=True))))
    (failed,) = await answers(port, ListFiles(view=View.LAYER, layer=1))
    assert isinstance(failed, PartFailed)
    assert (failed.failure.kind, failed.failure.title) == (FailureKind.NOT_FOUND, "There is no layer 1.")


async def test_consent_reads_the_layer_that_costs_more_than_is_fetched_unasked(
    tmp_path: Path, port: LocalPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lacks(_fetcher: Fetcher, _descriptor: object) -> bool:
        return False

    monkeypatch.setattr(Fetcher, "has", lacks)
    built = image(layer(file("package.yaml", META), base=True), layer(file("notes", "1")))
    await opened(port, write_layout(tmp_path / "layout", built), Options(price=0))
    found = await answers(port, ListFiles(view=View.LAYER, layer=1, consent=True))
    assert {row.path for one in found if isinstance(one, FilesListed) for row in one.rows} == {"notes"}


async def test_rows_are_in_order_over_all_batches(tmp_path: Path) -> None:
    found = await listed(tmp_path, ListFiles(view=View.BASE, folder="many"))
    paths = [row.path for event in found for row in event.rows]
    assert paths == sorted(paths)
    assert paths[-1] == "many/599"


async def test_several_folders_are_listed_one_after_the_other(tmp_path: Path) -> None:
    found = await listed(tmp_path, ListFiles(view=View.BASE, folder="few", also=("nowhere", "many")))
    assert [event.folder for event in found] == ["few", "nowhere", "many", "many", "many"]


async def test_a_filter_speaks_the_language_of_lists_and_says_of_how_many(tmp_path: Path) -> None:
    (found,) = await listed(tmp_path, ListFiles(view=View.BASE, wanted=r"many !re:[1-9]\d$ re:/\d+$"))
    assert [row.path for row in found.rows][:2] == ["many/000", "many/001"]
    assert (found.total, found.searched) == (60, 604)


async def test_all_layers_are_marked_against_that_of_the_package_and_say_what_they_hide(tmp_path: Path) -> None:
    built = image(
        layer(file("bin", "x"), file("README.md", "old")),
        layer(file("package.yaml", META), file("README.md", "12345"), file("LICENSE", "1"), base=True),
        layer(file("README.md", "new"), whiteout("LICENSE")),
    )
    port = LocalPort()
    try:
        await opened(port, write_layout(tmp_path / "layout", built))
        events = await answers(port, ListFiles(view=View.FLATTENED, consent=True))
    finally:
        await port.close()
    last = [event for event in events if isinstance(event, FilesListed)][-1]
    marks = {row.path: (str(row.change) if row.change else None, row.layer) for row in last.rows}
    assert marks == {
        "LICENSE": ("removed", 2),
        "README.md": ("changed", 2),
        "bin": ("added", 0),
        "package.yaml": (None, 1),
    }
    assert last.hidden == Hidden(files=3, size=3 + 5 + 1)


async def test_a_recursive_list_holds_what_is_there_and_nothing_that_was_removed(tmp_path: Path) -> None:
    built = image(layer(file("package.yaml", META), file("LICENSE", "1"), base=True), layer(whiteout("LICENSE")))
    port = LocalPort()
    try:
        await opened(port, write_layout(tmp_path / "layout", built))
        events = await answers(port, ListFiles(view=View.FLATTENED, consent=True, recursive=True))
    finally:
        await port.close()
    paths = [row.path for event in events if isinstance(event, FilesListed) for row in event.rows]
    assert paths == ["package.yaml"]


async def test_tree_that_is_too_large_is_listed_as_far_as_it_goes_and_names_our_limit(tmp_path: Path) -> None:
    deep = [file(f"{number:02}/" + "x/" * 1_990 + "y") for number in range(20)]
    built = image(layer(file("package.yaml", META), *deep, base=True))
    port = LocalPort()
    try:
        await opened(port, write_layout(tmp_path / "layout", built))
        request = ListFiles(view=View.BASE)
        found = [event for event in await answers(port, request) if isinstance(event, FilesListed)]
    finally:
        await port.close()
    (gap,) = found[-1].gaps
    assert (gap.kind, gap.failure) == (GapKind.CUT, FailureKind.UNDECIDED)
    assert "xpkgtui reads at most 64 MiB" in gap.reason
    assert found[0].rows


@pytest.mark.parametrize(
    ("folder", "paths"), [("", ["a/x", "ab/z", "a/y"]), ("/a/", ["a/x", "a/y"]), ("a/y", ["a/y"])]
)
async def test_hidden_files_of_a_folder_are_those_below_it(folder: str, paths: list[str], tmp_path: Path) -> None:
    names = {"a/x": "333", "ab/z": "22", "a/y": "1"}
    lower = layer(file("package.yaml", META), *(file(name, text) for name, text in names.items()), base=True)
    built = image(lower, layer(*map(whiteout, names)))
    port = LocalPort()
    try:
        await opened(port, write_layout(tmp_path / "layout", built))
        events = await answers(port, ListFiles(view=View.HIDDEN, folder=folder, consent=True))
    finally:
        await port.close()
    assert [row.path for event in events if isinstance(event, FilesListed) for row in event.rows] == paths


async def test_links_say_where_they_lead(tmp_path: Path, port: LocalPort) -> None:
    targets = {"file": "package.yaml", "gone": "nothing", "one": "two", "two": "one", "folder": "d"}
    links = [symlink(name, target) for name, target in targets.items()]
    built = image(layer(file("package.yaml", META), folder("d"), *links, base=True))
    await opened(port, write_layout(tmp_path / "layout", built))
    (found,) = [one for one in await answers(port, ListFiles(view=View.BASE)) if isinstance(one, FilesListed)]
    assert {row.path: row.leads for row in found.rows if row.linkname} == {
        "file": EntryType.FILE,
        "folder": EntryType.DIRECTORY,
        "gone": DeadEnd.NOWHERE,
        "one": DeadEnd.CIRCLE,
        "two": DeadEnd.CIRCLE,
    }

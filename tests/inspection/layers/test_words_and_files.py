"""What the row of a layer says of files is what a list of that layer shows, over all planted faults."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.gate import few
from builders.inspection.inspections import EVERYTHING, answers, opened
from builders.oci.images import image, write_layout
from builders.oci.layers import BuiltLayer, file, folder, layer, opaque, whiteout
from builders.packages.judgements import PROVIDER
from builders.packages.refused import IMAGES, LAYERS, REFUSED

from xpkgtui.filesystem.tar.entry import clean
from xpkgtui.formats.images.comparison import ReaderResult
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope, ListFiles, View
from xpkgtui.inspection.rows.files import FileChange
from xpkgtui.inspection.rows.layers import LayerRow, LayerUse
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.as_text.why import why
from xpkgtui.reporting.contents.readings import result
from xpkgtui.reporting.words import layer_sentence
from xpkgtui.service.local import LocalPort

PACKAGE = file("package.yaml", PROVIDER)
NESTED = file("d/package.yaml", PROVIDER)
BELOW = "its package.yaml is removed by layer 1"
REMOVED: dict[str, tuple[tuple[BuiltLayer, ...], str]] = {
    "whiteout": ((layer(PACKAGE), layer(whiteout("package.yaml"))), BELOW),
    "opaque root": ((layer(PACKAGE), layer(opaque())), BELOW),
    "two layers above": (
        (layer(PACKAGE), layer(file("a")), layer(whiteout("package.yaml"))),
        "its package.yaml is removed by layer 2",
    ),
    "its own whiteout": ((layer(whiteout("package.yaml"), PACKAGE),), "its package.yaml is removed by its own mark"),
    "folder": ((layer(folder("d"), NESTED), layer(whiteout("d"))), "its d/package.yaml is removed by layer 1"),
    "opaque folder": ((layer(folder("d"), NESTED), layer(opaque("d"))), "its d/package.yaml is removed by layer 1"),
    "file for a folder": (
        (layer(folder("d"), NESTED), layer(file("d"))),
        "holds d/package.yaml, not read by Crossplane",
    ),
}
DEMOS = ("demo", "demo:refused", "demo:disputed", "demo:bundle", "demo:catalog", "demo:stack", "demo:plain")


@pytest.mark.parametrize("case", REMOVED)
async def test_a_layer_whose_package_is_hidden_says_by_what(case: str, tmp_path: Path) -> None:
    layers, sentence = REMOVED[case]
    port = LocalPort()
    state = await opened(port, write_layout(tmp_path / "layout", image(*layers)), EVERYTHING)
    await port.close()
    assert layer_sentence(state.layers[0], state.wording) == sentence


@pytest.mark.parametrize("source", DEMOS)
async def test_rows_of_a_demo_agree_with_its_files(source: str) -> None:
    assert await _disagreements(source) == []


async def test_rows_of_planted_faults_agree_with_their_files(tmp_path: Path) -> None:
    wrong: list[str] = []
    for number, (name, make) in enumerate(few((IMAGES | LAYERS).items(), 12)):
        (place := tmp_path / str(number)).mkdir()
        wrong += [f"{name}: {one}" for one in await _disagreements(make(place))]
    assert wrong == []


async def test_no_reader_that_reads_no_object_is_said_to_accept(tmp_path: Path) -> None:
    wrong: list[str] = []
    hollow = 0
    for number, (name, make) in enumerate([*few(REFUSED.items(), 10), *((one, _source(one)) for one in DEMOS)]):
        (place := tmp_path / str(number)).mkdir()
        port = LocalPort()
        state = await opened(port, make(place), EVERYTHING)
        state = fold_all(state, await answers(port, CompareReaders(reach=LayerScope.ALL)))
        await port.close()
        rows = state.comparison.results if state.comparison else ()
        empty = [one for one in rows if not one.reader.only_extracts and not _objects(one, state)]
        wrong += [f"{name}: {one.reader.title} {result(one)}" for one in empty if result(one) == "accepts"]
        wrong += [
            f"{name}: {line}" for line in why([state], Paint()).split("\n") if re.search("accepts.* 0 obj", line)
        ]
        hollow += sum(one.is_hollow for one in rows)
    assert wrong == []
    assert hollow


def _source(source: str) -> Callable[[Path], str]:
    return lambda _: source


def _objects(one: ReaderResult, state: Inspection) -> int:
    """The objects that a reader has read."""
    assert state.comparison is not None
    sha256 = one.reading.sha256
    return len(state.comparison.objects.get(sha256, ()) if sha256 else one.reading.pieces)


async def _disagreements(source: str) -> list[str]:
    port = LocalPort()
    try:
        state = await opened(port, source, EVERYTHING)
        return [
            f"{row.index}: {sentence}"
            for row in (state.layers if state.manifest is not None else ())
            if row.damage is None and row.files is not None
            for sentence in (layer_sentence(row, state.wording),)
            if not _is_true(row, sentence, await _listed(port, row.index), state)
        ]
    finally:
        await port.close()


async def _listed(port: LocalPort, layer: int) -> list[str]:
    request = ListFiles(view=View.LAYER, layer=layer, recursive=True, consent=True)
    found = [event for event in await answers(port, request) if isinstance(event, FilesListed)]
    return [row.path for event in found for row in event.rows if row.change is not FileChange.REMOVED]


def _is_true(row: LayerRow, sentence: str, paths: list[str], state: Inspection) -> bool:
    """Whether the files that a sentence names are there, and those that it denies are not."""
    name = state.wording.stream_file.rstrip("/")
    if row.use in (LayerUse.PASSED, LayerUse.UNREAD_EXTRA):
        return name not in paths and "holds" not in sentence
    if "holds no files" in sentence:
        return not any(path.rpartition("/")[2] == name for path in paths)
    if row.use is LayerUse.SUPPLIES and not row.stream_name:
        return row.supplies  # of several files
    named = re.search(r"(?:holds|its|supplies) (\S+?)(?:,| and| is removed|$)", sentence)
    return named is None or any(f"{path}/".startswith(f"{clean(named[1])}/") for path in paths)

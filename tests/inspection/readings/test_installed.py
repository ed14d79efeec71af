"""The readers together with the API server: the verdict of the band is that of its row."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.oci.images import package, write_layout
from builders.packages.folders import META, composition, write_folder
from builders.packages.objects import XRD

from xpkgtui.app.findings import reader_page, readers
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import CompareReaders, Options, Reach
from xpkgtui.inspection.readings.installed import with_server
from xpkgtui.readers.reader import Sign
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort

REFUSED = f"{META}---\n{composition('one')}"
"""Crossplane parses and lints it; the API server refuses a composition without a pipeline."""


async def compared(source: Path, **options: str) -> Inspection:
    port = LocalPort()
    try:
        state = await opened(port, source, Options(price=-1, **options))  # type: ignore[arg-type]
        return fold_all(state, await answers(port, CompareReaders(reach=Reach.ALL)))
    finally:
        await port.close()


def written(form: str, folder: Path, text: str) -> Path:
    if form == "image":
        return write_layout(folder / "layout", package(text))
    if form == "folder":
        meta, _, rest = text.partition("---\n")
        return write_folder(folder / "acme", {"crossplane.yaml": meta, "apis/one.yaml": rest})
    (folder / "package.yaml").write_text(text)
    return folder / "package.yaml"


@pytest.mark.parametrize("form", ["image", "folder", "stream"])
async def test_a_reader_refuses_what_its_api_server_refuses(tmp_path: Path, form: str) -> None:
    state = await compared(written(form, tmp_path, REFUSED))
    assert state.verdict.value.acceptance is Acceptance.REFUSED  # type: ignore[union-attr]
    found = with_server(state)
    assert found is not None
    refusing = [one.reader.name for one in found.results if one.server]
    assert refusing == list(state.culprit.readers)  # type: ignore[union-attr]
    assert "manager-2.4" in refusing
    one = readers.chosen_result(state, Selection())
    assert one is not None
    assert (one.reader.name, one.acceptance) == ("manager-2.4", Acceptance.REFUSED)
    assert one.message == state.culprit.says  # type: ignore[union-attr]
    for each in (one for one in found.results if one.server):
        failing = [step.title for step in reader_page.steps(state, each) if step.sign is Sign.BAD]
        assert failing == ["Installs the objects"]


async def test_the_list_and_the_page_say_so_before_any_repair(tmp_path: Path) -> None:
    state = await compared(written("image", tmp_path, REFUSED))
    rows = readers.pane(state, Selection(), Replies()).rows
    shown = {
        row.key: " ".join(cell.content.plain for cell in row.draw(row.value, 100)) for row in rows if row.selectable
    }
    assert "✗ refuses" in shown["reader:manager-2.4"]
    assert "✓ accepts" in shown["reader:manager-1.7"]
    one = readers.chosen_result(state, Selection())
    assert one is not None
    lines = [str(line) for line in reader_page.body(state, one)]
    assert "refuses it" in lines[0]
    blamed = next(number for number, line in enumerate(lines) if "XPKG716" in line and "Composition" in line)
    repair = next(number for number, line in enumerate(lines) if "cause" in line[:30])
    assert blamed < repair


@pytest.mark.parametrize("text", [f"{META}---\n{XRD}", f"{META}---\nkind: [\n"])
async def test_other_verdicts_are_those_of_the_readers(tmp_path: Path, text: str) -> None:
    state = await compared(written("stream", tmp_path, text))
    assert with_server(state) is state.comparison
    assert with_server(replace(state, comparison=None)) is None

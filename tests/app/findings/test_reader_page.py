"""The page of a tool: its own steps, and under its profile the complaint of the verdict."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened
from builders.packages.bundles import ANNOTATIONS, ANNOTATIONS_FILE, CRD, SOUND, write
from builders.packages.case_facts import case_about
from builders.screens.pages import drawn_page

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.findings import reader_page
from xpkgtui.formats.images.comparison import ReaderResult
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope, Options
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Reading, Sign
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort

SPARE = CRD.replace("berth", "mooring").replace("Berth", "Mooring")
FILES = {
    **SOUND,
    "manifests/z.yaml": SPARE,
    ANNOTATIONS_FILE: ANNOTATIONS.replace("registry+v1", "helm"),
}
"""opm refuses its media type, operator-sdk too, and a definition that is not owned."""
TOOLS = {"opm": "opm", "sdk": "operator-sdk", "olmv1": "olm-v1", "rukpak": "rukpak", "hub": "hub", "spec": "spec"}


@pytest.mark.parametrize("profile", TOOLS)
async def test_the_page_of_the_tool_ends_with_the_complaint_of_the_verdict(tmp_path: Path, profile: str) -> None:
    port = LocalPort()
    try:
        state = await opened(port, write(tmp_path, FILES), Options(price=-1, profile=profile))
        state = fold_all(state, await answers(port, CompareReaders(reach=LayerScope.ALL)))
    finally:
        await port.close()
    one, verdict = state.judging_result, state.verdict.value  # type: ignore[union-attr]
    assert one is not None
    assert one.reader.name == TOOLS[profile]
    assert one.acceptance is verdict.acceptance
    steps = reader_page.steps(state, one)
    failing = [step for step in steps if step.sign is Sign.BAD]
    assert [step.evidence.startswith(verdict.reason) for step in failing] == [True] * len(failing)
    assert bool(failing) is (verdict.acceptance is Acceptance.REFUSED)
    shown = [each.reader.name for each in state.comparison.results if reader_page.is_shown(state, each)]  # type: ignore[union-attr]
    assert shown == [one.reader.name]
    blamed, page = state.culprit, drawn_page(Page(body=tuple(reader_page.body(state, one)))).plain
    assert (blamed is not None and f"{blamed.rule} " in page) is (verdict.acceptance is Acceptance.REFUSED)


@pytest.mark.parametrize("profile", ["", "none that it knows"])
def test_before_it_is_judged_the_reader_that_read_is_shown(profile: str) -> None:
    case = case_about("x", profile=profile) if profile else None
    state = replace(Inspection(source="x", case=case), reading=Reading(reader="sdk"))
    known = [KnownReader(name=one, title=one) for one in ("opm", "sdk")]
    rows = [ReaderResult(reader=one, reading=Reading(reader=one.name)) for one in known]
    assert [reader_page.is_shown(state, one) for one in rows] == [False, True]

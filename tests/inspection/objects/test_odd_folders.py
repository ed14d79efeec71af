"""Odd folders of sources are read as `crossplane xpkg build` reads them; its answers are stored."""

import json
from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source
from builders.packages.folders import odd_folders, write_folder

from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.rules.finding import Acceptance

ANSWERS = json.loads((Path(__file__).parents[2] / "oracle" / "folders.json").read_text())
FOLDERS = odd_folders()


@pytest.mark.parametrize("case", [case for case, answer in ANSWERS.items() if answer["objects"] is not None])
async def test_the_objects_are_those_of_a_build_in_its_order(case: str, tmp_path: Path) -> None:
    state = await inspect_source(write_folder(tmp_path, FOLDERS[case]))
    assert [f"{row.api_version}|{row.kind}|{row.name}" for row in state.rows] == ANSWERS[case]["objects"]


@pytest.mark.parametrize("case", FOLDERS)
async def test_what_a_build_refuses_is_refused(case: str, tmp_path: Path) -> None:
    options = Options(price=-1, profile="build")
    state = await inspect_source(write_folder(tmp_path, FOLDERS[case]), options)
    assert isinstance(state.verdict, Ready)
    refused = state.verdict.value.acceptance is Acceptance.REFUSED
    assert refused == (ANSWERS[case]["stops"] is not None)

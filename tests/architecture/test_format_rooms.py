"""Every format has the same rooms, which are found by their names; what one lacks is listed here, to shrink."""

import importlib
from pathlib import Path

import pytest
from builders.packages.notebook.format import NOTEBOOK

import xpkgtui.formats
from xpkgtui.formats.format import Format
from xpkgtui.formats.known import FORMATS

FOLDER = Path(xpkgtui.formats.__file__).parent
ROOMS = {"changes", "format", "summary", "reader", "tools", "subject", "rules", "facts"}
LACKING = {
    "catalog": set(),
    "plain": set(),
    "registry_v1": set(),
    "rukpak": {"reader"},  # its objects are documents of bare streams: there is no image or folder to read
    "stack": set(),
    "xpkg": set(),
}
"""Rooms that are called otherwise, or that a format of bare streams has not."""
EVERY = [pytest.param(one, id=one.summary.name) for one in (*FORMATS, NOTEBOOK)]


def rooms(folder: Path) -> set[str]:
    found = {one.stem for one in folder.iterdir() if one.suffix == ".py" or (one / "__init__.py").is_file()}
    return found - {"__init__"}


@pytest.mark.parametrize("name", sorted(LACKING))
def test_a_format_has_the_rooms_of_the_plan(name: str) -> None:
    assert ROOMS - rooms(FOLDER / name) == LACKING[name]


def test_the_example_has_all_of_them_and_nothing_else() -> None:
    assert rooms(Path(importlib.import_module("builders.packages.notebook").__path__[0])) == ROOMS


@pytest.mark.parametrize("format", EVERY)
def test_what_is_found_by_name_is_there(format: Format) -> None:
    assert isinstance(format, Format)
    assert format.ruleset().rules
    assert callable(importlib.import_module(f"{format.room}.facts").of_object)
    assert format.changes().rules
    if format.has_overview:
        overview = importlib.import_module(f"{format.room}.overview")
        assert [one for one in (overview.overview, overview.meta_facts) if one is not None]
    assert callable(format.judge_stream)


def test_no_folder_of_formats_is_left_out() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/format.py")}
    assert folders == set(LACKING)

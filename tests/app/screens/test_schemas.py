"""The screen of the schemas of a definition, the tab Schema beside the objects, and the search over all fields."""

import json
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.pilots import Shown
from builders.screens.buckets import TEXT, definition, object_of, schemas, version, write
from builders.screens.opened import open_screen

from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.schemas import SchemaScreen
from xpkgtui.app.state.schemas.selection import SchemaPane
from xpkgtui.app.state.selection import PaneId, TabId

REGION = ("slash", *"region", "enter", "enter")
GOLDENS: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "schema_120x40": ((120, 40), ("S", *REGION)),
    "schema_80x24": ((80, 24), ("S", *REGION)),
    "schema_60x20": ((60, 20), ("S",)),
    "schema_compared_120x40": ((120, 40), ("S", "c")),
    "schema_versions_80x24": ((80, 24), ("S", "1", "j")),
    "schema_sample_120x40": ((120, 40), ("S", "right_square_bracket", "right_square_bracket")),
    "schema_tab_120x40": ((120, 40), ("right_square_bracket", "0", "j", "j")),
    "schema_tab_80x24": ((80, 24), ("right_square_bracket", "0", "c")),
    "schema_search_100x30": ((100, 30), ("S", "a", *"forprov region")),
}


def screen(shown: Shown) -> SchemaScreen:
    """The screen of schemas."""
    assert isinstance(shown.app.screen, SchemaScreen)
    return shown.app.screen


def told(shown: Shown) -> str:
    """The clipboard."""
    return shown.app.clipboard


def said(shown: Shown) -> str:
    """The sentence in the corner."""
    return " ".join(toast.message for toast in shown.app._notifications)


@pytest.mark.golden
@pytest.mark.parametrize("name", GOLDENS)
async def test_it_looks_as_it_was_agreed(name: str, golden: Golden, tmp_path: Path) -> None:
    size, keys = GOLDENS[name]
    async with schemas(tmp_path, *keys, size=size) as shown:
        golden(name, shown.text + "\n")


async def test_keys_open_and_close_choose_a_version_and_copy_the_path(tmp_path: Path) -> None:
    async with schemas(tmp_path, "S", "j", "h") as shown:
        assert "▸ forProvider" in shown.text
        await shown.press("l", "j", "y")
        assert told(shown) == "spec.forProvider.region"
        await shown.press("O")
        assert "mfaDelete" in shown.text
        await shown.press("X", "v")
        assert screen(shown).selection.version == "0:v1beta1"
        assert "Fields of v1beta1" in shown.text
        await shown.press("1", "j", "enter")
        assert screen(shown).pane is SchemaPane.FIELDS
        assert "Fields of v1alpha1" in shown.text


async def test_enter_on_a_field_with_nothing_in_it_jumps_to_its_line(tmp_path: Path) -> None:
    async with schemas(tmp_path, "S", "j", "j", "enter") as shown:
        assert (screen(shown).tab, screen(shown).pane) == (TabId.YAML, SchemaPane.DETAIL)
        assert "region:" in next(line for line in shown.text.splitlines() if "▶" in line)
        await shown.press("escape")
        assert screen(shown).pane is SchemaPane.FIELDS


async def test_a_filter_leaves_whole_paths_and_enter_shows_the_field_among_the_others(tmp_path: Path) -> None:
    async with schemas(tmp_path, "S", "slash", *"grantid") as shown:
        assert "spec.forProvider.grant[].id" in shown.text
        await shown.press("enter", "enter")
        assert not screen(shown).selection.filter
        assert "▾ grant" in shown.text
        await shown.press("slash", *"zzz")
        assert "No path has these letters" in shown.text
        await shown.press("escape")
        assert "▾ forProvider" in shown.text


async def test_the_way_back_keeps_what_was_looked_at(tmp_path: Path) -> None:
    async with schemas(tmp_path, "S", "j", "j", "v", "escape") as shown:
        assert isinstance(shown.app.screen, Browsing)
        await shown.press("S")
        assert screen(shown).selection.path == "spec.forProvider.region"
        assert screen(shown).selection.version == "0:v1beta1"
        await shown.press("x")
        assert isinstance(shown.app.screen, Browsing)
        assert shown.selection.verdict


async def test_a_field_of_any_definition_is_found_and_shown(tmp_path: Path) -> None:
    async with schemas(tmp_path, "S", "a", *"policy", "enter") as shown:
        assert "Versions of bucketpolicies" in shown.text
        assert screen(shown).selection.path == "spec.policy"
        await shown.press("escape")
        row = next(one for one in shown.app.inspection.rows if one.defines == "BucketPolicy")
        assert shown.selection.document == row.document


async def test_the_palette_finds_fields_behind_everything_else(tmp_path: Path) -> None:
    async with open_screen(write(tmp_path), size=(120, 40)) as shown:
        await shown.press("ctrl+p", *"mfadel")
        assert "spec.forProvider.versioning.mfaDelete" in shown.text
        await shown.press("enter")
        assert screen(shown).selection.path.endswith("versioning.mfaDelete")
        await shown.press("a", *"qqq")
        assert "No path has these letters" in shown.text


async def test_the_tab_takes_the_keys_of_a_tree(tmp_path: Path) -> None:
    async with schemas(tmp_path, "right_square_bracket", "0", "j", "space") as shown:
        assert shown.focus == PaneId.FIELDS
        assert "▸ forProvider" in shown.text
        await shown.press("O", "y")
        assert "mfaDelete" in shown.text
        assert told(shown) == "spec.forProvider"
        await shown.press("v")
        assert "v1beta1 · 33 fields" in shown.text
        await shown.press("c")
        assert "v1beta1 beside v1alpha1" in shown.text
        await shown.press("slash", *"acl", "enter")
        assert "spec.acl" in shown.text
        await shown.press("escape", "X")
        assert "spec.acl" not in shown.text
        await shown.press("Y")
        assert "kubectl explain" in shown.text
        await shown.press("escape", "S")
        assert screen(shown).selection.is_compared


async def test_keys_of_schemas_say_where_they_are_of_use(tmp_path: Path) -> None:
    async with open_screen(write(tmp_path), size=(120, 40)) as shown:
        await shown.press("g", "S")
        assert "Only definitions have a schema" in said(shown)
        await shown.press("v")
        assert "v is for the tab Schema" in said(shown)
        await shown.press("j", "j", "j", "S", "v")
        assert "This definition has one version" in said(shown)


async def test_a_definition_without_a_schema_says_so_on_every_page(tmp_path: Path) -> None:
    made = definition("things", "Thing", version("v1", None, stored=True))
    async with schemas(tmp_path, "S", definitions=(made,)) as shown:
        assert "This version has no schema" in shown.text
        await shown.press("right_square_bracket", "right_square_bracket", "right_square_bracket", "Y")
        assert isinstance(shown.app.screen_stack[-2], SchemaScreen)


async def test_a_hostile_definition_is_drawn(tmp_path: Path) -> None:
    schema = object_of({f"a\x1b[3{number}m\u202e": TEXT for number in range(5_000)})
    for _ in range(60):
        schema = object_of({"deep": schema})
    made = definition("things", "Thing", version("v1", schema, stored=True))
    async with schemas(
        tmp_path, "S", "O", "G", "k", "slash", *"a3", definitions=(made,), as_text=json.dumps
    ) as shown:
        assert "\x1b" not in shown.text
        assert "\u202e" not in shown.text
        assert "of 5,060 fields" in shown.text


async def test_the_tab_after_it_shows_its_own_page(tmp_path: Path) -> None:
    async with schemas(tmp_path, "right_square_bracket", "right_square_bracket") as shown:
        assert "reading the schema" not in shown.text
        assert "XPKG" in shown.text

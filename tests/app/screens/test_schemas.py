"""The screen of the schemas of a definition, the tab Schema beside the objects, and the search over all fields."""

import json
from pathlib import Path

import pytest
from builders.cases import failing_later
from builders.goldens import Golden
from builders.pilots import Pictures, Shown
from builders.screens.buckets import TEXT, definition, object_of, schemas, version, write
from builders.screens.opened import open_screen

from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.schemas import SchemaScreen
from xpkgtui.app.state.schemas.selection import SchemaPane
from xpkgtui.app.state.selection import PaneId, TabId

GOLDENS: Pictures = {
    "schema_60x20": ((60, 20), ("S",)),
    "schema_versions_80x24": ((80, 24), ("S", "1", "j")),
    "schema_tab_80x24": ((80, 24), ("right_square_bracket", "0", "c")),
    "schema_compared_120x40": ((120, 40), ("S", "c")),
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
async def test_it_looks_as_it_was_agreed(golden: Golden, tmp_path: Path) -> None:
    async with schemas(tmp_path) as shown:
        assert await shown.differing(GOLDENS, golden) == {}


async def keys_open_and_close_choose_a_version_and_copy_the_path(shown: Shown) -> None:
    await shown.anew("S", "j", "h")
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


async def enter_on_a_field_with_nothing_in_it_jumps_to_its_line(shown: Shown) -> None:
    await shown.anew("S", "j", "j", "enter")
    assert (screen(shown).tab, screen(shown).pane) == (TabId.YAML, SchemaPane.DETAIL)
    assert "region:" in next(line for line in shown.text.splitlines() if "▶" in line)
    await shown.press("escape")
    assert screen(shown).pane is SchemaPane.FIELDS


async def a_filter_leaves_whole_paths_and_enter_shows_the_field_among_the_others(shown: Shown) -> None:
    await shown.anew("S", "slash", *"grantid")
    assert "spec.forProvider.grant[].id" in shown.text
    await shown.press("enter", "enter")
    assert not screen(shown).selection.filter
    assert "▾ grant" in shown.text
    await shown.press("slash", *"zzz")
    assert "No path has these letters" in shown.text
    await shown.press("escape")
    assert "▾ forProvider" in shown.text


async def the_way_back_keeps_what_was_looked_at(shown: Shown) -> None:
    await shown.anew("S", "j", "j", "v", "escape")
    assert isinstance(shown.app.screen, Browsing)
    await shown.press("S")
    assert screen(shown).selection.path == "spec.forProvider.region"
    assert screen(shown).selection.version == "0:v1beta1"
    await shown.press("x")
    assert isinstance(shown.app.screen, Browsing)
    assert shown.selection.verdict


async def a_field_of_any_definition_is_found_and_shown(shown: Shown) -> None:
    await shown.anew("S", "a", *"policy", "enter")
    assert "Versions of bucketpolicies" in shown.text
    assert screen(shown).selection.path == "spec.policy"
    await shown.press("escape")
    row = next(one for one in shown.app.inspection.rows if one.defines == "BucketPolicy")
    assert shown.selection.document == row.document


async def the_tab_takes_the_keys_of_a_tree(shown: Shown) -> None:
    await shown.anew("right_square_bracket", "0", "j", "space")
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


async def the_tab_after_it_shows_its_own_page(shown: Shown) -> None:
    await shown.anew("right_square_bracket", "right_square_bracket")
    assert "reading the schema" not in shown.text
    assert "XPKG" in shown.text


WALKS = (
    keys_open_and_close_choose_a_version_and_copy_the_path,
    enter_on_a_field_with_nothing_in_it_jumps_to_its_line,
    a_filter_leaves_whole_paths_and_enter_shows_the_field_among_the_others,
    the_way_back_keeps_what_was_looked_at,
    a_field_of_any_definition_is_found_and_shown,
    the_tab_takes_the_keys_of_a_tree,
    the_tab_after_it_shows_its_own_page,
)


async def test_keys_do_what_they_say(tmp_path: Path) -> None:
    async with schemas(tmp_path) as shown:
        assert await failing_later(WALKS, lambda walk: walk(shown)) == {}


async def test_the_palette_finds_fields_and_keys_say_where_they_are_of_use(tmp_path: Path) -> None:
    async with open_screen(write(tmp_path), size=(120, 40)) as shown:
        await shown.press("g", "S")
        assert "Only definitions have a schema" in said(shown)
        await shown.press("v")
        assert "v is for the tab Schema" in said(shown)
        await shown.press("j", "j", "j", "S", "v")
        assert "This definition has one version" in said(shown)
        await shown.press("escape", "ctrl+p", *"mfadel")
        assert "spec.forProvider.versioning.mfaDelete" in shown.text
        await shown.press("enter")
        assert screen(shown).selection.path.endswith("versioning.mfaDelete")
        await shown.press("a", *"qqq")
        assert "No path has these letters" in shown.text


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

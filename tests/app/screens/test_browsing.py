"""What each key does."""

from pathlib import Path

import pytest
from builders.pilots import Show
from builders.screens import stories
from builders.screens.images import AWS
from textual.events import Resize
from textual.geometry import Size

from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.screen_model import ScreenModel
from xpkgtui.app.screens.help import Help
from xpkgtui.app.screens.start import StartOver
from xpkgtui.app.state.selection import ListId, PaneId
from xpkgtui.app.views.package_view import PackageView
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.messages.requests import Judge, ListFiles, Open, OpenPlatform, ReadText, Text, View


async def test_q_quits(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.pilot.press("q")
        await shown.pilot.pause()
        assert not shown.app.is_running or shown.app._exit


@pytest.mark.parametrize(("key", "focus"), [("1", "platforms"), ("2", "layers"), ("3", "files"), ("4", "objects")])
async def test_numbers_go_to_the_lists(key: str, focus: str, show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("0", key)
        assert shown.focus == focus


async def test_zero_goes_to_detail(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("0")
        assert shown.focus == "detail"


async def test_a_size_that_is_told_again_draws_nothing(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Size] = []
    async with show(stories.accepted) as shown:
        draw = PackageView.show

        def counted(view: PackageView, model: ScreenModel, *, judging: str, is_marked: bool) -> None:
            drawn.append(view.size)
            draw(view, model, judging=judging, is_marked=is_marked)

        monkeypatch.setattr(PackageView, "show", counted)
        size = shown.app.size
        shown.app.screen.post_message(Resize(size, size))
        await shown.settle()
        assert drawn == []
        await shown.pilot.resize_terminal(size.width - 9, size.height - 1)
        await shown.until(lambda: bool(drawn))


async def test_tab_walks_all_panes_and_comes_back(show: Show) -> None:
    async with show(stories.accepted) as shown:
        seen = []
        for _ in range(5):
            await shown.press("tab")
            seen.append(shown.focus)
        assert seen == ["detail", "platforms", "layers", "files", "objects"]


async def test_shift_tab_walks_the_other_way(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("shift+tab")
        assert shown.focus == "files"


async def test_j_and_k_move_a_row(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "j", "k")
        assert shown.selection.row(ListId.OBJECTS) == "group:s3.aws.upbound.io"


async def test_keys_that_outrun_the_selection_are_not_lost(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.pilot.press(*"jjjjjj")
        await shown.settle()
        assert shown.selection.document == 6


async def test_capital_g_and_g_go_to_the_ends(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("G")
        assert shown.selection.document == 25
        await shown.press("g")
        assert shown.selection.document == 1


@pytest.mark.parametrize(("down", "up"), [("ctrl+d", "ctrl+u"), ("pagedown", "pageup"), ("end", "home")])
async def test_page_keys_move_far_and_back(down: str, up: str, show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press(down)
        assert (shown.selection.document or 0) > 5
        await shown.press(up)
        assert shown.selection.document == 1


@pytest.mark.parametrize("key", ["j", "down", "G", "ctrl+d", "pagedown", "end"])
async def test_the_same_keys_move_in_a_text(key: str, show: Show) -> None:
    async with show(stories.accepted, size=(120, 24)) as shown:
        await shown.press("j", "j", "0")
        assert "line 11 ·" in shown.text
        await shown.press(key)
        assert "line 11 ·" not in shown.text


async def test_l_and_h_scroll_a_text_sideways(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("j", "l", "j", "0", "l")
        view = shown.screen.query_one("#detail", TextView)
        assert view.scroll_offset.x == 8
        await shown.press("h")
        assert view.scroll_offset.x == 0


async def test_space_folds_and_unfolds_a_group(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "space")
        assert [row.key for row in shown.view.objects_pane.rows] == ["document:1", "group:s3.aws.upbound.io"]
        await shown.press("space")
        assert len(shown.view.objects_pane.rows) == 26


async def test_capital_x_closes_all_groups_and_capital_o_opens_them(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("O")
        assert len(shown.view.objects_pane.rows) > 1540
        await shown.press("X")
        assert all(row.heading or row.key == "document:1" for row in shown.view.objects_pane.rows)


async def test_capital_b_lists_objects_flat(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("B")
        assert "bucketacls.s3.aws.upbound.io" in shown.text
        assert not any(row.heading for row in shown.view.objects_pane.rows)


async def test_enter_on_an_object_goes_into_its_text(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "j", "enter")
        assert shown.focus == "detail"


async def test_enter_on_a_layer_lists_its_files(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("2", "j", "enter")
        assert shown.focus == "files"
        asked = shown.port.requests(ListFiles)[-1]
        assert (asked.view, asked.layer) == (View.LAYER, 1)


async def test_enter_on_another_platform_opens_it(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("1", "j", "enter")
        assert shown.port.requests(OpenPlatform)[-1].digest.startswith("sha256:0d92aa1")


async def test_files_of_another_platform_are_asked_for_once_it_was_read(show: Show) -> None:
    async with show(stories.accepted) as shown:
        before = len(shown.port.requests(ListFiles))
        await shown.press("1", "j", "enter")
        assert len(shown.port.requests(ListFiles)) == before


async def test_enter_on_a_file_reads_it(show: Show) -> None:
    async with show(stories.refused) as shown:
        await shown.press("3", "enter")
        assert shown.focus == "detail"
        assert ReadText(text=Text.FILE, view=View.BASE, path="crossplane.yaml") in shown.port.asked
        assert "kind: Provider" in shown.text


async def test_brackets_change_the_tab(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("]")
        assert shown.view.page.tab == "yaml"
        await shown.press("[", "[")
        assert shown.view.page.tab == "json"


async def test_x_shows_why_and_closes_it(show: Show) -> None:
    async with show(stories.refused) as shown:
        await shown.press("x")
        assert "Steps of Crossplane 2.4" in shown.text
        assert "package.yaml not found in package" in shown.text
        await shown.press("x")
        assert "Steps of" not in shown.text


async def test_capital_f_lists_findings_and_greater_than_jumps_there(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("F")
        assert shown.focus == "findings"
        await shown.press(">")
        assert shown.focus == "objects"
        assert shown.selection.document == 4
        assert "shortName: [mapr]" in shown.text


async def test_greater_than_jumps_to_the_line_of_the_next_finding(show: Show) -> None:
    async with show(stories.warned, size=(120, 24)) as shown:
        await shown.press(">")
        assert "shortName: [mapr]" in shown.text
        assert "XPKG613" in shown.text


async def test_less_than_jumps_to_the_finding_before(show: Show) -> None:
    async with show(stories.refused) as shown:
        first = shown.selection.finding
        await shown.press("<")
        assert shown.selection.finding != first


async def test_without_findings_the_key_says_so(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press(">")
        assert any("No findings" in toast.message for toast in shown.app._notifications)


async def test_minus_goes_back_to_the_place_before(show: Show) -> None:
    async with show(stories.warned) as shown:
        before = shown.selection.row(ListId.OBJECTS)
        await shown.press(">", "-")
        assert shown.selection.row(ListId.OBJECTS) == before


async def test_t_cycles_the_views_of_files(show: Show) -> None:
    async with show(stories.accepted) as shown:
        seen = []
        for _ in range(5):
            await shown.press("t")
            seen.append(shown.selection.view)
        assert seen == [View.LAYER, View.UPTO, View.FLATTENED, View.HIDDEN, View.BASE]


async def test_folders_are_listed_when_they_are_opened(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("t", "t", "t", "space")
        assert ListFiles(view=View.FLATTENED, folder="etc") in shown.port.asked
        assert "passwd" in shown.text


async def test_h_on_a_file_closes_its_folder(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("t", "t", "t", "l", "j", "h")
        assert "passwd" not in shown.text.partition("4 Objects")[0]
        assert shown.selection.row(ListId.FILES) == "etc"


async def test_i_shows_raw_json_and_goes_back(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("i")
        assert ReadText(text=Text.DOCUMENT_JSON, document=1) in shown.port.asked
        assert '"kind": "Provider"' in shown.text
        await shown.press("i")
        assert shown.view.page.tab == "facts"


async def test_i_on_a_layer_shows_the_manifest(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("2", "i")
        assert ReadText(text=Text.MANIFEST) in shown.port.asked


async def test_w_breaks_long_lines(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press(">")
        assert "monitoralertprocessingruleactiongroups.alerts" not in shown.text
        await shown.press("w")
        assert "…" not in shown.text.partition("6 entries")[0].split("YAML")[1].partition("Crossplane")[0]
        assert shown.selection.wrap


async def test_w_says_where_no_line_can_be_broken(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("0")
        assert "w Wrap" not in shown.text
        await shown.press("w")
        assert not shown.selection.wrap
        assert [toast.message for toast in shown.app._notifications] == [
            "No long lines here: w is for texts such as YAML."
        ]
        await shown.press("]")
        assert "w Wrap" in shown.text


async def test_f_shows_the_focused_pane_alone(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("f")
        assert "2 Layers" not in shown.text
        assert "Overview" not in shown.text
        await shown.press("f")
        assert "2 Layers" in shown.text


async def test_f_in_detail_shows_only_detail(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("0", "f")
        assert "4 Objects" not in shown.text
        await shown.press("escape")
        assert "4 Objects" in shown.text


async def test_slash_filters_as_it_is_typed_and_counts(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("/", *"acl")
        assert "1 of 25 objects" in shown.text
        await shown.press("enter")
        assert shown.focus == "objects"
        assert shown.selection.document == 4


async def test_escape_clears_the_filter(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("/", *"acl", "enter", "escape")
        assert "25 objects" in shown.text
        assert "1 of 25" not in shown.text.partition("fetched")[0].replace("1 of 25 ─", "")


async def test_escape_in_the_prompt_clears_the_filter_too(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("/", *"acl", "escape")
        assert not shown.screen.query_one(Prompt).display
        assert shown.selection.filters.get(PaneId.OBJECTS) == ""


async def test_a_filter_without_a_match_says_what_to_do(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("/", *"zzz")
        assert "No object matches the filter" in shown.text


@pytest.mark.parametrize("pane", ["1", "2", "3"])
async def test_every_list_filters(pane: str, show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press(pane, "/", *"zzz")
        assert "clears" in shown.text


async def test_slash_in_a_text_searches_and_n_goes_on(show: Show) -> None:
    async with show(stories.accepted, size=(120, 24)) as shown:
        await shown.press("j", "j", "0", "/", *"type: string", "enter")
        first = shown.text
        assert "/type: string 1 of 3" in first
        await shown.press("n")
        assert "/type: string 2 of 3" in shown.text
        await shown.press("N")
        assert shown.text == first


async def test_an_object_that_text_found_opens_at_its_match(show: Show) -> None:
    async with show(stories.accepted, size=(120, 30)) as shown:
        await shown.press("j", "j", "/", *"text:singular", "enter", "enter")
        assert shown.focus == "detail"
        assert "/singular 1 of 1" in shown.text
        assert "▶26     singular: bucket" in shown.text


async def test_capital_x_closes_the_blocks_of_a_text_that_has_the_keys(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "j", "enter", "X")
        assert "spec: … " in shown.text
        await shown.press("O")
        assert "spec: … " not in shown.text


async def test_a_search_without_a_match_says_so(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "j", "0", "/", *"zzz", "enter")
        assert any("not found" in toast.message for toast in shown.app._notifications)


async def test_y_copies_the_name_of_an_object(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("y")
        assert shown.app.clipboard == "provider-aws-s3"


async def test_y_copies_the_digest_of_a_layer(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("2", "y")
        assert shown.app.clipboard.startswith("sha256:51ce8fd")


async def test_y_copies_the_path_of_a_file(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "y")
        assert shown.app.clipboard == "package.yaml"


async def test_y_in_a_text_copies_the_text(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "j", "0", "y")
        assert shown.app.clipboard.startswith("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition")


async def test_r_opens_it_again(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("r")
        assert [request.options.access.refresh for request in shown.port.requests(Open)] == [False, False]


async def test_ctrl_r_passes_over_the_cache(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+r")
        assert shown.port.requests(Open)[-1].options.access.refresh


async def test_p_judges_by_the_next_profile(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("p")
        assert shown.port.requests(Judge)[-1].case.profile == "crossplane-1"


async def test_the_profile_that_was_chosen_outlives_a_refresh(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("p", "r")
        assert shown.port.requests(Open)[-1].options.profile == "crossplane-1"


@pytest.mark.parametrize("popup", ["?", "ctrl+p", "Y", ":"])
async def test_f8_pictures_popups_too(
    show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, popup: str
) -> None:
    monkeypatch.chdir(tmp_path)
    async with show(stories.accepted) as shown:
        await shown.press(popup, "f8")
        assert shown.app.screen.is_modal
    assert len(list(tmp_path.glob("xpkgtui-*.svg"))) == 1


async def test_f8_saves_a_picture_and_names_it(show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    async with show(stories.accepted) as shown:
        await shown.press("f8")
        saved = list(tmp_path.glob("xpkgtui-*.svg"))
        assert len(saved) == 1
        assert any(saved[0].name in toast.message for toast in shown.app._notifications)


@pytest.mark.parametrize("key", ["?", "f1"])
async def test_help_lists_every_key(key: str, show: Show) -> None:
    async with show(stories.accepted, size=(120, 110)) as shown:
        await shown.press(key)
        assert isinstance(shown.app.screen, Help)
        for command in COMMANDS:
            assert f" {command.all_keys} " in shown.text
        await shown.press("escape")
        assert not isinstance(shown.app.screen, Help)


async def test_ctrl_p_finds_commands_and_objects(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+p", *"bucketacls")
        await shown.settle()
        await shown.press("enter")
        await shown.settle()
        assert shown.selection.document == 4


async def test_colon_opens_another_source(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press(":", *"other", "enter")
        assert shown.port.requests(Open)[-1].source == "other"


async def test_escape_stops_loading_and_says_so(show: Show) -> None:
    async with show(stories.loading, hold=frozenset({"open"})) as shown:
        await shown.press("escape")
        await shown.settle()
        assert shown.port.cancelled == [shown.port.asked[0]]
        assert "Stopped:" in shown.text


async def test_escape_leaves_detail(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("0", "escape")
        assert shown.focus == "objects"


async def test_enter_on_a_suggestion_opens_that_tag(show: Show) -> None:
    async with show(stories.missing) as shown:
        await shown.press("j", "enter")
        assert shown.port.requests(Open)[-1].source == AWS.replace("v1.21.0", "v1.12.0")


async def test_minus_on_the_first_error_shows_what_else_can_be_opened(show: Show) -> None:
    async with show(stories.missing) as shown:
        await shown.press("-")
        assert isinstance(shown.app.screen, StartOver)


async def test_minus_on_a_later_error_opens_the_source_before(show: Show) -> None:
    async with show(stories.missing) as shown:
        first = shown.port.requests(Open)[0].source
        await shown.press("j", "enter", "-")
        assert shown.port.requests(Open)[-1].source == first


async def test_y_copies_the_report_of_an_error(show: Show) -> None:
    async with show(stories.missing) as shown:
        await shown.press("y")
        assert "the list of tags: 143" in shown.app.clipboard


async def test_a_click_chooses_a_row(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.pilot.click("#objects", offset=(10, 4))
        await shown.settle()
        assert shown.selection.document == 3
        assert shown.screen.query_one("#objects", RowList).has_focus


async def test_y_on_a_findings_tab_says_that_it_copied_findings(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press(">")
        while "Findings" not in str(shown.view.page.tab).title():
            await shown.press("]")
        await shown.press("y")
        count = len(shown.view.page.findings)
        noun = "finding" if count == 1 else "findings"
        assert any(each.message.startswith(f"Copied the {noun}, ") for each in shown.app._notifications)

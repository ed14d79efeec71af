"""The screen of two packages that are compared, over the real port."""

from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.registry.registries import DebianRegistry
from builders.screens import upgrades
from builders.screens.colors import colors_of

from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.changes import ChangeScreen
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.state.selection import TabId
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.rules.changes.weight import Level
from xpkgtui.settings.state import Recent


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    upgrades.write(tmp_path)


def told(shown: upgrades.Upgrade) -> str:
    """The sentences that appeared."""
    return " ".join(toast.message for toast in shown.app._notifications)


GOLDENS: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "changes_60x20": ((60, 20), ()),
    "changes_80x24": ((80, 24), ("greater_than_sign",)),
    "changes_120x40": ((120, 40), ()),
    "changes_160x50": ((160, 50), ("O",)),
    "changes_text_80x24": ((80, 24), ("right_square_bracket", "tab")),
    "changes_text_120x40": ((120, 40), ("greater_than_sign", "right_square_bracket")),
    "changes_objects_120x40": ((120, 40), ("right_square_bracket", "right_square_bracket")),
    "changes_findings_80x24": ((80, 24), ("left_square_bracket",)),
    "changes_findings_120x40": ((120, 40), ("left_square_bracket",)),
    "changes_filtered_80x24": ((80, 24), ("slash", *"v1beta1")),
}


@pytest.mark.parametrize("name", GOLDENS)
async def test_it_looks_as_it_was_agreed(name: str, golden: Golden) -> None:
    size, keys = GOLDENS[name]
    async with upgrades.compared(*keys, size=size) as shown:
        golden(name, shown.text + "\n")


@pytest.mark.parametrize(("theme", "no_color"), [("light", False), ("ansi", False), ("ansi", True)])
async def test_its_colors_are_those_that_were_agreed(
    theme: str, no_color: bool, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    keys = ("right_square_bracket",)
    async with upgrades.compared(*keys, size=(100, 30), theme_name=f"xpkg-{theme}") as shown:
        golden(f"changes_{'no_color' if no_color else theme}_100x30", colors_of(shown.app))


async def test_a_filter_narrows_the_list_and_esc_clears_it() -> None:
    async with upgrades.compared("slash", *"rails", "enter") as shown:
        assert "/rails" in shown.text
        assert "1 of 11 changes" in shown.text
        assert "spec.rails is new" in shown.text
        assert "berths            v1alpha1" not in shown.text
        await shown.press("escape")
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "4 objects · 11 changes" in shown.text


async def test_a_filter_that_is_given_up_narrows_nothing() -> None:
    async with upgrades.compared("slash", *"rails", "escape") as shown:
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "4 objects · 11 changes" in shown.text
        assert shown.focus == "changes"


async def test_a_filter_that_nothing_fits_says_so() -> None:
    async with upgrades.compared("slash", *"zebra", "enter") as shown:
        assert "No change matches the filter" in shown.text


async def test_words_are_listed_where_they_fit_a_filter() -> None:
    async with upgrades.compared("slash", *"depth", "enter") as shown:
        assert "1 of 11 changes" in shown.text
        assert "spec.depth" in shown.text


async def test_risks_that_a_filter_leaves_are_gone_through() -> None:
    async with upgrades.compared("slash", *"cranes", "enter", "greater_than_sign") as shown:
        assert "✗ CRD cranes: v1beta1" in shown.text


async def test_detail_is_searched() -> None:
    async with upgrades.compared("0", "slash", *"storedVersions", "enter") as shown:
        assert shown.focus == "detail"
        assert "4 objects · 11 changes" in shown.text
        await shown.press("n")
        assert "2/3" in shown.text or "2 of 3" in shown.text


async def test_the_objects_that_differ_are_listed_with_their_changes() -> None:
    async with upgrades.compared(*["right_square_bracket"] * 2) as shown:
        assert "+ 1 new   - 0 gone   ~ 3 changed   2 equal" in shown.text
        assert "+ CRD gates.harbour.example.com" in shown.text


async def test_findings_of_one_package_alone_are_listed() -> None:
    async with upgrades.compared("left_square_bracket") as shown:
        assert "+ New 1" in shown.text
        assert "XPKG726" in shown.text
        assert "findings in both by profile crossplane" in shown.text


async def test_a_finding_that_is_gone_is_listed() -> None:
    Path("old.yaml").write_text(Path("old.yaml").read_text() + "---\nkind: Widget\n")
    async with upgrades.compared("left_square_bracket") as shown:
        assert "- Gone" in shown.text
        assert "The check of the new package finds nothing more" not in shown.text


async def test_leaving_and_copying_stay_in_the_footer_of_a_narrow_terminal() -> None:
    for width in (60, 80):
        async with upgrades.compared(size=(width, 24)) as shown:
            footer = shown.text.split("\n")[-1]
            assert "esc Back" in footer
            assert "y Copy" in footer


async def test_without_a_mark_it_says_what_to_do() -> None:
    async with upgrades.opened("new.yaml") as shown:
        await shown.press("D")
        assert isinstance(shown.app.screen, Browsing)
        assert "m marks the old package" in told(shown)


async def test_a_package_is_not_compared_with_itself() -> None:
    async with upgrades.opened("new.yaml") as shown:
        await shown.press("m", "D")
        assert isinstance(shown.app.screen, Browsing)
        assert "D on another package" in told(shown)


async def test_the_mark_stands_in_the_title() -> None:
    async with upgrades.opened("old.yaml") as shown:
        assert "marked" not in shown.text.split("\n")[0]
        await shown.press("m")
        assert "marked" in shown.text.split("\n")[0]


async def test_the_verdict_comes_first_and_the_cursor_stands_on_the_worst() -> None:
    async with upgrades.compared() as shown:
        lines = shown.text.split("\n")
        assert lines[0].split()[:3] == ["old.yaml", "→", "new.yaml"]
        assert "2 changes break who uses it" in lines[1]
        assert "v1alpha1 is removed" in lines[1]
        assert "✗ CRD berths: v1alpha1 is removed" in shown.text


async def test_two_sources_of_the_start_screen_are_compared() -> None:
    offered = Offered(recents=(Recent(source="old.yaml", verdict=""), Recent(source="new.yaml", verdict="")))
    async with upgrades.opened(None, offered=lambda: offered) as shown:
        await shown.press("tab", "m")
        assert "old.yaml  marked" in shown.text
        await shown.press("j", "D")
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "2 changes break who uses it" in shown.text
        await shown.press("escape")
        assert isinstance(shown.app.screen, Browsing)
        assert shown.app.inspection.source == "new.yaml"
        assert "provider-harbour" in shown.text


async def test_the_package_beneath_still_answers_after_another_was_opened() -> None:
    offered = Offered(recents=(Recent(source="old.yaml", verdict=""),))
    async with upgrades.opened("new.yaml", offered=lambda: offered) as shown:
        await shown.press("colon", "tab", "m", "escape", "D")
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "2 changes break who uses it" in shown.text
        await shown.press("escape", "4", "G")
        assert "gates" in shown.text
        assert "width" in shown.text


async def test_the_layer_that_is_read_as_the_base_stays_after_a_comparison() -> None:
    layers = layer(file("package.yaml", upgrades.new_package())), layer(file("package.yaml", "x"), base=True)
    write_layout(Path("new"), image(*layers))
    offered = Offered(recents=(Recent(source="old.yaml", verdict=""),))
    async with upgrades.opened("new", offered=lambda: offered) as shown:
        await shown.press("2", "G", "b")
        assert shown.app.inspection.what_if == 0
        await shown.press("colon", "tab", "m", "escape", "D")
        assert isinstance(shown.app.screen, ChangeScreen)
        assert "2 changes break who uses it" in shown.text
        await shown.press("escape")
        assert shown.app.inspection.what_if == 0


async def test_an_old_package_that_cannot_be_opened_is_named() -> None:
    offered = Offered(recents=(Recent(source="gone.yaml", verdict=""),))
    async with upgrades.opened("new.yaml", offered=lambda: offered) as shown:
        await shown.press("colon", "tab", "m", "escape", "D")
        assert "gone.yaml" in shown.text.split("\n")[1]
        assert "r Retry" in shown.text.split("\n")[-1]
        upgrades.write(Path())
        Path("old.yaml").rename("gone.yaml")
        await shown.press("r")
        assert "2 changes break who uses it" in shown.text


async def test_keys_go_through_the_risks_and_fold_groups() -> None:
    async with upgrades.compared("greater_than_sign") as shown:
        assert "CRD cranes" in shown.text.split("│")[-2] or "spec.mode does not take" in shown.text
        await shown.press("less_than_sign", "less_than_sign")
        assert "! Provider provider-harbour" in shown.text
        await shown.press("z")
        assert "Additions" not in shown.text
        await shown.press("z", "X")
        assert "▸ ✗ Breaks who uses it" in shown.text
        await shown.press("O")
        assert "spec.rails" in shown.text
        assert "Words: descriptions" in shown.text


async def test_enter_lists_the_rest_of_a_group_and_opens_a_change() -> None:
    async with upgrades.compared() as shown:
        assert "spec.rails" not in shown.text
        while "more" not in str(shown.changes.selection.row):
            await shown.press("j")
        await shown.press("enter")
        assert "spec.rails" in shown.text
        await shown.press("g", "j", "enter")
        assert shown.focus == "detail"
        await shown.press("escape")
        assert shown.focus == "changes"


async def test_levels_weigh_anew() -> None:
    async with upgrades.compared() as shown:
        await shown.press("p")
        assert shown.changes.selection.level == Level.STORED.value
        assert "break" in shown.text.split("\n")[1]
        await shown.press("p")
        assert shown.changes.selection.level == Level.STRICT.value
        assert "strict" in shown.text


async def test_tabs_turn() -> None:
    async with upgrades.compared("right_square_bracket") as shown:
        assert shown.changes.selection.tab == TabId.TEXT.value
        await shown.press("left_square_bracket")
        assert shown.changes.selection.tab == TabId.CHANGE.value


async def test_both_texts_stand_beside_each_other_or_in_one_column() -> None:
    async with upgrades.compared("right_square_bracket", size=(160, 50)) as shown:
        assert "- - name: v1alpha1" in shown.text
        assert any(line.count("served: true") == 2 for line in shown.text.split("\n"))
        await shown.press("t")
        assert not any(line.count("served: true") == 2 for line in shown.text.split("\n"))


async def test_copies_the_change_and_the_comparison() -> None:
    async with upgrades.compared("y") as shown:
        assert shown.app.clipboard.startswith("CHG101 CRD berths: v1alpha1 is removed")
        await shown.press("Y")
        assert shown.app.clipboard.startswith("### ✗ old.yaml to new.yaml needs work first")


async def test_help_and_palette_know_its_keys() -> None:
    async with upgrades.compared("question_mark") as shown:
        assert "Go to the next risk" in shown.text
        await shown.press("escape", "ctrl+p", *"markdown")
        assert "Copy the comparison as Markdown" in shown.text
        await shown.press("enter")
        assert shown.app.clipboard.startswith("### ✗")


async def test_packages_that_do_not_differ_are_said_to_be_equal() -> None:
    Path("new.yaml").write_text(Path("old.yaml").read_text())
    async with upgrades.compared() as shown:
        assert "changes nothing that anyone relies on" in shown.text.split("\n")[1]
        assert "do not differ" in shown.text


async def test_the_price_of_the_old_package_is_said_before_it_is_paid(registry: DebianRegistry) -> None:
    built = image(layer(file("package.yaml", upgrades.old_package().encode())))
    registry.push_image("tidewater/harbour", "v1", *(each.blob for each in built.layers), config=built.config)
    source = f"{registry.host}/tidewater/harbour:v1"
    offered = Offered(recents=(Recent(source=source, verdict=""),))
    options = Options(price=10)
    async with upgrades.opened("new.yaml", offered=lambda: offered, options=options) as shown:
        await shown.press("colon", "tab", "m", "escape", "D")
        assert "must be fetched" in shown.text
        assert "r fetches it and compares" in shown.text
        await shown.press("r")
        assert "2 changes break who uses it" in shown.text


async def test_names_and_values_of_packages_are_shown_and_never_obeyed() -> None:
    for name, text in (("old.yaml", upgrades.old_package()), ("new.yaml", upgrades.new_package())):
        # As a YAML string: the escape character, which would color the terminal, and markup.
        evil = text.replace("[slow, fast", '["\\e[31m[/]", fast').replace("name: cranes.", 'name: "cr\\e]0;x\\a.')
        Path(name).write_text(evil.replace("a.harbour.example.com\n", 'a.harbour.example.com"\n'))
    async with upgrades.compared(size=(160, 50)) as shown:
        for _ in range(4):
            await shown.press("j", "right_square_bracket")
            assert "\x1b" not in shown.text
            assert "\x07" not in shown.text
        assert "[/]" in shown.text or "␛" in shown.text

"""The screen of what a package depends on: what it shows, what keys do, and what it does when something fails."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.oci.images import package, write_layout
from builders.registry.registries import DebianRegistry
from builders.screens.dependencies import AWS_EKS, EKS, FITTING, HOST, DependentStory, Needed, meta, needed, wide_tree
from builders.screens.opened import open_screen
from builders.screens.port import ScriptedPort
from builders.screens.stories import missing

from xpkgtui.app.application import Application
from xpkgtui.app.messages import Requested
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.dependencies import DependencyScreen
from xpkgtui.app.screens.tags import TagScreen
from xpkgtui.app.state.dependencies import DependencyPane
from xpkgtui.app.state.selection import TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.inspection.messages.dependencies import ReadDependencies, parts
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Open, Options

UNKNOWN = Failure(kind=FailureKind.NOT_A_PACKAGE, title="Nothing is known of the dependencies of a stack.")
PRICED = {**FITTING, "provider-aws-ec2": replace(FITTING["provider-aws-ec2"], is_priced=True)}
NO_SUCH = {**AWS_EKS, "provider-helm": replace(AWS_EKS["provider-helm"], versions=("v0.1.0",))}
HELD = frozenset({"dependencies"})
GOLDENS: dict[str, tuple[tuple[int, int], tuple[str, ...]]] = {
    "dependencies_60x20": ((60, 20), ()),
    "dependencies_80x24": ((80, 24), ()),
    "dependencies_100x30": ((100, 30), ()),
    "dependencies_120x40": ((120, 40), ()),
    "dependencies_160x50": ((160, 50), ("j", "j")),
    "dependencies_versions_80x24": ((80, 24), ("2",)),
    "dependencies_who_120x40": ((120, 40), ("right_square_bracket",)),
    "dependencies_yaml_120x40": ((120, 40), ("right_square_bracket", "right_square_bracket")),
    "dependencies_steps_120x40": ((120, 40), ("x",)),
    "dependencies_filtered_80x24": ((80, 24), ("slash", *"patch", "enter")),
}


class OneTree(DependentStory):
    """Answers with one tree, whatever is asked."""

    def __init__(self, folder: Path, tree: DependencyTree) -> None:
        super().__init__(folder)
        self.tree = tree

    def _dependencies(self, request: ReadDependencies) -> list[Event]:
        return [*parts(self.tree)]


def asked(shown: Needed) -> list[ReadDependencies]:
    """What was asked of the service."""
    return shown.port.requests(ReadDependencies)


@pytest.mark.parametrize("name", GOLDENS)
async def test_it_looks_as_it_was_agreed(name: str, golden: Golden, tmp_path: Path) -> None:
    size, keys = GOLDENS[name]
    async with needed(tmp_path, *keys, size=size) as shown:
        golden(name, shown.text + "\n")


@pytest.mark.parametrize("theme", ["xpkg-light", "xpkg-ansi"])
async def test_every_theme_says_the_same(theme: str, tmp_path: Path, golden: Golden) -> None:
    async with needed(tmp_path, size=(120, 40), theme_name=theme) as shown:
        golden("dependencies_120x40", shown.text + "\n")


async def test_without_color_signs_say_what_colors_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with needed(tmp_path) as shown:
        assert "✗ v1.23.2" in shown.text
        assert "▶" in shown.text


async def test_the_words_of_the_package_are_shown_before_registries_answer(tmp_path: Path, golden: Golden) -> None:
    story = DependentStory(tmp_path)
    story.is_held = True
    async with needed(tmp_path, story=story, hold=HELD) as shown:
        golden("dependencies_asking_120x40", shown.text + "\n")
        assert "Asking registries: 3 of 8 questions answered" in shown.text
        await shown.press("escape")
        assert "Stopped: registries were not asked" in shown.text
        assert [one for one in shown.port.cancelled if isinstance(one, ReadDependencies)] == asked(shown)
        await shown.press("escape")
        assert isinstance(shown.app.screen, Browsing)


async def test_the_cursor_stands_on_the_conflict(tmp_path: Path) -> None:
    async with needed(tmp_path) as shown:
        assert shown.cursor.startswith("│ ├─ P provider-aws-ec2 <v1.22.0 ✗ v1.23.2")
        assert "Crossplane 2.4 accepts it; its dependencies cannot all be met: provider-aws-ec2" in shown.text


async def test_keys_go_from_conflict_to_conflict_round_the_tree(tmp_path: Path) -> None:
    async with needed(tmp_path, packages=NO_SUCH) as shown:
        first = shown.cursor
        await shown.press("greater_than_sign")
        assert "provider-helm" in shown.cursor
        assert "✗ none" in shown.cursor
        await shown.press("greater_than_sign")
        assert shown.cursor == first
        await shown.press("less_than_sign")
        assert "provider-helm" in shown.cursor


async def test_without_a_conflict_it_says_so(tmp_path: Path) -> None:
    async with needed(tmp_path, "greater_than_sign", packages=FITTING) as shown:
        assert "✓ Crossplane 2.4 accepts it; all 7 packages can be installed" in shown.text
        assert "Nothing is in conflict" in shown.told


async def test_enter_opens_the_package_and_minus_comes_back_to_the_row(tmp_path: Path) -> None:
    async with needed(tmp_path, "j", "right_square_bracket") as shown:
        row = shown.cursor
        await shown.press("enter")
        assert isinstance(shown.app.screen, Browsing)
        assert shown.port.requests(Open)[-1].source == f"{HOST}provider-family-aws:v1.23.2"
        await shown.press("minus")
        assert shown.port.requests(Open)[-1].source == EKS
        assert shown.cursor == row
        assert shown.needed.selection.tab == TabId.ASKING.value
        assert len(asked(shown)) == 1


async def test_the_way_back_leads_through_the_dependencies_of_each_package(tmp_path: Path) -> None:
    async with needed(tmp_path, "enter") as shown:
        await shown.press("P")
        assert "all is known" not in shown.text
        await shown.press("G", "enter")
        assert shown.app.inspection.source == f"{HOST}provider-family-aws:v1.23.2"
        await shown.press("minus")
        assert shown.needed.needed.source == f"{HOST}provider-aws-ec2:v1.23.2"
        await shown.press("escape", "minus")
        assert shown.needed.needed.source == EKS


async def test_a_source_that_is_typed_again_begins_without_them(tmp_path: Path) -> None:
    async with needed(tmp_path, "enter", "colon", *EKS, "enter") as shown:
        assert shown.app.inspection.source == EKS
        assert isinstance(shown.app.screen, Browsing)


async def test_enter_on_a_version_opens_that_one(tmp_path: Path) -> None:
    async with needed(tmp_path, "2", "j", "enter") as shown:
        assert shown.port.requests(Open)[-1].source == f"{HOST}provider-aws-ec2:v1.21.0"


async def test_what_has_no_version_is_not_opened(tmp_path: Path) -> None:
    async with needed(tmp_path, "greater_than_sign", "enter", packages=NO_SUCH) as shown:
        assert isinstance(shown.app.screen, DependencyScreen)
        assert "T lists those that there are" in shown.told


async def test_what_was_asked_for_is_kept_while_the_package_is_shown(tmp_path: Path) -> None:
    async with needed(tmp_path, "escape", "P") as shown:
        assert len(asked(shown)) == 1
        await shown.press("r")
        assert len(asked(shown)) == 2
        await shown.press("escape", "r", "P")
        assert len(asked(shown)) == 3


async def test_another_platform_is_asked_about_anew(tmp_path: Path) -> None:
    async with needed(tmp_path, "escape") as shown:
        before = shown.app.inspection
        rows = tuple(replace(row, selected=number == 1) for number, row in enumerate(before.entries))
        shown.app.inspection = replace(before, platforms=Ready(value=rows))
        await shown.press("P")
        assert len(asked(shown)) == 2


async def test_the_price_is_agreed_to_with_a(tmp_path: Path) -> None:
    async with needed(tmp_path, packages=PRICED) as shown:
        assert "not opened" in shown.text
        assert "a Ask the rest" in shown.text
        assert "✓ Crossplane" not in shown.text
        await shown.press("a")
        assert [one.consent for one in asked(shown)] == [False, True]
        assert "all 7 packages can be installed" in shown.text
        assert "a Ask the rest" not in shown.text


async def test_u_resolves_with_upgrades_and_without_and_always_by_the_policies(tmp_path: Path) -> None:
    async with needed(tmp_path, "u", options=Options(policies=("of a file",))) as shown:
        options = [one.resolve for one in asked(shown)]
        assert [(one.upgrades, one.policies) for one in options if one] == [
            (False, ("of a file",)),
            (True, ("of a file",)),
        ]
        assert "with upgrades" in shown.text
        await shown.press("u")
        assert "with upgrades" not in shown.text


async def test_a_filter_keeps_the_way_to_the_root_and_escape_ends_it(tmp_path: Path) -> None:
    async with needed(tmp_path, "slash", *"family", "enter") as shown:
        assert "provider-family-aws" in shown.text
        assert "provider-helm" not in shown.text
        assert "configuration-aws-network" in shown.text
        await shown.press("escape")
        assert "provider-helm" in shown.text
        assert isinstance(shown.app.screen, DependencyScreen)


async def test_a_filter_that_matches_nothing_says_so(tmp_path: Path) -> None:
    async with needed(tmp_path, "slash", *"nowhere", "enter") as shown:
        assert "No package matches the filter" in shown.text


async def test_y_copies_the_name_and_capital_y_offers_all_forms(tmp_path: Path) -> None:
    async with needed(tmp_path, "y") as shown:
        assert shown.app.clipboard == f"{HOST}provider-aws-ec2"
        for letter, begins in (
            ("t", "✗ Crossplane 2.4: its dependencies cannot all be met"),
            ("d", "digraph dependencies {"),
            ("m", "graph LR"),
            ("J", "{"),
            ("x", f"xpkgtui deps --resolve {EKS}"),
        ):
            await shown.press("Y", letter)
            assert shown.app.clipboard.startswith(begins)


async def test_panes_are_reached_by_tab_and_by_number(tmp_path: Path) -> None:
    async with needed(tmp_path) as shown:
        seen = [shown.focus]
        for key in ("tab", "tab", "tab", "2", "0", "1", "shift+tab"):
            await shown.press(key)
            seen.append(shown.focus)
        tree, versions, detail = map(str, DependencyPane)
        assert seen == [tree, versions, detail, tree, versions, detail, tree, detail]


async def test_capital_t_lists_the_versions_and_another_source_closes_both(tmp_path: Path) -> None:
    async with needed(tmp_path, "T") as shown:
        assert isinstance(shown.app.screen, TagScreen)
        await shown.press("escape")
        shown.app.post_message(Requested(Open(source=f"{HOST}provider-helm:v1.0.4")))
        await shown.settle()
        assert isinstance(shown.app.screen, Browsing)


async def test_help_and_palette_know_its_keys(tmp_path: Path) -> None:
    async with needed(tmp_path, "question_mark") as shown:
        assert "Go to the next conflict" in shown.text
        await shown.press("escape", "ctrl+p", *"upgrades", "enter")
        assert shown.needed.needed.upgrades


async def test_the_palette_of_the_package_opens_it(tmp_path: Path) -> None:
    async with needed(tmp_path, "escape", "ctrl+p", *"depends on", "enter") as shown:
        assert isinstance(shown.app.screen, DependencyScreen)


async def test_a_package_without_dependencies_says_so(tmp_path: Path) -> None:
    alone = {"configuration-aws-eks": replace(AWS_EKS["configuration-aws-eks"], wants=())}
    async with needed(tmp_path, packages=alone) as shown:
        assert "✓ Crossplane 2.4 accepts it; it depends on no other package" in shown.text


async def test_a_format_that_knows_none_says_so(tmp_path: Path) -> None:
    story = DependentStory(tmp_path)
    story.refusals = {ReadDependencies: UNKNOWN}
    async with needed(tmp_path, story=story) as shown:
        assert "Nothing is known of the dependencies of a stack" in shown.text
        story.refusals = {}
        await shown.press("r")
        assert "provider-aws-ec2" in shown.cursor


async def test_where_nothing_is_open_it_says_so(tmp_path: Path) -> None:
    story = missing(tmp_path)
    app = Application(ScriptedPort(story), source=story.source, options=Options())
    async with app.run_test(size=(120, 40)) as pilot:
        shown = Needed(app, ScriptedPort(story), pilot)
        await shown.settle()
        await shown.press("P")
        assert isinstance(app.screen, Browsing)
        assert "Nothing is open" in shown.told


async def test_an_answer_that_breaks_off_is_not_taken_for_whole(tmp_path: Path) -> None:
    story = DependentStory(tmp_path)
    story.is_held = True
    async with needed(tmp_path, story=story) as shown:
        assert "Resolving did not come to its end" in shown.text
        assert "✓ Crossplane" not in shown.text


async def test_a_registry_that_does_not_answer_leaves_it_undecided(tmp_path: Path) -> None:
    story = DependentStory(tmp_path, FITTING)
    story.world.unreachable = frozenset({"provider-helm"})
    async with needed(tmp_path, story=story) as shown:
        assert "! Crossplane 2.4 accepts it; not all is known: xpkg.upbound.io does not answer" in shown.text
        assert "◌ not asked" in shown.text


async def test_names_and_versions_are_shown_and_never_obeyed(tmp_path: Path) -> None:
    tree = DependentStory(tmp_path).world.resolved()
    evil = "\x1b[31m[/]"
    packages = tuple(
        replace(one, kind=evil, says=evil, outcome=evil, version=f"v1{evil}", package=one.package + evil)
        for one in tree.packages
    )
    edges = tuple(
        replace(one, source=one.source + evil, target=one.target + evil, constraint=evil) for one in tree.edges
    )
    hostile = replace(tree, packages=packages, edges=edges, resolver=evil)
    async with needed(tmp_path, story=OneTree(tmp_path, hostile)) as shown:
        for key in ("right_square_bracket", "right_square_bracket", "right_square_bracket", "2", "Y", "escape", "y"):
            await shown.press(key)
            assert "\x1b" not in shown.text
        assert "\x1b" not in shown.app.clipboard


async def test_a_thousand_packages_are_drawn_as_they_come_into_sight(tmp_path: Path) -> None:
    async with needed(tmp_path, "G", story=OneTree(tmp_path, wide_tree(1000))) as shown:
        assert "provider-0999" in shown.cursor
        assert "1,001 packages" in shown.text


async def test_real_packages_are_resolved_from_their_registry(registry: DebianRegistry, tmp_path: Path) -> None:
    def push(name: str, tag: str, kind: str, *wants: str) -> None:
        text = json.dumps(meta(name, kind, wants))
        layout = write_layout(tmp_path / f"{name}-{tag}", package(text))
        registry.push_layout(f"screens/{name}", tag, layout)

    at = f"{registry.host}/screens"
    push("pier", "v1.0.0", "Configuration", f"Provider {at}/crane >=v1.0.0", f"Function {at}/sort v2.x")
    push("crane", "v1.0.0", "Provider")
    push("crane", "v1.1.0", "Provider", f"Function {at}/sort <v2.0.0")
    push("sort", "v1.9.0", "Function")
    push("sort", "v2.1.0", "Function")
    async with open_screen(f"{at}/pier:v1.0.0", size=(120, 40)) as shown:
        await shown.press("P")
        assert "cannot all be met: sort" in shown.text
        assert "✗ v2.1.0" in shown.text
        await shown.press("enter")
        assert shown.app.inspection.source == f"{at}/sort:v2.1.0"
        await shown.press("minus")
        assert "✗ v2.1.0" in shown.text

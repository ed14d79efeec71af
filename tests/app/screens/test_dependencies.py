"""The screen of what a package depends on: what it shows, what keys do, and what it does when something fails."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from builders.goldens import Golden
from builders.oci.images import package, write_layout
from builders.pilots import Claims, Pictures, Shown
from builders.registry.registries import DebianRegistry
from builders.screens.dependencies import AWS_EKS, EKS, FITTING, HOST, DependentStory, meta, needed, wide_tree
from builders.screens.opened import open_screen

from xpkgtui.app.messages import Requested
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.dependencies import DependencyScreen
from xpkgtui.app.screens.tags import TagScreen
from xpkgtui.app.state.dependencies import DependencyPane
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import TabId
from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadComposed, ReadDependencies
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.inspection.messages.schemas import SearchFields

PRICED = {**FITTING, "provider-aws-ec2": replace(FITTING["provider-aws-ec2"], is_priced=True)}
NO_SUCH = {**AWS_EKS, "provider-helm": replace(AWS_EKS["provider-helm"], versions=("v0.1.0",))}
HELD = frozenset({"dependencies"})
GOLDENS: Pictures = {
    "dependencies_filtered_80x24": ((80, 24), ("slash", *"patch", "enter")),
    "dependencies_120x40": ((120, 40), ()),
}
TREE, VERSIONS, DETAIL = map(str, DependencyPane)


def at(focus: str) -> Callable[[Shown], bool]:
    """This has the keys."""
    return lambda shown: shown.focus == focus


def copied(beginning: str) -> Callable[[Shown], bool]:
    """The clipboard begins so."""
    return lambda shown: shown.app.clipboard.startswith(beginning)


def has(*words: str) -> Callable[[Shown], bool]:
    """These words are on the screen of the dependencies, or what lies over it."""
    return lambda shown: all(one in shown.text for one in words)


CLAIMS: Claims = {
    "the cursor stands on the conflict": ((), has("▶ │  ├─ P provider-aws-ec2", "<v1.22.0", "✗ v1.23.2")),
    "the band names it": (
        (),
        has("Crossplane 2.4 accepts it; its dependencies cannot all be met: provider-aws-ec2"),
    ),
    "tab goes to the versions": (("tab",), at(VERSIONS)),
    "then to Detail": (("tab", "tab"), at(DETAIL)),
    "then to the tree": (("tab", "tab", "tab"), at(TREE)),
    "2 goes to the versions": (("2",), at(VERSIONS)),
    "0 goes to Detail": (("0",), at(DETAIL)),
    "1 goes to the tree": (("2", "1"), at(TREE)),
    "shift+tab goes back": (("shift+tab",), at(DETAIL)),
    "a filter keeps the way to the root": (
        ("slash", *"family", "enter"),
        lambda shown: (
            has("provider-family-aws", "configuration-aws-network")(shown) and "provider-helm" not in shown.text
        ),
    ),
    "esc ends a filter": (
        ("slash", *"family", "enter", "escape"),
        lambda shown: "provider-helm" in shown.text and isinstance(shown.app.screen, DependencyScreen),
    ),
    "a filter that matches nothing": (
        ("slash", *"nowhere", "enter"),
        has("No package matches the filter", "/ Filter"),
    ),
    "y copies the name": (("y",), copied(f"{HOST}provider-aws-ec2")),
    "Y t copies the text": (("Y", "t"), copied("✗ Crossplane 2.4: its dependencies cannot all be met")),
    "Y d copies DOT": (("Y", "d"), copied("digraph dependencies {")),
    "Y m copies Mermaid": (("Y", "m"), copied("graph LR")),
    "Y J copies JSON": (("Y", "J"), copied("{")),
    "Y x copies the command": (("Y", "x"), copied(f"xpkgtui deps --resolve {EKS}")),
    "T lists the versions": (("T",), lambda shown: isinstance(shown.app.screen, TagScreen)),
    "help knows its keys": (("question_mark",), has("Go to the next conflict")),
}


class OneTree(DependentStory):
    """Answers with one tree, whatever is asked."""

    def __init__(self, folder: Path, tree: DependencyTree) -> None:
        super().__init__(folder)
        self.tree = tree

    def _dependencies(self, request: ReadDependencies) -> list[Event]:
        return [DependenciesRead(whole=self.tree)]


def asked(shown: Shown) -> list[ReadDependencies]:
    """What was asked of the service."""
    return shown.port.requests(ReadDependencies)


async def test_it_looks_as_it_was_agreed_in_every_theme(golden: Golden, tmp_path: Path) -> None:
    async with needed(tmp_path) as shown:
        assert await shown.differing(GOLDENS, golden) == {}
        for theme in ("xpkg-light", "xpkg-ansi"):
            shown.app.theme = theme
            await shown.anew()
            golden("dependencies_120x40", shown.text + "\n")


async def test_keys_do_what_they_say(tmp_path: Path) -> None:
    async with needed(tmp_path) as shown:
        assert await shown.broken(CLAIMS) == {}
        shown.port.asked.clear()
        await shown.anew("u")
        assert [one.resolve.upgrades for one in asked(shown) if one.resolve] == [True]
        assert "with upgrades" in shown.text
        await shown.press("u")
        assert "with upgrades" not in shown.text
        await shown.press("ctrl+p", *"upgrades")
        assert not shown.port.requests(SearchFields)
        await shown.press("enter")
        assert shown.needed.needed.upgrades
        await shown.press("escape", "ctrl+p", *"depends on", "enter")
        assert isinstance(shown.app.screen, DependencyScreen)


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


async def test_keys_go_from_conflict_to_conflict_and_open_none_that_has_no_version(tmp_path: Path) -> None:
    async with needed(tmp_path, packages=NO_SUCH) as shown:
        first = shown.cursor
        await shown.press("greater_than_sign")
        assert "provider-helm" in shown.cursor
        assert "✗ none" in shown.cursor
        await shown.press("greater_than_sign")
        assert shown.cursor == first
        await shown.press("less_than_sign")
        assert "provider-helm" in shown.cursor
        await shown.press("enter")
        assert isinstance(shown.app.screen, DependencyScreen)
        assert "T lists those that there are" in " ".join(shown.toasts)


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


async def test_what_was_asked_for_is_kept_while_the_package_is_shown(tmp_path: Path) -> None:
    async with needed(tmp_path, "escape", "P") as shown:
        assert len(asked(shown)) == 1
        await shown.press("r")
        assert len(asked(shown)) == 2
        await shown.press("escape", "r", "P")
        assert len(asked(shown)) == 3
        await shown.press("escape")
        before = shown.app.inspection
        rows = tuple(replace(row, selected=number == 1) for number, row in enumerate(before.entries))
        shown.app.inspection, shown.app.replies = replace(before, platforms=Ready(value=rows)), Replies()
        await shown.press("P")
        assert len(asked(shown)) == 4, "another platform"


async def test_the_price_is_agreed_to_with_a(tmp_path: Path) -> None:
    async with needed(tmp_path, packages=PRICED) as shown:
        assert "not opened" in shown.text
        assert "a Ask the rest" in shown.text
        assert "✓ Crossplane" not in shown.text
        await shown.press("a")
        assert [one.consent for one in asked(shown)] == [False, True]
        assert "all 7 packages can be installed" in shown.text
        assert "a Ask the rest" not in shown.text
        await shown.press("greater_than_sign")
        assert "Nothing is in conflict" in " ".join(shown.toasts)


async def test_capital_t_lists_the_versions_and_another_source_closes_both(tmp_path: Path) -> None:
    async with needed(tmp_path, "T") as shown:
        assert isinstance(shown.app.screen, TagScreen)
        await shown.press("escape")
        shown.app.post_message(Requested(Open(source=f"{HOST}provider-helm:v1.0.4")))
        await shown.settle()
        assert isinstance(shown.app.screen, Browsing)


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


async def test_what_it_composes_is_asked_once_it_is_looked_at_and_stops_with_esc(tmp_path: Path) -> None:
    async with needed(tmp_path, hold=HELD) as shown:
        assert not shown.port.requests(ReadComposed)
        await shown.press("c")
        (asking,) = shown.port.requests(ReadComposed)
        assert asking.resolve == asked(shown)[-1].resolve
        await shown.press("escape")
        assert "! Stopped" in shown.text
        assert shown.port.cancelled[-1] == asking
        await shown.press("r")
        assert shown.port.requests(ReadComposed) == [asking] * 2
        await shown.press("u")
        upgraded = shown.port.requests(ReadComposed)[-1].resolve
        assert upgraded.upgrades

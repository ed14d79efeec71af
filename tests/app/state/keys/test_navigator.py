"""The navigator without a screen: every key has an outcome, and what closes comes before what stops."""

import ast
from dataclasses import replace

import pytest
from app.state.keys.test_retry import scene, whole

from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.state.keys import navigator
from xpkgtui.app.state.keys.navigator import Navigator
from xpkgtui.app.state.lists.filtering import hint
from xpkgtui.app.state.outcomes import Ask, FoldText, Move, Purpose, Return, Scene, Search, Stop, Tell
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Open

ACTIONS = [command.action for command in COMMANDS if command.action.startswith("go(")]
SCENE = Scene(
    inspection=Inspection(source="here.xpkg"),
    selection=Selection(),
    replies=Replies(),
    subject=Subject.OBJECT,
    tabs=(TabId.YAML, TabId.JSON),
    tab=TabId.YAML,
    findings=(),
    busy=False,
    is_searched=False,
)


@pytest.mark.parametrize("action", ACTIONS)
def test_every_command_of_the_navigator_has_an_outcome(action: str) -> None:
    name, *arguments = ast.literal_eval(f"({action.removeprefix('go(').removesuffix(')')},)")
    assert isinstance(Navigator().press(name, SCENE, *arguments), Move | Tell)


def test_escape_closes_the_verdict_before_it_stops_what_is_loading() -> None:
    scene = replace(SCENE, selection=Selection(verdict=True), busy=True)
    found = Navigator().press("cancel", scene)
    assert isinstance(found, Move)
    assert not found.selection.verdict
    assert Navigator().press("cancel", replace(SCENE, busy=True)) == Stop()
    assert Navigator().press("cancel", SCENE) is None


def test_escape_clears_a_search_in_detail() -> None:
    scene = replace(SCENE, selection=Selection(in_detail=True), is_searched=True, busy=True)
    assert Navigator().press("cancel", scene) == Search("")


def test_minus_goes_back_visit_by_visit_then_to_the_source_before() -> None:
    one = Navigator()
    one.history = one.history.opened("first.xpkg", "second.xpkg").visited(Selection(list_id=ListId.FILES), {})
    found = one.press("back", SCENE)
    assert isinstance(found, Return)
    assert found.visit.selection.list_id is ListId.FILES
    assert one.press("back", SCENE) == Open(source="first.xpkg")


def test_what_is_typed_narrows_at_once_and_escape_takes_it_back() -> None:
    typed = navigator.typed(SCENE, Purpose.FILTER, "crd")
    assert isinstance(typed, Move)
    assert typed.selection.filters[PaneId.LAYERS] == "crd"
    closed = navigator.given_up(replace(SCENE, selection=typed.selection), Purpose.FILTER)
    assert isinstance(closed, Move)
    assert not closed.selection.filters[PaneId.LAYERS]


def test_a_search_begins_empty_and_knows_the_words_before() -> None:
    one, scene = Navigator(), replace(SCENE, selection=Selection(in_detail=True))
    one.submit(SCENE, Purpose.SEARCH, "first")
    one.submit(SCENE, Purpose.SEARCH, "second")
    one.submit(SCENE, Purpose.SEARCH, "first")
    assert one.press("ask", scene) == Ask(Purpose.SEARCH, past=("second", "first"))


def test_nothing_is_asked_for_where_nothing_can_be_searched() -> None:
    scene = replace(SCENE, selection=Selection(in_detail=True), can_search=False)
    assert isinstance(Navigator().press("ask", scene), Tell)
    findings = replace(Selection(), verdict=True, tabs={Subject.VERDICT: TabId.FINDINGS})
    assert isinstance(Navigator().press("ask", replace(SCENE, selection=findings, can_filter=False)), Tell)


def test_the_keys_that_open_and_close_groups_do_so_with_blocks_of_a_text() -> None:
    scene = replace(SCENE, selection=Selection(in_detail=True))
    assert Navigator().press("fold_all", scene, False) == FoldText(closed=True)
    objects = replace(SCENE, selection=Selection(list_id=ListId.OBJECTS))
    assert isinstance(Navigator().press("fold_all", objects, False), Move)


def at(selection: Selection) -> Scene:
    return replace(scene(whole()), selection=selection)


def test_objects_are_grouped_where_they_are_shown() -> None:
    assert navigator.flat(at(Selection(list_id=ListId.OBJECTS))) == Move(Selection(list_id=ListId.OBJECTS, flat=True))


@pytest.mark.parametrize("selection", [Selection(list_id=ListId.LAYERS), Selection(verdict=True)])
def test_elsewhere_the_key_says_where_it_is_of_use(selection: Selection) -> None:
    assert navigator.flat(at(selection)) == Tell("B groups the list of objects; 4 shows it.")


@pytest.mark.parametrize("place", list(ListId))
def test_lists_are_narrowed_to_problems_and_back(place: ListId) -> None:
    narrowed = navigator.problems_only(at(Selection(list_id=place)))
    assert narrowed == Move(Selection(list_id=place, problems_only=True))
    assert navigator.problems_only(at(Selection(list_id=place, problems_only=True))) == Move(Selection(list_id=place))


def test_problems_only_says_in_why_what_it_is_for() -> None:
    assert isinstance(navigator.problems_only(at(Selection(verdict=True))), Tell)


def test_only_a_text_with_lines_is_wrapped() -> None:
    assert navigator.wrap(at(Selection())) == Move(Selection(wrap=True))
    assert isinstance(navigator.wrap(replace(at(Selection()), can_wrap=False)), Tell)


@pytest.mark.parametrize("place", [PaneId.OBJECTS, PaneId.FINDINGS, PaneId.LAYERS])
def test_a_list_says_which_keys_its_filter_knows(place: PaneId) -> None:
    said = hint(place)
    assert said.endswith("re:^a.*b$")
    assert ("kind:" in said, "badge:" in said) == (place is PaneId.OBJECTS, place is not PaneId.LAYERS)

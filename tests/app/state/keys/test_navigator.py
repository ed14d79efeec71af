"""The navigator without a screen: every key has an outcome, and what closes comes before what stops."""

import ast
from dataclasses import replace
from typing import Any

import pytest
from app.state.keys.test_retry import scene, whole
from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.state.keys import navigator
from xpkgtui.app.state.keys.navigator import Navigator
from xpkgtui.app.state.lists.problems_only import hint
from xpkgtui.app.state.outcomes import (
    Ask,
    FoldText,
    Move,
    Purpose,
    Return,
    Scene,
    SearchDetail,
    ShowSources,
    StopLoading,
    Tell,
)
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId, layer_key
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.registry_v1.summary import SUMMARY as OLM
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Open, OpenPlatform, WhatIf

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


@each_row("action", ACTIONS)
def test_every_command_of_the_navigator_has_an_outcome(action: str) -> None:
    name, *arguments = ast.literal_eval(f"({action.removeprefix('go(').removesuffix(')')},)")
    assert isinstance(Navigator().press(name, SCENE, *arguments), Move | Tell)


def test_escape_closes_the_verdict_before_it_stops_what_is_loading() -> None:
    scene = replace(SCENE, selection=Selection(verdict=True), busy=True)
    found = Navigator().press("cancel", scene)
    assert isinstance(found, Move)
    assert not found.selection.verdict
    assert Navigator().press("cancel", replace(SCENE, busy=True)) == StopLoading()
    assert Navigator().press("cancel", SCENE) is None


def test_escape_clears_a_search_in_detail() -> None:
    scene = replace(SCENE, selection=Selection(in_detail=True), is_searched=True, busy=True)
    assert Navigator().press("cancel", scene) == SearchDetail("")


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


@each_row("place", list(ListId))
def test_lists_are_narrowed_to_problems_and_back(place: ListId) -> None:
    narrowed = navigator.problems_only(at(Selection(list_id=place)))
    assert narrowed == Move(Selection(list_id=place, problems_only=True))
    assert navigator.problems_only(at(Selection(list_id=place, problems_only=True))) == Move(Selection(list_id=place))


def test_problems_only_says_in_why_what_it_is_for() -> None:
    assert isinstance(navigator.problems_only(at(Selection(verdict=True))), Tell)


def test_only_a_text_with_lines_is_wrapped() -> None:
    assert navigator.wrap(at(Selection())) == Move(Selection(wrap=True))
    assert isinstance(navigator.wrap(replace(at(Selection()), can_wrap=False)), Tell)


@each_row("place", [PaneId.OBJECTS, PaneId.FINDINGS, PaneId.LAYERS])
def test_a_list_says_which_keys_its_filter_knows(place: PaneId) -> None:
    said = hint(place)
    assert said.endswith("re:^a.*b$")
    assert ("kind:" in said, "badge:" in said) == (place is PaneId.OBJECTS, place is not PaneId.LAYERS)


WHOLE = whole()
INDEX = replace(
    WHOLE,
    platforms=Ready((WHOLE.entries[0], replace(WHOLE.entries[0], digest="sha256:b", place="1", selected=False))),
)
MANUAL = Selection(verdict=True, tabs={Subject.VERDICT: TabId.MANUAL})


def supposed(base: int) -> Inspection:
    assert isinstance(WHOLE.manifest, Ready)
    return replace(WHOLE, manifest=Ready(replace(WHOLE.manifest.value, what_if=base)))


def chosen(number: int, state: Inspection = WHOLE, **more: Any) -> Scene:
    row = WHOLE.layers[number]
    selection = Selection(rows={ListId.LAYERS: layer_key(row.index, row.digest)}, **more)
    return replace(scene(state), selection=selection)


@each_row(
    ("here", "outcome"),
    [
        (chosen(0), WhatIf(base=0)),
        (chosen(1), Tell("Layer 1 is the base already.")),
        (chosen(0, supposed(0)), WhatIf(base=None)),
        (chosen(1, supposed(0)), WhatIf(base=1)),
        (chosen(0, supposed(0), list_id=ListId.FILES), WhatIf(base=None)),
        (chosen(0, list_id=ListId.FILES), Tell("Choose a layer first: in 2 Layers, or below the readers of Why.")),
        (scene(Inspection(source="x")), Tell("There are no layers here.")),
        (
            replace(chosen(0), inspection=replace(WHOLE, format=OLM)),
            Tell("Packages of this kind have no base layer."),
        ),
        (chosen(0, verdict=True, reader="base:0"), WhatIf(base=0)),
    ],
)
def test_a_layer_is_taken_for_the_base_and_back(here: Scene, outcome: object) -> None:
    assert Navigator().press("what_if", here) == outcome


def test_a_tab_of_the_verdict_opens_and_closes() -> None:
    one, here = Navigator(), scene(WHOLE)
    opened = one.press("why", here)
    assert opened == Move(Selection(verdict=True, tabs={Subject.VERDICT: TabId.WHY}), is_jump=True, is_chosen=False)
    there = replace(here, selection=opened.selection)
    assert one.press("why", there) == Move(replace(opened.selection, verdict=False), is_chosen=False)
    other = one.press("findings", there)
    assert isinstance(other, Move)
    assert (other.is_jump, other.selection.verdict_tab) == (False, TabId.FINDINGS)


def test_escape_undoes_the_topmost_thing_first() -> None:
    def after(selection: Selection, **facts: Any) -> Any:
        found = Navigator().press("cancel", replace(scene(WHOLE), selection=selection, **facts))
        return found.selection if isinstance(found, Move) else found

    filtered = Selection(list_id=ListId.LAYERS, filters={PaneId.LAYERS: "x"})
    listed = Selection(verdict=True, tabs={Subject.VERDICT: TabId.FINDINGS}, filters={PaneId.FINDINGS: "x"})
    assert after(replace(MANUAL, beneath=True)) == MANUAL
    assert after(replace(filtered, full=True)) == filtered
    assert after(filtered).filter_of(PaneId.LAYERS) == ""
    assert after(listed).filter_of(PaneId.FINDINGS) == ""
    assert after(listed).verdict
    assert after(replace(filtered, in_detail=True)) == filtered
    assert after(replace(filtered, in_detail=True), busy=True) == StopLoading()
    one = Navigator()
    one.leave(WHOLE, Selection(list_id=ListId.FILES), {})
    back = one.press("cancel", replace(scene(WHOLE), selection=MANUAL))
    assert isinstance(back, Return)
    assert back.request is None


def test_back_shows_the_image_that_was_left() -> None:
    one = Navigator()
    one.leave(INDEX, Selection(), {})
    other = replace(INDEX, platforms=Ready(tuple(replace(row, selected=not row.selected) for row in INDEX.entries)))
    back = one.press("back", scene(other))
    assert isinstance(back, Return)
    assert back.request == OpenPlatform(digest=ports.DIGEST, place=WHOLE.entries[0].place)
    one.leave(supposed(0), Selection(), {})
    back = one.press("back", scene(WHOLE))
    assert isinstance(back, Return)
    assert back.request == WhatIf(base=0)
    assert one.press("back", scene(supposed(0))) == WhatIf(base=None)
    assert one.press("back", scene(WHOLE)) == Tell("No previous place.")
    lost = Inspection(source="x", failure=Failure(kind=FailureKind.NOT_FOUND, title=""))
    assert one.press("back", scene(lost)) == ShowSources()


@each_row(
    ("outcome", "leads"),
    [
        (WhatIf(base=1), True),
        (WhatIf(base=None), False),
        (OpenPlatform(digest="sha256:b", place="1"), True),
        (OpenPlatform(digest=ports.DIGEST, place=WHOLE.entries[0].place), False),
        (Tell("x"), False),
    ],
)
def test_another_image_takes_the_place_of_the_one_that_is_shown(outcome: Any, leads: bool) -> None:
    assert navigator.leads_away(INDEX, outcome) is leads


def test_findings_are_gone_through_and_where_there_are_none_that_is_said() -> None:
    found = ports.inspection(*ports.package(ports.finding(layer=0), ports.finding(layer=1)))
    step = Navigator().press("finding", scene(found), 1)
    assert isinstance(step, Move)
    assert (step.selection.finding, step.is_jump) == (0, True)
    here = replace(scene(found), selection=replace(MANUAL, finding=1))
    numbers = [
        one.selection.finding for by in (1, -1) if isinstance(one := Navigator().press("finding", here, by), Move)
    ]
    assert numbers == [1, 0]
    assert Navigator().press("finding", scene(WHOLE), 1) == Tell("No findings.")
    assert Navigator().press("finding", scene(WHOLE, busy=True), 1) == Tell("No findings so far.")


def test_blocks_fields_groups_and_folders_open_and_close() -> None:
    def fold(selection: Selection, tab: TabId | None = None) -> Any:
        return Navigator().press("fold_all", replace(scene(WHOLE), selection=selection, tab=tab), True)

    assert fold(Selection(verdict=True), TabId.SCHEMA) == FoldText(closed=False)
    assert fold(Selection(in_detail=True), TabId.SCHEMA).selection.schema.open_all is True
    assert [isinstance(fold(Selection(list_id=each)), Tell) for each in ListId] == [True, True, False, False]


def test_tabs_and_raw_json_are_those_that_are_shown() -> None:
    press = Navigator().press
    assert press("tab", replace(SCENE, tabs=(TabId.YAML,)), 1) == Tell("This page has no other tab.")
    assert press("tab_at", replace(SCENE, subject=None), 1) is None
    tabs = {Subject.OBJECT: TabId.JSON}
    assert press("tab", SCENE, 1) == press("tab_at", SCENE, 1) == press("raw", SCENE) == Move(Selection(tabs=tabs))
    assert isinstance(press("raw", replace(SCENE, tabs=(TabId.YAML,))), Tell)


def test_what_is_submitted_stays_or_is_searched_for() -> None:
    one = Navigator()
    assert one.submit(SCENE, Purpose.FILTER, "x") == Move(SCENE.selection.kept())
    assert one.submit(SCENE, Purpose.SEARCH, "") == SearchDetail("", is_entered=True)
    assert one.press("ask", replace(SCENE, selection=Selection(in_detail=True))) == Ask(Purpose.SEARCH, past=())
    assert navigator.typed(SCENE, Purpose.SEARCH, "a") == SearchDetail("a")
    assert navigator.given_up(SCENE, Purpose.SEARCH) == SearchDetail("")

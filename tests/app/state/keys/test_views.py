"""Keys that show the same in another way, and what they say where there is nothing to change."""

from dataclasses import replace

import pytest
from app.state.keys.test_retry import scene, whole

from xpkgtui.app.state.keys import views
from xpkgtui.app.state.lists.filtering import hint
from xpkgtui.app.state.outcomes import Move, Scene, Tell
from xpkgtui.app.state.selection import ListId, PaneId, Selection


def at(selection: Selection) -> Scene:
    return replace(scene(whole()), selection=selection)


def test_objects_are_grouped_where_they_are_shown() -> None:
    assert views.flat(at(Selection(list_id=ListId.OBJECTS))) == Move(Selection(list_id=ListId.OBJECTS, flat=True))


@pytest.mark.parametrize("selection", [Selection(list_id=ListId.LAYERS), Selection(verdict=True)])
def test_elsewhere_the_key_says_where_it_is_of_use(selection: Selection) -> None:
    assert views.flat(at(selection)) == Tell("B groups the list of objects; 4 shows it.")


@pytest.mark.parametrize("place", list(ListId))
def test_lists_are_narrowed_to_problems_and_back(place: ListId) -> None:
    narrowed = views.problems_only(at(Selection(list_id=place)))
    assert narrowed == Move(Selection(list_id=place, problems_only=True))
    assert views.problems_only(at(Selection(list_id=place, problems_only=True))) == Move(Selection(list_id=place))


def test_problems_only_says_in_why_what_it_is_for() -> None:
    assert isinstance(views.problems_only(at(Selection(verdict=True))), Tell)


def test_only_a_text_with_lines_is_wrapped() -> None:
    assert views.wrap(at(Selection())) == Move(Selection(wrap=True))
    assert isinstance(views.wrap(replace(at(Selection()), can_wrap=False)), Tell)


@pytest.mark.parametrize("place", [PaneId.OBJECTS, PaneId.FINDINGS, PaneId.LAYERS])
def test_a_list_says_which_keys_its_filter_knows(place: PaneId) -> None:
    said = hint(place)
    assert said.endswith("re:^a.*b$")
    assert ("kind:" in said, "badge:" in said) == (place is PaneId.OBJECTS, place is not PaneId.LAYERS)

"""How the changes between two packages are looked at."""

from dataclasses import replace

from xpkgtui.app.state.changes import (
    FEW,
    ChangeGroup,
    ChangeSelection,
    ComparedPackages,
    all_toggled,
    chosen_row,
    listed_count,
    more_key,
    next_level,
    next_risk,
    shown_change,
    toggled,
)
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.differences import Differences
from xpkgtui.rules.changes.change import Change
from xpkgtui.rules.changes.weight import Level, Weight, weights_of

NEW = ChangeSelection()


def compared(*weights: Weight, group: str = "") -> ComparedPackages:
    changes = tuple(
        Change(id="CHG131", weights=weights_of(weight, weight), message=f"change {number}", group=group)
        for number, weight in enumerate(weights)
    )
    sides = Differences(old=Inspection(source="old"), new=Inspection(source="new"), changes=changes)
    return ComparedPackages(old="old", new="new", found=sides)


MIXED = compared(Weight.WORDS, Weight.CHECK, Weight.BREAKS, Weight.ADDITION, Weight.BREAKS)


def test_groups_come_the_worst_first_and_keys_stay_where_more_is_found() -> None:
    assert list(MIXED.groups) == [ChangeGroup.BREAKS, ChangeGroup.CHECK, ChangeGroup.ADDITIONS, ChangeGroup.WORDS]
    assert [one.key for one in MIXED.order] == ["change:2", "change:4", "change:1", "change:3", "change:0"]


def test_changes_of_the_image_that_hurt_are_with_the_others_that_do() -> None:
    groups = compared(Weight.BREAKS, Weight.ADDITION, group="image").groups
    assert list(groups) == [ChangeGroup.BREAKS, ChangeGroup.IMAGE]


def test_the_cursor_stands_on_the_worst_until_a_row_is_chosen() -> None:
    assert chosen_row(MIXED, NEW) == "change:2"
    assert chosen_row(MIXED, replace(NEW, row="change:1")) == "change:1"


def test_a_row_that_is_hidden_leaves_the_cursor_to_the_worst() -> None:
    assert chosen_row(MIXED, replace(NEW, row="change:3", risks_only=True)) == "change:2"
    assert chosen_row(MIXED, replace(NEW, row="change:0")) == "change:2"


def test_nothing_is_shown_of_packages_that_are_equal() -> None:
    assert chosen_row(compared(), NEW) == ""
    assert shown_change(compared(), NEW) is None


def test_risks_are_gone_through_in_a_circle() -> None:
    selection, seen = NEW, []
    for _ in range(4):
        found = next_risk(MIXED, selection, 1)
        assert found is not None
        selection = found
        seen.append(selection.row)
    assert seen == ["change:4", "change:1", "change:2", "change:4"]
    back = next_risk(MIXED, replace(NEW, row="group:additions"), -1)
    assert back is not None
    assert back.row == "change:1"
    assert next_risk(compared(Weight.ADDITION), NEW, 1) is None


def test_a_risk_in_a_closed_group_opens_it() -> None:
    closed = all_toggled(MIXED, NEW, unfold=False)
    assert not closed.is_open(ChangeGroup.BREAKS)
    found = next_risk(MIXED, closed, 1)
    assert found is not None
    assert found.is_open(ChangeGroup.BREAKS)


def test_of_additions_a_few_are_listed_until_the_rest_is_asked_for() -> None:
    assert listed_count(ChangeGroup.ADDITIONS, FEW + 1, NEW) == FEW + 1
    assert listed_count(ChangeGroup.ADDITIONS, 40, NEW) == FEW
    assert listed_count(ChangeGroup.BREAKS, 40, NEW) == 40
    assert listed_count(ChangeGroup.ADDITIONS, 40, toggled(NEW, more_key(ChangeGroup.ADDITIONS))) == 40


def test_levels_turn_in_a_circle() -> None:
    selection = NEW
    for _ in Level:
        selection = next_level(selection)
    assert selection.level is NEW.level
    assert next_level(NEW).level is Level.STORED

"""How the changes between two packages are looked at."""

from dataclasses import replace
from typing import Any

from xpkgtui.app.state.changes import (
    FEW,
    ChangeGroup,
    ChangeSelection,
    ComparedPackages,
    all_toggled,
    chosen_row,
    count_of,
    group_of,
    heading_key,
    level_after,
    level_words,
    listed_count,
    listed_groups,
    more_key,
    next_risk,
    shown_change,
    toggled,
)
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.differences import Differences
from xpkgtui.rules.changes.change import Change, Level, Weight, weights_of
from xpkgtui.rules.finding import ObjectName

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
    for row in ("change:1", f"group:{ChangeGroup.WORDS}"):
        assert chosen_row(MIXED, replace(NEW, row=row)) == row


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
    assert [*map(level_after, Level)] == [*Level][1:] + [*Level][:1]
    assert len({*map(level_words, Level)}) == len(Level)


def named(message: str, **facts: Any) -> Change:
    return Change(id="CHG131", weights=weights_of(Weight.BREAKS, Weight.BREAKS), message=message, **facts)


def test_a_filter_finds_changes_by_id_object_version_field_and_words() -> None:
    crd = ObjectName(api_version="v1", kind="CustomResourceDefinition", name="boats.sea.example")
    changes = (
        named("it is gone"),
        named("x", object=crd, version="v1beta1", field="spec.mode"),
        named("y", group="image"),
    )
    both = ComparedPackages(found=replace(MIXED.found, changes=changes))
    for wanted, numbers in (
        ("chg131", [0, 1, 2]),
        ("gone", [0]),
        ("sea.example", [1]),
        ("v1beta1", [1]),
        ("spec.mode", [1]),
        ("image", [2]),
        ("none", []),
    ):
        groups = listed_groups(both, replace(NEW, filter=wanted))
        assert [one.number for members in groups.values() for one in members] == numbers
        assert chosen_row(both, replace(NEW, filter=wanted, row="change:9")) == (
            f"change:{numbers[0]}" if numbers else ""
        )
    assert listed_groups(both, replace(NEW, filter="gone", risks_only=True)).keys() == {ChangeGroup.BREAKS}


def test_one_fact_at_many_places_is_one_row_that_a_filter_finds_by_each_of_them() -> None:
    changes = tuple(named(f"spec.{part}.x is removed", field=f"spec.{part}.x") for part in "abc")
    sides = Differences(old=Inspection(source="old"), new=Inspection(source="new"), changes=changes)
    found = ComparedPackages(old="old", new="new", found=sides)
    (row,) = found.order
    assert (row.key, len(row.alike), count_of(found.order)) == ("change:0", 3, 3)
    kept = listed_groups(found, replace(NEW, filter="spec.c"))
    assert [one.key for one in kept[ChangeGroup.BREAKS]] == ["change:0"]


def test_a_row_that_a_filter_leaves_out_is_not_the_chosen_one() -> None:
    both = ComparedPackages(found=replace(MIXED.found, changes=(named("one"), named("two"), named("three"))))
    assert chosen_row(both, replace(NEW, filter="t", row="change:2")) == "change:2"
    assert chosen_row(both, replace(NEW, filter="t", row="change:0")) == "change:1"


def test_at_its_own_level_a_comparison_stays_what_it_is() -> None:
    assert MIXED.at(Level.CLIENTS) is MIXED
    assert MIXED.at(Level.STRICT).found.level is Level.STRICT
    assert MIXED.failure is None
    lost = Failure(kind=FailureKind.NETWORK, title="")
    assert replace(MIXED, found=replace(MIXED.found, failure=lost)).failure is lost


def test_the_rest_of_a_group_is_listed_and_a_group_is_opened_or_closed() -> None:
    group, key = ChangeGroup.ADDITIONS, heading_key(ChangeGroup.ADDITIONS)
    assert toggled(NEW, "change:1") is NEW
    assert toggled(NEW, more_key(group)) == replace(NEW, whole=frozenset({group}))
    assert toggled(NEW, more_key(group), unfold=False) is NEW
    closed = toggled(NEW, key)
    assert closed == replace(NEW, toggled=frozenset({group}), row=key)
    assert toggled(NEW, key, unfold=True) is NEW
    assert toggled(closed, key, unfold=True) == replace(NEW, row=key)
    assert (group_of(key), group_of(more_key(group)), group_of("change:1")) == (group, group, None)
    assert [closed.is_open(group), NEW.is_open(ChangeGroup.WORDS)] == [False, False]
    assert replace(NEW, filter="x").is_open(ChangeGroup.WORDS)

"""The lines above the changes."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.goldens import Golden
from builders.screens.pages import agreed
from textual.content import Content

from xpkgtui.app.changes import bands, detail
from xpkgtui.app.changes import list as change_list
from xpkgtui.app.drawing.bands.headline import Status
from xpkgtui.app.state.changes import ChangeSelection, ComparedPackages
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.differences import Differences
from xpkgtui.rules.changes.change import Change, ComparedObject, Presence, Weight, weights_of
from xpkgtui.rules.finding import ObjectName

LONG = "xpkg.example.com/organization/" + "provider-with-a-very-long-name-" * 4


def change(weight: Weight, message: str = "spec.a is gone") -> Change:
    name = ObjectName(api_version="apiextensions.k8s.io/v1", kind="CustomResourceDefinition", name="tugs.example.com")
    return Change(id="CHG131", weights=weights_of(weight, weight), message=message, object=name)


def compared(*weights: Weight, old: str = "a/old.yaml", new: str = "a/new.yaml") -> ComparedPackages:
    found = Differences(old=Inspection(source=old), new=Inspection(source=new), changes=tuple(map(change, weights)))
    return ComparedPackages(old=old, new=new, found=found)


@each_row("width", [30, 60, 120])
def test_the_title_is_as_wide_as_the_screen_and_names_both(width: int) -> None:
    title = bands.title(compared(old=LONG + "old", new=LONG + "new"), width)
    assert title.cell_length == width
    assert "→" in title.plain


def test_titles_and_counts_look_as_was_agreed(golden: Golden) -> None:
    named = [compared(old=old, new=new) for old, new in ((LONG, LONG), (LONG, "b"), ("a", LONG))]
    parts = [bands.title(one, width) for one in named for width in (20, 40, 60, 99, 100, 160)]
    every = [compared(*(count * list(Weight))) for count in (0, 1, 2)]
    parts += [bands.counts(one, width) for one in every for width in (76, 84, 116)]
    golden("bands_changes", agreed(*parts))


def test_a_short_name_leaves_its_room_to_the_long_one() -> None:
    title = bands.title(compared(old=LONG + "old", new="b.yaml"), 60)
    assert title.plain.endswith("old → b.yaml ")


def test_the_title_is_safe() -> None:
    assert "\x1b" not in bands.title(compared(old="a\x1b[31m", new="b"), 80).plain


@each_row(
    ("weights", "status", "words"),
    [
        ((Weight.BREAKS, Weight.CHECK), Status.BAD, "1 change breaks its users:"),
        ((Weight.CHECK,), Status.WARN, "1 thing to check"),
        ((Weight.ADDITION, Weight.WORDS), Status.OK, "changes nothing that anyone relies on"),
    ],
)
def test_the_verdict_has_the_color_of_the_worst(weights: tuple[Weight, ...], status: Status, words: str) -> None:
    said = bands.headline(compared(*weights))
    assert said.status is status
    assert words in f"{said.clause} {said.reason}"


def test_packages_without_differences_are_said_to_be_equal() -> None:
    said = change_list.pane(compared(), ChangeSelection())
    assert said.rows == ()
    assert "do not differ" in " ".join(line.plain for line in said.empty)


def test_a_risk_is_named_in_the_verdict() -> None:
    assert bands.headline(compared(Weight.BREAKS)).reason == "CRD tugs spec.a is gone"


def test_what_is_not_compared_whole_is_undecided() -> None:
    known = compared(Weight.CHECK)
    known = replace(known, found=replace(known.found, uncompared="a document cannot be read"))
    said = bands.headline(known)
    assert (said.status, said.sign, said.clause) == (Status.WARN, "?", "Undecided:")
    assert "Undecided: a document cannot be read" in bands.question(known).plain


def test_while_it_is_under_way_nothing_is_decided() -> None:
    said = bands.headline(replace(compared(Weight.BREAKS), doing="Comparing"))
    assert (said.status, said.clause) == (Status.WAIT, "Comparing")


def test_a_failure_names_what_was_not_read() -> None:
    known = compared()
    failure = Failure(kind=FailureKind.NOT_FOUND, title="there is no such file.")
    known = replace(known, found=replace(known.found, failure=failure), failed="a/old.yaml")
    said = bands.headline(known)
    assert (said.status, said.clause, said.reason) == (
        Status.BAD,
        "a/old.yaml was not read:",
        "there is no such file",
    )


def test_the_question_names_both_by_their_ends_where_these_differ() -> None:
    opening = replace(compared().found, old=Inspection(source=""))
    for old, new, names in (
        ("a/o", "a/n", "o go to n"),
        ("a/x", "b/x", "a/x go to b/x"),
        ("a/", "b/y", "a/ go to b/y"),
    ):
        known = ComparedPackages(old=old, new=new, found=opening)
        assert bands.question(known).plain.startswith(f"Can {names}?  ")


def test_the_question_has_its_answer_beside_it() -> None:
    assert bands.question(compared(Weight.BREAKS)).plain == (
        "Can old.yaml go to new.yaml?  ✗ Not without work: 1 change breaks its users"
    )


@pytest.mark.parametrize(("count", "more"), [(1_000, []), (1_001, ["  1 more"])])
def test_a_thousand_objects_are_listed_and_the_others_counted(count: int, more: list[str]) -> None:
    name, known = ObjectName(api_version="v1", kind="Secret", name="a"), compared()
    objects = (ComparedObject(name=name, presence=Presence.NEW),) * count
    lines = detail.objects_page(replace(known, found=replace(known.found, objects=objects)))
    said = [line.plain for line in lines if isinstance(line, Content)]
    assert said == [f"+ {count:,} new   - 0 gone   ~ 0 changed   0 equal", "", *more]

"""Events folded into an inspection."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.packages.case_facts import case_about
from builders.work import calls

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.role import Role
from xpkgtui.inspection.folding import fold, fold_all, without_image
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import CaseReady, Event, ObjectsListed, PartFailed
from xpkgtui.inspection.messages.judging import Judged, Previewed
from xpkgtui.inspection.messages.parts import Failed, PartName, Waiting
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Badge, Finding, Place, Severity

ROWS = tuple(
    ObjectRow(document=number, line=number, start=0, end=1, first_line=number, role=Role.OBJECT)
    for number in range(1, 201)
)
LISTED = ObjectsListed(first=0, rows=ROWS, total=len(ROWS))


def judged(number: int) -> Judged:
    found = Finding(
        rule="XPKG501", severity=Severity.WARNING, message=f"{201 - number}", place=Place(document=201 - number)
    )
    return Judged(findings=(found,), badges=((number, Badge.WARNING),), done=number, total=200)


EVENTS: list[Event] = [LISTED, Judged(restart=True), *map(judged, range(1, 201))]


def test_neighboring_slices_of_a_judgement_fold_to_the_same() -> None:
    state = Inspection(source="a")
    for event in EVENTS:
        state = fold(state, event)
    together = fold_all(Inspection(source="a"), EVENTS)
    assert (together.findings, together.objects, together.verdict) == (state.findings, state.objects, state.verdict)


def test_neighboring_slices_of_a_judgement_are_folded_at_once() -> None:
    assert calls(lambda: fold_all(Inspection(source="a"), EVENTS)) < 15_000


def test_judgement_that_begins_anew_forgets_what_was_found_before() -> None:
    events = [*EVENTS, Judged(restart=True), judged(3)]
    assert len(fold_all(Inspection(source="a"), events).findings) == 1


CASE = CaseReady(case=case_about("a", profile="crossplane"))
LOST = Failure(kind=FailureKind.NETWORK, title="gone")
PREVIEWED = Previewed(document=7, badge=Badge.ERROR, profile="crossplane")


def test_what_is_seen_at_a_preview_counts_nothing() -> None:
    state = fold_all(Inspection(source="a"), [CASE, LISTED, Judged(restart=True), PREVIEWED])
    assert (state.previews[7], state.badges, state.findings) == (PREVIEWED, {}, ())


@pytest.mark.parametrize("event", [judged(7), Judged(restart=True)])
def test_what_is_seen_at_a_preview_gives_way_to_the_judgement(event: Event) -> None:
    state = fold_all(Inspection(source="a"), [CASE, LISTED, Judged(restart=True), PREVIEWED, event])
    assert not state.previews


def test_a_preview_that_comes_late_is_void() -> None:
    other = replace(PREVIEWED, profile="spec")
    assert not fold_all(Inspection(source="a"), [CASE, LISTED, PREVIEWED, Judged(restart=True), other]).previews


@each_row(
    ("part", "field"),
    [
        (PartName.PLATFORMS, "platforms"),
        (PartName.LAYERS, "manifest"),
        (PartName.OBJECTS, "objects"),
        (PartName.FINDINGS, "verdict"),
    ],
)
def test_a_part_that_failed_says_so_and_no_other_does(part: PartName, field: str) -> None:
    state = fold(Inspection(source="a"), PartFailed(part=part, failure=LOST))
    fields = ("platforms", "manifest", "objects", "verdict")
    assert [name for name in fields if isinstance(getattr(state, name), Failed)] == [field]
    assert (state.failures, state.failure) == (((part, LOST),), None)


def test_a_source_that_failed_has_no_part_that_did() -> None:
    state = fold(Inspection(source="a"), PartFailed(part=None, failure=LOST))
    assert (state.failures, state.failure) == ((), LOST)


def test_before_another_image_is_read_nothing_of_the_last_one_is_left() -> None:
    state = fold_all(Inspection(source="a"), EVENTS)
    failed = fold(state, PartFailed(part=PartName.OBJECTS, failure=Failure(kind=FailureKind.CORRUPT, title="no")))
    left = without_image(failed)
    assert (left.source, left.findings, left.rows, left.failures) == ("a", (), (), ())
    assert left.manifest == Waiting("the manifest")

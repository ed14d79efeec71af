"""What is shown of dependencies while they are asked for, and what stays in sight."""

from dataclasses import replace

from builders.cases import each_row
from builders.inspection import ports
from builders.screens.dependencies import AWS_EKS, EKS, World

from xpkgtui.app.state.dependencies import ASKING, ShownDependencies, asking, shown_after
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.events import PartFailed, Progressed
from xpkgtui.inspection.messages.parts import Failed, Loading, Part, PartName, Ready, Waiting
from xpkgtui.inspection.messages.replies import Reply

STATE = ports.inspection(*ports.package(), source=EKS)
OPENING = Inspection(source=EKS)
DIRECT, RESOLVED = (DependenciesRead(whole=one) for one in (World(AWS_EKS).direct(), World(AWS_EKS).resolved()))
LOST = Failure(kind=FailureKind.NETWORK, title="xpkg.upbound.io is away.")
STOPPED = Failure(kind=FailureKind.STOPPED, title="Stopped.")
REQUEST = ReadDependencies(resolve=ResolveOptions(crossplane="2.4", upgrades=False))
UPGRADED = ReadDependencies(resolve=ResolveOptions(crossplane="2.4", upgrades=True))


def after(
    *parts: Part[Reply | None],
    before: ShownDependencies | None = None,
    state: Inspection = STATE,
    is_read: bool = True,
) -> ShownDependencies:
    """What is shown after a request went through these states."""
    shown = before or ShownDependencies()
    for part in parts:
        shown = shown_after(shown, state, REQUEST, part, is_read=is_read)
    return shown


ALL = after(Waiting(), Loading("requested"), Ready(DIRECT), Ready(RESOLVED))


def test_they_are_shown_by_the_words_of_the_package_and_then_resolved() -> None:
    assert after(Waiting(), state=OPENING, is_read=False).doing == f"Reading {EKS}"
    assert [after(one).doing for one in (Waiting(), Loading("requested"), Ready(DIRECT))] == [ASKING] * 3
    assert (after(Ready(DIRECT)).found.tree, after(Ready(DIRECT)).is_done) == (DIRECT.whole, False)
    assert (ALL.found.tree, ALL.is_done, ALL.found.inspection) == (RESOLVED.whole, True, STATE)


@each_row("part", [Loading("requested"), Ready(DIRECT), Waiting(), Failed(STOPPED)])
def test_what_was_resolved_stays_in_sight_until_it_is_resolved_anew(part: Part[Reply | None]) -> None:
    again = after(part, before=ALL)
    assert (again.found.tree, again.found.failure) == (RESOLVED.whole, None)
    assert again.is_done is isinstance(part, Waiting | Failed)


def test_why_they_are_not_known_is_kept_beside_what_was() -> None:
    lost = after(Failed(LOST), before=ALL)
    assert (lost.found.failure, lost.found.tree, lost.is_done) == (LOST, RESOLVED.whole, True)
    assert after(Loading("requested"), before=lost).found.failure is None
    unopened = after(Waiting(), state=replace(STATE, failure=LOST, case=None))
    assert (unopened.found.failure, unopened.is_done) == (LOST, True)


def test_of_another_package_or_with_upgrades_nothing_is_known_yet() -> None:
    moved = ports.inspection(ports.resolved(digest=ports.BASE), *ports.package()[1:], source=EKS)
    for state in (moved, replace(STATE, source="another")):
        assert not after(Loading("requested"), before=ALL, state=state).found.tree.is_resolved
    upgraded = shown_after(ALL, STATE, UPGRADED, Loading("requested"), is_read=True)
    assert (upgraded.found.tree.is_resolved, upgraded.upgrades) == (False, True)


def test_a_package_that_is_opened_again_keeps_what_was_resolved_while_it_is_read_and_if_it_is_the_same() -> None:
    reading = after(Waiting(), before=ALL, state=OPENING, is_read=False)
    assert (reading.found.tree, reading.is_done) == (RESOLVED.whole, False)
    again = ports.inspection(*ports.package(), source=EKS)
    assert again.resolved is not STATE.resolved
    back = after(Waiting(), before=reading, state=again)
    assert (back.found.tree, back.found.inspection, back.is_done) == (RESOLVED.whole, again, True)


def test_how_far_registries_were_asked_is_said() -> None:
    progress = Progressed(part=PartName.DEPENDENCIES, what="")
    said = [asking(one) for one in (None, replace(progress, done=1, total=1_200), replace(progress, waited=5))]
    assert said == [ASKING, f"{ASKING}: 1 of 1,200 questions answered", f"{ASKING}: no answer for 5 s"]
    assert asking(Progressed(part=PartName.FILES, what="", done=1, total=2)) == ASKING


def test_resolving_that_ends_without_a_resolved_tree_was_cut_off() -> None:
    sent = Replies().with_request(REQUEST)
    direct = sent.with_event(REQUEST, DIRECT)
    assert is_under_way(direct.get(REQUEST))
    for cut in (sent, direct):
        part = cut.with_end(REQUEST).get(REQUEST)
        assert isinstance(part, Failed)
        assert part.failure.title == "Resolving did not come to its end."
    whole = direct.with_event(REQUEST, RESOLVED)
    failed = sent.with_event(REQUEST, PartFailed(part=PartName.DEPENDENCIES, failure=LOST))
    assert (whole.with_end(REQUEST), failed.with_end(REQUEST)) == (whole, failed)

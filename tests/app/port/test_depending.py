"""Dependencies that are asked for and come back to, without a screen."""

from dataclasses import replace
from typing import Any

from builders.inspection import ports
from builders.screens.dependencies import AWS_EKS, EKS, World
from builders.screens.quiet import QuietApp, answering

from xpkgtui.app.port.depending import Depending
from xpkgtui.app.state.dependencies import DependencySelection
from xpkgtui.app.state.outcomes import OpenDependency, ReturnTo, ShowDependencies, StopDependencies
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.events import Event, PartFailed, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Options

STATE = ports.inspection(*ports.package(), source=EKS)
DIRECT, RESOLVED = (DependenciesRead(whole=one) for one in (World(AWS_EKS).direct(), World(AWS_EKS).resolved()))
LOST = Failure(kind=FailureKind.NETWORK, title="xpkg.upbound.io is away.")
STOP = "stop dependencies"
SHOWN = DependencySelection()
READING = f"Reading {EKS[:59]}…"


def progressed(**facts: int) -> Progressed:
    return Progressed(part=PartName.DEPENDENCIES, what="", **facts)


def depending(*answers: Event, inspection: Inspection = STATE) -> tuple[QuietApp, ports.FakePort, Depending]:
    app, port = QuietApp(inspection), ports.FakePort(answering(ReadDependencies=answers))
    known: Any = app
    return app, port, Depending(port, known, known, browse=lambda *opened: app.do(opened), show=app.do)


async def test_dependencies_are_asked_for_once_first_by_the_words_of_the_package() -> None:
    waits = (progressed(), progressed(done=1, total=1_200), progressed(waited=5))
    app, port, needed = depending(DIRECT, *waits, RESOLVED)
    needed.take(ShowDependencies(), Options(crossplane="2.4", policies=("p",)))
    assert app.news() == ([], [SHOWN, STOP])
    await app.rest()
    resolve = ResolveOptions(crossplane="2.4", upgrades=False, policies=("p",))
    assert port.asked == [ReadDependencies(resolve=resolve)]
    asking = "Asking registries"
    told = (f"{asking}: 1 of 1,200 questions answered", f"{asking}: no answer for 5 s")
    assert app.doing[3:] == [f"Reading {EKS}", asking, asking, asking, *told, "", ""]
    assert (app.needed.found.tree, app.needed.found.failure) == (RESOLVED.whole, None)
    needed.take(ShowDependencies(), Options())
    assert (app.news(), len(port.asked)) == (([], [SHOWN]), 1)
    needed.take(ShowDependencies(is_again=True, upgrades=True, consent=True), Options())
    assert (app.news(), app.needed.found.tree.is_resolved) == (([], [STOP]), False)
    await app.rest()
    needed.take(ShowDependencies(is_again=True), Options())
    assert (app.needed.found.tree.is_resolved, app.needed.upgrades) == (True, True)
    await app.rest()
    asked = [(one.resolve.upgrades, one.consent) for one in port.asked if isinstance(one, ReadDependencies)]  # type: ignore[union-attr]
    assert asked == [(False, False), (True, True), (True, False)]


async def test_of_another_package_they_are_asked_for_anew() -> None:
    app, _, needed = depending(DIRECT, RESOLVED)
    needed.take(ShowDependencies(), Options())
    await app.rest()
    app.inspection = replace(STATE, source="another")
    needed.take(ShowDependencies(), Options())
    assert (app.needed.found.inspection.source, app.needed.found.tree.is_resolved) == ("another", False)
    await app.rest()


async def test_what_is_under_way_is_shown_and_not_asked_again() -> None:
    app, port, needed = depending(DIRECT, RESOLVED)
    needed.take(ShowDependencies(), Options())
    needed.take(ShowDependencies(), Options())
    assert app.did == [SHOWN, STOP, SHOWN]
    needed.take(StopDependencies(), Options())
    assert (app.needed.doing, app.did[-1]) == ("", STOP)
    await app.rest()
    assert port.asked == []
    app.inspection = replace(STATE, failure=LOST)
    app.news()
    needed.take(ShowDependencies(), Options())
    assert app.news() == (["Nothing is open, so nothing is known of its dependencies. (3 s)"], [])


async def test_the_package_is_read_before_its_dependencies_are_asked_for() -> None:
    for end in (replace(STATE, failure=LOST, case=None), STATE):
        app, port, needed = depending(RESOLVED, inspection=Inspection(source=EKS))
        app.busy = True
        needed.take(ShowDependencies(), Options())
        app.inspection, app.busy = end, False
        await app.rest()
        assert (len(port.asked), app.needed.found.failure) == (int(end is STATE), end.failure)
        assert app.needed.found.inspection is end


async def test_why_dependencies_are_not_known_is_kept_beside_what_was() -> None:
    cut = Failure(kind=FailureKind.UNDECIDED, title="Resolving did not come to its end.")
    for answers, failure, is_resolved in (
        ((DIRECT,), cut, False),
        ((), cut, False),
        ((PartFailed(part=PartName.DEPENDENCIES, failure=LOST),), LOST, False),
        ((RESOLVED, DIRECT), cut, True),
    ):
        app, _, needed = depending(*answers)
        needed.take(ShowDependencies(), Options())
        await app.rest()
        found = app.needed.found
        assert (found.failure, found.tree.is_resolved, app.needed.doing) == (failure, is_resolved, "")
    needed.take(ShowDependencies(is_again=True), Options())
    assert (app.needed.found.failure, app.needed.found.tree.is_resolved) == (None, True)
    await app.rest()


async def test_a_package_that_was_opened_from_them_leads_back_to_them() -> None:
    app, port, needed = depending(RESOLVED)
    needed.take(ShowDependencies(), Options())
    await app.rest()
    left, needs = DependencySelection(filter="ec2"), app.needed
    app.news()
    needed.take(OpenDependency("other:v1", left), Options())
    assert app.news() == ([], [STOP, ("other:v1", "", None)])
    for source in ("other:v1", EKS, EKS):
        needed.take(ReturnTo(source), Options())
    assert app.news() == ([], [left, STOP])
    assert app.needed.doing == f"Reading {EKS}"
    await app.rest()
    assert (app.needed.found.tree, app.needed.doing, len(port.asked)) == (needs.found.tree, "", 1)
    needed.take(OpenDependency("other:v1", left), Options())
    moved = ports.inspection(ports.resolved(digest=ports.BASE), *ports.package()[1:], source=EKS)
    app.inspection = moved
    needed.take(ReturnTo(EKS), Options())
    await app.rest()
    assert (len(port.asked), app.needed.found.inspection is moved) == (2, True)

"""Two packages that are marked, opened and compared, without a screen."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from builders.inspection import ports
from builders.packages.case_facts import case_about
from builders.screens.quiet import QuietApp, answering

from xpkgtui.app.port.comparing import Comparing
from xpkgtui.app.state.changes import ChangeText, FindingsCheck
from xpkgtui.app.state.outcomes import CheckBoth, CompareSource, MarkSource, ReadChange
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.comparing import BothRead, ChangesFound, Compare, ComparisonEnded, ReadBoth
from xpkgtui.inspection.messages.events import CaseReady, Event, PartFailed, PlatformsListed, Progressed
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Judge, Open, OpenPlatform, Options
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.oci.descriptor import Platform
from xpkgtui.rules.case import StreamFile
from xpkgtui.rules.changes.change import Change, TextRow, Weight, compare_findings, weights_of
from xpkgtui.rules.finding import ObjectName, Place

STOPS = ["stop compare", "stop both checks"]
OPTIONS = Options(crossplane="2.4")
LOST = Failure(kind=FailureKind.NETWORK, title="a.example is away.")
LOST_EVENT = PartFailed(part=PartName.SERVICE, failure=LOST)
FOUND, ENDED = ChangesFound(done=1, total=1_200, equal=3), ComparisonEnded()


def row(name: str, place: str, **facts: Any) -> PlatformRow:
    """An entry of an index."""
    system, _, architecture = name.partition("/")
    digest = f"sha256:{place.rjust(64, 'a')}"
    platform = Platform(os=system, architecture=architecture)
    role = facts.pop("role", PlatformRole.IMAGE)
    return PlatformRow(
        digest=digest, media_type="x", size=1, platform=platform, role=role, place=place, looked=True, **facts
    )


AMD, ARM = row("linux/amd64", "1", chosen=True, selected=True), row("linux/arm64", "2")
SIGNED = row("x", "3", role=PlatformRole.ATTESTATION)


def package(folder: Path, name: str, *rows: PlatformRow) -> Any:
    """A package that was read."""
    path = folder / name
    path.write_text(name)
    stream = StreamFile(path=str(path), size=3, sha256="aa")
    case = case_about(str(path), stream=stream, profile="crossplane", crossplane="2.4")
    listed = [PlatformsListed(rows=rows, is_index=True)] if rows else []
    return ports.inspection(ports.resolved(name), *listed, CaseReady(case=case), source=name)


class Compared(QuietApp):
    """An application that compares; what it browses or sends is shown by the next turn."""

    def __init__(self, inspection: Inspection, *others: Inspection, **answers: Sequence[Event]) -> None:
        super().__init__(inspection)
        self.others = {one.source: one for one in others}
        self.port = ports.FakePort(answering(**answers))
        self.stop: Callable[[], None] = lambda: None
        self.comparing = Comparing(
            self.port,
            cast(Any, self),
            self,
            browse=self._browse,
            send=self._send,
            show=self._show,
        )

    def _browse(self, source: str, platform: str, base: int | None) -> None:
        self.did.append(("browse", source, platform, base))
        self.inspection = self.others.get(source, self.inspection)

    def _send(self, request: OpenPlatform) -> None:
        self.did.append(request)
        rows = tuple(replace(one, selected=one.place == request.place) for one in self.inspection.entries)
        listed = PlatformsListed(rows=rows, is_index=True)
        self.inspection = replace(ports.inspection(listed, source=self.inspection.source), **_kept(self.inspection))

    def _show(self, stop: Callable[[], None]) -> None:
        self.did.append("show")
        self.stop = stop

    async def take(self, request: Any) -> tuple[list[str], list[object]]:
        """Sends a request, does all work, and says what that led to."""
        self.comparing.take(request, OPTIONS)
        await self.rest()
        return self.news()


def _kept(inspection: Inspection) -> dict[str, Any]:
    return {"resolved": inspection.resolved, "case": inspection.case}


async def test_what_is_shown_is_compared_with_what_was_shown_when_it_was_marked(tmp_path: Path) -> None:
    old, new = package(tmp_path, "old"), package(tmp_path, "new")
    change = Change(id="CHG101", weights=weights_of(Weight.BREAKS, Weight.CHECK), message="it is gone")
    app = Compared(old, Compare=(replace(FOUND, changes=(change,)), replace(FOUND, done=2, total=5), ENDED))
    assert await app.take(CompareSource("old")) == (
        ["Nothing is marked: m marks the old package, then D on the new one compares. (3 s)"],
        [],
    )
    assert await app.take(MarkSource("old")) == (["Marked old: D on another one compares. (5 s)"], [])
    assert await app.take(CompareSource("old")) == (
        ["This one is marked itself: D on another package or platform compares. (3 s)"],
        [],
    )
    app.inspection, app.both, app.checks = new, ChangeText(number=3), FindingsCheck(problem="x")
    app.doing.clear()
    assert await app.take(CompareSource("new")) == ([], ["stop both checks", "show", "stop compare"])
    assert app.port.asked == [Compare(old=old.case, new=new.case)]
    assert app.doing == ["Opening", "Comparing", "Comparing 1 of 1,200 objects", ""]
    found = app.compared.found
    assert (app.compared.old, app.compared.new, app.both, app.checks) == ("old", "new", ChangeText(), FindingsCheck())
    assert (found.old, found.new, found.changes, found.equal, found.total) == (old, new, (change,), 3, 5)
    assert (found.unread, found.failure, app.compared.failed) == ("", None, "")
    assert await app.take(CompareSource("", is_again=True)) == ([], ["stop both checks", "stop compare"])
    assert (app.compared.new, len(app.port.asked)) == ("new", 2)
    app.stop()
    assert app.did == STOPS


@pytest.mark.parametrize(
    ("answers", "unread", "failure"),
    [
        ((FOUND,), "the comparison did not end", None),
        ((ComparisonEnded(unread="a limit was reached"),), "a limit was reached", None),
        ((LOST_EVENT,), "the comparison did not end", LOST),
    ],
)
async def test_a_comparison_that_is_not_whole_says_why(
    answers: tuple[Event, ...], unread: str, failure: Failure | None, tmp_path: Path
) -> None:
    app = Compared(package(tmp_path, "old"), Compare=answers)
    await app.take(MarkSource("old"))
    app.inspection = package(tmp_path, "new")
    await app.take(CompareSource("new"))
    assert (app.compared.found.unread, app.compared.found.failure, app.compared.doing) == (unread, failure, "")


async def test_an_old_package_is_opened_and_the_new_one_shown_again(tmp_path: Path) -> None:
    old, new = package(tmp_path, "old"), package(tmp_path, "new")
    opened = (
        ports.resolved("old"),
        Progressed(part=PartName.LAYERS, what="Reading layer 2"),
        Progressed(part=PartName.LAYERS, what=""),
        CaseReady(case=old.case),
        LOST_EVENT,
    )
    app = Compared(new, new, Open=opened, Compare=(ENDED,))
    assert await app.take(MarkSource("old")) == (["Marked old: D on another one compares. (5 s)"], [])
    app.doing.clear()
    assert (await app.take(CompareSource("new")))[1] == [
        "stop both checks",
        "show",
        "stop compare",
        ("browse", "new", "", None),
    ]
    asked = app.port.asked[0]
    assert asked == Open(source="old", options=replace(OPTIONS, image_first=False))
    assert app.doing == ["Opening", "Opening old", "Opening old: Reading layer 2", "Opening new", "Comparing", ""]
    assert (app.compared.found.old.case, app.compared.found.failure) == (old.case, None)


async def test_what_is_shown_is_compared_once_it_is_open_again(tmp_path: Path) -> None:
    old, new = package(tmp_path, "old"), package(tmp_path, "new")
    anew = replace(new, case=replace(new.case, profile="spec"))

    class Opening(Compared):
        """What is shown stays until it is open again."""

        def _browse(self, source: str, platform: str, base: int | None) -> None:
            self.busy = True
            asyncio.get_running_loop().call_later(0.01, self._opened)

        def _opened(self) -> None:
            self.inspection = anew

    app = Opening(new, Open=(ports.resolved("old"), CaseReady(case=old.case)), Compare=(ENDED,))
    await app.take(MarkSource("old"))
    await app.take(CompareSource("new"))
    assert app.port.asked[-1] == Compare(old=old.case, new=anew.case)


async def test_of_a_long_name_the_beginning_says_what_is_opened(tmp_path: Path) -> None:
    new = package(tmp_path, "new")
    app = Compared(new, new, Open=(LOST_EVENT,), Compare=(ENDED,))
    await app.take(MarkSource("o" * 61))
    await app.take(CompareSource("new"))
    assert f"Opening {'o' * 59}…" in app.doing


async def test_a_package_is_read_before_it_is_compared(tmp_path: Path) -> None:
    old, new = package(tmp_path, "old"), package(tmp_path, "new")
    app = Compared(old, new, Compare=(ENDED,))
    await app.take(MarkSource("old"))
    app.inspection = replace(new, case=None)
    assert await app.take(CompareSource("new")) == (["The package is not read yet. (3 s)"], [])
    assert (await app.take(CompareSource("-")))[1][2:] == ["stop compare", ("browse", "-", "", None)]
    assert (app.inspection.source, app.compared.failed) == ("-", "-")
    assert (await app.take(CompareSource("new")))[1][2:] == ["stop compare", ("browse", "new", "", None)]
    assert (app.compared.found.new, app.compared.failure) == (new, None)
    Path(old.case.stream.path).unlink()
    assert await app.take(CompareSource("-")) == (["Standard input cannot be read twice. (3 s)"], [])


async def test_what_the_old_package_costs_is_said_before_it_is_paid(tmp_path: Path) -> None:
    new, listed = package(tmp_path, "new"), cast(Any, ports.stream())
    unread = replace(listed.reading, unread=1)
    priced = (ports.resolved("old"), ports.manifest(), replace(listed, reading=unread))
    app = Compared(new, new, Open=priced)
    await app.take(MarkSource("old"))
    await app.take(CompareSource("new"))
    failure = app.compared.found.failure
    assert failure is not None
    assert (failure.kind, failure.hint) == (FailureKind.PRICE, "r fetches it and compares")
    assert failure.title == "layer 1 of old is not read: 318 kB must be fetched"
    await app.take(CompareSource("", is_again=True))
    assert [one.options.price for one in app.port.asked if isinstance(one, Open)] == [OPTIONS.price, -1]


async def test_what_cannot_be_compared_says_which_side(tmp_path: Path) -> None:
    old, new = package(tmp_path, "old"), package(tmp_path, "new")
    other = replace(new, format=replace(new.format, name="other"))
    app = Compared(new, new, Open=(LOST_EVENT,))
    await app.take(MarkSource("old"))
    await app.take(CompareSource("new"))
    assert (app.compared.failed, app.compared.found.failure) == ("old", LOST)
    app = Compared(old)
    await app.take(MarkSource("old"))
    app.inspection = other
    await app.take(CompareSource("new"))
    names = f"{old.format.name} and other"
    assert app.compared.found.failure == Failure(kind=FailureKind.NOT_A_PACKAGE, title=f"of two formats: {names}")


async def test_platforms_of_one_index_are_compared(tmp_path: Path) -> None:
    shown = package(tmp_path, "one", AMD, ARM, SIGNED)
    app = Compared(shown, shown, Compare=(ENDED,))
    assert (await app.take(MarkSource("one", entry=SIGNED)))[0] == [
        "What is marked or compared has to be a package: this is attestation. (3 s)"
    ]
    assert (await app.take(MarkSource("one", entry=replace(ARM, place="9"))))[0] == [
        "Marked one linux/arm64: D on another one compares. (5 s)"
    ]
    await app.take(MarkSource("one"))
    assert (app.marked, app.marked_entry) == ("one", AMD)
    assert (await app.take(CompareSource("one", entry=SIGNED)))[0] != []
    _, did = await app.take(CompareSource("one", entry=ARM))
    assert did[2:] == ["stop compare", OpenPlatform(digest=ARM.digest or "", place="2")]
    assert (app.compared.old, app.compared.new) == ("one", "one linux/arm64")
    assert app.inspection.shown_entry == replace(ARM, selected=True)
    assert (await app.take(CompareSource("one")))[1][2:] == ["stop compare"]


async def test_texts_of_a_change_are_read_on_both_sides(tmp_path: Path) -> None:
    text = TextRow(old=1, new=1, before="a", after="a")
    app = Compared(package(tmp_path, "old"), ReadBoth=(BothRead(rows=(text, text), focus=4),))
    weights, name = weights_of(Weight.BREAKS, Weight.BREAKS), ObjectName(api_version="v1", kind="CRD", name="a")
    places = (
        (Place(document=2, line=9), Place(document=5, line=7), name),
        (None, Place(document=5, line=8), name),
        (None, Place(document=6), None),
        (None, None, None),
        (Place(document=4), None, replace(name, name="b")),
    )
    changes = [
        Change(id="CHG101", weights=weights, message="x", object=of, old=old, new=new) for old, new, of in places
    ]
    app.compared = replace(
        app.compared,
        found=replace(app.compared.found, old=app.inspection, new=package(tmp_path, "new"), changes=changes),
    )
    for number in range(len(changes)):
        assert await app.take(ReadChange(number)) == ([], ["stop both texts"])
        rows = (text, text) if number != 3 else ()
        assert app.both == ChangeText(number=number, rows=rows, focus=4 if rows else 0)
    asked = [one for one in app.port.asked if isinstance(one, ReadBoth)]
    assert [(one.old_document, one.new_document, one.old_line, one.new_line) for one in asked] == [
        (2, 5, 9, 7),
        (2, 5, None, 8),
        (None, 6, None, None),
        (4, None, None, None),
    ]
    before = app.compared
    app = Compared(app.inspection, ReadBoth=(LOST_EVENT,))
    app.compared = before
    await app.take(ReadChange(0))
    assert app.both == ChangeText(number=0, problem=LOST.title)
    app.compared = replace(app.compared, found=replace(app.compared.found, new=Inspection(source="")))
    await app.take(ReadChange(1))
    assert app.both == ChangeText(number=1)


async def test_both_packages_are_checked_by_the_profile_of_the_new_one(tmp_path: Path) -> None:
    wrong, fine = ports.finding("XPKG401"), ports.finding("XPKG402")
    reached = ports.judged()[-1]
    old = package(tmp_path, "old")
    new = replace(package(tmp_path, "new"), findings=(fine,))
    app = Compared(new, Judge=(Judged(findings=(wrong,)), reached))
    app.compared = replace(app.compared, found=replace(app.compared.found, old=old))
    assert await app.take(CheckBoth()) == ([], ["stop both checks"])
    assert [one.case.source for one in app.port.asked if isinstance(one, Judge)] == [new.case.source, old.case.source]
    assert app.checks == FindingsCheck(found=compare_findings((wrong,), (wrong,)))
    judged = ports.inspection(*ports.package(fine), CaseReady(case=replace(new.case, source=old.case.source)))
    app.inspection = replace(new, verdict=judged.verdict)
    await app.take(CheckBoth())
    assert app.checks == FindingsCheck(found=compare_findings((wrong,), (fine,)))
    assert len(app.port.asked) == 3
    app = Compared(new, Judge=(Judged(findings=(wrong,)),))
    app.compared = replace(app.compared, found=replace(app.compared.found, old=old))
    await app.take(CheckBoth())
    assert app.checks == FindingsCheck(problem="A check did not end. r compares again.")
    assert len(app.port.asked) == 3
    app.inspection = Inspection(source="new")
    await app.take(CheckBoth())
    assert app.checks == FindingsCheck(problem="One of the packages was not read.")

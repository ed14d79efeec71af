"""What is read once a verdict stands, and what another profile reads: platforms, cheap layers, the package again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.inspection import ports
from builders.oci.images import BuiltImage, BuiltIndex, image, index, write_layout
from builders.oci.layers import file, layer
from builders.packages.case_facts import case_about
from builders.packages.judgements import PROVIDER
from builders.pilots import Show, Shown
from builders.screens import stories
from builders.screens.opened import open_screen
from builders.screens.quiet import QuietApp

from xpkgtui.app.port.background import BackgroundReads
from xpkgtui.formats.images.comparison import ReaderComparison
from xpkgtui.inspection.messages.events import CaseReady
from xpkgtui.inspection.messages.judging import ReadManual
from xpkgtui.inspection.messages.parts import Ready, Waiting
from xpkgtui.inspection.messages.requests import Judge, ReadBackground
from xpkgtui.rules.case import StreamFile
from xpkgtui.rules.finding import Acceptance

BASE = layer(file("package.yaml", PROVIDER), base=True)
OTHER = layer(file("package.yaml", PROVIDER.replace("Read on.", "Read more.")), base=True)
EXAMPLES = layer(file(".up/examples.yaml", "kind: [\n"), annotation="upbound")

WHOLE = ports.inspection(*ports.package())


def platforms() -> BuiltIndex:
    return index((image(BASE), "linux/amd64"), (image(OTHER, platform="linux/arm64"), "linux/arm64"))


def rules(shown: Shown) -> set[str]:
    return {finding.rule for finding in shown.app.inspection.findings}


@asynccontextmanager
async def opened(folder: Path, built: BuiltImage | BuiltIndex) -> AsyncIterator[Shown]:
    async with open_screen(write_layout(folder / "layout", built), size=(120, 40)) as shown:
        yield shown


async def test_platforms_are_compared_and_say_so(tmp_path: Path) -> None:
    async with opened(tmp_path, platforms()) as shown:
        assert "XPKG108" in rules(shown)
        await shown.press("1")
        assert "differs from that for linux/arm64" in shown.text
        await shown.press("down")
        assert "differs from that for linux/amd64" in shown.text


async def test_layers_that_are_cheap_are_judged_after_the_verdict(tmp_path: Path) -> None:
    async with opened(tmp_path, image(BASE, EXAMPLES)) as shown:
        assert "XPKG411" in rules(shown)
        assert [row.files for row in shown.app.inspection.layers] == [1, 1]
        assert shown.app.inspection.unread == ()


async def test_another_profile_judges_what_was_read_since(tmp_path: Path) -> None:
    async with opened(tmp_path, image(BASE, EXAMPLES)) as shown:
        case = shown.app.inspection.case
        assert case is not None
        shown.app.client.send(Judge(case=replace(case, profile="spec")))
        await shown.settle()
        assert shown.app.inspection.judged is not None
        assert shown.app.inspection.judged.profile == "spec"
        shown.app.client.send(Judge(case=case))
        await shown.settle()
        assert "XPKG411" in rules(shown)


async def test_the_verdict_does_not_wait_for_it(show: Show) -> None:
    async with show(stories.accepted, hold=frozenset({"beside"})) as shown:
        assert shown.port.requests(ReadBackground)
        assert shown.app.inspection.judged is not None
        assert not shown.app.busy


async def test_what_fails_beside_a_package_changes_nothing(show: Show) -> None:
    async with show(stories.accepted) as shown:
        assert shown.port.requests(ReadBackground)
        assert shown.port.requests(Judge) == []
        assert shown.app.inspection.failures == ()


async def test_the_reader_of_another_profile_reads_what_is_shown_again(tmp_path: Path) -> None:
    nested = image(layer(file("x/package.yaml", PROVIDER), base=True))
    async with opened(tmp_path, nested) as shown:
        assert shown.app.inspection.reading is not None
        assert shown.app.inspection.reading.reader == "manager-2.4"
        await shown.press("p", "p", "p")
        state = shown.app.inspection
        assert state.judged is not None
        assert state.reading is not None
        assert (state.judged.profile, state.reading.reader) == ("spec", "spec")
        assert isinstance(state.verdict, Ready)
        assert state.verdict.value.acceptance is Acceptance.REFUSED
        await shown.press("p", "p")
        state = shown.app.inspection
        assert state.judged is not None
        assert state.judged.profile == "crossplane"
        assert isinstance(state.verdict, Ready)
        assert state.verdict.value.acceptance is Acceptance.ACCEPTED


async def test_rules_that_found_something_are_explained_once(show: Show) -> None:
    async with show(stories.warned) as shown:
        (asked,) = shown.port.requests(ReadManual)
        assert asked.rules == rules(shown)
        assert shown.app.inspection.manual.keys() == rules(shown)
        await shown.press("F", "enter")
        assert shown.port.requests(ReadManual) == [asked]


async def test_rules_that_another_image_has_too_are_explained_there(tmp_path: Path) -> None:
    async with opened(tmp_path, platforms()) as shown:
        await shown.press("1", "down", "enter")
        assert rules(shown)
        assert shown.app.inspection.manual.keys() >= rules(shown)


NOT_JUDGED: tuple[dict[str, Any], ...] = (
    {"verdict": Waiting()},
    {"case": None},
    {"platforms": Ready((replace(WHOLE.entries[1], selected=True),))},
)
COMPARED: dict[str, Any] = {"comparison": ReaderComparison()}


def test_there_is_more_to_read_of_what_was_judged_and_of_rules_that_found_something() -> None:
    def is_due(**changes: Any) -> bool:
        known: Any = QuietApp(replace(judged, **changes))
        return BackgroundReads(ports.FakePort(lambda _: ()), known, lambda _: None, lambda _: None).is_due

    def large(size: int) -> bool:
        return is_due(stream=StreamFile(path="", size=size, sha256=""))

    judged = ports.inspection(*ports.package(), CaseReady(case=case_about("x")), *ports.judged())
    judged = replace(judged, is_index=False, unread=())
    assert [is_due(**one) for one in NOT_JUDGED] == [False] * len(NOT_JUDGED)
    assert (is_due(), is_due(reading=None), large(2_000_000), large(2_000_001)) == (True, False, True, False)
    assert not is_due(**COMPARED)
    assert is_due(**COMPARED, is_index=True)
    assert is_due(**COMPARED, unread=WHOLE.unread)
    assert is_due(verdict=Waiting(), findings=(ports.finding(),))


async def test_findings_are_shown_without_their_manual_until_it_comes(show: Show) -> None:
    async with show(stories.warned, hold=frozenset({"manual"})) as shown:
        await shown.press("F")
        assert "unknown field" in shown.text
        assert shown.app.inspection.manual == {}

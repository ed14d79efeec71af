"""Platforms over a real layout: nested entries, attestations, and an image that is listed twice."""

from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.oci.images import BuiltImage, image, index, labeled, write_layout
from builders.oci.images import package as unlabeled
from builders.oci.layers import BuiltLayer, digest
from builders.pilots import Shown
from builders.screens.opened import open_screen

from xpkgtui.app.widgets.verdict_line import VerdictLine
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import Emit, Event, PlatformsListed
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.requests import Judge, Open, OpenPlatform, Request
from xpkgtui.oci.descriptor import PREDICATE
from xpkgtui.rules.case import Case
from xpkgtui.service.judges.judge import JudgeAnswerer
from xpkgtui.service.local import LocalEndpoint
from xpkgtui.service.routing import Router

META = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n---\n"
SLSA = "https://slsa.dev/provenance/v1"


def package(platform: str = "linux/amd64") -> BuiltImage:
    """One that every reader accepts."""
    return labeled(unlabeled(META, platform=platform))


def layout(folder: Path) -> Path:
    states = image(
        BuiltLayer(
            blob=b"{}",
            media_type="application/vnd.in-toto+json",
            annotations={PREDICATE: SLSA},
            diff_id=digest(b"{}"),
        ),
        subject=package().descriptor(),
    )
    arm = package("linux/arm64")
    inner = index((arm, "linux/arm64"), (package("linux/s390x"), "linux/s390x"))
    built = index(
        (package(), "linux/amd64"), (inner, "linux/ppc64le"), (states, "unknown/unknown"), (arm, "linux/arm64")
    )
    return write_layout(folder / "layout", built, tags=["v1"])


def opened(folder: Path, size: tuple[int, int] = (120, 40)) -> AbstractAsyncContextManager[Shown]:
    return open_screen(layout(folder), size=size)


def selected(shown: Shown) -> list[str]:
    return [row.value.row.place for row in shown.pane("platforms").rows if row.value.row.selected]


async def test_platforms_look_as_they_were_agreed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(Path()) as shown:
        for size in ((80, 24), (120, 40)):
            await shown.anew("1", "G", "k", size=size)
            golden(f"platforms_{size[0]}x{size[1]}", shown.text + "\n")
            assert f"states         {SLSA}" in shown.text
        await shown.press("enter")
        assert "Not checked: this is an attestation, how linux/amd64 was built: slsa.dev/provenance/v1" in shown.text
        await shown.resize((80, 24))
        golden("attestation_80x24", shown.text + "\n")
        assert shown.screen.query_one(VerdictLine).headline.key == "-"
        await shown.press("4", "-")
        assert selected(shown) == ["0"]
        assert shown.screen.query_one(VerdictLine).headline.status == "ok"


async def test_an_image_that_is_listed_twice_opens_where_the_cursor_stands(tmp_path: Path) -> None:
    async with opened(tmp_path) as shown:
        await shown.press("1", "G", "enter")
        assert selected(shown) == ["3"]
        await shown.press("k", "k", "k", "enter")
        assert selected(shown) == ["1.0"]


async def test_minus_comes_back_from_another_platform_to_the_place_before(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 24)) as shown:
        await shown.press("4", "right_square_bracket")
        assert shown.page.tab == "yaml"
        await shown.press("1", "G", "enter")
        assert selected(shown) != ["0"]
        await shown.press("4", "-")
        assert selected(shown) == ["0"]
        assert shown.focus == "platforms"
        assert shown.screen.query_one(VerdictLine).headline.status == "ok"
        await shown.press("4")
        assert shown.page.tab == "yaml"


async def test_what_was_judged_is_not_judged_again_on_the_way_back(tmp_path: Path) -> None:
    judge = CountingJudge()
    service, platform = LocalEndpoint(Inspector(stdin=None)), partial(OpenPlatform, place="0")
    router = Router(service, LocalEndpoint(judge))
    first = [event async for event in router.ask(Open(source=str(layout(tmp_path))))]
    rows = next(event.rows for event in first if isinstance(event, PlatformsListed))
    amd64, arm64 = rows[0], rows[-1]
    other = [event async for event in router.ask(OpenPlatform(digest=arm64.digest or "", place=arm64.place))]
    again = [event async for event in router.ask(platform(digest=amd64.digest or ""))]
    await router.close()
    assert verdicts(first) == verdicts(again)
    assert len(verdicts(other)) == 1
    assert [case.platforms.shown for case in judge.cases] == [0, 3]


class CountingJudge(JudgeAnswerer):
    """Remembers the cases that it judged."""

    def __init__(self) -> None:
        super().__init__()
        self.cases: list[Case] = []

    async def answer(self, request: Request, emit: Emit) -> None:
        if isinstance(request, Judge):
            self.cases.append(request.case)
        await super().answer(request, emit)


def verdicts(events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, VerdictReached)]


async def test_an_entry_that_cannot_be_read_is_not_offered_as_a_package(tmp_path: Path) -> None:
    here, other = unlabeled(META), unlabeled(META, platform="linux/arm64")
    folder = write_layout(tmp_path, index((here, "linux/amd64"), (other, "linux/arm64")))
    (folder / "blobs" / other.digest.replace(":", "/")).unlink()
    async with open_screen(folder) as shown:
        await shown.press("1", "j")
        assert "✗ cannot be read" in shown.text
        assert "enter shows why" in shown.text
        await shown.press("enter")
        assert "✗ Not read: the manifest" in shown.text

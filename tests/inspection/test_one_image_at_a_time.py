"""What was read of one platform says nothing about another one, whatever order they are opened in."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

from builders.inspection.inspections import answers, opened
from builders.oci.images import BuiltImage, image, index, write_layout
from builders.oci.layers import BuiltLayer, file, layer
from builders.packages.case_facts import with_facts

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import CaseReady, Event, LayersChanged
from xpkgtui.inspection.messages.replies import FilesListed, TextReady
from xpkgtui.inspection.messages.requests import (
    LayerScope,
    ListFiles,
    Open,
    OpenPlatform,
    Options,
    ReadText,
    SearchText,
    Text,
    View,
)
from xpkgtui.rules.case import Case
from xpkgtui.service.local import LocalPort

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: {}\n"


def built(architecture: str, *, named: str) -> BuiltImage:
    """An image whose package and examples bear that name."""
    base = layer(file("package.yaml", META.format(named)), file(f"only-{named}"), base=True)
    examples = layer(file(".up/examples.yaml", f"{named}: ["), annotation="upbound")
    return image(base, examples, platform=f"linux/{architecture}")


AMD64, ARM64 = built("amd64", named="first"), built("arm64", named="second")


def layout(folder: Path) -> Path:
    """Both, listed by one index."""
    return write_layout(folder / "layout", index((AMD64, "linux/amd64"), (ARM64, "linux/arm64")), tags=["v1"])


def damage(folder: Path, one: BuiltLayer) -> None:
    """Makes a blob other than its digest says."""
    path = folder / "blobs" / one.digest.replace(":", "/")
    path.write_bytes(path.read_bytes()[:-1] + b"?")


def case_of(state: Inspection) -> Case:
    """What the judge gets, without what is counted for the whole source."""
    assert state.case is not None
    stream = state.case.stream
    return with_facts(state.case, compared=(), stream=replace(stream, path="") if stream else None)


def fields(case: Case) -> dict[str, object]:
    """A case as what can be compared."""
    return {name: getattr(case, name) for name in case.__dataclass_fields__}


async def text_of(port: LocalPort, text: Text) -> str:
    (event,) = await answers(port, ReadText(text=text))
    assert isinstance(event, TextReady)
    return Path(event.path).read_text()


async def test_damage_of_one_platform_is_not_that_of_the_next_and_is_found_again(
    tmp_path: Path, port: LocalPort
) -> None:
    folder = layout(tmp_path)
    damage(folder, AMD64.layers[0])
    options = Options(price=-1, reach=LayerScope.ALL)
    first = await opened(port, folder, options)
    second = fold_all(first, await answers(port, OpenPlatform(digest=ARM64.digest)))
    again = fold_all(second, await answers(port, OpenPlatform(digest=AMD64.digest)))
    assert [one.mismatch is not None for one in case_of(first).contents.layers] == [True, False]
    assert [one.mismatch is not None for one in case_of(second).contents.layers] == [False, False]
    assert [row.name for row in second.rows] == ["second"]
    assert again.rows == ()
    assert fields(case_of(again)) == fields(case_of(first))


async def test_a_platform_is_the_same_whatever_was_opened_before(tmp_path: Path, port: LocalPort) -> None:
    folder = layout(tmp_path)
    await opened(port, folder)
    second = fold_all(Inspection(source="x"), await answers(port, OpenPlatform(digest=ARM64.digest)))
    other = LocalPort()
    alone = await opened(other, write_layout(tmp_path / "alone", ARM64))
    await other.close()
    kept = ("image", "contents", "reading", "stream")
    ours, theirs = fields(case_of(second)), fields(case_of(alone))
    assert {name: ours[name] for name in kept} == {name: theirs[name] for name in kept}
    assert second.rows == alone.rows


async def test_raw_texts_are_those_of_the_platform_that_is_shown(tmp_path: Path, port: LocalPort) -> None:
    folder = layout(tmp_path)
    await opened(port, folder)
    assert '"amd64"' in await text_of(port, Text.CONFIG)
    await answers(port, OpenPlatform(digest=ARM64.digest))
    assert '"arm64"' in await text_of(port, Text.CONFIG)
    assert ARM64.layers[0].digest in await text_of(port, Text.MANIFEST)


async def test_a_manifest_that_cannot_be_read_leaves_nothing_of_the_platform_before(
    tmp_path: Path, port: LocalPort
) -> None:
    folder = layout(tmp_path)
    (folder / "blobs" / ARM64.digest.replace(":", "/")).unlink()
    await opened(port, folder)
    events = await answers(port, OpenPlatform(digest=ARM64.digest))
    (case,) = [event.case for event in events if isinstance(event, CaseReady)]
    assert (case.image, case.reading, case.stream, case.contents.layers) == (None, None, None, ())
    assert case.contents.manifest_error
    assert await text_of(port, Text.CONFIG) == ""
    found = await answers(port, SearchText(word="first"))
    assert "no package.yaml" in str(found)


async def test_closing_gives_back_the_threads(tmp_path: Path) -> None:
    folder = layout(tmp_path)
    before = set(threading.enumerate())

    async def ignore(_event: Event) -> None:
        """The events of opening are of no interest here."""

    for _ in range(5):
        inspector = Inspector()
        await inspector.answer(Open(source=str(folder), options=Options(price=-1)), ignore)
        inspector.close()
    for thread in set(threading.enumerate()) - before:
        await asyncio.to_thread(thread.join, 10) if thread.name == "fetching" else None
    assert [one for one in set(threading.enumerate()) - before if one.name == "fetching"] == []


async def test_files_that_are_being_listed_stay_those_of_their_image(tmp_path: Path) -> None:
    inspector = Inspector()
    listed: list[Event] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def ignore(_event: Event) -> None:
        """The events of opening are of no interest here."""

    async def slowly(event: Event) -> None:
        listed.append(event)
        begun.set()
        await go_on.wait()

    await inspector.answer(Open(source=str(layout(tmp_path)), options=Options(price=-1)), ignore)
    listing = asyncio.create_task(inspector.answer(ListFiles(view=View.LAYER, layer=1), slowly))
    await begun.wait()
    await inspector.answer(OpenPlatform(digest=ARM64.digest), ignore)
    go_on.set()
    await listing
    after: list[Event] = []

    async def keep(event: Event) -> None:
        after.append(event)

    await inspector.answer(ListFiles(view=View.BASE), keep)
    inspector.close()
    (changed,) = [event for event in listed if isinstance(event, LayersChanged)]
    assert [row.digest for row in changed.layers] == [one.digest for one in AMD64.layers]
    names = [row.path for event in after if isinstance(event, FilesListed) for row in event.rows]
    assert names == ["only-second", "package.yaml"]


async def test_objects_of_the_platform_before_vanish_where_the_next_cannot_be_read(
    tmp_path: Path, port: LocalPort
) -> None:
    folder = layout(tmp_path)
    (folder / "blobs" / ARM64.digest.replace(":", "/")).unlink()
    first = await opened(port, folder)
    second = fold_all(first, await answers(port, OpenPlatform(digest=ARM64.digest)))
    again = fold_all(second, await answers(port, OpenPlatform(digest=AMD64.digest)))
    assert (second.rows, second.stream, second.reading, second.layers) == ((), None, None, ())
    assert [row.name for row in again.rows] == ["first"]


async def test_a_platform_that_was_opened_later_stays_open(tmp_path: Path) -> None:
    inspector = Inspector()
    begun, go_on = asyncio.Event(), asyncio.Event()
    found: list[Event] = []

    async def ignore(_event: Event) -> None:
        """The events of opening are of no interest here."""

    async def slowly(_event: Event) -> None:
        begun.set()
        await go_on.wait()

    async def keep(event: Event) -> None:
        found.append(event)

    await inspector.answer(Open(source=str(layout(tmp_path)), options=Options(price=-1)), ignore)
    opening = asyncio.create_task(inspector.answer(OpenPlatform(digest=ARM64.digest), slowly))
    await begun.wait()
    await inspector.answer(OpenPlatform(digest=AMD64.digest), ignore)
    go_on.set()
    await opening
    await inspector.answer(ListFiles(view=View.BASE), keep)
    inspector.close()
    names = [row.path for event in found if isinstance(event, FilesListed) for row in event.rows]
    assert names == ["only-first", "package.yaml"]

"""The examples of what is shown: how much of them is read, and what is said where that is not all."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, inspect_source, opened
from builders.packages.folders import write_folder
from formats.examples.test_judging import GOOD, PACKAGE

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.examples.example import ExampleList
from xpkgtui.inspection.examples import reading
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.examples import ExamplesRead, ReadExamples
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import Options, ReadText, Text
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.service.local import LocalPort

META, REST = PACKAGE.decode().split("---\n", 1)


def folder(at: Path, **examples: str) -> Path:
    files = {f"examples/{name}.yaml": text for name, text in examples.items()}
    return write_folder(at / "p", {"crossplane.yaml": META, "crds.yaml": REST, **files})


async def read(port: LocalPort, source: Path, limits: Limits = LIMITS) -> ExampleList:
    """The whole list."""
    await opened(port, source, Options(price=-1, limits=limits))
    found: ExamplesRead | None = None
    for event in await answers(port, ReadExamples()):
        assert not isinstance(event, PartFailed)
        if isinstance(event, ExamplesRead):
            found = event
    assert found is not None
    return found.whole


async def test_a_long_list_comes_whole(port: LocalPort, tmp_path: Path) -> None:
    found = await read(port, folder(tmp_path, a=f"{GOOD}---\n" * 45))
    assert [one.document for one in found.examples] == list(range(1, 46))
    assert (found.kinds, found.unread) == (2, "")


async def test_more_examples_than_are_judged_are_said(
    port: LocalPort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST", 2)
    found = await read(port, folder(tmp_path, a=f"{GOOD}---\n" * 3))
    assert (len(found.examples), found.unread) == (2, "more than 2 examples: the rest was not judged")


async def test_the_limits_that_are_given_hold_for_examples(port: LocalPort, tmp_path: Path) -> None:
    source = folder(tmp_path, a=GOOD.replace("moon", f"[{', '.join(f'{{a: {one}}}' for one in range(2_000))}]"))
    found = [await read(port, source, replace(LIMITS, yaml=steps)) for steps in (1, LIMITS.yaml)]
    assert ["at most 1 steps" in one.examples[0].reason for one in found] == [True, False]


async def test_files_that_are_too_large_together_are_said(
    port: LocalPort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGEST", len(GOOD) + 5)
    found = await read(port, folder(tmp_path, a=GOOD, b=GOOD, c=GOOD))
    assert len(found.examples) == 1
    assert found.unread.startswith("examples/b.yaml and what follows were not read: more than")


async def test_a_link_is_no_folder_of_examples(port: LocalPort, tmp_path: Path) -> None:
    source = folder(tmp_path)
    write_folder(tmp_path / "others", {"a.yaml": GOOD})
    (source / "examples").symlink_to(tmp_path / "others")
    assert await read(port, source) == ExampleList(
        kinds=2, without=("Bucket s3.example.org", "XDB example.org"), places=("there is no folder examples/",)
    )


async def test_nothing_is_read_before_something_is_open(port: LocalPort) -> None:
    (failed,) = await answers(port, ReadExamples())
    assert isinstance(failed, PartFailed)


async def test_opening_reads_no_examples(tmp_path: Path) -> None:
    state = await inspect_source(folder(tmp_path, a="apiVersion: s3.example.org/v1\nkind: Bucket\n"))
    assert [one.rule for one in state.findings if one.rule in {"XPKG415", "XPKG416", "XPKG418"}] == []


async def test_a_price_is_said_before_layers_are_read_and_consent_reads_them(
    port: LocalPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[int]] = []

    async def dear(_layers: object, wanted: list[int]) -> Failure:
        asked.append(wanted)
        return Failure(kind=FailureKind.PRICE, title="This reads layer 3.")

    monkeypatch.setattr(reading, "price", dear)
    await opened(port, "demo")
    (said,) = await answers(port, ReadExamples())
    assert isinstance(said, PartFailed)
    assert (said.part, said.failure.kind) == (PartName.EXAMPLES, FailureKind.PRICE)
    assert 3 in asked[0]
    (found,) = [one for one in await answers(port, ReadExamples(consent=True)) if isinstance(one, ExamplesRead)]
    assert len(found.whole.examples) == 2
    assert len(asked) == 1


async def test_the_text_of_an_example_of_a_folder_can_be_read(port: LocalPort, tmp_path: Path) -> None:
    await opened(port, folder(tmp_path, a=GOOD))
    request = ReadText(text=Text.FILE, path="examples/a.yaml")
    (ready,) = [one for one in await answers(port, request) if isinstance(one, TextReady)]
    assert Path(ready.path).read_text() == GOOD


@pytest.mark.parametrize("name", ["examples/../notes.txt", "notes.txt", "examples/../../outside.yaml"])
async def test_what_is_no_example_is_not_read_from_a_folder(port: LocalPort, tmp_path: Path, name: str) -> None:
    source = folder(tmp_path, a=GOOD)
    write_folder(tmp_path, {"outside.yaml": "a: 1", "p/notes.txt": "a: 1"})
    await opened(port, source)
    (failed,) = await answers(port, ReadText(text=Text.FILE, path=name))
    assert isinstance(failed, PartFailed)

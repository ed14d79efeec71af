"""The facts of one document: where it is, and what a broken one calls itself."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.inspections import answers, inspect_source, opened
from builders.packages.folders import META, composition, definition, write_folder

from xpkgtui.formats.fact import Fact
from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import ReadFacts
from xpkgtui.inspection.objects.describe import bounded
from xpkgtui.service.local import LocalPort


async def read(source: Path | str, document: int) -> FactsRead:
    """What is known of one document."""
    port = LocalPort()
    try:
        await opened(port, source)
        (facts,) = [one for one in await answers(port, ReadFacts(document=document)) if isinstance(one, FactsRead)]
        return facts
    finally:
        await port.close()


async def facts_of(source: Path, document: int) -> dict[str, str]:
    """The facts of one document."""
    return dict((await read(source, document)).facts)


async def test_a_broken_document_says_where_in_its_file_it_breaks(tmp_path: Path) -> None:
    folder = write_folder(tmp_path, {"crossplane.yaml": META, "sub/bad.yaml": composition("a") + "spec: ]\n"})
    assert (await facts_of(folder, 2))["at"].startswith("sub/bad.yaml:5, ")


async def test_another_object_of_the_package_is_named_with_its_file(tmp_path: Path) -> None:
    text = composition("made") + "spec: {compositeTypeRef: {apiVersion: example.org/v1, kind: Bucket}}\n"
    folder = write_folder(
        tmp_path, {"crossplane.yaml": META, "a.yaml": f"# first\n{definition('bucket')}", "b.yaml": text}
    )
    assert "(a.yaml:2)" in (await facts_of(folder, 3))["defined by"]


async def test_a_document_is_numbered_among_all_of_them(tmp_path: Path) -> None:
    stream = tmp_path / "package.yaml"
    stream.write_text(f"# no object\n---\n{META}")
    assert "document 2 of 2" in (await read(stream, 2)).origin


async def test_broken_document_says_what_it_calls_itself_and_why_it_is_broken(tmp_path: Path) -> None:
    found = await facts_of(broken(tmp_path), 2)
    assert "YAML tab" in found["broken"]
    assert found["at"].startswith("line ")
    assert found["size"] == "5 lines, 52 B"


def broken(folder: Path) -> Path:
    """A stream whose second document cannot be parsed."""
    path = folder / "package.yaml"
    path.write_text(f"{META}---\napiVersion: v1\nkind: Bad\nmetadata:\n  name: bad\na: [\n")
    return path


@pytest.mark.parametrize(
    ("number", "origin"),
    [
        (1, "layer 0 · manifests/harbour-operator.clusterserviceversion.yaml:1 · document 1 of 7"),
        (6, "layer 1 · metadata/annotations.yaml:1 · document 6 of 7"),
    ],
)
async def test_a_document_of_a_folder_in_an_image_has_its_own_file_and_layer(number: int, origin: str) -> None:
    assert (await read("demo:bundle", number)).origin == origin


async def test_findings_of_a_folder_in_an_image_have_their_own_file_and_layer() -> None:
    found = [one for one in (await inspect_source("demo:bundle")).findings if one.place.line]
    places = {(one.place.layer, one.place.path, one.place.file) for one in found}
    dependencies = "metadata/dependencies.yaml"
    assert (1, dependencies, dependencies) in places
    assert all(path == file for _, path, file in places)


@each_row(
    ("facts", "kept"),
    [
        ([("a", "b")] * 400, 400),
        ([("a", "b")] * 401, 400),
        ([("a", "x" * 47_999)], 1),
        ([("a", "x" * 47_999), ("", "b")], 1),
    ],
    ids=["four hundred", "one more", "as many characters", "one more character"],
)
def test_facts_are_sent_until_an_event_is_full(facts: list[Fact], kept: int) -> None:
    found = list(bounded(facts))
    assert found[:kept] == facts[:kept]
    assert [label for label, _ in found[kept:]] == ["and more"] * (kept < len(facts))

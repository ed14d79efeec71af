"""Which documents of a stream hold a text."""

from pathlib import Path

import pytest
from builders.inspection.inspections import answers, opened

from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import SearchText
from xpkgtui.inspection.objects.search import DOCUMENTS, PIECE
from xpkgtui.service.local import LocalPort

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
THING = "apiVersion: example.org/v1\nkind: Thing\nmetadata:\n  name: thing\ndata: Größe\n"
BROKEN = "apiVersion: v1\nkind: Bad\nmetadata:\n  name: bad\na: [\n"


async def batches(port: LocalPort, path: Path, stream: str, word: str) -> list[TextFound]:
    path.write_text(stream)
    await opened(port, path)
    events = [event for event in await answers(port, SearchText(word=word)) if isinstance(event, TextFound)]
    assert events[-1].is_whole
    return events


def documents_of(events: list[TextFound]) -> set[int]:
    return {document for event in events for document in event.documents}


@pytest.mark.parametrize(
    ("word", "documents"),
    [
        ("THING", {2}),
        ("größe", {2}),
        ("name", {1, 2, 3}),
        ("metadata.name", {1, 2, 3}),
        ("data.name", set()),
        ("zzz", set()),
    ],
)
async def test_documents_that_hold_the_text_are_found(
    port: LocalPort, tmp_path: Path, word: str, documents: set[int]
) -> None:
    stream = f"{META}---\n{THING}---\n{BROKEN}"
    assert documents_of(await batches(port, tmp_path / "package.yaml", stream, word)) == documents


async def test_text_is_found_where_a_large_document_is_searched_piece_by_piece(
    port: LocalPort, tmp_path: Path
) -> None:
    wanted = "kind: needle"
    near = f"{META}data: |\n  "
    stream = f"{near}{'x' * (PIECE - len(near) - len(wanted) // 2)}{wanted}\n---\n{THING}"
    assert documents_of(await batches(port, tmp_path / "package.yaml", stream, "kind: Needle")) == {1}


async def test_results_come_batch_by_batch(port: LocalPort, tmp_path: Path) -> None:
    events = await batches(port, tmp_path / "package.yaml", META + "---\na: 1\n" * DOCUMENTS, "A")
    assert [(event.first, event.done, len(event.documents)) for event in events] == [
        (0, DOCUMENTS, DOCUMENTS),
        (DOCUMENTS, DOCUMENTS + 1, 1),
    ]


async def test_what_has_no_such_trait_is_searched_at_once(port: LocalPort, tmp_path: Path) -> None:
    (tmp_path / "package.yaml").write_text(META)
    await opened(port, tmp_path / "package.yaml")
    (found,) = [
        one for one in await answers(port, SearchText(word="yes", trait="olmv1")) if isinstance(one, TextFound)
    ]
    assert (found.documents, found.is_whole) == (frozenset(), True)

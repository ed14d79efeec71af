"""Which documents of a stream hold a text."""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.definitions_text import definition_text
from builders.inspection.inspections import answers, opened

from xpkgtui.fetching.cache import disk
from xpkgtui.fetching.cache.opened_packages import OpenedKind, OpenedPackage, keep_opened
from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import Options, SearchText
from xpkgtui.inspection.messages.schemas import FieldsFound, PackagesFound, SearchFields, SearchPackages
from xpkgtui.inspection.objects import search
from xpkgtui.inspection.objects.keeping import repository_of
from xpkgtui.inspection.objects.search import PIECE, OpenedBefore
from xpkgtui.service.local import LocalPort

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
THING = "apiVersion: example.org/v1\nkind: Thing\nmetadata:\n  name: thing\ndata: Größe\n"
BROKEN = "apiVersion: v1\nkind: Bad\nmetadata:\n  name: bad\na: [\n"


async def found_in(port: LocalPort, path: Path, stream: str, word: str) -> list[TextFound]:
    """The replies; each takes the place of the one before."""
    path.write_text(stream)
    await opened(port, path)
    events = [event for event in await answers(port, SearchText(word=word)) if isinstance(event, TextFound)]
    assert events[-1].is_whole
    return events


@pytest.mark.parametrize(
    ("word", "documents"),
    [
        ("THING", {2}),
        ("größe", {2}),
        ("name", {1, 2, 3}),
        ("metadata.name", {1, 2, 3}),
        ("data.name", set()),
        ("zzz", set()),
        ("\udcff", set()),
    ],
)
async def test_documents_that_hold_the_text_are_found(
    port: LocalPort, tmp_path: Path, word: str, documents: set[int]
) -> None:
    stream = f"{META}---\n{THING}---\n{BROKEN}"
    assert (await found_in(port, tmp_path / "package.yaml", stream, word))[-1].documents == documents


async def test_text_is_found_where_a_large_document_is_searched_piece_by_piece(
    port: LocalPort, tmp_path: Path
) -> None:
    wanted = "kind: needle"
    near = f"{META}data: |\n  "
    stream = f"{near}{'x' * (PIECE - len(near) - len(wanted) // 2)}{wanted}\n---\n{THING}"
    assert (await found_in(port, tmp_path / "package.yaml", stream, "kind: Needle"))[-1].documents == {1}


async def test_more_and_more_is_found(port: LocalPort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "DOCUMENTS", 64)
    events = await found_in(port, tmp_path / "package.yaml", META + "---\na: 1\n" * 64, "A")
    assert [(event.done, len(event.documents)) for event in events] == [
        (64, 64),
        (65, 65),
    ]


async def test_what_has_no_such_trait_is_searched_at_once(port: LocalPort, tmp_path: Path) -> None:
    (tmp_path / "package.yaml").write_text(META)
    await opened(port, tmp_path / "package.yaml")
    (found,) = [
        one for one in await answers(port, SearchText(word="yes", trait="olmv1")) if isinstance(one, TextFound)
    ]
    assert (found.documents, found.is_whole) == (frozenset(), True)


_KIND = OpenedKind(
    document=2,
    definition="CustomResourceDefinition",
    name="buckets.example.org",
    group="example.org",
    kind="Bucket",
    version="v1",
)


def searched(cache: Path, words: str, but: str = "") -> PackagesFound:
    return OpenedBefore().search(SearchPackages(words=words, cache_dir=str(cache), but=but))


@each_row(
    ("source", "shared"),
    [
        ("xpkg.io/a/b:v1", "xpkg.io/a/b"),
        ("xpkg.io/a/b@sha256:" + "0" * 64, "xpkg.io/a/b"),
        ("/a/b.xpkg", "/a/b.xpkg"),
    ],
)
def test_versions_of_a_package_share_their_repository(source: str, shared: str) -> None:
    assert repository_of(source) == shared


def test_of_several_versions_the_highest_is_named_and_the_others_beside_it(tmp_path: Path) -> None:
    for tag in ("v1.9.0", "v1.10.0", "v1.2.0"):
        known = OpenedPackage(
            source=f"r.example/a:{tag}", package="a", version=tag, format="xpkg", sha256=tag, size=1, kinds=(_KIND,)
        )
        keep_opened(tmp_path, known)
    (found,) = searched(tmp_path, "bucket").found
    assert (found.source, set(found.others)) == ("r.example/a:v1.10.0", {"r.example/a:v1.9.0", "r.example/a:v1.2.0"})


async def test_the_package_that_is_open_is_searched_by_itself(port: LocalPort, tmp_path: Path) -> None:
    path, options = tmp_path / "package.yaml", Options(cache_dir=str(tmp_path / "cache"))
    path.write_text(definition_text("Bucket", region={"type": "string"}))
    state = await opened(port, path, options)
    assert state.stream is not None
    assert len(searched(tmp_path / "cache", "bucket").found) == 1
    assert searched(tmp_path / "cache", "bucket", but=state.stream.sha256).found == ()


async def test_a_large_package_that_was_read_before_is_not_parsed_again(
    port: LocalPort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "LEAST", 1)
    path, options = tmp_path / "package.yaml", Options(cache_dir=str(tmp_path / "cache"))
    path.write_text(definition_text("Bucket", region={"type": "string"}))
    await opened(port, path, options)
    (*_, parsed) = await answers(port, SearchFields(words="region"))
    await opened(port, path, options)
    (known,) = await answers(port, SearchFields(words="region"))
    assert isinstance(parsed, FieldsFound)
    assert isinstance(known, FieldsFound)
    assert parsed.found == known.found != ()


async def test_what_another_program_read_is_parsed_again(
    port: LocalPort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "LEAST", 1)
    path, options = tmp_path / "package.yaml", Options(cache_dir=str(tmp_path / "cache"))
    path.write_text(definition_text("Bucket", region={"type": "string"}))
    await opened(port, path, options)
    await answers(port, SearchFields(words="region"))
    monkeypatch.setattr(search, "fingerprint", lambda: (*disk.fingerprint(), "newer"))
    await opened(port, path, options)
    first, *_ = await answers(port, SearchFields(words="region"))
    assert isinstance(first, FieldsFound)
    assert not first.is_whole
    assert searched(tmp_path / "cache", "region").unread == ()

"""The search over packages that were opened before: versions of one package, and definitions that are not parsed."""

from pathlib import Path

import pytest
from builders.definitions_text import definition_text
from builders.inspection.inspections import answers, opened

from xpkgtui.fetching.cache import learned
from xpkgtui.fetching.cache.opened_packages import OpenedKind, OpenedPackage, keep_opened
from xpkgtui.inspection.messages.replies import FieldsFound, PackagesFound
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.messages.schemas import SearchFields, SearchPackages
from xpkgtui.inspection.objects import opened_before
from xpkgtui.inspection.objects.opened_before import OpenedBefore
from xpkgtui.service.local import LocalPort

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
    monkeypatch.setattr(opened_before, "LEAST", 1)
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
    monkeypatch.setattr(opened_before, "LEAST", 1)
    path, options = tmp_path / "package.yaml", Options(cache_dir=str(tmp_path / "cache"))
    path.write_text(definition_text("Bucket", region={"type": "string"}))
    await opened(port, path, options)
    await answers(port, SearchFields(words="region"))
    monkeypatch.setattr(opened_before, "fingerprint", lambda: (*learned.fingerprint(), "newer"))
    await opened(port, path, options)
    first, *_ = await answers(port, SearchFields(words="region"))
    assert isinstance(first, FieldsFound)
    assert not first.is_whole
    assert searched(tmp_path / "cache", "region").unread == ()

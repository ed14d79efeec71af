"""The manifests of other platforms: read side by side, some of many over a network, and by one deadline."""

import threading
from pathlib import Path

import pytest
from builders.oci.images import BuiltImage, BuiltIndex, index, package, write_layout
from builders.program.headless import run
from builders.registry.faulty import Asked, FaultyRegistry, Reply

from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.inspection.index.children import read_children
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.opening import background
from xpkgtui.inspection.work import deadline
from xpkgtui.limits import LIMITS
from xpkgtui.oci.manifest import Index
from xpkgtui.sources.access import Access
from xpkgtui.sources.opening import open_source

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"


def listing(count: int) -> BuiltIndex:
    """An index of so many different images."""
    return index(*((package(META, platform=f"linux/cpu{number}"), f"linux/cpu{number}") for number in range(count)))


def routes(registry: FaultyRegistry, built: BuiltIndex) -> list[str]:
    """Serves the images of an index; gives their addresses."""
    images = [entry for entry in built.entries if isinstance(entry, BuiltImage)]
    for entry in images:
        registry.add_manifest("acme", "child", entry.manifest)
    return [f"/v2/acme/manifests/{entry.digest}" for entry in images]


def opened(built: BuiltIndex) -> OpenedIndex:
    return OpenedIndex(Index.parse(built.manifest), built.manifest, ASSUMED_IMAGES)


def fetcher_of(name: str, tmp_path: Path) -> Fetcher:
    return Fetcher(open_source(name, Access(), stdin=None, scratch=tmp_path), None)


async def test_manifests_are_requested_side_by_side(faulty: FaultyRegistry, tmp_path: Path) -> None:
    built = listing(3)
    together = threading.Barrier(3, timeout=20)

    def meet(address: str) -> None:
        sent = faulty.routes[address]
        assert isinstance(sent, Reply)

        def answer(_: Asked) -> Reply:
            together.wait()
            return sent

        faulty.routes[address] = answer

    for address in routes(faulty, built):
        meet(address)
    found = await read_children(
        opened(built), fetcher_of(f"{faulty.host}/acme:v1", tmp_path), None, None, by=deadline()
    )
    assert [child.read for child in found] == [True, True, True]


@pytest.mark.timeout(20)
async def test_manifests_that_hang_share_one_deadline(faulty: FaultyRegistry, tmp_path: Path) -> None:
    built = listing(9)
    for address in routes(faulty, built)[1:]:
        faulty.routes[address] = faulty.hang
    index = opened(built)
    fetcher = fetcher_of(f"{faulty.host}/acme:v1", tmp_path)
    found = await read_children(index, fetcher, None, None, by=deadline(0.5))
    assert [child.read for child in found] == [True, *[False] * 8]
    assert all(child.problem is None for child in found)
    assert index.notes == ("8 of the other manifests of the index did not arrive in 0.5 seconds.",)


async def test_of_many_manifests_some_are_requested_and_it_is_said(faulty: FaultyRegistry, tmp_path: Path) -> None:
    built = listing(70)
    routes(faulty, built)
    index = opened(built)
    found = await read_children(index, fetcher_of(f"{faulty.host}/acme:v1", tmp_path), None, None, by=deadline())
    assert len(faulty.asked) == 64
    assert sum(child.read for child in found) == 64
    assert index.limits == (LIMITS.reached("children", 70),)


async def test_local_manifests_are_all_read(tmp_path: Path) -> None:
    built = listing(70)
    index = opened(built)
    found = await read_children(
        index, fetcher_of(str(write_layout(tmp_path / "layout", built)), tmp_path), None, None, by=deadline()
    )
    assert sum(child.read for child in found) == 70
    assert index.notes == ()


def test_platforms_are_those_of_packages_each_once() -> None:
    one = package(META)
    kinds = ("linux/amd64", "linux/arm64/v8", "linux/amd64", None, "unknown/unknown", "windows/amd64")
    index_of = opened(index(*((one, kind) for kind in kinds)))
    assert index_of.platforms(9) == ("linux/amd64", "linux/arm64/v8", "windows/amd64")
    assert index_of.platforms(2) == ("linux/amd64", "linux/arm64/v8")


async def test_of_many_nested_indexes_some_are_read_and_what_is_not_listed_is_not_looked_into(tmp_path: Path) -> None:
    one = package(META)
    inner = [index((one, f"linux/cpu{number}")) for number in range(34)]
    built = index(*((each, "linux/amd64") for each in inner))
    outer = opened(built)
    fetcher = fetcher_of(str(write_layout(tmp_path / "layout", built)), tmp_path)
    await outer.read_nested(fetcher, deadline())
    assert [row.depth for row in outer.rows(None)] == [0, 1] * 32 + [0, 0]
    assert [one.name for one in outer.limits] == ["nested"]
    await outer.look_into(fetcher, one.digest.replace("a", "b"))
    assert len(outer.rows(None)) == 66


@pytest.mark.timeout(20)
async def test_nested_indexes_that_hang_share_one_deadline(faulty: FaultyRegistry, tmp_path: Path) -> None:
    inner = [listing(number) for number in range(1, 6)]
    built = index(*((each, f"linux/cpu{number}") for number, each in enumerate(inner)))
    for each in inner:
        faulty.routes[f"/v2/acme/manifests/{each.digest}"] = faulty.hang
    outer = opened(built)
    await outer.read_nested(fetcher_of(f"{faulty.host}/acme:v1", tmp_path), deadline(0.5))
    assert outer.notes == ("5 of the indexes that the index lists did not arrive in 0.5 seconds.",)


@pytest.mark.timeout(20)
def test_manifests_that_hang_are_waited_for_once(
    faulty: FaultyRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "SECONDS", 1.0)
    images = [package(META, platform=name) for name in ("linux/amd64", "linux/arm64", "linux/s390x", "linux/ppc64le")]
    built = index(*((each, f"linux/cpu{number}" if number else "linux/amd64") for number, each in enumerate(images)))
    faulty.add_manifest("acme", "v1", built.manifest, **{"Content-Type": built.media_type})
    for digest, data in images[0].blobs().items():
        faulty.routes[f"/v2/acme/blobs/{digest}"] = Reply(body=data)
    for address in routes(faulty, built)[1:]:
        faulty.routes[address] = faulty.hang
    ended = run("check", f"{faulty.host}/acme:v1", XDG_CACHE_HOME=str(tmp_path))
    assert "3 of the other manifests of the index did not arrive in 1 seconds." in ended.stderr + ended.stdout
    asked = [path for path in faulty.paths() if "sha256:" in path]
    assert sorted(asked) == sorted(set(asked))

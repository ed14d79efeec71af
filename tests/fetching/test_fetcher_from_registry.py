"""From a real registry into the store: what a look costs, and a second one."""

import asyncio
import json
from pathlib import Path

import pytest
from builders.inspection.fake_source import content
from builders.registry.registries import DebianRegistry

from xpkgtui.errors import Unreachable
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, Exchange
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot

pytestmark = pytest.mark.registry
LAYER = b"layer" * 40_000


async def look(name: str, folder: Path, access: Access | None = None) -> tuple[bytes, int, tuple[str, ...]]:
    """Everything below a name: the layer, what it cost in requests, and the notes."""
    exchanges: list[Exchange] = []
    access = access or Access()
    source = RegistrySource(Reference.parse(name), access, on_exchange=exchanges.append, sleep=lambda _: None)
    fetcher = Fetcher(source, Store(folder), access=access, exchanges=exchanges)
    try:
        root = await fetcher.resolve()
        assert isinstance(root, ImageRoot)
        document = manifests.parse(root.data, root.media_type)
        if isinstance(document, Index):
            document = manifests.parse(await fetcher.manifest(document.manifests[0]))
        assert isinstance(document, Manifest)
        assert document.config is not None
        config = json.loads(await fetcher.small_blob(document.config, 1 << 20))
        assert config["os"] == "linux"
        return await content(fetcher, document.layers[0]), fetcher.traffic.requests, root.notes
    finally:
        fetcher.close()


async def test_an_index_costs_four_requests(registry: DebianRegistry, tmp_path: Path) -> None:
    registry.push_image("fetching/index", "amd64", LAYER, base=0)
    registry.push_index("fetching/index", "v1", {"linux/amd64": registry.manifest("fetching/index", "amd64")})
    data, requests, _ = await look(f"{registry.host}/fetching/index:v1", tmp_path / "cache")
    assert (data, requests) == (LAYER, 4)


async def test_the_second_look_by_digest_costs_nothing(registry: DebianRegistry, tmp_path: Path) -> None:
    digest = registry.push_image("fetching/digest", "v1", LAYER, base=0)
    costs = [(await look(f"{registry.host}/fetching/digest@{digest}", tmp_path / "cache"))[1] for _ in range(2)]
    assert costs == [3, 0]


async def test_a_refresh_costs_what_the_first_look_did(registry: DebianRegistry, tmp_path: Path) -> None:
    registry.push_image("fetching/tag", "v1", LAYER, base=0)
    name = f"{registry.host}/fetching/tag:v1"
    accesses = [Access(), Access(), Access(refresh=True)]
    assert [(await look(name, tmp_path / "cache", access))[1] for access in accesses] == [3, 0, 3]


async def test_offline_shows_what_was_read_before(own_registry: DebianRegistry, tmp_path: Path) -> None:
    own_registry.push_image("fetching/offline", "v1.0.0", LAYER, base=0)
    name = f"{own_registry.host}/fetching/offline"
    await look(name, tmp_path / "cache")
    own_registry.stop()
    data, requests, notes = await look(name, tmp_path / "cache", Access(offline=True))
    assert (data, requests) == (LAYER, 0)
    assert notes[0] == "No tag was given: v1.0.0 is the newest release."
    assert notes[1].startswith("cached ")
    assert notes[1].endswith(" ago; offline.")


async def test_a_package_that_was_read_before_is_shown_where_the_registry_is_gone(
    own_registry: DebianRegistry, tmp_path: Path
) -> None:
    own_registry.push_image("fetching/gone-since", "v1", LAYER, base=0)
    name = f"{own_registry.host}/fetching/gone-since:v1"
    await look(name, tmp_path / "cache")
    own_registry.stop()
    data, _, notes = await look(name, tmp_path / "cache", Access(ask_tags=True))
    assert data == LAYER
    assert " ago; registry unreachable: " in notes[0]


async def test_a_registry_that_goes_away_is_told_and_nothing_is_kept(
    own_registry: DebianRegistry, tmp_path: Path
) -> None:
    own_registry.push_image("fetching/gone", "v1", LAYER, base=0)
    own_registry.stop()
    with pytest.raises(Unreachable, match="connection refused"):
        await look(f"{own_registry.host}/fetching/gone:v1", tmp_path / "cache")
    assert list((tmp_path / "cache").glob("v1/blobs/*/*")) == []


async def test_two_programs_fetch_a_blob_once(registry: DebianRegistry, tmp_path: Path) -> None:
    digest = registry.push_image("fetching/together", "v1", LAYER, base=0)
    name = f"{registry.host}/fetching/together@{digest}"
    # Two stores over one folder lock each other out as two processes do.
    looks = await asyncio.gather(*(look(name, tmp_path / "cache") for _ in range(2)))
    assert [data for data, _, _ in looks] == [LAYER, LAYER]
    # Each may ask for the manifest; config and layer come once.
    assert sum(requests for _, requests, _ in looks) <= 4

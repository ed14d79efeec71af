"""A registry that stops while its package is on the screen, and transfers that a person stops."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from builders.live import live
from builders.oci.images import BuiltImage, BuiltIndex, image, index, labeled, package, write_layout
from builders.oci.layers import BuiltLayer, digest, file, layer
from builders.registry.faulty import FaultyRegistry, Reply, faulty
from builders.registry.registries import DebianRegistry

from xpkgtui.codec import Codec
from xpkgtui.fetching.cache.disk import sealed, unsealed
from xpkgtui.fetching.cache.tag_cache import CachedTag
from xpkgtui.oci.descriptor import PREDICATE
from xpkgtui.visible import part_of

__all__ = ["faulty"]

META = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n---\n"
NOISE = random.Random(7).randbytes(1_100_000)
"""More than is read of a registry without being asked."""
BUILT = labeled(image(layer(file("bin/provider", NOISE)), layer(file("package.yaml", META), base=True)))
SMALL = labeled(image(layer(file("bin/provider", "x" * 999)), layer(file("package.yaml", META), base=True)))


STATES = image(
    BuiltLayer(
        blob=b"{}",
        media_type="application/vnd.in-toto+json",
        annotations={PREDICATE: "https://slsa.dev/provenance/v1"},
        diff_id=digest(b"{}"),
    ),
    subject=SMALL.descriptor(),
)
ARM = labeled(package(META.replace("acme", "arm"), platform="linux/arm64"))
INDEX = index((SMALL, "linux/amd64"), (STATES, "unknown/unknown"), (ARM, "linux/arm64"))


GONE = Reply(status=501)
"""The answer of a registry that has no more to give; it is not asked again by itself."""


def push(registry: DebianRegistry, folder: Path, built: BuiltImage | BuiltIndex = BUILT) -> str:
    registry.push_layout("gone/acme", "v1", write_layout(folder / "layout", built))
    return f"{registry.host}/gone/acme:v1"


def grow_old(folder: Path, seconds: float) -> None:
    """The tags of a cache were read so long ago."""
    for path in (folder / "cache" / "v1" / "names").iterdir():
        about, tags = ("tag", path.name), Codec[CachedTag](CachedTag)
        tag = tags.decode(unsealed(about, path.read_bytes()) or b"")
        path.write_bytes(sealed(about, tags.encode(replace(tag, at=tag.at - seconds))) or b"")


async def test_r_says_how_old_the_answer_is_and_everything_stays(
    own_registry: DebianRegistry, tmp_path: Path
) -> None:
    async with live(push(own_registry, tmp_path), tmp_path, size=(80, 24)) as shown:
        await shown.press("2", "j")
        before = shown.app.inspection, shown.selection
        assert "accepts it" in shown.text
        own_registry.stop()
        grow_old(tmp_path, 725)
        await shown.press("r")
        assert "cached 12 min ago; registry unreachable" in shown.text
        assert shown.toasts == ["Cached 12 min ago; registry unreachable."]
        assert "accepts it" in shown.text
        assert (shown.app.inspection.findings, shown.selection) == (before[0].findings, before[1])
        own_registry.start()
        await shown.press("r")
        assert "unreachable" not in shown.text.replace(shown.toasts[0], "")
        assert shown.selection == before[1]


async def test_what_cannot_be_opened_again_stays_on_the_screen(own_registry: DebianRegistry, tmp_path: Path) -> None:
    async with live(push(own_registry, tmp_path), tmp_path) as shown:
        own_registry.stop()
        await shown.press("ctrl+r")
        assert "accepts it" in shown.text
        assert "! earlier content; reload failed: registry unreachable" in shown.text.split("\n")[0]
        assert "cannot be reached" in shown.toasts[0]
        await shown.press("3")
        assert "package.yaml" in shown.text
        own_registry.start()
        await shown.press("r")
        assert "earlier content" not in shown.text
        assert shown.toasts == ["Reloaded."]


async def test_a_package_opens_from_the_cache_where_the_registry_is_gone(
    own_registry: DebianRegistry, tmp_path: Path
) -> None:
    name = push(own_registry, tmp_path)
    async with live(name, tmp_path):
        pass
    own_registry.stop()
    grow_old(tmp_path, 7300)
    async with live(name, tmp_path, size=(80, 24)) as shown:
        assert "cached 2 h ago; registry unreachable" in shown.text
        assert "accepts it" in shown.text


async def test_a_layer_of_a_registry_that_is_gone_fails_in_its_pane_and_r_recovers_it(
    own_registry: DebianRegistry, tmp_path: Path
) -> None:
    async with live(push(own_registry, tmp_path), tmp_path) as shown:
        own_registry.stop()
        await shown.press("2", "j", "t", "t")
        assert "cannot be reached: connection refused" in shown.text
        assert "r tries it again" in shown.text
        assert "accepts it" in shown.text
        assert "acme" in shown.text
        before = shown.selection
        await shown.press("r")
        assert "cannot be reached" in shown.text
        own_registry.start()
        await shown.press("r")
        assert "cannot be reached" not in shown.text
        assert "bin" in shown.text
        assert shown.selection == before


async def test_an_attestation_of_a_registry_that_is_gone_fails_in_its_page_and_r_recovers_it(
    faulty: FaultyRegistry, tmp_path: Path
) -> None:
    address = f"/v2/acme/manifests/{STATES.digest}"
    name = serve(faulty, INDEX)
    whole, faulty.routes[address] = faulty.routes[address], GONE
    async with live(name, tmp_path) as shown:
        assert "accepts it" in shown.text
        await shown.press("1", "j")
        assert "answered 501" in shown.text
        assert "r tries it again" in shown.text
        faulty.routes[address] = whole
        await shown.press("r")
        assert "slsa.dev/provenance" in shown.text


async def test_another_platform_of_a_registry_that_is_gone_is_recovered_and_not_left(
    faulty: FaultyRegistry, tmp_path: Path
) -> None:
    address = f"/v2/acme/manifests/{ARM.digest}"
    name = serve(faulty, INDEX)
    whole, faulty.routes[address] = faulty.routes[address], GONE
    async with live(name, tmp_path) as shown:
        await shown.press("1", "j", "j", "enter")
        assert "Not read:" in shown.text
        assert "r tries it again" in shown.text
        faulty.routes[address] = whole
        await shown.press("r")
        entry = shown.app.inspection.shown_entry
        assert entry is not None
        assert entry.digest == ARM.digest
        assert "would accept linux/arm64" in shown.text


async def test_another_platform_that_was_compared_opens_where_the_registry_is_gone(
    own_registry: DebianRegistry, tmp_path: Path
) -> None:
    async with live(push(own_registry, tmp_path, INDEX), tmp_path) as shown:
        own_registry.stop()
        await shown.press("1", "j", "j", "enter")
        assert "would accept linux/arm64" in shown.text


async def test_what_hangs_beside_a_package_holds_nothing_up(faulty: FaultyRegistry, tmp_path: Path) -> None:
    name = serve(faulty, INDEX)
    for held in (f"blobs/{SMALL.layers[0].digest}", f"manifests/{ARM.digest}", f"manifests/{STATES.digest}"):
        faulty.routes[f"/v2/acme/{held}"] = faulty.hang
    async with live(name, tmp_path, wait=False) as shown:
        await shown.until(lambda: any(SMALL.layers[0].digest in path for path in faulty.paths()))
        assert "accepts it" in shown.text
        assert not shown.app.busy
        for key, said in (("3", "package.yaml"), ("enter", "meta.pkg.crossplane.io"), ("x", "Steps of")):
            await shown.begin(key)
            await shown.until(lambda said=said: said in shown.text)  # type: ignore[misc]
        await shown.begin("escape")
        await shown.begin("escape")
        assert "not read" not in shown.text.splitlines()[1]
        faulty.routes[f"/v2/acme/blobs/{SMALL.layers[0].digest}"] = Reply(body=SMALL.layers[0].blob)
        await shown.begin("r")
        await shown.until(lambda: "accepts it" in shown.text and not shown.app.busy)


async def test_what_fails_beside_a_package_is_not_said_of_the_package(faulty: FaultyRegistry, tmp_path: Path) -> None:
    name = serve(faulty, SMALL)
    address = f"/v2/acme/blobs/{SMALL.layers[0].digest}"
    whole, faulty.routes[address] = faulty.routes[address], GONE
    async with live(name, tmp_path) as shown:
        assert any(SMALL.layers[0].digest in path for path in faulty.paths())
        assert "accepts it" in shown.text
        assert shown.toasts == []
        await shown.press("2", "j", "t", "t")
        assert "r tries it again" in shown.text
        faulty.routes[address] = whole
        await shown.press("r")
        assert "bin" in shown.text
        assert "accepts it" in shown.text


async def test_esc_stops_the_transfer_of_a_layer_and_enter_fetches_it(faulty: FaultyRegistry, tmp_path: Path) -> None:
    name = serve(faulty)
    address = f"/v2/acme/blobs/{BUILT.layers[0].digest}"
    whole = faulty.routes[address]
    blob = BUILT.layers[0].blob

    def slow() -> Iterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(blob) + blob[:100]
        faulty.released.wait()

    faulty.routes[address] = lambda _: Reply(raw=slow())
    async with live(name, tmp_path) as shown:
        cost = shown.app.inspection.fetched
        assert cost is not None
        await shown.press("2", "j")
        await shown.begin("t")
        await shown.until(lambda: f"Reading layer 0: {part_of(100, len(blob))}" in shown.text)
        assert "esc stops it" in shown.text
        await shown.press("escape")
        assert f"Stopped at {part_of(100, len(blob))}." in shown.text
        assert "enter reads it" in shown.text
        assert "accepts it" in shown.text
        await shown.until(lambda: not list((tmp_path / "cache" / "v1" / "ingest").iterdir()))
        counted = shown.app.inspection.fetched
        assert counted is not None
        assert (counted.fetched, counted.requests) == (cost.fetched + 100, cost.requests)
        faulty.routes[address] = whole
        await shown.press("enter")
        assert "bin" in shown.text
        counted = shown.app.inspection.fetched
        assert counted is not None
        assert counted.fetched == cost.fetched + 100 + len(blob)
        assert counted.requests == cost.requests + 2


def serve(registry: FaultyRegistry, built: BuiltImage | BuiltIndex = BUILT) -> str:
    """The package, from a registry that may misbehave."""
    for each, data in built.blobs().items():
        registry.routes[f"/v2/acme/blobs/{each}"] = Reply(body=data)
    images = built.entries if isinstance(built, BuiltIndex) else ()
    for one in (*images, built):
        registry.add_manifest("acme", "v1", one.manifest, **{"Content-Type": one.media_type})
    return f"{registry.host}/acme:v1"


async def test_another_platform_is_not_said_to_be_accepted_before_it_is_read(
    faulty: FaultyRegistry, tmp_path: Path
) -> None:
    name = serve(faulty, INDEX)
    address = f"/v2/acme/manifests/{ARM.digest}"
    whole, faulty.routes[address] = faulty.routes[address], faulty.hang
    async with live(name, tmp_path, wait=False) as shown:
        await shown.until(lambda: any(ARM.digest in path for path in faulty.paths()))
        for key in ("1", "j", "j", "enter"):
            await shown.begin(key)
        await shown.until(lambda: "Reading the manifest of linux/arm64" in shown.text)
        assert "accept" not in shown.text
        await shown.press("escape")
        assert "Stopped:" in shown.text
        assert "accept" not in shown.text
        await shown.press("2")
        assert "r reads it" in shown.text
        faulty.routes[address] = whole
        await shown.press("r")
        assert "would accept linux/arm64" in shown.text


async def test_an_opening_that_is_stopped_says_so_in_every_pane(faulty: FaultyRegistry, tmp_path: Path) -> None:
    name = serve(faulty)
    address = f"/v2/acme/blobs/{BUILT.layers[1].digest}"
    whole = faulty.routes[address]
    faulty.routes[address] = faulty.hang
    async with live(name, tmp_path, wait=False) as shown:
        await shown.until(lambda: "Reading layer 1" in shown.text)
        await shown.press("escape")
        for key in "34":
            await shown.press(key)
            assert f"Stopped at 0 of {len(BUILT.layers[1].blob)} B." in shown.text
            assert "r reads it" in shown.text
        faulty.routes[address] = whole
        await shown.press("r")
        assert "accepts it" in shown.text

"""Every opening verifies what it reads: a healthy copy that was opened before hides no damage."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source, opened
from builders.oci.images import BuiltImage, image, index, package, write_dir, write_layout, xpkg
from builders.oci.layers import digest, file, layer
from builders.registry.registries import DebianRegistry

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort
from xpkgtui.sources.access import Access

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: {}\n"


def built(name: str) -> BuiltImage:
    return package(META.format(name), layer(file("runtime", name)))


def blob(folder: Path, digest: str) -> Path:
    """The file of a blob in a layout."""
    return folder / "blobs" / digest.replace(":", "/")


def tamper(path: Path) -> None:
    """Changes one byte; size and times stay."""
    before, data = path.stat(), path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def acceptance(state: Inspection) -> Acceptance | None:
    return state.verdict.value.acceptance if isinstance(state.verdict, Ready) else None


def facts(state: Inspection) -> tuple[object, ...]:
    """What is said of a package."""
    return acceptance(state), tuple((one.rule, one.message) for one in state.findings), state.rows, state.failure


@pytest.fixture
def warm(tmp_path: Path) -> Options:
    """Options with a cache."""
    return Options(price=-1, cache_dir=str(tmp_path / "cache"))


async def opened_twice(path: Path, damaged: Path, change: str, warm: Options) -> None:
    """A healthy opening, the damage, and an opening that must say the same as one without a cache."""
    assert acceptance(await inspect_source(path, warm)) is Acceptance.ACCEPTED
    tamper(damaged) if change == "tampered" else damaged.unlink()
    second = await inspect_source(path, warm)
    assert acceptance(second) is not Acceptance.ACCEPTED
    assert facts(second) == facts(await inspect_source(path, Options(price=-1)))


@pytest.mark.parametrize("change", ["tampered", "absent"])
async def test_a_damaged_base_layer_of_a_layout_is_seen(tmp_path: Path, warm: Options, change: str) -> None:
    one = built("acme")
    folder = write_layout(tmp_path / "layout", one, tags=["v1"])
    await opened_twice(folder, blob(folder, one.layers[-1].digest), change, warm)


@pytest.mark.parametrize("change", ["tampered", "absent"])
async def test_a_damaged_manifest_of_a_platform_is_seen(tmp_path: Path, warm: Options, change: str) -> None:
    one = built("acme")
    folder = write_layout(tmp_path / "layout", index((one, "linux/amd64")), tags=["v1"])
    await opened_twice(folder, blob(folder, one.digest), change, warm)


@pytest.mark.parametrize("change", ["tampered", "absent"])
async def test_a_damaged_blob_of_skopeo_is_seen(tmp_path: Path, warm: Options, change: str) -> None:
    one = built("acme")
    folder = write_dir(tmp_path / "dir", one)
    await opened_twice(folder, folder / one.layers[-1].digest.removeprefix("sha256:"), change, warm)


async def test_another_platform_that_is_damaged_is_seen(tmp_path: Path, warm: Options) -> None:
    one, other = built("acme"), image(*built("acme").layers, platform="linux/arm64")
    folder = write_layout(tmp_path / "layout", index((one, "linux/amd64"), (other, "linux/arm64")), tags=["v1"])
    options = replace(warm, children=True)
    healthy = await inspect_source(folder, options)
    tamper(blob(folder, other.digest))
    assert facts(await inspect_source(folder, options)) != facts(healthy)


async def test_a_damaged_config_is_seen(tmp_path: Path, warm: Options) -> None:
    one = built("acme")
    folder = write_layout(tmp_path / "layout", one, tags=["v1"])
    healthy = await inspect_source(folder, warm)
    blob(folder, digest(one.config)).unlink()
    again = await inspect_source(folder, warm)
    assert facts(again) != facts(healthy)
    assert facts(again) == facts(await inspect_source(folder, Options(price=-1)))


@pytest.mark.parametrize("form", ["layout", "archive"])
async def test_nothing_local_is_kept(tmp_path: Path, warm: Options, form: str) -> None:
    path = tmp_path / "acme.xpkg"
    if form == "layout":
        write_layout(path, built("acme"), tags=["v1"])
    else:
        path.write_bytes(xpkg(built("acme")))
    assert acceptance(await inspect_source(path, warm)) is Acceptance.ACCEPTED
    assert not (tmp_path / "cache").exists()


async def test_an_archive_that_is_replaced_while_it_is_open_is_read_anew(tmp_path: Path, warm: Options) -> None:
    path = tmp_path / "acme.xpkg"
    port = LocalPort()
    names = []
    for name in ("first", "other"):
        path.write_bytes(xpkg(built(name)))
        names += [row.name for row in (await opened(port, path, warm)).rows]
    await port.close()
    assert names == ["first", "other"]


@pytest.mark.registry
async def test_an_extract_answers_only_for_layers_that_are_verified(
    own_registry: DebianRegistry, tmp_path: Path, warm: Options
) -> None:
    name = _pushed(own_registry, tmp_path)
    assert acceptance(await inspect_source(name, warm)) is Acceptance.ACCEPTED
    own_registry.stop()
    offline = replace(warm, access=Access(offline=True))
    assert acceptance(await inspect_source(name, offline)) is Acceptance.ACCEPTED
    for one in (tmp_path / "cache" / "v1" / "blobs" / "sha256").iterdir():
        if not one.read_bytes().startswith(b"{"):
            tamper(one)
    assert acceptance(await inspect_source(name, offline)) is not Acceptance.ACCEPTED


@pytest.mark.registry
async def test_a_refresh_asks_for_every_byte_again(
    own_registry: DebianRegistry, tmp_path: Path, warm: Options
) -> None:
    name = _pushed(own_registry, tmp_path)
    cold = await inspect_source(name, warm)
    again = await inspect_source(name, warm)
    anew = await inspect_source(name, replace(warm, access=Access(refresh=True)))
    fetched = [one.fetched.fetched for one in (cold, again, anew) if one.fetched]
    assert fetched[0] > 0
    assert fetched == [fetched[0], 0, fetched[0]]


def _pushed(registry: DebianRegistry, folder: Path) -> str:
    registry.push_layout("acme/package", "v1", write_layout(folder / "pushed", built("acme"), tags=["v1"]))
    return f"{registry.host}/acme/package:v1"

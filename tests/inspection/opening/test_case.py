"""What is found out for rules about images, and when; nothing is fetched for them alone."""

from pathlib import Path

import pytest
from builders.inspection.inspections import EVERYTHING, answers, inspect_image, inspect_source, opened, said_by
from builders.oci.archives import listing
from builders.oci.images import docker_archive, image, index, package, write_layout
from builders.oci.layers import file, layer, tar
from builders.packages.judgements import PROVIDER
from builders.registry.faulty import FaultyRegistry, Reply, errors

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.events import CaseReady
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Open, OpenPlatform, Options
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort

STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)


async def test_stack_in_a_package_is_told(tmp_path: Path) -> None:
    stack = layer(file(".registry/app.yaml", "title: x\n"))
    state = await inspect_image(tmp_path, image(layer(STREAM), stack))
    assert state.format.name == "xpkg"
    assert said_by(state, "XPKG412") == ["Layer 1 holds .registry/app.yaml, a file of stacks before Crossplane 0.13"]


@pytest.mark.parametrize(
    ("asked", "profile", "lacking"),
    [("spec", "spec", ""), ("format-v2", "format-v2", ""), ("opm", "format-v2", "opm")],
)
async def test_a_package_of_a_fork_is_judged_as_asked_for_and_else_by_its_own_profile(
    tmp_path: Path, asked: str, profile: str, lacking: str
) -> None:
    fork = PROVIDER.replace("meta.pkg.crossplane.io", "meta.pkg.ibm.crossplane.io")
    port = LocalPort()
    source = str(write_layout(tmp_path / "layout", package(fork)))
    events = await answers(port, Open(source=source, options=Options(profile=asked, asked_profile=asked)))
    (case,) = [event.case for event in events if isinstance(event, CaseReady)]
    await port.close()
    assert (case.profile, case.profiles.lacking) == (profile, lacking)


async def test_other_platform_counts_once_it_was_opened(tmp_path: Path) -> None:
    other = package(PROVIDER.replace("Read on.", "Read more."), platform="linux/arm64")
    folder = write_layout(tmp_path / "layout", index((package(PROVIDER), "linux/amd64"), (other, "linux/arm64")))
    port = LocalPort()
    state = await opened(port, folder)
    assert said_by(state, "XPKG108") == []
    events = await answers(port, OpenPlatform(digest=other.digest))
    state = fold_all(state, events)
    assert said_by(state, "XPKG108") == [
        "The package.yaml of manifest 1 (linux/arm64) differs from that of manifest 0 (linux/amd64)"
    ]
    await port.close()


async def test_sibling_that_is_missing_is_a_warning(tmp_path: Path) -> None:
    other = package(PROVIDER, platform="linux/arm64")
    folder = write_layout(tmp_path / "layout", index((package(PROVIDER), "linux/amd64"), (other, "linux/arm64")))
    (folder / "blobs" / "sha256" / other.digest.removeprefix("sha256:")).unlink()
    state = await inspect_source(folder, EVERYTHING)
    assert len(said_by(state, "XPKG111")) == 1
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.acceptance is Acceptance.ACCEPTED
    assert "manifest 1 (linux/arm64) cannot be read" in said_by(state, "XPKG111")[0]


async def test_layer_that_an_archive_does_not_hold_leaves_the_others(tmp_path: Path) -> None:
    built = image(layer(file("a")), BASE)
    name = f"{built.layers[0].digest.removeprefix('sha256:')}.tar.gz"
    path = tmp_path / "half.xpkg"
    path.write_bytes(
        tar(file("c.json", built.config), file("p.tar.gz", built.layers[1].blob), listing(name, "p.tar.gz"))
    )
    state = await inspect_source(path, EVERYTHING)
    assert said_by(state, "XPKG002") == [
        f"Layer 0 is missing: manifest.json lists {name}, which is not in the archive"
    ]
    assert said_by(state, "XPKG301") == []
    assert [row.kind for row in state.rows] == ["Provider"]


async def test_one_of_several_images_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "both.tar"
    path.write_bytes(docker_archive((package(PROVIDER), ("a:1",)), (package(PROVIDER, layer(file("x"))), ("b:1",))))
    assert said_by(await inspect_source(f"{path}#a:1"), "XPKG003") == [
        "The archive holds several images; only the chosen one is checked"
    ]


async def test_sibling_that_is_denied_is_no_finding(faulty: FaultyRegistry) -> None:
    built, other = package(PROVIDER), package(PROVIDER, platform="linux/arm64")
    both = index((built, "linux/amd64"), (other, "linux/arm64"))
    for name, data in both.blobs().items():
        faulty.routes[f"/v2/acme/blobs/{name}"] = Reply(body=data)
    faulty.add_manifest("acme", "child", built.manifest)
    faulty.add_manifest("acme", "v1", both.manifest, **{"Content-Type": both.media_type})
    faulty.routes[f"/v2/acme/manifests/{other.digest}"] = Reply(status=403, body=errors("DENIED"))
    state = await inspect_source(f"{faulty.host}/acme:v1", EVERYTHING)
    assert isinstance(state.verdict, Ready)
    assert said_by(state, "XPKG111") == []

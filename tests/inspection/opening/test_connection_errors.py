"""Trouble with the network or with credentials says nothing about the package."""

import json
from dataclasses import replace

import pytest
from builders.inspection.inspections import inspect_source
from builders.oci.images import BuiltImage, BuiltIndex, image, index, package
from builders.oci.layers import digest, file, layer
from builders.registry.faulty import FaultyRegistry, Reply, errors

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import LayerScope, Options
from xpkgtui.rules.finding import Acceptance, Severity

STREAM = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
DENIED = Reply(status=403, body=errors("DENIED"))


async def test_a_layer_that_is_denied_leaves_the_verdict_open(faulty: FaultyRegistry) -> None:
    built = package(STREAM)
    state = await inspected(faulty, built, denied=f"blobs/{built.layers[0].digest}")
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.acceptance is None
    assert [(part, failure.kind) for part, failure in state.failures] == [("objects", "authentication")]
    assert [item.layer for item in state.unread] == [0]
    assert "XPKG301" not in {finding.rule for finding in state.findings}


async def test_a_denied_layer_is_asked_for_once(faulty: FaultyRegistry) -> None:
    built = package(STREAM)
    path = f"blobs/{built.layers[0].digest}"
    await inspected(faulty, built, denied=path)
    assert len([asked for asked in faulty.paths() if asked.endswith(path)]) == 1


async def test_a_manifest_that_is_denied_is_no_finding(faulty: FaultyRegistry) -> None:
    built = package(STREAM)
    state = await inspected(faulty, index((built, "linux/amd64")), denied=f"manifests/{built.digest}")
    assert [(part, failure.kind) for part, failure in state.failures] == [("layers", "authentication")]
    assert "XPKG201" not in {finding.rule for finding in state.findings}


async def test_a_config_that_is_denied_is_no_finding(faulty: FaultyRegistry) -> None:
    built = package(STREAM)
    state = await inspected(faulty, built, denied=f"blobs/{digest(built.config)}")
    assert [(part, failure.kind) for part, failure in state.failures] == [("config", "authentication")]
    assert "XPKG211" not in {finding.rule for finding in state.findings}


@pytest.mark.parametrize("reply", [Reply(status=404, body=errors("BLOB_UNKNOWN")), Reply(body=b"other")])
async def test_a_layer_that_is_gone_or_other_is_a_finding(faulty: FaultyRegistry, reply: Reply) -> None:
    built = package(STREAM)
    state = await inspected(faulty, built, denied=f"blobs/{built.layers[0].digest}", reply=reply)
    assert "XPKG301" in {finding.rule for finding in state.findings}


async def inspected(
    registry: FaultyRegistry,
    built: BuiltImage | BuiltIndex,
    *,
    denied: str,
    reply: Reply = DENIED,
    reach: LayerScope = LayerScope.PATH,
) -> Inspection:
    """A package of which one thing cannot be had."""
    for name, data in built.blobs().items():
        registry.routes[f"/v2/acme/blobs/{name}"] = Reply(body=data)
    for each in built.entries if isinstance(built, BuiltIndex) else ():
        assert isinstance(each, BuiltImage)
        registry.add_manifest("acme", "child", each.manifest)
    registry.add_manifest("acme", "v1", built.manifest, **{"Content-Type": built.media_type})
    registry.routes[f"/v2/acme/{denied}"] = reply
    return await inspect_source(f"{registry.host}/acme:v1", Options(price=-1, cache_dir=None, reach=reach))


@pytest.mark.parametrize("is_needed", [False, True])
async def test_a_foreign_layer_that_the_registry_lacks_is_not_damaged(
    faulty: FaultyRegistry, is_needed: bool
) -> None:
    built = image(layer(file("package.yaml", STREAM), base=not is_needed), layer(file("a")))
    manifest = json.loads(built.manifest)
    manifest["layers"][1]["urls"] = ["https://foreign.example.org/a"]
    state = await inspected(
        faulty,
        replace(built, manifest=json.dumps(manifest).encode()),
        denied=f"blobs/{built.layers[1].digest}",
        reply=Reply(status=404, body=errors("BLOB_UNKNOWN")),
        reach=LayerScope.ALL,
    )
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.acceptance is (None if is_needed else Acceptance.ACCEPTED)
    [found] = [one for one in state.findings if one.rule == "XPKG301"]
    assert found.severity is Severity.INFO
    assert "it names https://foreign.example.org/a" in found.message
    assert ("Crossplane fetches it from there" in found.message) is is_needed

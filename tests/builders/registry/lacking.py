"""An index in a registry of which one part at a time is gone, damaged or refused: what is replied then.

golden("lacking_tags", lacking(faulty, "tags|manifests", LookAtTags(...)))      # parts whose address matches
"""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from builders.inspection.replies import replies
from builders.oci.images import image, index, package
from builders.oci.layers import file, layer, opaque, whiteout
from builders.oci.signatures import attestation, signature
from builders.packages.edited import differences
from builders.packages.judgements import CRD
from builders.registry.faulty import FaultyRegistry, Reply, Route
from builders.registry.packages import meta, serve

from xpkgtui.inspection.messages.requests import LayerScope, Options, Request
from xpkgtui.sources.access import Access

_HOST = "registry.example"
NAME = f"{_HOST}/a/all"
_META = meta("Configuration", "all", ("Provider", f"{_HOST}/a/nop", ">=v1.0.0"))
_LOWER = layer(file("bin/x", "x"), file("etc/a/b"), file("etc/c"))
_UPPER = layer(whiteout("bin/x"), opaque("etc/a"), file("package.yaml", f"{_META}---\n{CRD}"), base=True)
HERE = image(_LOWER, _UPPER, layer(file("examples.yaml", "a: 1")), history=("one", "two"))
THERE = package(f"{_META}---\n{CRD}", platform="linux/arm64")
NESTED = index((package(meta("Provider", "arm"), platform="linux/arm/v7"), "linux/arm/v7"))
STATED = attestation(HERE.digest)
"""The image for the default platform, that for another one, an index in the index, and an attestation."""
_SIGNED = signature(HERE.digest)
ATTACHED = "|".join(digest for built in (_SIGNED, STATED) for digest in built.blobs())
"""The parts of what belongs to the image."""
_WHOLE = json.loads(index((THERE, "linux/arm64"), (HERE, "linux/amd64"), (NESTED, None)).manifest)
_ABOUT = {"vnd.docker.reference.type": "attestation-manifest", "vnd.docker.reference.digest": HERE.digest}
_WHOLE["manifests"].append(
    STATED.descriptor(annotations=_ABOUT, platform={"os": "unknown", "architecture": "unknown"})
)


def reached(registry: FaultyRegistry) -> Options:
    """Options that reach everything; as a proxy the registry gives names to what is the same in every run."""
    access = Access(plain_http=frozenset([_HOST]), environment={"http_proxy": f"http://{registry.host}"})
    return Options(access=access, price=-1, reach=LayerScope.ALL, children=True, every_platform=True)


def lacking(registry: FaultyRegistry, parts: str, *requests: Request) -> str:
    """What is replied with every part, and what is said anew without each of `parts`, by a pattern of addresses.

    Each part lacks in one way, the next one in the next.
    """
    _stock(registry)
    sound = {f"http://{_HOST}{path}": route for path, route in registry.routes.items()}
    options = reached(registry)

    def said(shop: tuple[Mapping[str, Route], Options]) -> list[str]:
        registry.routes = dict(shop[0])
        text = asyncio.run(replies(Path(), f"{NAME}:v1.0.0", *requests, options=shop[1]))
        return text.splitlines()

    def faults(_: object) -> Iterator[tuple[str, tuple[Mapping[str, Route], Options]]]:
        registry.asked.clear()
        said((sound, options))
        asked = {one.path.partition("?")[0] for one in registry.asked}
        for number, path in enumerate(one for one in sound if one in asked and re.search(parts, one)):
            route = sound[path]
            assert isinstance(route, Reply)
            damaged = Reply(body=route.body[:-1] + b" ", headers=route.headers)
            ways = (("gone", Reply(status=404)), ("damaged", damaged), ("refused", Reply(status=403)))
            words, other = ways[number % 3]
            yield f"{path.partition('/v2/')[2][:36]} {words}", ({**sound, path: other}, options)
        for price in (0, 130, 700):
            yield f"nothing above {price} bytes", (sound, replace(options, price=price, reach=LayerScope.CHEAP))

    return differences({"": (sound, options)}, said, faults)


def _stock(registry: FaultyRegistry) -> None:
    """Serves the index, signed, and the package that it needs."""
    serve(registry, "a/nop", "v1.0.0", meta("Provider", "nop"))
    tag = f"{HERE.digest.replace(':', '-')}.sig"
    for built in (HERE, THERE, *NESTED.entries, NESTED, STATED, _SIGNED):
        for digest, data in built.blobs().items():
            registry.routes[f"/v2/a/all/blobs/{digest}"] = Reply(body=data)
        kind = {"Content-Type": built.media_type}
        registry.routes[f"/v2/a/all/manifests/{built.digest}"] = Reply(headers=kind, body=built.manifest)
    registry.add_manifest("a/all", tag, _SIGNED.manifest)
    registry.add_manifest("a/all", "v1.0.0", json.dumps(_WHOLE).encode(), **{"Content-Type": _WHOLE["mediaType"]})
    registry.routes["/v2/a/all/tags/list"] = Reply(body=json.dumps({"tags": ["v1.0.0", "v0.9.0", tag]}).encode())

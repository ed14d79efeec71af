"""A folder of small packages of every sort, for what commands write of them: each has something to say."""

import json
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
from builders.goldens import once
from builders.inspection.replies import replies
from builders.oci.images import image, index, package, write_layout, xpkg
from builders.oci.layers import (
    file,
    folder,
    gzip,
    hardlink,
    layer,
    layer_of,
    node,
    opaque,
    symlink,
    tar,
    whiteout,
    zstd,
)
from builders.packages.bundles import CSV, CSV_FILE, SOUND, write
from builders.packages.disagreeing import DISAGREEING, GOOD
from builders.packages.edited import lengthened
from builders.packages.folders import write_folder
from builders.packages.judgements import CRD, PROVIDER
from builders.packages.whole import SERVICE_VERSION, parsed

from xpkgtui.inspection.messages.requests import LayerScope, Options, Request
from xpkgtui.limits import LIMITS, TABLE

_META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: stores}\n"
_VERSION = """\
  - name: %s
    served: %s
    storage: %s
    schema:
      openAPIV3Schema:
        type: object
        description: A bucket.
        required: [spec]
        properties:
          spec:
            type: object
            required: [region]
            properties:
              policy: {type: string, enum: [Orphan, Delete], default: Delete, description: What happens then.}
              region: {type: string, description: "Where it lives.\\nFor ever.", minLength: 1, maxLength: 9}
              count: {type: integer, minimum: 0, maximum: 9, nullable: true, format: int32}
              tags: {type: array, items: {type: object, properties: {key: {type: string}}}, maxItems: 3}
              labels: {type: object, additionalProperties: {type: string}}
              either: {x-kubernetes-int-or-string: true}
              anything: {type: object, x-kubernetes-preserve-unknown-fields: true}
            x-kubernetes-validations:
            - {rule: self.region == oldSelf.region, message: region is immutable}
          status: {type: object, properties: {url: {type: string}}}
"""
_BUCKET = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: buckets.%(group)s}
spec:
  group: %(group)s
  scope: %(scope)s
  names: {kind: Bucket, plural: buckets, shortNames: [bkt]}
  versions:
"""
_STORE = """\
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {name: xstores.example.org}
spec:
  group: example.org
  names: {kind: XStore, plural: xstores}
  claimNames: {kind: Store, plural: stores}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: string}}}}}}
"""
_NEWEST = (_VERSION % ("v1", "true", "true"), _VERSION % ("v1alpha1", "false", "false"))


def _bucket(group: str = "s3.example.org", scope: str = "Cluster", *versions: str) -> str:
    return _BUCKET % {"group": group, "scope": scope} + "".join(versions or _NEWEST)


_OTHER = _VERSION.replace("maxLength: 9", "maxLength: 5").replace("count: {type: integer", "count: {type: string")
_CHANGED = _bucket("s3.example.org", "Cluster", _OTHER % ("v1", "true", "true"))
_GOOD = "apiVersion: s3.example.org/v1\nkind: Bucket\nmetadata: {name: a}\nspec: {region: here}\n"
_BAD = _GOOD.replace("name: a", "name: b").replace("{region: here}", "{region: 7, x: 1}")
_DOUBTFUL = _GOOD.replace("name: a", "name: c, managedFields:  [{}]")
_BUILT_IN = "apiVersion: v1\nkind: Secret\nmetadata: {name: d}\n"
_UNDEFINED = _GOOD.replace("s3.example.org", "gone.example.org")
_SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\n"
_ASKING = CSV.replace(
    "      deployments:\n",
    "      clusterPermissions:\n      - serviceAccountName: tides\n"
    "        rules: [{verbs: ['*'], apiGroups: [''], resources: [secrets]}]\n      deployments:\n",
)
_CATALOG = (
    "schema: olm.package\nname: a\ndefaultChannel: s\n---\n"
    "schema: olm.channel\nname: s\npackage: a\nentries: [{name: a.v1}, {name: a.v2, replaces: a.v1}]\n---\n"
    "schema: olm.channel\nname: t\npackage: a\nentries: [{name: a.v1}]\n---\n"
    + "---\n".join(
        f"schema: olm.bundle\nname: a.v{one}\npackage: a\nimage: quay.io/acme/a:v{one}\n"
        f"properties: [{{type: olm.package, value: {{packageName: a, version: {one}.0.0}}}}]\n"
        for one in (1, 2)
    )
)
_WRECK = tar(file("a", "1" * 2_000), file("b", "2"))
_WRECKED = image(
    layer(
        *(file("d/x", "1"), file("e/y", "2"), file("f", "3", mode=0o4755), hardlink("hard", "f"), folder("empty")),
        *(symlink("gone", "no/where"), symlink("to", "d"), symlink("up", "../../etc"), symlink("loop", "loop")),
        *(node("pipe", tarfile.FIFOTYPE), node("device", tarfile.CHRTYPE), file("binary", b"\0\xff")),
    ),
    layer(whiteout("d/x"), opaque("e"), file("e/z"), file("to", "4"), whiteout("none"), file("./g"), file("x/../h")),
    layer(file("package.yaml", f"{PROVIDER}---\n{CRD}"), base=True),
    layer(file("late/package.yaml", PROVIDER), annotation="other"),
    *map(layer_of, (b"no layer", gzip(_WRECK)[:60], gzip(_WRECK[:700]), gzip(b"x" * 600), zstd(_WRECK)[:20])),
    layer_of(gzip(_WRECK), media_type="text/plain"),
    layer_of(gzip(_WRECK) + b"more", inflated=_WRECK, annotation="upbound"),
    layer_of(b""),
    labels={"io.crossplane.xpkg:sha256:0": "base"},
)
"""An image with all that may be odd in a layer, and layers that are broken."""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which all packages stand."""
    stand(folder := tmp_path_factory.mktemp("shelf"))
    return folder


def stand(at: Path) -> None:
    """Writes the packages: streams, sources, images and layouts."""
    texts = {
        "store.yaml": (_META, _bucket(), _STORE),
        "other.yaml": (_META, _CHANGED),
        "twice.yaml": (_META, _bucket(), _bucket("other.example.org", "Namespaced")),
        "broken.yaml": (PROVIDER, "a: [\n", CRD),
        "stops.yaml": (PROVIDER, "a: {{\n--- x\n", CRD),
        "refused.yaml": (_META, _SECRET),
        "good.yaml": ("", PROVIDER, CRD, ""),
        "empty.yaml": (_META,),
        "ibm.yaml": ("", CRD, PROVIDER.replace("pkg.crossplane.io", "pkg.ibm.crossplane.io")),
        "catalog.yaml": (_CATALOG,),
    }
    for name, documents in texts.items():
        (at / name).write_text("---\n".join(documents))
    examples = {"a": _GOOD, "b": f"{_BAD}---\n{_BUILT_IN}", "c": _DOUBTFUL, "d": _UNDEFINED, "e": "a: ["}
    sources = {"package/crossplane.yaml": _META, "package/bucket.yaml": _bucket(), "package/store.yaml": _STORE}
    write_folder(at / "sources", sources | {f"examples/{name}.yaml": one for name, one in examples.items()})
    write_folder(at / "fine", sources | {"examples/a.yaml": _GOOD})
    (full,) = parsed(SERVICE_VERSION)
    write(at / "full", {**SOUND, CSV_FILE: SERVICE_VERSION})
    write(at / "vast", {**SOUND, CSV_FILE: json.dumps(lengthened(full))})
    write(at / "tides", {**SOUND, CSV_FILE: _ASKING})
    write_layout(at / "good", GOOD)
    for name in ("two bases", "labels alone", "a decoy above", "arm64 alone"):
        write_layout(at / name.replace(" ", "-"), DISAGREEING[name])
    platforms = ("linux/amd64", "linux/arm64")
    write_layout(at / "platforms", index(*((package(PROVIDER, platform=one), one) for one in platforms)))
    write_layout(at / "several", GOOD, package(PROVIDER, platform="linux/arm64"), tags=("a", "b"))
    write_layout(at / "wrecked", _WRECKED)
    write_layout(at / "hollow", index())
    damaged = image(layer(file("bin/x", "x")), layer(file("package.yaml", PROVIDER), base=True))
    layout = write_layout(at / "damaged", damaged)
    blob = layout / "blobs/sha256" / damaged.layers[1].digest.removeprefix("sha256:")
    blob.write_bytes(blob.read_bytes()[:-1] + b"x")
    (at / "good.xpkg").write_bytes(xpkg(package(f"---\n{PROVIDER}---\n{CRD}---\n")))


async def limited(folder: Path, *requests: Request) -> str:
    """What is replied about two packages of the shelf where nothing may exceed one of the limits, each in turn."""
    texts = []
    for name in TABLE:
        options = Options(price=-1, limits=replace(LIMITS, **{name: 1}), children=True, reach=LayerScope.ALL)
        texts += [name, *[await replies(folder, one, *requests, options=options) for one in ("two-bases", "sources")]]
    return once("\n".join(texts))

"""Packages that programs read in different ways, one for each cause."""

from collections.abc import Mapping

from builders.oci.images import BuiltImage, BuiltIndex, image, index, labeled, package
from builders.oci.layers import file, folder, layer
from builders.packages.judgements import CRD
from builders.packages.judgements import PROVIDER as NEWER

PROVIDER = NEWER.replace(">=v1.14.0", ">=v1.0.0")
"""For every version, so that programs differ in what they read."""
STREAM = f"---\n{PROVIDER}---\n{CRD}---\n"
OTHER = layer(file("bin/provider", b"\x7fELF"))
_DECOY = layer(folder("examples"), file("examples/package.yaml", "kind: Bucket\napiVersion: s3.aws.upbound.io/v1\n"))
_LOST = (OTHER, layer(file("package.yaml", STREAM)))
_SPACED = NEWER.replace('">=v1.14.0"', "'>=v1.14.0 <v2'")

DISAGREEING: Mapping[str, BuiltImage | BuiltIndex] = {
    "labels alone": image(*_LOST, labels={f"io.crossplane.xpkg:{_LOST[1].digest}": "base"}),
    "two bases": package(STREAM, layer(file("package.yaml", PROVIDER), base=True)),
    "a decoy above": image(layer(file("package.yaml", STREAM)), _DECOY),
    "a dot before the name": image(layer(file("./package.yaml", STREAM), base=True)),
    "arm64 alone": index((package(STREAM), "linux/arm64")),
    "tar c .": image(layer(folder("./"), file("./package.yaml", STREAM))),
    "no last separator": labeled(package(STREAM.removesuffix("---\n"))),
    "a space in the constraint": labeled(package(f"---\n{_SPACED}---\n{CRD}---\n")),
}
GOOD = labeled(package(STREAM, OTHER))

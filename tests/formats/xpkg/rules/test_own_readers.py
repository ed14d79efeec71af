"""Each profile is judged by its own reader, and an old era that refuses is named."""

import io
from dataclasses import replace

import pytest
from builders.cases import failing
from builders.oci.images import BuiltImage, image
from builders.oci.layers import file, folder, layer, layer_of, symlink, whiteout
from builders.packages.judgements import PROVIDER as NEWER
from builders.packages.judgements import judge_image

from xpkgtui.formats.xpkg.reader.readers import reader
from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.rules.finding import Acceptance, Severity

PROVIDER = NEWER.replace(">=v1.14.0", ">=v1.0.0")
STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)
OTHER = layer(file("bin/provider", "ELF"))
NESTED = file("x/package.yaml", PROVIDER)
IMAGES: dict[str, BuiltImage] = {
    "annotated": image(OTHER, BASE),
    "flattened": image(layer(STREAM), OTHER),
    "dot in the name": image(layer(file("./package.yaml", PROVIDER), base=True)),
    "dot in the name, flattened": image(layer(file("./package.yaml", PROVIDER))),
    "nested": image(layer(NESTED, base=True)),
    "nested, flattened": image(layer(NESTED)),
    "nested before it": image(layer(NESTED, STREAM, base=True)),
    "nested above it, flattened": image(layer(STREAM), layer(NESTED)),
    "twice": image(layer(STREAM, STREAM, base=True)),
    "another name twice": image(layer(STREAM, file("a"), file("a"), base=True)),
    "two bases": image(BASE, layer(STREAM, file("b"), base=True)),
    "zstd": image(layer(STREAM, base=True, compression="zstd")),
    "zstd below, flattened": image(layer(file("a"), compression="zstd"), layer(STREAM)),
    "zstd below the annotated one": image(layer(file("a"), compression="zstd"), BASE),
    "plain": image(layer(STREAM, base=True, compression="none")),
    "root folder, flattened": image(layer(folder("./"), file("./package.yaml", PROVIDER))),
    "removed": image(layer(STREAM), layer(whiteout("package.yaml"))),
    "nothing": image(layer(file("readme.md"), base=True)),
    "link": image(layer(symlink("package.yaml", "a"), file("a", PROVIDER), base=True)),
    "other diff_id": image(replace(BASE, diff_id="sha256:" + "0" * 64)),
    "broken": image(layer_of(b"\x1f\x8b\x08\x00broken", base=True)),
    "257 layers": image(*[OTHER] * 256, BASE),
}
VERSIONS = ("2.4", "2.3", "2.1", "1.20", "1.12", "1.6")
"""One of each way of reading."""


def stops(name: str, built: BuiltImage) -> bool:
    """Whether that reader stops before it has the bytes of the package, or takes none."""
    found = reader(name).read(built.parsed(), built.open_layer, io.BytesIO())
    return not found.has_bytes or not found.size


@pytest.mark.parametrize("version", VERSIONS)
def test_the_verdict_is_that_of_the_reader_of_the_version(version: str) -> None:
    assert failing(IMAGES, lambda name: has_the_verdict_of_its_reader(IMAGES[name], version)) == {}


def has_the_verdict_of_its_reader(built: BuiltImage, version: str) -> None:
    judged = judge_image(built, crossplane=version)
    assert (judged.verdict.acceptance is Acceptance.REFUSED) == stops(SUMMARY.reader_of("crossplane", version), built)


def test_the_specification_reads_in_its_own_way() -> None:
    assert failing(IMAGES, lambda name: is_judged_as_the_specification_reads(IMAGES[name])) == {}


def is_judged_as_the_specification_reads(built: BuiltImage) -> None:
    judged = judge_image(built, "spec")
    # It allows one package.yaml, whatever its reader takes.
    is_refused = stops("spec", built) or "XPKG404" in judged.errors
    assert (judged.verdict.acceptance is Acceptance.REFUSED) == is_refused


def test_crossplane_1_is_read_as_its_last_version_reads() -> None:
    assert SUMMARY.reader_of("crossplane-1", "2.4") == SUMMARY.reader_of("crossplane", "1.20") == "manager-1.13"


@pytest.mark.parametrize("profile", ["crossplane", "crossplane-1", "spec"])
def test_what_stops_the_reader_is_said_once(profile: str) -> None:
    assert failing(IMAGES, lambda name: is_stopped_once(IMAGES[name], profile)) == {}


def is_stopped_once(built: BuiltImage, profile: str) -> None:
    found = judge_image(built, profile)
    layers = [one for one in found.findings if one.severity is Severity.ERROR]
    assert len({(one.rule, one.place.layer) for one in layers}) == len(layers)
    if found.verdict.acceptance is Acceptance.REFUSED:
        assert found.verdict.culprit is not None

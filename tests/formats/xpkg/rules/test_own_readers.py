"""Each profile is judged by its own reader, and an old era that refuses is named."""

import io
from dataclasses import replace

import pytest
from builders.oci.images import BuiltImage, image
from builders.oci.layers import file, folder, layer, layer_of, symlink, whiteout
from builders.packages.judgements import PROVIDER, judge_image

from xpkgtui.formats.xpkg.readers.known import reader
from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.rules.finding import Acceptance, Severity

STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)
OTHER = layer(file("bin/provider", "ELF"))
NESTED = file("x/package.yaml", PROVIDER)
ERAS = ("manager-1.13", "manager-2.0")
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
READING = [name for name in SUMMARY.profiles if name not in ("build", "format-v2")]
"""A build reads no image; the Package Format v2 reads as the specification, and has a meta object of its own."""
ANY = pytest.mark.parametrize("built", IMAGES.values(), ids=IMAGES)


def stops(name: str, built: BuiltImage) -> bool:
    """Whether that reader stops before it has the bytes of the package, or takes none."""
    found = reader(name).read(built.parsed(), built.open_layer, io.BytesIO())
    return not found.has_bytes or not found.size


@ANY
@pytest.mark.parametrize("profile", READING)
def test_the_verdict_is_that_of_the_own_reader(built: BuiltImage, profile: str) -> None:
    names = ERAS if profile == "crossplane-1" else (SUMMARY.readers[profile],)
    judged = judge_image(built, profile)
    # The specification allows one package.yaml, whatever its reader takes.
    is_refused = all(stops(name, built) for name in names) or (profile == "spec" and "XPKG404" in judged.errors)
    assert (judged.verdict.acceptance is Acceptance.REFUSED) == is_refused


def test_an_era_that_alone_refuses_is_named_in_a_warning() -> None:
    refusing = {case: [name for name in ERAS if stops(name, built)] for case, built in IMAGES.items()}
    alone = {case: names[0] for case, names in refusing.items() if len(names) == 1}
    assert len(alone) == 3
    for case, name in alone.items():
        found = judge_image(IMAGES[case], "crossplane-1").findings
        assert [one for one in found if one.severity is Severity.WARNING and name in one.readers], case


@ANY
@pytest.mark.parametrize("profile", ["crossplane", "crossplane-1", "spec"])
def test_what_stops_the_reader_is_said_once(built: BuiltImage, profile: str) -> None:
    found = judge_image(built, profile)
    layers = [one for one in found.findings if one.severity is Severity.ERROR]
    assert len({(one.rule, one.place.layer) for one in layers}) == len(layers)
    if found.verdict.acceptance is Acceptance.REFUSED:
        assert found.verdict.culprit is not None

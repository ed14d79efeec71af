"""What is wrong with an image whose annotations and labels do not say the same, in words."""

import io

import pytest
from builders.oci.images import BuiltImage, image
from builders.oci.layers import file, layer
from builders.packages.judgements import PROVIDER

from xpkgtui.formats.images.comparison import ImageOrigin, ReaderResult
from xpkgtui.formats.xpkg.reader.readers import reader
from xpkgtui.formats.xpkg.repairs import of_image
from xpkgtui.formats.xpkg.tools.eras import READERS

BASE = layer(file("package.yaml", PROVIDER), base=True)
PLAIN = layer(file("package.yaml", PROVIDER))
OTHER, SECOND = layer(file("a")), layer(file("b"), base=True)
LABEL = "io.crossplane.xpkg:"


def causes(built: BuiltImage) -> list[str]:
    """The causes of the repairs that are offered, the likeliest first."""
    parsed = built.parsed()
    results = [
        ReaderResult(reader=one, reading=reader(one.name).read(parsed, built.open_layer, io.BytesIO()))
        for one in READERS
    ]
    return [one.cause for one in of_image(ImageOrigin(repository="a.io/b", tag="v1"), parsed, results, "Provider")]


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ({LABEL + BASE.digest: "base"}, None),
        ({}, "The config has no label base for layer 1."),
        ({LABEL + OTHER.digest: "base"}, "The config labels layer 0 as base, but layer 1 is annotated base."),
        (
            {LABEL + OTHER.digest: "base", LABEL + BASE.digest: "base"},
            "The config labels layer 0 and 1 as base, but layer 1 is annotated base.",
        ),
        (
            {LABEL + "sha256:" + "0" * 64: "base"},
            "The config has a label base for a layer that this image does not have.",
        ),
        (
            {LABEL + BASE.digest: "base", LABEL + "sha256:" + "0" * 64: "base"},
            "The config has a label base for a layer that this image does not have.",
        ),
    ],
)
def test_labels_are_compared_with_the_annotated_layer(labels: dict[str, str], words: str | None) -> None:
    found = causes(image(OTHER, BASE, labels=labels))
    assert found[:1] == ([f"{words} crossplane resource validate goes by labels alone."] if words else found[:1])
    assert any("goes by labels alone" in one for one in found) is (words is not None)


def test_two_annotated_layers_come_first() -> None:
    (first, *_) = causes(image(BASE, SECOND))
    assert first.startswith("Layers 0 and 1 are annotated base.")


def test_an_annotated_layer_without_the_package_is_named() -> None:
    (first, *_) = causes(image(PLAIN, SECOND))
    assert first.startswith("Layer 0 holds package.yaml, but layer 1 is annotated base.")


def test_nothing_can_be_repaired_where_no_layer_has_the_package() -> None:
    assert causes(image(OTHER, SECOND)) == []

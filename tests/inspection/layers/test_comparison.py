"""What the layers of an image show only together: what one hides of another, and whether examples can be read."""

from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_image, said_by
from builders.oci.images import image
from builders.oci.layers import BuiltLayer, file, layer, layer_of, whiteout
from builders.packages.judgements import PROVIDER

from xpkgtui.inspection.messages.requests import Options

STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)


async def test_file_over_the_package_is_found_once_both_layers_are_read(tmp_path: Path) -> None:
    built = image(BASE, layer(file("package.yaml", "other: true\n")))
    state = await inspect_image(tmp_path, built)
    assert said_by(state, "XPKG406") == ["Layer 1 overwrites package.yaml of layer 0 (annotated base)"]
    assert said_by(state, "XPKG407") == [
        "package.yaml of the flattened image comes from layer 1 and differs from that of the base layer"
    ]


async def test_file_over_the_package_is_not_looked_for(tmp_path: Path) -> None:
    built = image(BASE, layer(file("package.yaml", "other: true\n")))
    state = await inspect_image(tmp_path, built, Options(price=-1, children=True))
    assert said_by(state, "XPKG406") + said_by(state, "XPKG407") == []


async def test_same_file_over_the_package_flattens_to_the_same(tmp_path: Path) -> None:
    state = await inspect_image(tmp_path, image(BASE, layer(STREAM, file("a"))))
    assert len(said_by(state, "XPKG406")) == 1
    assert said_by(state, "XPKG407") == []


async def test_whiteout_of_the_package_takes_it_away(tmp_path: Path) -> None:
    state = await inspect_image(tmp_path, image(BASE, layer(whiteout("package.yaml"))))
    assert said_by(state, "XPKG407") == ["Layer 1 removes package.yaml from the flattened image"]


@pytest.mark.parametrize("upper", [layer(file("a")), layer_of(b"\x1f\x8b\x08\x00broken")], ids=["whole", "broken"])
async def test_layer_above_that_leaves_the_package_alone_says_nothing(tmp_path: Path, upper: BuiltLayer) -> None:
    state = await inspect_image(tmp_path, image(BASE, upper))
    assert said_by(state, "XPKG406") + said_by(state, "XPKG407") == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("apiVersion: v1\nkind: Thing\n---\n# nothing\n---\n{apiVersion: v1, kind: Other}\n", None),
        ("apiVersion: v1\nkind: Thing\n---\nname: nobody\n", "document 2 has no kind"),
        ("- 1\n", "document 1 is an array, not a mapping"),
    ],
    ids=["good", "no kind", "a list"],
)
async def test_examples_are_read_where_their_layer_is(tmp_path: Path, text: str, said: str | None) -> None:
    examples = layer(file(".up/examples.yaml", text), annotation="upbound")
    state = await inspect_image(tmp_path, image(BASE, examples))
    prefix = ".up/examples.yaml of layer 1 (annotated upbound) cannot be read: "
    assert said_by(state, "XPKG411") == ([] if said is None else [prefix + said])


async def test_broken_examples_are_found_with_their_document(tmp_path: Path) -> None:
    examples = layer(file(".up/examples.yaml", "kind: [\n"), annotation="upbound")
    (said,) = said_by(await inspect_image(tmp_path, image(BASE, examples)), "XPKG411")
    assert "cannot be read: document 1: " in said

"""Two images compared: platforms, entrypoints, labels, layers."""

from dataclasses import replace

from builders.goldens import Golden
from builders.oci.images import image, index
from builders.oci.layers import BuiltLayer, file, layer
from builders.packages.case_facts import case_about

from xpkgtui.formats.changes.comparison import compare_images
from xpkgtui.oci.descriptor import Platform
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import Case
from xpkgtui.rules.changes.change import Level

STREAM = layer(file("package.yaml", "a: b"), base=True, compression="none")


def case(*layers: BuiltLayer, platform: str = "linux/amd64", read: int | None = 0, **config: object) -> Case:
    """The case of an image of these layers."""
    parsed = image(*(layers or (STREAM,)), platform=platform).parsed()
    if config:
        os, _, architecture = platform.partition("/")
        settings = ImageConfig(platform=Platform(os=os, architecture=architecture), **config)  # type: ignore[arg-type]
        parsed = replace(parsed, config=settings)
    return case_about("x", image=parsed, reading=Reading(reader="manager-2.4", layer=read))


def listing(*platforms: str | None) -> Case:
    """The case of an index of images of these platforms."""
    built = index(*((image(STREAM), one) for one in platforms))
    return case_about("x", image=image(STREAM).parsed(), index=Index.parse(built.manifest))


PLAIN = layer(file("package.yaml", "a: b"), compression="none")
OTHER = layer(file("a", "b" * 50_000), annotation="upbound", compression="none")
PAIRS = {
    "equal": (case(), case()),
    "another platform": (case(), case(platform="linux/arm64")),
    "platforms of an index": (
        listing("linux/amd64", "linux/arm64", "unknown/unknown", None),
        listing("linux/arm64", "windows/amd64"),
    ),
    "an index of one": (listing("linux/amd64"), case(platform="linux/amd64")),
    "no platform": (case(platform="/"), case()),
    "entrypoint": (
        case(entrypoint=("/a",), cmd=("b",)),
        case(entrypoint=("/a", "--c"), cmd=("b",)),
    ),
    "cmd": (case(cmd=("b",)), case(cmd=())),
    "labels": (
        case(labels={"a": "b", "c": "d", "io.crossplane.xpkg:sha256:1": "base"}),
        case(
            labels={
                "c": "e",
                "f": "g",
                "org.opencontainers.image.created": "2024",
                "org.opencontainers.image.revision": "1",
                "org.opencontainers.image.version": "2",
            }
        ),
    ),
    "a layer without its mark": (case(), case(PLAIN)),
    "a layer with a mark": (case(PLAIN), case()),
    "another mark": (case(), case(OTHER)),
    "the size": (case(), case(STREAM, OTHER)),
    "another layer": (case(STREAM, OTHER), case(STREAM, OTHER, read=1)),
    "a layer that is not there": (case(), case(PLAIN, read=1)),
    "no layer": (case(), case(PLAIN, read=None)),
}


def test_what_is_said_of_two_images(golden: Golden) -> None:
    lines = []
    for name, (old, new) in PAIRS.items():
        lines.append(name)
        for one in compare_images(old, new):
            ranks = "".join("-" if weight is None else weight.name[0] for weight in map(one.weights.at, Level))
            lines.append(f"  {one.rule.id} {ranks} {one.words.message}")
            lines.append(f"    {one.at.field}: {one.at.before!r} -> {one.at.after!r}; {one.words.who}")
            lines += [f"    {line}" for line in one.words.first]
    golden("changes_of_images", "\n".join(line.rstrip() for line in lines) + "\n")


def test_an_image_without_a_config_has_layers_alone() -> None:
    plain = case(STREAM, OTHER)
    assert plain.image is not None
    bare = replace(plain, image=replace(plain.image, config=None))
    assert [one.rule.id for one in compare_images(bare, case(cmd=("a",)))] == ["CHG502", "CHG505"]
    assert [one.rule.id for one in compare_images(case(cmd=("a",)), bare)] == ["CHG501", "CHG505"]


def test_what_is_no_image_is_not_compared() -> None:
    assert list(compare_images(case_about("x"), case())) == []
    assert list(compare_images(case(platform="linux/arm64"), case_about("x"))) == []

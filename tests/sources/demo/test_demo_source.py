"""The built-in package: the same everywhere, realistic, with two faults and no more."""

import base64
import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from builders.cases import each_row
from builders.demo import prose
from builders.demo.definitions import definition
from builders.demo.kinds import every_kind
from builders.demo.stream import package_yaml
from ruamel.yaml import YAML

from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.tar import reader as tars
from xpkgtui.formats.xpkg.annotations.layers import image_of
from xpkgtui.oci.descriptor import DEFAULT
from xpkgtui.oci.image import Image, ImageConfig
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.sources import demo
from xpkgtui.sources.demo.source import DemoSource
from xpkgtui.sources.source import ImageRoot

LARGE = 1 << 24


@pytest.fixture(scope="module")
def source() -> DemoSource:
    """The built-in package."""
    return DemoSource()


@pytest.fixture(scope="module")
def index(source: DemoSource) -> Index:
    """Its index."""
    return Index.parse(root_of(source).data)


def root_of(source: DemoSource) -> ImageRoot:
    return source.resolve()


def image(source: DemoSource, index: Index, number: int) -> Image:
    manifest = Manifest.parse(source.manifest(index.manifests[number]))
    assert manifest.config is not None
    return image_of(manifest, ImageConfig.parse(source.blob(manifest.config).read(LARGE)))


@each_row(
    ("story", "digest"),
    [
        ("", "7e13a46797a286499eceeddfb0f786066361f0039e3859d8e49e202640764c54"),
        ("refused", "dff20d00809f9a6f959447602e9d44d215a0626f77021c2d55d73e3c0c215105"),
        ("disputed", "11ac977f6064f1e5a2979626016722d028acb63b9849bed0559ee03e0b1e13e9"),
    ],
)
def test_it_is_the_same_wherever_it_is_built(story: str, digest: str) -> None:
    root = root_of(DemoSource(story))
    assert (str(root.digest), root.reference) == (
        f"sha256:{digest}",
        "registry.example.com/tidewater/provider-harbourmaster:v1.4.2",
    )


def test_it_has_two_platforms_and_an_attestation(index: Index) -> None:
    assert [str(entry.platform) for entry in index.manifests] == ["linux/amd64", "linux/arm64", "unknown/unknown"]
    assert [entry.is_attestation for entry in index.manifests] == [False, False, True]
    assert index.first_match(DEFAULT) == 0


def test_every_blob_has_its_digest_and_size(source: DemoSource, index: Index) -> None:
    for number, entry in enumerate(index.manifests):
        found = image(source, index, number)
        assert found.manifest.config is not None
        for each in (entry, found.manifest.config, *found.manifest.layers):
            data = source.blob(each).read(LARGE)
            assert (hashlib.sha256(data).hexdigest(), len(data)) == (each.digest.hex, each.size)


def test_every_layer_inflates_to_its_diff_id(source: DemoSource, index: Index) -> None:
    for layer in image(source, index, 0).layers:
        inflated = Inflated(source.blob(layer.descriptor), digest=hashlib.sha256())
        while inflated.read(1 << 16):
            pass
        assert inflated.digest == layer.diff_id


def test_the_base_layer_holds_package_yaml_and_nothing_else(source: DemoSource, index: Index) -> None:
    base = image(source, index, 0).base
    assert base is not None
    found = {entry.name: body.read(LARGE) for entry, body in tars.entries(Inflated(source.blob(base.descriptor)))}
    assert found == {"package.yaml": package_yaml()}


def test_both_platforms_share_the_base_layer(source: DemoSource, index: Index) -> None:
    bases = [image(source, index, number).base for number in (0, 1)]
    assert bases[0] is not None
    assert bases[1] is not None
    assert bases[0].descriptor == bases[1].descriptor


def test_the_labels_of_the_last_two_layers_are_swapped(source: DemoSource, index: Index) -> None:
    layers = image(source, index, 0).layers
    assert [layer.mark.annotation for layer in layers] == [None, None, "base", "upbound"]
    assert [layer.mark.label for layer in layers] == [None, None, "upbound", "base"]


def test_the_stream_says_what_the_values_say() -> None:
    documents = [each for each in YAML(typ="safe").load_all(package_yaml().decode()) if each]
    assert documents == [prose.meta(), *(definition(kind) for kind in every_kind())]


def test_the_stream_is_written_as_xpkg_build_writes_it() -> None:
    text = package_yaml().decode()
    assert text.startswith("---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\n")
    assert text.endswith("\n---\n")
    assert not re.search(r"[ \t]$", text, re.MULTILINE)


def test_one_definition_has_a_misspelt_field() -> None:
    assert package_yaml().count(b"\n    shortName:\n") == 1


def test_several_kinds_have_several_versions() -> None:
    assert sum(len(kind.versions) > 1 for kind in every_kind()) >= 5


def test_its_icon_is_a_picture() -> None:
    data = prose.ICON.removeprefix("data:image/svg+xml;base64,")
    assert ET.fromstring(base64.b64decode(data, validate=True)).tag.endswith("svg")


def test_it_takes_little_room_in_the_wheel() -> None:
    folder = Path(demo.__file__).parent
    assert sum(path.stat().st_size for path in folder.glob("*.py")) < 30_000

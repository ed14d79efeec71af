"""The near miss of a layer, as its row says it."""

from builders.oci.images import image
from builders.oci.layers import ANNOTATION, file, layer

from xpkgtui.formats.known import ASSUMED_IMAGES as IMAGES
from xpkgtui.formats.xpkg.annotations.layers import image_of
from xpkgtui.inspection.layers.rows import layer_rows
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Manifest

HELD = layer(file("package.yaml", "kind: Provider\n"))


def slips(**changes: object) -> list[str]:
    built = image(HELD, **changes)  # type: ignore[arg-type]
    manifest, config = Manifest.parse(built.manifest), ImageConfig.parse(built.config)
    parsed = image_of(manifest, config, derive=False)
    return [row.slip for row in layer_rows(parsed, IMAGES, IMAGES.near_misses(parsed), {}, None)]


def test_a_label_that_is_nearly_base_is_said() -> None:
    assert slips(labels={f"{ANNOTATION}:{HELD.digest}": "Base"}) == ["Base"]


def test_a_key_that_is_nearly_right_is_said() -> None:
    assert slips(labels={f"io.crossplane.xpkgs:{HELD.digest}": "base"}) == [f"io.crossplane.xpkgs:{HELD.digest}"]


def test_a_layer_that_is_marked_as_it_should_be_has_no_slip() -> None:
    assert slips() == [""]

"""What a row says of its layer: the near miss, and what it is for."""

import io

from builders.cases import each_row
from builders.oci.images import image
from builders.oci.layers import ANNOTATION, file, layer

from xpkgtui.filesystem.changeset import read_changeset
from xpkgtui.filesystem.layer_facts import facts_of
from xpkgtui.formats.known import ASSUMED_IMAGES as IMAGES
from xpkgtui.formats.xpkg.annotations.layers import image_of
from xpkgtui.inspection.layers.rows import layer_rows
from xpkgtui.inspection.rows.layers import LayerUse
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Manifest
from xpkgtui.readers.reader import Reading, ReadStage

HELD = layer(file("package.yaml", "kind: Provider\n"))


def slips(**changes: object) -> list[str]:
    built = image(HELD, **changes)  # type: ignore[arg-type]
    manifest, config = Manifest.parse(built.manifest), ImageConfig.parse(built.config)
    parsed = image_of(manifest, config, derive=False)
    return [row.slip for row in layer_rows(parsed, IMAGES, IMAGES.marks.near_misses(parsed), {}, None)]


def test_a_label_that_is_nearly_base_is_said() -> None:
    assert slips(labels={f"{ANNOTATION}:{HELD.digest}": "Base"}) == ["Base"]


def test_a_key_that_is_nearly_right_is_said() -> None:
    assert slips(labels={f"io.crossplane.xpkgs:{HELD.digest}": "base"}) == [f"io.crossplane.xpkgs:{HELD.digest}"]


def test_a_layer_that_is_marked_as_it_should_be_has_no_slip() -> None:
    assert slips() == [""]


@each_row(
    ("is_read", "reading", "use"),
    [
        (False, None, LayerUse.IGNORED),
        (False, Reading(reader="manager-2.4", layer=1, stage=ReadStage.EXTRACT), LayerUse.UNREAD),
        (True, Reading(reader="manager-2.4", layer=1, stage=ReadStage.EXTRACT), LayerUse.HOLDS),
    ],
)
def test_nothing_is_said_of_a_layer_that_may_hold_what_the_base_lacks(
    is_read: bool, reading: Reading | None, use: LayerUse
) -> None:
    other = layer(file("readme.txt"), base=True)
    built = image(HELD, other)
    facts = {0: facts_of(0, read_changeset(io.BytesIO(HELD.blob)), IMAGES.marks.landmarks)} if is_read else {}
    rows = layer_rows(built.parsed(), IMAGES, (), facts, reading)
    assert rows[0].use is use

"""The annotation of layers, and the labels that stand for it in an archive."""

from dataclasses import replace

from builders.cases import each_row

from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, LABEL_PREFIX, image_of, stray_labels, with_base
from xpkgtui.oci.descriptor import DEFAULT, Descriptor, Digest
from xpkgtui.oci.image import Image, ImageConfig, LayerMark
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.media_types import DOCKER_LAYER_PLAIN

DIGEST = Digest.of(b"layer")
LAYER = Descriptor(media_type="", digest=DIGEST, size=1)


def image(*values: str | None, label: str | None = None, derive: bool = False, media_type: str = "") -> Image:
    """An image of layers with these annotations; the label is that of all of them, and of none."""
    layers = [
        replace(LAYER, media_type=media_type, annotations={ANNOTATION: one} if one is not None else {})
        for one in values
    ]
    labels = {f"{LABEL_PREFIX}{DIGEST}": label, f"{LABEL_PREFIX}gone": "x", "other": "y"} if label else {}
    config = ImageConfig(platform=DEFAULT, labels=labels, diff_ids=("",) * len(values))
    return image_of(Manifest(media_type="", config=None, layers=tuple(layers)), config, derive=derive)


@each_row(
    ("made", "mark"),
    [
        (image(None), LayerMark(annotation=None, derived=False, label=None, is_base=False)),
        (image("base"), LayerMark(annotation="base", derived=False, label=None, is_base=True)),
        (image(None, label="base"), LayerMark(annotation=None, derived=False, label="base", is_base=False)),
        (
            image(None, label="base", derive=True),
            LayerMark(annotation="base", derived=True, label="base", is_base=True),
        ),
        (
            image("x", label="base", derive=True),
            LayerMark(annotation="x", derived=False, label="base", is_base=False),
        ),
        (
            image(None, label="base", derive=True, media_type=DOCKER_LAYER_PLAIN),
            LayerMark(annotation=None, derived=False, label="base", is_base=False),
        ),
    ],
)
def test_a_label_counts_where_a_push_makes_an_annotation_of_it(made: Image, mark: LayerMark) -> None:
    assert made.layers[0].mark == mark


def test_the_annotation_is_the_role() -> None:
    made = image(None, "base", "upbound", "schema.kcl", "else")
    assert [ASSUMED_IMAGES.marks.role(one) for one in made.layers] == [
        *(LayerRole.RUNTIME, LayerRole.PACKAGE, LayerRole.EXAMPLES, LayerRole.SCHEMA, LayerRole.OTHER)
    ]


def test_as_if_another_layer_were_base_no_other_is() -> None:
    made = with_base(image("base", "upbound", None), 2)
    assert [(one.mark.annotation, one.mark.is_base) for one in made.layers] == [
        (None, False),
        ("upbound", False),
        ("base", True),
    ]


def test_a_label_that_names_no_layer_is_a_stray_one() -> None:
    assert stray_labels(image(None, label="base")) == {"gone": "x"}

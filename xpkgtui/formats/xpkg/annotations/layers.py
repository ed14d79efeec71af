"""The xpkg annotation of layers, and the labels that carry it through an archive."""

from collections.abc import Mapping
from dataclasses import replace

from xpkgtui.formats.images.layers import LayerRole
from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.image import Image, ImageConfig, Layer, LayerMark
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.media_types import DOCKER_LAYER_PLAIN

ANNOTATION = SUMMARY.annotation
"""The annotation that states the role of a layer or an index entry."""
BASE = "base"
"""The annotation's value on the layer that supplies package.yaml."""
EXTENSIONS = "xpkg-extensions"
"""The annotation's value on an index entry that carries a marketplace's extras."""
LABEL_PREFIX = f"{ANNOTATION}:"
"""`io.crossplane.xpkg:<layer digest>` is the config label that `xpkg push` turns into an annotation."""


def image_of(manifest: Manifest, config: ImageConfig | None, *, derive: bool = False) -> Image:
    """The image of a manifest and a config; with `derive` (archives), labels become annotations, as in a push.

    A push compresses all layers of an archive whose first one is plain: then labels name none of them any more.
    """
    labels = labels_of(config)
    derive = derive and not (manifest.layers and manifest.layers[0].media_type == DOCKER_LAYER_PLAIN)
    marks = [_mark(layer, labels.get(str(layer.digest)), derive=derive) for layer in manifest.layers]
    return Image.of(manifest, config, marks)


def with_base(image: Image, layer: int) -> Image:
    """The image as if this `layer` alone were annotated and labeled base."""
    kept = {key: value for key, value in image.config.labels.items() if value != BASE} if image.config else {}
    label = {f"{LABEL_PREFIX}{image.layers[layer].descriptor.digest}": BASE}
    config = replace(image.config, labels={**kept, **label}, has_labels=True) if image.config else None
    marks = [_mark_as(each, is_base=each.index == layer) for each in image.layers]
    return Image.of(image.manifest, config, marks)


def labels_of(config: ImageConfig | None) -> Mapping[str, str]:
    """The labels of a config: layer digest, as the label's key spells it -> value."""
    return {
        key.removeprefix(LABEL_PREFIX): value
        for key, value in (config.labels.items() if config else ())
        if key.startswith(LABEL_PREFIX)
    }


def stray_labels(image: Image) -> Mapping[str, str]:
    """Labels that name no layer of this image (a tool recompressed the layers)."""
    known = {str(layer.descriptor.digest) for layer in image.layers}
    return {digest: value for digest, value in labels_of(image.config).items() if digest not in known}


def annotation_of(descriptor: Descriptor) -> str | None:
    """The value of `io.crossplane.xpkg`, or None."""
    return descriptor.annotations.get(ANNOTATION)


def is_extension(entry: Descriptor) -> bool:
    """Whether an index entry holds a marketplace's extensions."""
    return annotation_of(entry) == EXTENSIONS


def role_of(layer: Layer) -> LayerRole:
    """The role of a layer by its annotation."""
    match layer.mark.annotation:
        case None:
            return LayerRole.RUNTIME
        case value if value == BASE:
            return LayerRole.PACKAGE
        case "upbound":
            return LayerRole.EXAMPLES
        case value if value.startswith("schema."):
            return LayerRole.SCHEMA
    return LayerRole.OTHER


def _mark_as(layer: Layer, *, is_base: bool) -> LayerMark:
    if is_base:
        return LayerMark(annotation=BASE, label=BASE, is_base=True)
    return replace(layer.mark, annotation=None, is_base=False, derived=False) if layer.mark.is_base else layer.mark


def _mark(layer: Descriptor, label: str | None, *, derive: bool) -> LayerMark:
    annotation = annotation_of(layer)
    derived = derive and label is not None and annotation is None
    value = label if derived else annotation
    return LayerMark(annotation=value, derived=derived, label=label, is_base=value == BASE)

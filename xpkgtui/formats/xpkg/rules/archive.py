"""Rules about the archive that an image is in (001 to 008)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.annotations.layers import stray_labels
from xpkgtui.formats.xpkg.rules.rule import MANAGER, Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import ImageSubject
from xpkgtui.oci.image import Image, Layer
from xpkgtui.oci.media_types import DOCKER_LAYER_PLAIN
from xpkgtui.visible import clip

_SHOWN = 5
_LONGEST = 60
_SEVERAL = "tarball must contain only a single image to be used with tarball.Image"
_NOT_RUNNABLE = "the config may not describe a runnable image"
_FOR_EXAMPLE = "(for example, a buildkit cacheconfig)"


@rule(
    "XPKG001",
    "the file is one that Crossplane's own tools read",
    "EW",
    spec="EW",
    format_v2="EW",
    stage=Stage.ARCHIVE,
)
def readable_file(subject: ImageSubject) -> Iterator[Problem]:
    """A source is a docker archive, an OCI layout, a package.yaml or the package manager's compressed cache of one.

    Why: Nothing else is a package in any form, and there is nothing to judge.
    When it bites: An archive that was compressed as a whole is read here, but `crossplane xpkg push` does not read
    it.
    Fix: Build the archive with `crossplane xpkg build`, and do not compress it again: its layers are compressed
    already.
    Source: crossplane-runtime pkg/xpkg (build and push), go-containerregistry pkg/v1/tarball.
    """
    if subject.case.is_compressed:
        yield Problem(
            level=1,
            message="The archive is compressed as a whole; `crossplane xpkg push` does not read it so",
            fix="Decompress it (gunzip) before it is pushed.",
        )


@rule("XPKG002", "the archive holds what it lists", "E", spec="E", format_v2="E", stage=Stage.ARCHIVE)
def holds_what_it_lists(subject: ImageSubject) -> Iterator[Problem]:
    """Every layer that manifest.json of an archive lists is in the archive.

    Why: The image cannot be put together. A manifest.json that is null or no list, a config that is missing and links
    that lead in a circle leave nothing to judge: they end the inspection.
    When it bites: At `crossplane xpkg push`, which reads all layers.
    Fix: Build the package again, or save the image again with all of its layers.
    Source: go-containerregistry pkg/v1/tarball/image.go (extractFileFromTar).
    """
    for one in subject.case.missing:
        yield Problem(
            message=f"The archive lists {one.name} as layer {one.layer} and does not hold it",
            says=f"file {one.name} not found in tar",
            layer=one.layer,
        )


@rule("XPKG003", "the archive holds one image", "W", spec="W", format_v2="W", stage=Stage.ARCHIVE)
def holds_one_image(subject: ImageSubject) -> Iterator[Problem]:
    """An archive holds one image.

    Why: `crossplane project build` and `docker save` put several into one file; here one of them was chosen.
    When it bites: `crossplane xpkg push` and `extract` read no archive with several images.
    Fix: Save the image that is the package in a file of its own.
    Source: go-containerregistry pkg/v1/tarball/image.go (findDescriptor).
    """
    if subject.case.is_chosen and subject.case.is_archive:
        yield Problem(
            message="The archive holds several images, of which one was chosen",
            says=_SEVERAL if subject.is_pushed else None,
            readers=("extract",),
        )


@rule("XPKG004", "every layer has a diff_id", "EW", spec="EW", format_v2="EW", stage=Stage.ARCHIVE)
def layers_have_diff_ids(subject: ImageSubject) -> Iterator[Problem]:
    """An archive lists as many layers as its config has diff_ids.

    Why: Go's library joins the two lists one by one. Which of them may be longer depends on whether the first layer
    is compressed; where it is not, layers beyond the last diff_id are left out, and nothing says so.
    When it bites: At `crossplane xpkg push`: with an error, or with a layer less.
    Fix: Build the image again with one tool.
    Source: go-containerregistry pkg/v1/tarball/image.go (Manifest, LayerByDiffID); settled by running it.
    """
    image = _of_archive(subject)
    if image is None or image.config is None or not image.layers:
        return
    layers, diff_ids = len(image.layers), len(image.config.diff_ids)
    what = f"Layers of the archive ({layers}) and diff_ids of its config ({diff_ids}) are not as many"
    if _is_plain(image.layers[0]) and layers > diff_ids:
        reading = subject.case.reading
        is_lost = reading is not None and reading.layer is not None and reading.layer >= diff_ids
        yield Problem(level=0 if is_lost else 1, message=f"{what}; those from {diff_ids} on are left out")
    elif _is_plain(image.layers[0]) and layers < diff_ids:
        says = f"config has {diff_ids} rootfs.diff_id(s) but tarball manifest only references {layers} layer(s)"
        yield Problem(message=what, says=f"{says}; {_NOT_RUNNABLE}")
    elif layers > diff_ids:
        says = f"tarball manifest references {layers} layer(s) but config has {diff_ids} rootfs.diff_ids"
        yield Problem(message=what, says=f"{says}; {_NOT_RUNNABLE} {_FOR_EXAMPLE}")


@rule("XPKG005", "labels name layers", "W", spec="W", format_v2="", stage=Stage.ARCHIVE)
def labels_name_layers(subject: ImageSubject) -> Iterator[Problem]:
    """Every label `io.crossplane.xpkg:<digest>` of an archive's config names one of its layers, as it is stored.

    Why: `crossplane xpkg push` makes annotations of labels; one that names no layer is lost.
    When it bites: docker save and skopeo store layers in another compression, which gives them other digests.
    Fix: Push the .xpkg that `crossplane xpkg build` wrote, not one that was loaded and saved again.
    Source: crossplane-runtime pkg/xpkg/layers.go (AnnotateLayers).
    """
    image = _of_archive(subject)
    for digest, value in stray_labels(image).items() if image else ():
        yield Problem(
            message=f"The label {clip(value, _LONGEST)} names {digest[:19]}, which is no layer of this archive"
        )


@rule("XPKG006", "the archive labels a layer as base", "W", spec="W", format_v2="", stage=Stage.ARCHIVE)
def has_base_label(subject: ImageSubject) -> Iterator[Problem]:
    """A label of the archive's config says which layer is `base`.

    Why: `crossplane xpkg push` makes the annotation of the label; without it all layers are fetched and flattened to
    find package.yaml.
    When it bites: After pushing: the package is slower to install, and files of upper layers may get in its way.
    Fix: Build the package with `crossplane xpkg build`.
    Source: crossplane-runtime pkg/xpkg/layers.go (AnnotateLayers).
    """
    image = _of_archive(subject)
    if image is not None and image.config is not None and image.layers and image.base is None:
        yield Problem(message="No layer is labelled base; pushed as it is, the package has no layer annotated base")


@rule("XPKG007", "one layer is labelled base", "W", crossplane_1="E", spec="E", format_v2="", stage=Stage.ARCHIVE)
def one_base_label(subject: ImageSubject) -> Iterator[Problem]:
    """At most one layer of an archive is labelled `base`.

    Why: `crossplane xpkg push` annotates all of them. Crossplane 2.2 and later then take the first; 1.7 to 2.1 and
    `crossplane xpkg extract` refuse the package.
    When it bites: After pushing, on older clusters, and whenever the first is not the one that was meant.
    Fix: Label the one layer that holds package.yaml.
    Source: xpkg specification, Manifests; crossplane-runtime pkg/xpkg/layers.go (AnnotateLayers).
    """
    image = _of_archive(subject)
    bases = [layer.index for layer in image.layers if layer.is_base] if image else []
    if len(bases) > 1:
        yield Problem(
            message=f"Layers {_listed(bases)} are all labelled base; "
            f"pushed, Crossplane 2.2 and later take layer {bases[0]}",
            layer=bases[1],
            readers=("manager-1.7", "manager-1.13", "manager-2.0", "extract"),
        )


@rule("XPKG008", "layers are stored alike", "EW", spec="W", format_v2="W", stage=Stage.ARCHIVE)
def stored_alike(subject: ImageSubject) -> Iterator[Problem]:
    """All layers of an archive are compressed, or none is.

    Why: Go's library looks at the first layer and believes the same of all others.
    When it bites: Behind a plain first layer a compressed one is taken for a plain tar, at which reading ends: what
    is in it and in the layers below it is not found, neither by `extract` nor in what `push` makes of it.
    Fix: Build the archive with one tool.
    Source: go-containerregistry pkg/v1/tarball/image.go (areLayersCompressed); settled by running it.
    """
    image = _of_archive(subject)
    missing = {one.layer for one in subject.case.missing}
    if image is None or not image.layers or 0 in missing:
        return
    first = _is_plain(image.layers[0])
    others = [layer.index for layer in image.layers if _is_plain(layer) is not first and layer.index not in missing]
    if others:
        found, other = ("plain", "compressed") if first else ("compressed", "plain")
        which = f"layer {others[0]} is" if len(others) == 1 else f"layers {_listed(others)} are"
        reading = subject.case.reading
        # Flattening begins at the top, and a label that names a plain layer makes no annotation.
        is_lost = first and reading is not None and reading.layer is not None and reading.layer <= others[-1]
        yield Problem(
            level=0 if is_lost else 1,
            message=f"Layer 0 is {found}, but {which} {other}; all are taken for {found}",
            says="package.yaml not found in package" if is_lost else None,
            layer=others[0],
            readers=("extract", *MANAGER) if is_lost else ("extract",),
        )


def _of_archive(subject: ImageSubject) -> Image | None:
    """The image, where it is in a Docker archive."""
    return subject.case.image if subject.is_pushed else None


def _is_plain(layer: Layer) -> bool:
    return layer.descriptor.media_type == DOCKER_LAYER_PLAIN


def _listed(numbers: list[int]) -> str:
    more = f" and {len(numbers) - _SHOWN:,} more" if len(numbers) > _SHOWN else ""
    return f"{', '.join(map(str, numbers[:_SHOWN]))}{more}"

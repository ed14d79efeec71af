"""Rules about the archive or the registry that an image is in (001 to 009)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.annotations.layers import BASE, stray_labels
from xpkgtui.formats.xpkg.rules.rule import MANAGER, Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.oci.image import Image, Layer
from xpkgtui.oci.media_types import DOCKER_LAYER_PLAIN
from xpkgtui.visible import clip, few, plural

_SHOWN = 5
_LONGEST = 60
_SEVERAL = "tarball must contain only a single image to be used with tarball.Image"
_NOT_RUNNABLE = "the config may not describe a runnable image"
_UNLABELED = "No layer is labeled base"
_FOR_EXAMPLE = "(for example, a buildkit cacheconfig)"


@rule("XPKG001", "the archive is compressed as a whole", "EW", stage=Stage.ARCHIVE)
def readable_file(subject: ImageSubject) -> Iterator[Problem]:
    """A source is a docker archive, an OCI layout, a package.yaml, or the compressed copy that Crossplane caches.

    Why: Nothing else can be a package. xpkgtui also reads an archive that is compressed as a whole; `crossplane
    xpkg push` does not.
    When it bites: At `crossplane xpkg push`.
    Fix: Build the archive with `crossplane xpkg build`, and do not compress it: its layers are already compressed.
    Source: crossplane-runtime pkg/xpkg (build and push), go-containerregistry pkg/v1/tarball.
    """
    if subject.case.source.is_compressed:
        yield Problem(
            level=1,
            message="The archive is compressed as a whole",
            more="`crossplane xpkg push` cannot read it",
            fix="Decompress it with gunzip before you push it.",
        )


@rule("XPKG002", "the archive lacks a layer that it lists", "E", stage=Stage.ARCHIVE)
def holds_what_it_lists(subject: ImageSubject) -> Iterator[Problem]:
    """The archive holds every layer that its manifest.json lists.

    Why: Without all its layers the image is not complete. Worse faults end the inspection: a manifest.json that is
    null or not a list, a missing config, links that form a circle.
    When it bites: At `crossplane xpkg push`, which reads all layers.
    Fix: Build the package again, or save the image again with all its layers.
    Source: go-containerregistry pkg/v1/tarball/image.go (extractFileFromTar).
    """
    for one in subject.case.contents.missing:
        yield Problem(
            message=f"Layer {one.layer} is missing: manifest.json lists {one.name}, which is not in the archive",
            says=f"file {one.name} not found in tar",
            where=Where(layer=one.layer),
        )


@rule("XPKG003", "the archive holds several images", "W", stage=Stage.ARCHIVE)
def holds_one_image(subject: ImageSubject) -> Iterator[Problem]:
    """An archive holds one image.

    Why: `crossplane project build` and `docker save` put several images into one file. xpkgtui checks the one that
    you choose.
    When it bites: `crossplane xpkg push` and `crossplane xpkg extract` refuse an archive with several images.
    Fix: Save the image of the package in a file of its own.
    Source: go-containerregistry pkg/v1/tarball/image.go (findDescriptor).
    """
    if subject.case.source.is_chosen and subject.case.source.is_archive:
        yield Problem(
            message="The archive holds several images",
            more="only the chosen one is checked",
            says=_SEVERAL if subject.is_pushed else None,
            readers=("extract",),
        )


@rule("XPKG004", "the archive does not have one diff_id for each layer", "EW", stage=Stage.ARCHIVE)
def layers_have_diff_ids(subject: ImageSubject) -> Iterator[Problem]:
    """An archive has one diff_id for each layer.

    Why: go-containerregistry pairs layers and diff_ids by position. Which list may be longer depends on the first
    layer. If that layer is not compressed, layers after the last diff_id are silently dropped.
    When it bites: At `crossplane xpkg push`: it fails, or it pushes fewer layers.
    Fix: Build the image again with one tool.
    Source: go-containerregistry pkg/v1/tarball/image.go (Manifest, LayerByDiffID); settled by running it.
    """
    image = _of_archive(subject)
    if image is None or image.config is None or not image.layers:
        return
    layers, diff_ids = len(image.layers), len(image.config.diff_ids)
    what = f"The archive has {plural(layers, 'layer')}, but {plural(diff_ids, 'diff_id')}"
    if _is_plain(image.layers[0]) and layers > diff_ids:
        reading = subject.case.reading
        is_lost = reading is not None and reading.layer is not None and reading.layer >= diff_ids
        yield Problem(level=0 if is_lost else 1, message=what, more=f"layers {diff_ids} and above are dropped")
    elif _is_plain(image.layers[0]) and layers < diff_ids:
        says = f"config has {diff_ids} rootfs.diff_id(s) but tarball manifest only references {layers} layer(s)"
        yield Problem(message=what, says=f"{says}; {_NOT_RUNNABLE}")
    elif layers > diff_ids:
        says = f"tarball manifest references {layers} layer(s) but config has {diff_ids} rootfs.diff_ids"
        yield Problem(message=what, says=f"{says}; {_NOT_RUNNABLE} {_FOR_EXAMPLE}")


@rule("XPKG005", "a label names a layer that the archive does not have", "W", format_v2="", stage=Stage.ARCHIVE)
def labels_name_layers(subject: ImageSubject) -> Iterator[Problem]:
    """Every config label `io.crossplane.xpkg:<digest>` names a layer of the archive, by the digest as stored.

    Why: `crossplane xpkg push` turns each label into an annotation of the layer that it names. A label that names
    no layer is lost.
    When it bites: After `docker save` or skopeo: they store layers in another compression, so the digests change.
    Fix: Push the .xpkg that `crossplane xpkg build` wrote, not one that was loaded and saved again.
    Source: crossplane-runtime pkg/xpkg/layers.go (AnnotateLayers).
    """
    image = _of_archive(subject)
    for digest, value in stray_labels(image).items() if image else ():
        yield Problem(
            message=f"The label {clip(value, _LONGEST)} names {digest[:19]}, "
            "but no layer of this archive has that digest"
        )


@rule("XPKG006", "no layer of the archive is labeled base", "W", format_v2="", stage=Stage.ARCHIVE)
def has_base_label(subject: ImageSubject) -> Iterator[Problem]:
    """A label of the archive's config marks one layer as `base`.

    Why: `crossplane xpkg push` turns the label into the annotation. Without the annotation, Crossplane fetches and
    flattens all layers to find package.yaml.
    When it bites: After the push: the package is slower to install, and files of upper layers may hide
    package.yaml. So it is with an archive whose layers are not compressed: the push compresses them, and a label
    names the digest of before.
    Fix: Build the package with `crossplane xpkg build`.
    Source: crossplane-runtime pkg/xpkg/layers.go (AnnotateLayers).
    """
    image = _of_archive(subject)
    if image is not None and image.config is not None and image.layers and image.base is None:
        labeled = [layer.index for layer in image.layers if layer.mark.label == BASE]
        found = f"Layer {labeled[0]} is labeled base, but the push compresses it anew" if labeled else _UNLABELED
        yield Problem(message=f"{found}", more="after a push, no layer is annotated base")


@rule("XPKG007", "several layers of the archive are labeled base", "EW", spec="E", format_v2="", stage=Stage.ARCHIVE)
def one_base_label(subject: ImageSubject) -> Iterator[Problem]:
    """At most one layer of an archive is labeled `base`.

    Why: `crossplane xpkg push` annotates every labeled layer. Crossplane 2.2 and later then take the first; 1.7 to
    2.1 and `crossplane xpkg extract` refuse the package.
    When it bites: After the push: on older clusters, and wherever the first one is the wrong one.
    Fix: Label only the layer that holds package.yaml.
    Source: xpkg specification, Manifests; crossplane-runtime pkg/xpkg/layers.go (AnnotateLayers).
    """
    image = _of_archive(subject)
    bases = [layer.index for layer in image.layers if layer.mark.is_base] if image else []
    if len(bases) > 1:
        yield Problem(
            level=int(not subject.target.takes_one_base),
            message=f"Layers {few(bases, _SHOWN)} are all labeled base",
            more=f"after a push, Crossplane 2.2 and later read layer {bases[0]}",
            where=Where(layer=bases[1]),
            readers=("manager-1.7", "manager-1.13", "manager-2.0", "extract"),
        )


@rule("XPKG008", "some layers of the archive are compressed, others are not", "EW", spec="W", stage=Stage.ARCHIVE)
def stored_alike(subject: ImageSubject) -> Iterator[Problem]:
    """All layers of an archive are compressed, or none is.

    Why: go-containerregistry looks at the first layer and assumes the same of all others.
    When it bites: If layer 0 is plain, a compressed layer is read as a plain tar, and reading ends there. Its files
    and those of the layers below are not found, neither by `crossplane xpkg extract` nor after a push.
    Fix: Build the archive with one tool.
    Source: go-containerregistry pkg/v1/tarball/image.go (areLayersCompressed); settled by running it.
    """
    image = _of_archive(subject)
    missing = {one.layer for one in subject.case.contents.missing}
    if image is None or not image.layers or 0 in missing:
        return
    first = _is_plain(image.layers[0])
    others = [layer.index for layer in image.layers if _is_plain(layer) is not first and layer.index not in missing]
    if others:
        found, other = ("plain", "compressed") if first else ("compressed", "plain")
        which = f"layer {others[0]} is" if len(others) == 1 else f"layers {few(others, _SHOWN)} are"
        reading = subject.case.reading
        # Flattening begins at the top, and a label that names a plain layer makes no annotation.
        is_lost = first and reading is not None and reading.layer is not None and reading.layer <= others[-1]
        yield Problem(
            level=0 if is_lost else 1,
            message=f"Layer 0 is {found}, but {which} {other}",
            more=f"all are read as {found}",
            says="package.yaml not found in package" if is_lost else None,
            where=Where(layer=others[0]),
            readers=("extract", *MANAGER) if is_lost else ("extract",),
        )


@rule("XPKG009", "Crossplane cannot fetch the package from its registry", "E", spec="", stage=Stage.FETCH)
def can_be_fetched(subject: ImageSubject) -> Iterator[Problem]:
    """The registry answers in a way that Crossplane's registry client takes.

    Why: xpkgtui reads more than that client does: realms without a host, several challenges in one header,
    `expires_in` as text, statuses such as 203, an index with another Content-Type, labels of a coding that is not
    there. So it can judge the package, but no Crossplane of this version gets it from there.
    When it bites: At the installation; the package revision stays unhealthy. A mirror may answer as it should.
    Fix: Repair the registry or the proxy before it, or install the package from another registry.
    Source: go-containerregistry pkg/v1/remote, pkg/v1/remote/transport; settled by running 0.19.2 to 0.21.8.
    """
    if not subject.case.source.obstacles:
        return
    from xpkgtui.formats.xpkg.tools.fetching import in_the_way

    found = in_the_way(subject.case.source.obstacles, subject.target, subject.layers_read)
    if found is not None:
        obstacle, says = found
        who = f"Crossplane {subject.target.version}"
        yield Problem(
            message=f"{who} cannot fetch the package from here: {obstacle.cause}",
            says=says,
            fix="Repair the registry or the proxy before it, or install from another registry.",
        )


def _of_archive(subject: ImageSubject) -> Image | None:
    return subject.case.image if subject.is_pushed else None


def _is_plain(layer: Layer) -> bool:
    return layer.descriptor.media_type == DOCKER_LAYER_PLAIN

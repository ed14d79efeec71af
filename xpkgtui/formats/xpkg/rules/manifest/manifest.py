"""Rules about the manifest, its base layer and the config (201 to 219)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.annotations.layers import BASE, stray_labels
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject, PackageSubject
from xpkgtui.formats.xpkg.tools.facts import RUNS_ITSELF
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.oci.media_types import is_foreign
from xpkgtui.visible import all_of, are, clip, size

_MOST_LAYERS = 256
_LONGEST = 60


@rule(
    "XPKG201",
    "the manifest cannot be read",
    "EW",
    stage=Stage.MANIFEST,
    silenced_by=silenced(Within.PACKAGE, "XPKG110", "XPKG111"),
)
def manifest_is_readable(subject: ImageSubject) -> Iterator[Problem]:
    """The manifest is valid: it matches its digest, names blobs by sha256, and has schemaVersion 2.

    Why: Every client refuses bytes that do not match their digest. Crossplane accepts sha256 digests only,
    everywhere in the manifest. It ignores schemaVersion.
    When it bites: When Crossplane fetches the package: `manifest digest: … does not match requested digest: … for …`.
    Fix: Push the package again.
    Source: OCI image specification; go-containerregistry pkg/v1/remote.
    """
    case = subject.case
    if case.contents.manifest_error is not None:
        yield Problem(
            message=f"The manifest cannot be read: {case.contents.manifest_error}", says=case.contents.manifest_error
        )
    documents = {"index": case.platforms.index, "manifest": case.image.manifest if case.image else None}
    for what, document in documents.items():
        if document is not None and document.schema_version != 2:
            found = "none" if document.schema_version is None else str(document.schema_version)
            yield Problem(level=1, message=f"The {what} should have schemaVersion 2", more=f"it has {found}")
        other = None if subject.profile.is_document else _other_algorithm(document)
        if other is not None:
            says = f'unsupported hash: "{other}"'
            yield Problem(
                message=f"The {what} has a digest of {other}", more="Crossplane supports sha256 only", says=says
            )


@rule("XPKG202", "the image has no layer", "E", stage=Stage.MANIFEST)
def has_layers(subject: ImageSubject) -> Iterator[Problem]:
    """An image has at least one layer.

    Why: package.yaml is a file in a layer.
    When it bites: When Crossplane reads the package.
    Fix: Build the package with `crossplane xpkg build`.
    Source: xpkg specification, Manifests.
    """
    if subject.case.image is not None and not subject.case.image.layers:
        yield Problem(message="The image has no layer", says=_missing(subject))


@rule("XPKG203", "the image has more than 256 layers", "EI", spec="I", stage=Stage.MANIFEST)
def has_few_layers(subject: ImageSubject) -> Iterator[Problem]:
    """An image has at most 256 layers.

    Why: Crossplane 1.13 to 2.1 refuse a package with more. Crossplane 2.2 and later have no limit.
    When it bites: On older clusters, before anything is read.
    Fix: Build the image in fewer steps, or squash it.
    Source: crossplane internal/controller/pkg/revision/imageback.go, v1.13 to v2.1 (maxLayers).
    """
    count = len(subject.case.image.layers) if subject.case.image else 0
    if count > _MOST_LAYERS:
        yield Problem(
            level=int(not subject.target.way.validates),
            message=f"The image has {count:,} layers",
            more=f"Crossplane 1.13 to 2.1 accept at most {_MOST_LAYERS}",
            says=f"package has {count} layers, but only {_MOST_LAYERS} are allowed",
            readers=("manager-1.13", "manager-2.0"),
        )


@rule("XPKG217", "the image has several layers", "", format_v2="I", readers=(), stage=Stage.MANIFEST)
def has_one_layer(subject: ImageSubject) -> Iterator[Problem]:
    """The image has a single layer, which holds package.yaml.

    Why: Package Format v2 has its builders write one layer. What other layers hold is metadata for other programs.
    When it bites: With readers that look at the first layer only.
    Fix: No action needed if the layers are meant for other programs.
    Source: Package Format v2, An On-Disk Format.
    """
    count = len(subject.case.image.layers) if subject.case.image else 0
    if count > 1:
        yield Problem(message=f"The image has {count:,} layers", more="Package Format v2 has its builders write one")


@rule(
    "XPKG204",
    "several layers are annotated base",
    "EW",
    spec="E",
    format_v2="W",
    stage=Stage.MANIFEST,
    silenced_by=silenced(Within.PACKAGE, "XPKG007"),
)
def one_base(subject: ImageSubject) -> Iterator[Problem]:
    """At most one layer is annotated `io.crossplane.xpkg: base`.

    Why: The specification allows one. Crossplane 2.2 and later silently take the first; 1.7 to 2.1 and `crossplane
    xpkg extract` refuse the package.
    When it bites: On older clusters, and wherever the first one is the wrong one.
    Fix: Annotate only the layer that holds package.yaml.
    Source: xpkg specification, Manifests; crossplane-runtime pkg/xpkg/client.go (ExtractPackageYAML).
    """
    image = subject.case.image
    bases = [layer.index for layer in image.layers if layer.mark.is_base] if image else []
    if len(bases) > 1:
        listed = all_of(bases)
        yield Problem(
            level=int(not subject.target.takes_one_base),
            message=f"Layers {listed} are annotated base",
            more=f"Crossplane 2.2 and later read layer {bases[0]}",
            where=Where(layer=bases[1]),
            readers=("manager-1.7", "manager-1.13", "manager-2.0", "extract"),
        )


@rule(
    "XPKG205",
    "no layer is annotated base",
    "W",
    format_v2="I",
    stage=Stage.MANIFEST,
    silenced_by=silenced(Within.PACKAGE, "XPKG006"),
)
def has_base(subject: ImageSubject) -> Iterator[Problem]:
    """A layer is annotated `io.crossplane.xpkg: base`.

    Why: Without the annotation, Crossplane fetches and flattens all layers to find package.yaml.
    When it bites: Installation is slower and needs more memory, and a file in an upper layer may hide package.yaml.
    Fix: Push the package with `crossplane xpkg push`.
    Source: xpkg specification, Manifests ("preferred").
    """
    image = subject.case.image
    if image is not None and image.layers and image.base is None:
        yield Problem(
            message="No layer is annotated base", more="Crossplane flattens all layers to find package.yaml"
        )


@rule(
    "XPKG206",
    "the base annotation was lost",
    "W",
    format_v2="",
    stage=Stage.MANIFEST,
    silenced_by=silenced(Within.PACKAGE, "XPKG005"),
)
def lost_annotation(subject: ImageSubject) -> Iterator[Problem]:
    """If a config label marks a layer as `base`, the manifest annotates that layer.

    Why: `docker pull`, `tag` and `push` keep the labels of the config and drop the annotations of layers. skopeo
    and regctl also recompress layers, so the labels name no layer any more.
    When it bites: The package still installs, because Crossplane flattens it. It is slower, and files of upper
    layers may hide package.yaml.
    Fix: Push the package with `crossplane xpkg push`, which turns labels into annotations. Do not use `docker
    push`.
    Source: crossplane issue 5579; crossplane-runtime pkg/xpkg/layers.go (AnnotateLayers).
    """
    image = subject.case.image
    if image is None or image.base is not None:
        return
    for layer in image.layers:
        if layer.mark.label == BASE:
            message = f"The config labels layer {layer.index} as base, but the manifest does not annotate it"
            yield Problem(message=message, where=Where(layer=layer.index))
    for digest, value in stray_labels(image).items():
        if value == BASE:
            yield Problem(
                message=f"The config labels {digest[:19]} as base, but no layer of this image has that digest",
                fix="Copy the package with `crane copy`, or push the .xpkg with `crossplane xpkg push`. "
                "A tool such as skopeo or regctl recompressed the layers, so a push of this image restores nothing.",
            )


@rule("XPKG207", "labels and annotations contradict each other", "WI", format_v2="", stage=Stage.MANIFEST)
def label_elsewhere(subject: ImageSubject) -> Iterator[Problem]:
    """The label of a layer in the config and its annotation in the manifest have the same value.

    Why: Crossplane reads annotations. `crossplane resource validate` and `crossplane xpkg get-crds` read labels. If
    the two differ, these commands look at another layer than Crossplane installs. For values other than `base`,
    marketplaces find the one and miss the other.
    When it bites: When these commands check a package: they pass or fail on content that Crossplane does not install.
    Fix: Build and push with the same tool; `crossplane xpkg build` and `crossplane xpkg push` keep label and
    annotation equal.
    Source: crossplane CLI, validate (FetchBaseLayer).
    """
    image = subject.case.image
    base = image.base if image else None
    if image is None or base is None:
        return
    for layer in image.layers:
        if layer.mark.label is None or layer.mark.label == layer.mark.annotation:
            continue
        if layer.mark.label == BASE and base.mark.label == BASE:
            message = f"The config labels layer {layer.index} as base too; only layer {base.index} is annotated base"
        elif layer.mark.label == BASE:
            message = f"Layer {base.index} is annotated base, but the config labels layer {layer.index} as base"
        elif layer.mark.annotation is None:
            label = clip(layer.mark.label, _LONGEST)
            message = f"The config labels layer {layer.index} as {label}; the manifest has no such annotation"
        else:
            annotation, label = clip(layer.mark.annotation, _LONGEST), clip(layer.mark.label, _LONGEST)
            message = f"Layer {layer.index} is annotated {annotation}, but the config labels it as {label}"
        is_base = BASE in {layer.mark.label, layer.mark.annotation}
        readers = ("validate",) if is_base else ()
        yield Problem(level=0 if is_base else 1, message=message, where=Where(layer=layer.index), readers=readers)


@rule("XPKG210", "the base layer is a foreign layer", "W", stage=Stage.MANIFEST)
def base_is_distributed(subject: ImageSubject) -> Iterator[Problem]:
    """The layer annotated base is not a foreign (non-distributable) layer.

    Why: Registries and tools may skip foreign layers: they copy them by URL, or not at all.
    When it bites: When the package is copied to another registry: its package.yaml stays behind.
    Fix: Push the layer with an ordinary media type.
    Source: OCI image specification, Non-Distributable Layers; go-containerregistry pkg/v1/remote.
    """
    base = subject.case.image.base if subject.case.image else None
    if base is not None and is_foreign(base.descriptor.media_type):
        yield Problem(
            message=f"{subject.layer_title(base.index)} is a foreign layer, which tools may not copy",
            where=Where(layer=base.index),
        )


def _other_algorithm(document: Index | Manifest | None) -> str | None:
    """The first digest algorithm that Go's library refuses, and with it the whole document."""
    if document is None:
        return None
    listed = document.manifests if isinstance(document, Index) else (document.config, *document.layers)
    found = (one.digest.algorithm for one in (*listed, document.subject) if one is not None)
    return next((one for one in found if one != "sha256"), None)


def _missing(subject: ImageSubject) -> str | None:
    return subject.case.reading.message if subject.case.reading else None


@rule("XPKG211", "the config cannot be read", "EW", spec="W", stage=Stage.MANIFEST)
def config_is_readable(subject: ImageSubject) -> Iterator[Problem]:
    """The config blob exists, matches its digest, and is a config.

    Why: Crossplane 2.2 and later do not read it to find the package; 1.13 to 2.1 refuse the image. An image without
    its config cannot run, and `crossplane xpkg push` refuses an archive with a broken one.
    When it bites: On older clusters at fetching; on newer ones when a provider or function starts; for an archive
    at the push.
    Fix: Push the package again.
    Source: xpkg specification, Configuration; settled with the readers' own libraries.
    """
    if subject.case.contents.config_error is not None:
        yield Problem(
            level=0 if subject.is_pushed or subject.target.way.validates else 1,
            message=f"The config cannot be read: {subject.case.contents.config_error}",
            readers=None if subject.is_pushed else ("manager-1.13", "manager-2.0"),
        )


@rule("XPKG213", "the image has nothing to start", "WI", spec="", stage=Stage.MANIFEST)
def can_be_started(subject: PackageSubject) -> Iterator[Problem]:
    """The image of a provider or a function has an entrypoint or a command.

    Why: Since Crossplane 2.0 the package's image is the runtime image. Crossplane ignores the controller image that
    a package names.
    When it bites: The package installs, but its container never starts: `no command specified`.
    Fix: Build with `crossplane xpkg build --embed-runtime-image`, or from a runtime image with an entrypoint.
    Source: crossplane internal/controller/pkg/runtime; crossplane-provider-btp issue 360.
    """
    image = subject.case.image
    config = image.config if image else None
    if subject.type in {"Provider", "Function"} and config and not config.command:
        yield Problem(
            level=int(subject.target.lacks(RUNS_ITSELF)),
            message="The config has neither Entrypoint nor Cmd",
            more=f"the {subject.type} installs but never starts",
        )


@rule("XPKG214", "the Configuration has layers that are not part of it", "I", format_v2="W", stage=Stage.MANIFEST)
def has_no_runtime(subject: PackageSubject) -> Iterator[Problem]:
    """The image of a Configuration has no layer without the annotation or label `io.crossplane.xpkg`.

    Why: A Configuration runs nothing, so such layers only cost storage and transfer. If no layer is annotated base,
    Crossplane fetches them too. Package Format v2 allows one layer only.
    When it bites: Whenever the whole image is fetched, for example by a mirror or a scanner.
    Fix: Build the package with `crossplane xpkg build`, without a runtime image.
    Source: xpkg specification, Manifests; Package Format v2.
    """
    image, reading = subject.case.image, subject.case.reading
    if subject.type != "Configuration" or image is None or reading is None:
        return
    unmarked = (one for one in image.layers if one.mark.annotation is None and one.mark.label is None)
    if others := [one for one in unmarked if one.index != reading.layer]:
        total = size(sum(one.descriptor.size for one in others))
        yield Problem(message=f"{are(len(others), 'layer')} not part of the Configuration: {total}")

"""Rules about annotations and labels that mark layers (208, 209, 212, 215), and what is beside the image (216)."""

from collections.abc import Iterator, Mapping
from itertools import islice

from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, BASE
from xpkgtui.formats.xpkg.annotations.typos import is_near, is_near_key, is_plausible
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.oci.image import Image
from xpkgtui.oci.media_types import DOCKER_MANIFEST
from xpkgtui.rules.case import Case
from xpkgtui.visible import clip, few

_MOST = 1_000
"""Annotations of about the right length that are compared; larger numbers are not typos."""
_EXAMPLES = "upbound"
_SCHEMAS = "schema."
_SHOWN = 5
_LONGEST = 60
_RELATED = {"sig": "a signature", "att": "attestations", "sbom": "an SBOM"}


@rule("XPKG208", "the base annotation is misspelled", "W", format_v2="", stage=Stage.MANIFEST)
def is_spelled_right(subject: ImageSubject) -> Iterator[Problem]:
    """If no layer is annotated `io.crossplane.xpkg: base`, no annotation is a misspelled form of it.

    Why: Crossplane compares key and value letter by letter, and only in the layer descriptors of the manifest.
    When it bites: `Base`, a typo in the key, or an annotation of the manifest or index instead of the layer:
    Crossplane then flattens all layers to find package.yaml.
    Fix: Annotate the layer itself, with the key `io.crossplane.xpkg` and the value `base`.
    Source: xpkg specification, Manifests; crossplane-runtime pkg/xpkg/client.go (ExtractPackageYAML).
    """
    case, image = subject.case, subject.case.image
    if image is None or image.base is not None:
        return
    for place, key, value in islice(_of_about_that_length(_written(case, image)), _MOST):
        if not ((key == ANNOTATION or is_near_key(key)) and is_near(value, BASE)):
            continue
        if isinstance(place, int):
            more = f"Crossplane needs exactly {ANNOTATION}: {BASE}"
            yield Problem(message=f"Layer {place} is annotated {key}: {value}", more=more, where=Where(layer=place))
        else:
            yield Problem(
                message=f"The {place} is annotated {key}: {value}", more="Crossplane reads annotations of layers only"
            )


@rule("XPKG209", "layers have other values of io.crossplane.xpkg", "I", format_v2="", stage=Stage.MANIFEST)
def other_values(subject: ImageSubject) -> Iterator[Problem]:
    """Nothing; readers ignore values of `io.crossplane.xpkg` other than `base`.

    Why: Crossplane does not read such layers. `upbound` marks examples; `schema.python` and others mark models for
    a language. An unknown or repeated value may be a mistake.
    When it bites: If a tool looks for another spelling of the value.
    Fix: No action if these values are intended.
    Source: xpkg specification, Manifests; packages of the Upbound marketplace.
    """
    image = subject.case.image
    found: dict[str, list[int]] = {}
    for layer in image.layers if image else ():
        value = layer.mark.annotation
        if value is not None and value != BASE and not (image and image.base is None and is_near(value, BASE)):
            found.setdefault(value, []).append(layer.index)
    if found:
        listed = few([_layers_with(value, layers) for value, layers in found.items()], _SHOWN)
        yield Problem(message=f"Layers have other values of {ANNOTATION}: {listed}")


@rule(
    "XPKG212",
    "no label names the base layer",
    "I",
    spec="",
    readers=("validate",),
    stage=Stage.MANIFEST,
    silenced_by=silenced(Within.PACKAGE, "XPKG006"),
)
def has_label(subject: ImageSubject) -> Iterator[Problem]:
    """A label of the config has the value `base`.

    Why: `crossplane resource validate` and `crossplane xpkg get-crds` read labels, not annotations.
    When it bites: They fail, or they look for definitions in all layers.
    Fix: Build the package with `crossplane xpkg build`, which writes labels.
    Source: crossplane CLI, validate (FetchBaseLayer).
    """
    config = subject.case.image.config if subject.case.image else None
    if config is not None and BASE not in config.labels.values():
        yield Problem(
            message="The config has no label with the value base", more="`crossplane resource validate` fails"
        )


@rule("XPKG215", "a Docker manifest has annotations", "I", stage=Stage.MANIFEST)
def docker_manifest(subject: ImageSubject) -> Iterator[Problem]:
    """A manifest with annotations has OCI's media type: Docker's format does not define them.

    Why: `crossplane xpkg push` writes such manifests, and Crossplane reads them. Strict registries and tools may
    drop the annotations.
    When it bites: When a strict tool pushes the image again and drops the annotations.
    Fix: No action needed.
    Source: Docker image manifest v2, schema 2; crossplane-runtime pkg/xpkg/layers.go.
    """
    image = subject.case.image
    if image is not None and image.manifest.media_type == DOCKER_MANIFEST and _has_annotations(image):
        yield Problem(message="The image has a Docker manifest with annotations, which that format does not define")


@rule("XPKG216", "the image has signatures, attestations or SBOMs", "I", readers=(), stage=Stage.MANIFEST)
def signatures(subject: ImageSubject) -> Iterator[Problem]:
    """Nothing; signatures, attestations and SBOMs about the digest of the image stand beside it.

    xpkgtui asks no registry for this rule. It speaks of an OCI layout, which lists them as `sha256-<digest>.sig` and
    the like.

    Why: Crossplane verifies signatures of the digest that a tag points at, if an ImageConfig asks for it.
    When it bites: Never. If you copy the package without them, verification fails.
    Fix: No action needed. Copy them with the package, for example with `cosign copy`.
    Source: cosign, signature specification; OCI distribution specification, Referrers Tag Schema.
    """
    if found := subject.case.source.related:
        kinds = dict.fromkeys(_RELATED.get(name.rpartition(".")[2], "referrers") for name in found)
        names = few([clip(name, _LONGEST) for name in found], _SHOWN)
        yield Problem(message=f"The digest of the image has {' and '.join(kinds)}: {names}")


def _has_annotations(image: Image) -> bool:
    return bool(image.manifest.annotations) or any(layer.annotations for layer in image.manifest.layers)


def _layers_with(value: str, layers: list[int]) -> str:
    unknown = "" if value == _EXAMPLES or value.startswith(_SCHEMAS) else ", unknown"
    return f"{clip(value, _LONGEST)} ({'layer' if len(layers) == 1 else 'layers'} {few(layers, _SHOWN)}{unknown})"


def _written(case: Case, image: Image) -> Iterator[tuple[int | str, Mapping[str, str]]]:
    """(number of a layer, or name of another holder) and its annotations."""
    for layer in image.layers:
        derived = {} if layer.mark.annotation is None else {ANNOTATION: layer.mark.annotation}
        yield layer.index, {**layer.descriptor.annotations, **derived}
    yield "manifest", image.manifest.annotations
    index, shown = case.platforms.index, case.platforms.shown
    if index is not None:
        yield "index", index.annotations
        if shown is not None:
            yield "entry of the index", index.manifests[shown].annotations


def _of_about_that_length(
    written: Iterator[tuple[int | str, Mapping[str, str]]],
) -> Iterator[tuple[int | str, str, str]]:
    for place, annotations in written:
        for key, value in annotations.items():
            if is_plausible(key, ANNOTATION) and is_plausible(value, BASE):
                yield place, key, value

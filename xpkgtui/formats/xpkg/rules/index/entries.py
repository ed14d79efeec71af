"""Rules about the index of a multi-platform package (101 to 106)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.annotations.layers import is_extension
from xpkgtui.formats.xpkg.images import choose
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Within, rule, silenced
from xpkgtui.formats.xpkg.rules.subject import ImageSubject
from xpkgtui.oci.descriptor import REFERENCE_TYPE, Descriptor
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.platform import DEFAULT

_NO_CHILD = f"no child with platform {DEFAULT} in index"
"""The message of go-containerregistry, without the name of the index."""


@rule("XPKG101", "the index lists a manifest", "E", spec="E", format_v2="E", stage=Stage.INDEX)
def lists_a_manifest(subject: ImageSubject) -> Iterator[Problem]:
    """An index must list at least one manifest.

    Why: An index without manifests holds no image, and so no package.
    When it bites: At once: Crossplane finds no child to fetch.
    Fix: Push the index again with the images that belong to it.
    Source: xpkg specification, Indexes; go-containerregistry pkg/v1/remote/index.go.
    """
    index = subject.case.index
    if index is not None and not index.manifests:
        yield Problem(message="The index lists no manifest", says=_NO_CHILD)


@rule(
    "XPKG102",
    "a manifest is there for linux/amd64",
    "E",
    spec="E",
    format_v2="I",
    stage=Stage.INDEX,
    silenced_by=silenced(Within.PACKAGE, "XPKG103", "XPKG105"),
)
def has_default_platform(subject: ImageSubject) -> Iterator[Problem]:
    """One manifest of the index must be for linux/amd64; one without a platform counts as such.

    Why: Crossplane asks for no platform, and linux/amd64 is what its library then takes, whatever the cluster runs
    on.
    When it bites: At fetching, on every cluster, also on arm64 nodes. The specification asks only where there are
    several.
    Fix: Build the package for linux/amd64 too, and push it in the same index.
    Source: go-containerregistry pkg/v1/remote/index.go (childByPlatform); xpkg specification, Indexes.
    """
    index = subject.case.index
    if index is None or not index.manifests or choose(index) is not None:
        return
    if subject.profile.is_document and len(index.manifests) == 1:
        return
    names = ", ".join(sorted({_platform(one) for one in index.manifests}))
    yield Problem(message=f"No manifest is for {DEFAULT}; the index has {names}", says=_NO_CHILD)


@rule("XPKG103", "a single manifest for another platform", "E", spec="I", format_v2="I", stage=Stage.INDEX)
def single_other_platform(subject: ImageSubject) -> Iterator[Problem]:
    """The only manifest of the index is for another platform than linux/amd64.

    Why: The specification says that a single manifest is used whatever its platform. Crossplane still asks for
    linux/amd64.
    When it bites: At fetching, on every cluster.
    Fix: Push the image itself instead of an index, or add a manifest for linux/amd64.
    Source: xpkg specification, Indexes; go-containerregistry pkg/v1/remote/index.go (childByPlatform).
    """
    index = subject.case.index
    if index is not None and len(index.manifests) == 1 and choose(index) is None:
        platform = index.manifests[0].platform
        if platform is not None and not platform.is_empty:
            yield Problem(message=f"The only manifest is for {platform}, not for {DEFAULT}", says=_NO_CHILD)


@rule("XPKG104", "only one manifest is for linux/amd64", "W", spec="W", format_v2="W", stage=Stage.INDEX)
def one_default_platform(subject: ImageSubject) -> Iterator[Problem]:
    """Not more than one manifest of the index should match linux/amd64; extensions are told by another rule.

    Why: The first one wins, silently; the others are never read.
    When it bites: When a package was pushed again and the index kept the old manifest in front.
    Fix: Leave one manifest for linux/amd64 in the index.
    Source: go-containerregistry pkg/v1/remote/index.go (childByPlatform).
    """
    index = subject.case.index
    matching = [] if index is None else _matching(index)
    if len(matching) > 1:
        listed = ", ".join(str(number) for number in matching)
        taken = f"; manifest {matching[0]} is taken" if subject.case.chosen in {None, matching[0]} else ""
        yield Problem(message=f"Manifests {listed} of the index are all for {DEFAULT}{taken}")


@rule("XPKG105", "a platform that says nothing", "EI", spec="W", format_v2="W", stage=Stage.INDEX)
def empty_platform(subject: ImageSubject) -> Iterator[Problem]:
    """An entry of the index has a platform whose os and architecture are both empty.

    Why: A missing platform counts as linux/amd64, an empty one does not.
    When it bites: `crossplane xpkg push` with several files writes such entries for configurations, which have no
    platform in their config. The package then cannot be fetched by anybody.
    Fix: Push a single file for a package that is the same on every platform.
    Source: crossplane CLI, push; go-containerregistry pkg/v1/remote/index.go (matchesPlatform).
    """
    index = subject.case.index
    if index is None:
        return
    is_lost = choose(index) is None
    for number, entry in enumerate(index.manifests):
        if entry.platform is not None and entry.platform.is_empty:
            yield Problem(
                level=0 if is_lost else 1,
                message=f"The platform of manifest {number} is there and empty; it does not count as {DEFAULT}",
                says=_NO_CHILD if is_lost else None,
            )


@rule("XPKG106", "attestations beside the package", "I", spec="I", format_v2="I", stage=Stage.INDEX)
def attestations(subject: ImageSubject) -> Iterator[Problem]:
    """The index lists attestations, which are no package content.

    Why: Build tools add them for platform unknown/unknown. They do not disturb Crossplane, which never takes them.
    When it bites: Not at all: Crossplane passes them by.
    Fix: Nothing needs to be done.
    Source: Docker buildx, attestation storage.
    """
    index = subject.case.index
    found = [number for number, entry in enumerate(index.manifests) if _is_attestation(entry)] if index else []
    if found:
        word = "manifest" if len(found) == 1 else "manifests"
        yield Problem(
            message=f"The index lists {len(found)} attestation {word}, which no reader takes for the package"
        )


def _matching(index: Index) -> list[int]:
    return [
        number
        for number, entry in enumerate(index.manifests)
        if (entry.platform or DEFAULT).matches(DEFAULT) and not is_extension(entry)
    ]


def _is_attestation(entry: Descriptor) -> bool:
    return REFERENCE_TYPE in entry.annotations or (entry.platform is not None and entry.platform.is_unknown)


def _platform(entry: Descriptor) -> str:
    return "attestations" if _is_attestation(entry) else f"{entry.platform or 'none'}"

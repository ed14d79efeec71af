"""Rules about the index of a multi-platform package (101 to 106)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.annotations.layers import is_extension
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.oci.descriptor import REFERENCE_TYPE, Descriptor
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.platform import DEFAULT

_NO_CHILD = f"no child with platform {DEFAULT} in index"
"""The message of go-containerregistry, without the name of the index."""


@rule("XPKG101", "the index lists no manifest", "E", stage=Stage.INDEX)
def lists_a_manifest(subject: ImageSubject) -> Iterator[Problem]:
    """An index lists at least one manifest.

    Why: An index without manifests holds no image, so it holds no package.
    When it bites: When Crossplane fetches the package: it finds no manifest.
    Fix: Push the index again with its images.
    Source: xpkg specification, Indexes; go-containerregistry pkg/v1/remote/index.go.
    """
    index = subject.case.platforms.index
    if index is not None and not index.manifests:
        yield Problem(message="The index lists no manifest", says=_NO_CHILD)


@rule(
    "XPKG102",
    "the index has no manifest for linux/amd64",
    "E",
    format_v2="I",
    stage=Stage.INDEX,
    silenced_by=silenced(Within.PACKAGE, "XPKG103", "XPKG105"),
)
def has_default_platform(subject: ImageSubject) -> Iterator[Problem]:
    """One manifest of the index is for linux/amd64; a manifest without a platform counts as such.

    Why: Crossplane does not ask for a platform, so its library takes linux/amd64, whatever the cluster runs on.
    When it bites: When Crossplane fetches the package, on every cluster, also on arm64 nodes. The specification
    requires this only if the index lists several manifests.
    Fix: Build the package for linux/amd64 too, and push it in the same index.
    Source: go-containerregistry pkg/v1/remote/index.go (childByPlatform); xpkg specification, Indexes.
    """
    index = subject.case.platforms.index
    if index is None or not index.manifests or index.first_match(DEFAULT) is not None:
        return
    if subject.profile.is_document and len(index.manifests) == 1:
        return
    names = ", ".join(sorted({_platform(one) for one in index.manifests}))
    yield Problem(message=f"No manifest is for {DEFAULT}", more=f"the index has {names}", says=_NO_CHILD)


@rule("XPKG103", "the only manifest is for another platform than linux/amd64", "E", spec="I", stage=Stage.INDEX)
def single_other_platform(subject: ImageSubject) -> Iterator[Problem]:
    """If the index lists a single manifest, it is for linux/amd64.

    Why: The specification accepts a single manifest for any platform. Crossplane still asks for linux/amd64.
    When it bites: When Crossplane fetches the package, on every cluster.
    Fix: Push the image itself instead of an index, or add a manifest for linux/amd64.
    Source: xpkg specification, Indexes; go-containerregistry pkg/v1/remote/index.go (childByPlatform).
    """
    index = subject.case.platforms.index
    if index is not None and len(index.manifests) == 1 and index.first_match(DEFAULT) is None:
        platform = index.manifests[0].platform
        if platform is not None and not platform.is_empty:
            yield Problem(message=f"The only manifest is for {platform}, not for {DEFAULT}", says=_NO_CHILD)


@rule("XPKG104", "several manifests are for linux/amd64", "W", stage=Stage.INDEX)
def one_default_platform(subject: ImageSubject) -> Iterator[Problem]:
    """At most one manifest of the index matches linux/amd64; XPKG107 reports extensions.

    Why: Crossplane silently takes the first one and never reads the others.
    When it bites: When a package was pushed again and the index kept the old manifest first.
    Fix: Keep one manifest for linux/amd64 in the index.
    Source: go-containerregistry pkg/v1/remote/index.go (childByPlatform).
    """
    index = subject.case.platforms.index
    matching = [] if index is None else _matching(index)
    if len(matching) > 1:
        listed = ", ".join(str(number) for number in matching)
        taken = (
            f"Crossplane reads manifest {matching[0]}" if subject.case.platforms.chosen in {None, matching[0]} else ""
        )
        yield Problem(message=f"Manifests {listed} of the index are all for {DEFAULT}", more=taken)


@rule("XPKG105", "an entry of the index has an empty platform", "EI", spec="W", stage=Stage.INDEX)
def empty_platform(subject: ImageSubject) -> Iterator[Problem]:
    """No entry of the index has a platform with empty os and architecture.

    Why: A missing platform counts as linux/amd64. An empty one does not.
    When it bites: After `crossplane xpkg push` with several files: it writes empty platforms for configurations,
    which have no platform in their config. No cluster can then fetch the package.
    Fix: If the package is the same on every platform, push a single file.
    Source: crossplane CLI, push; go-containerregistry pkg/v1/remote/index.go (matchesPlatform).
    """
    index = subject.case.platforms.index
    if index is None:
        return
    is_lost = index.first_match(DEFAULT) is None
    for number, entry in enumerate(index.manifests):
        if entry.platform is not None and entry.platform.is_empty:
            yield Problem(
                level=0 if is_lost else 1,
                message=f"The platform of manifest {number} is empty",
                more=f"it does not count as {DEFAULT}",
                says=_NO_CHILD if is_lost else None,
            )


@rule("XPKG106", "the index lists attestations", "I", stage=Stage.INDEX)
def attestations(subject: ImageSubject) -> Iterator[Problem]:
    """Nothing; attestations in the index are not package content.

    Why: Build tools add attestations for the platform unknown/unknown. Crossplane never takes them for the package.
    When it bites: Never; Crossplane ignores them.
    Fix: No action needed.
    Source: Docker buildx, attestation storage.
    """
    index = subject.case.platforms.index
    found = [number for number, entry in enumerate(index.manifests) if _is_attestation(entry)] if index else []
    if found:
        word = "manifest" if len(found) == 1 else "manifests"
        yield Problem(message=f"The index lists {len(found)} attestation {word}, which every reader ignores")


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

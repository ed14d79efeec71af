"""Rules about the index of a multi-platform package (101 to 106)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.annotations.layers import is_extension
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject, PackageSubject
from xpkgtui.oci.descriptor import DEFAULT, REFERENCE_TYPE, Descriptor, Platform
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.media_types import ACCEPTED, INDEXES, SCHEMA1
from xpkgtui.rules.likeness import Likeness

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


_ARM = Platform(os="linux", architecture="arm64")
_ISSUE = "https://github.com/google/go-containerregistry/issues/377"


@rule("XPKG107", "an extension comes before the package in the index", "EWI", spec="I", stage=Stage.INDEX)
def extensions(subject: ImageSubject) -> Iterator[Problem]:
    """In the index, an extension (`io.crossplane.xpkg: xpkg-extensions`) comes after the package.

    Why: An extension holds extras for a marketplace: icons, documents, SBOMs. It has no platform, so it counts as
    linux/amd64. Crossplane takes the first such entry.
    When it bites: When Crossplane reads the package, if the extension comes first: it has no package.yaml.
    Fix: List the package before the extension, or give every entry its platform.
    Source: go-containerregistry pkg/v1/remote/index.go (childByPlatform); settled by running it.
    """
    platforms = subject.case.platforms
    for number, entry in enumerate(platforms.index.manifests if platforms.index else ()):
        if is_extension(entry) and number != platforms.chosen:
            yield Problem(level=2, message=f"The index's manifest {number} is an extension, not package content")
        elif is_extension(entry):
            reading = subject.case.reading if platforms.shown == number else None
            is_harmless = reading is not None and (reading.has_bytes or reading.unread is not None)
            yield Problem(
                level=1 if is_harmless else 0,
                message=f"The index's manifest {number} is an extension, but Crossplane takes it for the package",
                says=reading.message if reading is not None and not is_harmless else None,
            )


@rule("XPKG108", "package.yaml differs between platforms", "W", stage=Stage.INDEX)
def same_on_all_platforms(subject: ImageSubject) -> Iterator[Problem]:
    """All platforms have the same package.yaml, byte for byte.

    xpkgtui compares the digests of their layers. Where these differ, it reads the layers if that is cheap; `check`
    says what it did not compare, and `--all-layers` or `--platform all` compares it.

    Why: Crossplane reads linux/amd64 only. It never installs the package.yaml of another platform.
    When it bites: Never at installation. It misleads people who read another platform's package.yaml.
    Fix: Build all platforms from the same package.yaml, and push them together.
    Source: xpkg specification, Indexes ("no platform-specific information").
    """
    index = subject.case.platforms.index
    for one in subject.case.platforms.compared if index else ():
        assert index is not None
        name, reference = _manifest(index, one.number), _manifest(index, one.reference)
        if one.likeness is Likeness.DIFFERENT:
            yield Problem(message=f"The package.yaml of {name} differs from that of {reference}")
        elif one.likeness is Likeness.LACKING:
            yield Problem(message=f"There is a package.yaml in {reference}, but none in {name}")


@rule("XPKG109", "the index lists another index", "I", stage=Stage.INDEX)
def nested_index(subject: ImageSubject) -> Iterator[Problem]:
    """No entry of the index is an index itself.

    Why: go-containerregistry follows a nested index. Other tools, such as skopeo, refuse it.
    When it bites: With tools that read only the first level of an index.
    Fix: List the images themselves in the index.
    Source: go-containerregistry pkg/v1/remote/descriptor.go; settled by running it and skopeo.
    """
    index = subject.case.platforms.index
    for number, entry in enumerate(index.manifests if index else ()):
        if entry.media_type in INDEXES:
            yield Problem(message=f"The index's manifest {number} is an index itself")


@rule("XPKG110", "the index lists a manifest of Docker schema 1", "EW", spec="E", stage=Stage.INDEX)
def no_schema_1(subject: ImageSubject) -> Iterator[Problem]:
    """The index lists no manifest of Docker schema 1.

    Why: Crossplane's library does not read schema 1, and current registries do not store it.
    When it bites: When Crossplane fetches the package, if it takes that entry.
    Fix: Push the image again with a current tool.
    Source: go-containerregistry pkg/v1/remote/descriptor.go (ErrSchema1).
    """
    platforms = subject.case.platforms
    for number, entry in enumerate(platforms.index.manifests if platforms.index else ()):
        if entry.media_type in SCHEMA1:
            assert platforms.index is not None
            name = _manifest(platforms.index, number)
            error = f'unsupported MediaType: "{entry.media_type}", see {_ISSUE}'
            yield Problem(
                level=0 if number in {platforms.chosen, platforms.shown} else 1,
                message=f"The index's {name} uses Docker schema 1, which is not supported",
                says=error if number == platforms.chosen else None,
            )


@rule("XPKG111", "a manifest of the index cannot be read", "EW", spec="E", stage=Stage.INDEX)
def children_are_there(subject: ImageSubject) -> Iterator[Problem]:
    """Every manifest of the index can be fetched, matches its digest and size, and is a manifest.

    Why: A tool that copies the package copies all its manifests, and stops at a broken one.
    When it bites: At installation, if Crossplane takes this manifest. Otherwise on nodes of that platform, and
    whenever the package is mirrored.
    Fix: Push the package again with all of its platforms.
    Source: OCI image specification, Image Index; go-containerregistry pkg/v1/remote.
    """
    platforms, index = subject.case.platforms, subject.case.platforms.index
    if index is None:
        return
    problems = {child.number: child.problem for child in platforms.children if child.problem is not None}
    error = subject.case.contents.manifest_error
    if error is not None and platforms.shown is not None:
        problems[platforms.shown] = error
    read = {platforms.chosen, platforms.shown}
    types = {number: index.manifests[number].media_type for number in problems}
    for number in sorted(problems.keys() & read):
        if types[number] not in SCHEMA1:
            message = f"The index's {_manifest(index, number)} cannot be read: {problems[number]}"
            yield Problem(message=message, says=problems[number])
    if others := [number for number in sorted(problems.keys() - read) if types[number] in {*ACCEPTED, ""}]:
        first = f"The index's {_manifest(index, others[0])} cannot be read: {problems[others[0]]}"
        yield Problem(level=1, message=first, more=f"nor can {len(others) - 1:,} more" if len(others) > 1 else "")


@rule("XPKG112", "the package has no image for arm64", "I", spec="", stage=Stage.INDEX)
def has_arm(subject: PackageSubject) -> Iterator[Problem]:
    """The index of a Provider or Function lists a manifest for linux/arm64.

    Why: The package's image is the runtime image. arm64 nodes and laptops are common.
    When it bites: On an arm64 node the container does not start: `exec format error`, or no matching manifest.
    Fix: Build the runtime image for linux/arm64 too, and push both in one index.
    Source: crossplane-contrib/provider-kubernetes issue 65.
    """
    index = subject.case.platforms.index
    if index is None or subject.type not in {"Provider", "Function"}:
        return
    if not any(entry.platform is not None and entry.platform.matches(_ARM) for entry in index.manifests):
        yield Problem(
            message=f"No manifest of the index is for {_ARM}", more=f"the {subject.type} does not run on arm64 nodes"
        )


def _manifest(index: Index, number: int) -> str:
    """`manifest 1 (linux/arm64)`"""
    platform = index.manifests[number].platform
    return f"manifest {number} ({platform})" if platform is not None else f"manifest {number}"

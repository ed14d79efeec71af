"""Rules about the manifests that an index lists, one by one (107 to 112)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.annotations.layers import is_extension
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject, PackageSubject
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.media_types import ACCEPTED, INDEXES, SCHEMA1
from xpkgtui.oci.platform import Platform
from xpkgtui.rules.likeness import Likeness

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

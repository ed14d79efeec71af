"""Rules about the manifests that an index lists, one by one (107 to 112)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.annotations.layers import is_extension
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import ImageSubject, PackageSubject
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.media_types import ACCEPTED, INDEXES, SCHEMA1
from xpkgtui.oci.platform import Platform

_ARM = Platform(os="linux", architecture="arm64")
_ISSUE = "https://github.com/google/go-containerregistry/issues/377"


@rule("XPKG107", "extensions do not stand before the package", "EWI", spec="I", format_v2="I", stage=Stage.INDEX)
def extensions(subject: ImageSubject) -> Iterator[Problem]:
    """An entry annotated `io.crossplane.xpkg: xpkg-extensions` is no package, and is not read instead of one.

    Why: It holds a marketplace's extras: icons, documents, SBOMs. It has no platform, and a missing platform counts
    as linux/amd64: behind the package it is never read, before it Crossplane takes it for the package.
    When it bites: At reading; the extension has no package.yaml.
    Fix: List the package before the extension, or give every entry its platform.
    Source: go-containerregistry pkg/v1/remote/index.go (childByPlatform); settled by running it.
    """
    case = subject.case
    for number, entry in enumerate(case.index.manifests if case.index else ()):
        if is_extension(entry) and number != case.chosen:
            yield Problem(level=2, message=f"The index's manifest {number} is an extension, no package content")
        elif is_extension(entry):
            reading = case.reading if case.shown == number else None
            is_harmless = reading is not None and (reading.has_bytes or reading.unread is not None)
            yield Problem(
                level=1 if is_harmless else 0,
                message=f"The index's manifest {number} is an extension, which Crossplane takes for the package",
                says=reading.message if reading is not None and not is_harmless else None,
            )


@rule("XPKG108", "package.yaml is the same on all platforms", "W", spec="W", format_v2="W", stage=Stage.INDEX)
def same_on_all_platforms(subject: ImageSubject) -> Iterator[Problem]:
    """The package.yaml of every platform has the same bytes, among the platforms that were looked at.

    Why: Crossplane reads linux/amd64 only; what the others say is never installed.
    When it bites: Never by itself: whoever reads another platform's package.yaml is misled.
    Fix: Build all platforms from the same package.yaml, and push them together.
    Source: xpkg specification, Indexes ("no platform-specific information").
    """
    index, streams = subject.case.index, dict(subject.case.streams)
    if index is None or not streams:
        return
    first = subject.case.chosen if subject.case.chosen in streams else min(streams)
    assert first is not None
    for number, sha256 in sorted(streams.items()):
        if sha256 != streams[first]:
            yield Problem(
                message=f"The package.yaml of {_manifest(index, number)} is another than that of "
                f"{_manifest(index, first)}"
            )


@rule("XPKG109", "indexes are not nested", "I", spec="I", format_v2="I", stage=Stage.INDEX)
def nested_index(subject: ImageSubject) -> Iterator[Problem]:
    """An entry of the index is an index itself.

    Why: Go's library follows it; other tools, skopeo among them, refuse.
    When it bites: With tools that look at the first level of an index only.
    Fix: List the images themselves.
    Source: go-containerregistry pkg/v1/remote/descriptor.go; settled by running it and skopeo.
    """
    index = subject.case.index
    for number, entry in enumerate(index.manifests if index else ()):
        if entry.media_type in INDEXES:
            yield Problem(message=f"The index's manifest {number} is an index itself")


@rule("XPKG110", "no manifest is of Docker's schema 1", "EW", spec="E", format_v2="E", stage=Stage.INDEX)
def no_schema_1(subject: ImageSubject) -> Iterator[Problem]:
    """The index lists no manifest of Docker's schema 1.

    Why: Crossplane's library does not read it, and current registries do not store it.
    When it bites: At fetching, where Crossplane takes that entry.
    Fix: Push the image again with a current tool.
    Source: go-containerregistry pkg/v1/remote/descriptor.go (ErrSchema1).
    """
    case = subject.case
    for number, entry in enumerate(case.index.manifests if case.index else ()):
        if entry.media_type in SCHEMA1:
            assert case.index is not None
            yield Problem(
                level=0 if number in {case.chosen, case.shown} else 1,
                message=f"The index's {_manifest(case.index, number)} is of Docker's schema 1, which is not read",
                says=f'unsupported MediaType: "{entry.media_type}", see {_ISSUE}' if number == case.chosen else None,
            )


@rule("XPKG111", "the manifests of the index are there", "EW", spec="E", format_v2="E", stage=Stage.INDEX)
def children_are_there(subject: ImageSubject) -> Iterator[Problem]:
    """Every manifest that the index lists can be fetched, has its digest and size, and is a manifest.

    Why: Who copies the package copies all of it, and stops there.
    When it bites: At installation, where it is the manifest that Crossplane takes; otherwise on the nodes of that
    platform, and whenever the package is mirrored.
    Fix: Push the package again with all of its platforms.
    Source: OCI image specification, Image Index; go-containerregistry pkg/v1/remote.
    """
    case = subject.case
    if case.index is None:
        return
    problems = {child.number: child.problem for child in case.children if child.problem is not None}
    if case.manifest_error is not None and case.shown is not None:
        problems[case.shown] = case.manifest_error
    read = {case.chosen, case.shown}
    types = {number: case.index.manifests[number].media_type for number in problems}
    for number in sorted(problems.keys() & read):
        if types[number] not in SCHEMA1:
            message = f"The index's {_manifest(case.index, number)} cannot be read: {problems[number]}"
            yield Problem(message=message, says=problems[number])
    others = [number for number in sorted(problems.keys() - read) if types[number] in {*ACCEPTED, ""}]
    if others:
        first = f"The index's {_manifest(case.index, others[0])} cannot be read: {problems[others[0]]}"
        more = f"; nor can {len(others) - 1:,} more" if len(others) > 1 else ""
        yield Problem(level=1, message=first + more)


@rule("XPKG112", "it runs on arm64 too", "I", spec="", format_v2="", stage=Stage.INDEX)
def has_arm(subject: PackageSubject) -> Iterator[Problem]:
    """The index of a provider or a function lists a manifest for linux/arm64.

    Why: The package's image is what runs. Clusters with arm64 nodes are common, and so are such laptops.
    When it bites: On such a node the container does not start: `exec format error`, or no matching manifest.
    Fix: Build the runtime image for linux/arm64 too, and push both in one index.
    Source: crossplane-contrib/provider-kubernetes issue 65.
    """
    index = subject.case.index
    if index is None or subject.type not in {"Provider", "Function"}:
        return
    if not any(entry.platform is not None and entry.platform.matches(_ARM) for entry in index.manifests):
        yield Problem(message=f"No manifest of the index is for {_ARM}; the {subject.type} does not run there")


def _manifest(index: Index, number: int) -> str:
    """`manifest 1 (linux/arm64)`"""
    platform = index.manifests[number].platform
    return f"manifest {number} ({platform})" if platform is not None else f"manifest {number}"

"""Rules about annotations that a package should have (801 to 805)."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.profiles import Profile
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject
from xpkgtui.untyped import field

_PREFIX = "meta.crossplane.io/"


@rule("XPKG801", "the package names a maintainer", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_maintainer(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/maintainer`.

    Why: Users need to know whom to ask.
    When it bites: When a user has a question or reports a vulnerability.
    Fix: Add `meta.crossplane.io/maintainer` to metadata.annotations of the meta object (crossplane.yaml).
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "maintainer")


@rule("XPKG802", "the package names its source", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_source(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/source`.

    Why: Users need to read the source and to report bugs.
    When it bites: When a bug must be found, or the package must be rebuilt.
    Fix: Add `meta.crossplane.io/source` to metadata.annotations of the meta object (crossplane.yaml), with the URL
    of the repository.
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "source")


@rule("XPKG803", "the package names its license", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_license(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/license`.

    Why: Users need to know if they may use the package.
    When it bites: Where licenses are checked before a package is used.
    Fix: Add `meta.crossplane.io/license` to metadata.annotations of the meta object (crossplane.yaml), with an SPDX
    identifier.
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "license")


@rule("XPKG804", "the package has a description", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_description(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/description`.

    Why: Lists and registries show this sentence.
    When it bites: In lists of packages: its line stays empty.
    Fix: Add `meta.crossplane.io/description` to metadata.annotations of the meta object (crossplane.yaml).
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "description")


@rule("XPKG805", "the package has a readme", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_readme(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/readme`.

    Why: Registries show it as the page of the package.
    When it bites: When a user opens the page of the package: it is empty.
    Fix: Add `meta.crossplane.io/readme` to metadata.annotations of the meta object (crossplane.yaml).
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "readme")


def _missing(subject: DocumentSubject, name: str) -> Iterator[Problem]:
    if not subject.is_package:
        return
    annotations = field(subject.value, "metadata", "annotations")
    keys = (_PREFIX + name, name) if subject.profile is Profile.FORMAT_V2 else (_PREFIX + name,)
    if not isinstance(annotations, dict) or not any(annotations.get(key) for key in keys):
        path = FieldPath.of("metadata", "annotations") if annotations else FieldPath.of("metadata")
        yield Problem(message=f"{subject.title} has no annotation {_PREFIX}{name}", path=path)

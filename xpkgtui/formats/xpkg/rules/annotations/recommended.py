"""Rules about annotations that a package should have (801 to 805)."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject
from xpkgtui.untyped import field

_PREFIX = "meta.crossplane.io/"


@rule("XPKG801", "a maintainer is named", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_maintainer(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/maintainer`.

    Why: People want to know whom to ask.
    When it bites: When somebody has a question, or a report of a weakness.
    Fix: Add the annotation to the meta object (crossplane.yaml).
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "maintainer")


@rule("XPKG802", "the source is named", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_source(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/source`.

    Why: People want to read the source, and to report what is wrong with it.
    When it bites: When a fault must be found, or the package must be built again.
    Fix: Add the annotation to the meta object (crossplane.yaml), with the URL of the repository.
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "source")


@rule("XPKG803", "the license is named", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_license(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/license`.

    Why: People want to know whether they may use the package.
    When it bites: Where licenses are checked before a package may be used.
    Fix: Add the annotation to the meta object (crossplane.yaml), with an SPDX identifier.
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "license")


@rule("XPKG804", "there is a description", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_description(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/description`.

    Why: It is the one sentence that lists and registries show.
    When it bites: In lists of packages, where its line stays empty.
    Fix: Add the annotation to the meta object (crossplane.yaml).
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "description")


@rule("XPKG805", "there is a readme", "I", spec="I", format_v2="I", stage=Stage.INSTALL)
def has_readme(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object has the annotation `meta.crossplane.io/readme`.

    Why: Registries show it as the page of the package.
    When it bites: When somebody opens the package's page, and finds it empty.
    Fix: Add the annotation to the meta object (crossplane.yaml).
    Source: xpkg specification, Object Annotations.
    """
    yield from _missing(subject, "readme")


def _missing(subject: DocumentSubject, name: str) -> Iterator[Problem]:
    if not subject.is_package:
        return
    annotations = field(subject.value, "metadata", "annotations")
    if not isinstance(annotations, dict) or not annotations.get(_PREFIX + name):
        path = FieldPath.of("metadata", "annotations") if annotations else FieldPath.of("metadata")
        yield Problem(message=f"{subject.title} has no annotation {_PREFIX}{name}", path=path)

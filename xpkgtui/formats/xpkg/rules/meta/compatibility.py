"""Rules about the constraint on Crossplane's version (609 to 611)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible
from xpkgtui.formats.xpkg.tools.linter import bad_constraint
from xpkgtui.untyped import field
from xpkgtui.versions.version import Dialect
from xpkgtui.visible import clip

_SHOWN = 80
_OLDER_READERS = ("manager-1.0", "manager-1.7", "manager-1.13", "manager-2.0")
_NEWER_READERS = ("manager-2.4",)
"""Eras of which every version reads constraints with one of the two libraries."""


@rule("XPKG609", "spec.crossplane.version is not a constraint", "EW", spec="W", build="EW", stage=Stage.LINT)
def constraint_is_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane.version` is a valid version constraint, if `spec.crossplane` is given.

    Why: Crossplane compares its own version with it. Crossplane 2.3 and later parse constraints with another
    library than 2.2 and earlier. A space between two comparisons means AND only since 2.3; a comma means AND
    everywhere.
    When it bites: At linting.
    Fix: Write a constraint that both libraries read, such as `>=v1.14.0, <v3.0.0`.
    Source: crossplane-runtime pkg/xpkg/lint.go (PackageValidSemver); Masterminds/semver 1.5.0 and 3.5.0.
    """
    crossplane = field(subject.value, "spec", "crossplane")
    if not subject.is_package or not isinstance(crossplane, dict):
        return
    version = crossplane.get("version")
    if version is not None and not isinstance(version, str):
        return
    path = FieldPath.of("spec", "crossplane", "version")
    own = subject.dialect
    other = Dialect.V3 if own is Dialect.V1 else Dialect.V1
    says = bad_constraint(version or "", own)
    shown = f'spec.crossplane.version "{version or ""}"'
    if says is not None:
        message = f"{subject.title}: {shown} is not a valid constraint"
        if own is Dialect.V1 and bad_constraint(version or "", other) is None:
            message += "; Crossplane 2.3 and later can read it"
        yield Problem(message=message, says=says, path=path)
    elif (says := bad_constraint(version or "", other)) is not None:
        who = "2.2 and earlier refuse" if other is Dialect.V1 else "2.3 and later refuse"
        message = f"{subject.title}: Crossplane {who} {shown}"
        readers = _OLDER_READERS if other is Dialect.V1 else _NEWER_READERS
        yield Problem(level=1, message=message, says=says, path=path, readers=readers)


@rule(
    "XPKG610",
    "spec.crossplane is not a mapping with a version",
    "E",
    spec="W",
    format_v2="",
    build="E",
    stage=Stage.PARSE,
    is_decoding=True,
)
def constraint_is_mapping(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane` is a mapping with `version`. In Package Format v2 it was plain text.

    Why: The two forms look alike, but Crossplane refuses text, a list or a number.
    When it bites: At parsing.
    Fix: Write `crossplane: {version: ">=v1.14.0"}`.
    Source: crossplane apis/pkg/meta/v1 (CrossplaneConstraints); Package Format v2.
    """
    crossplane = field(subject.value, "spec", "crossplane")
    if subject.is_package and crossplane is not None and not isinstance(crossplane, dict):
        path = FieldPath.of("spec", "crossplane")
        wrong = next((one for one in subject.mismatches if one.path == path), None)
        message = f"{subject.title}: spec.crossplane is {wrong.found if wrong else 'another type'}"
        yield Problem(
            message=f"{message} ({clip(str(crossplane), _SHOWN)}), expected a mapping with version",
            says=wrong.message if wrong else None,
            path=path,
        )


@rule("XPKG611", "the package excludes this Crossplane version", "E", spec="I", stage=Stage.CONSTRAINT)
def crossplane_fits(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane.version` includes the Crossplane version that this check is for.

    Why: Crossplane compares its own version with the constraint, and stops if the constraint excludes it. A
    constraint includes a prerelease of Crossplane only if it names one, such as `>=v1.14.0-0`.
    When it bites: At installation, unless the installed object has `ignoreCrossplaneConstraints: true`.
    Fix: Widen the constraint, or install a Crossplane version that it includes.
    Source: crossplane-runtime pkg/xpkg/lint.go (PackageCrossplaneCompatible).
    """
    text, version = _constraint(subject), subject.target.version
    says = incompatible(text, version) if isinstance(text, str) else None
    if says is None:
        return
    names_one = "-" in version
    hint = "; a constraint includes prereleases only if it names one, such as >=v1.14.0-0" if names_one else ""
    yield Problem(
        message=f"{subject.title}: spec.crossplane.version {text} excludes Crossplane {version}{hint}",
        says=None if subject.profile.is_document else says,
        path=FieldPath.of("spec", "crossplane", "version"),
    )


def _constraint(subject: DocumentSubject) -> Any:
    if not subject.is_package:
        return None
    crossplane = field(subject.value, "spec", "crossplane")
    if subject.profile is Profile.FORMAT_V2 and isinstance(crossplane, str):
        return crossplane
    return field(crossplane, "version")

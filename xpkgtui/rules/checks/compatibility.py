"""Rules about the versions of Crossplane that a package is made for (611, 612)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.rules.profile import Profile
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.rules.subject import DocumentSubject
from xpkgtui.versions import Version, admits

_OLDER = ("1.14", "1.15", "1.16", "1.17", "1.18", "1.19", "1.20", "2.0", "2.1")
"""What `crossplane-1` spans."""


@rule("XPKG611", "the version of Crossplane fits", "E", crossplane_1="EW", spec="I", format_v2="I")
def crossplane_fits(subject: DocumentSubject) -> Iterator[Problem]:
    """The version of Crossplane that is judged for satisfies `spec.crossplane.version`.

    Why: The package manager compares its own version with the constraint, and stops where it does not fit. A
    prerelease of Crossplane fits only a constraint that names one, as `>=v1.14.0-0` does.
    When it bites: At installation, unless the installed object says `ignoreCrossplaneConstraints: true`.
    Fix: Widen the constraint, or install a version of Crossplane that it admits.
    Source: crossplane-runtime pkg/xpkg/lint.go (PackageCrossplaneCompatible).
    """
    text = _constraint(subject)
    if not isinstance(text, str):
        return
    versions = _versions(subject)
    refusing = [version for version in versions if admits(text, version) is False]
    if not refusing:
        return
    few = ", ".join(refusing) if len(refusing) < len(versions) or len(versions) == 1 else f"{versions[0]} to 2.1"
    first = Version.parse(refusing[0])
    hint = "" if not first.prerelease else "; a prerelease fits only a constraint that names one, as in >=v1.14.0-0"
    yield Problem(
        level=0 if len(refusing) == len(versions) else 1,
        message=f"{subject.title} is not made for Crossplane {few}: its constraint is {text}{hint}",
        says=None if subject.profile.is_document else f"package is not compatible with Crossplane version (v{first})",
        path=FieldPath.of("spec", "crossplane", "version"),
    )


@rule("XPKG612", "a Crossplane version is asked for", "I", spec="I", format_v2="I")
def crossplane_is_constrained(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object says with `spec.crossplane.version` which versions of Crossplane it is made for.

    Why: Without it every Crossplane installs the package, also one that it does not work with.
    When it bites: When the package needs a feature that an older Crossplane does not have.
    Fix: Add `crossplane: {version: ">=v1.14.0"}` to the spec of the meta object, with the version that you test with.
    Source: Crossplane documentation, packages.
    """
    spec = subject.value.get("spec")
    given = spec.get("crossplane") if isinstance(spec, dict) else spec
    if subject.is_package and given is None:
        path = FieldPath.of("spec") if "spec" in subject.value else FieldPath.of("kind")
        yield Problem(message=f"{subject.title} names no version of Crossplane", path=path)


def _constraint(subject: DocumentSubject) -> Any:
    spec = subject.value.get("spec")
    crossplane = spec.get("crossplane") if isinstance(spec, dict) else None
    return crossplane.get("version") if subject.is_package and isinstance(crossplane, dict) else None


def _versions(subject: DocumentSubject) -> tuple[str, ...]:
    """The versions of Crossplane to judge for."""
    asked = subject.case.crossplane.removeprefix("v")
    if subject.profile is not Profile.CROSSPLANE_1:
        return (asked,)
    is_older = any(asked == one or asked.startswith((f"{one}.", f"{one}-")) for one in _OLDER)
    return (asked,) if is_older else _OLDER

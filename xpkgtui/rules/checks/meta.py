"""Rules about the meta object of a package (6xx), and about the shapes of all objects."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.kinds import (
    IBM_META_GROUP,
    META_GROUP,
    PACKAGES,
    UPBOUND_META_GROUP,
    GroupVersionKind,
    Role,
    near_kinds,
)
from xpkgtui.rules import format_v2
from xpkgtui.rules.profile import Profile
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.rules.subject import DocumentSubject, PackageSubject
from xpkgtui.versions import Constraint, Dialect
from xpkgtui.versions.quoting import quoted

_NOT_ONE = "not exactly one package meta type"
_MOST = 50
"""Problems of one kind that are told of one document, or of one package."""
_SHOWN = 80


@rule("XPKG601", "exactly one meta object", "E", spec="E", format_v2="E", build="E")
def one_meta(subject: PackageSubject) -> Iterator[Problem]:
    """A package has exactly one meta object: a Provider, a Configuration or a Function.

    Why: It says what the package is. Crossplane also counts kinds that nobody means as meta objects (`v1 Status`,
    `ListOptions` of meta.pkg.crossplane.io).
    When it bites: At linting and at installation.
    Fix: Leave one meta object (crossplane.yaml) in the package.
    Source: xpkg specification, package.yaml; crossplane-runtime pkg/xpkg/lint.go (OneMeta).
    """
    metas = subject.metas
    if not metas:
        yield Problem(
            message="There is no meta object (Provider, Configuration or Function) in the package",
            says=_NOT_ONE,
            fix="Add one (crossplane.yaml), of `apiVersion: meta.pkg.crossplane.io/v1`.",
        )
    kinds = ", ".join(f"{one.named.kind if one.named else '?'} in document {one.number}" for one in metas[:5])
    more = f" and {len(metas) - 5:,} more" if len(metas) > 5 else ""
    for extra in metas[1:_MOST]:
        yield Problem(
            message=f"There are {len(metas):,} meta objects: {kinds}{more}",
            says=_NOT_ONE,
            document=extra.number,
            line=extra.line,
        )


@rule("XPKG602", "a meta object that is known", "E", spec="E", format_v2="E", build="E")
def meta_is_known(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object is of a group, version and kind that the consumer knows.

    Why: Known are `meta.pkg.crossplane.io/v1` Provider, Configuration and Function, `v1beta1` Function, and
    `v1alpha1` Provider and Configuration. Everything else is refused.
    When it bites: At parsing; where the kind is known and makes no package, at linting.
    Fix: Write `apiVersion: meta.pkg.crossplane.io/v1`.
    Source: crossplane-runtime pkg/xpkg/scheme.go.
    """
    named = subject.named
    if named is None or not _looks_like_meta(named) or _is_good(named, subject.profile):
        return
    if named.role is Role.META and not named.is_package:
        message = f"{subject.title} ({named.api_version}) counts as a meta object and makes no package"
        yield Problem(message=message, says="package meta type is not Provider")
        return
    if subject.profile is Profile.FORMAT_V2:
        yield format_v2.unknown(subject, named)
        return
    near = near_kinds(named)
    says = None if subject.profile.is_document else not_registered(named)
    hint = f"; known is {near[0]}" if near else ""
    is_kind = named.group == META_GROUP and named.version == "v1"
    yield Problem(
        message=f"{subject.title}: {named.api_version} {named.kind} is no known meta object{hint}",
        says=says,
        fix="Write `kind: Provider`, `Configuration` or `Function`." if is_kind else "",
        path=FieldPath.of("kind" if is_kind else "apiVersion"),
    )


@rule("XPKG603", "a meta object of IBM's fork", "E", spec="E", format_v2="", build="E")
def is_no_fork(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object is not of the group `meta.pkg.ibm.crossplane.io`.

    Why: IBM's fork of Crossplane has a group of its own; nobody else knows it.
    When it bites: At parsing.
    Fix: Write `apiVersion: meta.pkg.crossplane.io/v1`.
    Source: IBM/ibm-crossplane apis/pkg/meta/v1/register.go.
    """
    named = subject.named
    if named is not None and named.group == IBM_META_GROUP:
        message = f"{subject.title} is of the group of IBM's fork, {IBM_META_GROUP}"
        yield Problem(message=message, says=not_registered(named), path=FieldPath.of("apiVersion"))


@rule("XPKG604", "a meta object of Upbound's distribution", "E", spec="E", format_v2="E", build="E")
def is_no_addon(subject: DocumentSubject) -> Iterator[Problem]:
    """The meta object is no AddOn and no Controller.

    Why: Only Upbound's distribution of Crossplane knows the group `meta.pkg.upbound.io`.
    When it bites: At parsing.
    Fix: Install the package on Upbound Crossplane, or build it as a Provider, Configuration or Function.
    Source: Upbound documentation, add-ons.
    """
    named = subject.named
    if named is not None and named.group == UPBOUND_META_GROUP:
        message = f"{subject.title} is known to Upbound's distribution only ({named.api_version})"
        yield Problem(message=message, says=not_registered(named), path=FieldPath.of("apiVersion"))


@rule("XPKG609", "the Crossplane version is a constraint", "EW", spec="W", format_v2="W", build="EW")
def constraint_is_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane.version` is a constraint on versions, where `spec.crossplane` is given.

    Why: Crossplane compares its own version with it. 2.3 and later read constraints with another library than 2.2 and
    earlier: a blank between two comparisons is an AND only from 2.3 on, a comma is one everywhere.
    When it bites: At linting.
    Fix: Write a constraint that both read, as in `>=v1.14.0, <v3.0.0`.
    Source: crossplane-runtime pkg/xpkg/lint.go (PackageValidSemver); Masterminds/semver 1.5.0 and 3.5.0.
    """
    spec = subject.value.get("spec")
    crossplane = spec.get("crossplane") if isinstance(spec, dict) else None
    if not subject.is_package or not isinstance(crossplane, dict):
        return
    version = crossplane.get("version")
    if version is not None and not isinstance(version, str):
        return
    path = FieldPath.of("spec", "crossplane", "version")
    own = subject.profile.dialect
    other = Dialect.V1 if own is Dialect.V3 else Dialect.V3
    says = _complaint(version or "", own)
    shown = version or "empty"
    if says is not None:
        message = f"{subject.title}: the Crossplane version is no constraint: {shown}"
        yield Problem(message=message, says=f"package version constraints are poorly formatted: {says}", path=path)
    elif (says := _complaint(version or "", other)) is not None:
        who = "2.2 and earlier refuse" if other is Dialect.V1 else "2.3 and later refuse"
        message = f"{subject.title}: Crossplane {who} the constraint {shown}"
        yield Problem(
            level=1, message=message, says=f"package version constraints are poorly formatted: {says}", path=path
        )


@rule("XPKG610", "the Crossplane constraint is a mapping", "E", spec="W", format_v2="", build="E")
def constraint_is_mapping(subject: DocumentSubject) -> Iterator[Problem]:
    """`spec.crossplane` is a mapping with `version`; the Package Format v2 had plain text there.

    Why: The two look alike and are not. A list or a number is neither.
    When it bites: At parsing.
    Fix: Write `crossplane: {version: ">=v1.14.0"}`.
    Source: crossplane apis/pkg/meta/v1 (CrossplaneConstraints); Package Format v2.
    """
    spec = subject.value.get("spec")
    crossplane = spec.get("crossplane") if isinstance(spec, dict) else None
    if subject.is_package and crossplane is not None and not isinstance(crossplane, dict):
        path = FieldPath.of("spec", "crossplane")
        wrong = next((one for one in subject.mismatches if one.path == path), None)
        message = f"{subject.title}: spec.crossplane is {wrong.found if wrong else 'no mapping'}"
        yield Problem(
            message=f"{message}, not a mapping with version: {_shown(crossplane)}",
            says=wrong.message if wrong else None,
            path=path,
        )


@rule("XPKG613", "no unknown fields", "W", spec="W", format_v2="W", build="W")
def fields_are_known(subject: DocumentSubject) -> Iterator[Problem]:
    """Every field of an object is one that its kind has.

    Why: Unknown fields are dropped without a word, so that a misspelled one has no effect.
    When it bites: When the object does not do what its text says.
    Fix: Correct the name of the field, or remove it.
    Source: crossplane apis and Kubernetes types as Crossplane 2.4 decodes them (not strictly).
    """
    found = [one for one in subject.mismatches if one.unknown and not format_v2.has(subject, one)]
    for mismatch in found[:_MOST]:
        hint = f"; perhaps {' or '.join(mismatch.near)} is meant" if mismatch.near else ""
        message = f"{subject.title}: the field {mismatch.path} is not known and is dropped{hint}"
        yield Problem(message=message, path=mismatch.path)
    if len(found) > _MOST:
        message = f"{subject.title}: at least {len(found) - _MOST:,} more fields are not known and are dropped"
        yield Problem(message=message, path=found[_MOST].path)


@rule("XPKG616", "fields have their types", "E", spec="E", format_v2="E", build="E")
def fields_have_types(subject: DocumentSubject) -> Iterator[Problem]:
    """Every field of an object has the type that its kind gives it.

    Why: Go's decoder refuses another type, in every document and at any depth.
    When it bites: At parsing; of several wrong fields, the message names one.
    Fix: Give the field a value of its type; text that looks like a number or a bool needs quotes.
    Source: crossplane apis and Kubernetes types as Crossplane 2.4 decodes them; sigs.k8s.io/json.
    """
    found = [one for one in subject.mismatches if not one.unknown and not format_v2.has(subject, one)]
    for mismatch in found[:_MOST]:
        yield Problem(
            message=f"{subject.title}: {mismatch.path} is {mismatch.found}; wanted is {mismatch.wanted}",
            says=mismatch.message,
            at_once=mismatch.at_once,
            path=mismatch.path,
        )
    if len(found) > _MOST:
        message = f"{subject.title}: at least {len(found) - _MOST:,} more fields have a wrong type"
        yield Problem(message=message, path=found[_MOST].path)


def not_registered(named: GroupVersionKind) -> str:
    """What the parser prints of a kind that it does not know; the scheme's name differs by build and is left out."""
    if named.version == "__internal":
        return f"no kind {quoted(named.kind)} is registered for the internal version of group {quoted(named.group)}"
    return f"no kind {quoted(named.kind)} is registered for version {quoted(named.api_version)}"


def _looks_like_meta(named: GroupVersionKind) -> bool:
    return named.role is Role.META or named.group == META_GROUP or named.group.startswith("meta.pkg.")


def _is_good(named: GroupVersionKind, profile: Profile) -> bool:
    if profile is Profile.FORMAT_V2:
        return format_v2.knows(named)
    if profile is Profile.SPEC:
        return named.group == META_GROUP and named.kind in PACKAGES
    return named.is_package


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _complaint(text: str, dialect: Dialect) -> str | None:
    try:
        Constraint.parse(text, dialect)
    except Malformed as error:
        return str(error)
    return None

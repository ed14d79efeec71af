"""Rules about the objects that a package may hold (701, 702, 706) and should hold (724)."""

from collections.abc import Hashable, Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import (
    META_GROUP,
    PACKAGES,
    SPECIFIED,
    GroupVersionKind,
    complaint,
    packages_of,
    permitted_kinds,
)
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.subject.summaries import DocumentSummary
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.visible import all_of

_CRD, _MRD = "CustomResourceDefinition", "ManagedResourceDefinition"
_EXPECTED = {"Provider": (_CRD, _MRD), "Configuration": ("CompositeResourceDefinition", "Composition")}


@rule("XPKG724", "the package lacks what its type is for", "I", stage=Stage.INSTALL)
def package_holds_something(subject: PackageSubject) -> Iterator[Problem]:
    """A Provider holds a definition; a Configuration holds a definition of composite resources or a Composition.

    Why: A package without them is valid. It may exist to bring its dependencies, or it lost its objects at the build.
    When it bites: If the objects were left out by mistake, for example because of a wrong `--package-root`.
    Fix: No action needed for a package that is empty on purpose.
    Source: xpkg specification, "zero or more".
    """
    meta, kinds = subject.meta, _EXPECTED.get(subject.type or "")
    if meta is None or kinds is None or not subject.is_whole or any(one.refused for one in subject.seen):
        return
    if not any(one.named is not None and one.named.kind in kinds for one in subject.objects):
        only = ", only dependencies" if meta.facts.dependencies else ""
        message = f"{meta.title} holds no {kinds[0]} and no {kinds[1]}{only}"
        yield Problem(message=message, where=Where(document=meta.number), path=FieldPath.of("kind"))


_FORMAT_V2 = (_CRD, "CompositeResourceDefinition", "Composition")


@rule("XPKG701", "the package type does not allow an object", "EW", spec="E", build="E", stage=Stage.LINT, met=(1, 0))
def kinds_are_permitted(subject: PackageSubject) -> Iterator[Problem]:
    """Every object is of a kind that this package type allows.

    Why: A Provider may hold definitions and webhook configurations. A Configuration may hold composite resource
    definitions, compositions, operations and activation policies. A Function may hold definitions only. The
    specification defines neither operations nor managed resource definitions.
    When it bites: `crossplane xpkg build` and Crossplane up to 2.1 refuse the package, so that a folder of sources
    is refused. Crossplane 2.2 and later skip the object at installation, with a warning event.
    Fix: Move the object to a package that may hold it, or apply it separately.
    Source: xpkg specification; crossplane-runtime pkg/xpkg/lint.go.
    """
    package, edition = subject.type, subject.target.edition
    checks = edition.checks.get(package or "")
    if package is None or (checks is None and not subject.profile.is_document):
        return
    for one in subject.objects:
        if one.named is None or _is_permitted(package, one.named, subject):
            continue
        elsewhere = [name for name in PACKAGES if _is_permitted(name, one.named, subject)]
        hint = (
            f"a {' or '.join(elsewhere)} may hold it"
            if elsewhere
            else f"it may hold {all_of(_permitted(package, subject.profile))}"
        )
        says = complaint(checks, either=edition.either) if checks and not subject.profile.is_document else None
        yield Problem(
            level=int(not (subject.manager.edition.blocks or subject.case.source.is_assembled)),
            message=f"{one.title} may not be in a {package} package; {hint}",
            says=says,
            where=Where(document=one.number, line=one.line),
        )


@rule(
    "XPKG702",
    "Crossplane does not know an object's kind",
    "E",
    build="E",
    stage=Stage.PARSE,
    silenced_by=silenced(Within.DOCUMENT, "XPKG704"),
)
def kinds_are_known(subject: DocumentSubject) -> Iterator[Problem]:
    """Every object has a group, version and kind that Crossplane's parser knows.

    Why: A single unknown object makes the parser refuse the whole package. Examples of unknown objects: ConfigMap,
    ClusterRole, ProviderConfig, EnvironmentConfig, everything of pkg.crossplane.io, claims and composite resources.
    When it bites: At parsing, at build and at installation.
    Fix: Remove the object from the package and apply it separately.
    Source: crossplane-runtime pkg/xpkg/scheme.go; crossplane issues 3865 and 6525.
    """
    named = subject.named
    if named is None or subject.role is not Role.BROKEN or named.group.startswith("meta.pkg."):
        return
    fix, hint, who = "", "", "Crossplane"
    if named.role is not None:
        who = f"Crossplane {subject.target.version}"
    elif named.group == "pkg.crossplane.io":
        hint = f"; objects of this group install packages, their meta objects are in {META_GROUP}"
    else:
        near = subject.near.of(named)
        hint = f"; did you mean {near[0].replace(', ', ' ')}?" if near else ""
        fix = _respelled(near[0]) if near else ""
    message = f"{subject.title}: {who} does not know {named.api_version} {named.kind}{hint}"
    yield Problem(
        message=message, says=subject.target.edition.unregistered(named), fix=fix, path=FieldPath.of("kind")
    )


@rule("XPKG706", "an object appears twice", "W", stage=Stage.INSTALL)
def objects_are_unique(subject: PackageSubject) -> Iterator[Problem]:
    """No two objects have the same group, kind and name.

    Why: Crossplane applies one over the other, in no fixed order, again and again.
    When it bites: If the two objects differ.
    Fix: Remove one of them, or give it a name of its own.
    Source: crossplane issue 3466.
    """
    first: dict[Hashable, DocumentSummary] = {}
    for one in subject.objects:
        if one.same is None:
            continue
        earlier = first.setdefault(one.same, one)
        if earlier is not one:
            message = f"{one.title} appears twice, in documents {earlier.number} and {one.number}"
            yield Problem(message=message, where=Where(document=one.number, line=one.line))


def _is_permitted(package: str, named: GroupVersionKind, subject: PackageSubject) -> bool:
    if subject.profile.is_document:
        return bool(packages_of(named)) and named.kind in _permitted(package, subject.profile)
    return subject.target.edition.permits(package, named)


def _permitted(package: str, profile: Profile) -> tuple[str, ...]:
    if profile is Profile.FORMAT_V2:
        return _FORMAT_V2
    if profile is not Profile.SPEC:
        return permitted_kinds(package)
    return SPECIFIED[package]


def _respelled(known: str) -> str:
    api_version, _, kind = known.partition(", ")
    return (
        f"If you mean that kind, write `apiVersion: {api_version}` and `kind: {kind}`. Otherwise remove the object."
    )

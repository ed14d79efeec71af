"""Rules about dependencies on providers of one family (917, 918)."""

from collections.abc import Iterator
from itertools import combinations

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.xpkg.dependencies.entries import Dependency
from xpkgtui.formats.xpkg.dependencies.families import LABEL, asks_elsewhere, families_among, home
from xpkgtui.formats.xpkg.dependencies.references import repository_of
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.untyped import field, text
from xpkgtui.versions.constraint import Constraint
from xpkgtui.visible import clip

_MOST = 64
"""Dependencies on one family whose constraints are compared with each other."""


@rule("XPKG917", "a family of providers comes from several places", "W", spec="", stage=Stage.INSTALL)
def family_is_from_one_place(subject: DocumentSubject) -> Iterator[Problem]:
    """A family of providers and its members are from one registry and organization.

    The members of a family are known by their names: `provider-aws-s3` is one of `provider-family-aws`. Where the
    package itself is a member, and was opened from a registry, its own place counts.

    Why: Crossplane's RBAC manager takes providers for one family only if their registry and organization are the
    same. A member from elsewhere depends on its own family, whose definitions are those of the other one, too.
    When it bites: After installation: the member may not read the family's ProviderConfig, or one of the two
    families stays unhealthy with `is already controlled by ProviderRevision`.
    Fix: Depend on all of them in one registry and organization.
    Source: crossplane internal/controller/rbac/provider/roles (orgDiffer); crossplane issues 6320 and 6761.
    """
    own = repository_of(subject.case.source.name) if subject.case.source.is_remote else None
    label = text(field(subject.value, "metadata", "labels", LABEL)) if subject.is_package else ""
    for one in subject.dependencies:
        if own is not None and asks_elsewhere(label, own, one.repository):
            yield _elsewhere(subject, one, f"{subject.title}, a member of it, is from {clip(own, 120)}")
    for _, first, one in _of_families(subject):
        if home(first.repository) != home(one.repository):
            yield _elsewhere(subject, one, f"it depends on {clip(first.repository, 120)} too")


@rule("XPKG918", "no version of a family satisfies all its members", "W", spec="", stage=Stage.INSTALL)
def version_of_family_satisfies(subject: DocumentSubject) -> Iterator[Problem]:
    """The constraints on a family of providers and on its members leave a version that satisfies all of them.

    Why: All packages of a family are released together, under one version, and each member depends on the family of
    its own version. If two of them cannot have the same version, no version of the family serves both.
    When it bites: At dependency resolution of the second member, which stays unhealthy: `incompatible dependencies`.
    Fix: Give all packages of the family the same constraint.
    Source: packages of provider-upjet-azure (dependsOn); crossplane internal/controller/pkg/resolver.
    """
    groups: dict[str, list[tuple[Dependency, Constraint]]] = {}
    for family, first, one in _of_families(subject):
        group = groups.setdefault(family, [(first, found)] if (found := _constraint(subject, first)) else [])
        if found := _constraint(subject, one):
            group.append((one, found))
    from xpkgtui.versions.constraint import overlap

    for group in groups.values():
        for (first, earlier), (one, later) in combinations(group[:_MOST], 2):
            if not overlap(earlier, later):
                message = (
                    f"{subject.title}: {one.title} needs {one.version}, and {clip(first.repository, 120)} of the "
                    f"same family {first.version}; no version is both"
                )
                yield Problem(message=message, path=FieldPath.of("spec", "dependsOn", one.number, "version"))
                break


def _of_families(subject: DocumentSubject) -> Iterator[tuple[str, Dependency, Dependency]]:
    """Each dependency on a member, behind its family and the first dependency on that."""
    named = {one.repository: one for one in subject.dependencies}
    for family, (first, *others) in families_among(named).items():
        for one in others:
            yield family, named[first], named[one]


def _constraint(subject: DocumentSubject, one: Dependency) -> Constraint | None:
    """What a dependency asks for; None for a digest, and for what is no constraint."""
    return None if one.is_pinned else parsed(Constraint.parse, one.version, subject.dialect)


def _elsewhere(subject: DocumentSubject, one: Dependency, other: str) -> Problem:
    message = f"{subject.title}: {one.title} names another registry or organization than its family has: {other}"
    return Problem(message=message, path=FieldPath.of("spec", "dependsOn", one.number).child(one.key or "package"))

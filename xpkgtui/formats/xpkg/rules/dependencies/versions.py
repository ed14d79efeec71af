"""Rules about the versions of dependencies, and about those of one family (903, 904, 909, 911, 916 to 918)."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import malformation, parsed
from xpkgtui.formats.xpkg.dependencies.entries import Dependency
from xpkgtui.formats.xpkg.dependencies.families import LABEL, asks_elsewhere, families_among, home
from xpkgtui.formats.xpkg.dependencies.references import repository_of
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.tools.facts import DIGEST_IN_DEPENDENCIES, MAJOR_2
from xpkgtui.oci.reference import is_tag
from xpkgtui.untyped import field, text
from xpkgtui.versions.constraint import Constraint, Term
from xpkgtui.versions.version import Dialect, Version
from xpkgtui.visible import clip, plural

_FAR = Version.parse("1000000000.0.0")
_SHOWN = 80


@rule("XPKG903", "a dependency has no version", "E", spec="W", format_v2="E", stage=Stage.INSTALL)
def dependency_has_a_version(subject: DocumentSubject) -> Iterator[Problem]:
    """An entry of `spec.dependsOn` has a `version` that is not empty.

    Why: An empty text is not a valid constraint, and there is no default.
    When it bites: At dependency resolution: the dependency is never installed.
    Fix: Write a constraint such as `>=v1.0.0`, or `*` for any version.
    Source: crossplane internal/controller/pkg/resolver/reconciler.go; Masterminds/semver.
    """
    for one in subject.dependencies:
        if not one.version and not _is_no_text(subject, one):
            message = f"{subject.title}: {one.title} has no version"
            says = _says(subject, _complaint("", subject.dialect))
            yield Problem(message=message, says=says, path=FieldPath.of("spec", "dependsOn", one.number))


@rule("XPKG904", "the version of a dependency is not a constraint", "EW", spec="W", format_v2="", stage=Stage.INSTALL)
def dependency_version_is_valid(subject: DocumentSubject) -> Iterator[Problem]:
    """The version of a dependency is a valid constraint or a sha256 digest.

    Why: Crossplane looks for the highest tag that satisfies it. Crossplane 2.3 and later parse constraints with
    another library than 2.2 and earlier: a space between two comparisons means AND only since 2.3. Digests are
    supported since 1.18.
    When it bites: At dependency resolution: the dependency is never installed.
    Fix: Write a constraint that both libraries read, such as `>=v1.0.0, <v2.0.0`.
    Source: crossplane internal/controller/pkg/resolver/reconciler.go; Masterminds/semver 1.5.0 and 3.5.0.
    """
    own = subject.dialect
    other = Dialect.V3 if own is Dialect.V1 else Dialect.V1
    for one in subject.dependencies:
        path = one.path("version")
        if not one.version:
            continue
        if one.is_pinned:
            if subject.target.lacks(MAJOR_2):
                message = f"{subject.title}: Crossplane 1.17 and earlier refuse the digest of {one.title}"
                is_refused = subject.target.lacks(DIGEST_IN_DEPENDENCIES)
                says = _complaint(one.version, own) if is_refused else None
                yield Problem(level=int(not is_refused), message=message, says=says, path=path)
        elif (complaint := _complaint(one.version, own)) is not None:
            shown = clip(one.version, _SHOWN)
            is_read_later = own is Dialect.V1 and _complaint(one.version, other) is None
            yield Problem(
                message=f"{subject.title}: the version of {one.title} is not a valid constraint: {shown}",
                more="Crossplane 2.3 and later can read it" if is_read_later else "",
                says=_says(subject, complaint),
                path=path,
            )
        elif (complaint := _complaint(one.version, other)) is not None:
            who = "2.2 and earlier refuse" if other is Dialect.V1 else "2.3 and later refuse"
            message = f"{subject.title}: Crossplane {who} the version of {one.title}: {clip(one.version, _SHOWN)}"
            yield Problem(level=1, message=message, says=_says(subject, complaint), path=path)


@rule("XPKG909", "a dependency appears twice", "W", stage=Stage.INSTALL)
def dependencies_are_unique(subject: DocumentSubject) -> Iterator[Problem]:
    """No two entries of `spec.dependsOn` name the same package.

    Why: One version must satisfy all entries. A digest and a range, or two digests, never have one.
    When it bites: At dependency resolution, and when the dependency is upgraded.
    Fix: Keep one entry, with a constraint that covers all.
    Source: crossplane internal/controller/pkg/resolver/reconciler.go (findDigestToUpdate).
    """
    first: dict[str, Dependency] = {}
    for one in subject.dependencies:
        earlier = first.setdefault(one.repository, one) if one.package else one
        if earlier is one:
            continue
        fault = ""
        if earlier.version != one.version and (earlier.is_pinned or one.is_pinned):
            fault = "no version satisfies both"
        versions = f"{clip(earlier.version, _SHOWN)} and {clip(one.version, _SHOWN)}"
        message = f"{subject.title}: {one.title} appears twice, with the versions {versions}"
        yield Problem(message=message, more=fault, path=FieldPath.of("spec", "dependsOn", one.number))


@rule("XPKG911", "a constraint is open-ended or excludes prereleases", "I", format_v2="", stage=Stage.INSTALL)
def dependency_is_bounded(subject: DocumentSubject) -> Iterator[Problem]:
    """The constraint on a dependency has an upper bound, and includes prereleases of the versions that it names.

    Why: Without an upper bound, Crossplane installs the next major version as soon as it exists. A constraint
    includes prereleases only if it names one, such as `>=v1.0.0-0`.
    When it bites: At the next breaking release, and when you test a release candidate.
    Fix: Write a range such as `>=v1.0.0-0, <v2.0.0-0`. Exact versions and digests need no change.
    Source: Masterminds/semver; crossplane issue 6769.
    """
    for one in subject.dependencies:
        constraint = parsed(Constraint.parse, one.version, subject.dialect)
        if constraint is None or all(_is_exact(term) for group in constraint.groups for term in group):
            continue
        terms = [term for group in constraint.groups for term in group]
        faults = [f"also allows v{_next_major(terms)}"] if constraint.allows(_FAR) else []
        if any(_excludes_prereleases(constraint, term) for term in terms):
            faults.append("no release candidates" if faults else "allows no release candidates")
        if faults:
            complaint = f"{clip(one.version, _SHOWN)} {', and '.join(faults)}"
            yield Problem(message=f"{subject.title}: {one.title}: {complaint}", path=one.path("version"))


@rule("XPKG916", "the version of a dependency is not a tag", "", format_v2="W", stage=Stage.INSTALL)
def dependency_version_is_a_tag(subject: DocumentSubject) -> Iterator[Problem]:
    """The version of a dependency is a tag: letters, digits, `_`, `.` and `-`.

    Why: Package Format v2 takes the version for a tag. It has neither ranges nor digests.
    When it bites: With readers that follow the older format: they find no image of that tag.
    Fix: Write one version, such as `v0.1.0`.
    Source: Package Format v2, dependsOn; OCI distribution specification, tags.
    """
    for one in subject.dependencies:
        if one.version and not is_tag(one.version):
            message = f"{subject.title}: the version of {one.title} is not a tag: {clip(one.version, _SHOWN)}"
            yield Problem(message=message, path=one.path("version"))


def _is_no_text(subject: DocumentSubject, one: Dependency) -> bool:
    """Whether the version is given and has a wrong type, which other rules report."""
    return any(not mismatch.unknown and mismatch.path == one.path("version") for mismatch in subject.mismatches)


def _complaint(text: str, dialect: Dialect) -> str | None:
    wrong = malformation(Constraint.parse, text, dialect)
    return None if wrong is None else f"version constraint on dependency is invalid: {wrong}"


def _is_exact(term: Term) -> bool:
    return term.operator in {"", "="} and not term.dirty


def _next_major(terms: Iterable[Term]) -> int:
    """The major version behind those that a constraint names."""
    return max((term.version.major for term in terms), default=0) + 1


def _excludes_prereleases(constraint: Constraint, term: Term) -> bool:
    """Whether the term excludes prereleases of its own version."""
    wanted = term.version
    if wanted.prerelease or _is_exact(term):
        return False
    return not constraint.allows(
        Version(major=wanted.major, minor=wanted.minor, patch=wanted.patch, prerelease="rc.1")
    )


def _says(subject: DocumentSubject, text: str | None) -> str | None:
    return None if subject.profile.is_document else text


_MOST = 64
"""Constraints on one family that are compared with each other."""


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
        different = list({one.version: (one, constraint) for one, constraint in reversed(group)}.values())[::-1]
        for (first, earlier), (one, later) in combinations(different[:_MOST], 2):
            if not overlap(earlier, later):
                message, more = (
                    (
                        f"{subject.title}: {one.title} needs {one.version}, and {clip(first.repository, 120)} of the "
                        f"same family {first.version}"
                    ),
                    "no version is both",
                )
                yield Problem(
                    message=message, more=more, path=FieldPath.of("spec", "dependsOn", one.number, "version")
                )
                break
        else:
            if left := different[_MOST:]:
                message = f"{subject.title}: {plural(len(left), 'more constraint')} on one family not compared"
                yield Problem(message=message, path=FieldPath.of("spec", "dependsOn", left[0][0].number, "version"))


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

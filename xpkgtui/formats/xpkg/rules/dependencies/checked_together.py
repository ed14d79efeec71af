"""Rules about packages that are checked in the same call: as dependencies (912 to 914), and beside others (919)."""

from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.entries import Dependency
from xpkgtui.formats.xpkg.dependencies.references import repository_of
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject, PackageSubject
from xpkgtui.formats.xpkg.tools.facts import FUNCTION_DEFINITIONS
from xpkgtui.formats.xpkg.tools.linter import not_package
from xpkgtui.rules.case import KnownPackage, is_beside
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect, Version
from xpkgtui.visible import plural

_DIGEST = "sha256:"
_MOST = 1_000
"""Packages that are followed."""


@rule("XPKG912", "no checked version satisfies a dependency", "W", spec="I", stage=Stage.INSTALL)
def version_satisfies(subject: DocumentSubject) -> Iterator[Problem]:
    """A version of each dependency satisfies its constraint, as far as the sources of the same `check` say it.

    xpkgtui asks no registry for this rule. It speaks where a source of the same call comes from the repository of a
    dependency: `xpkgtui check REGISTRY/a:v1 REGISTRY/b:v2`. Tags such as `v1`, which Crossplane skips, say nothing.

    Why: Crossplane installs the highest tag that satisfies the constraint, and does not change a package that is
    installed already.
    When it bites: If that version is installed: the package revision does not become healthy.
    Fix: Widen the constraint, or check the version of the dependency that you mean to install.
    Source: crossplane internal/controller/pkg/revision/dependency.go; settled by running it.
    """
    for one in _dependencies(subject):
        found = [known for known in subject.case.options.known if known.repository == one.repository]
        judged = [(known, _satisfies(one.version, known, subject.dialect)) for known in found]
        if not judged or any(is_satisfied is not False for _, is_satisfied in judged):
            continue
        names = ", ".join(known.version or known.digest[:19] for known, _ in judged)
        first = judged[0][0]
        existing = f"{first.repository}@{first.version or first.digest}"
        says = f"existing package {existing} is incompatible with constraint {one.version}"
        is_pinned = one.version.startswith(_DIGEST)
        yield Problem(
            message=f"{subject.title}: {one.title} needs {one.version}",
            more=f"the one that is checked with it is {names}",
            says=None if subject.profile.is_document else says if is_pinned else f"incompatible dependencies: {says}",
            path=one.path("version"),
        )


@rule("XPKG913", "a dependency is of another package type", "W", spec="I", stage=Stage.INSTALL)
def type_is_real(subject: DocumentSubject) -> Iterator[Problem]:
    """Each dependency is a package of the type that its entry says, as far as the sources of the same `check` say it.

    xpkgtui asks no registry for this rule. It speaks where a source of the same call comes from the repository of a
    dependency.

    Why: Crossplane creates an object of the type in the entry, and the package manager of that type refuses another
    package.
    When it bites: When Crossplane installs the dependency.
    Fix: Write the type that the package has.
    Source: crossplane internal/controller/pkg/resolver/reconciler.go (NewPackage); up TypeValidator.
    """
    for one in _dependencies(subject):
        found = (known for known in subject.case.options.known if known.repository == one.repository)
        kinds = sorted({known.kind for known in found if known.kind})
        if one.kind and kinds and one.kind not in kinds:
            message = f"{subject.title}: {one.title} says {one.kind}, but that package is a {kinds[0]}"
            says = None if subject.profile.is_document else not_package(one.kind)
            yield Problem(message=message, says=says, path=one.path(one.key))


@rule("XPKG914", "the dependencies contradict each other", "E", spec="I", stage=Stage.INSTALL)
def closure_fits(subject: DocumentSubject) -> Iterator[Problem]:
    """What the package depends on does not depend on it, and asks for versions that it allows too.

    xpkgtui asks no registry for this rule. It follows the dependencies through the sources of the same `check`.

    Why: Crossplane stops resolving all dependencies at a cycle. If two packages want versions that exclude each
    other, one of them never becomes healthy.
    When it bites: At dependency resolution.
    Fix: Remove one of the dependencies, or widen the constraints.
    Source: crossplane internal/dag/dag.go (Sort), internal/controller/pkg/resolver; settled by running it.
    """
    case = subject.case
    own = repository_of(case.source.name) if case.source.is_remote else None
    below: set[str] = set()
    for one in _dependencies(subject):
        ways = _ways(case.options.known, one.repository)
        below.update(ways)
        if own is not None and own in ways and own != one.repository:
            way = " → ".join((own, *ways[own], own))
            message = f"{subject.title}: {one.title} leads back to the package itself: {way}"
            says = None if subject.profile.is_document else f"cannot sort DAG: detected cycle on: {own}"
            yield Problem(message=message, says=says, path=one.path(one.key))
    for one in _dependencies(subject):
        yield from _conflicts(subject, one, below - {own or ""})


@rule("XPKG919", "another package has the same definition", "W", spec="", stage=Stage.INSTALL)
def definitions_have_one_package(subject: PackageSubject) -> Iterator[Problem]:
    """No other package of the same `check` has a definition of that name.

    Why: A definition belongs to the revision of the package that was installed first. Crossplane does not take it
    from there. Versions of one package, by repository or name, are not compared with each other.
    When it bites: If both are installed: the second one gets none of its objects, and its Deployment is not made.
    Definitions of functions are installed up to Crossplane 2.1 only.
    Fix: Install one of them, or remove the definitions from the other.
    Source: crossplane internal/controller/pkg/revision/establisher.go; settled by running it.
    """
    case, meta = subject.case, subject.meta
    has_functions = FUNCTION_DEFINITIONS.holds(subject.target.version)
    if meta is None or not case.options.known or (subject.type == "Function" and not has_functions):
        return
    repository = (repository_of(case.source.name) or "") if case.source.is_remote else ""
    own = KnownPackage(source=case.source.name, repository=repository, kind=subject.type or "", name=meta.name)
    named = {one.name: one for one in subject.objects if one.defines is not None and one.name}
    for other in case.options.known:
        if not is_beside(other, own) or (other.kind == "Function" and not has_functions):
            continue
        shared = [named[name] for name in other.definitions if name in named]
        if not shared:
            continue
        first, more = shared[0], f" and {plural(len(shared) - 1, 'other')}" if len(shared) > 1 else ""
        have = "are" if more else "is"
        yield Problem(
            message=f"{first.title}{more} {have} in {other.source} too: the package that is installed first keeps it",
            where=Where(document=first.number, line=first.line),
        )


def _conflicts(subject: DocumentSubject, one: Dependency, below: set[str]) -> Iterator[Problem]:
    """The packages below that want other versions of a dependency."""
    for known in subject.case.options.known:
        if known.repository not in below:
            continue
        for other in known.dependencies:
            if other.repository == one.repository and _exclude(one.version, other.constraint, subject.dialect):
                yield Problem(
                    message=f"{subject.title}: {one.title} needs {one.version}, but {known.repository}, which it "
                    f"depends on too, needs {other.constraint}",
                    more="no version satisfies both",
                    path=one.path("version"),
                )
                return


def _ways(known: tuple[KnownPackage, ...], first: str) -> dict[str, tuple[str, ...]]:
    """The repositories that a dependency leads to, the first one included, each with those on the way to it."""
    wanted: dict[str, list[str]] = {}
    for package in known:
        wanted.setdefault(package.repository, []).extend(one.repository for one in package.dependencies)
    found: dict[str, tuple[str, ...]] = {first: ()}
    todo = [first]
    while todo and len(found) < _MOST:
        here = todo.pop(0)
        for there in wanted.get(here, ()):
            if there not in found:
                found[there] = (*found[here], here)
                todo.append(there)
    return found


def _dependencies(subject: DocumentSubject) -> Iterator[Dependency]:
    """The dependencies that name a package, where anything is known beside the package itself."""
    if subject.case.options.known:
        yield from (one for one in subject.dependencies if one.version)


def _satisfies(text: str, known: KnownPackage, dialect: Dialect) -> bool | None:
    """Whether a package satisfies a constraint; None if the constraint is invalid or version or digest is unknown."""
    if text.startswith(_DIGEST):
        return known.digest == text if known.digest else None
    try:
        constraint, version = Constraint.parse(text, dialect), Version.parse(known.version, dialect)
    except Malformed:
        return None
    return None if version.is_incomplete else constraint.allows(version)


def _exclude(one: str, other: str, dialect: Dialect) -> bool:
    """Whether no version satisfies both; Crossplane takes no digest where another package needs a range."""
    if one.startswith(_DIGEST) or other.startswith(_DIGEST):
        return bool(other) and one != other
    from xpkgtui.versions.constraint import overlap

    try:
        return not overlap(Constraint.parse(one, dialect), Constraint.parse(other, dialect))
    except Malformed:
        return False

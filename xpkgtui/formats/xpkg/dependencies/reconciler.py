"""One turn of Crossplane's resolver over the lock.

Crossplane's internal/controller/pkg/resolver/reconciler.go; facts say where it differs by version. A turn looks at
one missing package, and stops where that one cannot be installed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.xpkg.dependencies.choosing import highest, satisfies, versions_in_order
from xpkgtui.formats.xpkg.dependencies.entries import INVALID
from xpkgtui.formats.xpkg.dependencies.lock import LockDependency, LockPackage, PackageObject
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, dns_label, is_digest, versioned
from xpkgtui.formats.xpkg.dependencies.revisions import LockGraph, Node, Revisions, RevisionVerdict
from xpkgtui.formats.xpkg.tools.facts import FINDS_REWRITTEN, KNOWS_REWRITTEN, PRUNES_LOCK
from xpkgtui.values import dataclass
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.tags import TagReading
from xpkgtui.versions.version import Dialect, Version


class Needs(Exception):
    """Something that has to be asked of a registry first."""

    def __init__(self, *, tags: str = "", contents: str = "", kind: str = "") -> None:
        super().__init__(tags or contents)
        self.tags = tags
        """The repository whose tags are needed, in the package's spelling."""
        self.contents = contents
        """The reference of the package whose dependencies are needed."""
        self.kind = kind
        """The kind that it is installed as."""


Tags = Callable[[str], tuple[str, ...]]
"""Gives the tags of a repository; raises `Needs`, or `Malformed` where they cannot be listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownContents:
    """What is known of one version of a package."""

    dependencies: tuple[LockDependency, ...] = ()
    fault: str = ""
    """Why its revision never joins the lock; empty where it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAnswers:
    """What registries answered so far."""

    tags: Mapping[str, tuple[str, ...] | str] = field(default_factory=dict)
    """The tags of a repository, or the message why they cannot be listed."""
    contents: Mapping[str, KnownContents] = field(default_factory=dict)
    """By reference, as Crossplane writes it."""

    def tags_of(self, source: str) -> tuple[str, ...]:
        """The tags of a repository; raises `Needs`, or `Malformed` where they cannot be listed."""
        found = self.tags.get(source)
        if found is None:
            raise Needs(tags=source)
        if isinstance(found, str):
            raise Malformed(found)
        return found

    def contents_of(self, one: PackageObject) -> KnownContents:
        """What a package depends on; raises `Needs`."""
        found = self.contents.get(one.package)
        if found is None:
            raise Needs(contents=one.package, kind=one.kind)
        return found


_MOST_MISSING = 64
"""Missing packages that a step names; it looks at the first only."""
_NO_VERSION = (
    "dependency ({}) does not have a valid version to upgrade that satisfies all constraints. If there is a valid "
    "version that requires downgrade, manual intervention is required. Constraints: {}"
)
_INSTALL = "cannot find dependency version to install"
_UPGRADE = "cannot find dependency version to upgrade"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """How Crossplane is started."""

    upgrades: bool = False
    """`--enable-dependency-version-upgrades`"""
    downgrades: bool = False
    """`--enable-dependency-version-downgrades`, which counts only beside upgrades."""
    reading: TagReading = TagReading()
    crossplane: str = ""
    """The minor release; empty for the newest."""
    takes_any_host: bool = False
    """Whether the API server takes package objects without a registry, as up to 1.20."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPackage:
    """A package that is to be installed or changed."""

    package: str
    constraints: str
    """The constraint that found it missing."""
    parents: tuple[str, ...]
    """The constraints that an upgrade goes by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolutionStep:
    """One turn of the resolver."""

    missing: tuple[MissingPackage, ...] = ()
    """What it found missing; it looks at the first only."""
    message: str = ""
    """The message of the lock's condition."""
    error: str = ""
    """The error that it ends with."""
    installed: PackageObject | None = None
    """The package that it made."""
    changed: PackageObject | None = None
    """The package whose version it changed."""
    either: tuple[str, ...] = ()
    """The errors of which Crossplane says any."""
    verdict: RevisionVerdict | None = None
    """What the revision of that package then says."""
    fault: str = ""
    """Why no revision joined the lock."""
    is_panic: bool = False
    """Whether Crossplane crashes instead."""

    @property
    def made(self) -> PackageObject | None:
        """The package that it installed or changed."""
        return self.installed or self.changed


class _Stopped(Exception):
    """The resolver stops in this step, with a condition and perhaps an error."""

    def __init__(self, message: str, *, is_error: bool) -> None:
        super().__init__(message)
        self.is_error = is_error


class Reconciler:
    """One turn of the resolver."""

    def __init__(self, revisions: Revisions, objects: tuple[PackageObject, ...], tags_of: Tags, flags: Flags) -> None:
        self._revisions = revisions
        self._objects = objects
        self._tags_of = tags_of
        self._flags = flags
        self._missing: tuple[MissingPackage, ...] = ()
        self._either: tuple[str, ...] = ()

    def step(self) -> ResolutionStep:
        """What the turn finds, and what it does."""
        if not self._revisions.packages:
            return ResolutionStep()
        try:
            installed, changed = self._acted()
        except _Stopped as stopped:
            return ResolutionStep(
                missing=self._missing,
                message=f"Error occurred during dependency resolution {stopped}",
                error=str(stopped) if stopped.is_error else "",
                either=self._either,
            )
        except _Panic as panic:
            return ResolutionStep(missing=self._missing, error=str(panic), is_panic=True)
        return ResolutionStep(missing=self._missing, installed=installed, changed=changed)

    def _acted(self) -> tuple[PackageObject | None, PackageObject | None]:
        """The package that is made, or the one that is changed."""
        graph = self._graph()
        if not graph.missing:
            return None, None
        first = graph.missing[0].one
        assert isinstance(first, LockDependency)  # what is installed is never missing
        try:
            reference = PackageReference.parse(first.package)
        except Malformed as error:
            raise _Stopped(f"dependency package is not valid: {error}", is_error=False) from error
        existing = self._existing(first, reference) if self._flags.upgrades else None
        if existing is None:
            return self._new(first, reference), None
        node = graph.nodes[first.package]
        try:
            version = self._version_to_update(reference, self._installed_version(existing), node)
        except Malformed as error:
            raise _Stopped(f"{_UPGRADE}: {error}", is_error=True) from error
        return None, replace(existing, package=versioned(reference.text, version))

    def _graph(self) -> LockGraph:
        packages = self._revisions.packages
        if self._flags.upgrades and PRUNES_LOCK.holds(self._flags.crossplane):
            packages = tuple(_still_wanted(packages, self._flags.reading.dialect))
        try:
            graph = self._revisions.graph(packages, is_upgrading=self._flags.upgrades)
        except Malformed as error:
            raise _Stopped(f"cannot build DAG: {error}", is_error=True) from error
        self._missing = tuple(
            MissingPackage(
                package=one.name, constraints=one.constraints, parents=tuple(graph.nodes[one.name].parents)
            )
            for one in graph.missing[:_MOST_MISSING]
        )
        if cycles := graph.cycles():
            self._either = tuple(f"cannot sort DAG: detected cycle on: {one}" for one in cycles)
            raise _Stopped(self._either[0], is_error=True)
        return graph

    def _existing(self, first: LockDependency, reference: PackageReference) -> PackageObject | None:
        """The last package object of the same kind and repository."""
        if not first.kind:
            raise _Stopped(f"cannot get dependency package: {INVALID}", is_error=True)
        found, crossplane = None, self._flags.crossplane
        for one in self._objects:
            if one.kind != first.kind:
                continue
            is_own = FINDS_REWRITTEN.holds(crossplane) or not KNOWS_REWRITTEN.holds(crossplane)
            source = one.package if is_own else one.resolved or one.package
            other = parsed(PackageReference.parse, source, is_strict=True)
            if other is not None and other.name == reference.name:
                found = one
        return found

    def _installed_version(self, existing: PackageObject) -> str:
        """The tag or digest of what is installed, after an ImageConfig's rewriting."""
        resolved = existing.resolved if KNOWS_REWRITTEN.holds(self._flags.crossplane) else ""
        reference = parsed(PackageReference.parse, resolved, is_strict=True)
        return (reference or PackageReference.parse(existing.package, is_strict=True)).identifier

    def _new(self, first: LockDependency, reference: PackageReference) -> PackageObject:
        try:
            version = self._version_to_install(first, reference)
        except Malformed as error:
            raise _Stopped(f"{_INSTALL}: {error}", is_error=True) from error
        if not version:
            raise _Stopped(_NO_VERSION.format(first.package, first.constraints), is_error=False)
        if not first.kind:
            raise _Stopped(f"cannot construct dependency package: {INVALID}", is_error=True)
        return PackageObject(
            kind=first.kind,
            name=dns_label(reference.repository),
            package=versioned(reference.text, version),
            api_version=first.api_version,
        )

    def _version_to_install(self, first: LockDependency, reference: PackageReference) -> str:
        """The highest tag that satisfies the constraint; a digest as it is; empty where there is none."""
        if is_digest(first.constraints):
            return first.constraints
        constraint = self._constraint(first.constraints)
        return highest(self._versions(reference), constraint, self._flags.reading)

    def _version_to_update(self, reference: PackageReference, installed: str, node: Node) -> str:
        """The lowest tag that satisfies all constraints and is not below the installed version.

        With downgrades, else the highest one below it.
        """
        if digest := _common_digest(node):
            return digest
        versions = self._versions(reference)
        constraints = [self._constraint(one) for one in node.parents]
        try:
            current = Version.parse(installed, self._flags.reading.dialect)
        except Malformed as error:
            raise _Panic(f"panic: {error}") from error
        lower = ""
        for version in versions:
            if not all(one.allows(version) for one in constraints):
                continue
            if version.compare(current) >= 0:
                return version.original
            if self._flags.downgrades:
                lower = version.original
        if not lower:
            raise Malformed(_NO_VERSION.format(node.name, _listed(node.parents)))
        return lower

    def _constraint(self, text: str) -> Constraint:
        try:
            return Constraint.parse(text, self._flags.reading.dialect)
        except Malformed as error:
            raise Malformed(f"version constraint on dependency is invalid: {error}") from error

    def _versions(self, reference: PackageReference) -> tuple[Version, ...]:
        """The tags that are versions, the lowest first."""
        try:
            tags = self._tags_of(reference.text)
        except Malformed as error:
            raise Malformed(f"cannot fetch dependency package tags: {error}") from error
        return versions_in_order(tags, self._flags.reading.dialect)


class _Panic(Exception):
    """Crossplane's resolver panics."""


def _still_wanted(packages: Sequence[LockPackage], dialect: Dialect) -> Iterator[LockPackage]:
    """The packages that no other asks for, and those that satisfy one that does."""
    wanted: dict[str, list[str]] = {}
    for one in packages:
        for each in one.dependencies:
            wanted.setdefault(each.package, []).append(each.constraints)
    for one in packages:
        constraints = wanted.get(one.source)
        if constraints is None or _satisfies_any(one.version, constraints, dialect):
            yield one


def _satisfies_any(version: str, constraints: Sequence[str], dialect: Dialect) -> bool:
    if is_digest(version):
        return version in constraints
    return any(not is_digest(one) and satisfies(version, one, dialect) for one in constraints)


def _common_digest(node: Node) -> str:
    """The digest that all ask for; empty where none asks for one. Raises `Malformed` where they differ."""
    found, has_versions = "", False
    for one in node.parents:
        if not is_digest(one):
            has_versions = True
        elif found not in ("", one):
            words = "a dependency package has different digests in parent constraints"
            raise Malformed(f"{words} ({_listed(node.parents)})")
        else:
            found = one
        if has_versions and found:
            words = "a dependency package has different types of parent constraints"
            raise Malformed(f"{words} ({_listed(node.parents)})")
    return found


def _listed(texts: Sequence[str]) -> str:
    """A list of texts as Go prints it."""
    return f"[{' '.join(texts)}]"

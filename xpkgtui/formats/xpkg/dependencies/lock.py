"""The lock, in which Crossplane keeps what is installed and what each package depends on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from xpkgtui.errors import Usage
from xpkgtui.formats.cluster_objects import objects_of
from xpkgtui.formats.dependencies.needed import AskedBy, DependencyEdge, DependencyTree, NeededPackage
from xpkgtui.formats.dependencies.questions import RootPackage
from xpkgtui.formats.xpkg.dependencies.entries import Dependency
from xpkgtui.formats.xpkg.dependencies.references import versioned
from xpkgtui.formats.xpkg.dependencies.rewrites import KIND, ClusterImageConfig, image_config
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

PACKAGE_API = "pkg.crossplane.io/v1"
_TYPES = ("Configuration", "Provider", "Function")
_REVISION = late(r"-[0-9a-f]{12}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class LockDependency:
    """What one package of the lock asks for."""

    package: str
    """The repository, as the package spells it: two spellings are two packages."""
    constraints: str
    """A constraint on the version, or a digest."""
    kind: str = ""
    """The kind of the package: `Provider`; empty where it is not known, so that none can be made."""
    api_version: str = PACKAGE_API

    @property
    def title(self) -> str:
        """The dependency in Crossplane's messages."""
        from xpkgtui.golang.printing import quoted

        return quoted(self.package) + (f" ({self.constraints})" if self.constraints else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class LockPackage:
    """One package in the lock."""

    name: str
    """The name of its revision."""
    source: str
    """The repository, as it was asked for."""
    version: str
    """The tag, or the digest."""
    kind: str = ""
    api_version: str = PACKAGE_API
    is_typed: bool = False
    """Whether the lock names its kind by `type`, as Crossplane did up to 1.18."""
    dependencies: tuple[LockDependency, ...] = ()

    @property
    def reference(self) -> str:
        """The reference of the installed version."""
        return versioned(self.source, self.version)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageObject:
    """A package object in the cluster: what makes Crossplane install a package."""

    kind: str
    name: str
    package: str
    """Its `spec.package`."""
    resolved: str = ""
    """Its `status.resolvedPackage`, where an ImageConfig rewrote the reference."""
    api_version: str = PACKAGE_API


def lock_dependency(entry: Dependency) -> LockDependency | None:
    """The entry of `spec.dependsOn` as the lock holds it; None where it names no package, and is refused."""
    if not entry.forms:
        return None
    return LockDependency(
        package=entry.package,
        constraints=entry.version,
        kind=entry.kind,
        api_version=entry.api_version or PACKAGE_API,
    )


def packages_of_lock(value: object) -> tuple[LockPackage, ...]:
    """The packages of a Lock."""
    return tuple(_packages(listing(field(value, "packages"))))


def objects_of_lock(packages: Iterable[LockPackage]) -> tuple[PackageObject, ...]:
    """The package objects behind the packages of a lock, which names their revisions: those names end in a digest."""
    return tuple(
        PackageObject(
            kind=one.kind, name=_REVISION.sub("", one.name), package=one.reference, api_version=one.api_version
        )
        for one in packages
    )


def _packages(entries: Iterable[object]) -> Iterator[LockPackage]:
    for entry in entries:
        one = mapping(entry)
        kind, api_version, is_typed = _kind(one)
        yield LockPackage(
            name=text(one.get("name")),
            source=text(one.get("source")),
            version=text(one.get("version")),
            kind=kind,
            api_version=api_version,
            is_typed=is_typed,
            dependencies=tuple(_dependency(each) for each in listing(one.get("dependencies"))),
        )


def _dependency(entry: object) -> LockDependency:
    one = mapping(entry)
    kind, api_version, _ = _kind(one)
    return LockDependency(
        package=text(one.get("package")), constraints=text(one.get("constraints")), kind=kind, api_version=api_version
    )


def _kind(one: Mapping[str, Any]) -> tuple[str, str, bool]:
    """Kind and apiVersion, and whether only the older `type` says them."""
    if "apiVersion" in one and "kind" in one:
        return text(one["kind"]), text(one["apiVersion"]), "type" in one
    kind = text(one.get("type"))
    return kind if kind in _TYPES else "", PACKAGE_API, True


_LOCK_HINT = "Save it with: kubectl get lock lock -o yaml > lock.yaml"
_MOST_CONFIGS = 1_000
CONFIG_HINT = "Save them with: kubectl get imageconfigs -o yaml > imageconfigs.yaml"


def read_lock(text: str) -> tuple[LockPackage, ...]:
    """The packages of a Lock, in YAML or JSON; raises `Usage` where the text has none."""
    locks = [one for one in objects_of(text, "the lock", _LOCK_HINT) if field(one, "kind") == "Lock"]
    if not locks:
        raise Usage("There is no Lock in the file of installed packages.", hint=_LOCK_HINT)
    return tuple(package for one in locks for package in packages_of_lock(one))


def objects_of_policies(texts: Sequence[str]) -> list[object]:
    """What texts in YAML or JSON hold; raises `Usage` where one cannot be read."""
    return [one for each in texts for one in objects_of(each, "the policy", CONFIG_HINT)]


def image_configs(objects: Iterable[object]) -> tuple[ClusterImageConfig, ...]:
    """The ImageConfigs among objects; raises `Usage` where there is none, or too many."""
    found = tuple(filter(None, map(image_config, objects)))
    if not found:
        raise Usage(f"There is no {KIND} in the policy.", hint=CONFIG_HINT)
    if len(found) > _MOST_CONFIGS:
        raise Usage(f"The policy has {len(found):,} {KIND}s; at most {_MOST_CONFIGS:,} are read.")
    return found


def read_image_configs(texts: Sequence[str]) -> tuple[ClusterImageConfig, ...]:
    """The ImageConfigs of texts; raises `Usage` where they have none, unless there is no text."""
    return image_configs(objects_of_policies(texts)) if texts else ()


def direct_tree(root: RootPackage, package: LockPackage) -> DependencyTree:
    """What a package asks for itself; nothing is known of what becomes of it."""
    edges = tuple(
        DependencyEdge(source=root.source, target=one.package, constraint=one.constraints)
        for one in package.dependencies
    )
    first = NeededPackage(
        package=root.source, kind=package.kind, version=shown_version(root, package), image=root.opened.image
    )
    asked: dict[str, list[AskedBy]] = {}
    kinds = {one.package: one.kind for one in reversed(package.dependencies)}
    for one in package.dependencies:
        asked.setdefault(one.package, []).append(AskedBy(package=root.source, constraint=one.constraints))
    others = (NeededPackage(package=name, kind=kinds[name], asked_by=tuple(by)) for name, by in asked.items())
    return DependencyTree(packages=(first, *others), edges=edges)


def shown_version(root: RootPackage, package: LockPackage) -> str:
    """The version of the package that was asked about; empty where it comes from no registry."""
    return package.version if root.reference else ""

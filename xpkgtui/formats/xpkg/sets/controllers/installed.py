"""What is installed in a cluster, as kubectl prints it."""

from collections.abc import Iterator, Mapping
from dataclasses import field as default

from xpkgtui.errors import Usage
from xpkgtui.formats.cluster_objects import objects_of
from xpkgtui.formats.sets.plan import MemberCondition
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage, objects_of_lock, packages_of_lock
from xpkgtui.formats.xpkg.sets.controllers.cluster import DesiredState
from xpkgtui.formats.xpkg.sets.manifests import PACKAGE_KINDS, PackageManifest, package_manifest
from xpkgtui.formats.xpkg.tools.facts import GENERATIONS_IN_NAMES, minor_of
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

SAVED = (
    "Save it with: kubectl get lock,providers.pkg,configurations.pkg,functions.pkg,providerrevisions,"
    "configurationrevisions,functionrevisions,imageconfigs,deploymentruntimeconfigs -o yaml > installed.yaml"
)
_REVISIONS = tuple(f"{kind}Revision" for kind in PACKAGE_KINDS)
_LABEL = "pkg.crossplane.io/package"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledRevision:
    """A revision as the cluster has it."""

    kind: str
    """The kind of its package."""
    name: str
    package: str
    image: str
    number: int
    state: DesiredState
    objects: tuple[tuple[str, str], ...] = ()
    message: str = ""
    """What it says where it is not healthy."""
    conditions: tuple[MemberCondition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageInCluster:
    """A package object as the cluster has it."""

    manifest: PackageManifest
    resolved: str = ""
    generation: int = 0
    """0 where it is not known."""
    message: str = ""
    """What it says where it is not healthy."""
    conditions: tuple[MemberCondition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledState:
    """All that is known of a cluster."""

    packages: tuple[PackageInCluster, ...] = ()
    revisions: tuple[InstalledRevision, ...] = ()
    lock: tuple[LockPackage, ...] = ()
    crossplane: str = ""
    """The version of Crossplane that runs; empty where it is not known."""
    others: tuple[Mapping[str, object], ...] = ()
    """Runtime configs, ImageConfigs, policies, definitions, Compositions, service accounts and the like."""
    names: frozenset[tuple[str, str]] = default(default_factory=frozenset)
    """Kinds and names of all its objects."""

    def package(self, key: tuple[str, str]) -> PackageInCluster | None:
        """The package object of a kind and a name."""
        return next((one for one in self.packages if one.manifest.key == key), None)

    def active(self, key: tuple[str, str]) -> InstalledRevision | None:
        """The revision of a package that runs, else the newest one."""
        found = [one for one in self.revisions if (one.kind, one.package) == key]
        return max(found, key=lambda one: (one.state is DesiredState.ACTIVE, one.number), default=None)

    def is_renewed_by(self, minor: str) -> bool:
        """Whether another Crossplane makes a new revision of each package, because it names them in another way."""
        before = minor_of(self.crossplane or minor)
        return GENERATIONS_IN_NAMES.holds(before) != GENERATIONS_IN_NAMES.holds(minor)

    def conditions(self, key: tuple[str, str]) -> tuple[MemberCondition, ...]:
        """The conditions of a package object, then those of its revision."""
        owners = (self.package(key), self.active(key))
        return tuple(one for owner in owners if owner is not None for one in owner.conditions)


def read_installed(text_of_cluster: str) -> InstalledState:
    """What a text in YAML or JSON says is installed; raises `Usage` where it cannot be read."""
    values = [mapping(one) for one in objects_of(text_of_cluster, "what is installed", SAVED)]
    if not any(value.get("kind") and value.get("apiVersion") for value in values):
        raise Usage("There is no object in the file of installed packages.", hint=SAVED)
    lock = tuple(one for value in values if value.get("kind") == "Lock" for one in packages_of_lock(value))
    packages = tuple(_packages(values))
    if not packages:
        packages = tuple(_guessed(lock))
    known = {*PACKAGE_KINDS, *_REVISIONS, "Lock"}
    return InstalledState(
        packages=packages,
        revisions=tuple(_revisions(values)) or tuple(_revisions_of(lock, packages)),
        lock=lock,
        crossplane=next(_versions(values), ""),
        others=tuple(one for one in values if text(one.get("kind")) not in known),
        names=frozenset((text(one.get("kind")), text(field(one, "metadata", "name"))) for one in values),
    )


_VERSION = late(r"v?([0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4})(-[0-9A-Za-z.-]{1,64})?")


def _versions(values: list[dict[str, object]]) -> Iterator[str]:
    """The versions of the Crossplanes that run, by the images of their Deployments."""
    for value in values:
        containers = listing(field(value, "spec", "template", "spec", "containers"))
        for one in containers if value.get("kind") == "Deployment" else ():
            name, _, tag = text(field(one, "image")).partition("@")[0].rpartition(":")
            if name.rpartition("/")[2] == "crossplane" and (found := _VERSION.fullmatch(tag)):
                yield found[1] + (found[2] or "")


def _packages(values: list[dict[str, object]]) -> Iterator[PackageInCluster]:
    for value in values:
        group = text(value.get("apiVersion")).rpartition("/")[0]
        if value.get("kind") not in PACKAGE_KINDS or group != "pkg.crossplane.io":
            continue
        generation = field(value, "metadata", "generation")
        yield PackageInCluster(
            manifest=package_manifest(value),
            resolved=text(field(value, "status", "resolvedPackage")),
            generation=generation if isinstance(generation, int) else 0,
            message=_unhealthy(value, "Healthy"),
            conditions=_conditions(value),
        )


def _guessed(lock: tuple[LockPackage, ...]) -> Iterator[PackageInCluster]:
    for one in objects_of_lock(lock):
        value = {
            "apiVersion": one.api_version,
            "kind": one.kind,
            "metadata": {"name": one.name},
            "spec": {"package": one.package},
        }
        yield PackageInCluster(manifest=package_manifest(value))


def _revisions(values: list[dict[str, object]]) -> Iterator[InstalledRevision]:
    for value in values:
        kind = text(value.get("kind"))
        if kind not in _REVISIONS:
            continue
        number, state = field(value, "spec", "revision"), text(field(value, "spec", "desiredState"))
        references = listing(field(value, "status", "objectRefs"))
        yield InstalledRevision(
            kind=kind.removesuffix("Revision"),
            name=text(field(value, "metadata", "name")),
            package=text(mapping(field(value, "metadata", "labels")).get(_LABEL)),
            image=text(field(value, "spec", "image")),
            number=number if isinstance(number, int) else 1,
            state=DesiredState(state) if state in tuple(DesiredState) else DesiredState.UNSET,
            objects=tuple((text(field(one, "kind")), text(field(one, "name"))) for one in references),
            message=_unhealthy(value, "RevisionHealthy") or _unhealthy(value, "Healthy"),
            conditions=_conditions(value),
        )


def _revisions_of(
    lock: tuple[LockPackage, ...], packages: tuple[PackageInCluster, ...]
) -> Iterator[InstalledRevision]:
    """What the lock alone says of revisions: those in it are active."""
    for one in lock:
        owner = next((each.manifest for each in packages if each.manifest.package == one.reference), None)
        if owner is not None:
            yield InstalledRevision(
                kind=owner.kind,
                name=one.name,
                package=owner.name,
                image=one.reference,
                number=1,
                state=DesiredState.ACTIVE,
            )


def _unhealthy(value: Mapping[str, object], condition: str) -> str:
    """The message of a condition that does not hold; empty where it does, or is not known yet."""
    for one in listing(field(value, "status", "conditions")):
        if field(one, "type") == condition and field(one, "status") in ("False", "Unknown"):
            return text(field(one, "message")) or ("no message" if field(one, "status") == "False" else "")
    return ""


def _conditions(value: Mapping[str, object]) -> tuple[MemberCondition, ...]:
    return tuple(
        MemberCondition(
            kind=text(value.get("kind")),
            name=text(field(value, "metadata", "name")),
            **{key: text(field(one, key)) for key in ("type", "status", "reason", "message")},
        )
        for one in listing(field(value, "status", "conditions"))
    )

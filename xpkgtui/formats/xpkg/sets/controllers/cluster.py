"""The cluster that Crossplane's controllers work on: its objects, their state, and where packages are pulled from."""

import json
from collections.abc import Iterator
from dataclasses import field as default
from dataclasses import replace
from enum import StrEnum

from xpkgtui.errors import Malformed
from xpkgtui.formats.sets.plan import PlannedStep
from xpkgtui.formats.xpkg.dependencies.lock import ClusterImageConfig, PackageObject, rewritten
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, has_registry, versioned
from xpkgtui.formats.xpkg.dependencies.revisions import Revisions
from xpkgtui.formats.xpkg.sets.contents import MRD, BroughtObject, MemberContents, SetAnswers
from xpkgtui.formats.xpkg.sets.manifests import PACKAGE_KINDS, PackageManifest, RuntimeConfig
from xpkgtui.formats.xpkg.tools.facts import CACHED_BY_DIGEST, default_registry, minor_of
from xpkgtui.values import dataclass


class ConditionStatus(StrEnum):
    """The status of a condition."""

    TRUE = "True"
    FALSE = "False"
    UNKNOWN = "Unknown"


class DesiredState(StrEnum):
    """What a revision is to be."""

    ACTIVE = "Active"
    INACTIVE = "Inactive"
    UNSET = ""
    """It waits for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A condition: its status, and its message."""

    status: ConditionStatus = ConditionStatus.UNKNOWN
    message: str = ""
    reason: str = ""

    @property
    def is_true(self) -> bool:
        """Whether its status is True."""
        return self.status is ConditionStatus.TRUE


@dataclass(slots=True, kw_only=True)
class ClusterPackage:
    """A package object in the cluster."""

    manifest: PackageManifest
    sequence: int
    generation: int = 1
    is_derived: bool = False
    """Whether Crossplane made it for a dependency."""
    installed: Condition = default(default_factory=Condition)
    healthy: Condition = default(default_factory=Condition)
    is_paused: bool = False
    resolved: str = ""
    """What was pulled for it."""
    digest: str = ""
    revision: str = ""
    """The name of its current revision."""
    kept: str = ""
    """The revision that was there before the set, which stays while the object does not change."""
    kept_spec: str = ""

    def snapshot(self) -> tuple[object, ...]:
        """All that a controller can change of it, but for its generation."""
        return (self.manifest, self.installed, self.healthy, self.is_paused, self.resolved, self.revision)


@dataclass(slots=True, kw_only=True)
class ClusterRevision:
    """A revision of a package."""

    kind: str
    """The kind of its package."""
    name: str
    package: str
    """The name of its package."""
    number: int
    sequence: int
    manifest: PackageManifest
    """The package object as it was when the revision was last written."""
    state: DesiredState = DesiredState.UNSET
    healthy: Condition = default(default_factory=Condition)
    runtime: Condition = default(default_factory=Condition)
    active: Condition = default(default_factory=Condition)
    """Whether its runtime runs."""
    objects: tuple[tuple[str, str], ...] = ()
    """Kind and name of what it controls or owns."""
    secret: str = ""
    """The name of the secret with the certificate of its webhooks; empty until its runtime was looked at."""
    resolved: str = ""
    is_safe_start: bool = False
    is_deleted: bool = False

    @property
    def title(self) -> str:
        """Its kind and name, as owner references give them."""
        return f"{self.kind}Revision {self.name}"

    def snapshot(self) -> tuple[object, ...]:
        """All that a controller can change of it."""
        conditions = (self.healthy, self.runtime, self.active)
        return (self.name, self.number, self.state, conditions, self.objects, self.secret, self.is_deleted)


@dataclass(slots=True, kw_only=True)
class ClusterDefinition:
    """A definition, a Composition or an activation policy in the cluster."""

    brought: BroughtObject
    sequence: int
    controller: str = ""
    """Kind and name of its controller; empty without one."""
    owners: set[str] = default(default_factory=set)
    """Kind and name of its other owners."""
    is_active: bool = False
    """Whether a managed resource definition is active."""
    is_blocked: bool = False
    """Whether what it defines cannot be applied."""
    stored: set[str] = default(default_factory=set)
    """The versions in which objects were ever stored."""
    is_of_user: bool = False

    def snapshot(self) -> tuple[object, ...]:
        """All that a controller can change of it."""
        return (self.brought, self.controller, frozenset(self.owners), self.is_active, self.is_blocked)


@dataclass(slots=True, kw_only=True)
class ClusterDeployment:
    """A Deployment that Crossplane made."""

    name: str
    revision: str
    """Kind and name of the revision."""
    package: str
    account: str
    replicas: int
    sequence: int = 0
    """The number of its creation; 0 for one that was there before the set."""
    available: Condition | None = None

    def snapshot(self) -> tuple[object, ...]:
        """All that a controller can change of it."""
        return (self.name, self.sequence, self.revision, self.account, self.replicas, self.available)


_MOST_STEPS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossplane:
    """Which Crossplane works, and how it was started."""

    version: str
    """What it says that it is, which packages constrain."""
    flags: Flags = Flags()
    unavailable: frozenset[str] = frozenset()
    """The packages whose Deployments never get available."""

    @property
    def minor(self) -> str:
        """Its minor release, by which facts are looked up."""
        return minor_of(self.version)


def never_pulled(minor: str) -> str:
    """What is said of a package that is not in the cache, and never pulled."""
    if CACHED_BY_DIGEST.holds(minor):
        return "package not in cache and pull policy is Never"
    return "failed to get pre-cached package with pull policy Never"


class SetCluster:
    """What is in the cluster, and in its lock."""

    def __init__(self, crossplane: Crossplane, answers: SetAnswers) -> None:
        self.crossplane = crossplane
        self.answers = answers
        self.lock = Revisions((), crossplane.flags.reading.dialect, crossplane.flags.crossplane)
        self.lock_says = ""
        """The message of the lock's condition; empty where all dependencies are resolved."""
        self.crash = ""
        """The error with which Crossplane ends when it resolves; empty where it does not."""
        self.crashed_at = ""
        """The source that it looked at then."""
        self.packages: dict[tuple[str, str], ClusterPackage] = {}
        self.revisions: dict[tuple[str, str], ClusterRevision] = {}
        self.definitions: dict[tuple[str, str], ClusterDefinition] = {}
        self.deployments: dict[str, ClusterDeployment] = {}
        self.runtime_configs = {"default": RuntimeConfig(name="default")}
        self.image_configs: dict[str, ClusterImageConfig] = {}
        self._pulled: dict[str, str] = {}
        """What is pulled for the references that were asked for, as the ImageConfigs stand."""
        self.runtimes_of_images: dict[str, tuple[tuple[str, ...], str]] = {}
        """The prefixes and the runtime config of each ImageConfig that has one."""
        self.accounts: dict[str, str] = {}
        """The service accounts, each with the revision that made it; empty for those of the user."""
        self.secrets: set[str] = set()
        self.restless: set[str] = set()
        """What controllers undid of each other's work in the last round."""
        self.steps: list[PlannedStep] = []
        """What happened to packages and the lock, in order."""
        self._sequence = 0

    def note(self, title: str, evidence: str = "") -> None:
        """Notes what happened; of controllers that undo each other's work the first turns."""
        if len(self.steps) < _MOST_STEPS:
            self.steps.append(PlannedStep(title=title, evidence=evidence))
        elif len(self.steps) == _MOST_STEPS:
            self.steps.append(PlannedStep(title="More happens, which is not listed"))

    def next(self) -> int:
        """The number of the object that is made next."""
        self._sequence += 1
        return self._sequence

    def packages_of(self, kind: str) -> list[ClusterPackage]:
        """The packages of a kind in the order in which they were made."""
        found = [one for one in self.packages.values() if one.manifest.kind == kind]
        return sorted(found, key=lambda one: one.sequence)

    def revisions_of(self, *kinds: str) -> list[ClusterRevision]:
        """The revisions of packages of some kinds in the order in which they were made."""
        found = [one for one in self.revisions.values() if one.kind in kinds]
        return sorted(found, key=lambda one: one.sequence)

    def definitions_of(self, kind: str) -> list[ClusterDefinition]:
        """The definitions of a kind in the order in which they were made."""
        found = [one for one in self.definitions.values() if one.brought.kind == kind]
        return sorted(found, key=lambda one: one.sequence)

    def add_package(self, manifest: PackageManifest, *, is_derived: bool) -> None:
        """Makes a package object, or changes the one that is there."""
        existing = self.packages.get(manifest.key)
        if existing is None:
            self.packages[manifest.key] = ClusterPackage(
                manifest=manifest, sequence=self.next(), is_derived=is_derived
            )
            return
        existing.generation += existing.manifest.spec != manifest.spec
        existing.manifest = manifest
        existing.is_derived = existing.is_derived and is_derived

    def change(self, package: ClusterPackage, reference: str) -> None:
        """Changes what a package object installs, as the resolver does."""
        spec = json.dumps({**json.loads(package.manifest.spec), "package": reference}, sort_keys=True)
        package.generation += spec != package.manifest.spec
        package.manifest = replace(package.manifest, package=reference, spec=spec)

    def package_objects(self) -> tuple[PackageObject, ...]:
        """All packages, in the order in which an API server lists them."""
        ordered = sorted(
            self.packages.values(), key=lambda one: (PACKAGE_KINDS.index(one.manifest.kind), one.manifest.name)
        )
        return tuple(
            PackageObject(
                kind=one.manifest.kind,
                name=one.manifest.name,
                package=one.manifest.package,
                resolved=one.resolved,
                api_version=one.manifest.api_version,
            )
            for one in ordered
        )

    @property
    def configs(self) -> tuple[ClusterImageConfig, ...]:
        """The ImageConfigs in the order of their names."""
        return tuple(self.image_configs[name] for name in sorted(self.image_configs))

    def configure(self, name: str, config: ClusterImageConfig | None) -> None:
        """Makes or changes an ImageConfig; None takes it away."""
        if config is None:
            self.image_configs.pop(name, None)
        else:
            self.image_configs[name] = config
        self._pulled.clear()

    def pulled(self, reference: str) -> str:
        """What is pulled for a reference; raises `Malformed` with the package manager's message."""
        if reference not in self._pulled:
            self._pulled[reference] = self._rewritten(reference)
        return self._pulled[reference]

    def _rewritten(self, reference: str) -> str:
        try:
            path = rewritten(reference, self.configs)[0]
        except Malformed as error:
            raise Malformed(f"cannot get image rewrite config: {error}") from error
        for words, one in (("", reference), ("resolved ", path)):
            try:
                PackageReference.parse(one)
            except Malformed as error:
                raise Malformed(f"cannot parse {words}package reference {one}: {error}") from error
        registry = default_registry(self.crossplane.minor)
        return f"{registry}/{path}" if registry and not has_registry(path) else path

    def fetched(self, manifest: PackageManifest) -> tuple[str, MemberContents]:
        """The reference that is pulled for a package, and what is behind it; raises `Malformed`, or `Needs`."""
        path = self.pulled(manifest.package)
        parsed_path = PackageReference.parse(path)
        name = versioned(parsed_path.name, parsed_path.identifier)
        found = self.answers.contents(name)
        if fault := found.fault or self.answers.refusal(path, self.configs):
            raise Malformed(fault.replace(f" {name} ", f" {path} "))  # Crossplane writes it as it is spelled
        if manifest.is_never_pulled:
            raise Malformed(never_pulled(self.crossplane.minor))
        return path, found

    def runtime_config_of(self, revision: ClusterRevision) -> tuple[str, RuntimeConfig | None]:
        """The name of the runtime config of a revision, and the config if it is there."""
        name, longest = revision.manifest.runtime_config, 0
        for prefixes, config in (self.runtimes_of_images[one] for one in sorted(self.runtimes_of_images)):
            for prefix in prefixes:
                if revision.resolved.startswith(prefix) and len(prefix) > longest:
                    name, longest = config, len(prefix)
        return name, self.runtime_configs.get(name)

    def owned_by(self, revision: ClusterRevision) -> Iterator[ClusterDefinition]:
        """The managed resource definitions that a revision controls."""
        return (
            one for one in self.definitions.values() if one.brought.kind == MRD and one.controller == revision.title
        )

    def snapshot(self) -> tuple[object, ...]:
        """All that controllers can change."""
        return (
            tuple((key, one.snapshot()) for key, one in self.packages.items()),
            tuple((key, one.snapshot()) for key, one in self.revisions.items()),
            tuple((key, one.snapshot()) for key, one in self.definitions.items()),
            tuple((key, one.snapshot()) for key, one in self.deployments.items()),
            self.lock.packages,
            self.lock_says,
            frozenset(self.secrets),
            tuple(sorted(self.accounts)),
        )

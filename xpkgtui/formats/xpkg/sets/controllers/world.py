"""A whole set, applied in waves to a cluster whose controllers work until nothing changes.

Controllers work side by side, so that an end may hang on who comes first: each schedule is one order.
"""

from collections.abc import Container, Iterable, Sequence
from enum import StrEnum

from xpkgtui.errors import Malformed
from xpkgtui.formats.sets.objects import NAMESPACES
from xpkgtui.formats.xpkg.dependencies.lock import LockDependency, image_config
from xpkgtui.formats.xpkg.sets.admission import SetAdmission, is_of_crossplane
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, CRD, MRD, POLICY, XRD, BroughtObject, SetAnswers, brought
from xpkgtui.formats.xpkg.sets.controllers.cluster import (
    ClusterDefinition,
    ClusterRevision,
    Crossplane,
    DesiredState,
    SetCluster,
)
from xpkgtui.formats.xpkg.sets.controllers.definitions import CONTROLLERS, collect, lost_versions
from xpkgtui.formats.xpkg.sets.controllers.installed import InstalledState
from xpkgtui.formats.xpkg.sets.controllers.locks import resolve_lock
from xpkgtui.formats.xpkg.sets.controllers.packages import manage
from xpkgtui.formats.xpkg.sets.controllers.revisions import revise
from xpkgtui.formats.xpkg.sets.controllers.runtimes import become_available, run
from xpkgtui.formats.xpkg.sets.controllers.seeding import seed
from xpkgtui.formats.xpkg.sets.manifests import (
    PACKAGE_KINDS,
    derived_name,
    package_manifest,
    runtime_config,
    source_of,
)
from xpkgtui.untyped import field, text
from xpkgtui.values import dataclass

_MOST_ROUNDS = 60
"""Rounds in which no package is made, before the controllers are held to undo each other's work for ever."""
MOST_MADE = 150
"""Packages that Crossplane makes, beyond which a round that makes one counts as well."""
_MOST_TURNS = 20
"""Turns of latecomers, of which the last has all that are left."""
_DEFINITIONS = (CRD, MRD, XRD, COMPOSITION, POLICY)
_KUBERNETES = ("", "apps", "rbac.authorization.k8s.io", "apiextensions.k8s.io", "admissionregistration.k8s.io")


class Schedule(StrEnum):
    """The orders in which controllers that work side by side may come to their turn."""

    GIVEN = "given"
    """Each looks at objects in the order in which they were made; the lock comes after all revisions."""
    REVERSE = "reverse"
    """Packages, and the controllers of definitions, the other way round."""
    EAGER = "eager"
    """As given, but the lock at once whenever it changes."""
    WORST = "worst"
    """As eager, but what a dependency would not find by its name comes when all others are at rest."""


ORDERS = (Schedule.GIVEN, Schedule.REVERSE, Schedule.EAGER, Schedule.WORST)
"""Those that a plan compares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRefusal:
    """What the API server says of an object that it refuses."""

    number: int
    """The object's index in the set."""
    message: str


def _is_missed(revision: ClusterRevision, asked: Container[str]) -> bool:
    """Whether a dependency would not find a revision's package by the name that Crossplane derives."""
    source = source_of(revision.manifest.package)
    return source in asked and revision.package != derived_name(source)


class World:
    """A cluster with a Crossplane in it, to which the objects of a set are applied."""

    def __init__(
        self,
        objects: Sequence[object],
        crossplane: Crossplane,
        answers: SetAnswers,
        schedule: Schedule,
        activations: Sequence[str] = ("*",),
        admission: SetAdmission | None = None,
    ) -> None:
        """`activations` are those of the policy that Crossplane's chart makes; none makes no policy."""
        self.cluster = SetCluster(crossplane, answers)
        self.refused: list[SetRefusal] = []
        self.has_ended = True
        self._objects = objects
        self._schedule = schedule
        self._let: set[str] = set()
        """The revisions that had to come last, and may come."""
        self._admission = admission or SetAdmission(crossplane.minor)
        if activations:
            policy = BroughtObject(kind=POLICY, name="default", names=tuple(activations))
            self._define(policy, is_of_user=False)

    def start(self, installed: InstalledState) -> None:
        """Begins with what is installed; raises `Needs` where a registry must be asked first."""
        for value in installed.others:
            group = text(field(value, "apiVersion")).rpartition("/")[0]
            self._put(value, group, text(field(value, "kind")))
        seed(self.cluster, installed)

    def run(self, waves: Sequence[Sequence[int]]) -> None:
        """Applies the objects by their indexes, a wave at once; a negative one, -1 for the first, takes away.

        Raises `Needs` where a registry must be asked first.
        """
        for wave in waves or ((),):
            late = [one for one in wave if not self._apply(one, may_wait=True)]
            self.settle()
            while late:
                still = [one for one in late if not self._apply(one, may_wait=True)]
                if len(still) == len(late):
                    break
                late = still
                self.settle()
            for one in late:
                self._apply(one, may_wait=False)

    def settle(self) -> None:
        """Lets all controllers look at all objects until a round ends as the one before it."""
        self._run_to_rest()
        turns = 0
        while held := self._latecomers():
            turns += 1
            asked = self._asked(held)
            first = [one for one in held if source_of(one.manifest.package) not in asked]
            self._let |= {one.title for one in first if turns < _MOST_TURNS} or {one.title for one in held}
            self._run_to_rest()

    def _run_to_rest(self) -> None:
        before: tuple[object, ...] = ()
        rounds, made, packages = 0, 0, self.cluster.packages
        while rounds < _MOST_ROUNDS:
            count = len(packages)
            self._round()
            now = self.cluster.snapshot()
            self.has_ended = now == before
            if self.has_ended:
                return
            before = now
            is_growing = len(packages) > count and made < MOST_MADE
            made += is_growing
            rounds = 0 if is_growing else rounds + 1

    def _round(self) -> None:
        cluster = self.cluster
        is_reverse = self._schedule is Schedule.REVERSE
        for kind in PACKAGE_KINDS:
            packages = cluster.packages_of(kind)
            for package in reversed(packages) if is_reverse else packages:
                manage(cluster, package)
        for kind in PACKAGE_KINDS[1:]:
            for revision in cluster.revisions_of(kind):
                run(cluster, revision)
        seen = cluster.lock.packages
        is_eager = self._schedule in (Schedule.EAGER, Schedule.WORST)
        held = {one.title for one in self._latecomers()}
        for revision in self._revisions():
            if revision.title in held:
                continue
            revise(cluster, revision)
            if is_eager and cluster.lock.packages != seen:
                seen = cluster.lock.packages
                resolve_lock(cluster)
        resolve_lock(cluster)
        for kind, look in reversed(CONTROLLERS) if is_reverse else CONTROLLERS:
            for definition in cluster.definitions_of(kind):
                look(cluster, definition)
        become_available(cluster)
        collect(cluster)

    def _revisions(self) -> list[ClusterRevision]:
        """In the order of their turns; in the worst one what is replaced leaves before those that ask for it do."""
        revisions = self.cluster.revisions_of(*PACKAGE_KINDS)
        inactive = [one for one in revisions if one.state is DesiredState.INACTIVE]
        if self._schedule is not Schedule.WORST or not inactive:
            return revisions
        asked = self._asked(revisions)
        leaving = {one.title: one for one in inactive if source_of(one.manifest.package) in asked}
        return [*leaving.values(), *(one for one in revisions if one.title not in leaving)]

    def _latecomers(self) -> list[ClusterRevision]:
        """The revisions that come last: others ask for them, and would not find them by their names."""
        if self._schedule is not Schedule.WORST:
            return []
        locked = {one.name for one in self.cluster.lock.packages}
        revisions = self.cluster.revisions_of(*PACKAGE_KINDS)
        there = [one for one in revisions if one.name not in locked and one.title not in self._let]
        asked = self._asked(revisions) if there else ()
        return [one for one in there if one.state is not DesiredState.INACTIVE and _is_missed(one, asked)]

    def _asked(self, revisions: Iterable[ClusterRevision]) -> set[str]:
        """The sources that packages ask for."""
        return {each.package for one in revisions for each in self._asks(one)}

    def _asks(self, revision: ClusterRevision) -> tuple[LockDependency, ...]:
        """What the package of a revision depends on; nothing where it cannot be had."""
        try:
            return self.cluster.fetched(revision.manifest)[1].dependencies
        except Malformed:
            return ()

    def _apply(self, index: int, *, may_wait: bool) -> bool:
        """Applies one object; False where there is no such kind yet."""
        number = index if index >= 0 else -index - 1
        value = self._objects[number]
        api_version, kind = text(field(value, "apiVersion")), text(field(value, "kind"))
        group = api_version.rpartition("/")[0]
        if not self._is_known(api_version, group, kind):
            if not may_wait:
                message = f'no matches for kind "{kind}" in version "{api_version}"'
                self.refused.append(SetRefusal(number=number, message=message))
            return False
        if index < 0:
            name = text(field(value, "metadata", "name"))
            if kind in PACKAGE_KINDS and (kind, name) not in self.cluster.packages:
                self.refused.append(SetRefusal(number=number, message=f'{kind.lower()}s.{group} "{name}" not found'))
            self._remove(kind, name)
            return True
        message = self._admission.refusal(number, value) or self._put(value, group, kind)
        if message:
            self.refused.append(SetRefusal(number=number, message=message))
        return True

    def _is_known(self, api_version: str, group: str, kind: str) -> bool:
        version = api_version.rpartition("/")[2]
        if is_of_crossplane(group):
            return version in self._admission.versions_of(group, kind)
        if group in _KUBERNETES or group.endswith(".k8s.io"):
            return True
        return any(
            one.brought.group == group and one.brought.defines == kind and version in one.brought.versions
            for one in self.cluster.definitions_of(CRD)
        )

    def _put(self, value: object, group: str, kind: str) -> str:
        """Applies an object of a known kind; returns the API server's refusal."""
        cluster, name = self.cluster, text(field(value, "metadata", "name"))
        if kind in PACKAGE_KINDS and group == "pkg.crossplane.io":
            cluster.add_package(package_manifest(value), is_derived=False)
        elif kind == "DeploymentRuntimeConfig":
            cluster.runtime_configs[name] = runtime_config(value)
        elif kind in _DEFINITIONS:
            return self._put_definition(brought(value))
        elif kind == "ImageConfig":
            self._configure(value, name)
        elif kind == "ServiceAccount" and text(field(value, "metadata", "namespace")) in NAMESPACES:
            cluster.accounts[name] = ""
        return ""

    def _put_definition(self, one: BroughtObject) -> str:
        existing = self.cluster.definitions.get((CRD, one.name)) if one.kind == CRD else None
        lost = lost_versions(existing, one) if existing is not None else ""
        if not lost:
            self._define(one, is_of_user=True)
        return lost

    def _configure(self, value: object, name: str) -> None:
        config = image_config(value)
        assert config is not None  # it is of that kind
        self.cluster.configure(name, config)
        if runtime := text(field(value, "spec", "runtime", "configRef", "name")):
            self.cluster.runtimes_of_images[name] = config.prefixes, runtime

    def _define(self, one: BroughtObject, *, is_of_user: bool) -> None:
        existing = self.cluster.definitions.get((one.kind, one.name))
        if existing is not None:
            existing.brought, existing.is_of_user = one, existing.is_of_user or is_of_user
            return
        self.cluster.definitions[one.kind, one.name] = ClusterDefinition(
            brought=one,
            sequence=self.cluster.next(),
            is_of_user=is_of_user,
            stored={one.stored} if one.stored and one.kind == CRD else set(),
        )

    def _remove(self, kind: str, name: str) -> None:
        cluster = self.cluster
        cluster.packages.pop((kind, name), None)
        cluster.definitions.pop((kind, name), None)
        if kind == "ImageConfig":
            cluster.configure(name, None)
            cluster.runtimes_of_images.pop(name, None)
        if kind == "DeploymentRuntimeConfig":
            cluster.runtime_configs.pop(name, None)
        collect(cluster)

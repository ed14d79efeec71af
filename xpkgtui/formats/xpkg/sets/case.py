"""All that the rules about a set look at."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field as default
from dataclasses import replace
from functools import cached_property

from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.definitions.objects.judging import ObjectJudgement
from xpkgtui.formats.dependencies.questions import TagsFound, TagsOf
from xpkgtui.formats.sets.objects import ManifestSet, SetObject, Whereabouts
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.sets.admission import SetAdmission
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, CRD, POLICY, XRD, MemberContents
from xpkgtui.formats.xpkg.sets.controllers.cluster import ClusterPackage, ClusterRevision
from xpkgtui.formats.xpkg.sets.controllers.installed import InstalledState
from xpkgtui.formats.xpkg.sets.controllers.world import Schedule, World
from xpkgtui.formats.xpkg.sets.manifests import PACKAGE_KINDS, PackageManifest, object_of, package_manifest, source_of
from xpkgtui.rules.admission import AdmissionDecision
from xpkgtui.rules.finding import Place
from xpkgtui.values import dataclass

GROUP = "pkg.crossplane.io"
EXTENSIONS = "apiextensions.crossplane.io"
_BROUGHT = frozenset((*PACKAGE_KINDS, COMPOSITION, CRD, POLICY, XRD))
"""The kinds of objects that come with packages."""
_MARK = 12
"""Characters at the end of a revision's name that stand for its digest."""
_ABSENT = ("to digest: ", "failed to fetch package digest ")
"""What a package says whose tag is not there."""
_MOST_COMPARED, _LONGEST = 50_000, 253
"""Pairs of names that are compared to find what was meant, and characters of a name of Kubernetes."""
_GENERATIONS = 100
"""Generations that are tried where the one of a package object is not known."""


class About(Whereabouts):
    """What a finding about packages speaks of."""

    packages: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SetMember:
    """A package object of the set."""

    object: SetObject
    manifest: PackageManifest

    @property
    def name(self) -> str:
        """The name of the object."""
        return self.manifest.name

    @property
    def place(self) -> Place:
        """The line of its `spec.package`."""
        return self.object.at("spec", "package")

    @property
    def source(self) -> str:
        """Registry and repository, as they are spelled."""
        return source_of(self.manifest.package)

    def here(self, *path: str | int) -> Whereabouts:
        """The object and the place of a field of it, or of its `spec.package`."""
        return self.object.here(*(path or ("spec", "package")))

    def about(self, *path: str | int) -> About:
        """The object, the place of a field of it, and its name."""
        return {**self.here(*path), "packages": (self.name,)}


def whereabouts(member: SetMember | None, otherwise: Place | None = None) -> Whereabouts:
    """The object of a package, and its place; another place, or none, where the set has no such object."""
    return member.here() if member else {"object": None, "place": otherwise or Place()}


class Guesses:
    """Names that were meant by others; none any more once looking for them has taken its time."""

    def __init__(self) -> None:
        self._left = _MOST_COMPARED

    def nearest(self, name: str, names: Iterable[str], cutoff: float = 0.6) -> str:
        """The name that is most like another; empty where none is near."""
        from difflib import get_close_matches

        if not name or self._left <= 0:
            return ""
        known = [one for one in names if 0 < len(one) <= _LONGEST]
        self._left -= len(known)
        return next(iter(get_close_matches(name[:_LONGEST], known, 1, cutoff)), "")


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class SetCase:
    """A set, the cluster before it, and the clusters that come of it."""

    manifests: ManifestSet
    options: PlanOptions
    installed: InstalledState
    worlds: Mapping[Schedule, World]
    known: Mapping[str, MemberContents]
    """What is behind each reference that was asked for, as it is pulled."""
    minor: str
    admission: SetAdmission
    tags: Mapping[str, TagsFound] = default(default_factory=dict)
    """The tags of the repositories that were listed, by their names."""
    signatures: Mapping[str, AdmissionDecision] = default(default_factory=dict)
    """What ImageConfigs make of what is pulled, where signatures are verified."""

    @property
    def best(self) -> World:
        """The cluster where every object of the set is there before a dependency is looked for."""
        return self.worlds[Schedule.GIVEN]

    @cached_property
    def members(self) -> tuple[SetMember, ...]:
        """The package objects of the set; of two of one kind and name the later one."""
        return tuple(self._by_key.values())

    @cached_property
    def _by_key(self) -> Mapping[tuple[str, str], SetMember]:
        found = (
            SetMember(object=one, manifest=package_manifest(one.value)) for one in self.of(GROUP, *PACKAGE_KINDS)
        )
        return {one.manifest.key: one for one in found}

    def of(self, group: str, *kinds: str) -> Iterator[SetObject]:
        """The objects of some kinds."""
        return (one for one in self.manifests.objects if one.group == group and one.name.kind in kinds)

    def member(self, key: tuple[str, str]) -> SetMember | None:
        """The object of the set with this kind and name."""
        return self._by_key.get(key)

    def judged(self, one: SetObject) -> ObjectJudgement | None:
        """What the API server says of an object of the set; None of a kind that is not Crossplane's."""
        return self.admission.judged(self._numbers[id(one)], one.value)

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        return {id(one): number for number, one in enumerate(self.manifests.objects)}

    def package(self, key: tuple[str, str]) -> ClusterPackage | None:
        """What became of a package."""
        return self.best.cluster.packages.get(key)

    def revision(self, key: tuple[str, str]) -> ClusterRevision | None:
        """The current revision of a package in the end."""
        package = self.package(key)
        return self.best.cluster.revisions.get((key[0], package.revision)) if package else None

    def of_cluster(self) -> "SetCase":
        """The case of what is installed, as if that were the set; nothing of it has a place."""
        packages = (object_of(one.manifest) for one in self.installed.packages)
        objects = tuple(SetObject(value=one, place=Place()) for one in (*packages, *self.installed.others))
        return replace(self, manifests=ManifestSet(objects=objects))

    def signature(self, package: ClusterPackage) -> AdmissionDecision | None:
        """What ImageConfigs make of what is pulled for a package; None where none was asked."""
        return self.signatures.get(parsed(self.best.cluster.pulled, package.manifest.package) or "")

    def contents(self, package: ClusterPackage) -> MemberContents | None:
        """What was pulled for a package; None where nothing was."""
        try:
            reference = PackageReference.parse(self.best.cluster.pulled(package.manifest.package))
        except Malformed:
            return None
        mark = "@" if reference.identifier.startswith("sha256:") else ":"
        return self.known.get(f"{reference.name}{mark}{reference.identifier}")

    def said(self, key: tuple[str, str], world: World | None = None) -> str:
        """What a package says in the end, in the best world or another; empty where it is healthy."""
        cluster = (world or self.best).cluster
        package = cluster.packages.get(key)
        if package is None or package.healthy.is_true or package.is_paused:
            return ""
        revision = cluster.revisions.get((key[0], package.revision))
        if revision is not None and not revision.healthy.is_true:
            return revision.healthy.message
        if revision is not None and not revision.runtime.is_true:
            return revision.runtime.message
        return package.healthy.message

    def asked_by(self, source: str) -> Sequence[tuple[ClusterPackage, str]]:
        """The packages that ask for a source, each with its constraint."""
        return self._askers.get(source, ())

    @cached_property
    def _askers(self) -> Mapping[str, Sequence[tuple[ClusterPackage, str]]]:
        askers: dict[str, list[tuple[ClusterPackage, str]]] = {}
        for package in self.best.cluster.packages.values():
            found = self.contents(package)
            for one in found.dependencies if found else ():
                askers.setdefault(one.package, []).append((package, one.constraints))
        return askers

    @cached_property
    def added_in(self) -> Mapping[Schedule, frozenset[str]]:
        """The sources of the packages that an order adds, and the best one does not."""
        there = self.best.cluster.packages
        return {
            order: frozenset(
                source_of(one.manifest.package) for key, one in world.cluster.packages.items() if key not in there
            )
            for order, world in self.worlds.items()
        }

    def lists_wanted(self) -> tuple[TagsOf, ...]:
        """The repositories whose tags tell what helps: of tags that are absent, and of versions that do not fit."""
        found: dict[TagsOf, None] = {}
        for package in self.best.cluster.packages.values():
            said = self.said(package.manifest.key)
            names = [package.manifest.package] if any(one in said for one in _ABSENT) else []
            names += [one.partition("@")[0] for one in said.split("existing package ")[1:]]
            for name in names:
                if (repository := self.pulled_repository(name)) is not None:
                    found[TagsOf(repository=repository)] = None
        return tuple(found)

    def pulled_repository(self, source: str) -> str | None:
        """The repository from which a source is pulled; None for what is no reference."""
        try:
            return PackageReference.parse(self.best.cluster.pulled(source)).name
        except Malformed:
            return None

    def first_missing(self) -> str | None:
        """The source that the resolver is at in the end; None where nothing is missing."""
        try:
            missing = self.best.cluster.lock.graph().missing
        except Malformed:
            return None
        return missing[0].name if missing else None

    def is_unreachable(self, source: str) -> bool:
        """Whether nothing answered about the tags of a source."""
        found = self.tags.get(self.pulled_repository(source) or "")
        return found is not None and found.is_unreachable

    @cached_property
    def installed_kinds(self) -> frozenset[tuple[str, str]]:
        """The groups and kinds that are, or may be, defined before the set is applied."""
        known = {*self.installed.names, *(each for one in self.installed.revisions for each in one.objects)}
        unsaid = {(one.kind, one.package) for one in self.installed.revisions if not one.objects}
        revisions = self.best.cluster.revisions.values()
        silent = {one.title for one in revisions if (one.kind, one.package) in unsaid}
        return frozenset(
            (one.brought.group, one.brought.defines)
            for one in self.best.cluster.definitions.values()
            # A revision that was reconciled twice may name its objects without their kinds.
            if {(one.brought.kind, one.brought.name), ("", one.brought.name)} & known or one.controller in silent
        )

    def is_moved(self, package: ClusterPackage) -> bool:
        """Whether the tag of a package that stays names another image than the revision was made of."""
        contents = self.contents(package)
        if package.manifest.spec != package.kept_spec or contents is None or not contents.digest:
            return False
        digest = contents.digest.rpartition(":")[2]
        mark = package.kept.rpartition("-")[2]
        generations = [package.generation] if package.generation > 1 else range(1, _GENERATIONS)
        named = (hashlib.sha256(f"{digest}|{one}".encode()).hexdigest() for one in generations)
        return len(mark) == _MARK and mark != digest[:_MARK] and all(one[:_MARK] != mark for one in named)

    def may_hide(self, kinds: Collection[str]) -> bool:
        """Whether an object of one of the kinds may be in a manifest that was not read, or in a package.

        A package that could not be looked up may bring it, or ask for what does.
        """
        is_brought = not _BROUGHT.isdisjoint(kinds) and any(
            one is None or one.is_unreachable for one in map(self.contents, self.best.cluster.packages.values())
        )
        return is_brought or self.manifests.may_hide(kinds)

    @property
    def has_unread_package(self) -> bool:
        """Whether what some package brings is not known."""
        found = (self.contents(one) for one in self.best.cluster.packages.values())
        return any(one is None or bool(one.fault) for one in found)

    @property
    def is_all_known(self) -> bool:
        """Whether it is known of each package what it brings."""
        is_there = all(self.package(one.manifest.key) for one in self.members)
        return is_there and not self.has_unread_package and all(one.objects for one in self.installed.revisions)

    guesses: Guesses = default(default_factory=Guesses)

"""The versions of each package of a set: the one that it has, the newest that all allow, and the newest at all."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.sets.outdated import CROSSPLANE, Distance, Holding, OutdatedMember, OutdatedSet, OutdatedState
from xpkgtui.formats.sets.plan import MemberOrigin, MemberVersion
from xpkgtui.formats.xpkg.dependencies.choosing import versions_in_order
from xpkgtui.formats.xpkg.dependencies.references import is_digest, is_qualified
from xpkgtui.formats.xpkg.sets.case import SetCase
from xpkgtui.formats.xpkg.sets.contents import MemberContents, SetAnswers
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest, source_of, version_of
from xpkgtui.formats.xpkg.sets.uses import cut_uses, uses_of
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible
from xpkgtui.limits import NotRead
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Version

_MOST_OPENED = 12
"""Versions of one package that are opened, the newest first, to find one that wants this Crossplane."""


def packages_of(case: SetCase) -> Iterator[OutdatedMember]:
    """The package objects of the set, or those that run where there is none, each with the version that it has."""
    found: Iterable[tuple[PackageManifest, str, Place | None]]
    if case.manifests.files:
        found = ((one.manifest, one.manifest.package, one.place) for one in case.members)
    else:
        found = ((one.manifest, _running(case, one.manifest), None) for one in case.installed.packages)
    for manifest, package, place in found:
        source, version = source_of(package), version_of(package)
        yield OutdatedMember(
            object=ObjectName(api_version=manifest.api_version, kind=manifest.kind, name=manifest.name),
            origin=MemberOrigin.INSTALLED if place is None else MemberOrigin.GIT,
            source=source,
            pulled=(case.pulled_repository(source) or "") if is_qualified(_without_tag(source)) else "",
            place=place,
            has=MemberVersion(digest=version) if is_digest(version) else MemberVersion(version=version),
        )


def _without_tag(source: str) -> str:
    """The source of a reference that has a digest behind a tag."""
    path, slash, name = source.rpartition("/")
    return f"{path}{slash}{name.partition(':')[0]}"


def _running(case: SetCase, manifest: PackageManifest) -> str:
    revision = case.installed.active(manifest.key)
    return (revision.image if revision else "") or manifest.package


def versions_of(case: SetCase, answers: SetAnswers, member: OutdatedMember) -> OutdatedMember:
    """The versions of one package; raises what `answers` raises where a registry must be asked first."""
    if not member.pulled:
        return replace(member, why="its source names no registry")
    try:
        return _Versions(case, answers, member, answers.tags(member.pulled)).found()
    except Malformed as error:
        return replace(member, why=str(error))


class _Versions:
    """The versions of one package."""

    def __init__(self, case: SetCase, answers: SetAnswers, member: OutdatedMember, tags: tuple[str, ...]) -> None:
        self._answers, self._member = answers, member
        self._crossplane = case.options.crossplane
        self._dialect = case.best.cluster.crossplane.flags.reading.dialect
        self._asking = tuple((one.manifest.name, want) for one, want in case.asked_by(member.source))
        self._opened: set[str] = set()
        versions = [one for one in versions_in_order(tags, self._dialect) if not one.is_incomplete]
        self._has = parsed(Version.parse, member.has.version, self._dialect)
        is_early = self._has is not None and bool(self._has.prerelease)
        self._releases = [one for one in versions if not one.prerelease or is_early][::-1]

    def found(self) -> OutdatedMember:
        """All that is known of them; raises `Malformed` with why it is not known."""
        if not self._releases:
            raise Malformed("no tag of its repository is a version")
        newest, has = self._releases[0], self._version()
        allowed = next((one for one in self._releases if not any(self._constraints(one)) and self._runs(one)), None)
        return replace(
            self._member,
            has=replace(self._member.has, version=has.original),
            newest=newest.original,
            allowed=allowed.original if allowed else "",
            held_by=(*self._constraints(newest), *self._own(newest)),
            behind=_distance(has, newest),
            state=_state(has, allowed, newest),
        )

    def _version(self) -> Version:
        """The version that it has: of a digest the one whose tag names it."""
        if self._has is not None:
            return self._has
        digest = self._member.has.digest
        if not digest:
            raise Malformed(f"{self._member.has.version} is not a version")
        named = (one for one in self._releases if self._contents(one).digest == digest)
        if (found := next(named, None)) is not None:
            return found
        raise Malformed("no tag names its digest")

    def _constraints(self, version: Version) -> Iterator[Holding]:
        """The constraints of others that exclude a version."""
        for name, want in self._asking:
            constraint = None if is_digest(want) else parsed(Constraint.parse, want, self._dialect)
            if constraint is None or not constraint.allows(version):
                yield Holding(package=name, constraint=want)

    def _runs(self, version: Version) -> bool:
        return not any(self._own(version))

    def _own(self, version: Version) -> Iterator[Holding]:
        """What the package says itself against the Crossplane that is asked for."""
        found = self._contents(version)
        if found.fault:
            yield Holding(package=CROSSPLANE, constraint=found.fault)
        elif found.constraint and incompatible(found.constraint, self._crossplane):
            yield Holding(package=CROSSPLANE, constraint=found.constraint)

    def _contents(self, version: Version) -> MemberContents:
        self._opened.add(version.original)
        if len(self._opened) > _MOST_OPENED:
            raise Malformed(f"only {_MOST_OPENED} of its versions are opened, and none of them decides")
        found = self._answers.contents(self._member.reference(version.original))
        if found.is_unreachable:
            raise Malformed(found.fault)
        return found


def outdated_set(case: SetCase, found: Iterable[OutdatedMember], unreachable: Mapping[str, str]) -> OutdatedSet:
    """The versions of all packages; `unreachable` is what did not answer, and why."""
    members = tuple(sorted(found, key=_rank))
    lacking = [one for one in members if one.state is OutdatedState.UNKNOWN]
    unread = [NotRead(where=one.source or one.name, what="its versions", why=one.why) for one in lacking]
    unread += [NotRead(where=where, what="what it holds back", why=why) for where, why in unreachable.items()]
    uses = tuple(uses_of(case, {(one.object.kind, one.name) for one in members}))
    return OutdatedSet(
        crossplane=case.options.crossplane,
        members=members,
        uses=uses,
        unread=(*case.manifests.unread, *unread, *cut_uses(uses)),
    )


_ORDER = (OutdatedState.UNKNOWN, OutdatedState.ABOVE, OutdatedState.HELD, OutdatedState.NEWER, OutdatedState.CURRENT)


def _rank(one: OutdatedMember) -> tuple[int, int]:
    return _ORDER.index(one.state), tuple(Distance).index(one.behind) if one.behind else len(Distance)


def _state(has: Version, allowed: Version | None, newest: Version) -> OutdatedState:
    if allowed is not None and allowed < has:
        return OutdatedState.ABOVE
    if allowed is None or allowed < newest:
        return OutdatedState.HELD if has < newest else OutdatedState.ABOVE
    return OutdatedState.NEWER if has < newest else OutdatedState.CURRENT


def _distance(has: Version, newest: Version) -> Distance | None:
    if not has < newest:
        return None
    if has.major != newest.major:
        return Distance.MAJOR
    return Distance.MINOR if has.minor != newest.minor else Distance.PATCH

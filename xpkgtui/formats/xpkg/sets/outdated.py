"""The versions of each package of a set: what it has, what all allow, the newest; and what the set uses of it."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.sets.objects import SetObject
from xpkgtui.formats.sets.outdated import CROSSPLANE, Distance, Holding, OutdatedMember, OutdatedSet, OutdatedState
from xpkgtui.formats.sets.plan import MemberOrigin, MemberVersion, UsedDefinition
from xpkgtui.formats.xpkg.dependencies.choosing import versions_in_order
from xpkgtui.formats.xpkg.dependencies.references import is_digest, is_qualified
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, GROUP, SetCase
from xpkgtui.formats.xpkg.sets.contents import COMPOSITION, CRD, XRD, MemberContents, SetAnswers
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest, source_of, version_of
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible
from xpkgtui.limits import NotRead, ReachedLimit
from xpkgtui.patterns import late
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Version

_MOST_FIELDS = 5_000
"""Fields of one object that are looked at: it is not known what it uses beyond them."""
_ITEM = late(r"\[(?:\d+|\*)\]")
_BESIDE = ("apiVersion", "kind", "metadata", "status")


def uses_of(case: SetCase, changing: Collection[tuple[str, str]]) -> Iterator[UsedDefinition]:
    """The objects whose kind may be defined by a package that changes, of which kind and name are given."""
    groups: set[str] = set()
    claims: dict[tuple[str, str], str] = {}
    for key in changing:
        package = case.package(key)
        contents = case.contents(package) if package else None
        for held in contents.objects if contents else ():
            if held.kind in (CRD, XRD):
                groups.add(_domain(held.group))
                claims[held.group, held.claim_kind] = held.defines
    if not groups:
        return
    for one in case.manifests.objects:
        if one.group == EXTENSIONS and one.name.kind == COMPOSITION:
            yield from _composed(one, groups)
        elif one.group not in (EXTENSIONS, GROUP) and _domain(one.group) in groups:
            found = _use(one, one.value, ())
            yield replace(found, kind=claims.get((found.group, found.kind), found.kind))


def cut_uses(uses: Iterable[UsedDefinition]) -> Iterator[NotRead]:
    """What is not known of objects with too many fields."""
    reached = ReachedLimit(
        name="fields", most=_MOST_FIELDS, fixed=f"xpkgtui looks at the first {_MOST_FIELDS:,} fields of an object"
    )
    for name in dict.fromkeys(str(one.object) for one in uses if one.is_cut):
        yield NotRead(where=name, what="some of what it uses", why=reached.sentence, limit=reached.name)


def _domain(group: str) -> str:
    """The end of a group that all kinds of a package share, also those that it has no more."""
    return ".".join(group.split(".")[-2:])


def _composed(one: SetObject, groups: set[str]) -> Iterator[UsedDefinition]:
    """What a Composition composes, of a pipeline or not."""
    places: list[tuple[tuple[str | int, ...], object]] = [
        (("spec", "resources"), field(one.value, "spec", "resources"))
    ]
    for number, step in enumerate(listing(field(one.value, "spec", "pipeline"))):
        places.append((("spec", "pipeline", number, "input", "resources"), field(step, "input", "resources")))
    for path, resources in places:
        for number, resource in enumerate(listing(resources)):
            base = mapping(resource).get("base")
            if _domain(text(field(base, "apiVersion")).rpartition("/")[0]) in groups:
                found = _use(one, base, (*path, number, "base"))
                patched = tuple(_patched(one, resource, (*path, number, "patches")))
                yield replace(found, fields=(*found.fields, *patched))


def _patched(one: SetObject, resource: object, path: tuple[str | int, ...]) -> Iterator[tuple[str, Place]]:
    """The fields that the patches of a composed resource set."""
    for number, patch in enumerate(listing(field(resource, "patches"))):
        to = text(field(patch, "toFieldPath"))
        if not to and text(field(patch, "type")) in ("", "FromCompositeFieldPath"):
            to = text(field(patch, "fromFieldPath"))
        if to:
            yield _ITEM.sub("[]", to), one.at(*path, number)


def _use(one: SetObject, value: object, path: tuple[str | int, ...]) -> UsedDefinition:
    group, _, version = text(field(value, "apiVersion")).rpartition("/")
    fields = list(islice(_fields(one, value, path), _MOST_FIELDS + 1))
    return UsedDefinition(
        group=group,
        kind=text(field(value, "kind")),
        object=one.name,
        version=version,
        fields=tuple(fields[:_MOST_FIELDS]),
        is_cut=len(fields) > _MOST_FIELDS,
    )


def _fields(one: SetObject, value: object, path: tuple[str | int, ...]) -> Iterator[tuple[str, Place]]:
    """All that a value sets, the outer before the inner."""
    waiting: deque[tuple[tuple[str | int, ...], str, object]] = deque([(path, "", value)])
    while waiting:
        at, name, found = waiting.popleft()
        if name:
            yield name, one.at(*at)
        if isinstance(found, dict):
            keys = (key for key in found if isinstance(key, str) and (name or key not in _BESIDE))
            waiting += [((*at, key), f"{name}.{key}".removeprefix("."), found[key]) for key in keys]
        elif isinstance(found, list):
            waiting += [((*at, number), f"{name}[]", item) for number, item in enumerate(found)]


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

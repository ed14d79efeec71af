"""The document of `outdated`: which packages of a set have newer versions."""

from typing import Annotated, Literal

from xpkgtui.formats.sets.outdated import Distance, OutdatedMember, OutdatedState
from xpkgtui.formats.sets.plan import MemberChanges, MemberOrigin
from xpkgtui.reporting.contents.outdated import OutdatedPackages
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, Count, Document, ErrorObject, NamedObject, PlaceObject
from xpkgtui.reporting.documents.plan import ChangeCounts, VersionObject, change_counts
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Summary(JsonObject):
    packages: Annotated[Count, "The package objects."]
    current: Annotated[Count, "Those at their newest version."]
    newer: Annotated[Count, "Those that have a newer version."]
    held: Annotated[Count, "Those whose newest version something does not allow."]
    unknown: Annotated[Count, "Those of which that is not known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Holding(JsonObject):
    package: Annotated[
        str, "The name of the package object that asks, or Crossplane for the package's own constraint."
    ]
    constraint: Annotated[str, "The constraint, or a digest."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Changes(JsonObject):
    allowed: Annotated[ChangeCounts | None, "To the version that is allowed; null where they were not compared."]
    newest: Annotated[ChangeCounts | None, "To the newest version; null where they were not compared."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Package(JsonObject):
    object: Annotated[NamedObject, "The package object."]
    origin: Annotated[MemberOrigin, "Who wrote the object."]
    source: Annotated[str, "Registry and repository, as they are spelled."]
    location: Annotated[PlaceObject | None, "The line of its spec.package; null of what no manifest says."]
    has: Annotated[VersionObject, "What it has; of a digest the version whose tag names it."]
    allowed: Annotated[str | None, "The newest release that every constraint accepts; null where none is known."]
    newest: Annotated[str | None, "The newest release; null where none is known."]
    behind: Annotated[Distance | None, "How far it is behind the newest; null where it is not."]
    state: Annotated[OutdatedState, "How it stands to the others."]
    held_by: Annotated[tuple[_Holding, ...], "The constraints that exclude the newest version."]
    changes: Annotated[_Changes | None, "What changes; null without --diff."]
    says: Annotated[str | None, "Why it is not known; null where it is."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outdated(Document):
    schema: Annotated[Literal["xpkgtui.outdated/v1"], NAMED] = "xpkgtui.outdated/v1"
    crossplane: Annotated[str, "The version of Crossplane that packages must want."]
    sources: Annotated[tuple[str, ...], "The PATHs as they were given."]
    installed: Annotated[str | None, "What was given as installed; null where nothing was."]
    error: Annotated[ErrorObject | None, "Why nothing is known; null where something is."]
    sentence: Annotated[str, "The most important in a sentence."]
    summary: Annotated[_Summary, "Counts of packages."]
    packages: Annotated[tuple[_Package, ...], "The packages: what is held back first, then what is furthest behind."]


DOCUMENT = _Outdated


def outdated(found: OutdatedPackages, *, is_compared: bool) -> str:
    """The text of the document; `is_compared` tells whether changes were asked for."""
    return write(
        _Outdated(
            crossplane=found.whole.crossplane,
            sources=found.sources,
            installed=found.installed or None,
            error=elements.error(found.failure),
            sentence=found.sentence,
            summary=_Summary(**found.summary),
            packages=tuple(_package(one, is_compared=is_compared) for one in found.whole.members),
            unread=elements.unread(found.answer.unread),
        )
    )


def _package(one: OutdatedMember, *, is_compared: bool) -> _Package:
    name = one.object
    return _Package(
        object=NamedObject(apiVersion=name.api_version, kind=name.kind, name=name.name),
        origin=one.origin,
        source=one.source,
        location=elements.place(one.place) if one.place else None,
        has=VersionObject(version=one.has.version or None, digest=one.has.digest or None),
        allowed=one.allowed or None,
        newest=one.newest or None,
        behind=one.behind,
        state=one.state,
        held_by=tuple(_Holding(package=each.package, constraint=each.constraint) for each in one.held_by),
        changes=_Changes(allowed=_counts(one.changes_allowed), newest=_counts(one.changes_newest))
        if is_compared
        else None,
        says=one.why or None,
    )


def _counts(found: MemberChanges | None) -> ChangeCounts | None:
    return change_counts(found) if found else None

"""The document of `tags`: every tag of a repository, as Crossplane orders them."""

from typing import Annotated, Literal

from xpkgtui.reporting.contents.repository_tags import RepositoryTags
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, Count, Document, ErrorObject
from xpkgtui.reporting.documents.writer import Bounds, JsonObject, write
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import CompanionKind, TagKind, companion_of

_Kind = Annotated[str, Bounds(enum=tuple(one.value for one in TagKind))]
_Companions = Annotated[str, Bounds(enum=tuple(one.name.casefold() for one in CompanionKind))]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Companion(JsonObject):
    kind: Annotated[_Companions, "What it holds, by its name; nothing is verified."]
    digest: Annotated[str, "The digest of the image."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Moved(JsonObject):
    was: Annotated[str, "The digest that it named before."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tag(JsonObject):
    tag: Annotated[str, "The tag."]
    kind: Annotated[_Kind, "What Crossplane takes it for when it installs a dependency."]
    version: Annotated[str | None, "The version that it counts as, without a leading v; null where it is none."]
    upgrade_only: Annotated[bool, "Whether an upgrade may choose it and an installation does not, as v1."]
    satisfies: Annotated[bool | None, "Whether it satisfies the constraint; null without one."]
    companion: Annotated[
        _Companion | None, "The image that it belongs to by its name, as a signature does; null for other tags."
    ]
    digest: Annotated[str | None, "What it names now; null where it was not looked at (--digests)."]
    moved: Annotated[
        _Moved | None, "What it named when it was seen before, where that was another image; null otherwise."
    ]
    alias_of: Annotated[str | None, "The first tag that names the same; null for that one itself."]
    signed: Annotated[
        bool | None,
        "Whether a signature or an attestation of it is among the tags; nothing is verified. "
        "Null where that is not known.",
    ]
    size: Annotated[Count | None, "Bytes of the image that Crossplane reads: manifest, config and layers."]
    created: Annotated[str | None, "When it was built, as its config says; null where that says nothing."]
    platforms: Annotated[tuple[str, ...] | None, "The platforms of the image; null where they are not known."]
    base: Annotated[
        Count | None,
        "The layer that is annotated as the one that supplies the package; null where none is, or none is known.",
    ]
    problem: Annotated[str | None, "Why not all of it is known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gone(JsonObject):
    tag: Annotated[str, "The tag."]
    digest: Annotated[str | None, "What it was seen to name; null where it was never looked at."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tags(Document):
    schema: Annotated[Literal["xpkgtui.tags/v1"], NAMED] = "xpkgtui.tags/v1"
    repository: Annotated[str, "Registry and repository; the text as it was given where nothing was listed."]
    crossplane: Annotated[str, "The version of Crossplane that reads the tags and chooses."]
    error: Annotated[
        ErrorObject | None, "Why nothing was listed, or not every tag was looked at; null where nothing failed."
    ]
    constraint: Annotated[str | None, "What --satisfies asked for; null without it."]
    chosen: Annotated[
        str | None,
        "The tag that Crossplane installs for the constraint; null without one, and where it installs none.",
    ]
    newest: Annotated[
        str | None, "The newest release, or without one the newest prerelease; null where no tag is a version."
    ]
    complete: Annotated[bool, "Whether all tags of the repository are listed."]
    tags: Annotated[tuple[_Tag, ...], "Releases, prereleases, others, each from the highest down; others by name."]
    gone: Annotated[tuple[_Gone, ...], "Tags that the cache knows and that are not listed now."]


DOCUMENT = _Tags


def tags(found: RepositoryTags) -> str:
    """The text of the document."""
    return write(
        _Tags(
            repository=found.repository,
            crossplane=found.crossplane,
            error=elements.error(found.failure),
            constraint=found.constraint.text if found.constraint else None,
            chosen=found.chosen,
            newest=found.newest,
            complete=not found.is_cut and (found.failure is None or bool(found.names)),
            unread=elements.unread(found.answer.unread),
            tags=tuple(_tag(found, name) for name in found.names),
            gone=tuple(_Gone(tag=one.name, digest=one.digest or None) for one in found.gone),
        )
    )


def _tag(found: RepositoryTags, name: str) -> _Tag:
    tag, look, companion = found.tag(name), found.looks.get(name), companion_of(name)
    return _Tag(
        tag=name,
        kind=tag.kind.value,
        version=str(tag.version) if tag.version else None,
        upgrade_only=tag.is_upgrade_only and found.reading.skips_incomplete,
        satisfies=None if found.constraint is None else name in found.satisfying,
        companion=_Companion(kind=companion.kind.name.casefold(), digest=companion.digest) if companion else None,
        digest=look.digest or None if look else None,
        moved=_Moved(was=look.was) if look and look.was else None,
        alias_of=found.alias(name) if look else None,
        signed=found.is_signed(name) if look else None,
        size=look.size if look else None,
        created=look.created or None if look else None,
        platforms=look.platforms if look and look.is_known else None,
        base=look.base if look else None,
        problem=look.problem or None if look else None,
    )

"""The entries of an index as rows: which one the deciding reader takes, and why it ignores the others."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow, PlatformUse
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import REFERENCE_DIGEST, Descriptor
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.oci.platform import DEFAULT
from xpkgtui.rules.likeness import ComparedStream
from xpkgtui.values import dataclass

_DEEPEST = 8
"""How deep indexes may be nested."""
MOST_ROWS = 2_000
"""Rows in all: nested indexes may list each other many times over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What the manifests of entries say, by the digest of the entry; it grows as they are read."""

    images: ImageConventions
    """What annotations the entries may carry."""
    nested: dict[str, Index] = field(default_factory=dict)
    predicates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    looked: set[str] = field(default_factory=set)
    """Entries whose manifest was asked for, with or without success."""
    broken: set[str] = field(default_factory=set)
    """Entries whose manifest is missing, or is none."""
    totals: dict[str, int] = field(default_factory=dict)
    """Bytes of manifest, config and layers of images."""
    compared: dict[int, ComparedStream] = field(default_factory=dict)
    """How streams compare, by the number of the entry."""
    subjects: dict[str, str] = field(default_factory=dict)
    """What a manifest says it is about, as digest, where the entry does not say it."""


def entry_rows(
    index: Index, learned: Learned, *, chosen: int | None, shown: str | None = None
) -> tuple[PlatformRow, ...]:
    """One row an entry, each followed by what it lists itself; `shown` is the place of the entry that is shown."""
    rows = _of_index(index, learned, chosen=chosen)
    found: list[PlatformRow] = []
    about = _platforms_of(rows, learned)
    todo = list(reversed(rows))
    while todo and len(found) < MOST_ROWS:
        row = todo.pop()
        digest = row.digest or ""
        subject = about.get(learned.subjects.get(digest))
        found.append(
            replace(
                row,
                selected=row.place == shown,
                use=PlatformUse.PROVENANCE if subject else row.use,
                about=subject or row.about,
                predicates=learned.predicates.get(digest, ()),
                looked=digest in learned.looked,
                is_broken=digest in learned.broken,
                stream=None if row.depth else learned.compared.get(int(row.place)),
            )
        )
        nested = learned.nested.get(digest)
        if nested is not None and row.depth < _DEEPEST:
            todo.extend(reversed(_inside(row, nested, learned)))
    if todo:
        found[-1] = replace(found[-1], unlisted=len(todo))
    return tuple(found)


def _platforms_of(rows: Sequence[PlatformRow], learned: Learned) -> Mapping[str | None, str]:
    """The platform of every image that is listed, by digest."""
    if not learned.subjects:
        return {}
    entries = (entry for index in learned.nested.values() for entry in index.manifests)
    found: dict[str | None, str] = {str(each.digest): str(each.platform) for each in entries if each.platform}
    return found | {row.digest: str(row.platform) for row in rows if row.platform}


def _inside(row: PlatformRow, index: Index, learned: Learned) -> list[PlatformRow]:
    chosen = learned.images.entries.choose(index) if row.chosen else None
    inside = _of_index(index, learned, chosen=chosen)
    return [replace(each, parent=row.digest, place=f"{row.place}.{each.place}") for each in inside]


def _of_index(index: Index, learned: Learned, *, chosen: int | None) -> tuple[PlatformRow, ...]:
    # An attestation may be about any entry: looked up, because there may be ten thousand of both.
    about = {str(entry.digest): str(entry.platform) for entry in reversed(index.manifests) if entry.platform}
    return tuple(
        PlatformRow(
            digest=str(entry.digest),
            media_type=entry.media_type,
            size=entry.size,
            total=learned.totals.get(str(entry.digest)),
            platform=entry.platform,
            role=_role(entry, learned.images),
            annotations=entry.annotations,
            chosen=number == chosen,
            use=_use(entry, learned.images, is_chosen=number == chosen),
            about=about.get(entry.annotations.get(REFERENCE_DIGEST, ""), "") if entry.is_attestation else "",
            place=str(number),
        )
        for number, entry in enumerate(index.manifests)
    )


def manifest_row(
    manifest: Manifest, config: ImageConfig | None, *, digest: str | None, size: int, total: int
) -> PlatformRow:
    """The one row of a plain manifest, whose platform is not compared with anything."""
    platform = config.platform if config else None
    return PlatformRow(
        digest=digest,
        media_type=manifest.media_type,
        size=size,
        total=total,
        platform=platform,
        role=PlatformRole.IMAGE,
        annotations=manifest.annotations,
        selected=True,
        chosen=True,
        use=PlatformUse.ONLY,
    )


def is_nested(entry: Descriptor, images: ImageConventions) -> bool:
    """Whether the entry is an index itself."""
    return _role(entry, images) is PlatformRole.INDEX


def first_image(index: Index, images: ImageConventions) -> int | None:
    """The number of the first entry that is an image."""
    numbers = range(len(index.manifests))
    return next((number for number in numbers if _role(index.manifests[number], images) is PlatformRole.IMAGE), None)


def _role(entry: Descriptor, images: ImageConventions) -> PlatformRole:
    if entry.is_attestation:
        return PlatformRole.ATTESTATION
    if images.entries.is_extra(entry):
        return PlatformRole.EXTENSION
    if entry.media_type in media_types.INDEXES:
        return PlatformRole.INDEX
    if entry.media_type in media_types.MANIFESTS or not entry.media_type:
        return PlatformRole.IMAGE
    return PlatformRole.OTHER


def _use(entry: Descriptor, images: ImageConventions, *, is_chosen: bool) -> PlatformUse:
    if is_chosen:
        return PlatformUse.UNSPECIFIED if entry.platform is None else PlatformUse.DEFAULT
    if entry.is_attestation:
        return PlatformUse.PROVENANCE
    if images.entries.is_extra(entry):
        return PlatformUse.EXTENSION
    if (entry.platform or DEFAULT).matches(DEFAULT):
        return PlatformUse.SECOND
    if entry.platform is not None and entry.platform.is_empty:
        return PlatformUse.EMPTY
    return PlatformUse.IGNORED

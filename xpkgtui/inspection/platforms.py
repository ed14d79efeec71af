"""The entries of an index as rows: which one Crossplane reads, and why the others are no candidates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from xpkgtui.formats.xpkg.annotations import is_extension
from xpkgtui.formats.xpkg.platforms import choose
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import REFERENCE_DIGEST, REFERENCE_TYPE, Descriptor
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.oci.platform import DEFAULT

DEEPEST = 8
"""How deep indexes may be nested."""
MOST_ROWS = 2_000
"""Rows in all: nested indexes may list each other many times over."""


@dataclass(slots=True, kw_only=True)
class Inner:
    """What is known of entries below the entries of the index, by digest."""

    nested: dict[str, Index] = field(default_factory=dict)
    predicates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    looked: set[str] = field(default_factory=set)
    totals: dict[str, int] = field(default_factory=dict)
    subjects: dict[str, str] = field(default_factory=dict)
    """What a manifest says it is about, as digest, where the entry does not say it."""
    shown: Descriptor | None = None
    """The entry of a nested index that is looked at."""
    place: str = ""
    """Where that one is listed."""


def with_nested(rows: Sequence[PlatformRow], inner: Inner) -> tuple[PlatformRow, ...]:
    """The rows, each followed by what it lists itself, and with what its manifest says."""
    found: list[PlatformRow] = []
    about = _platforms_of(rows, inner)
    todo = list(reversed(rows))
    while todo and len(found) < MOST_ROWS:
        row = todo.pop()
        digest = row.digest or ""
        predicates = inner.predicates.get(digest, ())
        note = f"how {about[subject]} was built" if (subject := inner.subjects.get(digest)) in about else row.note
        found.append(replace(row, note=note, predicates=predicates, looked=digest in inner.looked))
        index = inner.nested.get(digest)
        if index is not None and row.depth < DEEPEST:
            todo.extend(reversed(_inside(row, index, inner)))
    if todo:
        found[-1] = replace(found[-1], note=f"{len(todo):,} entries more are listed, and not shown here")
    return tuple(found)


def _platforms_of(rows: Sequence[PlatformRow], inner: Inner) -> Mapping[str | None, str]:
    """The platform of every image that is listed, by digest."""
    if not inner.subjects:
        return {}
    entries = (entry for index in inner.nested.values() for entry in index.manifests)
    found: dict[str | None, str] = {str(each.digest): str(each.platform) for each in entries if each.platform}
    return found | {row.digest: str(row.platform) for row in rows if row.platform}


def _inside(row: PlatformRow, index: Index, inner: Inner) -> list[PlatformRow]:
    chosen = choose(index) if row.chosen else None
    inside = of_index(index, chosen=chosen, shown=None, totals={}, parent=row.digest)
    return [
        replace(
            each,
            place=f"{row.place}.{each.place}",
            total=inner.totals.get(each.digest or ""),
            selected=f"{row.place}.{each.place}" == inner.place,
        )
        for each in inside
    ]


def of_index(
    index: Index,
    *,
    chosen: int | None,
    shown: int | None,
    totals: Mapping[int, int],
    parent: str | None = None,
) -> tuple[PlatformRow, ...]:
    """One row an entry; `totals` holds the bytes of images whose manifest was read, by number."""
    # An attestation may be about any entry: looked up, because there may be ten thousand of both.
    about = {str(entry.digest): str(entry.platform) for entry in reversed(index.manifests) if entry.platform}
    return tuple(
        PlatformRow(
            digest=str(entry.digest),
            media_type=entry.media_type,
            size=entry.size,
            total=totals.get(number),
            platform=entry.platform,
            role=_role(entry),
            parent=parent,
            annotations=entry.annotations,
            selected=number == shown,
            chosen=number == chosen,
            note=_note(entry, about, is_chosen=number == chosen),
            reference_type=entry.annotations.get(REFERENCE_TYPE, ""),
            place=str(number),
        )
        for number, entry in enumerate(index.manifests)
    )


def of_manifest(
    manifest: Manifest, config: ImageConfig | None, *, digest: str | None, size: int, total: int
) -> tuple[PlatformRow, ...]:
    """The one row of a plain manifest: nobody compares its platform."""
    platform = config.platform if config else None
    return (
        PlatformRow(
            digest=digest,
            media_type=manifest.media_type,
            size=size,
            total=total,
            platform=platform,
            role=PlatformRole.IMAGE,
            annotations=manifest.annotations,
            selected=True,
            chosen=True,
            note="Crossplane reads this one: it is the only one",
        ),
    )


def is_nested(entry: Descriptor) -> bool:
    """Whether the entry is an index itself."""
    return _role(entry) is PlatformRole.INDEX


def first_to_show(index: Index) -> int | None:
    """The entry to look at where Crossplane takes none: the first that is an image."""
    numbers = range(len(index.manifests))
    return next((number for number in numbers if _role(index.manifests[number]) is PlatformRole.IMAGE), None)


def _role(entry: Descriptor) -> PlatformRole:
    if entry.is_attestation:
        return PlatformRole.ATTESTATION
    if is_extension(entry):
        return PlatformRole.EXTENSION
    if entry.media_type in media_types.INDEXES:
        return PlatformRole.INDEX
    if entry.media_type in media_types.MANIFESTS or not entry.media_type:
        return PlatformRole.IMAGE
    return PlatformRole.OTHER


def _note(entry: Descriptor, about: Mapping[str, str], *, is_chosen: bool) -> str:
    if is_chosen:
        why = "a missing platform counts as linux/amd64" if entry.platform is None else "its default"
        return f"Crossplane reads this one: {why}"
    if entry.is_attestation:
        return f"how {about.get(entry.annotations.get(REFERENCE_DIGEST, ''), 'an image')} was built"
    if is_extension(entry):
        return "extras for a marketplace, not read by Crossplane"
    if (entry.platform or DEFAULT).matches(DEFAULT):
        return "matches too, but the first one wins"
    if entry.platform is not None and entry.platform.is_empty:
        return "an empty platform matches nothing"
    return "not read by Crossplane"

"""An index that is open, with what was learned of its entries: nested indexes, attestations, sizes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from xpkgtui.errors import Malformed, XpkgError, blames_package
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow, PlatformUse
from xpkgtui.inspection.work import Deadline, run_all
from xpkgtui.limits import ReachedLimit
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import DEFAULT, PREDICATE, REFERENCE_DIGEST, Descriptor, Platform
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.rules.likeness import ComparedStream
from xpkgtui.rules.wording import EXTENSION, PROVENANCE, Wording
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

DEEPEST = 8
"""How deep indexes may be nested."""
MOST_ROWS = 2_000
"""Rows in all: nested indexes may list each other many times over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadManifests:
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
    index: Index, learned: ReadManifests, *, chosen: int | None, shown: str | None = None
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
        if nested is not None and row.depth < DEEPEST:
            todo.extend(reversed(_inside(row, nested, learned)))
    if todo:
        found[-1] = replace(found[-1], unlisted=len(todo))
    return tuple(found)


def _platforms_of(rows: Sequence[PlatformRow], learned: ReadManifests) -> Mapping[str | None, str]:
    """The platform of every image that is listed, by digest."""
    if not learned.subjects:
        return {}
    entries = (entry for index in learned.nested.values() for entry in index.manifests)
    found: dict[str | None, str] = {str(each.digest): str(each.platform) for each in entries if each.platform}
    return found | {row.digest: str(row.platform) for row in rows if row.platform}


def _inside(row: PlatformRow, index: Index, learned: ReadManifests) -> list[PlatformRow]:
    chosen = index.first_match(DEFAULT) if row.chosen else None
    inside = _of_index(index, learned, chosen=chosen)
    return [replace(each, parent=row.digest, place=f"{row.place}.{each.place}") for each in inside]


def _of_index(index: Index, learned: ReadManifests, *, chosen: int | None) -> tuple[PlatformRow, ...]:
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
    if images.marks.is_extra(entry):
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
    if images.marks.is_extra(entry):
        return PlatformUse.EXTENSION
    if (entry.platform or DEFAULT).matches(DEFAULT):
        return PlatformUse.SECOND
    if entry.platform is not None and entry.platform.is_empty:
        return PlatformUse.EMPTY
    return PlatformUse.IGNORED


_MOST_READ = 32
"""Nested indexes that are read."""
_MOST_PREDICATES = 20
_LONGEST = 160
"""The most letters of a verdict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEntry:
    """The entry of an index whose image is shown."""

    number: int
    """The number of the entry in the index itself, also if a nested index below it lists the image."""
    place: str
    """Its number in each list on the way: `1`, or `1.0`."""
    descriptor: Descriptor


class OpenedIndex:
    """The entries of an index; grows as their manifests are read."""

    def __init__(self, index: Index, data: bytes, images: ImageConventions) -> None:
        self.index = index
        self.data = data
        self.images = images
        """The conventions whose deciding reader chooses an entry."""
        self.chosen = index.first_match(DEFAULT)
        self.notes: tuple[str, ...] = ()
        """Sentences for people about what was not read."""
        self.limits: tuple[ReachedLimit, ...] = ()
        """Limits of this program that kept manifests from being read."""
        self._learned = ReadManifests(images=images)

    @property
    def has_nested(self) -> bool:
        """Whether an entry is an index itself."""
        return any(is_nested(entry, self.images) for entry in self.index.manifests)

    def first_shown(self) -> ShownEntry | None:
        """The entry that is chosen, or else the first image."""
        number = self.chosen if self.chosen is not None else first_image(self.index, self.images)
        return None if number is None else self._entry(str(number))

    def entry_of(self, digest: str, place: str) -> ShownEntry | None:
        """The entry of that digest, of several the one at `place` or the outermost; None where none is listed."""
        found = [row for row in self.rows(None) if row.digest == digest and place in ("", row.place)]
        return self._entry(min(found, key=lambda row: row.depth).place) if found else None

    def entry_for(self, platform: Platform) -> ShownEntry | None:
        """The entry for that platform, matched as go-containerregistry does: the chosen one, or the first package."""
        found = [row for row in self.rows(None) if row.is_package and (row.platform or DEFAULT).matches(platform)]
        return self._entry(max(found, key=lambda row: row.chosen).place) if found else None

    def rows(self, shown: ShownEntry | None) -> tuple[PlatformRow, ...]:
        """The entries as they are known now."""
        return entry_rows(self.index, self._learned, chosen=self.chosen, shown=shown.place if shown else None)

    def platforms(self, most: int) -> tuple[str, ...]:
        """The platforms of what may be packages, each once, those of nested indexes too; at most so many."""
        named = (str(row.platform) for row in self.rows(None) if row.is_package and row.platform)
        return tuple(dict.fromkeys(named))[:most]

    @property
    def packages(self) -> tuple[int, ...]:
        """The numbers of the entries that may be packages, without those of nested indexes."""
        return tuple(int(row.place) for row in self.rows(None) if row.is_package and not row.depth)

    @property
    def compared(self) -> tuple[ComparedStream, ...]:
        """The entries whose stream was compared with that of another, or could have been."""
        return tuple(found for _, found in sorted(self._learned.compared.items()))

    def compare_with(self, reference: int) -> None:
        """Compares streams with that of this entry from now on; forgets comparisons with another one."""
        known = self._learned.compared
        for number in [number for number, one in known.items() if one.reference != reference]:
            del known[number]

    def compare(self, found: ComparedStream) -> None:
        """Keeps how the stream of an entry compares with that of another."""
        self._learned.compared[found.number] = found

    def not_a_package(self, shown: ShownEntry | None, wording: Wording) -> str:
        """What the shown entry is instead of a package, in words; empty where it may be one."""
        row = next((row for row in self.rows(shown) if row.selected), None)
        if row is None or not row.is_not_a_package:
            return ""
        statements = [predicate.partition("://")[2] or predicate for predicate in row.predicates]
        words = PROVENANCE if row.role is PlatformRole.ATTESTATION else EXTENSION
        return clip(wording.other_entry(row.role, words, row.about, statements), _LONGEST)

    def learn(self, entry: Descriptor, parsed: Manifest | Index | None) -> None:
        """Keeps what a manifest that was read says of its attestations; None could not be read."""
        digest = str(entry.digest)
        if isinstance(parsed, Manifest):
            found = dict.fromkeys(layer.annotations.get(PREDICATE, "") for layer in parsed.layers)
            self._learned.predicates[digest] = tuple(text for text in found if text)[:_MOST_PREDICATES]
            if parsed.subject is not None and entry.is_attestation and REFERENCE_DIGEST not in entry.annotations:
                self._learned.subjects[digest] = str(parsed.subject.digest)
        self._learned.looked.add(digest)
        if parsed is None:
            self._learned.broken.add(digest)

    def learn_total(self, entry: Descriptor, total: int) -> None:
        """Keeps the bytes of manifest, config and layers of an entry's image."""
        self._learned.totals[str(entry.digest)] = total

    async def look_into(self, fetcher: Fetcher, digest: str) -> None:
        """Reads the manifest of an entry for what it states; a broken one states nothing.

        Raises `XpkgError` where it cannot be fetched.
        """
        listed = (self.index, *self._learned.nested.values())
        entry = next((one for index in listed for one in index.manifests if str(one.digest) == digest), None)
        if entry is not None and digest not in self._learned.looked:
            self.learn(entry, await self._read(fetcher, entry))

    async def read_nested(self, fetcher: Fetcher, by: Deadline) -> None:
        """Reads the indexes that the index lists, and those that they list, level by level, until the deadline."""
        late = 0
        level = self._unread((self.index,))
        while level and not late:
            found: list[Index] = []
            late = await run_all([partial(self._read_index, fetcher, entry, found) for entry in level], by)
            level = self._unread(found)
        if late:
            self.note(f"{late:,} of the indexes that the index lists did not arrive in {by.seconds:g} seconds.")

    def was_read(self, number: int) -> bool:
        """Whether the manifest of an entry came; another request for one that did not come takes as long."""
        return str(self.index.manifests[number].digest) in self._learned.looked

    def reached(self, limit: ReachedLimit) -> None:
        """Keeps a limit that was reached, once."""
        if limit not in self.limits:
            self.limits = (*self.limits, limit)

    def note(self, sentence: str) -> None:
        """Keeps a sentence for people about what was not read, once."""
        if sentence not in self.notes:
            self.notes = (*self.notes, sentence)

    def _unread(self, indexes: Iterable[Index]) -> list[Descriptor]:
        """The nested indexes that these list and that were not asked for, as many as may still be read."""
        found = {
            str(entry.digest): entry
            for index in indexes
            for entry in index.manifests
            if is_nested(entry, self.images) and str(entry.digest) not in self._learned.looked
        }
        room = max(0, _MOST_READ - len(self._learned.nested))
        if len(found) > room:
            most = f"xpkgtui reads at most {_MOST_READ} of the indexes that an index lists"
            self.reached(ReachedLimit(name="nested", most=_MOST_READ, fixed=most))
        return list(found.values())[:room]

    def _entry(self, place: str) -> ShownEntry:
        numbers = [int(number) for number in place.split(".")]
        entry = self.index.manifests[numbers[0]]
        for number in numbers[1:]:
            entry = self._learned.nested[str(entry.digest)].manifests[number]
        return ShownEntry(number=numbers[0], place=place, descriptor=entry)

    async def _read_index(self, fetcher: Fetcher, entry: Descriptor, found: list[Index]) -> None:
        self._learned.looked.add(str(entry.digest))
        try:
            parsed = await self._read(fetcher, entry)
        except XpkgError as error:
            self.note(f"An index that the index lists was not read: {error.title}")
            return
        if isinstance(parsed, Index):
            self._learned.nested[str(entry.digest)] = parsed
            found.append(parsed)

    async def _read(self, fetcher: Fetcher, entry: Descriptor) -> Manifest | Index | None:
        """The manifest or index of an entry, None where it is broken; raises `XpkgError` for any other reason."""
        try:
            return manifests.parse(await fetcher.manifest(entry), entry.media_type)
        except Malformed:
            return None
        except XpkgError as error:
            if blames_package(error):
                return None
            raise

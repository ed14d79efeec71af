"""An index that is open, with what was learned of its entries: nested indexes, attestations, sizes."""

from collections.abc import Iterable
from functools import partial

from xpkgtui.errors import Malformed, XpkgError, blames_package
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.inspection.index import rows
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.inspection.rows.wording import platform_sentence
from xpkgtui.inspection.work import Deadline, run_all
from xpkgtui.limits import ReachedLimit
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.descriptor import PREDICATE, REFERENCE_DIGEST, Descriptor
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.oci.platform import DEFAULT, Platform
from xpkgtui.rules.likeness import ComparedStream
from xpkgtui.rules.wording import Wording
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

_MOST_READ = 32
"""Nested indexes that are read."""
_LARGEST = 1 << 20
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
        self.chosen = images.entries.choose(index)
        self.notes: tuple[str, ...] = ()
        """Sentences for people about what was not read."""
        self.limits: tuple[ReachedLimit, ...] = ()
        """Limits of this program that kept manifests from being read."""
        self._learned = rows.Learned(images=images)

    @property
    def has_nested(self) -> bool:
        """Whether an entry is an index itself."""
        return any(rows.is_nested(entry, self.images) for entry in self.index.manifests)

    def first_shown(self) -> ShownEntry | None:
        """The entry that is chosen, or else the first image."""
        number = self.chosen if self.chosen is not None else rows.first_image(self.index, self.images)
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
        return rows.entry_rows(self.index, self._learned, chosen=self.chosen, shown=shown.place if shown else None)

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
        stated = ", ".join(predicate.partition("://")[2] or predicate for predicate in row.predicates)
        return clip(
            f"this is an {row.role}, {platform_sentence(row, wording)}{f': {stated}' if stated else ''}", _LONGEST
        )

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
            if rows.is_nested(entry, self.images) and str(entry.digest) not in self._learned.looked
        }
        return list(found.values())[: max(0, _MOST_READ - len(self._learned.nested))]

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
        if entry.size > _LARGEST:
            return None
        try:
            return manifests.parse(await fetcher.manifest(entry), entry.media_type)
        except Malformed:
            return None
        except XpkgError as error:
            if blames_package(error):
                return None
            raise

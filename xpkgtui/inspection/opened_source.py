"""One source that is open: what holds for every image of it."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from xpkgtui.errors import Corrupt, Malformed
from xpkgtui.fetching.cache.extracts import Extracts, ReadingCache, ScratchExtracts, StoredExtracts
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.known import ASSUMED_IMAGES, Recognized
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.messages.events import Emit, Fetched, FormatRecognized, Resolved
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.manifest import Index
from xpkgtui.sources.source import ImageRoot, Root, StreamRoot

if TYPE_CHECKING:
    from xpkgtui.rules.admission import AdmissionDecision, PolicyFault


class OpenedSource:
    """A source with its index, and with what it has cost and was allowed to cost so far.

    Raises `Corrupt` where the root is neither a manifest nor an index.
    """

    def __init__(
        self, name: str, root: Root, *, options: Options, fetcher: Fetcher, pool: Threads, scratch: Path
    ) -> None:
        self.name = name
        self.root = root
        self.options = options
        self.fetcher = fetcher
        self.pool = pool
        self.index = _index_of(name, root)
        self.consented = False
        """Whether the price of everything that is read without asking was agreed to."""
        self.decision: AdmissionDecision | None = None
        """What the policies that were given make of the image."""
        self.policy_faults: tuple[PolicyFault, ...] = ()
        self.pulled = ""
        """The reference that is pulled instead of that of the root, where a policy says so."""
        self.attached: dict[str, bytes] = {}
        """The contents of what belongs to the image, as far as they were read, by the digests of their layers."""
        self.readings = ReadingCache(options.learned)
        self.extracts: Extracts = ScratchExtracts(scratch)
        """The extracts of its images."""
        # A private store ends with its source, and what was taken out of a package is compared with the next one.
        if fetcher.store and options.cache_dir is not None:
            self.extracts = StoredExtracts(fetcher.store, self.readings, options.limits)
        self._scratch = scratch
        self._texts = 0
        self._used: dict[str, int] = {}
        self.streams: dict[int, str] = {}
        """The sha256 of the package.yaml of each entry of the index that was read so far, by its number."""
        if isinstance(root, ImageRoot):
            self.use(str(root.digest), len(root.data))

    @property
    def is_remote(self) -> bool:
        """Whether bytes come over a network, so that they have a price."""
        return self.fetcher.source.is_remote

    @property
    def is_stream(self) -> bool:
        """Whether there is no image at all."""
        return isinstance(self.root, StreamRoot)

    def consent(self) -> None:
        """From now on, layers are fetched without asking."""
        self.consented = True

    def use(self, name: str, size: int) -> None:
        """Counts a blob or manifest that was used, once for each name."""
        self._used[name] = size

    def took(self, entry: int, sha256: str) -> None:
        """Keeps the sha256 of the package.yaml that an entry of the index has."""
        self.streams[entry] = sha256

    def scratch_file(self) -> Path:
        """A new name in the private folder of texts that are shown."""
        self._texts += 1
        return self._scratch / f"text-{self._texts}"

    def resolved(self) -> Resolved:
        """What the name stands for."""
        image = self.root if isinstance(self.root, ImageRoot) else None
        source = self.fetcher.source
        return Resolved(
            form=source.form,
            reference=self.root.reference,
            digest=str(image.digest) if image and image.digest else None,
            notes=(
                *(source.installed.notes if source.installed else ()),
                *self.root.notes,
                *self.fetcher.notes,
                *(self.index.notes if self.index else ()),
            ),
            stale=image.stale if image else "",
            is_remote=source.is_remote,
            has_image=source.has_image,
            is_assembled=source.is_assembled,
            installed=source.installed,
            excluded=self.root.excluded if isinstance(self.root, StreamRoot) else (),
            asked=self.options.access.asked,
        )

    def cost(self, total: int | None) -> Fetched:
        """What it has cost so far; `total` is the size of the image that is shown."""
        counted = self.fetcher.traffic
        return Fetched(
            fetched=counted.fetched,
            cached=counted.cached if self.is_remote else 0,
            requests=counted.requests,
            needed=sum(self._used.values()),
            total=total,
            exchanges=counted.take_exchanges(),
        )


def _index_of(name: str, root: Root) -> OpenedIndex | None:
    if not isinstance(root, ImageRoot):
        return None
    try:
        parsed = manifests.parse(root.data, root.media_type)
    except Malformed as error:
        raise Corrupt(
            f"the manifest of {name} cannot be read: {error}",
            hint="Push the package again, or look at the raw manifest with `crane manifest`.",
        ) from error
    return OpenedIndex(parsed, root.data, ASSUMED_IMAGES) if isinstance(parsed, Index) else None


async def emit_format(found: Recognized, emit: Emit) -> None:
    """Emits a format with the reasons for it."""
    reasons = found.evidence.reasons if found.evidence else ()
    await emit(FormatRecognized(format=replace(found.format.summary, reasons=reasons, also=found.also)))

"""A whole source saved as an OCI layout: byte for byte, but for the images that are repaired and what names them."""

import contextlib
import hashlib
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from xpkgtui.errors import FailureKind, Malformed, NotFound, Unreachable
from xpkgtui.formats.images.comparison import LayerRepair
from xpkgtui.inspection.files.destination import Destination
from xpkgtui.inspection.index.opened_index import DEEPEST, MOST_ROWS, ShownEntry
from xpkgtui.inspection.messages.events import Emit, Event, PartFailed, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import ImageRepaired
from xpkgtui.inspection.messages.requests import SaveRepaired
from xpkgtui.inspection.opened_image import NoImage, OpenedImage
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.inspect import open_shown, read_stream
from xpkgtui.inspection.readings.compare import layer_repair_of
from xpkgtui.inspection.readings.origins import tag_of
from xpkgtui.inspection.work import Progress
from xpkgtui.limits import PIECE, OverLimit
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import DEFAULT, REFERENCE_DIGEST, Descriptor, Digest
from xpkgtui.oci.json_value import written_like
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.sources.source import ImageRoot
from xpkgtui.visible import line

_NAME = "org.opencontainers.image.ref.name"
_NOT_GIVEN = frozenset({FailureKind.NETWORK, FailureKind.AUTHENTICATION})
_LAYOUT = b'{"imageLayoutVersion":"1.0.0"}'


async def save_repaired(source: OpenedSource, request: SaveRepaired, emit: Emit) -> None:
    """Saves the layout and emits what is repaired in it; raises `XpkgError` before anything is written."""
    root = source.root
    if not isinstance(root, ImageRoot) or root.digest is None or root.derive:
        raise NotFound(
            "There are no manifests to keep: this is not an image of a registry or of a layout.",
            hint="`crossplane xpkg push -f` annotates the layers of an archive by its labels.",
        )
    await _Repairing(source, request, emit).save(root)


class _Repairing:
    """One request under way: all that the layout gets is planned before anything is written."""

    def __init__(self, source: OpenedSource, request: SaveRepaired, emit: Emit) -> None:
        self._source, self._request, self._emit = source, request, emit
        self._known: dict[str, bytes | Path | Descriptor] = {}
        """What each file of the layout gets, by its path."""
        self._size = 0
        self._images = 0
        self._repairs: list[str] = []
        self._done: dict[str, bytes] = {}
        """What became of a manifest, by its digest: an index may list one twice."""

    async def save(self, root: ImageRoot) -> None:
        """Plans, writes, and says what was done."""
        data = await self._made(root.data, root.media_type, None, 0)
        digest = self._keep(data)
        tag = tag_of(root.reference) or "TAG"
        entry = {"mediaType": manifests.parse(data, root.media_type).media_type, "digest": digest, "size": len(data)}
        entry["annotations"] = {_NAME: tag}
        top = {"schemaVersion": 2, "mediaType": media_types.OCI_INDEX, "manifests": [entry]}
        limit = self._source.options.limits
        if self._size > limit.saved:
            raise OverLimit("nothing was saved", limit.reached("saved", self._size))
        await self._write({**self._known, "oci-layout": _LAYOUT, "index.json": json.dumps(top).encode()})
        done = ImageRepaired(
            digest=digest,
            tag=tag,
            size=self._size,
            images=self._images,
            repairs=tuple(self._repairs),
        )
        await self._emit(done)

    async def _made(self, data: bytes, media_type: str, entry: ShownEntry | None, depth: int) -> bytes:
        """What becomes of a manifest or an index, with all below it."""
        try:
            parsed = manifests.parse(data, media_type)
        except Malformed as error:
            raise NotFound(f"nothing was saved: a manifest cannot be read: {error}") from error
        if isinstance(parsed, Index):
            return await self._of_index(data, parsed, entry, depth)
        return await self._of_image(data, parsed, entry)

    async def _of_index(self, data: bytes, index: Index, above: ShownEntry | None, depth: int) -> bytes:
        if depth > DEEPEST or len(self._done) > MOST_ROWS:
            raise NotFound(f"nothing was saved: indexes are nested deeper than {DEEPEST}, or too large")
        root = json.loads(data)
        rows: list[dict[str, Any]] = (
            root[next(key for key in root if key.lower() == "manifests")] if index.manifests else []
        )
        moved: dict[str, str] = {}
        for number, each in enumerate(index.manifests):
            place = f"{above.place}.{number}" if above else str(number)
            entry = ShownEntry(number=above.number if above else number, place=place, descriptor=each)
            old = await self._source.fetcher.manifest(each)
            new = self._done.get(str(each.digest)) or await self._made(old, each.media_type, entry, depth + 1)
            self._done[str(each.digest)] = new
            if (digest := self._keep(new, each.digest if new == old else None)) != str(each.digest):
                moved[str(each.digest)] = digest
                rows[number] |= {"digest": digest, "size": len(new)}
                rows[number].pop("data", None)
        for row in rows:
            notes = row.get("annotations") or {}
            if (new_one := moved.get(notes.get(REFERENCE_DIGEST, ""))) is not None:
                notes[REFERENCE_DIGEST] = new_one
        named = None if depth else _first_without_platform(index)
        if named is not None:
            rows[named]["platform"] = {"architecture": DEFAULT.architecture, "os": DEFAULT.os}
            self._repairs.append(f"entry {named} of the index is for {DEFAULT}")
        return written_like(root, data) if moved or named is not None else data

    async def _of_image(self, data: bytes, manifest: Manifest, entry: ShownEntry | None) -> bytes:
        for blob in (manifest.config, *manifest.layers):
            if blob is not None:
                self._have(_path(str(blob.digest)), blob, blob.size)
        if entry is not None and (entry.descriptor.is_attestation or manifest.config is None):
            return data
        shown = await open_shown(self._source, NoImage(entry=entry), self._quiet)
        if not isinstance(shown, OpenedImage) or shown.manifest.data != data or not shown.config.data:
            return data
        self._images += 1
        await read_stream(self._source, shown, self._quiet)
        repair, stream = await layer_repair_of(self._source, shown, self._quiet)
        if repair is None or (repair.entry and stream is None):
            return data
        path = Path(stream.path) if stream else None
        return await self._repair(shown, repair, path if repair.entry or self._misses(shown, path) else None)

    def _misses(self, shown: OpenedImage, stream: Path | None) -> bool:
        """Whether a reader would miss documents of the layer that is marked."""
        repairs = shown.layers.images.repairs
        if stream is None or repairs is None:
            return False
        with stream.open("rb") as file:
            return not repairs().is_separated(file, stream.stat().st_size)

    async def _repair(self, shown: OpenedImage, repair: LayerRepair, stream: Path | None) -> bytes:
        repairs = shown.layers.images.repairs
        assert repairs is not None, "it said what to change"
        name = str(shown.entry.descriptor.platform or DEFAULT) if shown.entry else "the image"
        if stream is None:
            new, config = repairs().repaired(shown.manifest.data, shown.config.data, repair.layer, None)
            self._repairs.append(f"{name}: layer {repair.layer} is annotated and labeled base")
        else:
            place = self._source.scratch_file()

            def write() -> Any:
                with stream.open("rb") as file, place.open("wb") as into:
                    return repairs().write_layer(file, stream.stat().st_size, into)

            added = await self._source.pool.run(write)
            self._have(_path(added.digest), place, added.size)
            new, config = repairs().repaired(shown.manifest.data, shown.config.data, None, added)
            count = len(shown.image.layers)
            self._repairs.append(
                f"{name}: layer {count} is new, holds {shown.format.summary.wording.stream_file}, and is the base"
            )
        self._keep(config)
        return new

    async def _quiet(self, event: Event) -> None:
        """Passes progress on; what a registry did not give stops here: it may hide a fault."""
        if isinstance(event, PartFailed) and event.failure.kind in _NOT_GIVEN:
            failed = event.failure
            raise Unreachable(failed.title, hint=failed.hint, tried=failed.tried)
        if isinstance(event, Progressed):
            await self._emit(event)

    def _keep(self, data: bytes, digest: Digest | None = None) -> str:
        """Plans a manifest or a config; returns its digest."""
        name = str(digest) if digest else f"sha256:{hashlib.sha256(data).hexdigest()}"
        self._have(_path(name), data, len(data))
        return name

    def _have(self, path: str, what: bytes | Path | Descriptor, size: int) -> None:
        if path not in self._known:
            self._size += size
            self._known[path] = what

    async def _write(self, files: dict[str, bytes | Path | Descriptor]) -> None:
        """Writes all files, the index last: before, the folder is no layout."""
        destination, pool = Destination(self._request.folder), self._source.pool
        await pool.run(lambda: destination.require_free(files, force=self._request.force))
        await pool.run(destination.make)
        try:
            for path, what in files.items():
                async with self._opened(what) as found:
                    await pool.run(lambda: _copy(destination, path, found))  # noqa: B023 - awaited at once
        finally:
            destination.abandon()
        destination.close()

    @contextlib.asynccontextmanager
    async def _opened(self, what: bytes | Path | Descriptor) -> AsyncIterator[Any]:
        """What a file gets: bytes, or a file to be read."""
        if isinstance(what, bytes):
            yield what
        elif isinstance(what, Path):
            with what.open("rb") as file:
                yield file
        else:
            progress = Progress()
            fetched = self._source.fetcher.blob(what, progress.advance)
            blob = await progress.watch(fetched, self._emit, PartName.FILES)
            with contextlib.closing(blob.open()) as opened:
                yield opened


def _copy(destination: Destination, path: str, what: Any) -> None:
    with destination.new(path) as file:
        if isinstance(what, bytes):
            file.write(what)
        else:
            shutil.copyfileobj(what, file, PIECE)


def _first_without_platform(index: Index) -> int | None:
    """The entry that is given a platform, where no reader finds any."""
    if index.first_match(DEFAULT) is not None:
        return None
    empty = (
        number for number, one in enumerate(index.manifests) if one.platform is not None and one.platform.is_empty
    )
    return next(empty, None)


def _path(digest: str) -> str:
    return f"blobs/{line(digest).replace(':', '/', 1)}"

"""What a name stands for, and which of its images is asked for."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.errors import Malformed, NotFound, Usage, XpkgError, parsed
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.index.opened_index import ShownEntry
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.image import raw_root
from xpkgtui.inspection.work import deadline, timed
from xpkgtui.limits import OverLimit
from xpkgtui.oci.descriptor import Platform
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Exchange
from xpkgtui.sources.opening import open_source
from xpkgtui.sources.source import ImageRoot, Prefix, Root, Source, SourceForm
from xpkgtui.visible import capitalized, few

if TYPE_CHECKING:  # what is here never pays for importing requests
    from xpkgtui.fetching.cache.store import Store
    from xpkgtui.sources.registry.shared import SharedRegistries

_MOST_NAMED = 12
"""Platforms that are named where another one is asked for."""


async def resolve(
    request: Open,
    emit: Emit,
    *,
    pool: Threads,
    scratch: Path,
    stdin: BinaryIO | None,
    shared: "SharedRegistries | None" = None,
) -> OpenedSource:
    """Finds out what the name stands for; raises `XpkgError` where that is nothing that can be read."""
    options = request.options
    exchanges: list[Exchange] = []
    opening = Progressed(part=PartName.PLATFORMS, what=f"Opening {request.source}")
    await emit(opening)

    def open_named(name: str) -> Source:
        return open_source(
            name,
            options.access,
            exclude=options.exclude,
            limits=options.limits,
            stdin=stdin,
            on_exchange=exchanges.append,
            shared=shared,
            scratch=scratch,
        )

    def opened() -> tuple[Source, Root | None, str]:
        source = open_named(request.source)
        try:
            asked, path = _rewritten(source, options.policies)
            if path:
                source.close()
                source = open_named(f"{Prefix.REGISTRY.value}{path}")
            return source, None if source.is_remote else source.resolve(), asked
        except BaseException:
            source.close()
            raise

    found, local, asked = await pool.run(opened)
    # A local source is read where it stands.
    store = _network_store(options) if found.is_remote else None
    fetcher = Fetcher(found, store, access=options.access, exchanges=exchanges, limits=options.limits)
    try:
        opening = replace(opening, limit=int(options.access.silence) if found.is_remote else 0)
        root = await timed(fetcher.resolve(local), emit, opening)
        name, pulled = request.source, root.reference if asked else ""
        root = _as_asked(root, asked) if asked else root
        source = OpenedSource(name, root, options=options, fetcher=fetcher, pool=pool, scratch=scratch)
        source.pulled = pulled
    except (XpkgError, GeneratorExit, asyncio.CancelledError):
        fetcher.close()
        raise
    await emit(source.resolved())
    return source


def _rewritten(source: Source, policies: Sequence[str]) -> tuple[str, str]:
    """The reference that is asked for, and the one that is pulled instead; nothing where no policy says so."""
    if not policies or source.form is not SourceForm.REGISTRY or source.installed is not None:
        return "", ""
    from xpkgtui.formats.known import admission
    from xpkgtui.sources.registry.source import RegistrySource

    assert isinstance(source, RegistrySource)  # no other has this form
    plan = admission().plan(str(source.reference), policies)
    return (plan.image, plan.path) if plan.rewritten_by and not plan.says else ("", "")


def _as_asked(root: Root, asked: str) -> Root:
    """The root by the name that was asked for, with the tag or digest that was found."""
    found = parsed(Reference.parse, root.reference)
    wanted = Reference.parse(asked)
    if found is not None and wanted.tag is None and wanted.digest is None:
        wanted = replace(wanted, tag=found.tag, digest=found.digest)
    if not isinstance(root, ImageRoot):
        return root
    note = f"{root.reference} is pulled, as a policy says"
    return replace(root, reference=str(wanted), notes=(*root.notes, note))


def _network_store(options: Options) -> "Store":
    from xpkgtui.fetching.cache.store import Store

    return Store(options.cache_dir)


async def first_shown(source: OpenedSource) -> NoImage:
    """What is shown of a source until its image is read; raises `NotFound` without the platform that is asked for."""
    base = source.options.base
    if source.index is not None:
        return NoImage(entry=await _asked_entry(source), what_if=base)
    if isinstance(source.root, ImageRoot):
        return NoImage(manifest=raw_root(source.root), what_if=base)
    if base is not None:
        raise Usage("A stream has no layers, so none of them can be the base.")
    return NoImage()


async def _asked_entry(source: OpenedSource) -> ShownEntry | None:
    """The entry for the platform of the options, or the one that the deciding reader takes; raises `NotFound`."""
    index = source.index
    if index is None:
        return None
    if not source.options.platform:
        return index.first_shown()
    platform = _parsed(source.options.platform)
    found = index.entry_for(platform)
    if found is None and index.has_nested:
        await index.read_nested(source.fetcher, deadline())
        found = index.entry_for(platform)
    if found is None and index.limits:
        raise OverLimit(f"Whether {source.name} has the platform {platform} is not known", index.limits[0])
    if found is None:
        raise _absent(source, (row.name for row in index.rows(None) if row.is_package), index.notes)
    return found


def require_platform(source: OpenedSource, shown: Shown) -> None:
    """Raises `NotFound` where a source without an index is not for the platform of the options."""
    if not source.options.platform or source.index is not None:
        return
    platform = _parsed(source.options.platform)
    if not isinstance(shown, OpenedImage):
        if source.is_stream:
            raise NotFound("This source has no platforms: it is not an image.", hint="Leave --platform out.")
        return
    own = shown.image.config.platform if shown.image.config else None
    if own is not None and not own.is_empty and not own.matches(platform):
        raise _absent(source, (str(own),))


def _absent(source: OpenedSource, names: Iterable[str], tried: tuple[str, ...] = ()) -> NotFound:
    listed = tuple(dict.fromkeys(names))
    there = f"It has {few(listed, _MOST_NAMED)}." if listed else "It lists no package."
    return NotFound(f"{source.name} has no platform {source.options.platform}", hint=there, tried=tried)


def _parsed(text: str) -> Platform:
    try:
        return Platform.named(text)
    except Malformed as error:
        raise Usage(f"--platform is {text}", hint=f"{capitalized(str(error))}.") from error

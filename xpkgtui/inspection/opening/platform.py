"""The platform that is asked for: the entry of the index that is for it, or why there is none."""

from collections.abc import Iterable

from xpkgtui.errors import Malformed, NotFound, Usage
from xpkgtui.inspection.index.opened_index import ShownEntry
from xpkgtui.inspection.index.side_by_side import deadline
from xpkgtui.inspection.opened_image import OpenedImage, Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.oci.platform import Platform

_MOST_NAMED = 12


async def asked_entry(source: OpenedSource) -> ShownEntry | None:
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
    if found is None:
        raise _absent(source, (row.name for row in index.rows(None) if row.is_package))
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


def _absent(source: OpenedSource, names: Iterable[str]) -> NotFound:
    listed = tuple(dict.fromkeys(names))
    more = f" and {len(listed) - _MOST_NAMED:,} more" if len(listed) > _MOST_NAMED else ""
    there = f"It has {', '.join(listed[:_MOST_NAMED])}{more}." if listed else "It lists no package."
    return NotFound(f"{source.name} has no platform {source.options.platform}", hint=there)


def _parsed(text: str) -> Platform:
    try:
        return Platform.named(text)
    except Malformed as error:
        raise Usage(f"--platform is {text}", hint=f"{str(error)[:1].upper()}{str(error)[1:]}.") from error

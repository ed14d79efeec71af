"""The document of `upgrades`: channels with their entries, and the ways from a version."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.answer import CommandAnswer
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import FORMAT, NAMED, ErrorObject, SourceDocument
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.values import dataclass

DEPRECATED = "The message of its deprecation; null where it is not deprecated."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry(JsonObject):
    name: Annotated[str, "The name of the bundle."]
    version: Annotated[str | None, "The version of the bundle; null where the catalog does not have it."]
    replaces: Annotated[str | None, "The entry that it replaces; null where there is none."]
    skips: Annotated[tuple[str, ...], "The entries that it skips."]
    skipRange: Annotated[str | None, "The versions that it can be installed over; null where none is given."]
    deprecated: Annotated[str | None, DEPRECATED]
    skipped: Annotated[bool, "Whether another entry skips it."]
    stranded: Annotated[bool, "Whether OLM v0 has no upgrade from it, though it is not the head."]
    bundle: Annotated[int | None, "The document of the bundle; null where the catalog does not have it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelObject(JsonObject):
    """A channel with its entries."""

    package: Annotated[str, "The name of the package."]
    channel: Annotated[str, "The name of the channel."]
    default: Annotated[bool, "Whether it is the default channel of its package."]
    deprecated: Annotated[str | None, DEPRECATED]
    head: Annotated[str | None, "The newest entry; null where there is none, or several."]
    heads: Annotated[tuple[str, ...], "Every entry that no other entry replaces or skips."]
    problem: Annotated[str | None, "What opm prints about the channel; null where it accepts it."]
    entries: Annotated[tuple[_Entry, ...], "The entries, as the catalog lists them."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way(JsonObject):
    program: Annotated[str, "`OLM v0` or `OLM v1`."]
    channel: Annotated[str | None, "The channel that it is limited to; null for all channels."]
    path: Annotated[tuple[str, ...], "The bundles that it installs, one after the other; empty where it stays."]
    more: Annotated[bool, "Whether more upgrades follow."]
    reason: Annotated[str, "How it chooses, or why it stays."]
    refusal: Annotated[str | None, "Why it refuses the first bundle that it chooses."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Start(JsonObject):
    package: Annotated[str, "The package of the version or bundle."]
    name: Annotated[str, "The name of the bundle."]
    version: Annotated[str | None, "Its version; null where it is not known."]
    known: Annotated[bool, "Whether the bundle is in the catalog."]
    ways: Annotated[tuple[_Way, ...], "Where each program goes from it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Upgrades(SourceDocument):
    schema: Annotated[Literal["xpkgtui.upgrades/v1"], NAMED] = "xpkgtui.upgrades/v1"
    format: Annotated[str | None, FORMAT]
    error: Annotated[ErrorObject | None, "Why there is no graph; null where there is one."]
    upgrades: Annotated[
        tuple[ChannelObject, ...] | None,
        "The channels, by package; null where there are none in this format, or nothing was read.",
    ]
    from_: Annotated[
        tuple[_Start, ...] | None, "The upgrades from the version of `--from`; empty where none was asked for."
    ]


DOCUMENT = _Upgrades


def upgrades(state: Inspection, found: Mapping[str, Any], answer: CommandAnswer) -> str:
    """The text of the document; null stands for what could not be read."""
    starts = found.get("from")
    return write(
        _Upgrades(
            source=state.source,
            format=elements.format_name(state),
            digest=state.digest,
            error=elements.error(answer.failure if not found else None),
            upgrades=channels(found.get("upgrades")),
            from_=None if starts is None else tuple(map(_start, starts)),
            unread=elements.unread(answer.unread),
        )
    )


def channels(found: Iterable[Mapping[str, Any]] | None) -> tuple[ChannelObject, ...] | None:
    """The channels, as the format writes them; null where there are none."""
    if found is None:
        return None
    return tuple(
        ChannelObject(**{**one, "entries": tuple(_Entry(**each) for each in one["entries"])}) for one in found
    )


def _start(one: Mapping[str, Any]) -> _Start:
    return _Start(**{**one, "ways": tuple(_Way(**each) for each in one["ways"])})

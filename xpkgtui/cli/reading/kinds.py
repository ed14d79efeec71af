"""The kinds of a package and their definitions, as the port replies; and the search in packages opened before."""

import json
from collections.abc import Iterable
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any, TypeVar

from xpkgtui.cli.exit_codes import Stopped
from xpkgtui.cli.reading.port_client import ProgressLine, inspect, read_reply, read_text, refuse
from xpkgtui.errors import NotFound, Usage, XpkgError
from xpkgtui.formats.definitions.definition import refusal_of
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.formats.examples.values import kind_examples
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import PartFailed, Progressed
from xpkgtui.inspection.messages.parts import PartName, Ready
from xpkgtui.inspection.messages.requests import Options, ReadText, Request, Text
from xpkgtui.inspection.messages.schemas import (
    MOST_FOUND,
    FieldsFound,
    KindRow,
    KindsListed,
    ListKinds,
    PackagesFound,
    SearchFields,
    SearchPackages,
)
from xpkgtui.reporting.contents.explained import Explained, explained_field, kinds_asked, the_kind
from xpkgtui.service.port import Port

Read = TypeVar("Read", KindsListed, FieldsFound)


async def list_kinds(port: Port, state: Inspection) -> Explained:
    """All kinds of the package that is open."""
    listed = await _last(port, ListKinds(), KindsListed)
    if listed is None:
        return Explained(inspection=state, kinds=())
    return Explained(inspection=state, kinds=listed.kinds, unread=listed.unread)


async def search_fields(port: Port, state: Inspection, request: SearchFields) -> Explained:
    """The fields that a search finds."""
    found = await _last(port, request, FieldsFound)
    return Explained(inspection=state, found=found, unread=found.unread if found is not None else ())


async def explain(
    port: Port, state: Inspection, asked: str, version: str, *, with_examples: bool = False
) -> Explained:
    """The field that KIND[.FIELD...] names; raises `NotFound` and `Usage`.

    Where the list of objects names the kind, no other definition is parsed.
    """
    rows = state.objects.value if isinstance(state.objects, Ready) else ()
    wanted = {row.document for row in rows if row.defines and _may_be(row.defines, row.plural, asked)}
    known = [row for number in sorted(wanted) for row in await _made(port, number)]
    unread: tuple[int, ...] = ()
    if not kinds_asked(known, asked):
        listed = await list_kinds(port, state)
        known, unread = list(listed.kinds or ()), listed.unread
    found = the_kind(known, asked, unread)
    document = found.row.document
    definition = (await _written(port, Text.DEFINITIONS, document))[found.row.made]
    doubt = refusal_of(definition, next((row.api_version for row in rows if row.document == document), None))
    field = explained_field(found.row.kind, definition, found.names, version, doubt)
    if with_examples:
        with suppress(XpkgError, RecursionError):
            written = await _written(port, Text.EXAMPLES, document)
            field = replace(field, examples=kind_examples(written))
    return Explained(inspection=state, explained=field)


async def defined(port: Port, documents: Iterable[int]) -> list[dict[str, Any]]:
    """The definitions that documents make; those that cannot be read are left out."""
    found: list[dict[str, Any]] = []
    for document in documents:
        with suppress(XpkgError):
            found += await _written(port, Text.DEFINITIONS, document)
    return found


def _may_be(kind: str, plural: str | None, asked: str) -> bool:
    first = asked.lower().partition(".")[0]
    return first in (kind.lower(), (plural or "").lower())


async def _made(port: Port, document: int) -> list[KindRow]:
    try:
        found = await _written(port, Text.DEFINITIONS, document)
    except NotFound:
        return []
    return [KindRow(document=document, made=made, kind=defined_kind(one)) for made, one in enumerate(found)]


async def _written(port: Port, text: Text, document: int) -> Any:
    return json.loads(await read_text(port, ReadText(text=text, document=document)))


async def _last(port: Port, request: Request, kind: type[Read]) -> Read | None:
    """The last answer of a kind, which has all that those before it have, and says how far reading is."""
    found: Read | None = None
    with ProgressLine() as progress:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                if isinstance(event, kind):
                    found = event
                    what = f"Reading definitions: {found.done:,} of {found.total:,}"
                    progress.show(Progressed(part=PartName.KINDS, what=what))
                elif isinstance(event, PartFailed):
                    raise refuse(event)
    return found


async def search_packages(port: Port, words: str, options: Options, most: int) -> Explained:
    """What is found in all packages; the definitions of those that are still in the cache are read first."""
    if options.cache_dir is None:
        raise Usage("without a cache nothing is known of packages opened before", hint="Leave out --no-cache.")
    request = SearchPackages(words=words, cache_dir=options.cache_dir, most=most or MOST_FOUND)
    found = await read_reply(port, request, PackagesFound)
    if found.unread:
        await _read(port, found.unread, options)
        found = await read_reply(port, request, PackagesFound)
    return Explained(inspection=Inspection(source=""), elsewhere=found)


async def _read(port: Port, sources: tuple[str, ...], options: Options) -> None:
    """Reads the definitions of packages, by which they are kept; nothing is asked of a registry."""
    offline = replace(options, access=replace(options.access, offline=True), platform="")
    for number, source in enumerate(reversed(sources), 1):  # what was opened last stays so
        what = f"Reading definitions of {source}: package {number:,} of {len(sources):,}"
        with ProgressLine() as progress, suppress(Stopped):
            progress.show(Progressed(part=PartName.KINDS, what=what))
            state = await inspect(port, source, offline, judged=False, quietly=True)
            if state.failure is None:
                await list_kinds(port, state)

"""The search over packages that were opened before; fields that are not known yet are read from the cache once."""

from contextlib import suppress
from dataclasses import replace

from xpkgtui.cli.exit_codes import Stopped
from xpkgtui.cli.reading.kinds import list_kinds
from xpkgtui.cli.reading.port_client import ProgressLine, inspect, read_reply
from xpkgtui.errors import Usage
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.messages.schemas import MOST_FOUND, PackagesFound, SearchPackages
from xpkgtui.reporting.contents.explained import Explained
from xpkgtui.service.port import Port


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

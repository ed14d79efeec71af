"""Several sources that are checked together: what one is to another changes what is found."""

import os
from collections.abc import Callable
from dataclasses import replace

from xpkgtui.cli.exit_codes import InternalError
from xpkgtui.cli.parameters.platforms import for_each_platform
from xpkgtui.cli.reading.known_packages import is_concerned, known_package, known_to
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.as_text.frames import Excerpts
from xpkgtui.rules.known_package import KnownPackage
from xpkgtui.service.port import Port

_Known = tuple[Inspection, KnownPackage, Excerpts]


async def inspect_all(
    port: Port, sources: tuple[str, ...], options: Options, excerpts: Callable[[Inspection], Excerpts]
) -> list[list[tuple[Inspection, Excerpts]] | InternalError]:
    """The inspections of each source; one that another concerns is judged again, with what is known of that."""
    found: dict[int, list[_Known]] = {}
    mistakes: list[InternalError] = []
    is_alone, are_local = len(sources) == 1, all(map(os.path.lexists, sources))
    for number, source in enumerate(sources):
        try:
            found[number] = await _inspect(port, source, options, excerpts, is_alone=is_alone, are_local=are_local)
        except InternalError as error:
            mistakes.append(error)
    packages = tuple((number, package) for number, each in found.items() for _, package, _ in each)
    for number, each in found.items():
        known = known_to(number, packages)
        if sources[number] != "-" and any(is_concerned(package, known) for _, package, _ in each):
            found[number] = await _inspect(
                port, sources[number], replace(options, known=known), excerpts, is_alone=True
            )
    return [*mistakes, *([(state, lines) for state, _, lines in each] for each in found.values())]


async def _inspect(
    port: Port,
    source: str,
    options: Options,
    excerpts: Callable[[Inspection], Excerpts],
    *,
    is_alone: bool,
    are_local: bool = False,
) -> list[_Known]:
    """The inspection of each platform that is asked for, what other sources may need to know of it, and its lines."""

    async def whole(state: Inspection) -> _Known:
        if is_alone:
            return state, KnownPackage(repository=""), excerpts(state)
        return state, await known_package(port, state, are_local=are_local), excerpts(state)

    return await for_each_platform(port, source, options, whole)

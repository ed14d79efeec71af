"""The sources that are checked together: their inspections, findings about examples, and the lines they point at."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice

from xpkgtui.cli.exit_codes import InternalError
from xpkgtui.cli.output import note
from xpkgtui.cli.parameters.many import Beside
from xpkgtui.cli.parameters.options import for_each_platform
from xpkgtui.cli.reading.known_packages import compared, is_concerned, known_package, known_to
from xpkgtui.cli.reading.lists import read_examples
from xpkgtui.documents.origins import AS_GIVEN
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.examples.documents import findings_of
from xpkgtui.formats.known import format_of
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.examples import ReadExamples
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.as_text.check import BEFORE, Excerpt, Excerpts
from xpkgtui.rules.case import KnownPackage
from xpkgtui.rules.finding import Finding, in_order
from xpkgtui.service.port import Port
from xpkgtui.visible import few
from xpkgtui.visible import line as shown_line

_Inspected = tuple[Inspection, KnownPackage, Excerpts]
_FEW = 8
"""Kinds that are named."""
_PLACES = 200
"""Places that are read, the worst first."""
_LONGEST = 1 << 16
"""Bytes of a line that are read."""


async def inspect_all(
    port: Port,
    sources: tuple[str, ...],
    options: Options,
    excerpts: Callable[[Inspection], Excerpts],
    beside: Beside = Beside(),  # noqa: B008 - it is frozen
) -> list[list[tuple[Inspection, Excerpts]] | InternalError]:
    """The inspections of each source, once; one that another concerns is judged again, with what is known of that.

    The findings about what is judged `beside` are among the others.
    """
    sources = tuple(dict.fromkeys(sources))
    found: dict[int, list[_Inspected]] = {}
    mistakes: list[InternalError] = []
    is_alone, are_local = len(sources) == 1, all(map(os.path.lexists, sources))
    inspected = partial(_inspect, port, excerpts=excerpts, beside=beside)
    for number, source in enumerate(sources):
        try:
            found[number] = await inspected(source, options, is_alone=is_alone, are_local=are_local)
        except InternalError as error:
            mistakes.append(error)
    packages = compared((number, package) for number, each in found.items() for _, package, _ in each)
    for number, each in found.items():
        known = known_to(number, packages)
        if sources[number] != "-" and any(is_concerned(package, known) for _, package, _ in each):
            found[number] = await inspected(sources[number], replace(options, known=known), is_alone=True)
    return [*mistakes, *([(state, lines) for state, _, lines in each] for each in found.values())]


async def _inspect(
    port: Port,
    source: str,
    options: Options,
    *,
    excerpts: Callable[[Inspection], Excerpts],
    beside: Beside,
    is_alone: bool,
    are_local: bool = False,
) -> list[_Inspected]:
    """The inspection of each platform that is asked for, what other sources may need to know of it, and its lines."""

    began = time.monotonic()

    async def whole(state: Inspection) -> _Inspected:
        if beside.examples:
            state = await with_examples(port, state)
        if beside.dependencies:
            state = await with_dependencies(port, state, options)
        state = replace(state, seconds=time.monotonic() - began)
        if is_alone:
            return state, KnownPackage(repository=""), excerpts(state)
        return state, await known_package(port, state, are_local=are_local), excerpts(state)

    return await for_each_platform(port, source, options, whole)


def excerpts_of(state: Inspection, findings: Iterable[Finding]) -> Excerpts:
    """The lines that the findings point at; those of a stream that cannot be read any more are left out."""
    if state.stream is None:
        return {}
    origins = state.reading.origins if state.reading else AS_GIVEN
    places = ((finding.place.file, finding.place.line) for finding in findings)
    known = dict.fromkeys((file, line) for file, line in places if line is not None)
    kept = tuple(islice(known, _PLACES))
    inside = origins.lines_of((file, line) for file, line in kept if file)
    wanted: dict[tuple[str | None, int], tuple[int, int]] = {}
    for file, line in kept:
        at = inside.get((file, line)) if file else (1, line)
        if at is not None:
            wanted[file, line] = (max(at[0], at[1] - BEFORE), at[1])
    numbers = {number for first, last in wanted.values() for number in range(first, last + 1)}
    try:
        rows = dict(_rows(state.stream.path, numbers))
    except OSError:
        return {}
    return dict(_excerpts(wanted, rows)) | dict(_beside(state, (one for one in kept if one not in wanted)))


def _beside(
    state: Inspection, places: Iterable[tuple[str | None, int]]
) -> Iterator[tuple[tuple[str | None, int], Excerpt]]:
    """The lines of files of a folder that are not in its stream: its examples."""
    if state.resolved is None or not state.resolved.is_assembled:
        return
    lines: dict[str, set[int]] = {}
    for file, line in places:
        if file is not None:
            lines.setdefault(file, set()).add(line)
    for file, wanted in lines.items():
        path = os.path.join(state.source, file)
        if not os.path.isfile(path):
            continue
        near = {number for line in wanted for number in range(max(1, line - BEFORE), line + 1)}
        with suppress(OSError):
            rows = dict(_rows(path, near))
            yield from _excerpts({(file, line): (max(1, line - BEFORE), line) for line in wanted}, rows)


def _excerpts(
    wanted: Mapping[tuple[str | None, int], tuple[int, int]], rows: Mapping[int, str]
) -> Iterator[tuple[tuple[str | None, int], Excerpt]]:
    for key, (first, last) in wanted.items():
        if last in rows:
            shown = tuple(rows[number] for number in range(first, last + 1))
            yield key, Excerpt(key[1] - (last - first), shown)


def _rows(path: str, numbers: set[int]) -> Iterator[tuple[int, str]]:
    """The lines of a file with these numbers, from 1."""
    last, number, is_begun = max(numbers, default=0), 1, False
    with open(path, "rb") as file:
        while number <= last and (data := file.readline(_LONGEST)):
            if number in numbers and not is_begun:
                yield number, data.rstrip(b"\r\n").decode("utf-8", "backslashreplace")
            is_begun = not data.endswith(b"\n")
            number += not is_begun


async def with_examples(port: Port, state: Inspection) -> Inspection:
    """The inspection with these findings; where not all could be read, with that as a failure."""
    case = state.case
    if state.failure is not None or case is None:
        return state
    found = await read_examples(port, state, ReadExamples())
    failure = found.failure
    if failure is None and found.list.unread:
        failure = Failure(kind=FailureKind.UNDECIDED, title=f"not all examples were read: {found.list.unread}")
    if failure is not None:
        state = fold_all(state, [PartFailed(part=PartName.EXAMPLES, failure=failure)])
    more = findings_of(found.list, format_of(case.format).ruleset(), case)
    return replace(state, findings=in_order((*state.findings, *more)))


async def with_dependencies(port: Port, state: Inspection, options: Options) -> Inspection:
    """The inspection with what definitions of dependencies say; where one is not known, with that as a failure."""
    # Few checks resolve.
    from xpkgtui.cli.reading.lists import read_composed
    from xpkgtui.formats.dependencies.composed import UNDEFINED
    from xpkgtui.formats.dependencies.composed import findings_of as findings_of_composed
    from xpkgtui.formats.dependencies.questions import ResolveOptions
    from xpkgtui.inspection.messages.dependencies import ReadComposed

    case = state.case
    if state.failure is not None or case is None or not format_of(case.format).has_compositions:
        return state
    resolving = ResolveOptions(crossplane=options.crossplane, policies=options.policies)
    found = await read_composed(port, state, ReadComposed(resolve=resolving))
    if isinstance(found, Failure):
        return fold_all(state, [PartFailed(part=PartName.DEPENDENCIES, failure=found)])
    for why, kinds in (("built in", found.built_in), (UNDEFINED, found.undefined)):
        if kinds:
            note(f"{shown_line(state.source)}: not judged ({why}): {shown_line(few(kinds, _FEW))}")
    if found.unread:
        title = f"not all that it composes is judged: {found.unread}"
        failure = Failure(kind=FailureKind.UNDECIDED, title=title, hint=found.advice)
        state = fold_all(state, [PartFailed(part=PartName.DEPENDENCIES, failure=failure)])
    more = findings_of_composed(found, format_of(case.format).ruleset(), case)
    return replace(state, findings=in_order((*state.findings, *more)))

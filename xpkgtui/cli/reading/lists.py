"""Lists about the package that is open, as commands ask for them, and the packages that are installed beside it."""

import json
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, TypeVar

from xpkgtui.cli.exit_codes import Stopped
from xpkgtui.cli.reading.port_client import ProgressLine, failure_of, inspect, read_text
from xpkgtui.errors import Failure, Usage
from xpkgtui.formats.known import format_of
from xpkgtui.formats.permissions.granted import DefinitionName, InstalledMember
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import ComposedRead, DependenciesRead, ReadComposed, ReadDependencies
from xpkgtui.inspection.messages.events import ObjectsUnread, PartFailed
from xpkgtui.inspection.messages.requests import Options, ReadText, Request, Text
from xpkgtui.reporting.sentence import trouble
from xpkgtui.service.port import Port

if TYPE_CHECKING:
    from xpkgtui.formats.dependencies.composed import ComposedFaults
    from xpkgtui.formats.permissions.granted import Granter
    from xpkgtui.inspection.messages.examples import ReadExamples
    from xpkgtui.inspection.messages.images import ReadImages
    from xpkgtui.inspection.messages.permissions import ReadPermissions
    from xpkgtui.inspection.messages.referrers import ReadReferrers
    from xpkgtui.reporting.contents.example_list import ListedExamples
    from xpkgtui.reporting.contents.image_list import ListedImages
    from xpkgtui.reporting.contents.needed_packages import NeededPackages
    from xpkgtui.reporting.contents.package_permissions import FoundPermissions
    from xpkgtui.reporting.contents.referrer_list import ListedReferrers


Reply = TypeVar("Reply")


async def answer_to(
    port: Port, state: Inspection, request: Request, kind: type[Reply]
) -> tuple[Inspection, Reply | Failure]:
    """The last reply of this kind, or why there is none: damage comes first; and what it says of the package."""
    if state.failure is not None:
        return state, state.failure
    found: Reply | Failure | None = None
    with ProgressLine() as progress:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                progress.show(event)
                if isinstance(event, kind):
                    found = event
                elif isinstance(event, PartFailed):
                    found = failure_of(event)
                elif isinstance(event, ObjectsUnread):
                    state = fold(state, event)
    assert found is not None
    return state, (trouble(state) or found) if isinstance(found, Failure) else found


async def read_dependencies(port: Port, state: Inspection, request: ReadDependencies) -> "NeededPackages":
    """The packages that the one that is open needs."""
    from xpkgtui.reporting.contents.needed_packages import NeededPackages

    state, reply = await answer_to(port, state, request, DependenciesRead)
    if isinstance(reply, Failure):
        return NeededPackages(inspection=state, failure=reply)
    return NeededPackages(inspection=state, tree=reply.whole)


async def read_images(port: Port, state: Inspection, request: "ReadImages") -> "ListedImages":
    """The images that the package that is open needs."""
    from xpkgtui.inspection.messages.images import ImagesRead
    from xpkgtui.reporting.contents.image_list import ListedImages

    state, reply = await answer_to(port, state, request, ImagesRead)
    if isinstance(reply, Failure):
        return ListedImages(inspection=state, failure=reply)
    return ListedImages(inspection=state, list=reply.whole)


async def read_referrers(port: Port, state: Inspection, request: "ReadReferrers") -> "ListedReferrers":
    """What belongs to the image that is open."""
    from xpkgtui.inspection.messages.referrers import ReferrersRead
    from xpkgtui.reporting.contents.referrer_list import ListedReferrers

    state, reply = await answer_to(port, state, request, ReferrersRead)
    if isinstance(reply, Failure):
        return ListedReferrers(inspection=state, failure=reply)
    return ListedReferrers.of(state, reply)


async def read_examples(port: Port, state: Inspection, request: "ReadExamples") -> "ListedExamples":
    """The examples of the package that is open."""
    from xpkgtui.inspection.messages.examples import ExamplesRead
    from xpkgtui.reporting.contents.example_list import ListedExamples

    state, reply = await answer_to(port, state, request, ExamplesRead)
    if isinstance(reply, Failure):
        return ListedExamples(inspection=state, failure=reply)
    return ListedExamples(inspection=state, list=reply.whole)


async def read_permissions(
    port: Port, state: Inspection, request: "ReadPermissions", by: "Granter | None"
) -> "FoundPermissions":
    """What the package that is open may do, of which what one maker makes is shown."""
    from xpkgtui.inspection.messages.permissions import PermissionsRead
    from xpkgtui.reporting.contents.package_permissions import FoundPermissions

    state, reply = await answer_to(port, state, request, PermissionsRead)
    if isinstance(reply, Failure):
        return FoundPermissions(inspection=state, failure=reply)
    return FoundPermissions(inspection=state, permissions=reply.whole, by=by)


async def read_composed(port: Port, state: Inspection, request: ReadComposed) -> "ComposedFaults | Failure":
    """What the package composes, by the definitions of its dependencies; or why that is not known."""
    state, reply = await answer_to(port, state, request, ComposedRead)
    return reply if isinstance(reply, Failure) else reply.whole


async def installed_member(port: Port, source: str, options: Options) -> InstalledMember:
    """What a package shares with its family; raises `Stopped` where it cannot be read, and `Usage` if it has none."""
    state = await inspect(port, source, options, judged=False)
    if state.failure is not None:
        raise Stopped(state.failure)
    family_of = format_of(state.format.name).permissions().family_of
    if family_of is None:
        raise Usage(f"{source} is of a format whose packages have no family", hint="Only providers have one.")
    return InstalledMember(
        source=source,
        reference=state.resolved.reference if state.resolved is not None and state.resolved.is_remote else "",
        family=family_of(await _meta(port, state)),
        definitions=tuple(
            DefinitionName(kind=row.kind or "", group=(row.api_version or "").rpartition("/")[0], name=row.name or "")
            for row in state.rows
            if row.kind and row.name
        ),
    )


async def _meta(port: Port, state: Inspection) -> Any:
    """The meta object; None where it cannot be read."""
    if state.meta is None:
        return None
    try:
        return json.loads(await read_text(port, ReadText(text=Text.DOCUMENT_JSON, document=state.meta.document)))
    except Stopped:
        return None

"""Lists about the package that is open, as commands ask for them."""

from contextlib import aclosing
from typing import TYPE_CHECKING, Protocol, TypeVar

from xpkgtui.cli.reading.port_client import ProgressLine, failure_of
from xpkgtui.errors import Failure
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.requests import Request
from xpkgtui.reporting.sentence import trouble
from xpkgtui.service.port import Port

if TYPE_CHECKING:
    from xpkgtui.formats.permissions.granted import Granter
    from xpkgtui.inspection.messages.examples import ReadExamples
    from xpkgtui.inspection.messages.images import ReadImages
    from xpkgtui.inspection.messages.permissions import ReadPermissions
    from xpkgtui.inspection.messages.referrers import ReadReferrers
    from xpkgtui.reporting.example_list import ListedExamples
    from xpkgtui.reporting.image_list import ListedImages
    from xpkgtui.reporting.needed_packages import NeededPackages
    from xpkgtui.reporting.package_permissions import FoundPermissions
    from xpkgtui.reporting.referrer_list import ListedReferrers

Whole = TypeVar("Whole")


class _Batch(Protocol[Whole]):
    """One of the events whose values are joined."""

    def after(self, before: Whole | None, /) -> Whole:
        """What it makes of the batches before it."""
        ...


async def _gathered(
    port: Port, state: Inspection, request: Request, kind: type[_Batch[Whole]]
) -> tuple[Whole | None, Failure | None]:
    """What the batches of a reply make together, or why there is nothing: damage of the package comes first."""
    if state.failure is not None:
        return None, state.failure
    progress = ProgressLine()
    found: Whole | None = None
    try:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                progress.show(event)
                if isinstance(event, kind):
                    found = event.after(found)
                elif isinstance(event, PartFailed):
                    failed = failure_of(event)
                    return None, trouble(state) or failed
    finally:
        progress.clear()
    return found, None


async def read_dependencies(port: Port, state: Inspection, request: ReadDependencies) -> "NeededPackages":
    """The packages that the one that is open needs."""
    from xpkgtui.reporting.needed_packages import NeededPackages

    found, failure = await _gathered(port, state, request, DependenciesRead)
    if found is None:
        return NeededPackages(inspection=state, failure=failure)
    return NeededPackages(inspection=state, tree=found)


async def read_images(port: Port, state: Inspection, request: "ReadImages") -> "ListedImages":
    """The images that the package that is open needs."""
    from xpkgtui.inspection.messages.images import ImagesRead
    from xpkgtui.reporting.image_list import ListedImages

    found, failure = await _gathered(port, state, request, ImagesRead)
    if found is None:
        return ListedImages(inspection=state, failure=failure)
    return ListedImages(inspection=state, list=found)


async def read_referrers(port: Port, state: Inspection, request: "ReadReferrers") -> "ListedReferrers":
    """What belongs to the image that is open."""
    from xpkgtui.inspection.messages.referrers import ReferrersRead
    from xpkgtui.reporting.referrer_list import ListedReferrers

    found, failure = await _gathered(port, state, request, ReferrersRead)
    if found is None:
        return ListedReferrers(inspection=state, failure=failure)
    return ListedReferrers.of(state, found)


async def read_examples(port: Port, state: Inspection, request: "ReadExamples") -> "ListedExamples":
    """The examples of the package that is open."""
    from xpkgtui.inspection.messages.examples import ExamplesRead
    from xpkgtui.reporting.example_list import ListedExamples

    found, failure = await _gathered(port, state, request, ExamplesRead)
    if found is None:
        return ListedExamples(inspection=state, failure=failure)
    return ListedExamples(inspection=state, list=found.part)


async def read_permissions(
    port: Port, state: Inspection, request: "ReadPermissions", by: "Granter | None"
) -> "FoundPermissions":
    """What the package that is open may do, of which what one maker makes is shown."""
    from xpkgtui.inspection.messages.permissions import PermissionsRead
    from xpkgtui.reporting.package_permissions import FoundPermissions

    found, failure = await _gathered(port, state, request, PermissionsRead)
    if found is None:
        return FoundPermissions(inspection=state, failure=failure)
    return FoundPermissions(inspection=state, permissions=found, by=by)

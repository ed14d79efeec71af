"""The findings about the examples of a package that is open, among its other ones."""

from dataclasses import replace

from xpkgtui.cli.reading.lists import read_examples
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.examples.findings import findings_of
from xpkgtui.formats.known import format_of
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.examples import ReadExamples
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.rules.finding import in_order
from xpkgtui.service.port import Port


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
    more = findings_of(found.list, format_of(case.format).catalogue(), case)
    return replace(state, findings=in_order((*state.findings, *more)))

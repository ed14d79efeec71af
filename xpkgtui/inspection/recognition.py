"""Which format it is that is open."""

from dataclasses import replace

from xpkgtui.formats import known
from xpkgtui.formats.format import Traces
from xpkgtui.formats.known import Recognised
from xpkgtui.inspection.events import Emit, FormatRecognised


async def recognise(traces: Traces, emit: Emit) -> Recognised:
    """The format that the traces speak for, which is emitted with the reasons."""
    found = known.recognise(traces)
    await told(found, emit)
    return found


async def told(found: Recognised, emit: Emit) -> None:
    """Emits a format with the reasons for it."""
    reasons = found.evidence.reasons if found.evidence else ()
    await emit(FormatRecognised(format=replace(found.format.summary, reasons=reasons)))

"""Which format it is that is open."""

from dataclasses import replace

from xpkgtui.formats import known
from xpkgtui.formats.format import Format, Traces
from xpkgtui.inspection.events import Emit, FormatRecognised


async def recognise(traces: Traces, emit: Emit) -> Format:
    """The format that the traces speak for, which is emitted with the reasons."""
    found, evidence = known.recognise(traces)
    await emit(FormatRecognised(format=replace(found.summary, reasons=evidence.reasons if evidence else ())))
    return found

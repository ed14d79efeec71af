"""Which format it is that is open."""

from dataclasses import replace

from xpkgtui.formats.known import Recognised
from xpkgtui.inspection.messages.events import Emit, FormatRecognised


async def emit_format(found: Recognised, emit: Emit) -> None:
    """Emits a format with the reasons for it."""
    reasons = found.evidence.reasons if found.evidence else ()
    await emit(FormatRecognised(format=replace(found.format.summary, reasons=reasons, also=found.also)))

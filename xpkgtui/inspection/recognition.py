"""Which format it is that is open."""

from dataclasses import replace

from xpkgtui.formats.known import Recognized
from xpkgtui.inspection.messages.events import Emit, FormatRecognized


async def emit_format(found: Recognized, emit: Emit) -> None:
    """Emits a format with the reasons for it."""
    reasons = found.evidence.reasons if found.evidence else ()
    await emit(FormatRecognized(format=replace(found.format.summary, reasons=reasons, also=found.also)))

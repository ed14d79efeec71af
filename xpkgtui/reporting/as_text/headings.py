"""The line above what is said of a source."""

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.paint import Paint
from xpkgtui.reporting.sentence import shown_platform
from xpkgtui.visible import line


def heading(inspection: Inspection, paint: Paint) -> str:
    """The source and its platform."""
    return "  ".join(filter(None, (paint.bold(line(inspection.source)), line(shown_platform(inspection)))))

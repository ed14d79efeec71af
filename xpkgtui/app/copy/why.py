"""What can be copied of Why: each command of each repair, the matrix for an issue, and the names of the image."""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.app.copy import headless
from xpkgtui.app.copy.names import image_names
from xpkgtui.app.copy.offer import Offer, command, lines
from xpkgtui.app.drawing.page import Page
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.why import markdown
from xpkgtui.reporting.readings import command_line

_KEYS = "123456789"


def offers(inspection: Inspection, page: Page) -> Iterator[Offer]:
    """The repairs first."""
    comparison = inspection.comparison
    repairs = comparison.repairs if comparison else ()
    commands = [command_line(one) for repair in repairs for one in repair.commands]
    for key, text in zip(_KEYS, dict.fromkeys(commands), strict=False):
        yield from command(key, "repair", text)
    if page.copied not in commands:
        yield from lines("w", "repairs" if commands else "why", page.copied)
    if comparison is not None and comparison.results:
        yield from lines("m", "readers as Markdown", markdown([replace(inspection, comparison=comparison)]))
    yield from image_names(inspection)
    yield from headless.why(inspection)

"""What can be copied of examples: the name and the place of one, the list, and the command that prints it."""

from collections.abc import Iterator

from xpkgtui.app.copy import headless
from xpkgtui.app.copy.offer import Offer, Offers, lines, value
from xpkgtui.app.state.examples import ExampleRow
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.examples import examples as as_text
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.example_list import ListedExamples, place
from xpkgtui.reporting.documents.examples import examples as as_json


def offers(inspection: Inspection, found: ListedExamples, row: ExampleRow | None) -> Offers:
    """The offers of the row under the cursor, and of the list."""
    return Offers(title="the examples", items=tuple(_offers(inspection, found, row)))


def _offers(inspection: Inspection, found: ListedExamples, row: ExampleRow | None) -> Iterator[Offer]:
    if row is not None:
        one = row.example
        yield from value("n", "name", one.name if one is not None else "")
        yield from value("k", "kind", row.kind)
        yield from value("L", "line reference", place(one) if one is not None else "")
        yield from lines("m", "message", one.message if one is not None else "")
    yield from lines("t", "list", as_text(found, Paint(), is_verbose=True))
    yield from lines("J", "JSON", as_json(found))
    yield from headless.examples(inspection)

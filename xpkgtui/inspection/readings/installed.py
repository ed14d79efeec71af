"""The readers together with the API server, which may refuse what a program has read."""

from dataclasses import replace
from typing import TYPE_CHECKING

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.rules.finding import Acceptance, Stage

if TYPE_CHECKING:
    from xpkgtui.formats.images.comparison import ReaderComparison


def with_server(inspection: Inspection) -> "ReaderComparison | None":
    """The matrix; where the verdict is that the API server refuses an object, those readers refuse it, too."""
    comparison, verdict = inspection.comparison, inspection.verdict
    if comparison is None or not isinstance(verdict, Ready) or verdict.value.acceptance is not Acceptance.REFUSED:
        return comparison
    blamed = verdict.value.culprit
    if blamed is None or blamed.stage is not Stage.INSTALL:
        return comparison
    who = {*blamed.readers, inspection.reading.reader if inspection.reading else ""}
    results = (
        replace(one, server=blamed)
        if one.reader.name in who and not one.reader.phases and one.acceptance is Acceptance.ACCEPTED
        else one
        for one in comparison.results
    )
    return replace(comparison, results=tuple(results))

"""What stands beside readers that agree."""

from dataclasses import replace

import pytest
from builders.inspection import ports
from builders.screens import readers

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.findings.verdict import picture
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.formats.images.comparison import ReaderComparison
from xpkgtui.inspection.inspection import Inspection

AGREED = replace(ports.inspection(*ports.package()), comparison=readers.agreed())
WHY = Selection(verdict=True)


def test_readers_that_agree_have_the_layers_as_a_picture_beside_them() -> None:
    page = picture(AGREED, WHY)
    assert (page.key, page.title) == ("picture", "What they take")
    assert str(page.body[0]) == "✓ All nine readers agree"


@pytest.mark.parametrize(
    ("state", "selection"),
    [
        (AGREED, Selection(verdict=True, tabs={Subject.VERDICT: TabId.FINDINGS})),
        (replace(AGREED, comparison=readers.torn()), WHY),
        (replace(AGREED, comparison=ReaderComparison()), WHY),
        (replace(AGREED, comparison=None), WHY),
    ],
)
def test_otherwise_nothing_stands_there(state: Inspection, selection: Selection) -> None:
    assert picture(state, selection) == Page()

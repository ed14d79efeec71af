"""The rows of examples as they are drawn, and the sentences in their place."""

from dataclasses import replace

from xpkgtui.app.drawing.rows import draw_row
from xpkgtui.app.examples.list import pane, rows, unread
from xpkgtui.app.state.examples import example_groups
from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.example_list import ListedExamples

INSPECTION = Inspection(source="here")
HOSTILE = Example(
    file="examples/a/very/long/path/to/harbour.yaml",
    line=7,
    kind="Harbour\x1b[31m",
    name="x" * 300,
    verdict=ExampleVerdict.REFUSED,
)


def drawn(found: ExampleList, width: int = 60) -> list[str]:
    """The rows as text."""
    listed = ListedExamples(inspection=INSPECTION, list=found)
    return [draw_row(row, width).plain.rstrip() for row in rows(listed, example_groups(found), is_filtered=False)]


def test_a_row_has_badge_kind_name_and_place() -> None:
    heading, row = drawn(ExampleList(examples=(HOSTILE,), kinds=1))
    assert heading == "  Refused  1"
    assert row == "  ✗ Harbour␛[31m xxxxxxxx…xxxxxxxxx harbour.yaml:7"


def test_an_example_without_a_file_has_its_line() -> None:
    assert drawn(ExampleList(examples=(replace(HOSTILE, file="", name="a"),)))[1].split()[-2:] == ["line", "7"]


def test_a_wide_row_has_the_whole_place() -> None:
    assert drawn(ExampleList(examples=(HOSTILE,)), 100)[1].endswith(" examples/a/very/long/path/to/harbour.yaml:7")


def test_kinds_without_an_example_are_counted_among_all() -> None:
    found = ExampleList(kinds=3, without=("Boat sea.example.org",), places=("there is no folder examples/",))
    assert drawn(found) == [
        "No examples: there is no folder examples/.",
        "  Kinds without an example  1 of 3",
        "    Boat     sea.example.org",
    ]


def test_an_empty_list_says_why() -> None:
    found = ListedExamples(inspection=INSPECTION, list=ExampleList(places=("packages of this format have none",)))
    shown = pane(found, ListSelection(), (), "")
    assert [line.plain for line in shown.empty] == ["No examples: packages of this format have none."]


def test_a_price_is_said_with_its_key() -> None:
    failure = Failure(kind=FailureKind.PRICE, title="This reads layer 3.", hint="enter fetches it")
    shown = unread(ListedExamples(inspection=INSPECTION, failure=failure))
    assert [line.plain for line in shown.empty] == ["! This reads layer 3.", "enter fetches it"]

"""The rows of examples: their order, the filter, the cursor, and what is asked for."""

from xpkgtui.app.state.examples import (
    CONSENTED,
    ExampleGroup,
    chosen_example,
    example_groups,
    request_of,
)
from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.replies import Replies
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict
from xpkgtui.inspection.filters.filter import parse
from xpkgtui.inspection.messages.examples import ReadExamples


def example(name: str, verdict: ExampleVerdict, file: str = "a.yaml") -> Example:
    """A boat."""
    return Example(file=file, line=1, api_version="sea.example.org/v1", kind="Boat", name=name, verdict=verdict)


FOUND = ExampleList(
    examples=(
        example("first", ExampleVerdict.ACCEPTED),
        example("second", ExampleVerdict.BUILT_IN),
        example("third", ExampleVerdict.REFUSED, "b.yaml"),
        example("fourth", ExampleVerdict.UNDECIDED),
    ),
    kinds=2,
    without=("Harbour sea.example.org",),
)


def names(groups: tuple[ExampleGroup, ...]) -> list[str]:
    """What is listed, in order."""
    return [row.example.name if row.example else row.kind for group in groups for row in group.rows]


def test_what_is_refused_comes_first_and_kinds_without_an_example_last() -> None:
    assert names(example_groups(FOUND)) == ["third", "fourth", "first", "second", "Harbour"]


def test_a_filter_looks_at_kind_group_name_file_and_verdict() -> None:
    found = {
        text: names(example_groups(FOUND, parse(text)))
        for text in ("harb", "b.yaml", "fou", "refused", "!boat", "nowhere")
    }
    assert found == {
        "harb": ["Harbour"],
        "b.yaml": ["third"],
        "fou": ["fourth"],
        "refused": ["third"],
        "!boat": ["Harbour"],
        "nowhere": [],
    }


def test_a_filtered_group_knows_how_many_there_are() -> None:
    (group,) = example_groups(FOUND, parse("harb"))
    assert (len(group.rows), group.total) == (1, 1)


def test_the_cursor_stays_on_what_was_chosen_while_that_is_listed() -> None:
    groups = example_groups(FOUND)
    chosen = [chosen_example(groups, ListSelection(row=key)) for key in ("1", "gone")]
    assert [one.example.name for one in chosen if one and one.example] == ["second", "third"]
    assert chosen_example((), ListSelection()) is None


def test_once_the_price_was_agreed_to_it_is_asked_for_with_consent() -> None:
    assert request_of(Replies().with_request(ReadExamples())) == ReadExamples()
    assert request_of(Replies().with_request(ReadExamples()).with_request(CONSENTED)) == CONSENTED

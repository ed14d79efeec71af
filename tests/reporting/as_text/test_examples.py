"""How many examples are listed."""

from builders.cases import each_row

from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict, FieldProblem
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.examples import examples
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.example_list import ListedExamples


@each_row("verdict", [ExampleVerdict.ACCEPTED, ExampleVerdict.REFUSED, ExampleVerdict.BUILT_IN])
@each_row(("count", "is_verbose", "listed"), [(40, False, 40), (41, False, 40), (41, True, 41)])
def test_forty_of_a_verdict_are_listed_and_the_others_counted(
    verdict: ExampleVerdict, count: int, is_verbose: bool, listed: int
) -> None:
    many = tuple(Example(file="a", line=1, kind="A", name=f"n{one}", verdict=verdict) for one in range(count))
    found = ListedExamples(inspection=Inspection(source="s"), list=ExampleList(examples=many))
    text = examples(found, Paint(), is_verbose=is_verbose)
    assert (text.count("A n"), "  1 more" in text) == (listed, listed < count)


def test_six_fields_of_an_example_and_twelve_kinds_are_listed() -> None:
    errors = tuple(FieldProblem(field=f"f{number}", message="no") for number in range(7))
    dropped = tuple(f"d{number}" for number in range(7))
    refused = Example(file="a", line=1, kind="A", name="n", verdict=ExampleVerdict.REFUSED, errors=errors)
    undecided = Example(file="a", line=1, kind="A", name="n", verdict=ExampleVerdict.UNDECIDED, dropped=dropped)
    kinds = tuple(f"K{number:02}" for number in range(13))
    listed = ExampleList(examples=(refused, undecided), kinds=13, without=kinds)
    text = examples(ListedExamples(inspection=Inspection(source="s"), list=listed), Paint())
    assert ("f5" in text, "f6" in text, "d5" in text, "d6" in text) == (True, False, True, False)
    assert ("K11" in text, "K12" in text, text.count("1 more")) == (True, False, 3)

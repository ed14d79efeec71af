"""The examples of a package, row by row and page by page, as they were agreed."""

from builders.goldens import Golden, once
from builders.inspection import ports
from builders.screens.pages import agreed, drawn_band, drawn_page, drawn_pane, in_widths

from xpkgtui.app.examples.detail import page
from xpkgtui.app.examples.list import headline, pane, rows, unread
from xpkgtui.app.state.examples import example_groups
from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict, FieldProblem
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.reporting.contents.example_list import ListedExamples

STATE = ports.inspection(*ports.package())
PROBLEM = FieldProblem(field="spec.region", line=7, message='Unsupported value: "x"')
UNKNOWN = FieldProblem(field="spec.acl", line=8, message="")


def example(verdict: ExampleVerdict, **facts: object) -> Example:
    plain = {"api_version": "a.example/v1", "kind": "Berth", "name": f"{verdict}-one", "document": 1}
    return Example(file="examples/a.yaml", line=3, verdict=verdict, **{**plain, **facts})  # type: ignore[arg-type]


WHOLE = ExampleList(
    examples=(
        *map(example, ExampleVerdict),
        example(
            ExampleVerdict.REFUSED,
            message="Berth is invalid: it is odd",
            errors=(PROBLEM, PROBLEM),
            unknown=(UNKNOWN,),
        ),
        example(ExampleVerdict.REFUSED, layer=2, document=None, unknown=(UNKNOWN,)),
        example(
            ExampleVerdict.UNDECIDED, reason="a limit of xpkgtui was reached", field='metadata.annotations["x"][2]'
        ),
        example(ExampleVerdict.ELSEWHERE, reason="a dependency may define it", kind="", name=""),
    ),
    kinds=3,
    without=("Things things.example.org", "Boat sea.example.org"),
    places=("examples/ has 2 files", "layer 3 has no examples"),
    unread="layer 4 was not read",
)


def test_examples_look_as_they_were_agreed(golden: Golden) -> None:
    found = ListedExamples(inspection=STATE, list=WHOLE)
    groups = example_groups(WHOLE)
    parts = [drawn_band(headline(found, None))]
    for is_filtered in (False, True):
        listed = rows(found, groups, is_filtered=is_filtered)
        parts.append(drawn_pane(pane(found, ListSelection(), listed, "0")))
    parts.append(in_widths(pane(found, ListSelection(), rows(found, groups, is_filtered=False), "0"), "0", "8"))
    for group in groups:
        for row in group.rows:
            tabs = (TabId.FACTS, TabId.YAML) if row.example else (TabId.FACTS,)
            parts += [drawn_page(page(STATE, Replies(), found, row, ListSelection(tab=tab))) for tab in tabs]
    golden("pages_examples", once(agreed(*parts)))


def test_what_stands_in_the_place_of_examples(golden: Golden) -> None:
    progress = Progressed(part=PartName.EXAMPLES, what="Reading layer 3", done=1_000_000, total=4_000_000)
    lists = (ExampleList(), ExampleList(places=("there is no folder examples/",), kinds=2), ExampleList(unread="x"))
    failures = (
        Failure(kind=FailureKind.PRICE, title="This reads layer 3.", hint="enter fetches it"),
        Failure(kind=FailureKind.NETWORK, title="a.example cannot be reached."),
        Failure(kind=FailureKind.CORRUPT, title="Layer 3 is damaged.", hint="Look."),
    )
    parts = [drawn_band(headline(None, one)) for one in (None, progress)]
    for found in (
        *(ListedExamples(inspection=STATE, list=one) for one in lists),
        *(ListedExamples(inspection=STATE, failure=one) for one in failures),
    ):
        parts.append(drawn_band(headline(found, None)))
        parts.append(drawn_pane(pane(found, ListSelection(filter="x"), (), "")))
        parts.append(drawn_pane(pane(found, ListSelection(), (), "")))
        parts.append(drawn_pane(unread(found)))
        parts.append(drawn_page(page(STATE, Replies(), found, None, ListSelection())))
    parts.append(drawn_pane(unread(None)))
    golden("pages_examples_none", once(agreed(*parts)))

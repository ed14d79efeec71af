"""What is looked at of the examples of a package: the rows of the list; pure."""

from collections import defaultdict
from collections.abc import Iterator

from xpkgtui.app.state.list_and_detail import ListSelection
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import TabId
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict
from xpkgtui.inspection.filters.filter import NO_FILTER, Filter
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.examples import ReadExamples
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.reporting.contents.example_list import WORDS
from xpkgtui.values import dataclass

TABS = (TabId.FACTS, TabId.YAML)
"""The tabs of Detail."""
CONSENTED = ReadExamples(consent=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleRow:
    """An example, or a kind that has none."""

    key: str
    example: Example | None = None
    kind: str = ""
    group: str = ""
    """The API group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleGroup:
    """The rows under one heading."""

    verdict: ExampleVerdict | None
    """What becomes of the examples; None for kinds without one."""
    rows: tuple[ExampleRow, ...]
    """Those that fit the filter."""
    total: int


def request_of(replies: Replies) -> ReadExamples:
    """What is asked for: with consent once that was given."""
    return CONSENTED if CONSENTED in replies.known else ReadExamples()


def example_groups(found: ExampleList, wanted: Filter = NO_FILTER) -> tuple[ExampleGroup, ...]:
    """The groups that are not empty: what is refused first, kinds without an example last."""
    every: dict[ExampleVerdict | None, list[ExampleRow]] = defaultdict(list)
    for number, one in enumerate(found.examples):
        group = one.api_version.rpartition("/")[0]
        every[one.verdict].append(ExampleRow(key=f"{number}", example=one, kind=one.kind, group=group))
    for named in found.without:
        kind, _, group = named.partition(" ")
        every[None].append(ExampleRow(key=f"without {named}", kind=kind, group=group))
    return tuple(_groups(every, wanted))


def _groups(every: dict[ExampleVerdict | None, list[ExampleRow]], wanted: Filter) -> Iterator[ExampleGroup]:
    for verdict in (*WORDS, None):
        rows = every[verdict]
        shown = tuple(one for one in rows if fits(one, wanted)) if wanted.terms else tuple(rows)
        if shown:
            yield ExampleGroup(verdict=verdict, rows=shown, total=len(rows))


def fits(row: ExampleRow, wanted: Filter) -> bool:
    """Whether a filter lets a row through, by kind, group, name, file and verdict."""
    one = row.example
    texts = (one.name, one.file, WORDS[one.verdict]) if one is not None else ()
    return wanted.fits("\n".join((row.kind, row.group, *texts)))


def chosen_example(groups: tuple[ExampleGroup, ...], selection: ListSelection) -> ExampleRow | None:
    """The row under the cursor: the chosen one while it is listed, else the first."""
    rows = [row for group in groups for row in group.rows]
    return next((one for one in rows if one.key == selection.row), rows[0] if rows else None)


def definition_of(inspection: Inspection, row: ExampleRow) -> ObjectRow | None:
    """The document that defines the kind of a row; None where the package has none that says so."""
    return next((one for one in inspection.rows if (one.defines, one.group) == (row.kind, row.group)), None)

"""The head above the text of an object: what it is, its API group, and its version."""

from dataclasses import replace

from builders.cases import each_row
from builders.screens.opened import open_screen

from xpkgtui.app.drawing.page import Ends, Fact, Grid, LabeledRows
from xpkgtui.app.drawing.styled_text import head_rows
from xpkgtui.app.objects.detail import facts, page
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, Selection, Subject, TabId, document_key, group_key
from xpkgtui.formats.fact import cells, heading
from xpkgtui.formats.role import Role
from xpkgtui.inspection.folding import fold, fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.replies import FactsRead
from xpkgtui.inspection.messages.requests import ReadFacts
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.case import StreamFile
from xpkgtui.rules.finding import Acceptance, Badge, OtherVerdict, Verdict
from xpkgtui.sources.demos import demo_source


def head(row: ObjectRow, width: int) -> list[str]:
    listed = fold(Inspection(source="s"), ObjectsListed(first=0, rows=(row,), total=1))
    read = replace(listed, stream=StreamFile(path="", size=1, sha256=""))
    chosen = Selection().with_row(ListId.OBJECTS, document_key(1))
    return [" ".join(line.plain.split()) for line in head_rows(page(read, chosen, Replies()).head, width)]


def test_the_page_of_a_group_names_its_objects_as_the_list_does() -> None:
    lost = replace(row("v1", None), document=7, line=1_300, kind=None, name=None, role=Role.BROKEN, badge=Badge.ERROR)
    crd = replace(row("a.io/v1", "a.io"), document=8, kind="CustomResourceDefinition", plural="boats", badge=Badge.OK)
    listed = fold(Inspection(source="s"), ObjectsListed(first=0, rows=(lost, crd), total=2))
    for group, shown in (("cannot be read", "✗ ? document 7, line 1,300"), ("a.io", "✓ CRD boats")):
        found = page(listed, Selection().with_row(ListId.OBJECTS, group_key(group)), Replies())
        assert [line.plain for line in found.body[2:]] == [shown]  # type: ignore[union-attr]


def row(api_version: str, group: str | None, scope: str | None = None) -> ObjectRow:
    return ObjectRow(
        document=1,
        line=1,
        start=0,
        end=1,
        first_line=1,
        kind="Thing",
        name="boat",
        api_version=api_version,
        group=group,
        scope=scope,
    )


@each_row(
    ("found", "said"),
    [
        (row("v1", None), "Thing boat v1"),
        (row("apps/v1", "apps"), "Thing boat apps v1"),
        (row("apps/v1", None), "Thing boat apps v1"),
        (row("v1", None, "Namespaced"), "Thing boat Namespaced v1"),
        (row("apps/v1", "apps", "Cluster"), "Thing boat apps · Cluster v1"),
    ],
)
def test_group_and_version_are_said_once(found: ObjectRow, said: str) -> None:
    assert head(found, 60) == [said]


def test_a_head_without_a_group_has_no_empty_row_on_a_narrow_screen() -> None:
    assert head(row("v1", None), 12) == ["Thing boat", "v1"]


async def test_a_document_that_is_named_by_its_file_has_its_path_for_a_name() -> None:
    async with open_screen(demo_source("bundle"), size=(120, 40)) as shown:
        await shown.press("4", "G", "y")
        await shown.settle()
        assert shown.page.copied == "metadata/dependencies.yaml"
        assert "file metadata/dependencies.yaml" in shown.text
        await shown.press("Y")
        assert "dependencies.yaml metadata" not in shown.text
        await shown.press("escape", "k", "k", "k")
        assert "file metadata/dependencies.yaml" in shown.text


def test_the_page_of_the_package_has_the_verdict_of_each_tool() -> None:
    others = (
        OtherVerdict(profile="build", acceptance=Acceptance.REFUSED, reason="of\x1b this"),
        OtherVerdict(profile="spec", acceptance=None, reason="not read"),
    )
    verdict = Verdict(acceptance=Acceptance.ACCEPTED, reason="r", others=others)
    meta = replace(row("meta.pkg.crossplane.io/v1", None), role=Role.META)

    def tools(verdict: Verdict) -> str:
        listed = ObjectsListed(first=0, rows=(meta,), total=1)
        reached = VerdictReached(profile="crossplane", crossplane="2.4", verdict=verdict)
        read = replace(
            fold_all(Inspection(source="s"), [listed, reached]), stream=StreamFile(path="", size=1, sha256="")
        )
        chosen = Selection().with_row(ListId.OBJECTS, document_key(1)).with_tab(Subject.OBJECT, TabId.FACTS)
        request = ReadFacts(document=1)
        replies = Replies().with_request(request).with_event(request, FactsRead(facts=()))
        return str(page(read, chosen, replies).body)

    told = tools(verdict)
    assert "Tools" in told
    assert "x explains" in told
    assert "✓ Crossplane 2.4 accepts it" in told
    assert "✗ crossplane xpkg build refuses it: of␛ this" in told
    assert "is undecided: not read" in told
    assert "accepts it" not in tools(replace(verdict, others=()))


def test_a_heading_has_its_note_at_the_other_end_and_a_blank_line_above() -> None:
    first, gap, second = facts([heading("Tides v1", "CSV"), heading("Images", "2 images")])
    assert isinstance(first, Ends)
    assert (first.left.plain, first.right.plain) == ("Tides v1", "CSV")
    assert not isinstance(gap, Ends)
    assert isinstance(second, Ends)


def test_lines_of_cells_that_follow_each_other_are_a_table() -> None:
    (table,) = facts([("key", cells("file", "label")), ("package", cells("tides", "= agree"))])
    assert isinstance(table, Grid)
    assert [[cell.plain for cell in row] for row in table.rows] == [
        ["key", "file", "label"],
        ["package", "tides", "= agree"],
    ]


def test_cells_of_one_fact_stand_in_columns() -> None:
    (listed,) = facts([("modes", "\n".join((cells("✓ a", "– b"), cells("– c", "– d"))))])
    assert isinstance(listed, LabeledRows)
    assert [[cell.plain for cell in row] for row in listed.rows] == [["✓ a", "– b"], ["– c", "– d"]]


def test_a_sign_has_its_color_and_a_tab_of_the_package_makes_no_cell() -> None:
    (one,) = facts([("requires", f"! {cells('a package')}")])
    assert isinstance(one, Fact)
    assert one.text.plain == "! a package"
    assert any("$warning" in str(span.style) for span in one.text.spans)
    assert cells("a\tb") == "a b"

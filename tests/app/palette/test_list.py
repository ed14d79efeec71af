"""The list of the palette: what is in it as letters are typed, in which order, and how wide its first column is."""

from dataclasses import replace

from builders.goldens import Golden
from builders.screens.pages import agreed, drawn_pane

from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.rows import draw_row
from xpkgtui.app.palette.entries import PaletteEntry
from xpkgtui.app.palette.list import pane
from xpkgtui.formats.definitions.fields.search import FieldMatch, FieldOwner
from xpkgtui.inspection.messages.schemas import FieldsFound, FoundElsewhere, FoundField, PackagesFound

OWN = PaletteEntry(kind="command", name="copy")
OBJECT = PaletteEntry(kind="CRD", name="buckets", document=3)
FOREIGN = PaletteEntry(kind="rule", name="copy of another format", is_foreign=True)
OFFERED = (FOREIGN, OWN, OBJECT)


def listed(typed: str) -> list[str]:
    return [row.key for row in pane(OFFERED, typed).rows]


def test_what_is_of_another_format_is_found_by_what_is_typed_alone_and_behind_all_else() -> None:
    assert listed("") == ["1", "2"]
    assert listed("copy") == ["1", "0"]


def test_the_first_row_is_chosen() -> None:
    assert [pane(OFFERED, typed).default for typed in ("", "bucket", "zzz")] == ["1", "2", ""]


def test_the_border_counts_what_matches() -> None:
    assert pane(OFFERED, "copy").note.plain.startswith("2 of 3 match")
    assert pane(OFFERED, "  ").note.plain.startswith("2 entries")


def test_nothing_that_matches_says_what_to_do() -> None:
    shown = pane(OFFERED, "zzz")
    assert (shown.rows, shown.empty[0].plain.partition(".")[0]) == ((), "Nothing matches")


def test_the_column_of_kinds_is_as_wide_as_the_widest_with_its_badge() -> None:
    assert widths(OWN, OBJECT) == {len("command")}
    assert widths(OBJECT) == {len("CRD") + 2}


def widths(*offered: PaletteEntry) -> set[int]:
    """The cells that the rows give to the kind; one more separates it from the name."""
    return {(row.draw(row.value, 80)[0].width or 0) - 1 for row in pane(offered, "").rows}


def field(path: str, kind: str = "Bucket", group: str = "s3.aws.upbound.io") -> FoundField:
    """A field that was found."""
    owner = FieldOwner(number=0, group=group, kind=kind, version="v1beta1")
    return FoundField(document=2, made=0, match=FieldMatch(owner=owner, path=path, type="string"))


def elsewhere(path: str, source: str = "xpkg.example.org/acme/store:v2", kind: str = "Bucket") -> FoundElsewhere:
    """A field that a package opened before has."""
    owner = FieldOwner(number=0, group="s3.aws.upbound.io", kind=kind, version="v1beta1")
    return FoundElsewhere(
        source=source,
        package="store",
        version="v2",
        definition="CustomResourceDefinition",
        name="buckets.s3.aws.upbound.io",
        made=0,
        match=FieldMatch(owner=owner, path=path, type="string"),
    )


def test_kinds_of_packages_opened_before_come_before_fields_and_their_fields_behind_them() -> None:
    before = PackagesFound(words="", found=(elsewhere("spec.bucket"), elsewhere("")), count=2, packages=3)
    rows = [row.value.entry for row in pane((), "bucket", found(field("spec.own")), before).rows]
    assert [(one.kind, one.name, one.detail) for one in rows] == [
        ("opened", "Bucket.s3.aws.upbound.io", "acme/store:v2"),
        ("field", "spec.own", "Bucket v1beta1"),
        ("opened", "spec.bucket", "Bucket of acme/store:v2"),
    ]


def test_the_border_says_of_how_many_packages_the_fields_are_not_known() -> None:
    before = PackagesFound(words="", found=(), count=0, packages=3, unread=("a",), partly=("b",))
    assert pane((), "x", None, before).note.plain.startswith(
        "0 in 3 packages opened before, not all fields of 2 are known"
    )


def test_a_search_that_is_under_way_is_said() -> None:
    assert pane(OFFERED, "zzz", is_searching=True).empty[0].plain == "◌ searching"


def found(*fields: FoundField, done: int = 9) -> FieldsFound:
    """What a search found by now."""
    return FieldsFound(words="", found=fields, count=1_204, done=done, total=9)


def test_fields_stand_behind_all_else_in_the_order_in_which_they_were_found() -> None:
    shown = pane(OFFERED, "copy", found(field("spec.copyOf"), field("spec.copy"), done=5))
    assert [row.key for row in shown.rows] == ["1", "0", "field:0", "field:1"]
    assert "1,204 fields, 5 of 9 definitions read" in shown.note.plain
    assert "enter runs" in shown.note.plain


def test_fields_alone_say_what_is_looked_for_and_what_there_is() -> None:
    none = found()
    assert "Type letters of a path" in pane((), "").empty[0].plain
    assert "searching" in pane((), "x").empty[0].plain
    assert "No path has" in pane((), "x", none).empty[0].plain
    assert "defines no kinds" in pane((), "x", replace(none, done=0, total=0)).empty[0].plain
    assert "enter shows it" in pane((), "x", none).note.plain


def test_a_long_path_shows_its_end_and_kinds_of_one_name_their_groups() -> None:
    long = field(f"spec.{'a' * 80}.region")
    twins = (field("spec.region"), field("spec.region", group="s3.aws.m.upbound.io"))
    lines = [draw_row(row, 84).plain for row in pane((), "region", found(long, *twins, field("", "Bucket"))).rows]
    assert "….region" not in lines[0]
    assert "aaa.region" in lines[0]
    assert lines[0].rstrip().endswith("Bucket v1beta1")
    assert lines[1].rstrip().endswith("Bucket v1beta1 s3.aws.upbound.io")
    assert lines[2].rstrip().endswith("Bucket v1beta1 s3.aws.m.upbound.io")
    assert lines[3].split() == ["kind", "Bucket", "s3.aws.upbound.io"]


def test_the_list_looks_as_was_agreed(golden: Golden) -> None:
    offered = (
        *(replace(OWN, command=COMMANDS[0], detail="y"), replace(OBJECT, sign="!", detail="s3.aws.example"), FOREIGN),
        PaletteEntry(kind="rule", name="XPKG401 copies", rule="XPKG401", sign="✗", detail="2 findings"),
        PaletteEntry(kind="CompositeResourceDefinition", name="copies", path="a/b", detail="layer 1"),
    )
    before = PackagesFound(words="", found=(elsewhere("spec.bucket"), elsewhere("")), count=2, packages=3)
    parts = [
        drawn_pane(pane(offered, typed, *more), width)
        for typed, more in (("", ()), ("cop", ()), ("bucket", (found(field("spec.own")), before)))
        for width in (30, 90)
    ]
    golden("palette", agreed(*parts))

"""The target of definitions on the screen: lists and pages of their versions and fields, as they are drawn."""

from dataclasses import replace
from itertools import product

from builders.packages.objects import CRD, XRD
from fuzz.mutating import as_lines
from fuzz.schemas import SCHEMAS
from fuzz.target import Target, require_safe
from textual.content import Content

from xpkgtui.app.drawing.page import Code, Ends, Fact, Hanging, Line, ShellLine
from xpkgtui.app.drawing.rows import Pane, draw_row
from xpkgtui.app.schemas import detail
from xpkgtui.app.schemas.list import fields_pane, versions_pane
from xpkgtui.app.state.schemas.rows import chosen_row, revealed, rows_of
from xpkgtui.app.state.schemas.selection import SchemaPane, SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas, defined_schemas
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.objects import ObjectRow

_ROW = ObjectRow(document=1, line=1, start=0, end=0, first_line=1)
_FEW = 12
_WIDTHS = (20, 44, 60, 100)


def _drawn(data: bytes) -> None:
    for chunk in split(data).chunks:
        document = parse(data, chunk)
        if isinstance(document, PackageDocument) and document.depth <= 100:
            schemas = defined_schemas(XPKG.custom_resources(document.value))
            for version in schemas.versions or (None,):
                key = version.key if version is not None else ""
                _screens(schemas, SchemaSelection(document=1, version=key))


def _screens(schemas: DefinedSchemas, plain: SchemaSelection) -> None:
    opened = plain.with_all(unfold=True)
    for selection in (plain, opened, replace(opened, is_compared=True), replace(plain, filter="spec a")):
        rows = rows_of(schemas, selection)
        _list(fields_pane(schemas, selection, rows, is_told=True))
        _list(versions_pane(schemas, selection, is_told=True))
        for row in rows[:_FEW]:
            here = revealed(schemas, replace(selection, path=row.key))
            assert chosen_row(rows, replace(selection, path=row.key)) is row, "another field is chosen"
            one = chosen_row(rows_of(schemas, here), here)
            for tab, pane in product(detail.TABS, (SchemaPane.VERSIONS, SchemaPane.FIELDS)):
                page = detail.page(Inspection(source="x"), _ROW, schemas, here, one, tab=tab, pane=pane)
                require_safe("\n".join([page.note, *map(_text, page.body)]))


def _list(pane: Pane) -> None:
    texts = [pane.name, pane.note.plain, *(one.plain for one in pane.empty)]
    for row, width in product(pane.rows[:_FEW], _WIDTHS):
        line = draw_row(row, width)
        assert line.cell_length == width, "a row is not as wide as its list"
        texts.append(line.plain)
    require_safe("\n".join(texts))


def _text(line: Line) -> str:
    match line:
        case Content():
            return line.plain
        case Fact(label, text):
            return label + text.plain
        case Ends(left, right):
            return left.plain + right.plain
        case Hanging(_, _, text) | Code(text):
            return text.plain
        case ShellLine(text):
            return text
    return ""


SCHEMA_SCREENS = (
    Target(
        name="schema-screen",
        check=_drawn,
        seeds=lambda: iter((CRD.encode(), XRD.encode())),
        mutated=as_lines,
        tokens=SCHEMAS[0].tokens,
        largest=8192,
    ),
)

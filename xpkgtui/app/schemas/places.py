"""Where a field stands in the text of its definition."""

from functools import lru_cache

from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.page import TextRange
from xpkgtui.app.state.schemas.versions import SchemaVersion
from xpkgtui.documents.outline import TextOutline
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.objects import ObjectRow

_LARGEST = 1 << 20
"""Bytes of a document in which a field is looked for before a key is answered."""
_BETWEEN = "properties"
_SCHEMA = ("schema", "openAPIV3Schema")


def text_of(inspection: Inspection, row: ObjectRow) -> TextRange | None:
    """The text of a document; None while there is none."""
    if inspection.stream is None:
        return None
    return TextRange(
        path=inspection.stream.path, start=row.start, end=row.end, first_line=row.first_line, language="yaml"
    )


def line_of(inspection: Inspection, row: ObjectRow, shown: SchemaVersion, one: SchemaField) -> int | None:
    """The line of a field in its file; None where the text does not tell, as of fields that Crossplane adds."""
    text = text_of(inspection, row)
    if text is None or text.end - text.start > _LARGEST:
        return None
    version = {"schema": {"openAPIV3Schema": shown.schema}}
    value = {"spec": {"versions": [version] * (shown.number + 1)}}
    path = FieldPath(("spec", "versions", shown.number, *_SCHEMA, *one.steps))
    found = _outline(text.path, text.start, text.end).find(value, path)
    return None if found is None else text.first_line + found[0]


def search_word(one: SchemaField) -> str:
    """The keys above a field, by which its text is searched for where its line is not known."""
    return ".".join(step for step in one.steps if step != _BETWEEN) or one.name


@lru_cache(maxsize=2)
def _outline(path: str, start: int, end: int) -> TextOutline:
    return TextOutline(LineTable(path, start, end).read_bytes(start, end))

"""What can be copied of a field of a schema: its path, its text, and the commands that show it."""

from collections.abc import Iterator

from xpkgtui.app.copy import headless
from xpkgtui.app.copy.offer import Offer, Offers, command, lines, part, value
from xpkgtui.app.schemas.detail import explain_command, json_schema_text, sample_text
from xpkgtui.app.schemas.loading import schemas_of
from xpkgtui.app.schemas.places import line_of, text_of
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import chosen_row, rows_of, shown_version
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas
from xpkgtui.app.state.selection import Selection
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.golang.printing import as_json
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.reporting.contents.explained import full_name

_INSTEAD = "the command below prints it."


def offers(
    inspection: Inspection,
    row: ObjectRow,
    schemas: DefinedSchemas,
    selection: SchemaSelection,
    one: SchemaField | None,
) -> Offers:
    """The offers of the field under the cursor, and of its definition."""
    title = one.path if one is not None else row.name or "the definition"
    return Offers(title=title, items=tuple(_offers(inspection, row, schemas, selection, one)))


def offers_of_tab(inspection: Inspection, selection: Selection, replies: Replies) -> Offers | None:
    """The offers of the field that the tab Schema of an object shows; None while it shows none."""
    row = chosen.object_row(inspection, selection)
    schemas = schemas_of(row.document, replies) if row is not None else None
    if row is None or schemas is None:
        return None
    asked = selection.schema.of(row.document)
    one = chosen_row(rows_of(schemas, asked), asked)
    return offers(inspection, row, schemas, asked, one.field if one is not None else None)


def _offers(
    inspection: Inspection,
    row: ObjectRow,
    schemas: DefinedSchemas,
    selection: SchemaSelection,
    one: SchemaField | None,
) -> Iterator[Offer]:
    shown = shown_version(schemas, selection)
    if one is not None:
        yield from value("p", "path", one.path)
        yield from value("D", "default", as_json(one.default) if one.has_default else None)
    if shown is not None:
        version = "/".join(filter(None, (shown.kind.group, shown.version.name)))
        yield from value("v", "apiVersion", version)
        yield from value("k", "kind", shown.kind.kind)
    text = text_of(inspection, row)
    if shown is not None:
        yield from lines("s", "sample", sample_text(shown)[0])
        yield from lines("J", "JSON Schema", json_schema_text(shown, one)[0])
    if text is not None:
        yield part("y", "YAML of the definition", text, _INSTEAD)
    if shown is not None and one is not None:
        line = line_of(inspection, row, shown, one)
        yield from value("L", "line reference", f"{row.file or inspection.stream_name}:{line}" if line else None)
        yield from command("e", "kubectl explain", explain_command(shown, one))
    if shown is not None:
        name = full_name(shown.kind)
        asked = f"{name}.{one.path}" if one is not None else name
        for text_of_command in headless.explain(inspection, asked, shown.version.name):
            yield from command("E", "xpkgtui explain", text_of_command)
        for text_of_command in headless.explain(inspection, asked, shown.version.name, "--format", "json-schema"):
            yield from command("j", "its JSON Schema", text_of_command)
    yield from headless.document(inspection, row)

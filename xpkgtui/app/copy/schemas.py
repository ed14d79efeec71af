"""What can be copied of a field of a schema: its path, its text, and the commands that show it."""

from collections.abc import Iterator

from xpkgtui.app.copy import headless
from xpkgtui.app.copy.offer import Offer, Offers, command, part, value
from xpkgtui.app.schemas.detail import explain_command
from xpkgtui.app.schemas.places import line_of, text_of
from xpkgtui.app.state.schemas.rows import shown_version
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.golang.json_writing import as_json
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.objects import ObjectRow

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
    if text is not None:
        yield part("y", "YAML of the definition", text, _INSTEAD)
    if shown is not None and one is not None:
        line = line_of(inspection, row, shown, one)
        yield from value("L", "line reference", f"{row.file or inspection.stream_name}:{line}" if line else None)
        yield from command("e", "kubectl explain", explain_command(shown, one))
    yield from headless.document(inspection, row)

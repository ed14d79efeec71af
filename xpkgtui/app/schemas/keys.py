"""Keys on the schema that Detail shows: one selection in, the next one out, or a sentence."""

from collections.abc import Callable
from dataclasses import replace

from xpkgtui.app.schemas.loading import is_definition, schemas_of
from xpkgtui.app.state.lists import chosen
from xpkgtui.app.state.outcomes import Move, Scene, ShowSchema, Tell
from xpkgtui.app.state.schemas.rows import comparison_toggled, next_version, rows_of, toggled
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas
from xpkgtui.app.state.selection import Selection, TabId
from xpkgtui.inspection.inspection import Inspection

_ONLY = "Only definitions have a schema: choose a CRD or an XRD among the objects."
_NOT_SHOWN = "{} is for the tab Schema, which definitions have."


def document_of(inspection: Inspection, selection: Selection) -> int | None:
    """The document under the cursor, where it defines a kind."""
    row = chosen.object_row(inspection, selection)
    return row.document if row is not None and is_definition(row) else None


def moved(scene: Scene, key: str) -> Move | None:
    """The cursor on another field."""
    document = document_of(scene.inspection, scene.selection)
    if document is None:
        return None
    return _with(scene, replace(scene.selection.schema.of(document), path=key))


def folded(scene: Scene, key: str, unfold: bool | None) -> Move | None:
    """A field opened or closed."""
    if (known := _known(scene)) is None:
        return None
    schemas, selection = known
    return _with(scene, toggled(rows_of(schemas, selection), selection, key, unfold))


def open_row(scene: Scene, key: str) -> Move | ShowSchema | None:
    """A field opened or closed; one with nothing in it is shown in full."""
    if (known := _known(scene)) is None:
        return None
    schemas, selection = known[0], replace(known[1], path=key)
    row = next((one for one in rows_of(schemas, selection) if one.key == key), None)
    if row is None or row.is_open is None:
        return ShowSchema(selection)
    return _with(scene, toggled(rows_of(schemas, selection), selection, key, None))


def shown_in_full(scene: Scene) -> ShowSchema | Tell:
    """The schemas of the definition under the cursor, on a screen of their own."""
    document = document_of(scene.inspection, scene.selection)
    return Tell(_ONLY) if document is None else ShowSchema(scene.selection.schema.of(document))


def to_next_version(scene: Scene) -> Move | Tell:
    """The next version."""
    return _changed(scene, "v", next_version, "This definition has one version.")


def compared(scene: Scene) -> Move | Tell:
    """The version before beside the one that is shown, or no more."""
    return _changed(scene, "c", comparison_toggled, "This kind has one version.")


def _changed(
    scene: Scene, key: str, change: Callable[[DefinedSchemas, SchemaSelection], SchemaSelection | None], none: str
) -> Move | Tell:
    if scene.tab is not TabId.SCHEMA or scene.selection.verdict:
        return Tell(_NOT_SHOWN.format(key))
    if (known := _known(scene)) is None:
        return Tell("The schema is not there yet.")
    schemas, selection = known
    found = change(schemas, selection)
    return Tell(schemas.problem or none) if found is None else Move(replace(scene.selection, schema=found))


def _known(scene: Scene) -> tuple[DefinedSchemas, SchemaSelection] | None:
    """The schemas of the definition under the cursor and what is chosen of them; None while they are not there."""
    document = document_of(scene.inspection, scene.selection)
    schemas = schemas_of(document, scene.replies) if document is not None else None
    return None if document is None or schemas is None else (schemas, scene.selection.schema.of(document))


def _with(scene: Scene, schema: SchemaSelection) -> Move:
    """Another selection of the schema, which has the keys."""
    return Move(replace(scene.selection, schema=schema, in_detail=True))

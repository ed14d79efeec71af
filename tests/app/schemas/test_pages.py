"""The schemas of a definition, row by row and page by page, as they were agreed."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection import ports
from builders.screens.buckets import BUCKETS, TEXT, definition, object_of, version
from builders.screens.pages import agreed, drawn_page, drawn_pane, in_widths
from textual.content import Content

from xpkgtui.app.schemas import detail
from xpkgtui.app.schemas.list import fields_pane, versions_pane
from xpkgtui.app.state.schemas.rows import chosen_row, rows_of
from xpkgtui.app.state.schemas.selection import SchemaPane, SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas, defined_schemas
from xpkgtui.app.state.selection import TabId
from xpkgtui.formats.examples.values import kind_examples
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.case import StreamFile

ROW = ObjectRow(document=1, line=1, start=0, end=40, first_line=1, kind="CustomResourceDefinition", name="buckets")
SCHEMAS = defined_schemas([BUCKETS])
PATHS = (
    "spec.forProvider.region",
    "spec.forProvider.grant[].permissions",
    "spec.deletionPolicy",
    "spec.initProvider",
    "spec.acl",
    "status.conditions",
    "metadata",
)
GIVEN = [{"where": f"e.yaml:{line}", "object": {"spec": {"forProvider": {"region": "eu"}}}} for line in (1, 9)]
DOUBTED = definition(
    "a", "A", version("v1", object_of({"x": {"type": "array", "items": {"enum": [1, None]}}}), stored=True)
)


def state(folder: Path) -> Inspection:
    """A package whose stream is the definition."""
    path = folder / "package.yaml"
    path.write_text("kind: CustomResourceDefinition\nspec: {}\n")
    return replace(ports.inspection(*ports.package()), stream=StreamFile(path=str(path), size=40, sha256="aa"))


def drawn(inspection: Inspection, schemas: DefinedSchemas, selection: SchemaSelection) -> Iterator[Content]:
    """Both lists, and every page of some fields and of the version."""
    rows = rows_of(schemas, selection)
    for width in (36, 60, 110):
        yield drawn_pane(versions_pane(schemas, selection, is_told=width > 36), width)
        yield drawn_pane(fields_pane(schemas, selection, rows, is_told=width > 36), width)
    for path in PATHS:
        there = replace(selection, path=path)
        one = chosen_row(rows_of(schemas, there), there)
        if one is not None and one.field.path == path:
            examples = kind_examples({"objects": GIVEN})
            for tab in (TabId.FIELD, TabId.YAML):
                yield drawn_page(
                    detail.page(
                        inspection, ROW, schemas, there, one, tab=tab, pane=SchemaPane.FIELDS, examples=examples
                    )
                )
    for tab in (TabId.FIELD, TabId.YAML):
        for pane in (SchemaPane.VERSIONS, SchemaPane.FIELDS):
            yield drawn_page(
                detail.page(inspection, ROW, schemas, selection, None, tab=tab, pane=pane, examples=None)
            )


def test_schemas_look_as_they_were_agreed(golden: Golden, tmp_path: Path) -> None:
    inspection = state(tmp_path)
    start = SchemaSelection(document=1)
    whole = start.with_all(unfold=True)
    parts = [*drawn(inspection, SCHEMAS, start), *drawn(inspection, SCHEMAS, replace(whole, is_compared=True))]
    parts += drawn(inspection, SCHEMAS, replace(whole, version="v1alpha1"))
    beside = replace(whole, is_compared=True)
    parts.append(in_widths(versions_pane(SCHEMAS, start, is_told=True), "0:v1beta2"))
    listed = fields_pane(SCHEMAS, beside, rows_of(SCHEMAS, beside), is_told=True)
    parts.append(in_widths(listed, "spec.forProvider.region", "spec.initProvider.grant[].permissions"))
    parts += drawn(inspection, SCHEMAS, replace(whole, filter="prov region"))
    parts += drawn(inspection, SCHEMAS, replace(whole, filter="no such field"))
    for other in (
        [DOUBTED],
        [definition("a", "A", version("v1", None, stored=True))],
        [definition("a", "A", version("v1", TEXT, served=False))],
        [{"kind": "Widget"}],
        [],
    ):
        parts += drawn(inspection, defined_schemas(other), start)
    golden("pages_schemas", once(agreed(*parts).replace(str(tmp_path), "")))

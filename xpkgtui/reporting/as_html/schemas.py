"""The fields of definitions, in tables that are opened by the name of their kind."""

from collections.abc import Iterator, Sequence
from itertools import islice

from xpkgtui.formats.definitions.custom_resources import schema_of, version_of
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import Mutability, Need, SchemaField
from xpkgtui.formats.definitions.fields.soundness import mistyped
from xpkgtui.formats.definitions.fields.tree import root_of, walk
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.golang.json_writing import written
from xpkgtui.reporting.as_html.markup import Element, closed, table
from xpkgtui.reporting.as_text.tables import plural
from xpkgtui.reporting.explained import full_name
from xpkgtui.visible import clip

MOST_SCHEMAS = 50
"""Documents of definitions whose fields are listed."""
_MOST_FIELDS = 300
"""Fields of one definition."""
_LONGEST = 200
"""Characters of a description, which are those of its beginning."""


def schema_parts(definitions: Sequence[Node], total: int, source: str, heading: str) -> Iterator[Element]:
    """A part for each definition; `total` documents define kinds, of which these are the first."""
    if not definitions:
        return
    yield Element(heading, "Schemas")
    for one in definitions:
        yield _schema(one, source)
    if total > MOST_SCHEMAS:
        left = plural(total - MOST_SCHEMAS, "definition")
        yield Element("p", f"{left} more: xpkgtui explain prints any of them.", class_="muted")


def _schema(definition: Node, source: str) -> Element:
    kind = defined_kind(definition)
    name = full_name(kind)
    version = version_of(definition, kind.stored)
    schema = schema_of(version) if version is not None else {}
    if not schema or mistyped(schema):
        return Element("p", f"{kind.kind} {name}: no schema that can be read", class_="muted")
    every = (field for field in walk(root_of(schema)) if field.path)
    fields = tuple(islice(every, _MOST_FIELDS + 1))
    summary = f"{kind.kind} {name} {kind.stored}: {_counted(fields)}"
    rows = (
        (Element("code", one.path), one.type, _notes(one), _beginning(one.description))
        for one in fields[:_MOST_FIELDS]
    )
    return closed(summary, table("Fields", ("field", "type", "need", "description"), rows, of=f"{name} {source}"))


def _counted(fields: Sequence[SchemaField]) -> str:
    return f"the first {_MOST_FIELDS} fields" if len(fields) > _MOST_FIELDS else plural(len(fields), "field")


def _notes(field: SchemaField) -> str:
    """Whether it has to be there, can be changed, and what is set where it is not given."""
    notes = [] if field.need is Need.OPTIONAL else [field.need.value]
    notes += [] if field.mutability is Mutability.FREE else [field.mutability.value]
    notes += [f"= {clip(written(field.default), 40)}"] if field.has_default else []
    return ", ".join(notes)


def _beginning(text: str) -> str:
    return clip(" ".join(text.split()), _LONGEST)

"""The texts that are made of a version when they are looked at: a sample, and the JSON Schema of a field."""

import json
from dataclasses import replace
from functools import lru_cache

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Code, Line, Page
from xpkgtui.app.drawing.renderers.highlighting import colored
from xpkgtui.app.drawing.styled_text import block, join, safe, sign
from xpkgtui.app.state.schemas.versions import DefinedSchemas, SchemaVersion
from xpkgtui.errors import XpkgError
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.formats.definitions.fields.tree import count
from xpkgtui.reporting.as_text.tables import plural

_MOST_FIELDS = 2_000
"""Fields of a JSON Schema that is made on the screen; a larger one is a matter of `explain`."""


@lru_cache(maxsize=16)
def sample_text(shown: SchemaVersion) -> tuple[str, str]:
    """A manifest that the API server accepts; or an empty text, and why none was found."""
    from xpkgtui.formats.definitions.fields.manifest import sample_of  # few look at samples

    made = sample_of(shown.kind, shown.node)
    return made.text, made.refusal


@lru_cache(maxsize=16)
def json_schema_text(shown: SchemaVersion, one: SchemaField | None) -> tuple[str, str]:
    """The JSON Schema of a field, or of the whole version; or an empty text, and why it is not made."""
    from xpkgtui.formats.definitions.fields.json_schema import json_schema, part_of
    from xpkgtui.formats.definitions.fields.soundness import require_typed

    fields = shown.version.fields if one is None else count(one.schema)
    if fields > _MOST_FIELDS:
        said = "Choose a field below, or take the command of Y, which prints all of it."
        return "", f"It would have {plural(fields, 'field')}. {said}"
    kind = shown.kind
    try:
        require_typed(shown.schema if one is None else one.schema)
        made = part_of(one.schema) if one else json_schema(kind.group, kind.kind, shown.version.name, shown.schema)
    except XpkgError as error:
        return "", str(error)
    return json.dumps(made, indent=2, ensure_ascii=False), ""


@lru_cache(maxsize=16)
def doubt_of(schemas: DefinedSchemas, shown: SchemaVersion, api_version: str | None) -> str:
    """Why no current API server takes the definition of a version; empty where one does."""
    from xpkgtui.formats.definitions.served import refusal_of

    return refusal_of(schemas.definitions[shown.made], api_version)


def with_sample(page: Page, shown: SchemaVersion, doubt: str) -> Page:
    """The page with the sample of a version; `doubt` says why no API server takes the definition."""
    text, refusal = sample_text(shown)
    if text and doubt:
        head = join(sign("!"), " ", safe(doubt, "$foreground"))
        return replace(page, body=(head, Content(""), *_lines(text, "yaml")), note="", copied=text)
    if text:
        return replace(page, body=_lines(text, "yaml"), note="the API server accepts it", copied=text)
    title = join(sign("!"), " ", safe("No sample was found that the API server accepts.", "$foreground"))
    return replace(page, body=(title, block(refusal, "$error")), note="", copied="")


def with_json_schema(page: Page, shown: SchemaVersion, one: SchemaField | None) -> Page:
    """The page with the JSON Schema of a field, or of the whole version."""
    text, refusal = json_schema_text(shown, one)
    if text:
        return replace(page, body=_lines(text, "json"), note="draft 2020-12", copied=text)
    return replace(page, body=(safe(refusal, "$muted"),), note="", copied="")


def _lines(text: str, language: str) -> tuple[Line, ...]:
    lines = [visible.line(line) for line in text.rstrip("\n").split("\n")]
    return tuple(map(Code, colored(lines, language)))

"""The schemas of an object of the package: asked for as a text, and parsed once it is there."""

import json
from functools import lru_cache
from typing import TYPE_CHECKING

from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.state.replies import Replies
from xpkgtui.formats.role import Role
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.inspection.messages.requests import ReadText, Text
from xpkgtui.inspection.rows.objects import ObjectRow

if TYPE_CHECKING:  # the rules of schemas are not needed for the first paint
    from xpkgtui.app.state.schemas.versions import DefinedSchemas
    from xpkgtui.formats.examples.values import KindExamples

_DEFINITION = "Definition"


def is_definition(row: ObjectRow) -> bool:
    """Whether an object defines a kind, by its first lines."""
    return (row.kind or "").endswith(_DEFINITION) and row.role is not Role.BROKEN and bool(row.defines)


def request_of(document: int) -> ReadText:
    """What is asked for the schemas of a document."""
    return ReadText(text=Text.DEFINITIONS, document=document)


def schemas_of(document: int, replies: Replies) -> "DefinedSchemas | None":
    """The schemas of a document; None while they are not there."""
    ready = replies.of(request_of(document), TextReady)
    return _parsed(ready.path, ready.size) if ready is not None else None


def examples_request(document: int) -> ReadText:
    """What is asked for the values that examples give the fields of a document's kinds."""
    return ReadText(text=Text.EXAMPLES, document=document)


def examples_of(document: int, replies: Replies) -> "KindExamples | None":
    """The examples of the kinds of a document; None while they are not there, or where they cannot be had."""
    ready = replies.of(examples_request(document), TextReady)
    return _parsed_examples(ready.path, ready.size) if ready is not None else None


@lru_cache(maxsize=4)
def _parsed_examples(path: str, size: int) -> "KindExamples":
    from xpkgtui.formats.examples.values import KindExamples, kind_examples

    try:
        return kind_examples(json.loads(LineTable(path, 0, size).read_bytes(0, size)))
    except (ValueError, RecursionError):
        return KindExamples(unread="they are too deep to be shown")


@lru_cache(maxsize=4)
def _parsed(path: str, size: int) -> "DefinedSchemas":
    from xpkgtui.app.state.schemas.versions import DefinedSchemas, defined_schemas

    table = LineTable(path, 0, size)
    data = table.read_bytes(0, size)
    try:
        made = json.loads(data)
    except (ValueError, RecursionError):
        problem = table.problem or "The schema is too deep to be shown; the tab YAML has its text."
        return DefinedSchemas(problem=problem)
    return defined_schemas(made if isinstance(made, list) else ())

"""Schemas from a notation of one line a field: `name![@since] type - description.`, children indented by two."""

import re

Schema = dict[str, object]

_FIELD = re.compile(r"(?P<pad> *)(?P<name>\w+)(?P<need>!?)(?:@(?P<since>\d))? (?P<type>.+?) - (?P<text>.+)")


def properties(notation: str, version: int) -> tuple[dict[str, Schema], list[str]]:
    """The fields of the version with this number, counted from the oldest, and which of them are required."""
    rows = [match for row in notation.strip("\n").split("\n") if (match := _FIELD.fullmatch(row))]
    return _fields(rows, 0, version)


def object_of(fields: dict[str, Schema], required: list[str] | None = None, text: str = "") -> Schema:
    """The schema of an object."""
    found: Schema = {"type": "object"}
    if fields:
        found["properties"] = fields
    if text:
        found["description"] = text
    if required:
        found["required"] = sorted(required)
    return found


def string(text: str, **more: object) -> Schema:
    """The schema of a string."""
    return {"type": "string", "description": text, **more}


def _fields(rows: list[re.Match[str]], depth: int, version: int) -> tuple[dict[str, Schema], list[str]]:
    found: dict[str, Schema] = {}
    required: list[str] = []
    for number, row in enumerate(rows):
        if len(row["pad"]) != depth or int(row["since"] or 0) > version:
            continue
        below = []
        for child in rows[number + 1 :]:
            if len(child["pad"]) <= depth:
                break
            below.append(child)
        found[row["name"]] = _schema(row["type"], row["text"], _fields(below, depth + 2, version))
        if row["need"]:
            required.append(row["name"])
    return found, required


def _schema(kind: str, text: str, children: tuple[dict[str, Schema], list[str]]) -> Schema:
    if kind == "object":
        return object_of(*children, text)
    if kind == "list":
        return {"type": "array", "description": text, "items": object_of(*children)}
    if kind == "map":
        return {"type": "object", "description": text, "additionalProperties": {"type": "string"}}
    if kind == "time":
        return string(text, format="date-time")
    if kind == "integer":
        return {"type": "integer", "description": text, "format": "int64", "minimum": 0}
    if kind.startswith("enum "):
        return string(text, enum=kind.removeprefix("enum ").split("|"))
    if kind.endswith("[]"):
        return {"type": "array", "description": text, "items": {"type": kind.removesuffix("[]")}}
    return {"type": kind, "description": text}

"""The loading of one document as opm does it: its keys, its names, and the shape of its schema."""

from collections.abc import Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.catalog.model.blobs import OBJECT
from xpkgtui.formats.catalog.model.shapes import (
    BUNDLE,
    CHANNEL,
    DEPRECATIONS,
    PACKAGE,
    PROPERTIES,
    KnownFields,
    field_of,
    mismatch,
)
from xpkgtui.golang.characters import folded
from xpkgtui.golang.printing import TooDeep, as_json, plain, quoted, truth, type_of_go
from xpkgtui.untyped import listing, text
from xpkgtui.values import dataclass

_SHAPES: Mapping[str, tuple[str, KnownFields]] = {
    "olm.package": ("package", PACKAGE),
    "olm.channel": ("channel", CHANNEL),
    "olm.bundle": ("bundle", BUNDLE),
    "olm.deprecations": ("deprecation", DEPRECATIONS),
}
_NAMES = ("schema", "package", "name")
_DECODING = "error unmarshaling JSON: while decoding JSON: "
_LONGEST_PRINTED = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadingFault:
    """The reason why a document is not loaded."""

    rule: str
    """The rule that it breaks: FBC002, FBC003, FBC004, FBC013, FBC050."""
    message: str
    """In words."""
    says: str | None = None
    """The message of opm."""
    path: FieldPath | None = None


def fault_of(value: object, *, is_json: bool = False) -> LoadingFault | None:
    """The first fault of a document, in the order in which opm looks; None where it is loaded.

    `is_json` says that it is a JSON object, which opm decodes without making YAML of it first.
    """
    if value is not None and not isinstance(value, dict):
        word = type_of_go(value)
        article = "an" if word == "array" else "a"
        says = f"{_DECODING}json: cannot unmarshal {word} into Go value of type map[string]interface {{}}"
        says += _indicated(value)
        return LoadingFault(rule="FBC002", message=f"is {article} {word}, not a mapping", says=says)
    fields: Mapping[str, Any] = value or {}
    lead = "" if is_json else _DECODING
    return _keys(fields, lead) or _names(fields, lead, is_empty=value is None) or _shape(fields)


def _indicated(value: object) -> str:
    """The value with the place at which Go's decoder notices that it is not an object."""
    written = as_json(value, indent=4)
    if len(written) > _LONGEST_PRINTED:
        return ""
    if isinstance(value, list):
        return f" at offset 1 (indicated by <==)\n[ <== {written[1:]}"
    return f" at offset {len(written.encode())} (indicated by <==)\n{written} <=="


def _keys(fields: Mapping[str, Any], lead: str) -> LoadingFault | None:
    """Keys that differ only in case."""
    spelled: dict[str, list[str]] = {}
    for key in fields:
        spelled.setdefault(key.casefold(), []).append(key)
    twice = {folded: sorted(keys) for folded, keys in spelled.items() if len(keys) > 1}
    if not twice:
        return None
    each = [f"duplicate keys for key {quoted(folded)}: [{' '.join(keys)}]" for folded, keys in sorted(twice.items())]
    says = each[0] if len(each) == 1 else f"[{', '.join(each)}]"
    folded, keys = next(iter(sorted(twice.items())))
    message = f"has the key {folded} in several spellings: {', '.join(keys)}"
    return LoadingFault(rule="FBC004", message=message, says=lead + says, path=FieldPath.of(keys[-1]))


def _names(fields: Mapping[str, Any], lead: str, *, is_empty: bool) -> LoadingFault | None:
    """Names that are not text, and a schema that is missing."""
    by_name = {key.casefold(): key for key in fields}
    wrong = []
    for name in _NAMES:
        key = by_name.get(name)
        if key is not None and not isinstance(fields[key], str):
            says = _of_go(fields[key])
            words = None if says is None else f"{lead}expected value for key {quoted(key)} to be a string, got {says}"
            message = f"has a {name} that is not text"
            fault = LoadingFault(rule="FBC003", message=message, says=words, path=FieldPath.of(key))
            wrong.append((words or "", fault))
    if wrong:
        return min(wrong, key=lambda one: one[0] or "~")[1]
    if not text(fields.get(by_name.get("schema", ""))):
        written = as_json(fields, escapes=False) + "\n"
        written = "" if is_empty else written
        says = f"object '{written}' is missing root schema field" if len(written) < _LONGEST_PRINTED else None
        return LoadingFault(rule="FBC003", message="has no schema", says=says)
    return None


def _shape(fields: Mapping[str, Any]) -> LoadingFault | None:
    """The first value that the schema has in another shape."""
    found = _SHAPES.get(text(field_of(fields, "schema")))
    if found is None:
        return None
    word, shape = found
    if wrong := mismatch(fields, shape):
        message = f"has a value of the wrong kind at {wrong.field}"
        rule = "FBC002"
        if wrong.is_not_base64:
            rule, message = "FBC013", "has an icon whose data is not base64"
        return LoadingFault(rule=rule, message=message, says=f"parse {word}: {wrong.says}", path=wrong.field)
    return _objects(fields) if shape is BUNDLE else None


def _objects(fields: Mapping[str, Any]) -> LoadingFault | None:
    """The first embedded object that cannot be read."""
    lead = f"package {quoted(text(field_of(fields, 'package')))}, bundle {quoted(text(field_of(fields, 'name')))}"
    for number, one in enumerate(listing(field_of(fields, "properties"))):
        if text(field_of(one, "type")) != OBJECT:
            continue
        place = f"property at index {number} as bundle object"
        path = FieldPath.of("properties", number, "value")
        if not any(folded(key) == "value" for key in one):
            says = f"read bundle objects: {lead}: parse {place}: unexpected end of JSON input"
            return LoadingFault(rule="FBC050", message="embeds an object without a value", says=says, path=path)
        wrong = mismatch(field_of(one, "value"), PROPERTIES[OBJECT], path.parts)
        if wrong is not None:
            says = f"read bundle objects: {lead}: parse {place}: {wrong.says}"
            return LoadingFault(
                rule="FBC050", message="embeds an object that cannot be read", says=says, path=wrong.field
            )
    return None


def _of_go(value: object) -> str | None:
    """A value as Go's `%t: %v` writes it; None where that is long."""
    try:
        text = f"{truth(value)}: {plain(value)}"
    except (TooDeep, OverflowError):
        return None
    return text if len(text) <= _LONGEST_PRINTED else None

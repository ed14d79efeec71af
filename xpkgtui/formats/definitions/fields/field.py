"""One field of a schema, and what is said of it: its type, its bounds and its choices in words."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.spoken import Path
from xpkgtui.untyped import listing, mapping, text
from xpkgtui.values import dataclass


class Need(StrEnum):
    """When a field has to be there, the parent given."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    ON_CREATION = "on creation"
    """A rule requires it where management policies create or update the resource."""
    UNLESS_INIT = "on creation, unless initProvider has it"


class Mutability(StrEnum):
    """Whether a field can be changed."""

    FREE = "mutable"
    ONCE_SET = "immutable once set"
    NEVER = "immutable"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRule:
    """A CEL rule that speaks of a field."""

    rule: str
    message: str
    """The message, or the expression that makes it; empty where the author gave none."""
    path: str
    """The field that has the rule; empty for the root."""
    is_of_update: bool
    """Whether it compares with the value before an update."""


Mark = FieldRule | Need | Mutability
Marks = Mapping[Path, tuple[Mark, ...]]
"""What rules above a field say of the fields below it, by their paths from the field."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SchemaField:
    """A field, or the items of a list (`[]`) or the values of a map (`*`)."""

    name: str
    path: str
    """`spec.tags[].key`, `spec.labels.*`; empty for the root."""
    schema: Node = field(repr=False)
    steps: tuple[str, ...]
    """The keys from the schema of the version to this one."""
    need: Need = Need.OPTIONAL
    mutability: Mutability = Mutability.FREE
    rules: tuple[FieldRule, ...] = ()
    """The rules that it has, and those above that speak of it."""
    marks: Marks = field(repr=False)

    @property
    def kind(self) -> str:
        """The type without what is in it: `list`, `set`, `map`, `enum`, `object`, `string`."""
        return kind_of(self.schema)

    @property
    def type(self) -> str:
        """The type in words: `list of objects`, `map of string`."""
        return type_words(self.schema)

    @property
    def of(self) -> str:
        """What is in a list or map: `objects`; empty for other types."""
        return self.type.partition(" of ")[2]

    @property
    def description(self) -> str:
        """The author's description."""
        return text(self.schema.get("description"))

    @property
    def is_required(self) -> bool:
        """Whether it is always required; one with a default need not be given."""
        return self.need is Need.REQUIRED

    @property
    def has_default(self) -> bool:
        """Whether the API server sets a value where none is given."""
        return self.schema.get("default") is not None

    @property
    def default(self) -> Any:
        """The value that the API server sets; None where it sets none."""
        return self.schema.get("default")

    @property
    def enum(self) -> tuple[Any, ...]:
        """The values that are allowed; empty where others are."""
        return tuple(listing(self.schema.get("enum")))

    @property
    def bounds(self) -> tuple[tuple[str, str], ...]:
        """What is bounded, and how: `("length", "at least 1")`."""
        return bounds_of(self.schema)

    @property
    def alternatives(self) -> tuple[str, ...]:
        """What `oneOf` and `anyOf` ask for, in words."""
        return alternatives_of(self.schema)

    @property
    def pattern(self) -> str:
        """The regular expression that its text matches; empty where there is none."""
        return text(self.schema.get("pattern"))

    @property
    def format(self) -> str:
        """The format of its text or number; empty where there is none."""
        return text(self.schema.get("format"))

    @property
    def is_nullable(self) -> bool:
        """Whether null is a value of its own."""
        return self.schema.get("nullable") is True

    @property
    def keeps_unknown(self) -> bool:
        """Whether fields that the schema does not name are kept."""
        return self.schema.get(PRESERVES) is True

    @property
    def list_keys(self) -> tuple[str, ...]:
        """The fields that identify an item of a map list."""
        return tuple(one for one in listing(self.schema.get("x-kubernetes-list-map-keys")) if isinstance(one, str))


PRESERVES = "x-kubernetes-preserve-unknown-fields"
_LISTS = {"set": "set", "map": "map list"}
_MANY = {"object": "objects", "resource": "resources", "enum": "enum"}
_BOUNDS = (
    ("value", "minimum", "maximum"),
    ("length", "minLength", "maxLength"),
    ("items", "minItems", "maxItems"),
    ("fields", "minProperties", "maxProperties"),
)
_MOST_WORDS = 8


def kind_of(schema: Node) -> str:
    """The type in a word or two: object, map, list, set, map list, enum, any, int or string, resource, a scalar."""
    named = text(schema.get("type"))
    if schema.get("x-kubernetes-int-or-string") is True:
        return "int or string"
    if schema.get("x-kubernetes-embedded-resource") is True:
        return "resource"
    if listing(schema.get("enum")):
        return "enum"
    if named == "array" or (not named and "items" in schema):
        return _LISTS.get(text(schema.get("x-kubernetes-list-type")), "list")
    has_fields = bool(mapping(schema.get("properties")))
    if named in ("object", "") and not has_fields:
        if schema.get("additionalProperties"):
            return "map"
        return "any" if not named or schema.get(PRESERVES) is True else named
    return named or "object"


def inner_of(schema: Node) -> Node | None:
    """The schema of the items of a list or the values of a map; None where there is none."""
    for word in ("items", "additionalProperties"):
        inner = schema.get(word)
        if isinstance(inner, dict):
            return inner
    return None


def type_words(schema: Node) -> str:
    """The type in words: `list of objects`, `map of string`, `set of enum`."""
    words = [kind_of(schema)]
    inner = inner_of(schema)
    while inner is not None and len(words) < _MOST_WORDS:
        kind = kind_of(inner)
        words.append(_MANY.get(kind, kind))
        inner = inner_of(inner)
    return " of ".join(words)


def bounds_of(schema: Node) -> tuple[tuple[str, str], ...]:
    """What is bounded, and how: `("length", "1 to 63")`."""
    found = []
    for what, low, high in _BOUNDS:
        least, most = _number(schema.get(low)), _number(schema.get(high))
        below = "above" if schema.get("exclusiveMinimum") is True and what == "value" else "at least"
        beyond = "below" if schema.get("exclusiveMaximum") is True and what == "value" else "at most"
        if least and most and (below, beyond) == ("at least", "at most"):
            found.append((what, least if least == most else f"{least} to {most}"))
        else:
            words = [f"{below} {least}"] if least else []
            words += [f"{beyond} {most}"] if most else []
            found += [(what, ", ".join(words))] if words else []
    if step := _number(schema.get("multipleOf")):
        found.append(("value", f"a multiple of {step}"))
    if schema.get("uniqueItems") is True:
        found.append(("items", "all different"))
    return tuple(found)


def _number(value: Any) -> str:
    """A number in words; empty for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return ""
    is_whole = isinstance(value, int) or value.is_integer()
    return f"{int(value):,}" if is_whole and abs(value) < 1e15 else f"{value:g}" if abs(value) < 1e300 else ""


def alternatives_of(schema: Node) -> tuple[str, ...]:
    """What junctors ask for, in words: `exactly one of: a, b`."""
    found = []
    for word, says in (("oneOf", "exactly one of"), ("anyOf", "at least one of")):
        options = listing(schema.get(word))
        if not options or schema.get("x-kubernetes-int-or-string") is True:
            continue
        names = [listing(mapping(one).get("required")) for one in options]
        if all(isinstance(name, str) for each in names for name in each) and all(names):
            found.append(f"{says}: {', '.join(' with '.join(each) for each in names)}")
        else:
            found.append(f"{says} {len(options):,} further schemas")
    return tuple(found)

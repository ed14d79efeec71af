"""One field of a schema, and what is said of it."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.words import PRESERVES, alternatives_of, bounds_of, kind_of, type_words
from xpkgtui.formats.definitions.objects.spoken import Path
from xpkgtui.untyped import listing, text
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

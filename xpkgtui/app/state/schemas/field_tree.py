"""The fields of one version: what was made once is kept, so that a large schema costs what is looked at."""

from functools import cached_property

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.formats.definitions.fields.search import FieldIndex, FieldMatches, FieldOwner
from xpkgtui.formats.definitions.fields.tree import EVERY_OBJECT, children, has_children, root_of
from xpkgtui.formats.definitions.objects.cel import rules_of
from xpkgtui.untyped import listing, mapping
from xpkgtui.values import dataclass

_MOST_NODES = 500_000
"""Schemas of one version that are counted."""
_MOST_FOUND = 300
"""Fields that a filter leaves at most."""
_MOST_OPEN = 5_000
"""Rows that are listed where every field is opened at once."""
_NOBODY = FieldOwner(number=0, group="", kind="", version="")


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaCounts:
    """What a schema has, all of it."""

    required: int
    rules: int


class FieldTree:
    """The fields of a schema by their paths."""

    def __init__(self, schema: Node) -> None:
        self._schema = schema
        self.root = root_of(schema)
        self._below: dict[str, tuple[SchemaField, ...]] = {}
        self._known: dict[str, SchemaField] = {}

    @property
    def is_empty(self) -> bool:
        """Whether the version has no schema at all."""
        return not self._schema

    @cached_property
    def top(self) -> tuple[SchemaField, ...]:
        """The fields of the object, without those that every object has and of which nothing is said."""
        found = self.children(self.root)
        return tuple(one for one in found if one.name not in EVERY_OBJECT or has_children(one))

    @cached_property
    def counts(self) -> SchemaCounts:
        """How many fields are required, and how many rules there are."""
        required = rules = 0
        waiting, left = [self._schema], _MOST_NODES
        while waiting and left:
            node, left = waiting.pop(), left - 1
            properties = mapping(node.get("properties"))
            required += len(listing(node.get("required")))
            rules += len(rules_of(node)) if "x-kubernetes-validations" in node else 0
            inner = (node.get("items"), node.get("additionalProperties"))
            waiting.extend(one for one in (*properties.values(), *inner) if isinstance(one, dict))
        return SchemaCounts(required=required, rules=rules)

    @cached_property
    def levels(self) -> int:
        """The levels that can be open together without listing too many rows."""
        level, rows, depth = list(self.top), 0, 0
        while level and rows + len(level) <= _MOST_OPEN:
            rows += len(level)
            depth += 1
            level = [below for one in level for below in self.children(one)]
        return depth

    def children(self, parent: SchemaField) -> tuple[SchemaField, ...]:
        """The fields below one."""
        found = self._below.get(parent.path)
        if found is None:
            found = self._below[parent.path] = children(parent)
            self._known.update((one.path, one) for one in found)
        return found

    def way(self, path: str) -> tuple[SchemaField, ...]:
        """The fields from the top down to a path; fewer where it leads nowhere."""
        here, found = self.root, []
        while here.path != path:
            # Of two names one of which begins the other, the longer one leads there.
            below = [one for one in self.children(here) if _holds(one.path, path)]
            if not below:
                break
            here = max(below, key=lambda one: len(one.path))
            found.append(here)
        return tuple(found)

    def field(self, path: str) -> SchemaField | None:
        """The field at a path; None where there is none."""
        if path not in self._known:
            way = self.way(path)
            return way[-1] if way and way[-1].path == path else None
        return self._known[path]

    def search(self, words: str) -> FieldMatches:
        """The fields whose paths have the letters of all words in order, the best first."""
        return self._index.search(words, _MOST_FOUND)

    @cached_property
    def _index(self) -> FieldIndex:
        found = FieldIndex()
        found.add(_NOBODY, self._schema, set())
        return found


def _holds(above: str, path: str) -> bool:
    """Whether a path is that of a field, or of one below it."""
    return path == above or (path.startswith(above) and path[len(above)] in ".[")

"""The versions of the kinds that one document defines, and what differs between two of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from xpkgtui.formats.definitions.custom_resources import schema_of, versions_of
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.formats.definitions.fields.search import FieldIndex, FieldMatches, FieldOwner
from xpkgtui.formats.definitions.fields.tree import EVERY_OBJECT, children, has_children, root_of
from xpkgtui.formats.definitions.fields.versions import (
    DefinedKind,
    DefinedVersion,
    VersionsCompared,
    compared,
    defined_kind,
    unlike,
)
from xpkgtui.formats.definitions.objects.cel import rules_of
from xpkgtui.untyped import listing, mapping
from xpkgtui.values import dataclass
from xpkgtui.versions.kubernetes import priority

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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SchemaVersion:
    """One version of a kind, with the tree of its fields."""

    made: int
    """The number of its definition among those that the document makes."""
    number: int
    """Its place among the versions as the definition lists them."""
    kind: DefinedKind
    version: DefinedVersion
    node: Node
    """The version as the definition has it."""
    tree: FieldTree

    @property
    def key(self) -> str:
        """`0:v1beta1`"""
        return f"{self.made}:{self.version.name}"

    @property
    def schema(self) -> Node:
        """Its schema; an empty one where it has none."""
        return schema_of(self.node)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DefinedSchemas:
    """The versions of all kinds that a document defines: of each kind the newest first."""

    versions: tuple[SchemaVersion, ...] = ()
    definitions: tuple[Node, ...] = ()
    """The definitions that the document makes; that of a claim follows its composite's."""
    problem: str = ""
    """Why there are none."""

    def version(self, key: str) -> SchemaVersion | None:
        """The version of a key, else the stored one of the first kind, else its newest."""
        stored = (one for one in self.versions if one.version.is_stored)
        first = next(stored, self.versions[0] if self.versions else None)
        return next((one for one in self.versions if one.key == key), first)

    def siblings(self, shown: SchemaVersion) -> tuple[SchemaVersion, ...]:
        """All versions of the same kind."""
        return tuple(one for one in self.versions if one.made == shown.made)

    def before(self, shown: SchemaVersion) -> SchemaVersion | None:
        """The version that one is compared with: the one before it, of the oldest the newest."""
        same = self.siblings(shown)
        return same[(same.index(shown) + 1) % len(same)] if len(same) > 1 else None

    @property
    def has_claims(self) -> bool:
        """Whether there are several kinds."""
        return any(one.made for one in self.versions)


def defined_schemas(made: Sequence[Any]) -> DefinedSchemas:
    """The versions of the definitions that a document makes, as `Text.DEFINITIONS` has them."""
    found: list[SchemaVersion] = []
    definitions = tuple(one for one in made if isinstance(one, dict))
    for number, definition in enumerate(definitions):
        kind = defined_kind(definition)
        pairs = enumerate(zip(kind.versions, versions_of(definition), strict=False))
        own = [
            SchemaVersion(
                made=number, number=at, kind=kind, version=version, node=node, tree=FieldTree(schema_of(node))
            )
            for at, (version, node) in pairs
        ]
        found += sorted(own, key=lambda one: priority(one.version.name), reverse=True)
    problem = "" if found else "The definition has no versions, so there are no fields."
    return DefinedSchemas(versions=tuple(found), definitions=definitions, problem=problem)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OtherVersion:
    """What differs in the fields of a version from those of another one."""

    other: SchemaVersion
    found: VersionsCompared
    new: frozenset[str]
    moved: Mapping[str, str]
    """Where fields were, by where they are."""
    changed: Mapping[str, tuple[str, ...]]
    """What the other version says of fields that both have."""
    gone: Mapping[str, tuple[SchemaField, ...]]
    """Fields of the other version that are gone, by the field above them."""
    moved_to: Mapping[str, str]
    """Where those of them are that were moved."""
    inside: Mapping[str, int]
    """How many differences there are below a field."""


@lru_cache(maxsize=64)
def beside(shown: SchemaVersion, other: SchemaVersion) -> OtherVersion:
    """The fields of a version beside those of another one."""
    found = compared(other.schema, shown.schema)
    moved_to = dict(found.moved)
    moved = {place: was for was, place in found.moved}
    changed = {}
    for path, _ in found.changed:
        old, new = other.tree.field(path), shown.tree.field(path)
        if old is not None and new is not None:
            changed[path] = unlike(new, old)
    gone: dict[str, list[SchemaField]] = {}
    inside: Counter[str] = Counter()
    for path in (*found.gone, *moved_to):
        way = other.tree.way(path)
        if way and way[-1].path == path:
            gone.setdefault(way[-2].path if len(way) > 1 else "", []).append(way[-1])
            inside.update(one.path for one in way[:-1])
    for path in (*found.new, *moved, *changed):
        inside.update(one.path for one in shown.tree.way(path) if one.path != path)
    return OtherVersion(
        other=other,
        found=found,
        new=frozenset(found.new),
        moved=moved,
        changed=changed,
        gone={path: tuple(fields) for path, fields in gone.items()},
        moved_to=moved_to,
        inside=inside,
    )

"""One walk through an OpenAPI schema; only nodes that are not trivially right are checked closely."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

from xpkgtui.cel import COMPILED_SINCE, NEWEST
from xpkgtui.documents.shared import NOTHING_SHARED, Shared
from xpkgtui.formats.definitions import openapi, structural
from xpkgtui.formats.definitions.defaults import check_default, resource_around
from xpkgtui.formats.definitions.field_errors import ErrorType, FieldError, FieldErrors, LinkedPath, Node
from xpkgtui.untyped import mapping

TYPES = frozenset({"array", "boolean", "integer", "number", "object", "string"})
_PLAIN = frozenset(
    [
        *("type", "description", "title", "properties", "items", "additionalProperties", "required", "enum"),
        *("format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength"),
        *("minItems", "maxItems", "minProperties", "maxProperties", "multipleOf", "externalDocs", "example"),
        "nullable",
    ]
)
"""Fields that cannot be wrong by themselves."""
_LEAF = _PLAIN - {"properties", "items", "additionalProperties"}
_SCALARS = TYPES - {"array", "object"}
_META = frozenset({"apiVersion", "kind", "metadata"})


class SchemaLevel(Enum):
    """The position of a node in a structural schema."""

    ROOT = auto()
    ITEM = auto()
    FIELD = auto()
    NESTED = auto()
    """Below allOf, anyOf, oneOf or not; such a node may only restrict what is specified elsewhere."""
    NESTED_INT_OR_STRING = auto()
    """The first of allOf, whose anyOf is that of an int-or-string."""
    LOOSE = auto()
    """A node without requirements, as in that anyOf."""

    @property
    def is_structural(self) -> bool:
        """Whether the node itself specifies something."""
        return self in {SchemaLevel.ROOT, SchemaLevel.ITEM, SchemaLevel.FIELD}

    def below(self, level: "SchemaLevel") -> "SchemaLevel":
        """The position of a node below this one, of which `level` is that in a structural schema."""
        return level if self.is_structural else self if self is SchemaLevel.LOOSE else SchemaLevel.NESTED


class _Node:
    """A node that is still to be visited."""

    __slots__ = ("forbidden", "in_map", "in_meta", "level", "node", "path")

    def __init__(
        self, node: Node, path: LinkedPath, level: SchemaLevel, forbidden: str | None, in_meta: bool, in_map: bool
    ) -> None:
        self.node = node
        self.path = path
        self.level = level
        self.forbidden = forbidden
        """The reason why defaults are not allowed."""
        self.in_meta = in_meta
        self.in_map = in_map
        """Whether it is below additionalProperties, where the API server does not look at defaults."""


def _is_in_meta(one: _Node) -> bool:
    return one.in_meta and not one.node.get("x-kubernetes-embedded-resource")


class SchemaCheck:
    """The check of one schema."""

    def __init__(self, shared: Shared = NOTHING_SHARED, release: int = NEWEST) -> None:
        self._shared = shared
        self._release = release
        self._met: list[Node] = []
        """Shared schemas of fields."""
        self._path = LinkedPath(None, "")
        self._openapi = FieldErrors()
        self._structural = FieldErrors()
        self._defaults = FieldErrors()
        self._unsupported: list[FieldError] = []
        self._faulty: list[tuple[object, ...]] = []
        self._with_default: list[_Node] = []
        self._with_rules: list[_Node] = []
        self._waiting: list[_Node] = []

    def run(self, schema: Node, path: LinkedPath, *, status: bool) -> list[FieldError]:
        """All errors; `status` says whether the status subresource is enabled."""
        root, self._path = FieldErrors(), path
        if status:
            openapi.check_root(schema, path, root)
        if schema.get("nullable"):
            root.forbidden(path.to("nullable"), "nullable cannot be true at the root")
        self._waiting.append(_Node(schema, path, SchemaLevel.ROOT, None, in_meta=False, in_map=False))
        while self._waiting and not self._openapi.is_full and not self._structural.is_full:
            self._visit(self._waiting.pop())
        if self._unsupported:
            found = root.found + self._openapi.found
            return found or self._unsupported[:1]
        structural.check_completeness(schema, path, self._structural)
        if self._with_default and not self._structural.found:
            for one in self._with_default:
                is_root, in_meta = one.level is SchemaLevel.ROOT, _is_in_meta(one)
                steps = one.path.steps()[len(path.steps()) :]
                resource = resource_around(schema, steps, one.node["default"]) if in_meta else None
                check_default(one.node, one.path, self._defaults, is_root=is_root, resource=resource)
        if self._with_rules and not self._structural.found and all(one.is_undecided for one in self._defaults.found):
            self._check_rules(schema)
        found = root.found + self._structural.found + self._defaults.found + self._openapi.found
        if not found:
            above = set(self._above_rules(schema))
            self._shared.passed(SchemaLevel, [one for one in self._met if id(one) not in above])
        return found

    def _above_rules(self, schema: Node) -> Iterator[int]:
        """The identities of the nodes with a rule in them or below, which may be wrong in another place."""
        begun = len(self._path.steps())
        for one in self._with_rules:
            node: Any = schema
            for step in one.path.steps()[begun:]:
                node = node[step.part]
                yield id(node)

    def _check_rules(self, schema: Node) -> None:
        """Compiles the rules of the nodes below which nothing is wrong, as the API server does."""
        if self._release < COMPILED_SINCE:
            return
        # The room of CEL is loaded where there is a rule.
        from xpkgtui.formats.definitions.compiled_rules import RuleCheck

        compiled = FieldErrors()
        rules = RuleCheck(schema, self._path, compiled, self._release)
        for one in self._with_rules:
            parts = one.path.path.parts
            if not any(fault[: len(parts)] == parts for fault in self._faulty):
                rules.check(one.node, one.path)
        rules.conclude()
        self._openapi.found += compiled.found

    def _visit(self, one: _Node) -> None:
        node, level = one.node, one.level
        properties, items, additional = node.get("properties"), node.get("items"), node.get("additionalProperties")
        kind = node.get("type")
        is_plain = (
            (level is SchemaLevel.FIELD or level is SchemaLevel.ITEM)
            and kind in TYPES
            and node.keys() <= _PLAIN
            and (items.__class__ is dict or (items is None and kind != "array"))
            and not (properties and additional is not None)
            and not (properties and "metadata" in properties)
            and not one.in_meta
        )
        if not is_plain:
            self._look_closely(one)
            self._push_junctors(one)
        if properties:
            self._push_properties(one, properties)
        if items is not None:
            self._push_items(one, items)
        if additional.__class__ is dict:
            forbidden = "inside additionalProperties applying to object metadata" if one.in_meta else one.forbidden
            below = SchemaLevel.FIELD if level.is_structural else SchemaLevel.LOOSE
            self._waiting.append(
                _Node(additional, one.path.to("additionalProperties"), below, forbidden, one.in_meta, True)
            )

    def _look_closely(self, one: _Node) -> None:
        node, path, level = one.node, one.path, one.level
        if problem := structural.unsupported(node):
            self._unsupported.append(
                FieldError(type=ErrorType.INVALID, path=path.path, field=str(self._path), detail=problem)
            )
        before = len(self._openapi.found)
        openapi.check(node, path, self._openapi, forbidden=one.forbidden, in_meta=one.in_meta)
        if len(self._openapi.found) > before:
            self._faulty.append(path.path.parts)
        if level.is_structural:
            structural.check(
                node, path, self._structural, is_root=level is SchemaLevel.ROOT, is_item=level is SchemaLevel.ITEM
            )
            if node.get("default") is not None and one.forbidden is None and not one.in_map:
                self._with_default.append(one)
            if node.get("x-kubernetes-validations"):
                self._with_rules.append(one)
        elif level is not SchemaLevel.LOOSE:
            structural.check_nested(node, path, self._structural)

    def _push_properties(self, one: _Node, properties: Node) -> None:
        node, path, level = one.node, one.path, one.level
        below = level.below(SchemaLevel.FIELD)
        is_resource = level is SchemaLevel.ROOT or node.get("x-kubernetes-embedded-resource")
        is_open = below is SchemaLevel.FIELD and not (one.forbidden or one.in_meta or one.in_map)
        push = self._waiting.append
        for key, child in properties.items():
            # Half of all nodes are leaves like this, and there are hundreds of thousands.
            if (
                child.__class__ is dict
                and child.get("type") in _SCALARS
                and child.keys() <= _LEAF
                and below is SchemaLevel.FIELD
            ):
                continue
            forbidden, in_meta = one.forbidden, one.in_meta
            if is_open and child in self._shared and not (is_resource and key in _META):
                if self._shared.is_right(SchemaLevel, child):
                    continue
                self._met.append(child)
            if is_resource and key in _META:
                in_meta = True
                forbidden = f"in top-level {key}" if level is SchemaLevel.ROOT else forbidden
            push(
                _Node(
                    mapping(child),
                    LinkedPath(LinkedPath(path, "properties"), key, True),
                    below,
                    forbidden,
                    in_meta,
                    one.in_map,
                )
            )

    def _push_items(self, one: _Node, items: Any) -> None:
        if isinstance(items, dict):
            self._push(one, items, one.path.to("items"), one.level.below(SchemaLevel.ITEM))
        elif isinstance(items, list):
            for number, child in enumerate(items):
                self._push(one, mapping(child), one.path.to("items", number), SchemaLevel.LOOSE)

    def _push_junctors(self, one: _Node) -> None:
        node, path, level = one.node, one.path, one.level
        nested = level.below(SchemaLevel.NESTED)
        loose_any = level is SchemaLevel.NESTED_INT_OR_STRING or (
            level.is_structural and structural.is_int_or_string(node)
        )
        first_all = level.is_structural and structural.is_int_or_string_in_all(node)
        for word in ("allOf", "anyOf", "oneOf"):
            for number, child in enumerate(node.get(word) or ()):
                below = nested
                if word == "anyOf" and loose_any:
                    below = SchemaLevel.LOOSE
                elif word == "allOf" and number == 0 and first_all:
                    below = SchemaLevel.NESTED_INT_OR_STRING
                self._push(one, mapping(child), path.to(word, number), below)
        if node.get("not") is not None:
            self._push(one, mapping(node["not"]), path.to("not"), nested)
        for word in ("definitions", "dependencies"):
            for key, child in mapping(node.get(word)).items():
                if isinstance(child, dict):
                    self._push(one, child, path.at(word, key), SchemaLevel.LOOSE)

    def _push(self, one: _Node, node: Node, path: LinkedPath, level: SchemaLevel) -> None:
        self._waiting.append(_Node(node, path, level, one.forbidden, one.in_meta, one.in_map))

"""Fields that rules of CEL require, as upjet writes them: they depend on management policies, or on nothing."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

_HAS = r"has\(self\.([A-Za-z_][\w.]*)\)"
_POLICIES = r"!\(\s*(?:'[*\w]+' in self\.managementPolicies(?:\s*\|\|\s*)?)+\s*\)"
_UPJET = late(
    rf"\s*(?:({_POLICIES})\s*\|\|\s*)?{_HAS}"
    rf"(?:\s*\|\|\s*\(has\(self\.initProvider\)\s*&&\s*{_HAS}\))?\s*"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredField:
    """A field that a rule requires."""

    path: str
    """The path below the schema that has the rule."""
    has_policies: bool
    """Whether management policies that create or update nothing do without it."""
    instead: str
    """The path of a field that may stand in for it; empty where none may."""


def requirements(rules: Any, schema: Node) -> Iterator[RequiredField]:
    """The fields below a schema that its rules require."""
    for rule in listing(rules):
        match = _UPJET.fullmatch(text(mapping(rule).get("rule")))
        if match and (field(schema, "properties", match[2].partition(".")[0]) is not None):
            yield RequiredField(path=match[2], has_policies=bool(match[1]), instead=match[3] or "")


def required_by_rules(rules: Any, schema: Node) -> tuple[str, ...]:
    """The fields below the schema that its rules require when the resource is created or updated."""
    return tuple(one.path for one in requirements(rules, schema))

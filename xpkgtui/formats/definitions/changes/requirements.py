"""Fields that rules of CEL require, as upjet writes them: they depend on management policies, or on nothing."""

from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text

_HAS = r"has\(self\.([A-Za-z_][\w.]*)\)"
_POLICIES = r"!\(\s*(?:'[*\w]+' in self\.managementPolicies(?:\s*\|\|\s*)?)+\s*\)"
_UPJET = late(rf"\s*(?:{_POLICIES}\s*\|\|\s*)?{_HAS}(?:\s*\|\|\s*\(has\(self\.initProvider\)\s*&&\s*{_HAS}\))?\s*")


def required_by_rules(rules: Any, schema: Node) -> tuple[str, ...]:
    """The fields below the schema that its rules require when the resource is created or updated."""
    found = []
    for rule in listing(rules):
        match = _UPJET.fullmatch(text(mapping(rule).get("rule")))
        if match and (field(schema, "properties", match[1].partition(".")[0]) is not None):
            found.append(match[1])
    return tuple(found)

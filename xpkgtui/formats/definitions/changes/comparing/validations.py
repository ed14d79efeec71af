"""The CEL rules of two schemas of one place, compared by what they demand and not by how they are written."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.cel.nodes import identity
from xpkgtui.formats.definitions.changes import schema_rules as rules
from xpkgtui.formats.definitions.changes.comparing.demands import Demands, is_of_update
from xpkgtui.formats.definitions.changes.comparing.pairs import Roots, SchemaPair, is_of_status, place_of
from xpkgtui.formats.definitions.changes.sentences import settings
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.cel import parsed_rule, rules_of
from xpkgtui.patterns import late
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, mapping, same, text
from xpkgtui.values import dataclass

_RULES = "x-kubernetes-validations"


class _Rule(NamedTuple):
    """One rule, and what it is compared by."""

    number: int
    value: Node
    text: str
    tree: Tree | None
    key: Any
    on_update: bool
    """Whether it compares with the value before, and so does not run when an object is created."""


def compare_rules(roots: Roots, pair: SchemaPair, demands: Demands) -> Iterator[Difference]:
    """The rules that are new, gone or written otherwise."""
    before, after = (_rules(one) for one in (pair.old, pair.new))
    known, now = ({one.key: one for one in each} for each in (before, after))
    demanded = {one.path for one in requirements(rules_of(pair.old), pair.old)} if after else set()
    for one in after:
        if one.key not in known:
            follows = not one.on_update and demands.follows(one.tree, pair.old, pair.new)
            yield from _added(roots, pair, one, demanded, follows=follows)
        elif not same(known[one.key].value, one.value):
            at = place_of(roots, pair, _RULES, known[one.key].value, one.value)
            others = [{key: each[key] for key in each if key != "rule"} for each in (known[one.key].value, one.value)]
            yield rules.described(at, "a rule", settings(*others) if not same(*others) else "")
    for one in before:
        if one.key not in now:
            at = place_of(roots, pair, _RULES, one.value, None)
            follows = not one.on_update and demands.follows(one.tree, pair.new, pair.new)
            yield rules.rule_removed(at, one.text, is_implied=follows)


def _rules(schema: Node) -> list[_Rule]:
    found = []
    for number, value in enumerate(rules_of(schema)):
        rule, is_optional = text(value.get("rule")), value.get("optionalOldSelf") is True
        tree = parsed_rule(rule)
        key = (rule if tree is None else identity(tree)), is_optional
        found.append(_Rule(number, value, rule, tree, key, is_of_update(value)))
    return found


def _added(roots: Roots, pair: SchemaPair, rule: _Rule, demanded: set[str], *, follows: bool) -> Iterator[Difference]:
    """What a new rule demands: a field, which may be demanded already, or that objects pass it."""
    is_status = is_of_status(roots, pair)
    if not follows and (fields := required_by_rules([rule.value], pair.new)):
        for field in fields:
            at = At(
                version=roots.version,
                field=f"{pair.field}.{field}" if pair.field else field,
                old=pair.old_path.whole(),
                new=pair.new_path.whole(_RULES, rule.number),
                after=rule.text,
                where=pair.where,
                refused_as=("unhandled",),
            )
            yield rules.required(
                at, tuple(field.split(".")), is_again=field in demanded, is_defaulted=False, is_status=is_status
            )
        return
    at = place_of(roots, pair, _RULES, None, rule.value)
    yield rules.rule_added(
        at,
        rule.text,
        text(rule.value.get("message")),
        on_update=rule.on_update,
        is_implied=follows,
        is_status=is_status,
    )


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

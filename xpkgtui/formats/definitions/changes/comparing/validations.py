"""What two schemas of one place demand, by CEL rules or beside them, compared by what that is, however written."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.cel.nodes import identity
from xpkgtui.formats.definitions.changes import schema_rules as rules
from xpkgtui.formats.definitions.changes.comparing.implications import Implications, Known, presence
from xpkgtui.formats.definitions.changes.comparing.pairs import Roots, SchemaPair, is_of_status, place_of
from xpkgtui.formats.definitions.changes.sentences import settings
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.cel import parsed_rule, rules_of
from xpkgtui.golang.printing import as_json
from xpkgtui.patterns import late
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, mapping, same, text, texts
from xpkgtui.values import dataclass

COMBINATIONS = ("allOf", "anyOf", "oneOf", "not")
_WRITTEN = frozenset((*COMBINATIONS, "required", "properties", "enum"))
_MOST_BRANCHES = 8
_DEEPEST = 6
_LONGEST = 5_000
"""Characters of a combination that is written as a rule."""
_NAME = late(
    r"(?!(?:true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package"
    r"|namespace|return|var|void|while)\Z)[A-Za-z][A-Za-z0-9]*\Z"
)
"""Fields that a rule names as they are."""
_FIELD = late(r"self\.([A-Za-z0-9]+)")
_OLD = ("Name", "oldSelf")
_BOUNDS = {
    "minimum": ("self >= {}",),
    "maximum": ("self <= {}",),
    "enum": ("self in {}",),
    "pattern": ("self.matches({})",),
    **dict.fromkeys(("minLength", "minItems", "minProperties"), ("size(self) >= {}", "self.size() >= {}")),
    **dict.fromkeys(("maxLength", "maxItems", "maxProperties"), ("size(self) <= {}", "self.size() <= {}")),
}


def is_of_update(rule: Node) -> bool:
    """Whether a rule compares with the value before, so that it does not run when an object is created."""
    spelled = text(rule.get("rule"))
    if "oldSelf" not in spelled or rule.get("optionalOldSelf") is True:
        return False
    waiting = [identity(parsed_rule(spelled))]
    while waiting:
        part = waiting.pop()
        if part == _OLD:
            return True
        waiting += part if isinstance(part, tuple) else ()
    return False


class Demands:
    """What the schemas of one walk demand, read once for each, and what follows from it."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Node, Known]] = {}
        self._implications = Implications()

    def follows(self, rule: Tree | None, old: Node, new: Node) -> bool:
        """Whether a rule holds for all that the old schema takes, with the new defaults."""
        return rule is not None and self._implications.holds(rule, self._known_of(old), old, new)

    def is_demanded(self, word: str, old: Node, new: Node) -> bool:
        """Whether the rules and combinations of an old schema forbid all that a keyword of the new one forbids."""
        if word not in _BOUNDS or old.get("nullable") is True or not self._known_of(old).rules:
            return False
        return any(self.follows(parsed_rule(one.format(as_json(new.get(word)))), old, new) for one in _BOUNDS[word])

    def is_required(self, name: str, old: Node, new: Node) -> bool:
        """Whether the rules of the old schema demanded a field."""
        return bool(self._known_of(old).rules) and self.follows(presence(name), old, new)

    def _known_of(self, schema: Node) -> Known:
        if id(schema) not in self._known:
            # The two schemas of a pair are enough; they are kept, so that no other one gets their numbers.
            if len(self._known) > 1:
                self._known.clear()
            self._known[id(schema)] = schema, Known(_known_of(schema))
        return self._known[id(schema)][1]


def _known_of(schema: Node) -> list[Tree]:
    """The rules that an object passes when it is created, and what combinations of schemas demand."""
    found = [parsed_rule(text(one.get("rule"))) for one in rules_of(schema) if not is_of_update(one)]
    found += (demand(word, schema[word], schema) for word in COMBINATIONS if schema.get(word))
    return [one for one in found if one is not None]


def demand(word: str, value: Any, *schemas: Node) -> Tree | None:
    """The rule that a combination of these schemas stands for; None where it cannot be written as one.

    Rules see no field that is null, but a combination does. What it says of fields holds for every value that is no
    object.
    """
    rule = _rule_of(word, value, "self", 0)
    if rule is None or ("self." in rule and any(one.get("type") != "object" for one in schemas)):
        return None
    fields = [mapping(mapping(one.get("properties")).get(name)) for one in schemas for name in _FIELD.findall(rule)]
    return None if any(one.get("nullable") is True for one in fields) else parsed_rule(rule)


def _rule_of(word: str, value: Any, name: str, depth: int) -> str | None:
    """One keyword of a branch."""
    if depth > _DEEPEST or (name != "self" and word in ("required", "properties")):
        return None
    match word:
        case "required":
            return _joined([f"has({name}.{one})" if _NAME.match(one) else None for one in texts(value)], "&&")
        case "enum":
            is_plain = all(isinstance(one, str | bool | int | float) for one in listing(value))
            return f"{name} in {as_json(value)}" if is_plain else None
        case "properties":
            return _joined([_of_field(name, key, one, depth) for key, one in mapping(value).items()], "&&")
        case "not":
            inner = _branch(value, name, depth)
            return None if inner is None else f"!({inner})"
    branches = listing(value)
    if not branches or len(branches) > _MOST_BRANCHES:
        return None
    rules = [_branch(one, name, depth) for one in branches]
    if word == "oneOf":
        alone = [
            [one if one is None or here == there else f"!({one})" for there, one in enumerate(rules)]
            for here in range(len(rules))
        ]
        rules = [_joined(one, "&&") for one in alone]
    return _joined(rules, "&&" if word == "allOf" else "||")


def _of_field(name: str, key: str, schema: Any, depth: int) -> str | None:
    inner = _branch(schema, f"{name}.{key}", depth) if _NAME.match(key) else None
    return None if inner is None else f"!has({name}.{key}) || ({inner})"


def _branch(schema: Any, name: str, depth: int) -> str | None:
    """One branch; None where it says more than a rule can."""
    said = mapping(schema)
    if said.keys() - _WRITTEN:
        return None
    return _joined([_rule_of(word, value, name, depth + 1) for word, value in said.items()], "&&")


def _joined(parts: Iterable[str | None], operator: str) -> str | None:
    """All parts in one expression; None where one of them is missing."""
    found: list[str] = []
    for one in parts:
        if one is None or len(one) > _LONGEST:
            return None
        found.append(f"({one})")
    return f" {operator} ".join(found) or "true"


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

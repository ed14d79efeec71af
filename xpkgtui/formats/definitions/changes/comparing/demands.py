"""What a schema demands beside its rules, written as rules of CEL, so that both are judged together."""

from collections.abc import Iterable
from typing import Any

from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.cel.nodes import identity
from xpkgtui.formats.definitions.changes.comparing.implications import Implications, Known, presence
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.cel import parsed_rule, rules_of
from xpkgtui.golang.json_writing import as_json
from xpkgtui.patterns import late
from xpkgtui.untyped import listing, mapping, text, texts

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

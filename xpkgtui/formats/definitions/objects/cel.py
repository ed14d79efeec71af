"""The CEL rules of a schema: compiled as the API server compiles them, and evaluated for a value.

What the API server says of a rule is exact; an evaluation that takes more steps than are allowed has no answer. The
limit is far below the API server's own budget, so that what is answered is within it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from xpkgtui.cel.checking import NotKnown, check, shown_faults
from xpkgtui.cel.evaluating import program
from xpkgtui.cel.kubernetes import IMPLEMENTED, KUBERNETES, TYPE_NAMES
from xpkgtui.cel.nodes import Call, Name, Select
from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.cel.parsing import parse
from xpkgtui.cel.tokens import CelFault, TooDeepExpression
from xpkgtui.cel.types import BOOL, TooMuch, Type, optional
from xpkgtui.cel.values import MISSING, CelError, Optional, StepsLeft, Undecided, Value
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.typed import type_of, unescaped, value_of, with_meta
from xpkgtui.untyped import listing, text
from xpkgtui.values import dataclass

_MOST_STEPS = 100_000
"""StepsLeft of one evaluation, which take 200 ms; the API server takes ten times as many."""
MOST_STEPS_OF_ALL = 3 * _MOST_STEPS
"""StepsLeft of all rules about one object."""
_LONGEST = 20_000
_NOT_BOOL = "cel expression must evaluate to a bool"


def rules_of(schema: Node) -> list[Node]:
    """The rules of a schema."""
    return [one for one in listing(schema.get("x-kubernetes-validations")) if isinstance(one, dict)]


@lru_cache(maxsize=4_000)
def _parsed(rule: str) -> Tree:
    return parse(rule, KUBERNETES)


def parsed_rule(rule: str) -> Tree | None:
    """The tree of a rule; None where it has none, or is not looked at."""
    try:
        return _parsed(rule)
    except (CelFault, TooDeepExpression):
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """An expression, compiled for one schema."""

    run: Callable[[dict[str, Value], StepsLeft], Value] | None = None
    """What evaluates it; None where nothing does."""
    fault: str = ""
    """Why the API server does not compile it."""
    is_of_update: bool = False
    """Whether it compares with the value before an update."""
    is_known: bool = True
    """Whether it is known what the API server makes of it."""


def compiled(expression: str, kind: Type | None, *, wanted: Type = BOOL, is_optional: bool = False) -> Compiled:
    """Compiles an expression about values of a type; `is_optional` says that the value before may be missing."""
    if kind is None or len(expression) > _LONGEST:
        return Compiled(is_known=False)
    variables = {"self": kind, "oldSelf": optional(kind) if is_optional else kind}
    environment = KUBERNETES.with_variables(variables)
    try:
        tree = _parsed(expression)
        checked = check(tree, environment)
    except CelFault:
        return Compiled(fault="compilation failed", is_known=False)
    except (TooDeepExpression, TooMuch, NotKnown):
        return Compiled(is_known=False)
    if checked.faults:
        return Compiled(fault=f"compilation failed: {shown_faults(expression, checked.faults)}")
    if checked.type != wanted:
        return Compiled(fault=_NOT_BOOL if wanted == BOOL else "messageExpression must evaluate to a string")
    try:
        run = program(tree, IMPLEMENTED, TYPE_NAMES)
    except Undecided:
        return Compiled(is_known=False)
    except CelError as error:
        return Compiled(fault=f"program instantiation failed: {error}")
    return Compiled(run=run, is_of_update="oldSelf" in checked.names)


_TEXT: Type = ("string",)
_MOST_SCHEMAS = 2_000
_known: dict[tuple[int, bool], tuple[Node, "RuleSet"]] = {}


class RuleSet:
    """The rules about the values of one schema."""

    def __init__(self, schema: Node, *, is_resource: bool) -> None:
        self._is_resource = is_resource or bool(schema.get("x-kubernetes-embedded-resource"))
        self._schema = with_meta(schema) if self._is_resource else schema
        self._type = type_of(schema, "selfType", is_resource=self._is_resource)
        self._compiled: dict[tuple[str, bool, str], Compiled] = {}

    def compiled(self, rule: Node, word: str = "rule") -> Compiled:
        """A rule, or its `messageExpression`, compiled."""
        expression, is_optional = text(rule.get(word)), rule.get("optionalOldSelf") is True
        wanted = BOOL if word == "rule" else _TEXT
        key = expression, is_optional, str(wanted[0])
        if key not in self._compiled:
            self._compiled[key] = compiled(expression, self._type, wanted=wanted, is_optional=is_optional)
        return self._compiled[key]

    def evaluated(self, rule: Node, value: Any, *, word: str = "rule", budget: StepsLeft | None = None) -> Value:
        """What a rule says of a value that has none before; raises `CelError`, `Undecided`.

        It takes its steps out of the budget.
        """
        found = self.compiled(rule, word)
        if found.run is None:
            raise Undecided("an expression that is not compiled")
        names: dict[str, Value] = {}
        most = _MOST_STEPS if budget is None else min(_MOST_STEPS, budget.left)
        steps = StepsLeft(most)
        try:
            names["self"] = value_of(value, self._schema)
            names["oldSelf"] = Optional(MISSING) if rule.get("optionalOldSelf") is True else MISSING
            return found.run(names, steps)
        except RecursionError:
            raise Undecided("an expression that is too deep") from None
        finally:
            if budget is not None:
                budget.left -= most - steps.left


def rule_set(schema: Node, *, is_resource: bool = False) -> RuleSet:
    """The rules about the values of a schema, which are compiled once."""
    key = id(schema), is_resource
    if key not in _known:
        if len(_known) >= _MOST_SCHEMAS:
            _known.clear()
        # The schema is kept, so that no other one gets its number.
        _known[key] = schema, RuleSet(schema, is_resource=is_resource)
    return _known[key][1]


def outcome(rule: Node, value: Any, schema: Node) -> bool | None:
    """Whether a value satisfies a rule of its schema when it is created; None where that is not known."""
    rules = rule_set(schema)
    found = rules.compiled(rule)
    if found.run is None or (found.is_of_update and rule.get("optionalOldSelf") is not True):
        return True if found.is_of_update else None
    try:
        return rules.evaluated(rule, value) is True
    except CelError:
        return False
    except Undecided:
        return None


def demanded(rule: str) -> list[tuple[str, ...]]:
    """The fields of which a rule wants one to be there, as one way to satisfy it."""
    tree = parsed_rule(rule)
    waiting = [tree] if tree is not None else []
    found = []
    while waiting:
        one = waiting.pop()
        if isinstance(one, Call) and one.function == "_||_":
            waiting += reversed(one.arguments)
        elif isinstance(one, Select) and one.is_test:
            names = []
            inner: Tree = one
            while isinstance(inner, Select):
                names.append(inner.field)
                inner = inner.operand
            if isinstance(inner, Name) and inner.name == "self":
                found.append(tuple(unescaped(name) or name for name in reversed(names)))
    return found

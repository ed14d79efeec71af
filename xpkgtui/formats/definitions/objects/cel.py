"""The CEL rules of a schema: compiled as the API server compiles them, and evaluated for a value.

What the API server says of a rule is exact; an evaluation that takes more steps than are allowed has no answer. The
limit is far below the API server's own budget, so that what is answered is within it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from xpkgtui.cel import NEWEST
from xpkgtui.cel.checking import NotKnown, check, shown_faults
from xpkgtui.cel.costing import Sizes, estimated_cost
from xpkgtui.cel.environment import Environment
from xpkgtui.cel.evaluating import program
from xpkgtui.cel.library.kubernetes import IMPLEMENTED, KEYWORDS_ARE_FIELDS, KUBERNETES, TYPE_NAMES, kubernetes
from xpkgtui.cel.nodes import Call, Name, Select
from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.cel.parsing import parse
from xpkgtui.cel.tokens import CelFault, TooDeepExpression
from xpkgtui.cel.types import BOOL, TooMuch, Type, optional, shown
from xpkgtui.cel.values import MISSING, CelError, Optional, StepsLeft, Undecided, Value
from xpkgtui.formats.definitions.field_errors import MISTYPED, Node
from xpkgtui.formats.definitions.objects.typed import least_size, size_at, type_of, unescaped, value_of, with_meta
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
def _parsed(rule: str, environment: Environment = KUBERNETES) -> Tree:
    return parse(rule, environment)


def parsed_rule(rule: str) -> Tree | None:
    """The tree of a rule; None where it has none, or is not looked at."""
    try:
        return _parsed(rule)
    except (CelFault, TooDeepExpression):
        return None


def _no_sizes(_: Sequence[str]) -> int | None:
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
    cost: int = 0
    """The most that it costs, as the API server estimates it; -1 where that is not known."""


def compiled(
    expression: str,
    kind: Type | None,
    sizes: Sizes = _no_sizes,
    *,
    wanted: Type = BOOL,
    is_optional: bool = False,
    release: int = NEWEST,
) -> Compiled:
    """Compiles an expression about values of a type; `is_optional` says that the value before may be missing."""
    if kind is None:
        return Compiled(is_known=False)
    variables = {"self": kind, "oldSelf": optional(kind) if is_optional else kind}
    says = _NOT_BOOL if wanted == BOOL else "messageExpression must evaluate to a string"
    return compiled_in(expression, variables, says, sizes, wanted=wanted, release=release)


def compiled_in(
    expression: str,
    variables: Mapping[str, Type],
    says: str,
    sizes: Sizes = _no_sizes,
    *,
    wanted: Type = BOOL,
    release: int = NEWEST,
) -> Compiled:
    """Compiles an expression with variables; `says` is said of a result of another type, {}."""
    if len(expression) > _LONGEST:
        return Compiled(is_known=False)
    environment = kubernetes(release)
    try:
        tree = _parsed(expression, environment)
        checked = check(tree, environment.with_variables(variables))
    except CelFault:
        return Compiled(fault="compilation failed")
    except (TooDeepExpression, TooMuch, NotKnown):
        return Compiled(is_known=False)
    if checked.faults:
        return Compiled(fault=f"compilation failed: {shown_faults(expression, checked.faults)}")
    if checked.type != wanted:
        return Compiled(fault=says.format(shown(checked.type)))
    try:
        run = program(tree, IMPLEMENTED, TYPE_NAMES)
    except Undecided:
        return Compiled(is_known=False)
    except CelError as error:
        return Compiled(fault=f"program instantiation failed: {error}")
    try:
        cost = estimated_cost(tree, checked, sizes, release)
    except (TooMuch, *MISTYPED):
        return Compiled(run=run, is_of_update="oldSelf" in checked.names, cost=-1)
    return Compiled(run=run, is_of_update="oldSelf" in checked.names, cost=cost)


_TEXT: Type = ("string",)
_MOST_SCHEMAS = 2_000
_known: dict[tuple[int, bool, int], tuple[Node, "RuleSet"]] = {}


_SELF = "selfType"
_Key = tuple[str, bool, str, int]
"""An expression, whether the value before may be missing, the type that is wanted, and the release."""
Shape = tuple[Any, ...] | None
_MOST_ALIKE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class _Alike:
    """An expression that was compiled, with the types and sizes of all that it looked at.

    Definitions that a generator makes have one rule thousands of times, each about a schema of its own. Compiling
    each took as long as all other checks of 1,500 definitions.
    """

    shapes: tuple[tuple[str, Shape], ...]
    sizes: tuple[tuple[tuple[str, ...], int | None], ...]
    compiled: Compiled


_alike: dict[_Key, list[_Alike]] = {}


def _shape(kind: Type | None) -> Shape:
    if kind is None or kind[0] == "object":
        return kind and ("object",)
    return (kind[0], *(_shape(one) for one in kind[1:]))


def _below(kind: Type | None, part: str) -> Type | None:
    """The type of the items of a list or the values of a map, or of a field."""
    while kind is not None and kind[0] == "optional_type":
        kind = kind[1]
    if kind is None or len(kind) < 2:
        return None
    if kind[0] == "object":
        field: Type | None = kind[1].field(part)
        return field
    inner: Type | None = kind[-1] if part in ("@idx", "@elem") else None
    return inner


class RuleSet:
    """The rules about the values of one schema."""

    def __init__(self, schema: Node, *, is_resource: bool, release: int) -> None:
        self._release = release
        self._is_resource = is_resource or bool(schema.get("x-kubernetes-embedded-resource"))
        self._schema = with_meta(schema) if self._is_resource else schema
        self._asked: set[str] = set()
        has_keywords = release >= KEYWORDS_ARE_FIELDS
        self._type = type_of(
            schema, _SELF, is_resource=self._is_resource, asked=self._asked, has_keywords=has_keywords
        )
        self._compiled: dict[_Key, Compiled] = {}
        self._types: dict[str, Type | None] = {_SELF: self._type}
        self._sizes: dict[tuple[str, ...], int | None] = {}

    @property
    def is_typed(self) -> bool:
        """Whether rules see the values of the schema."""
        return self._type is not None

    @cached_property
    def least_size(self) -> int:
        """The fewest bytes of a value in JSON."""
        return least_size(self._schema, is_resource=self._is_resource)

    def compiled(self, rule: Node, word: str = "rule") -> Compiled:
        """A rule, or its `messageExpression`, compiled."""
        expression, is_optional = text(rule.get(word)), rule.get("optionalOldSelf") is True
        wanted = BOOL if word == "rule" else _TEXT
        key = expression, is_optional, str(wanted[0]), self._release
        if key not in self._compiled:
            self._compiled[key] = self._like_another(key) or self._compile(key, wanted)
        return self._compiled[key]

    def _compile(self, key: "_Key", wanted: Type) -> Compiled:
        sized: dict[tuple[str, ...], int | None] = {}

        def sizes(parts: Sequence[str]) -> int | None:
            path = tuple(parts)
            sized[path] = self._size(path)
            return sized[path]

        self._asked.clear()
        found = compiled(key[0], self._type, sizes, wanted=wanted, is_optional=key[1], release=self._release)
        shapes = tuple((name, self._shape(name)) for name in (_SELF, *sorted(self._asked)))
        if len(_alike) >= _MOST_SCHEMAS * 4:
            _alike.clear()
        alike = _alike.setdefault(key, [])
        if len(alike) < _MOST_ALIKE:
            alike.append(_Alike(shapes=shapes, sizes=tuple(sized.items()), compiled=found))
        return found

    def _like_another(self, key: "_Key") -> Compiled | None:
        """Finds the result for another schema in which all that the expression looked at is as in this one."""
        for one in _alike.get(key, ()):
            if all(self._shape(name) == shape for name, shape in one.shapes) and all(
                self._size(path) == size for path, size in one.sizes
            ):
                return one.compiled
        return None

    def _size(self, path: tuple[str, ...]) -> int | None:
        if path not in self._sizes:
            self._sizes[path] = size_at(self._schema, path)
        return self._sizes[path]

    def _shape(self, name: str) -> Shape:
        """The type of what a path leads to, without the names of objects."""
        return _shape(self._type_at(name))

    def _type_at(self, name: str) -> Type | None:
        if name not in self._types:
            above, _, part = name.rpartition(".")
            self._types[name] = _below(self._type_at(above), part)
        return self._types[name]

    def evaluated(
        self, rule: Node, value: Any, *, word: str = "rule", budget: StepsLeft | None = None, is_kept: bool = False
    ) -> Value:
        """What a rule says of a value that has none before, or the same before; raises `CelError`, `Undecided`.

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
            before = names["self"] if is_kept else MISSING
            names["oldSelf"] = Optional(before) if rule.get("optionalOldSelf") is True else before
            return found.run(names, steps)
        except RecursionError:
            raise Undecided("an expression that is too deep") from None
        finally:
            if budget is not None:
                budget.left -= most - steps.left


def rule_set(schema: Node, *, is_resource: bool = False, release: int = NEWEST) -> RuleSet:
    """The rules about the values of a schema, which are compiled once a release."""
    key = id(schema), is_resource, release
    if key not in _known:
        if len(_known) >= _MOST_SCHEMAS:
            _known.clear()
        # The schema is kept, so that no other one gets its number.
        _known[key] = schema, RuleSet(schema, is_resource=is_resource, release=release)
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
            found += _field_of_self(one)
    return found


def _field_of_self(one: Select) -> list[tuple[str, ...]]:
    names = []
    inner: Tree = one
    while isinstance(inner, Select):
        names.append(inner.field)
        inner = inner.operand
    is_of_self = isinstance(inner, Name) and inner.name == "self"
    return [tuple(unescaped(name) or name for name in reversed(names))] if is_of_self else []

"""The CEL rules of a schema, compiled and costed as the API server does before it takes a definition.

The source is pkg/apis/apiextensions/validation of k8s.io/apiextensions-apiserver 0.35.
"""

from collections.abc import Iterator, Sequence

from xpkgtui.cel.ranges import HIGHEST
from xpkgtui.formats.definitions.field_errors import ErrorType, FieldErrors, LinkedPath, Node
from xpkgtui.formats.definitions.objects.cel import Compiled, RuleSet, rule_set
from xpkgtui.formats.definitions.objects.typed import LARGEST_REQUEST
from xpkgtui.untyped import listing, mapping, text

_RULES = "x-kubernetes-validations"
_MOST_OF_RULE = 10_000_000
_MOST_OF_ALL = 100_000_000
_MOST_NAMED = 4
"""The rules that are named where all of them cost too much."""
_HINT = (
    "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are "
    "declared)"
)
_OPTIONAL = 29
"""The release that knows `optionalOldSelf`; older ones drop it."""
_NO_TYPE = (
    "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert "
    "structural schema to CEL declarations"
)
_NOT_COMPILED = "xpkgtui cannot tell whether the API server compiles this expression"
_NOT_COSTED = "xpkgtui cannot tell what this expression costs"


class RuleCheck:
    """Compiles the rules of one schema, and adds up what they cost."""

    def __init__(self, schema: Node, path: LinkedPath, errors: FieldErrors, release: int) -> None:
        self._schema = schema
        self._release = release
        self._path = path
        self._errors = errors
        self._total = 0
        self._costs: list[tuple[int, LinkedPath]] = []

    def check(self, node: Node, path: LinkedPath) -> None:
        """Checks the rules of one node below the schema."""
        chain = tuple(_chain(self._schema, path.steps()[len(self._path.steps()) :]))
        rules = rule_set(node, is_resource=node is self._schema, release=self._release)
        if not rules.is_typed:
            self._errors.add(ErrorType.INTERNAL, path.to(_RULES), _NO_TYPE)
            return
        times = _cardinality(chain)
        times = LARGEST_REQUEST // (rules.least_size + 1) if times is None else times
        for number, rule in enumerate(listing(node.get(_RULES))):
            if text(mapping(rule).get("rule")).strip():
                self._check_rule(mapping(rule), rules, path.to(_RULES, number), chain, times)

    def conclude(self) -> None:
        """Adds what is wrong with the cost of all rules together."""
        if self._total <= _MOST_OF_ALL:
            return
        self._costs.sort(key=lambda pair: -pair[0])
        for _, place in self._costs[:_MOST_NAMED]:
            detail = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"
            self._errors.forbidden(place, detail)
        name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
        self._errors.forbidden(self._path, _too_much(name, self._total, _MOST_OF_ALL))

    def _check_rule(
        self, rule: Node, rules: RuleSet, path: LinkedPath, chain: Sequence["_Ancestor"], times: int
    ) -> None:
        compiled = rules.compiled(rule)
        place = path.to("rule")
        is_compiled = self._is_compiled(compiled, place)
        if is_compiled:
            self._observe(compiled.cost, times, place, "estimated rule cost")
        elif not compiled.fault:
            return
        if is_compiled and text(rule.get("messageExpression")):
            message, there = rules.compiled(rule, "messageExpression"), path.to("messageExpression")
            if self._is_compiled(message, there, "messageExpression "):
                self._observe(message.cost, 1, there, "estimated messageExpression cost")
        if not compiled.is_of_update:
            if rule.get("optionalOldSelf") is not None and self._release >= _OPTIONAL:
                self._errors.invalid(path.to("optionalOldSelf"), "may not be set if oldSelf is not used in rule")
            return
        within = next((one.path for one in chain if one.is_uncorrelated), None)
        if within is not None:
            detail = f"oldSelf cannot be used on the uncorrelatable portion of the schema within {within}"
            self._errors.invalid(place, detail)

    def _is_compiled(self, compiled: Compiled, place: LinkedPath, word: str = "") -> bool:
        """Whether an expression compiles; why not is added."""
        if compiled.fault:
            fault = compiled.fault.replace("program instantiation", "instantiation") if word else compiled.fault
            is_own = fault.startswith(("messageExpression", "cel expression"))
            self._errors.invalid(place, fault if is_own else f"{word}{fault}")
        elif not compiled.is_known:
            self._errors.undecided(place, _NOT_COMPILED)
        return not compiled.fault and compiled.is_known

    def _observe(self, cost: int, times: int, place: LinkedPath, name: str) -> None:
        """Adds the cost of an expression to that of all, and what is wrong where it is too high."""
        if cost < 0:
            self._errors.undecided(place, _NOT_COSTED)
            return
        found = min(cost * times, HIGHEST)
        if found > _MOST_OF_RULE:
            self._errors.forbidden(place, _too_much(name, found, _MOST_OF_RULE))
        self._total = min(self._total + found, HIGHEST)
        if found >= _MOST_OF_ALL // 100:
            self._costs.append((found, place))


class _Ancestor:
    """A schema above a node, and where the way to the node goes on."""

    __slots__ = ("node", "part", "path")

    def __init__(self, node: Node, path: LinkedPath, part: str) -> None:
        self.node = node
        self.path = path
        self.part = part

    @property
    def is_uncorrelated(self) -> bool:
        """Whether what is below cannot be compared with what it was before an update."""
        if self.part == "items":
            return self.node.get("x-kubernetes-list-type") != "map"
        return self.part == "properties" and self.node.get("x-kubernetes-map-type") not in (
            None,
            "granular",
            "atomic",
        )

    @property
    def factor(self) -> int | None:
        """How many values of the next schema one of this can have; None for any number."""
        kind = self.node.get("type")
        is_map = kind == "object" and self.node.get("additionalProperties") is not None
        word = "maxProperties" if is_map else "maxItems" if kind == "array" else ""
        if not word:
            return 1
        most = self.node.get(word)
        return None if most is None else max(int(most), 0)


def _chain(schema: Node, steps: Sequence[LinkedPath]) -> Iterator[_Ancestor]:
    """The schemas above the node at the end of a path, the first one first."""
    node, number = schema, 0
    while number < len(steps):
        step = steps[number]
        before = step.before
        assert before is not None
        yield _Ancestor(node, before, str(step.part))
        node = mapping(node.get(str(step.part)))
        number += 1
        if step.part == "properties":
            node = mapping(node.get(str(steps[number].part)))
            number += 1


def _cardinality(chain: Sequence[_Ancestor]) -> int | None:
    """How many values of a node an object can have; None for any number."""
    total = 1
    for one in chain:
        if (factor := one.factor) is None:
            return None
        total = min(total * factor, HIGHEST)
    return total


def _too_much(name: str, cost: int, limit: int) -> str:
    """The API server's sentence about a cost above its limit."""
    factor = cost / limit
    times = "more than 100x" if factor > 100 else f"{factor:f}x" if factor < 1.5 else f"{factor:.1f}x"
    return f"{name} exceeds budget by factor of {times} {_HINT}"

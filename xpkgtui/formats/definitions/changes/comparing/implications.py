"""Whether a CEL rule holds wherever other rules hold, judged without objects.

The fields and expressions that rules compare with written values become variables. Each gets one value of every kind
that the rules can tell apart, within what the old schema takes, and a rule is implied if no choice of them all passes
the other rules and not this one. What is not understood may have any outcome, so that an answer of yes is certain.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, TypeGuard

from xpkgtui.cel.nodes import Call, Listed, Literal, Name, Select, identity
from xpkgtui.cel.nodes import Node as Tree
from xpkgtui.cel.values import is_number
from xpkgtui.formats.definitions.changes.comparing.pairs import is_open
from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.spoken import Path, path_of, spoken_of
from xpkgtui.untyped import listing, mapping, same, texts
from xpkgtui.values import dataclass

_MOST = 5_000
"""Choices of one judgement, which take 50 ms."""
_MOST_KNOWN = 30
"""Known rules of one judgement."""
_MOST_OF_ALL = 500_000
"""Choices of all judgements of one comparison, each counted for each rule; they take about 1 s."""
_COMPARED = 10
"""Choices that take as long as one comparison of a value."""
_STARTED = 20
"""Choices that each rule of a judgement counts for at least."""
_JUNCTIONS = frozenset({"_&&_", "_||_", "!_", "_?_:_"})
_ORDERS = frozenset({"_<_", "_<=_", "_>_", "_>=_"})
_EQUAL = frozenset({"_==_", "_!=_"})
_TURNED = {"_<_": "_>_", "_<=_": "_>=_", "_>_": "_<_", "_>=_": "_<=_"}
_OWN = frozenset({"apiVersion", "kind", "metadata"})
_SELF: dict[str, Path] = {"self": ()}
_Key = tuple[Any, ...]


class _Odd(Enum):
    """What a variable may be beside a value that is written out."""

    ABSENT = "absent"
    """A field that is not there, though what is above it is."""
    ABOVE = "above"
    """A field of which something above is not there."""
    OTHER = "other"
    """A value that no rule names."""
    ERROR = "error"
    """An expression that fails."""


_GONE = (_Odd.ABSENT, _Odd.ABOVE)
_MISSING = (*_GONE, _Odd.ERROR)


@dataclass(slots=True, kw_only=True, eq=False)
class _Variable:
    """A field or an expression, and the values with which it is compared."""

    path: Path | None
    written: list[Any]


class Known:
    """Rules that hold, found by the fields of which they speak."""

    def __init__(self, trees: Iterable[Tree]) -> None:
        self.rules = [(tree, _read(tree)) for tree in trees]
        self._of_field: dict[_Key, list[int]] = {}
        self._above: dict[_Key, list[int]] = {}
        for number, (_, variables) in enumerate(self.rules):
            for key in variables:
                self._of_field.setdefault(key, []).append(number)
                for count in range(2, len(key)):
                    self._above.setdefault(key[:count], []).append(number)

    def near(self, keys: Iterable[_Key]) -> Iterator[int]:
        """The rules that speak of one of these fields, of one above it or of one below it."""
        for key in keys:
            yield from self._of_field.get(key, ())
            yield from self._above.get(key, ())
            yield from (one for count in range(2, len(key)) for one in self._of_field.get(key[:count], ()))


class Implications:
    """Judges rules by those that hold already; all judgements of one comparison are limited together."""

    def __init__(self, most: int = _MOST_OF_ALL) -> None:
        self._left = most

    def holds(self, rule: Tree, known: Known, old: Node, new: Node) -> bool:
        """Whether a rule holds for all values of the old schema that pass the known rules, with the new defaults.

        Known rules are added from those that speak of the same fields on, as long as the choices are not too many.
        """
        if self._left <= 0:
            return False
        variables = _read(rule)
        domains = {key: _domain(one, old, new) for key, one in variables.items()}
        size = math.prod(map(len, domains.values()))
        if size > _MOST:
            return False
        trees, seen, waiting = [], set[int](), list(variables)
        while waiting:
            keys, waiting = waiting, []
            for number in known.near(keys):
                if number in seen or len(seen) == _MOST_KNOWN:
                    continue
                seen.add(number)
                tree, others = known.rules[number]
                if any(_is_set_otherwise(path, old, new) for path in spoken_of(tree).paths):
                    continue  # it passed with another value than the new one has
                grown = {key: _grown(variables.get(key), one) for key, one in others.items()}
                wider = domains | {key: _domain(one, old, new) for key, one in grown.items()}
                if (now := math.prod(map(len, wider.values()))) <= _MOST:
                    trees.append(tree)
                    waiting += (key for key in others if key not in variables)
                    size, domains = now, wider
                    variables |= grown
        spent = size * (1 + len(trees)) + _STARTED * (1 + len(seen))
        self._left -= spent
        meter().spent += spent / _COMPARED
        return _always(rule, trees, list(domains), list(domains.values()))


def _grown(known: _Variable | None, more: _Variable) -> _Variable:
    return more if known is None else _Variable(path=more.path, written=[*known.written, *more.written])


def presence(name: str) -> Tree:
    """The rule that a field is there."""
    return Select(offset=0, operand=Name(offset=0, name="self"), field=name, is_test=True)


def _always(rule: Tree, known: Iterable[Tree], keys: Sequence[_Key], domains: Sequence[Sequence[Any]]) -> bool:
    above = [(number, keys.index(key[:-1])) for number, key in enumerate(keys) if key[:-1] in keys]
    for values in itertools.product(*domains):
        if any((values[child] is _Odd.ABOVE) is not (values[number] in _GONE) for child, number in above):
            continue
        chosen = dict(zip(keys, values, strict=True))
        if all(_outcome(one, chosen) is True for one in known) and _outcome(rule, chosen) is not True:
            return False
    return True


def _key(node: Tree) -> tuple[_Key, Path | None]:
    path = path_of(node, _SELF)
    return (("expression", identity(node)), None) if path is None else (("self", *path), path)


def _compared(node: Tree) -> tuple[Tree, str, list[Any]] | None:
    """The term, the operator and the written values of a comparison; None for what is none, or another one."""
    if not isinstance(node, Call) or len(node.arguments) != 2:
        return None
    left, right = node.arguments
    if node.function == "@in" and isinstance(right, Listed) and not right.optional:
        values = [one.value for one in right.items if isinstance(one, Literal)]
        return (left, "@in", values) if len(values) == len(right.items) else None
    if node.function not in _ORDERS | _EQUAL:
        return None
    operator = node.function
    if isinstance(left, Literal):
        left, right, operator = right, left, _TURNED.get(operator, operator)
    if not isinstance(right, Literal) or (operator in _ORDERS and not is_number(right.value)):
        return None
    return left, operator, [right.value]


def _compares_truths(node: Tree) -> TypeGuard[Call]:
    """Whether two conditions are compared, such as the presence of two fields."""
    return isinstance(node, Call) and node.function in _EQUAL and all(map(_is_truth, node.arguments))


def _is_truth(node: Tree) -> bool:
    if isinstance(node, Call):
        return node.function in _JUNCTIONS | _ORDERS | _EQUAL | {"@in"}
    return isinstance(node, Select) and node.is_test


def _read(tree: Tree) -> dict[_Key, _Variable]:
    """The variables of a rule."""
    variables: dict[_Key, _Variable] = {}
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Call) and (node.function in _JUNCTIONS or _compares_truths(node)):
            waiting += node.arguments
        elif not isinstance(node, Literal):
            comparison = _compared(node)
            term, _, values = comparison or (node, "", [True, False])
            key, path = _key(term)
            variable = variables.setdefault(key, _Variable(path=path, written=[]))
            is_test = isinstance(node, Select) and node.is_test
            variable.written += () if is_test and path is not None else values
    return variables


def _outcome(node: Tree, chosen: Mapping[_Key, Any]) -> Any:
    """What an expression comes to: true, false or an error."""
    match node:
        case Literal():
            return node.value
        case Call(function="_&&_" | "_||_"):
            decisive = node.function == "_||_"
            found = [_outcome(one, chosen) for one in node.arguments]
            if any(one is decisive for one in found):
                return decisive
            return not decisive if all(one is (not decisive) for one in found) else _Odd.ERROR
        case Call(function="!_"):
            inner = _outcome(node.arguments[0], chosen)
            return not inner if isinstance(inner, bool) else _Odd.ERROR
        case Call(function="_?_:_"):
            asked = _outcome(node.arguments[0], chosen)
            return _outcome(node.arguments[1 if asked else 2], chosen) if isinstance(asked, bool) else _Odd.ERROR
    if _compares_truths(node):
        one, other = (_outcome(each, chosen) for each in node.arguments)
        if not isinstance(one, bool) or not isinstance(other, bool):
            return _Odd.ERROR
        return (one is other) is (node.function == "_==_")
    comparison = _compared(node)
    value = chosen[_key(comparison[0] if comparison else node)[0]]
    if isinstance(node, Select) and node.is_test and path_of(node, _SELF) is not None:
        return _Odd.ERROR if value is _Odd.ABOVE else value is not _Odd.ABSENT
    if value in _MISSING or comparison is None:
        return value if isinstance(value, bool) else _Odd.ERROR
    return _answer(value, comparison[1], comparison[2])


def _answer(value: Any, operator: str, written: Sequence[Any]) -> Any:
    """What the comparison of a value says."""
    if operator in _ORDERS:
        if not is_number(value):
            return _Odd.ERROR
        other = written[0]
        return (
            value < other
            if operator == "_<_"
            else value <= other
            if operator == "_<=_"
            else (value > other if operator == "_>_" else value >= other)
        )
    is_one = any(isinstance(value, bool) is isinstance(one, bool) and value == one for one in written)
    return is_one is (operator != "_!=_")


def _domain(variable: _Variable, old: Node, new: Node) -> list[Any]:
    """A value of each kind that the rules tell apart; none that no object of the old schema has."""
    path, values = variable.path, variable.written
    if path is None:
        return [*_kinds(values, is_whole=False), _Odd.OTHER, _Odd.ERROR]
    may_lack = False
    for count, name in enumerate(path, 1):
        is_last = count == len(path)
        lacks = [_Odd.ABOVE] if may_lack else []
        old_child, new_child = (mapping(one.get("properties")).get(name) for one in (old, new))
        default = mapping(new_child).get("default")
        if old_child is None or (default is not None and not is_last):
            if old_child is None and default is None and not _is_kept(old, name):
                return [*lacks, _Odd.ABSENT] if is_last else [_Odd.ABOVE]
            return [_Odd.ABOVE, _Odd.ABSENT, None, _Odd.OTHER, *_kinds(values, is_whole=False)]
        is_given = name in texts(old.get("required")) and mapping(old_child).get("default") is None
        is_null = all(
            mapping(one).get("nullable") is True for one in (old_child, new_child)
        )  # no default is set then
        is_absent = is_null or (default is None and not (is_given and mapping(old_child).get("nullable") is not True))
        old, new = mapping(old_child), mapping(new_child)
        if is_last:
            return [*lacks, *([_Odd.ABSENT] if is_absent else ()), *_of_schema(old, values, default)]
        may_lack = may_lack or is_absent
    return _of_schema(old, values, None)


def _is_set_otherwise(path: Path, old: Node, new: Node) -> bool:
    """Whether a default on the way to a field differs."""
    for step in path:
        words = ("items", "additionalProperties")
        old, new = (
            mapping(mapping(one.get("properties")).get(step) or next(filter(None, map(one.get, words)), None))
            for one in (old, new)
        )
        if not same(old.get("default"), new.get("default")):
            return True
    return False


def _is_kept(schema: Node, name: str) -> bool:
    """Whether an object may have a field that its schema does not name."""
    is_own = name in _OWN  # every object has these, and every embedded one
    return is_own or is_open(schema) or isinstance(schema.get("additionalProperties"), dict)


def _of_schema(schema: Node, written: list[Any], default: Any) -> list[Any]:
    """The values of one field."""
    kind, enum = schema.get("type"), listing(schema.get("enum"))
    null = [None] if schema.get("nullable") is True else []
    added = [default] if isinstance(default, str | int | float) else [_Odd.OTHER] if default is not None else []
    if kind == "boolean":
        return [*null, True, False]
    if enum and kind in ("string", "integer", "number"):
        is_ordered = kind != "string" and any(map(is_number, written))
        named = [one for one in enum if is_ordered or one in written]
        others = [_Odd.OTHER] if len(named) < len(enum) else []
        return list(dict.fromkeys([*null, *named, *others, *added]))
    if kind == "string":
        return list(dict.fromkeys([*null, *(one for one in written if isinstance(one, str)), _Odd.OTHER, *added]))
    if kind in ("integer", "number"):
        bounds = [schema.get(word) for word in ("minimum", "maximum")]
        numbers = [*written, *(one for one in bounds if is_number(one)), *filter(is_number, added)]
        low, high = (one if is_number(one) else None for one in bounds)
        found = [one for one in _kinds(numbers, is_whole=kind == "integer") if is_number(one)] or [0]
        kept = [one for one in found if (low is None or one >= low) and (high is None or one <= high)]
        return list(dict.fromkeys([*null, *kept, *added]))
    return [*null, *_kinds(written, is_whole=False), _Odd.OTHER, *added]


def _kinds(written: Iterable[Any], *, is_whole: bool) -> list[Any]:
    """The written values, and for numbers those between them and beyond them."""
    values = list({(isinstance(one, bool), one): one for one in written}.values())
    numbers = sorted(one for one in values if is_number(one))
    near = [number + gap for number in numbers for gap in (-1, 1)]
    if not is_whole:
        near += [(one + other) / 2 for one, other in itertools.pairwise(numbers)]
    return values + [one for one in dict.fromkeys(near) if one not in numbers]

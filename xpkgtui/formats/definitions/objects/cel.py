"""CEL rules as far as they only ask what is there and compare with literals; all else has no answer.

An error in CEL (a field that is not there) is no answer either: `||` and `&&` pass it by as CEL does.
"""

import operator
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from xpkgtui.patterns import late
from xpkgtui.untyped import listing, mapping
from xpkgtui.values import dataclass

_TOKEN = late(
    r"\s*(?:(?P<text>'[^'\\\n]*'|\"[^\"\\\n]*\")|(?P<number>[0-9]+(?![.\w]))|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>\|\||&&|[=!<>]=|[-+<>!?:.,()\[\]]))"
)
_LONGEST = 4_000
_DEEPEST = 30
_ESCAPED = late(r"__(underscores|dot|dash|slash|[a-z]+)__")
_UNESCAPED = {"underscores": "__", "dot": ".", "dash": "-", "slash": "/"}
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class _Unknown:
    """No answer."""


UNKNOWN = _Unknown()
"""The answer of a rule that is not run, or that ends with an error."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a rule: what it does, a name or a literal, and its parts."""

    does: str
    value: Any = None
    parts: "tuple[Term, ...]" = ()


@lru_cache(maxsize=4_000)
def parsed_rule(rule: str) -> Term | None:
    """The parse of a rule; None where it is not understood."""
    tokens: list[tuple[str, str]] = []
    at, end = 0, len(rule.rstrip())
    while at < end:
        match = _TOKEN.match(rule, at)
        if match is None or end > _LONGEST:
            return None
        tokens.append((match.lastgroup or "", match[match.lastgroup or 0]))
        at = match.end()
    parser = _Parser(tokens)
    try:
        term = parser.either(0)
    except (SyntaxError, IndexError):
        return None
    return term if parser.at == len(tokens) else None


class _Parser:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self.at = 0

    def either(self, depth: int) -> Term:
        """A whole expression, with `? :`."""
        if depth > _DEEPEST:
            raise SyntaxError
        term = self._joined("||", lambda: self._joined("&&", lambda: self._relation(depth)))
        if not self._is("?"):
            return term
        yes = self.either(depth + 1)
        self._expect(":")
        return Term("?", None, (term, yes, self.either(depth + 1)))

    def _is(self, *signs: str) -> str:
        """The next token, passed, if it is one of these."""
        kind, text = self._tokens[self.at] if self.at < len(self._tokens) else ("", "")
        if kind == "text" or text not in signs:
            return ""
        self.at += 1
        return text

    def _expect(self, sign: str) -> None:
        if not self._is(sign):
            raise SyntaxError

    def _joined(self, sign: str, part: Callable[[], Term]) -> Term:
        parts = [part()]
        while self._is(sign):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Term(sign, None, tuple(parts))

    def _relation(self, depth: int) -> Term:
        left = self._sum(depth)
        sign = self._is(*_COMPARED, "in")
        return Term(sign, None, (left, self._sum(depth))) if sign else left

    def _sum(self, depth: int) -> Term:
        left = self._unary(depth)
        while sign := self._is("+", "-"):
            left = Term(sign, None, (left, self._unary(depth)))
        return left

    def _unary(self, depth: int) -> Term:
        if depth > _DEEPEST:
            raise SyntaxError
        if self._is("!"):
            return Term("!", None, (self._unary(depth + 1),))
        term = self._primary(depth)
        while self._is("."):
            name = self._name()
            term = Term("call", name, (term, *self._arguments(depth))) if self._is("(") else Term(".", name, (term,))
        return term

    def _name(self) -> str:
        kind, text = self._tokens[self.at]
        if kind != "name":
            raise SyntaxError
        self.at += 1
        return _ESCAPED.sub(lambda one: _UNESCAPED.get(one[1], one[1]), text)

    def _arguments(self, depth: int, closing: str = ")") -> Iterator[Term]:
        while not self._is(closing):
            yield self.either(depth + 1)
            if not self._is(","):
                self._expect(closing)
                return

    def _primary(self, depth: int) -> Term:
        if self._is("("):
            term = self.either(depth + 1)
            self._expect(")")
            return term
        if self._is("["):
            return Term("list", None, tuple(self._arguments(depth, "]")))
        kind, text = self._tokens[self.at]
        if kind == "name":
            name = self._name()
            if name in {"true", "false"}:
                return Term("literal", name == "true")
            return Term(name, None, tuple(self._arguments(depth))) if self._is("(") else Term("name", name)
        self.at += 1
        if kind == "number":
            return Term("literal", int(text))
        if kind != "text":
            raise SyntaxError
        return Term("literal", text[1:-1])


def answer(term: Term, value: Any) -> Any:
    """What a rule says of a value when it is created, where there is nothing before: a value, or `UNKNOWN`."""
    parts = term.parts
    if term.does == "literal":
        return term.value
    if term.does == "name":
        return value if term.value == "self" else UNKNOWN
    if term.does in {"||", "&&"}:
        found = [answer(one, value) for one in parts]
        ends = term.does == "||"
        return ends if any(one is ends for one in found) else _all(found, not ends)
    if term.does == "!":
        inner = answer(parts[0], value)
        return not inner if isinstance(inner, bool) else UNKNOWN
    if term.does == "?":
        condition = answer(parts[0], value)
        return answer(parts[1 if condition else 2], value) if isinstance(condition, bool) else UNKNOWN
    if term.does == "call":
        # Nothing was before.
        is_before = parts[0] == Term("name", "oldSelf") and term.value == "hasValue"
        return False if is_before else _size(parts[0], value) if term.value == "size" else UNKNOWN
    if term.does == "has" and len(parts) == 1 and parts[0].does == ".":
        return _has(answer(parts[0].parts[0], value), parts[0].value)
    if term.does == "size" and len(parts) == 1:
        return _size(parts[0], value)
    if term.does == ".":
        above = answer(parts[0], value)
        is_there = isinstance(above, dict) and above.get(term.value) is not None
        return above[term.value] if is_there else UNKNOWN
    return _compared(term, value) if len(parts) == 2 else UNKNOWN


def _all(found: list[Any], wanted: bool) -> Any:
    return wanted if all(one is wanted for one in found) else UNKNOWN


def _has(above: Any, name: str) -> Any:
    """Whether a field is there; a field that is null has no answer."""
    if not isinstance(above, dict) or (name in above and above[name] is None):
        return UNKNOWN
    return name in above


def _size(term: Term, value: Any) -> Any:
    found = answer(term, value)
    return len(found) if isinstance(found, list | dict) else UNKNOWN


def _compared(term: Term, value: Any) -> Any:
    """A comparison of two texts, numbers or truths, one of which is no field: fields may be times or durations."""
    left, right = (answer(one, value) for one in term.parts)
    if term.does == "in":
        if not isinstance(left, str) or term.parts[0].does != "literal":
            inside = [
                one.value for one in term.parts[1].parts if one.does == "literal" and isinstance(one.value, str)
            ]
            is_plain = term.parts[1].does == "list" and len(inside) == len(term.parts[1].parts)
            return left in inside if is_plain and isinstance(left, str) else UNKNOWN
        is_plain = isinstance(right, dict) or (isinstance(right, list) and all(isinstance(one, str) for one in right))
        return left in right if is_plain else UNKNOWN
    are_alike = type(left) is type(right) and isinstance(left, str | int)
    if not are_alike or all(_is_field(one) for one in term.parts):
        return UNKNOWN
    if term.does in {"+", "-"}:
        is_number = not isinstance(left, str | bool)
        return (left + right if term.does == "+" else left - right) if is_number else UNKNOWN
    compare = _COMPARED.get(term.does)
    is_ordered = isinstance(left, bool) and term.does not in {"==", "!="}
    return UNKNOWN if compare is None or is_ordered else compare(left, right)


def _is_field(term: Term) -> bool:
    return term.does in {".", "name"}


def demanded(rule: str) -> list[tuple[str, ...]]:
    """The fields of which a rule wants one to be there, as one way to satisfy it."""
    term = parsed_rule(rule)
    found = []
    for one in term.parts if term and term.does == "||" else [term] if term else []:
        inner = one.parts[0] if one.does == "has" and one.parts else None
        names = []
        while inner is not None and inner.does == ".":
            names.append(str(inner.value))
            inner = inner.parts[0]
        if names and inner == Term("name", "self"):
            found.append(tuple(reversed(names)))
    return found


def outcome(rule: str, value: Any, schema: dict[str, Any]) -> bool | None:
    """Whether a value satisfies a rule of its schema; None where that is not known or it does not compile."""
    term = parsed_rule(rule)
    found = UNKNOWN if term is None or not _knows(term, schema) else answer(term, value)
    return found if isinstance(found, bool) else None


def _knows(term: Term, schema: dict[str, Any]) -> bool:
    """Whether the schema has all fields of `self` that a rule names."""
    waiting = [term]
    while waiting:
        one = waiting.pop()
        if one.does == "." and _below(one, schema) is None:
            return False
        waiting.extend(one.parts)
    return True


def _below(term: Term, schema: dict[str, Any]) -> dict[str, Any] | None:
    """The schema of a field of `self`; None where it has none."""
    names = []
    while term.does == ".":
        names.append(term.value)
        term = term.parts[0]
    if term.does != "name" or term.value != "self":
        return {}
    for name in reversed(names):
        below = mapping(schema.get("properties")).get(name, schema.get("additionalProperties"))
        if not isinstance(below, dict):
            return None
        schema = below
    return schema


def rules_of(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The rules of a schema."""
    return [one for one in listing(schema.get("x-kubernetes-validations")) if isinstance(one, dict)]

"""Parses an expression of CEL into its tree, and expands the macros in it."""

import re
from collections.abc import Callable, Sequence

from xpkgtui.formats.registry_v1.decoding.cel.nodes import (
    Comprehension,
    Listed,
    Literal,
    Mapped,
    Message,
    Name,
    Node,
    Select,
    balanced,
    call,
    deeper,
)
from xpkgtui.formats.registry_v1.decoding.cel.tokens import (
    END,
    CelFault,
    Token,
    TooDeep,
    tokens,
    type_of_number,
    type_of_text,
)

_DEEPEST = 60
"""How deep an expression may be nested to be looked at."""
_LEVELS = {
    **dict.fromkeys(("==", "!=", "<=", ">=", "<", ">", "in"), 0),
    **dict.fromkeys("+-", 1),
    **dict.fromkeys("*/%", 2),
}
"""How much operators bind; those of one level are taken from the left."""
_NAMED = {"in": "@in"}
_LITERALS = {"true": "bool", "false": "bool", "null": "null"}
_RESERVED = frozenset(
    re.findall(
        r"\w+", "as break const continue else for function if import let loop package namespace return var void while"
    )
)
_RESULT = "@result"
_METHODS = {"all": (2,), "exists": (2,), "exists_one": (2,), "map": (2, 3), "filter": (2,)}
"""How many arguments each takes."""


def parse(text: str) -> Node:
    """The tree of an expression; raises `CelFault` where it is none, `TooDeep` where it is not looked at."""
    parser = _Parser(tuple(tokens(text)))
    found = parser.expression(0)
    parser.expect(END)
    return found


class _Parser:
    """Goes over the tokens."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self._tokens = tokens
        self._next = 0

    @property
    def _token(self) -> Token:
        return self._tokens[self._next]

    def _is(self, *texts: str) -> bool:
        token = self._token
        return token.text in texts and token.kind in ("mark", "name")

    def _take(self, *texts: str) -> Token | None:
        token = self._token
        if self._is(*texts):
            self._next += 1
            return token
        return None

    def expect(self, text: str) -> None:
        """Passes this mark."""
        if not self._is(text):
            raise self._unexpected(repr(text) if text else "the end")
        self._next += 1

    def _unexpected(self, wanted: str) -> CelFault:
        token = self._token
        return CelFault(f"{token.text or 'the end'} stands where {wanted} belongs", token.offset)

    def expression(self, depth: int) -> Node:
        """An expression, up to what cannot belong to it."""
        if depth > _DEEPEST:
            raise TooDeep
        found = self._logical(depth, "||")
        if mark := self._take("?"):
            yes = self._logical(depth, "||")
            self.expect(":")
            found = call(mark.offset, "_?_:_", found, yes, self.expression(depth + 1))
        return found

    def _logical(self, depth: int, operator: str) -> Node:
        is_or = operator == "||"
        terms, marks = [self._logical(depth, "&&") if is_or else self._chain(depth, 0)], []
        while mark := self._take(operator):
            marks.append(mark.offset)
            terms.append(self._logical(depth, "&&") if is_or else self._chain(depth, 0))
        return balanced(f"_{operator}_", terms, marks, 0, len(marks) - 1) if marks else terms[0]

    def _chain(self, depth: int, least: int) -> Node:
        """Operands between operators that bind so much, or more."""
        found = self._operand(depth)
        while _LEVELS.get(self._token.text, -1) >= least and (mark := self._take(self._token.text)):
            name = _NAMED.get(mark.text, f"_{mark.text}_")
            found = call(mark.offset, name, found, self._chain(depth, _LEVELS[mark.text] + 1))
        return found

    def _operand(self, depth: int) -> Node:
        first = self._token
        sign, count = first.text if self._is("!", "-") else "", 0
        while sign and self._take(sign):
            count += 1
        inner = self._token
        if sign == "!" and inner.text == "-" and _can_be_negative(self._tokens[self._next + 1]):
            self._next += 1
            found = self._negative(inner.offset, depth)
        elif sign == "-" and count == 1 and _can_be_negative(inner):
            return self._negative(first.offset, depth)
        else:
            is_named = not self._is("(")
            found = self._members(self._primary(depth), depth, is_named=is_named)
        if count % 2:
            found = call(first.offset, "!_" if sign == "!" else "-_", found)
        return found

    def _negative(self, offset: int, depth: int) -> Node:
        kind = type_of_number(self._token, is_negative=True)
        self._next += 1
        return self._members(Literal(offset=offset, type=kind), depth)

    def _members(self, found: Node, depth: int, *, is_named: bool = False) -> Node:
        """What follows a value: fields, methods, indices, the fields of a message."""
        name = found.name if is_named and isinstance(found, Name) else ""
        while True:
            if dot := self._take("."):
                found = self._select(found, dot, depth)
                is_plain = isinstance(found, Select) and self._tokens[self._next - 1].kind == "name"
                name = f"{name}.{found.field}" if name and is_plain and isinstance(found, Select) else ""
            elif mark := self._take("["):
                index = self.expression(depth + 1)
                self.expect("]")
                found, name = call(mark.offset, "_[_]", found, index), ""
            elif name and (mark := self._take("{")):
                values = self._entries(depth, self._field)
                fields = tuple((offset, value) for offset, value in values if isinstance(offset, int))
                found = Message(
                    offset=mark.offset, name=name, values=fields, depth=deeper(*(value for _, value in values))
                )
                name = ""
            else:
                return found

    def _select(self, operand: Node, dot: Token, depth: int) -> Node:
        """What follows a dot."""
        token = self._token
        if token.kind != "quoted" and (token.kind != "name" or token.text in ("in", *_LITERALS)):
            raise self._unexpected("a field")
        self._next += 1
        if token.kind == "name" and (mark := self._take("(")):
            arguments = self._list(depth, ")")
            return macro_of_method(token.text, operand, arguments, mark.offset) or call(
                mark.offset, token.text, *arguments, target=operand
            )
        return Select(offset=dot.offset, operand=operand, field=token.text.strip("`"), depth=deeper(operand))

    def _primary(self, depth: int) -> Node:
        token = self._token
        if token.kind == "number":
            self._next += 1
            return Literal(offset=token.offset, type=type_of_number(token))
        if token.kind == "text":
            self._next += 1
            return Literal(offset=token.offset, type=type_of_text(token))
        if self._is(*_LITERALS):
            self._next += 1
            return Literal(offset=token.offset, type=_LITERALS[token.text])
        if self._take("("):
            found = self.expression(depth + 1)
            self.expect(")")
            return found
        if self._take("["):
            items = self._list(depth, "]")
            return Listed(offset=token.offset, items=items, depth=deeper(*items))
        if self._take("{"):
            entries = self._entries(depth, lambda: self.expression(depth + 1))
            pairs = tuple((key, value) for key, value in entries if not isinstance(key, int))
            return Mapped(offset=token.offset, entries=pairs, depth=deeper(*(one for pair in pairs for one in pair)))
        return self._name(depth)

    def _name(self, depth: int) -> Node:
        dot = self._take(".")
        token = self._token
        if token.kind != "name" or token.text in ("in", *_LITERALS):
            raise self._unexpected("a value")
        if token.text in _RESERVED:
            raise CelFault(f"{token.text} is a reserved word", token.offset)
        self._next += 1
        name = f".{token.text}" if dot else token.text
        if mark := self._take("("):
            arguments = self._list(depth, ")")
            return macro_of_function(name, arguments, mark.offset) or call(mark.offset, name, *arguments)
        return Name(offset=token.offset, name=name)

    def _list(self, depth: int, end: str) -> Sequence[Node]:
        """Values up to a mark."""
        found: list[Node] = []
        if end == "]" and self._take(","):
            self.expect(end)
            return found
        while not self._take(end):
            found.append(self.expression(depth + 1))
            if not self._take(","):
                self.expect(end)
                break
            if end == ")" and self._is(end):
                raise self._unexpected("a value")
        return found

    def _entries(self, depth: int, key: Callable[[], "Node | int"]) -> list[tuple["Node | int", Node]]:
        found: list[tuple[Node | int, Node]] = []
        if self._take(","):
            self.expect("}")
            return found
        while not self._take("}"):
            named = key()
            self.expect(":")
            found.append((named, self.expression(depth + 1)))
            if not self._take(","):
                self.expect("}")
                break
        return found

    def _field(self) -> int:
        """The place of the mark behind the name of a field."""
        if self._token.kind not in ("name", "quoted") or self._is("in", *_LITERALS):
            raise self._unexpected("a field")
        self._next += 1
        return self._token.offset


def _can_be_negative(token: Token) -> bool:
    return token.kind == "number" and token.text[-1] not in "uU"


def macro_of_function(function: str, arguments: Sequence[Node], offset: int) -> Node | None:
    """What `has(a.b)` stands for; None where it is no macro."""
    if function != "has" or len(arguments) != 1:
        return None
    (asked,) = arguments
    if not isinstance(asked, Select) or asked.is_test:
        raise CelFault("has takes a field", asked.offset)
    return Select(offset=offset, operand=asked.operand, field=asked.field, is_test=True, depth=deeper(asked.operand))


def macro_of_method(function: str, target: Node, arguments: Sequence[Node], offset: int) -> Node | None:
    """What a method such as `all` stands for; None where it is no macro."""
    if len(arguments) not in _METHODS.get(function, ()):
        return None
    variable, *others = arguments
    if not isinstance(variable, Name):
        raise CelFault(f"{function} takes a name and an expression", variable.offset)
    if variable.name == "__result__":
        raise CelFault("__result__ is the name of CEL's own variable", variable.offset)
    accumulated = Name(offset=offset, name=_RESULT)
    start: Node = Listed(offset=offset)
    result: Node = accumulated
    match function:
        case "all":
            start, step = Literal(offset=offset, type="bool"), call(offset, "_&&_", accumulated, *others)
        case "exists":
            start, step = Literal(offset=offset, type="bool"), call(offset, "_||_", accumulated, *others)
        case "exists_one":
            one = Literal(offset=offset, type="int")
            start, more = one, call(offset, "_+_", accumulated, one)
            step, result = call(offset, "_?_:_", *others, more, accumulated), call(offset, "_==_", accumulated, one)
        case _:
            made = variable if function == "filter" else others[-1]
            listed = Listed(offset=offset, items=(made,), depth=deeper(made))
            step = call(offset, "_+_", accumulated, listed)
            if function == "filter" or len(others) == 2:
                step = call(offset, "_?_:_", others[0], step, accumulated)
    return Comprehension(
        offset=offset,
        range=target,
        variable=variable.name,
        start=start,
        step=step,
        result=result,
        depth=deeper(target, step),
    )

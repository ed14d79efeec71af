"""The syntax of CEL, and the names that an expression uses; types are not checked."""

import re
from collections.abc import Callable, Iterator

from xpkgtui.values import dataclass

_DEEPEST = 60
"""How deep an expression may be nested to be looked at."""
_ESCAPE = r"\\(?:[abfnrtv\"'\\?`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7][0-7])"
_QUOTED = "|".join(
    (
        r'[rR](?:"""(?:[^"]|"(?!""))*"""|\'\'\'(?:[^\']|\'(?!\'\'))*\'\'\'|"[^"\n\r]*"|\'[^\'\n\r]*\')',
        rf'"""(?:{_ESCAPE}|[^\\"]|"(?!""))*"""',
        rf"'''(?:{_ESCAPE}|[^\\']|'(?!''))*'''",
        rf'"(?:{_ESCAPE}|[^\\"\n\r])*"',
        rf"'(?:{_ESCAPE}|[^\\'\n\r])*'",
    )
)
_TOKEN = re.compile(
    rf"(?P<blank>[\t \r\n\f]+|//[^\n]*)"
    rf"|(?P<text>[bB]?(?:{_QUOTED}))"
    r"|(?P<number>[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?"
    r"|0x[0-9a-fA-F]+[uU]?|[0-9]+[uU]?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<quoted>`[A-Za-z0-9_.\-/ ]+`)"
    r"|(?P<mark>==|!=|<=|>=|&&|\|\||[<>\[\]{}().,\-!?:+*/%])"
)
_OPERATORS = frozenset(("==", "!=", "<=", ">=", "<", ">", "in", "&&", "||", "+", "-", "*", "/", "%"))
_LITERALS = frozenset(("true", "false", "null"))
_RESERVED = frozenset(
    re.findall(
        r"\w+", "as break const continue else for function if import let loop package namespace return var void while"
    )
)
_MACROS = frozenset(("all", "exists", "exists_one", "existsOne", "map", "filter"))
"""Methods whose first argument names each element."""
_HAS = "has"
"""A macro, which no function of that name stands behind."""
_END = ""


class CelFault(Exception):
    """An expression that no compiler of CEL takes."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset
        """Characters before the fault."""


class TooDeep(Exception):
    """An expression that is nested deeper than is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """A variable or function that an expression uses and does not bind itself."""

    name: str
    offset: int
    is_function: bool


def names_in(text: str) -> tuple[Used, ...]:
    """The free names of an expression; raises `CelFault` where it is not one, `TooDeep` where it is not looked at."""
    parser = _Parser(tuple(_tokens(text)))
    parser.expression(0)
    parser.expect(_END)
    return tuple(parser.used)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    offset: int


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            what = "a quote that does not end" if text[at] in "\"'`" else f"{text[at]!r}, which CEL does not know"
            raise CelFault(f"there is {what}", at)
        if found.lastgroup != "blank":
            yield _Token(found.lastgroup or "", found.group(), at)
        at = found.end()
    yield _Token("mark", _END, len(text))


class _Parser:
    """Goes over the tokens; whether an expression is one does not depend on the precedence of its operators."""

    def __init__(self, tokens: tuple[_Token, ...]) -> None:
        self.used: list[Used] = []
        self._tokens = tokens
        self._next = 0
        self._bound: list[str] = []

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _is(self, *texts: str) -> bool:
        token = self._token
        return token.text in texts and token.kind in ("mark", "name")

    def _take(self, *texts: str) -> bool:
        if self._is(*texts):
            self._next += 1
            return True
        return False

    def expect(self, text: str) -> None:
        """Passes this mark."""
        if not self._is(text):
            raise self._unexpected(repr(text) if text else "the end")
        self._next += 1

    def _unexpected(self, wanted: str) -> CelFault:
        token = self._token
        return CelFault(f"{token.text or 'the end'} stands where {wanted} belongs", token.offset)

    def expression(self, depth: int) -> None:
        """An expression, up to what cannot belong to it."""
        if depth > _DEEPEST:
            raise TooDeep
        self._chain(depth)
        while self._take("?"):
            self._chain(depth)
            self.expect(":")
            self._chain(depth)

    def _chain(self, depth: int) -> None:
        self._operand(depth)
        while self._is(*_OPERATORS):
            self._next += 1
            self._operand(depth)

    def _operand(self, depth: int) -> None:
        sign = self._token.text if self._is("!", "-") else ""
        while sign and self._take(sign):
            pass
        if sign == "!" and self._is("-") and self._tokens[self._next + 1].kind == "number":
            self._next += 1
        chain = self._primary(depth)
        while True:
            if self._take("."):
                chain = self._select(depth) and chain
            elif self._take("["):
                self.expression(depth + 1)
                self.expect("]")
                chain = False
            elif chain and self._take("{"):
                self._entries(depth, self._field)
                chain = False
            else:
                return

    def _primary(self, depth: int) -> bool:
        """A value; whether it may be the name of a message."""
        token = self._token
        if token.kind in ("number", "text") or self._is(*_LITERALS):
            self._next += 1
        elif self._take("("):
            self.expression(depth + 1)
            self.expect(")")
        elif self._take("["):
            self._list(depth, "]")
        elif self._take("{"):
            self._entries(depth, lambda: self.expression(depth + 1))
        else:
            return self._name(depth, is_global=self._take("."))
        return False

    def _name(self, depth: int, *, is_global: bool) -> bool:
        token = self._token
        if token.kind != "name" or token.text in ("in", *_LITERALS):
            raise self._unexpected("a value")
        if token.text in _RESERVED:
            raise CelFault(f"{token.text} is a reserved word", token.offset)
        self._next += 1
        is_function = self._take("(")
        if is_function:
            self._list(depth, ")")
        if is_function or is_global or token.text not in self._bound:
            name = f".{_HAS}" if is_global and token.text == _HAS else token.text
            self.used.append(Used(name=name, offset=token.offset, is_function=is_function))
        return not is_function

    def _select(self, depth: int) -> bool:
        """What follows a dot; whether it is a plain field."""
        token = self._token
        if token.kind == "quoted":
            self._next += 1
            return False
        if token.kind != "name" or token.text in ("in", *_LITERALS):
            raise self._unexpected("a field")
        self._next += 1
        if not self._take("("):
            return True
        self.used.append(Used(name=token.text, offset=token.offset, is_function=True))
        bound = self._token.text if token.text in _MACROS and self._token.kind == "name" else ""
        self._bound.append(bound)
        count = self._list(depth, ")")
        self._bound.pop()
        if token.text in _MACROS and count not in ((2, 3) if token.text == "map" else (2,)):
            raise CelFault(f"{token.text} takes a name and an expression", token.offset)
        return False

    def _list(self, depth: int, end: str) -> int:
        """Values up to a mark; how many."""
        count = 0
        if end == "]" and self._take(","):
            self.expect(end)
            return 0
        while not self._take(end):
            self.expression(depth + 1)
            count += 1
            if not self._take(","):
                self.expect(end)
                break
            if end == ")" and self._is(end):
                raise self._unexpected("a value")
        return count

    def _entries(self, depth: int, key: Callable[[], None]) -> None:
        if self._take(","):
            self.expect("}")
            return
        while not self._take("}"):
            key()
            self.expect(":")
            self.expression(depth + 1)
            if not self._take(","):
                self.expect("}")
                return

    def _field(self) -> None:
        if self._token.kind not in ("name", "quoted") or self._is("in", *_LITERALS):
            raise self._unexpected("a field")
        self._next += 1

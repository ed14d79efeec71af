"""Parses an expression of CEL into its tree, and expands the macros in it."""

import re
from collections.abc import Callable, Sequence

from xpkgtui.cel.environment import Environment
from xpkgtui.cel.macros import macro_of_function, macro_of_method
from xpkgtui.cel.nodes import Listed, Literal, Mapped, Message, Name, Node, Select, balanced, call, deeper
from xpkgtui.cel.tokens import END, CelFault, Token, TooDeepExpression, number_of, text_of, tokens

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


def parse(text: str, environment: Environment) -> Node:
    """The tree of an expression; raises `CelFault` where it is none, `TooDeepExpression` where it is too deep."""
    parser = _Parser(tuple(tokens(text)), environment)
    found = parser.expression(0)
    parser.expect(END)
    return found


class _Parser:
    """Goes over the tokens."""

    def __init__(self, tokens: tuple[Token, ...], environment: Environment) -> None:
        self._tokens = tokens
        self._next = 0
        self._environment = environment

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
            raise TooDeepExpression
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
        kind, value = number_of(self._token, is_negative=True)
        self._next += 1
        return self._members(Literal(offset=offset, type=kind, value=value), depth)

    def _members(self, found: Node, depth: int, *, is_named: bool = False) -> Node:
        """What follows a value: fields, methods, indices, the fields of a message."""
        name = found.name if is_named and isinstance(found, Name) else ""
        while True:
            if dot := self._take("."):
                found = self._select(found, dot, depth)
                is_plain = isinstance(found, Select) and self._tokens[self._next - 1].kind == "name"
                name = f"{name}.{found.field}" if name and is_plain and isinstance(found, Select) else ""
            elif mark := self._take("["):
                function = "_[?_]" if self._optional() else "_[_]"
                index = self.expression(depth + 1)
                self.expect("]")
                found, name = call(mark.offset, function, found, index), ""
            elif name and (mark := self._take("{")):
                values, _ = self._entries(depth, self._field)
                fields = tuple((offset, value) for offset, value in values if isinstance(offset, int))
                found = Message(
                    offset=mark.offset, name=name, values=fields, depth=deeper(*(value for _, value in values))
                )
                name = ""
            else:
                return found

    def _optional(self) -> bool:
        """Passes the mark of what may be missing."""
        mark = self._take("?")
        if mark and not self._environment.has_optionals:
            raise CelFault("optional values are not known", mark.offset)
        return mark is not None

    def _select(self, operand: Node, dot: Token, depth: int) -> Node:
        """What follows a dot."""
        is_optional = self._optional()
        token = self._token
        if token.kind != "quoted" and (token.kind != "name" or token.text in ("in", *_LITERALS)):
            raise self._unexpected("a field")
        if token.kind == "quoted" and not self._environment.has_quoted_fields:
            raise CelFault("fields are not written in backquotes", token.offset)
        self._next += 1
        if is_optional:
            field = Literal(offset=token.offset, type="string", value=token.text.strip("`"))
            return call(dot.offset, "_?._", operand, field)
        if token.kind == "name" and (mark := self._take("(")):
            return self._method(operand, token.text, self._arguments(depth), mark.offset)
        return Select(offset=dot.offset, operand=operand, field=token.text.strip("`"), depth=deeper(operand))

    def _method(self, operand: Node, name: str, arguments: Sequence[Node], offset: int) -> Node:
        if len(arguments) in self._environment.macros.get(name, ()):
            made = macro_of_method(name, operand, arguments, offset)
            if made is not None:
                return made
        whole = f"{_qualified(operand)}.{name}"
        if whole in self._environment.functions:
            return call(offset, whole, *arguments)
        return call(offset, name, *arguments, target=operand)

    def _primary(self, depth: int) -> Node:
        token = self._token
        if token.kind == "number":
            self._next += 1
            kind, value = number_of(token)
            return Literal(offset=token.offset, type=kind, value=value)
        if token.kind == "text":
            self._next += 1
            kind, text = text_of(token)
            return Literal(offset=token.offset, type=kind, value=text)
        if self._is(*_LITERALS):
            self._next += 1
            truth = None if token.text == "null" else token.text == "true"
            return Literal(offset=token.offset, type=_LITERALS[token.text], value=truth)
        if self._take("("):
            found = self.expression(depth + 1)
            self.expect(")")
            return found
        if self._take("["):
            return self._listed(token, depth)
        if self._take("{"):
            entries, marked = self._entries(depth, lambda: self.expression(depth + 1))
            pairs = tuple((key, value) for key, value in entries if not isinstance(key, int))
            deepest = deeper(*(one for pair in pairs for one in pair))
            return Mapped(offset=token.offset, entries=pairs, optional=marked, depth=deepest)
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
            arguments = self._arguments(depth)
            return macro_of_function(name, arguments, mark.offset) or call(mark.offset, name, *arguments)
        return Name(offset=token.offset, name=name)

    def _arguments(self, depth: int) -> Sequence[Node]:
        """Values up to a closing parenthesis."""
        found: list[Node] = []
        while not self._take(")"):
            found.append(self.expression(depth + 1))
            if not self._take(","):
                self.expect(")")
                break
            if self._is(")"):
                raise self._unexpected("a value")
        return found

    def _listed(self, opening: Token, depth: int) -> Node:
        """A list that is written out."""
        items: list[Node] = []
        marked: set[int] = set()
        if self._take(","):
            self.expect("]")
            return Listed(offset=opening.offset)
        while not self._take("]"):
            if self._optional():
                marked.add(len(items))
            items.append(self.expression(depth + 1))
            if not self._take(","):
                self.expect("]")
                break
        return Listed(offset=opening.offset, items=items, optional=frozenset(marked), depth=deeper(*items))

    def _entries(
        self, depth: int, key: Callable[[], "Node | int"]
    ) -> tuple[list[tuple["Node | int", Node]], frozenset[int]]:
        """The entries of a map or a message, and which of them may be missing."""
        found: list[tuple[Node | int, Node]] = []
        marked: set[int] = set()
        if self._take(","):
            self.expect("}")
            return found, frozenset()
        while not self._take("}"):
            if self._optional():
                marked.add(len(found))
            named = key()
            self.expect(":")
            found.append((named, self.expression(depth + 1)))
            if not self._take(","):
                self.expect("}")
                break
        return found, frozenset(marked)

    def _field(self) -> int:
        """The place of the mark behind the name of a field."""
        if self._token.kind not in ("name", "quoted") or self._is("in", *_LITERALS):
            raise self._unexpected("a field")
        self._next += 1
        return self._token.offset


def _qualified(node: Node) -> str:
    """The name that names and fields make together; empty where there is none."""
    if isinstance(node, Name):
        return node.name
    if isinstance(node, Select) and not node.is_test:
        lead = _qualified(node.operand)
        return f"{lead}.{node.field}" if lead else lead
    return ""


def _can_be_negative(token: Token) -> bool:
    return token.kind == "number" and token.text[-1] not in "uU"

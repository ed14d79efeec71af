"""The types of an expression, checked as cel-go does, and its words for what does not fit."""

import itertools
from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.cel import literals
from xpkgtui.cel.environment import NO_MESSAGES, Environment, Overload
from xpkgtui.cel.nodes import Call, Comprehension, Listed, Literal, Mapped, Message, Name, Node, Select
from xpkgtui.cel.tokens import TooDeepExpression
from xpkgtui.cel.types import (
    BOOL,
    DYN,
    ERROR,
    INT,
    Type,
    Unknowns,
    general_of,
    is_dynamic,
    of_list,
    of_map,
    optional,
    shown,
)
from xpkgtui.values import dataclass

_DEEPEST = 120
"""How deep a tree may be to be looked at."""
_ODD_INDICES = {"null": "types.Null", "bytes": "types.Bytes"}
_PROTOBUF = "google"
_OPTIONAL_FIELD = Overload(takes=(DYN, ("string",)), gives=optional(DYN), is_method=False, is_mixed=False)


class NotKnown(Exception):
    """An expression with messages of protobuf, whose fields are not known here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeFault:
    """What is wrong at a place."""

    offset: int
    says: str
    unknown: str = ""
    """The name of a variable or function that is not there."""
    is_function: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What is known of an expression."""

    type: Type
    faults: Sequence[TypeFault]
    index: str
    """Go's type of the first index that no program of cel-go can have; empty where there is none."""
    names: frozenset[str]
    """The variables of the environment that are used."""
    unknowns: Unknowns
    types: Mapping[int, Type]
    """The types of nodes, by their identity, with variables that `unknowns` knows."""
    called: Mapping[int, Sequence[Overload]]
    """The overloads that each call may be of."""

    def type_of(self, node: Node) -> Type:
        """The type of a node; raises `TooMuch`."""
        return self.unknowns.resolved(self.types[id(node)], is_last=True)

    def overloads(self, node: Call) -> Sequence[Overload]:
        """The overloads that a call may be of."""
        return self.called.get(id(node), ())


def check(tree: Node, environment: Environment) -> Checked:
    """The type of an expression, and its faults; raises `NotKnown` or `TooDeepExpression` where it cannot say."""
    if tree.depth > _DEEPEST:
        raise TooDeepExpression
    checker = _Checker(environment)
    found = checker.unknowns.resolved(checker.type_of(tree), is_last=True)
    if not checker.faults and not environment.mixes_literals:
        checker.check_literals()
    return Checked(
        type=found,
        faults=sorted(checker.faults, key=lambda one: one.offset),
        index=checker.index,
        names=frozenset(checker.names),
        unknowns=checker.unknowns,
        types=checker.types,
        called=checker.called,
    )


def shown_faults(text: str, faults: Sequence[TypeFault]) -> str:
    """Faults as cel-go prints them: each with the line, and a mark below the place."""
    return "\n".join(line for fault in faults for line in _shown(text, fault))


def _shown(text: str, fault: TypeFault) -> Iterator[str]:
    """A fault as cel-go prints it: the line, and a mark below the place."""
    before = text[: fault.offset]
    column = len(before) - (before.rfind("\n") + 1)
    line = text[len(before) - column :].partition("\n")[0].replace("\t", " ")
    yield f"ERROR: <input>:{before.count(chr(10)) + 1}:{column + 1}: {fault.says}"
    yield f" | {line}"
    dots = "".join(".\uff0e"[not each.isascii()] for each in line[:column])
    yield f" | {dots}{'^' if line[column : column + 1].isascii() else chr(0xFF3E)}"


class _Checker:
    def __init__(self, environment: Environment) -> None:
        self.unknowns = Unknowns()
        self.faults: list[TypeFault] = []
        self.index = ""
        self.names: set[str] = set()
        self.types: dict[int, Type] = {}
        self.called: dict[int, list[Overload]] = {}
        self._environment = environment
        self._scopes: list[dict[str, Type]] = []
        self._literals: list[tuple[Listed | Mapped | Call, dict[int, Type]]] = []
        """Lists, maps and calls in the order in which they are entered, with the types of what is in them."""
        self._formats = 0
        """Calls of `format` around a node, whose values may have several types."""
        self._mixes = environment.mixes_numbers
        """Whether numbers of two types are compared; cel-go forgets to forbid it where it enters a macro."""

    def _fault(self, node: Node, says: str) -> None:
        self.faults.append(TypeFault(offset=node.offset, says=says))

    def _undeclared(self, node: Node, name: str, *, is_function: bool = False) -> Type:
        says = f"undeclared reference to '{name}' (in container '')"
        self.faults.append(TypeFault(offset=node.offset, says=says, unknown=name, is_function=is_function))
        return ERROR

    def type_of(self, node: Node) -> Type:
        """The type of a node; what is wrong in it is kept."""
        found = self.types[id(node)] = self._type_of(node)
        return found

    def _type_of(self, node: Node) -> Type:
        match node:
            case Literal():
                return (node.type,)
            case Name():
                return self._of_name(node)
            case Select():
                return self._of_field(node)
            case Call():
                return self._of_call(node)
            case Listed():
                return self._of_list(node)
            case Mapped():
                return self._of_map(node)
            case Message():
                return self._of_message(node)
            case Comprehension():
                return self._of_comprehension(node)

    def _of_name(self, node: Name) -> Type:
        name = node.name.removeprefix(".")
        if name == node.name:
            for scope in reversed(self._scopes):
                if name in scope:
                    return scope[name]
        if name == _PROTOBUF:
            raise NotKnown
        if name not in self._environment.variables:
            return self._undeclared(node, node.name)
        self.names.add(name)
        return self._environment.variables[name]

    def _of_field(self, node: Select) -> Type:
        operand = self.unknowns.resolved(self.type_of(node.operand))
        is_optional = operand[0] == "optional_type"
        found = self._selected(node, operand[1] if is_optional else operand, node.field)
        if node.is_test:
            return BOOL
        return optional(self.unknowns.resolved(found)) if is_optional else self.unknowns.resolved(found)

    def _selected(self, node: Node, operand: Type, field: str) -> Type:
        """The type of a field."""
        if operand[0] == "map":
            value: Type = operand[2]
            return value
        if operand[0] == "object":
            declared: Type | None = operand[1].field(field)
            if declared is None:
                self._fault(node, f"undefined field '{field}'")
            return declared or ERROR
        if operand[0] == "param":
            self.unknowns.fits((DYN,), (operand,))
        elif operand != ERROR and not is_dynamic(operand):
            self._fault(node, f"type '{shown(operand)}' does not support field selection")
        return DYN

    def _of_optional_field(self, node: Call) -> Type:
        operand, field = node.arguments
        found = self.unknowns.resolved(self.type_of(operand))
        found = found[1] if found[0] == "optional_type" else found
        assert isinstance(field, Literal)
        self.types[id(field)] = (field.type,)
        self.called[id(node)] = [_OPTIONAL_FIELD]
        return optional(self.unknowns.resolved(self._selected(node, found, field.value)))

    def _of_call(self, node: Call) -> Type:
        if node.function == "_?._":
            return self._of_optional_field(node)
        is_format = node.function == "format"
        self._formats += is_format
        found = [self.type_of(argument) for argument in node.arguments]
        self._formats -= is_format
        self._literals.append((node, {}))
        if node.target is not None:
            found.insert(0, self.type_of(node.target))
        name = node.function if node.target is not None else node.function.removeprefix(".")
        if name not in self._environment.functions:
            return self._undeclared(node, node.function, is_function=True)
        if name in ("_&&_", "_||_"):
            return self._of_logic(node, found)
        if name == "_[_]" and not self.index:
            self.index = self._odd_index(node.arguments[1])
        return self._of_overloads(node, name, found)

    def _odd_index(self, node: Node) -> str:
        """Go's type of an index that is written out, and that cel-go takes and plans no program for."""
        if isinstance(node, Literal):
            return _ODD_INDICES.get(node.type, "")
        if isinstance(node, Name) and not any(node.name in scope for scope in self._scopes):
            of_name = self._environment.variables.get(node.name.removeprefix("."), DYN)
            return "*types.Type" if of_name[0] == "type" else ""
        return ""

    def _of_logic(self, node: Call, found: Sequence[Type]) -> Type:
        result = BOOL
        self.called[id(node)] = [*self._environment.functions[node.function]]
        for argument, one in zip(node.arguments, found, strict=True):
            if not self.unknowns.fits((one,), (BOOL,)):
                self._fault(argument, f"expected type 'bool' but found '{shown(one)}'")
                result = ERROR
        return result

    def _of_overloads(self, node: Call, name: str, found: Sequence[Type]) -> Type:
        result: Type | None = None
        for overload in self._environment.functions[name]:
            if overload.is_method is not (node.target is not None) or (overload.is_mixed and not self._mixes):
                continue
            takes, gives = self._renamed(overload)
            if self.unknowns.fits(found, takes):
                self.called.setdefault(id(node), []).append(overload)
                gives = self.unknowns.resolved(gives)
                if result is None:
                    result = gives
                elif not is_dynamic(result) and gives != result:
                    result = DYN
        if result is not None:
            return result
        listed = [shown(self.unknowns.resolved(one, is_last=True)) for one in found]
        lead = f"{listed.pop(0)}." if node.target is not None else ""
        self._fault(node, f"found no matching overload for '{name}' applied to '{lead}({', '.join(listed)})'")
        return ERROR

    def _renamed(self, overload: Overload) -> tuple[Sequence[Type], Type]:
        """An overload with variables of its own."""
        names: dict[str, Type] = {}

        def renamed(one: Type) -> Type:
            if one[0] == "param":
                if one[1] not in names:
                    names[one[1]] = self.unknowns.fresh()
                return names[one[1]]
            return (one[0], *map(renamed, one[1:]))

        return tuple(map(renamed, overload.takes)), renamed(overload.gives)

    def _joined(self, nodes: Sequence[Node], marked: frozenset[int]) -> tuple[Type | None, dict[int, Type]]:
        """The type of all of them, None where there are none, and that of each."""
        joined: Type | None = None
        types: dict[int, Type] = {}
        for number, node in enumerate(nodes):
            types[id(node)] = self._present(node, is_marked=number in marked)
            joined = self._general(joined, types[id(node)])
        return joined, types

    def _present(self, node: Node, *, is_marked: bool) -> Type:
        """The type of a value; of one that may be missing, that of what is there."""
        found = self.type_of(node)
        if not is_marked:
            return found
        found = self.unknowns.resolved(found)
        if found[0] == "optional_type":
            inner: Type = found[1]
            return inner
        if found != ERROR and not is_dynamic(found):
            self._fault(node, f"expected type '{shown(optional(found))}' but found '{shown(found)}'")
        return found

    def _general(self, joined: Type | None, found: Type) -> Type:
        if joined is None:
            return found
        if self.unknowns.fits((joined,), (found,)):
            return general_of(joined, found)
        return DYN

    def _of_list(self, node: Listed) -> Type:
        joined, types = self._joined(node.items, node.optional)
        self._remember(node, types)
        return of_list(joined or self.unknowns.fresh())

    def _remember(self, node: Listed | Mapped, types: dict[int, Type]) -> None:
        """Keeps the types of what is in a literal, for what is checked at last."""
        self._literals.append((node, types | ({id(node): DYN} if self._formats else {})))

    def check_literals(self) -> None:
        """Adds the faults of literals, which are looked at where nothing else is wrong."""
        found_types = (pair for _, each in self._literals for pair in each.items())
        types = {key: self.unknowns.resolved(one, is_last=True) for key, one in found_types}
        for node, known in self._literals:
            found: Iterator[literals.Wrong] = iter(())
            if isinstance(node, Call):
                found = itertools.chain(literals.wrong_argument(node), literals.wrong_format(node, types))
            elif id(node) in known:
                continue
            elif isinstance(node, Listed):
                found = literals.unlike([(item, types[id(item)]) for item in node.items])
            else:
                pairs = [([(key, types[id(key)])], [(value, types[id(value)])]) for key, value in node.entries]
                found = literals.unlike_entries(pairs)
            self.faults += (TypeFault(offset=offset, says=says) for offset, says in found)

    def _of_map(self, node: Mapped) -> Type:
        key: Type | None = None
        value: Type | None = None
        types: dict[int, Type] = {}
        for number, (one, other) in enumerate(node.entries):
            types[id(one)] = self.type_of(one)
            types[id(other)] = self._present(other, is_marked=number in node.optional)
            key, value = self._general(key, types[id(one)]), self._general(value, types[id(other)])
        self._remember(node, types)
        return of_map(key or self.unknowns.fresh(), value or self.unknowns.fresh())

    def _of_message(self, node: Message) -> Type:
        name = node.name.removeprefix(".")
        if name in NO_MESSAGES:
            self._fault(node, f"'{name}' is not a message type")
            for offset, value in node.values:
                self.type_of(value)
                self.faults.append(TypeFault(offset=offset, says=f"unexpected failed resolution of '{name}'"))
            return ERROR
        if self._environment.variables.get(name, DYN)[0] == "type" or name.partition(".")[0] == _PROTOBUF:
            raise NotKnown
        return self._undeclared(node, node.name)

    def _of_comprehension(self, node: Comprehension) -> Type:
        over, start = self.type_of(node.range), self.type_of(node.start)
        each = self._items(node.range, self.unknowns.resolved(over), len(node.variables))
        self._mixes = True
        self._scopes.append({node.bound: start})
        self._scopes.append(dict(zip(node.variables, each, strict=False)))
        step = self.type_of(node.step)
        if not self.unknowns.fits((start,), (step,)):
            self._fault(node.step, f"expected type '{shown(start)}' but found '{shown(step)}'")
        self._scopes.pop()
        found = self.type_of(node.result)
        self._scopes.pop()
        return self.unknowns.resolved(found)

    def _items(self, node: Node, over: Type, count: int) -> Sequence[Type]:
        """The types of the names that a macro gives to each item."""
        match over[0]:
            case "list":
                return (INT, over[1]) if count == 2 else (over[1],)
            case "map":
                return over[1:]
            case "dyn" | "any" | "!error!" | "param":
                self.unknowns.fits((DYN,), (over,))
                return DYN, DYN
        words = "cannot be range of a comprehension (must be list, map, or dynamic)"
        self._fault(node, f"expression of type '{shown(over)}' {words}")
        return ERROR, ERROR

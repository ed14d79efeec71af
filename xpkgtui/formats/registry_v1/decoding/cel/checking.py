"""The types of an expression, checked as cel-go does, and its words for what does not fit."""

from collections.abc import Sequence

from xpkgtui.formats.registry_v1.decoding.cel.functions import FUNCTIONS, NO_MESSAGES, VARIABLES, Overload
from xpkgtui.formats.registry_v1.decoding.cel.nodes import (
    Call,
    Comprehension,
    Listed,
    Literal,
    Mapped,
    Message,
    Name,
    Node,
    Select,
)
from xpkgtui.formats.registry_v1.decoding.cel.tokens import TooDeep
from xpkgtui.formats.registry_v1.decoding.cel.types import (
    BOOL,
    DYN,
    ERROR,
    Type,
    Unknowns,
    general_of,
    is_dynamic,
    of_list,
    of_map,
    shown,
)
from xpkgtui.values import dataclass

_DEEPEST = 120
"""How deep a tree may be to be looked at."""
_RESULT = "@result"
_ODD_INDICES = {"null": "types.Null", "bytes": "types.Bytes"}
_PROTOBUF = "google"


class NotKnown(Exception):
    """An expression with messages of protobuf, whose fields are not known here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
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
    faults: Sequence[Fault]
    index: str
    """Go's type of the first index that no program of cel-go can have; empty where there is none."""


def check(tree: Node) -> Checked:
    """The type of an expression, and its faults; raises `NotKnown` and `TooDeep` where it is not looked at."""
    if tree.depth > _DEEPEST:
        raise TooDeep
    checker = _Checker()
    found = checker.unknowns.resolved(checker.type_of(tree), is_last=True)
    faults = sorted(checker.faults, key=lambda one: one.offset)
    return Checked(type=found, faults=faults, index=checker.index)


class _Checker:
    def __init__(self) -> None:
        self.unknowns = Unknowns()
        self.faults: list[Fault] = []
        self.index = ""
        self._scopes: list[dict[str, Type]] = []
        self._mixes = False
        """Whether numbers of two types are compared; cel-go forgets to forbid it where it enters a macro."""

    def _fault(self, node: Node, says: str) -> None:
        self.faults.append(Fault(offset=node.offset, says=says))

    def _undeclared(self, node: Node, name: str, *, is_function: bool = False) -> Type:
        says = f"undeclared reference to '{name}' (in container '')"
        self.faults.append(Fault(offset=node.offset, says=says, unknown=name, is_function=is_function))
        return ERROR

    def type_of(self, node: Node) -> Type:
        """The type of a node; what is wrong in it is kept."""
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
                return of_list(self._joined(node.items) or self.unknowns.fresh())
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
        return VARIABLES[name] if name in VARIABLES else self._undeclared(node, node.name)

    def _of_field(self, node: Select) -> Type:
        operand = self.unknowns.resolved(self.type_of(node.operand))
        found = DYN
        if operand[0] == "map":
            found = operand[2]
        elif operand[0] == "param":
            self.unknowns.fits((DYN,), (operand,))
        elif operand != ERROR and not is_dynamic(operand):
            self._fault(node, f"type '{shown(operand)}' does not support field selection")
        return BOOL if node.is_test else self.unknowns.resolved(found)

    def _of_call(self, node: Call) -> Type:
        found = [self.type_of(one) for one in node.arguments]
        if node.target is not None:
            found.insert(0, self.type_of(node.target))
        name = node.function if node.target is not None else node.function.removeprefix(".")
        if name not in FUNCTIONS:
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
            return "*types.Type" if VARIABLES.get(node.name.removeprefix("."), DYN)[0] == "type" else ""
        return ""

    def _of_logic(self, node: Call, found: Sequence[Type]) -> Type:
        result = BOOL
        for argument, one in zip(node.arguments, found, strict=True):
            if not self.unknowns.fits((one,), (BOOL,)):
                self._fault(argument, f"expected type 'bool' but found '{shown(one)}'")
                result = ERROR
        return result

    def _of_overloads(self, node: Call, name: str, found: Sequence[Type]) -> Type:
        result: Type | None = None
        for overload in FUNCTIONS[name]:
            if overload.is_method is not (node.target is not None) or (overload.is_mixed and not self._mixes):
                continue
            takes, gives = self._renamed(overload)
            if self.unknowns.fits(found, takes):
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

    def _joined(self, nodes: Sequence[Node]) -> Type | None:
        """The type of all of them; None where there are none."""
        joined: Type | None = None
        for one in nodes:
            joined = self._general(joined, self.type_of(one))
        return joined

    def _general(self, joined: Type | None, found: Type) -> Type:
        if joined is None:
            return found
        return general_of(joined, found) if self.unknowns.fits((joined,), (found,)) else DYN

    def _of_map(self, node: Mapped) -> Type:
        key: Type | None = None
        value: Type | None = None
        for one, other in node.entries:
            key = self._general(key, self.type_of(one))
            value = self._general(value, self.type_of(other))
        return of_map(key or self.unknowns.fresh(), value or self.unknowns.fresh())

    def _of_message(self, node: Message) -> Type:
        name = node.name.removeprefix(".")
        if name in NO_MESSAGES:
            self._fault(node, f"'{name}' is not a message type")
            for offset, value in node.values:
                self.type_of(value)
                self.faults.append(Fault(offset=offset, says=f"unexpected failed resolution of '{name}'"))
            return ERROR
        if (name in VARIABLES and name != "properties") or name.partition(".")[0] == _PROTOBUF:
            raise NotKnown
        return self._undeclared(node, node.name)

    def _of_comprehension(self, node: Comprehension) -> Type:
        over, start = self.type_of(node.range), self.type_of(node.start)
        over = self.unknowns.resolved(over)
        each = DYN
        match over[0]:
            case "list" | "map":
                each = over[1]
            case "dyn" | "any" | "!error!" | "param":
                self.unknowns.fits((DYN,), (over,))
            case _:
                words = "cannot be range of a comprehension (must be list, map, or dynamic)"
                self._fault(node.range, f"expression of type '{shown(over)}' {words}")
                each = ERROR
        self._mixes = True
        self._scopes.append({_RESULT: start})
        self._scopes.append({node.variable: each})
        step = self.type_of(node.step)
        if not self.unknowns.fits((start,), (step,)):
            self._fault(node.step, f"expected type '{shown(start)}' but found '{shown(step)}'")
        self._scopes.pop()
        found = self.type_of(node.result)
        self._scopes.pop()
        return self.unknowns.resolved(found)

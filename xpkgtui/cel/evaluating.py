"""Evaluates the tree of an expression as cel-go does, in steps that are counted."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from xpkgtui.cel.macros import MACROS, Names, Run
from xpkgtui.cel.nodes import Call, Comprehension, Listed, Literal, Mapped, Message, Name, Node, Select
from xpkgtui.cel.values import (
    MISSING,
    CelError,
    Optional,
    StepsLeft,
    TypeValue,
    Uint,
    Undecided,
    Value,
    equal,
    found,
    is_list,
    is_map,
    key_of,
    keys,
    no_overload,
)
from xpkgtui.golang.regexp.syntax import complaint

Function = Callable[..., Value]
"""A function of CEL: the steps that are left, then its arguments, the target of a method first."""


_LISTS = frozenset(("filter", "map", "transformList"))
"""Macros that make a list."""
_GO_NAMES = {bool: "Bool", int: "Int", float: "Double", str: "String", bytes: "Bytes", type(None): "Null"}
_CONVERSIONS = frozenset(("bool", "bytes", "double", "dyn", "duration", "int", "string", "timestamp", "uint"))


def program(
    tree: Node, functions: Mapping[str, Function], types: Mapping[str, str]
) -> Callable[[Names, StepsLeft], Value]:
    """What evaluates a tree with the values of its variables; `types` has the names that are types.

    It raises `CelError` and `Undecided`, as making it does.
    """
    compiler = _Compiler(functions, types)
    run = compiler.compiled(tree)

    def evaluate(names: Names, steps: StepsLeft) -> Value:
        compiler.steps = steps
        compiler.way = compiler.ordered = 0
        value, error = _tried(run, names, steps, compiler.size)
        # Go goes over maps in any order, over one map in another each time: what hangs on it is not known.
        for way in range(1, 1 + min(compiler.ordered, 2)):
            compiler.way, compiler.ordered = way, 0
            again, second = _tried(run, names, steps, compiler.size)
            if str(error) != str(second) or (error is None and not equal(value, again, steps)):
                raise Undecided("the order of a map")
        if error is not None:
            raise error
        return value

    return evaluate


def _tried(run: Run, names: Names, steps: StepsLeft, size: int) -> tuple[Value, CelError | None]:
    """A value, or the error in place of it."""
    steps.take(size)
    try:
        return run(dict(names)), None
    except CelError as error:
        return None, error


class _Compiler:
    """Makes a function of each node."""

    def __init__(self, functions: Mapping[str, Function], types: Mapping[str, str]) -> None:
        self._functions = functions
        self._types = types
        self.steps = StepsLeft(0)
        self.size = 0
        """Nodes so far."""
        self.way = 0
        """How maps are gone over: from their start, from their end, or by turns."""
        self.ordered = 0
        """The lists that were made of maps of several keys."""

    def compiled(self, node: Node) -> Run:
        """What evaluates a node."""
        self.size += 1
        match node:
            case Literal():
                value = Uint(node.value) if node.type == "uint" else node.value
                return lambda _: value
            case Name():
                return self._name(node)
            case Select():
                return self._field(node)
            case Call():
                return self._call(node)
            case Listed():
                return self._listed(node)
            case Mapped():
                return self._mapped(node)
            case Comprehension():
                return self._bound(node) if node.macro == "bind" else self._each(node)
            case Message():
                raise Undecided("messages of protobuf")

    def _name(self, node: Name) -> Run:
        name = node.name.removeprefix(".")
        if name in self._types:
            value = TypeValue(self._types[name])
            return lambda names: names.get(name, value)
        return lambda names: names[name]

    def _field(self, node: Select) -> Run:
        operand, field, is_test = self.compiled(node.operand), node.field, node.is_test

        def run(names: Names) -> Value:
            of = operand(names)
            is_optional = isinstance(of, Optional)
            if is_optional:
                if not of.is_there:
                    return False if is_test else of
                of = of.value
            value = found(of, field) if is_map(of) else MISSING
            if is_test:
                return value is not MISSING
            if is_optional:
                return Optional(value)
            if value is MISSING:
                raise CelError(f"no such key: {field}")
            return value

        return run

    def _call(self, node: Call) -> Run:
        given = [*([node.target] if node.target is not None else []), *node.arguments]
        arguments = [self.compiled(one) for one in given]
        match node.function:
            case "_&&_" | "_||_":
                return _logical(arguments[0], arguments[1], ends=node.function == "_||_")
            case "_?_:_":
                return _conditional(*arguments)
            case "_?._" | "_[?_]":
                return _optional(arguments[0], arguments[1])
            case "_[_]":
                return _index(arguments[0], arguments[1])
            case "or" | "orValue" if node.target is not None:
                return _alternative(arguments[0], arguments[1], is_value=node.function == "orValue")
        if node.function == "@in" and isinstance(given[1], Listed) and not given[1].items:
            # cel-go looks at nothing then, whatever is asked for.
            return lambda _: False
        function = self._functions.get(node.function.removeprefix("."))
        if function is None:
            raise Undecided(f"the function {node.function}")
        if node.function in {"find", "findAll", "matches"} and isinstance(given[1], Literal):
            _check_pattern(given[1].value)
        if node.function in _CONVERSIONS and isinstance(given[0], Literal):
            # cel-go calls it when it makes the program, which fails with the call.
            constant = function(StepsLeft(1_000), arguments[0]({}))
            return lambda _: constant
        return lambda names: function(self.steps, *[argument(names) for argument in arguments])

    def _listed(self, node: Listed) -> Run:
        items = [(self.compiled(item), number in node.optional) for number, item in enumerate(node.items)]

        def run(names: Names) -> Value:
            made = [(item(names), is_marked) for item, is_marked in items]
            return list(_present(made))

        return run

    def _mapped(self, node: Mapped) -> Run:
        entries = [
            (self.compiled(key), self.compiled(value), number in node.optional)
            for number, (key, value) in enumerate(node.entries)
        ]

        def run(names: Names) -> Value:
            made: dict[Any, Value] = {}
            for key, value, is_marked in entries:
                name = key_of(key(names))
                for one in _present([(value(names), is_marked)]):
                    made[name] = one
            return made

        return run

    def _bound(self, node: Comprehension) -> Run:
        value, then, name = self.compiled(node.start), self.compiled(node.result), node.bound
        return lambda names: then({**names, name: value(names)})

    def _each(self, node: Comprehension) -> Run:
        """A macro that goes over a list or a map; each item costs as many steps as there are nodes for it."""
        over = self.compiled(node.range)
        before = self.size
        arguments = [self.compiled(argument) for argument in node.arguments]
        cost = self.size - before + 1
        make = MACROS[node.macro]

        def run(names: Names) -> Value:
            def scopes() -> Iterator[tuple[Names, Value]]:
                scope = dict(names)
                values_of = over(names)
                items = _items(values_of, len(node.variables))
                if node.macro in _LISTS and is_map(values_of) and len(values_of) > 1:
                    self.ordered += 1
                    is_backward = self.way == 1 or (self.way == 2 and self.ordered % 2)
                    items = iter(list(items)[:: -1 if is_backward else 1])
                for values in items:
                    self.steps.take(cost)
                    scope.update(zip(node.variables, values, strict=False))
                    yield scope, values[0]

            return make(scopes(), arguments)

        return run


def _check_pattern(pattern: Any) -> None:
    """Refuses a pattern as cel-go does when it makes a program."""
    if isinstance(pattern, str) and (wrong := complaint(pattern)):
        raise CelError(f"error parsing regexp: {wrong}")


def _present(values: list[tuple[Value, bool]]) -> Iterator[Value]:
    """The values without those that are missing."""
    for value, is_marked in values:
        if not is_marked:
            yield value
        elif not isinstance(value, Optional):
            raise no_overload()
        elif value.is_there:
            yield value.value


def _items(over: Value, count: int) -> Iterator[tuple[Value, ...]]:
    if is_map(over):
        return ((key, found(over, key)) for key in keys(over)) if count == 2 else ((key,) for key in keys(over))
    if not is_list(over):
        raise CelError(f"got 'types.{_GO_NAMES.get(type(over), type(over).__name__)}', expected iterable type")
    return enumerate(over) if count == 2 else ((one,) for one in over)


def _logical(left: Run, right: Run, *, ends: bool) -> Run:
    """`||` and `&&`: an error counts only where the other side does not decide."""

    def run(names: Names) -> Value:
        error: CelError | None = None
        for one in (left, right):
            try:
                value = one(names)
                if value is ends:
                    return ends
                if not isinstance(value, bool):
                    error = error or no_overload()
            except CelError as raised:
                error = error or raised
        if error is not None:
            raise error
        return not ends

    return run


def _conditional(condition: Run, yes: Run, no: Run) -> Run:
    def run(names: Names) -> Value:
        value = condition(names)
        if not isinstance(value, bool):
            raise no_overload()
        return yes(names) if value else no(names)

    return run


def _element(of: Value, key: Value) -> Value:
    """What is at a key or index, or `MISSING`."""
    if is_map(of):
        return found(of, key)
    if not is_list(of):
        return MISSING
    if isinstance(key, float) and key.is_integer():
        key = int(key)
    if not isinstance(key, int) or isinstance(key, bool):
        raise CelError(f"unsupported index type in list: {key}")
    return of[key] if 0 <= key < len(of) else MISSING


def _index(operand: Run, index: Run) -> Run:
    def run(names: Names) -> Value:
        of = operand(names)
        if isinstance(of, Optional):
            return Optional(_element(of.value, index(names))) if of.is_there else of
        key = index(names)
        value = _element(of, key)
        if value is MISSING:
            raise CelError(f"index out of bounds: {_shown(key)}" if is_list(of) else f"no such key: {_shown(key)}")
        return value

    return run


def _shown(key: Value) -> str:
    return str(key).lower() if isinstance(key, bool) else str(key)


def _optional(operand: Run, index: Run) -> Run:
    def run(names: Names) -> Value:
        of = operand(names)
        if isinstance(of, Optional):
            if not of.is_there:
                return of
            of = of.value
        return Optional(_element(of, index(names)))

    return run


def _alternative(operand: Run, other: Run, *, is_value: bool) -> Run:
    def run(names: Names) -> Value:
        of = operand(names)
        if not isinstance(of, Optional):
            raise no_overload()
        if of.is_there:
            return of.value if is_value else of
        return other(names)

    return run


def in_collection(steps: StepsLeft, value: Value, collection: Value) -> bool:
    """`in`: whether a list has a value, or a map a key."""
    if is_map(collection):
        return found(collection, value) is not MISSING
    if not is_list(collection):
        raise no_overload()
    return any(equal(one, value, steps) for one in collection)

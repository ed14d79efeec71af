"""Dataclasses whose methods are made when they are first needed: a program that starts makes hundreds of classes.

The standard decorator writes six functions for each class and compiles them, 0.5 ms a class, which was a third of the
time of a command. Most classes are never made an object of in one run. Here fields, slots and order of arguments are
still those of the standard library, and its `replace`, `fields` and `asdict` work; comparing, hashing and pickling go
through `attrgetter`, which is no slower than compiled functions, and `__init__` is compiled for a class that has many
objects.
"""

import dataclasses
import operator
from collections.abc import Callable
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

__all__ = ["dataclass"]

Made = TypeVar("Made")
_FEW = 12
"""Objects of a class before its `__init__` is compiled, which takes as long as setting the fields of thirty."""
_ORDER = (operator.lt, operator.le, operator.gt, operator.ge)

if TYPE_CHECKING:
    # To a type checker it is the standard decorator, from which it differs in nothing that types show.
    from dataclasses import dataclass
else:

    def dataclass(
        *, frozen: bool = False, slots: bool = False, kw_only: bool = False, eq: bool = True, order: bool = False
    ) -> Callable[[type[Made]], type[Made]]:
        """The decorator; it takes those arguments of the standard one that are in use."""

        def decorate(cls: type[Made]) -> type[Made]:
            cls.__doc__ = cls.__doc__ or cls.__name__  # else the standard library makes one of the signature
            made = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
            _add_methods(made, frozen=frozen, slots=slots, eq=eq, order=order)
            return made

        return decorate


def _add_methods(cls: type, *, frozen: bool, slots: bool, eq: bool, order: bool) -> None:
    """Adds what the standard decorator would; what the class defines itself stays."""
    fields = dataclasses.fields(cls)
    methods: dict[str, Any] = {"__init__": _late_init(cls, frozen=frozen), "__repr__": _repr}
    if eq:
        values = _values(tuple(field.name for field in fields if field.compare))
        methods["__eq__"] = _comparison(values, operator.eq)
        methods["__hash__"] = (lambda self: hash(values(self))) if frozen else None
        if order:
            methods |= {f"__{one.__name__}__": _comparison(values, one) for one in _ORDER}
    if frozen:
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if frozen and slots:
        names = tuple(field.name for field in fields)
        methods |= {"__getstate__": _method(_values(names)), "__setstate__": _late_setstate(cls, names)}
    for name, method in methods.items():
        if name not in cls.__dict__ or (name == "__hash__" and cls.__dict__[name] is None):
            setattr(cls, name, method)


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[object, ...]]:
    """What reads the values of these fields as a tuple."""
    if len(names) > 1:
        return operator.attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _comparison(values: Callable[[Any], tuple[object, ...]], compare: Callable[..., bool]) -> Callable[..., bool]:
    def compared(self: object, other: object) -> bool:
        return compare(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented

    return compared


def _method(work: Callable[[Any], object]) -> Callable[[object], object]:
    """A function, which is bound to its object as an `attrgetter` is not."""

    def method(self: object) -> object:
        return work(self)

    return method


def _late_setstate(cls: type, names: tuple[str, ...]) -> Callable[[object, tuple[object, ...]], None]:
    """What sets the fields of an object that is unpickled: of the first ones in a loop, later compiled."""
    made = 0

    def first(self: object, state: tuple[object, ...]) -> None:
        nonlocal made
        made += 1
        if made > _FEW and cls.__dict__["__setstate__"] is first:
            cls.__setstate__ = _setstate(cls, names)  # type: ignore[attr-defined]
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return first


def _setstate(cls: type, names: tuple[str, ...]) -> Callable[[object, tuple[object, ...]], None]:
    """The compiled `__setstate__`: a ledger, or a long list from another process, has thousands of objects."""
    setters = {f"_set_{name}": getattr(cls, name).__set__ for name in names}
    lines = (f"_set_{name}(self, {name})" for name in names)
    body = "\n    ".join((f"{', '.join(names)}, = state", *lines)) if names else "pass"
    exec(f"def __setstate__(self, state):\n    {body}\n", setters)  # noqa: S102 - as the standard library does
    made: Callable[[object, tuple[object, ...]], None] = setters["__setstate__"]
    made.__qualname__ = f"{cls.__qualname__}.__setstate__"
    return made


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse(_self: object, name: str, *_value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _late_init(cls: type, *, frozen: bool) -> Callable[..., None]:
    """An `__init__` that sets the fields of the first objects one by one, and then gives way to a compiled one."""
    made = 0

    def first(self: object, *arguments: object, **named: object) -> None:
        nonlocal made
        made += 1
        if made <= _FEW and _fill(self, dataclasses.fields(cls), arguments, named):
            if post_init := getattr(self, "__post_init__", None):
                post_init()
            return
        compiled = _init(cls, frozen=frozen)
        if cls.__dict__["__init__"] is first:
            cls.__init__ = compiled  # type: ignore[misc]
        compiled(self, *arguments, **named)

    return first


def _fill(
    self: object,
    fields: tuple[dataclasses.Field[Any], ...],
    arguments: tuple[object, ...],
    named: dict[str, object],
) -> bool:
    """Sets the fields; False where the arguments do not fit, of which the compiled function says what is wrong."""
    values: dict[str, object] = {}
    left, taken = list(reversed(arguments)), 0
    for field in fields:
        if field.init and left and not field.kw_only and field.name not in named:
            values[field.name] = left.pop()
        elif field.init and field.name in named and (field.kw_only or not left):
            values[field.name] = named[field.name]
            taken += 1
        elif field.default_factory is not dataclasses.MISSING:
            values[field.name] = field.default_factory()
        elif field.default is not dataclasses.MISSING:
            values[field.name] = field.default
        elif field.init:
            return False
    if left or taken != len(named):
        return False
    for name, value in values.items():
        object.__setattr__(self, name, value)
    return True


def _init(cls: type, *, frozen: bool) -> Callable[..., None]:
    """The compiled `__init__` of a class."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": dataclasses.MISSING}
    taken: dict[bool, list[str]] = {False: [], True: []}
    lines: list[str] = []
    for field in dataclasses.fields(cls):
        name, default, value = field.name, "", field.name
        if field.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}"] = field.default_factory
            default = "=_MISSING"
            value = f"_make_{name}() if {name} is _MISSING else {name}" if field.init else f"_make_{name}()"
        elif field.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = field.default
            default, value = f"=_default_{name}", value if field.init else f"_default_{name}"
        if field.init:
            taken[bool(field.kw_only)].append(name + default)
        if field.init or default:
            lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ["self", *taken[False], *(["*", *taken[True]] if taken[True] else [])]
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n    {body}\n", known)  # noqa: S102 - as the standard library does
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made

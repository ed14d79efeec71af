"""Dataclasses that are made in one piece, and whose methods are made when they are first needed.

A program that starts makes hundreds of classes, of most of which it never makes an object. The standard decorator
writes six functions for each and compiles them, makes an object for each field, and sets one method after the other
on a class that is there already, which all slots of the class take notice of: a third of the time of a command.

Here a class is made anew once, with its slots and methods. Comparing and hashing go through `attrgetter`,
which is no slower than compiled functions; `__init__` is compiled for a class that has many objects; and the `Field`s
that `replace`, `fields` and `asdict` of the standard library ask for are made when they do. What is sent or kept of
them is plain data (`codec`): frozen ones with slots can be neither copied nor pickled.
"""

import dataclasses
import operator
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

__all__ = ["dataclass"]

Made = TypeVar("Made")
_FEW = 24
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
            members = dict(cls.__dict__)
            fields = _Fields(cls, members, kw_only=kw_only, slots=slots)
            methods = _methods(fields, frozen=frozen, eq=eq, order=order)
            if members.get("__hash__", True) is None:
                del members["__hash__"]  # Python has put it beside an `__eq__`
            fields.cls = type(cls)(cls.__name__, cls.__bases__, methods | members)
            return fields.cls

        return decorate


class _Fields:
    """The fields of a class; as its `__dataclass_fields__` they give what the standard library looks for there."""

    def __init__(self, cls: type, members: dict[str, Any], *, kw_only: bool, slots: bool) -> None:
        """Leaves among the members of the class those of the one that is made of it."""
        self.cls = cls
        self.declared: dict[str, tuple[Any, Any, bool]] = {}
        """The type of each, its default or `field()`, and whether it is given by name only."""
        self._standard: dict[str, Field[Any]] | None = None
        self._usual: tuple[list[str], dict[str, Any], dict[str, Any], bool] | None = None
        members.pop("__dict__", None)
        members.pop("__weakref__", None)
        slots_above: set[str] = set()
        for above in cls.__mro__[-2:0:-1]:
            slots_above.update(above.__dict__.get("__slots__", ()))
            if isinstance(fields := above.__dict__.get("__dataclass_fields__"), _Fields):
                self.declared |= fields.declared
        for name, kind in cls.__annotations__.items():
            if getattr(kind, "__origin__", kind) is ClassVar:
                continue
            default = members.pop(name, MISSING)
            if default.__class__.__hash__ is None:
                raise ValueError(f"all objects would share this {type(default).__name__}: {name}")
            self.declared[name] = kind, default, kw_only
            at_class = default.default if isinstance(default, Field) else default
            if not slots and at_class is not MISSING:
                members[name] = at_class
        members["__qualname__"] = cls.__qualname__
        members["__doc__"] = members["__doc__"] or cls.__name__
        members["__dataclass_fields__"] = self
        if slots:
            members["__slots__"] = tuple(name for name in self.declared if name not in slots_above)

    def __get__(self, _value: object, _cls: type | None = None) -> dict[str, Field[Any]]:
        if self._standard is None:
            self._standard = {}
            for name, (kind, default, kw_only) in self.declared.items():
                one: Any = default if isinstance(default, Field) else dataclasses.field(default=default)
                one.name, one.type, one.kw_only = name, kind, kw_only
                # `field` leaves it to the decorator, and no other function says it.
                one._field_type = dataclasses._FIELD  # type: ignore[attr-defined]
                self._standard[name] = one
        return self._standard

    def values(self, arguments: tuple[object, ...], named: dict[str, object]) -> dict[str, object] | None:
        """The value of each field of an object; None where the arguments do not fit, or a field is never given."""
        if self._usual is None:
            each = list(self.parameters())
            self._usual = (
                [name for name, kw_only, _, _, _ in each if not kw_only],
                {name: default for name, _, _, default, _ in each if default is not MISSING},
                {name: make for name, _, _, _, make in each if make is not MISSING},
                all(is_given for _, _, is_given, _, _ in each),
            )
        places, defaults, factories, all_are_given = self._usual
        if arguments:
            placed = dict(zip(places, arguments, strict=False))
            if len(placed) < len(arguments) or not placed.keys().isdisjoint(named):
                return None
            named = placed | named
        values = defaults | named
        for name, make in factories.items():
            if name not in named:
                values[name] = make()
        return values if all_are_given and values.keys() == self.declared.keys() else None

    def parameters(self) -> Iterator[tuple[str, bool, bool, Any, Any]]:
        """The name of each, whether it is given by name only and whether at all, its default and what makes that."""
        for name, (_, default, kw_only) in self.declared.items():
            if isinstance(default, Field):
                yield name, kw_only, default.init, default.default, default.default_factory
            else:
                yield name, kw_only, True, default, MISSING


def _methods(fields: _Fields, *, frozen: bool, eq: bool, order: bool) -> dict[str, Any]:
    """What the standard decorator would add, unless the class has it."""
    declared = fields.declared
    methods: dict[str, Any] = {"__init__": _late_init(fields, frozen=frozen)}
    methods |= {"__repr__": _repr, "__replace__": dataclasses.replace}
    given = (name for name, kw_only, is_given, _, _ in fields.parameters() if is_given and not kw_only)
    methods["__match_args__"] = tuple(given)
    if eq:
        unlike = [name for name, (_, one, _) in declared.items() if isinstance(one, Field) and not one.compare]
        values = _values(tuple([name for name in declared if name not in unlike]))
        methods["__eq__"] = _comparison(values, operator.eq)
        methods["__hash__"] = (lambda self: hash(values(self))) if frozen else None
        if order:
            methods |= {f"__{one.__name__}__": _comparison(values, one) for one in _ORDER}
    if frozen:
        methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
    return methods


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[object, ...]]:
    """What reads the values of these fields as a tuple."""
    if len(names) > 1:
        return operator.attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _comparison(values: Callable[[Any], tuple[object, ...]], compare: Callable[..., bool]) -> Callable[..., bool]:
    def compared(self: object, other: object) -> bool:
        return compare(values(self), values(other)) if other.__class__ is self.__class__ else NotImplemented

    return compared


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse(_self: object, name: str, *_value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _late_init(fields: _Fields, *, frozen: bool) -> Callable[..., None]:
    """An `__init__` that sets the fields of the first objects one by one, and then gives way to a compiled one."""
    made = 0

    def first(self: object, *arguments: object, **named: object) -> None:
        nonlocal made
        made += 1
        if made <= _FEW and (values := fields.values(arguments, named)) is not None:
            for name, value in values.items():
                object.__setattr__(self, name, value)
            if post_init := getattr(self, "__post_init__", None):
                post_init()
            return
        compiled = _init(fields, frozen=frozen)
        if fields.cls.__dict__["__init__"] is first:
            fields.cls.__init__ = compiled  # type: ignore[misc]
        compiled(self, *arguments, **named)

    return first


def _init(fields: _Fields, *, frozen: bool) -> Callable[..., None]:
    """The compiled `__init__` of a class."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": MISSING}
    taken: dict[bool, list[str]] = {False: [], True: []}
    lines: list[str] = []
    for name, kw_only, is_given, default, make_default in fields.parameters():
        shown, value = "", name
        if make_default is not MISSING:
            known[f"_make_{name}"] = make_default
            shown = "=_MISSING"
            value = f"_make_{name}() if {name} is _MISSING else {name}" if is_given else f"_make_{name}()"
        elif default is not MISSING:
            known[f"_default_{name}"] = default
            shown, value = f"=_default_{name}", value if is_given else f"_default_{name}"
        if is_given:
            taken[kw_only].append(name + shown)
        if is_given or shown:
            # A slot sets it in two thirds of the time of `object.__setattr__`.
            slot = known[f"_set_{name}"] = getattr(getattr(fields.cls, name, None), "__set__", None)
            refused = f"_set_{name}(self, {value})" if slot else f"_set(self, {name!r}, {value})"
            lines.append(refused if frozen else f"self.{name} = {value}")
    if hasattr(fields.cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ["self", *taken[False], *(["*", *taken[True]] if taken[True] else [])]
    body = "\n    ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n    {body}\n", known)  # noqa: S102 - as the standard library does
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{fields.cls.__qualname__}.__init__"
    return made

"""Dataclasses of the house: what the standard decorator promises, they keep."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, replace
from functools import partial
from typing import Any

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    x: int
    y: int = 2
    tags: tuple[str, ...] = ()
    seen: dict[str, int] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Point):
    name: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Ordered:
    major: int
    minor: int = 0


@dataclass(slots=True, eq=False)
class Open:
    number: int
    double: int = field(init=False)
    log: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.double = 2 * self.number


def standard(**options: Any) -> type:
    """A class of the standard decorator, like `Point` and `Ordered`."""
    fields: list[Any] = [("x", int), ("y", int, 2), ("tags", tuple, ())]
    return dataclasses.make_dataclass("Point", fields, **options)


def outcome(work: Callable[[], object]) -> object:
    """What a call gives, or the kind of its error."""
    try:
        return work()
    except Exception as error:
        return type(error)


@each_row(
    "given",
    [
        {"x": 1},
        {"x": 1, "y": 5},
        {"x": 1, "tags": ("a",)},
        {},
        {"y": 1},
        {"x": 1, "z": 2},
        {"x": 1, "seen": {"a": 1}},
    ],
)
def test_arguments_are_those_of_the_standard_decorator(given: dict[str, Any]) -> None:
    theirs = standard(frozen=True, kw_only=True)
    known = {name: value for name, value in given.items() if name != "seen"}
    shown = outcome(lambda: [getattr(Point(**given), name) for name in ("x", "y", "tags")])
    assert shown == outcome(lambda: [getattr(theirs(**known), name) for name in ("x", "y", "tags")])


def test_keywords_are_asked_for_where_they_were_declared() -> None:
    with pytest.raises(TypeError):
        Point(1)  # type: ignore[call-arg]
    assert Ordered(1, 2) == Ordered(major=1, minor=2)


def test_values_are_compared_by_class_and_fields() -> None:
    assert Point(x=1) == Point(x=1, seen={"a": 1})
    assert Point(x=1) != Point(x=2)
    assert Point(x=1) != Named(x=1)
    assert len({Point(x=1), Point(x=1), Point(x=2)}) == 2


def test_order_is_that_of_the_fields() -> None:
    assert sorted([Ordered(2), Ordered(1, 3), Ordered(1)]) == [Ordered(1), Ordered(1, 3), Ordered(2)]
    with pytest.raises(TypeError):
        assert Ordered(1) < 2  # type: ignore[operator]


def test_a_frozen_value_refuses_to_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Point(x=1).x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del Point(x=1).x


def test_slots_leave_no_room_for_other_attributes() -> None:
    assert not hasattr(Point(x=1), "__dict__")
    with pytest.raises(AttributeError):
        Open(1).other = 1  # type: ignore[attr-defined]


def test_each_object_has_a_default_of_its_own_and_the_fields_made_afterwards() -> None:
    first, second = Open(1), Open(2)
    first.log.append(1)
    assert (first.double, second.double, second.log) == (2, 4, [])
    assert first != Open(1)
    assert len({first, second}) == 2


def test_a_class_below_has_the_fields_of_both() -> None:
    assert repr(Named(x=1, name="n")) == "Named(x=1, y=2, tags=(), seen={}, name='n')"


def test_the_functions_of_the_standard_library_take_them() -> None:
    assert replace(Named(x=1), name="n") == Named(x=1, name="n")
    assert asdict(Ordered(1)) == {"major": 1, "minor": 0}
    assert [one.name for one in dataclasses.fields(Named)] == ["x", "y", "tags", "seen", "name"]


@each_row("value", [Point(x=1, tags=("a",)), Named(x=1, name="n"), Ordered(3)])
def test_a_frozen_value_does_not_come_back_from_a_pickle(value: Any) -> None:
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        pickle.loads(pickle.dumps(value, protocol=5))


def test_an_unchanged_method_of_the_class_itself_stays() -> None:
    @dataclass(frozen=True, slots=True)
    class Loud:
        name: str

        def __repr__(self) -> str:
            return self.name.upper()

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 5

    assert repr(Loud("a")) == "A"
    assert Loud("a") == 1
    assert hash(Loud("a")) == 5


def test_init_is_compiled_for_a_class_of_many_objects() -> None:
    @dataclass(frozen=True, slots=True)
    class Late:
        name: str
        tags: tuple[str, ...] = ()

    before = Late.__init__
    assert [Late(str(number)).name for number in range(30)] == [str(number) for number in range(30)]
    assert Late.__init__ is not before
    assert list(inspect.signature(Late).parameters) == ["name", "tags"]


WRONG: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((1, 2, 3), {}),
    ((1,), {"major": 1}),
    ((), {"minor": 1}),
    ((1,), {"patch": 1}),
]


@each_row(("arguments", "named"), WRONG)
@each_row("before", [0, 30])
def test_arguments_that_do_not_fit_are_told_as_python_tells_them(
    before: int, arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    @dataclass(frozen=True, slots=True)
    class Version:
        major: int
        minor: int = 0

    for number in range(before):
        Version(number)
    with pytest.raises(TypeError, match=r"__init__\(\) "):
        Version(*arguments, **named)
    assert (Version(1).major, Version(1, minor=2).minor) == (1, 2)


NAMES = ("alpha", "beta", "gamma", "delta")
VALUES = st.sampled_from([0, 1, 2, "a", (1, 2)])
FIELDS = st.one_of(
    st.none(),
    VALUES,
    st.builds(field, default=VALUES, compare=st.booleans(), repr=st.booleans()),
    st.builds(field, default_factory=st.just(tuple), compare=st.booleans()),
    st.builds(field, default=VALUES, init=st.just(False)),
)
"""How a field is declared; None is without a default."""
OPTIONS = st.fixed_dictionaries(
    {"frozen": st.booleans(), "slots": st.booleans(), "kw_only": st.booleans(), "eq": st.booleans()}
)
GIVEN = st.tuples(
    st.lists(VALUES, max_size=3).map(tuple), st.dictionaries(st.sampled_from((*NAMES, "other")), VALUES, max_size=4)
)


def class_of(decorator: Any, above: type, declared: dict[str, Any], options: dict[str, bool]) -> Any:
    """A class with these fields: the order of those without a default is theirs."""
    members = {name: copy.copy(value) for name, value in declared.items() if value is not None}
    types = dict.fromkeys(declared, object)
    return decorator(**options)(type("Made", (above,), {"__annotations__": types, "__qualname__": "Made", **members}))


@given(
    above=st.dictionaries(st.sampled_from(NAMES[:2]), FIELDS, max_size=2),
    declared=st.dictionaries(st.sampled_from(NAMES), FIELDS, max_size=4),
    options=OPTIONS,
    arguments=st.lists(GIVEN, min_size=1, max_size=4),
    before=st.sampled_from([0, 40]),
)
def test_a_class_does_what_that_of_the_standard_decorator_does(
    above: dict[str, Any],
    declared: dict[str, Any],
    options: dict[str, bool],
    arguments: list[tuple[tuple[Any, ...], dict[str, Any]]],
    before: int,
) -> None:
    # The standard one finds the default of a class above where it left it: not where that has slots.
    declared = {name: value for name, value in declared.items() if value is not None or name not in above}
    made = []
    for decorator in (dataclasses.dataclass, dataclass):
        try:
            base = class_of(decorator, object, above, options) if above else object
            made.append(class_of(decorator, base, declared, options))
        except TypeError:
            assert decorator is dataclasses.dataclass  # a field without a default behind one that has one
            return
    for positional, named in arguments * before:
        outcome(partial(made[1], *positional, **named))
    assert account(made[1], arguments) == account(made[0], arguments)


def account(made: Any, arguments: list[tuple[tuple[Any, ...], dict[str, Any]]]) -> list[object]:
    """What a class and its objects do."""
    values = [outcome(partial(made, *positional, **named)) for positional, named in arguments]
    known: list[Any] = [value for value in values if not isinstance(value, type)]
    return [
        made.__match_args__,
        {each.name: (each.default, each.init, each.kw_only) for each in dataclasses.fields(made)},
        [made.__dict__.get(name) for name in NAMES if "__slots__" not in made.__dict__],
        [repr(value) for value in values],
        [left == right for left in known for right in known],
        [outcome(partial(hash, value)) for value in known if made.__hash__ is not object.__hash__],
        [outcome(partial(setattr, value, one.name, 1)) for value in known for one in dataclasses.fields(value)],
        [repr(outcome(partial(replace, value, alpha=5))) for value in known],
        [outcome(partial(asdict, value)) for value in known],
    ]

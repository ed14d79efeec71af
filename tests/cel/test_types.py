"""Types of expressions: which of two is the more general one."""

from builders.cases import each_row

from xpkgtui.cel.environment import Overload, overloads
from xpkgtui.cel.types import DYN, Type, general_of

INT: Type = ("int",)
PARAM: Type = ("param", "A")


def test_overloads_are_what_their_declaration_says() -> None:
    said = "string. int [A]|~{string:?A} <A> bool|A"
    any_type = ("param", "A")
    assert overloads(said) == (
        Overload(takes=(("string",), INT), gives=("list", any_type), is_method=True, is_mixed=False),
        Overload(
            takes=(("map", ("string",), ("optional_type", any_type)), ("type", any_type)),
            gives=("bool",),
            is_method=False,
            is_mixed=True,
        ),
        Overload(takes=(), gives=any_type, is_method=False, is_mixed=False),
    )


def of(name: str, *inside: Type) -> Type:
    return (name, *inside)


@each_row(
    ("one", "other", "general"),
    [
        (DYN, INT, DYN),
        (INT, DYN, DYN),
        (PARAM, INT, PARAM),
        (INT, PARAM, PARAM),
        (of("list", DYN), of("list", INT), of("list", DYN)),
        (of("list", INT), of("list", DYN), of("list", DYN)),
        (of("map", INT, DYN), of("map", INT, INT), of("map", INT, DYN)),
        (of("optional_type", PARAM), of("optional_type", INT), of("optional_type", PARAM)),
        (of("list", INT), of("list", INT), of("list", INT)),
    ],
)
def test_the_more_general_of_two_types(one: Type, other: Type, general: Type) -> None:
    assert general_of(one, other) == general

"""Types of expressions: which of two is the more general one."""

import pytest

from xpkgtui.cel.types import DYN, Type, general_of

INT: Type = ("int",)
PARAM: Type = ("param", "A")


def of(name: str, *inside: Type) -> Type:
    return (name, *inside)


@pytest.mark.parametrize(
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

"""What a program adds to the language: variables, functions, macros and syntax."""

from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.cel.types import Type, of_list, of_map, optional, variable
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Overload:
    """One way of calling a function."""

    takes: Sequence[Type]
    gives: Type
    is_method: bool
    is_mixed: bool
    """Whether it compares numbers of two types, which cel-go takes only behind the first macro of an expression."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Environment:
    """Where an expression is compiled."""

    functions: Mapping[str, Sequence[Overload]]
    variables: Mapping[str, Type]
    macros: Mapping[str, Sequence[int]]
    """The methods that are macros, and how many arguments each takes."""
    has_optionals: bool = False
    """Whether `a.?b` and its kin are read."""
    has_quoted_fields: bool = True
    """Whether fields may be written in backquotes."""
    mixes_numbers: bool = False
    """Whether numbers of two types are always compared."""
    mixes_literals: bool = True
    """Whether the items of a list that is written out may have several types."""

    def with_variables(self, variables: Mapping[str, Type]) -> "Environment":
        """This environment with more variables."""
        return Environment(
            functions=self.functions,
            variables={**self.variables, **variables},
            macros=self.macros,
            has_optionals=self.has_optionals,
            has_quoted_fields=self.has_quoted_fields,
            mixes_numbers=self.mixes_numbers,
            mixes_literals=self.mixes_literals,
        )


def overloads(text: str) -> tuple[Overload, ...]:
    """Overloads as they are declared: what they take and give, with bars between them.

    What a method belongs to has a dot behind it, and what is mixed a tilde before it. `[A]` is a list, `{A:B}` a map,
    `?A` an optional value, `<A>` a type; a single letter stands for any type.
    """
    return tuple(_overloads(text))


def _overloads(text: str) -> Iterator[Overload]:
    for one in text.split("|"):
        words = one.split()
        *takes, gives = (_type(word.removeprefix("~").removesuffix(".")) for word in words)
        is_method = words[0].endswith(".")
        yield Overload(takes=tuple(takes), gives=gives, is_method=is_method, is_mixed="~" in one)


def _type(word: str) -> Type:
    inner = word[1:-1]
    match word[0]:
        case "[":
            return of_list(_type(inner))
        case "{":
            key, _, value = inner.partition(":")
            return of_map(_type(key), _type(value))
        case "<":
            return ("type", _type(inner))
        case "?":
            return optional(_type(word[1:]))
    return variable(word) if len(word) == 1 else (word,)

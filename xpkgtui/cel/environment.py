"""The functions and types of the language, and what a program adds: variables, functions, macros and syntax."""

from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.cel.types import DYN, Type, of_list, of_map, optional, variable
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
    for part in text.split("|"):
        words = part.split()
        *takes, gives = (_type(word.removeprefix("~").removesuffix(".")) for word in words)
        yield Overload(takes=tuple(takes), gives=gives, is_method=words[0].endswith("."), is_mixed="~" in part)


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


_COMPARED = (
    "bool bool bool|int int bool|int double ~bool|int uint ~bool|uint uint bool|uint double ~bool"
    "|uint int ~bool|double double bool|double int ~bool|double uint ~bool|string string bool|bytes bytes bool"
    "|timestamp timestamp bool|duration duration bool"
)
_OF_TIME = "timestamp. int|timestamp. string int"
_OF_BOTH = f"{_OF_TIME}|duration. int"
_NUMBERS = "double double double|int int int|uint uint uint"
_DECLARED = {
    "_?_:_": "bool A A A",
    "_&&_": "bool bool bool",
    "_||_": "bool bool bool",
    "!_": "bool bool",
    "_==_": "A A bool",
    "_!=_": "A A bool",
    "_+_": "bytes bytes bytes|double double double|duration duration duration|duration timestamp timestamp|"
    "timestamp duration timestamp|int int int|[A] [A] [A]|string string string|uint uint uint",
    "_-_": "double double double|duration duration duration|int int int|timestamp duration timestamp|"
    "timestamp timestamp duration|uint uint uint",
    "_*_": _NUMBERS,
    "_/_": _NUMBERS,
    "_%_": "int int int|uint uint uint",
    "-_": "double double|int int",
    **dict.fromkeys(("_<_", "_<=_", "_>_", "_>=_"), _COMPARED),
    "_[_]": "[A] int A|{A:B} A B",
    "@in": "A [A] bool|A {A:B} bool",
    "size": "bytes int|bytes. int|[A] int|[A]. int|{A:B} int|{A:B}. int|string int|string. int",
    "type": "A <A>",
    "bool": "bool bool|string bool",
    "bytes": "bytes bytes|string bytes",
    "double": "double double|int double|string double|uint double",
    "duration": "duration duration|string duration",
    "dyn": "A dyn",
    "int": "int int|double int|duration int|string int|timestamp int|uint int",
    "string": "string string|bool string|bytes string|double string|duration string|int string|timestamp string|"
    "uint string",
    "timestamp": "timestamp timestamp|int timestamp|string timestamp",
    "uint": "uint uint|double uint|int uint|string uint",
    **dict.fromkeys(("contains", "endsWith", "startsWith"), "string. string bool"),
    "matches": "string string bool|string. string bool",
    **dict.fromkeys(
        ("getFullYear", "getMonth", "getDayOfYear", "getDayOfMonth", "getDate", "getDayOfWeek"), _OF_TIME
    ),
    **dict.fromkeys(("getHours", "getMinutes", "getSeconds", "getMilliseconds"), _OF_BOTH),
}
FUNCTIONS: Mapping[str, Sequence[Overload]] = {name: overloads(text) for name, text in _DECLARED.items()}
"""What each function takes and gives."""
_TYPES = ("bool", "bytes", "double", "int", "string", "type", "uint")
TYPES: Mapping[str, Type] = {
    **{name: ("type", (name,)) for name in _TYPES},
    "list": ("type", of_list(DYN)),
    "map": ("type", of_map(DYN, DYN)),
    "null_type": ("type", ("null",)),
}
"""The names of types, which are values too."""
NO_MESSAGES = frozenset(_TYPES)
"""Types with a name of which there are no messages."""
MACROS: Mapping[str, Sequence[int]] = {"all": (2,), "exists": (2,), "exists_one": (2,), "map": (2, 3), "filter": (2,)}
"""The methods that are macros, and how many arguments each takes."""

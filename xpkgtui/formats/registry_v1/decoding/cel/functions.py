"""The variables and functions of OLM's CEL: those of the language, `properties` and `semver_compare`."""

from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.formats.registry_v1.decoding.cel.types import ANY, DYN, Type, of_list, of_map, variable
from xpkgtui.values import dataclass

_A, _B = variable("A"), variable("B")
_PARTS: Mapping[str, Type] = {"A": _A, "B": _B, "[A]": of_list(_A), "{A:B}": of_map(_A, _B), "<A>": ("type", _A)}
_COMPARED = """bool bool bool|int int bool|int double ~bool|int uint ~bool|uint uint bool|uint double ~bool
|uint int ~bool|double double bool|double int ~bool|double uint ~bool|string string bool|bytes bytes bool
|timestamp timestamp bool|duration duration bool"""
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
    "semver_compare": "any any int",
}
"""What each function takes and gives; what a method belongs to has a dot behind it, and what is mixed a tilde."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overload:
    """One way of calling a function."""

    takes: Sequence[Type]
    gives: Type
    is_method: bool
    is_mixed: bool
    """Whether it compares numbers of two types, which cel-go takes only behind the first macro of an expression."""


def _overloads(text: str) -> Iterator[Overload]:
    for one in text.split("|"):
        *takes, gives = (_type(word.strip(".~")) for word in one.split())
        yield Overload(takes=tuple(takes), gives=gives, is_method="." in one, is_mixed="~" in one)


def _type(word: str) -> Type:
    return _PARTS.get(word, (word,))


FUNCTIONS: Mapping[str, Sequence[Overload]] = {name: tuple(_overloads(text)) for name, text in _DECLARED.items()}
_TYPES = ("bool", "bytes", "double", "int", "string", "type", "uint")
VARIABLES: Mapping[str, Type] = {
    "properties": of_list(of_map(("string",), ANY)),
    **{name: ("type", (name,)) for name in _TYPES},
    "list": ("type", of_list(DYN)),
    "map": ("type", of_map(DYN, DYN)),
    "null_type": ("type", ("null",)),
}
NO_MESSAGES = frozenset(_TYPES)
"""Types with a name of which there are no messages."""

"""The functions and types of the language itself."""

from collections.abc import Mapping, Sequence

from xpkgtui.cel.environment import Overload, overloads
from xpkgtui.cel.types import DYN, Type, of_list, of_map

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

"""CEL as the API server 1.35 compiles it for stored definitions: what its environment adds to the language."""

from collections.abc import Mapping, Sequence

from xpkgtui.cel.environment import FUNCTIONS, MACROS, TYPES, Environment, Overload, overloads
from xpkgtui.cel.evaluating import Function
from xpkgtui.cel.library import conversions, formats, lists, networks, quantities, standard, strings
from xpkgtui.cel.values import CelError, StepsLeft, Value, type_name

_OPTIONALS = {
    "optional.of": "A ?A",
    "optional.ofNonZeroValue": "A ?A",
    "optional.none": "?A",
    "hasValue": "?A. bool",
    "value": "?A. A",
    "or": "?A. ?A ?A",
    "orValue": "?A. A A",
    "_[?_]": "[A] int ?A|?[A] int ?A|{A:B} A ?B|?{A:B} A ?B",
    "_[_]": "?[A] int ?A|?{A:B} A ?B",
}
_QUANTIFIED = (2, 3)
_TRANSFORMED = (3, 4)


def _functions() -> Mapping[str, Sequence[Overload]]:
    found = dict(FUNCTIONS)
    for declared in (_OPTIONALS, *(module.DECLARED for module in (strings, lists, networks, quantities, formats))):
        for name, text in declared.items():
            found[name] = (*found.get(name, ()), *overloads(text))
    return found


KUBERNETES = Environment(
    functions=_functions(),
    variables=TYPES,
    macros={
        **MACROS,
        **dict.fromkeys(("all", "exists", "exists_one"), _QUANTIFIED),
        "existsOne": (3,),
        **dict.fromkeys(("transformList", "transformMap", "transformMapEntry"), _TRANSFORMED),
        **dict.fromkeys(("optMap", "optFlatMap", "sortBy"), (2,)),
    },
    has_optionals=True,
    has_quoted_fields=False,
    mixes_numbers=True,
    mixes_literals=False,
)
"""The environment, without the variables of a rule."""


def _string(_: StepsLeft, value: Value) -> str:
    text = networks.as_text(value)
    return conversions.text_of(value) if text is None else text


def _guarded(name: str, function: Function) -> Function:
    """The function, for values that one of its overloads takes; types are not always known before."""
    kinds = [tuple(_NAMES.get(str(one[0]), str(one[0])) for one in each.takes) for each in KUBERNETES.functions[name]]
    known: set[tuple[str, ...]] = set()

    def run(steps: StepsLeft, *values: Value) -> Value:
        types = tuple(map(type_name, values))
        if types not in known:
            if not any(_fits(kind, types) for kind in kinds):
                raise CelError(f"no such overload: {name}({', '.join(types)})")
            known.add(types)
        return function(steps, *values)

    return run


def _fits(kinds: tuple[str, ...], types: tuple[str, ...]) -> bool:
    return len(kinds) == len(types) and all(
        kind in (one, "param", "dyn") for kind, one in zip(kinds, types, strict=True)
    )


_NAMES = {"duration": "google.protobuf.Duration", "timestamp": "google.protobuf.Timestamp", "null": "null_type"}
IMPLEMENTED: Mapping[str, Function] = {
    **standard.FUNCTIONS,
    **{
        name: _guarded(name, function)
        for module in (strings, lists, networks, quantities, formats)
        for name, function in module.FUNCTIONS.items()
    },
    "string": _string,
}
"""What the functions of the environment do."""
TYPE_NAMES = {name: name for name in TYPES}

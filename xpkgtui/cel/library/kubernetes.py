"""CEL as the API server compiles it for new definitions: what its environment adds to the language, in each release.

The source is pkg/cel/environment/base.go of k8s.io/apiserver. A release compiles new rules with what the one before
has, so that everything begins a release later than it says there; what cel-go has, with the release that took it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from xpkgtui.cel import NEWEST
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


_OPTIONAL, _TEXTS, _ADDRESSES, _FORMATS, _PAIRS, _VERSIONS, _LISTS = 29, 30, 31, 32, 33, 34, 35
_TYPES_SINCE = {
    **dict.fromkeys(("optional_type", "kubernetes.Quantity"), _OPTIONAL),
    **dict.fromkeys(("net.IP", "net.CIDR"), _ADDRESSES),
    "kubernetes.NamedFormat": _FORMATS,
    "kubernetes.Semver": _VERSIONS,
}
_SINCE = {
    **dict.fromkeys(("isQuantity", "_?._"), _OPTIONAL),
    **dict.fromkeys(("format", "strings.quote", "sets.contains", "sets.equivalent", "sets.intersects"), _TEXTS),
    **dict.fromkeys(("isIP", "ip.isCanonical", "isCIDR"), _ADDRESSES),
    "cel.@mapInsert": _PAIRS,
    **dict.fromkeys(("isSemver", "first", "last"), _VERSIONS),
    **dict.fromkeys(("slice", "flatten", "sort", "lists.range", "reverse", "distinct"), _LISTS),
}
"""The releases from which functions are known that take and give what others do."""
_MACROS_SINCE = {
    **dict.fromkeys(("optMap", "optFlatMap"), _OPTIONAL),
    **dict.fromkeys(("existsOne", "transformList", "transformMap", "transformMapEntry"), _PAIRS),
    "sortBy": _LISTS,
}
KEYWORDS_ARE_FIELDS = _FORMATS
"""The release from which a reserved word is the name of its field, too."""


@cache
def kubernetes(release: int) -> Environment:
    """The environment of a minor release: 34 for 1.34."""
    if release >= NEWEST:
        return KUBERNETES
    functions = {
        name: tuple(one for one in each if all(_TYPES_SINCE.get(word, 0) <= release for word in _types_of(one)))
        for name, each in KUBERNETES.functions.items()
        if _SINCE.get(name, 0) <= release
    }
    macros = {
        name: tuple(count for count in counts if release >= _PAIRS or count < _QUANTIFIED[-1] or name == "map")
        for name, counts in KUBERNETES.macros.items()
        if _MACROS_SINCE.get(name, 0) <= release
    }
    return Environment(
        functions={name: each for name, each in functions.items() if each},
        variables=TYPES,
        macros=macros,
        has_optionals=release >= _OPTIONAL,
        has_quoted_fields=False,
        mixes_numbers=release >= _OPTIONAL,
        mixes_literals=False,
    )


def _types_of(overload: Overload) -> Iterator[str]:
    """The names of all types that an overload speaks of."""
    waiting = [*overload.takes, overload.gives]
    while waiting:
        name, *inner = waiting.pop()
        yield name
        waiting += (one for one in inner if isinstance(one, tuple))


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

"""The cost of one call, by its function and the sizes of its arguments."""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from xpkgtui.cel.environment import Overload
from xpkgtui.cel.nodes import Call, Literal, Node
from xpkgtui.cel.ranges import ALL, HIGHEST, NONE, ONE, Range, plus, scaled, times, union
from xpkgtui.cel.types import Type

_TEXT_STEP = 0.1
"""The cost of a character of a text that is gone through once."""
_PATTERN_STEP = 0.25
"""The cost of a character of a pattern, for each step through the text."""
_NEW_LIST: Range = (10, 10)
_LONGEST_FORMAT = 64
_LONGEST_FORMAT_PATTERN = 128
_TEXTS = (("string",), ("bytes",))
_ADDRESS: Range = (4, 16)
"""The bytes of an address."""
_CHEAP = frozenset(
    re.findall(
        r"[\w.]+",
        "masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast "
        "isGlobalUnicast format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan "
        "compareTo add sub major minor patch getScheme getHostname getHost getPort getEscapedPath getQuery",
    )
)
_ONCE = frozenset(re.findall(r"[\w.]+", "cidr isIP isCIDR ip quantity isQuantity semver isSemver"))
"""Functions that go through their first argument once."""
_COMPARED = frozenset({"_<_", "_<=_", "_>_", "_>=_"})
_EQUAL = frozenset({"_==_", "_!=_"})
_CHEAP_TO_COMPARE = ("net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver")
OBJECTS = (*_CHEAP_TO_COMPARE, "kubernetes.NamedFormat", "kubernetes.URL")
"""The types that Kubernetes adds."""


class Argument(NamedTuple):
    """What is known of an argument, or of the target of a method."""

    node: Node
    type: Type
    size: Range | None
    items: tuple[Type, Range] | None
    """The type and the size of the items of a list."""

    @property
    def sized(self) -> Range:
        """Its size; all sizes where it is not known."""
        return ALL if self.size is None else self.size


class Estimate(NamedTuple):
    """What a call costs with all that it is given, and the size of what it gives where that is known."""

    cost: Range
    size: Range | None = None


def is_joined(node: Call, takes: Sequence[Type]) -> bool:
    """Whether an overload joins two texts or lists."""
    return node.function == "_+_" and (takes[0] in _TEXTS or takes[0][0] == "list")


def estimated(
    node: Call, overload: Overload, target: Argument | None, arguments: Sequence[Argument], costs: Sequence[Range]
) -> Estimate:
    """What a call of an overload costs; the cost of its target is not in it."""
    found = _of_lists(node.function, overload.takes, target, arguments)
    first = arguments[0].sized if arguments else ALL
    found = found or _of_kubernetes(node.function, overload, target, arguments, first)
    if found is None:
        if node.function in ("_&&_", "_||_"):
            return Estimate((costs[0][0], plus(costs[0], costs[1])[1]))
        if node.function == "_?_:_":
            size = union(arguments[1].sized, arguments[2].sized)
            return Estimate(plus(costs[0], union(costs[1], costs[2])), size)
        found = _of_language(node.function, overload.takes, target, arguments) or Estimate(ONE)
    return Estimate(plus(found.cost, *costs), found.size)


def _of_language(  # noqa: C901 - a dispatch
    function: str, takes: Sequence[Type], target: Argument | None, arguments: Sequence[Argument]
) -> Estimate | None:
    """Functions of the language whose cost is not one."""
    match function:
        case "format" if target is not None:
            return Estimate(scaled(target.sized, _TEXT_STEP))
        case "bytes" if takes[0] == ("string",):
            low, high = arguments[0].sized
            return Estimate(scaled((low, high), _TEXT_STEP), (low, high * 4 & HIGHEST))
        case "string" if takes[0] == ("bytes",):
            low, high = arguments[0].sized
            return Estimate(scaled((low, high), _TEXT_STEP), (low // 4, high))
        case "strings.quote":
            low, high = arguments[0].sized
            return Estimate(scaled((low, high), _TEXT_STEP), (low + 2 & HIGHEST, high * 2 + 2 & HIGHEST))
        case "startsWith" | "endsWith":
            return Estimate(scaled(arguments[0].sized, _TEXT_STEP))
        case "@in" if takes[1][0] == "list":
            return Estimate(scaled(arguments[1].sized, 1))
        case "matches" if target is not None:
            return Estimate(_matched(target.sized, arguments[0].sized))
        case "contains" if target is not None:
            parts = scaled(target.sized, _TEXT_STEP), scaled(arguments[0].sized, _TEXT_STEP)
            return Estimate(times(*parts))
        case "_+_" if takes[0] in _TEXTS or takes[0][0] == "list":
            size = plus(arguments[0].sized, arguments[1].sized)
            return Estimate(ONE if takes[0][0] == "list" else scaled(size, _TEXT_STEP), size)
        case _ if function in _EQUAL or (function in _COMPARED and takes[0] in _TEXTS):
            most = min(arguments[0].sized[1], arguments[1].sized[1])
            return Estimate(scaled((1 if most else 0, most), _TEXT_STEP))
    return None


def _matched(text: Range, pattern: Range) -> Range:
    return times(scaled(plus(text, ONE), _TEXT_STEP), scaled(pattern, _PATTERN_STEP))


def _of_lists(
    function: str, takes: Sequence[Type], target: Argument | None, arguments: Sequence[Argument]
) -> Estimate | None:
    """The functions for lists and sets that cel-go adds to the language."""
    match function:
        case "slice" if target is not None:
            size = _whole(arguments[1], target.sized[1]) - _whole(arguments[0], 0) & HIGHEST
            return _made((size, size))
        case "lists.range":
            size = _whole(arguments[0], HIGHEST)
            return _made((size, size))
        case "reverse" if target is not None and takes[0][0] == "list":
            return _made(target.sized)
        case "flatten" if target is not None:
            return _made(target.sized, _whole(arguments[0], HIGHEST) if arguments else 1)
        case "distinct" if target is not None:
            return _made(times(target.sized, target.sized), 2)
        case "sort" if target is not None:
            return _sorted(target, takes[0])
        case "@sortByAssociatedKeys":
            return _sorted(arguments[0], takes[1])
        case "sets.contains" | "sets.intersects" | "sets.equivalent":
            both = times(arguments[0].sized, arguments[1].sized)
            return Estimate(plus(scaled(both, 2 if function == "sets.equivalent" else 1), ONE))
    return None


def _whole(argument: Argument, otherwise: int) -> int:
    """A number that is written out."""
    node = argument.node
    return max(int(node.value), 0) if isinstance(node, Literal) and node.type == "int" else otherwise


def _made(size: Range, factor: float = 1) -> Estimate:
    """A list that is made, item by item."""
    return Estimate(plus(scaled(size, factor), ONE, _NEW_LIST), size)


def _sorted(keys: Argument, kind: Type) -> Estimate:
    return _made(times(keys.sized, keys.sized), 2 + _TEXT_STEP if kind[1] in _TEXTS else 2)


def _of_kubernetes(  # noqa: C901 - a dispatch
    function: str, overload: Overload, target: Argument | None, arguments: Sequence[Argument], first: Range
) -> Estimate | None:
    """Functions that Kubernetes adds, or estimates in its own way; `first` is the size of the first argument."""
    match function:
        case _ if function in _CHEAP or (function == "ip" and overload.is_method):
            return Estimate(ONE)
        case _ if function in _ONCE:
            return Estimate(scaled(first, _TEXT_STEP)) if arguments else None
        case "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" if target is not None:
            return Estimate(_compared_items(target))
        case "url" | "jsonpatch.escapeKey" if len(arguments) == 1:
            return Estimate(scaled(first, _TEXT_STEP), first)
        case "lowerAscii" | "upperAscii" | "substring" | "trim" if target is not None:
            return Estimate(scaled(target.sized, _TEXT_STEP), target.sized)
        case "replace" if target is not None and len(arguments) >= 2:
            size = _replaced(target.sized, first, arguments[1].sized)
            return Estimate(scaled(target.sized, 2 * _TEXT_STEP), size)
        case "split" if target is not None:
            return Estimate(scaled(target.sized, 2 * _TEXT_STEP), (0, _pieces(target, arguments)))
        case "join" if target is not None:
            size = _joined(target, arguments)
            return Estimate(scaled(size, _TEXT_STEP), size)
        case "find" | "findAll" if target is not None and arguments:
            return Estimate(_matched(target.sized, first), (0, target.sized[1]))
        case "ip.isCanonical":
            return Estimate(scaled(first, 2 * _TEXT_STEP))
        case "containsIP" | "containsCIDR":
            return Estimate(_contained(function, overload.takes, first))
        case "validate":
            return Estimate(scaled(scaled(first, _TEXT_STEP), _LONGEST_FORMAT_PATTERN * _PATTERN_STEP))
        case "_==_":
            return _compared_objects(arguments)
    return None


def _compared_items(target: Argument) -> Range:
    """Each item is compared once, and texts are gone through; a text is gone through as a whole."""
    if target.items is None:
        return scaled(target.sized, _TEXT_STEP)
    kind, size = target.items
    each = plus(ONE, scaled(size, _TEXT_STEP)) if kind in _TEXTS else ONE
    return times(target.sized, each)


def _replaced(text: Range, old: Range, new: Range) -> Range:
    """The size of a text in which one is replaced by another."""
    kept_least = kept_most = count_least = count_most = 0
    if old[0] == 0:
        count_most, kept_most = min(text[1] + 1, HIGHEST), text[1]
    elif new[1] <= old[0]:
        kept_most = text[1]
    else:
        count_most = _divided(text[1], old[0])
    if old[1] == 0:
        count_least, kept_least = min(text[0] + 1, HIGHEST), text[0]
    elif old[1] <= new[0]:
        kept_least = text[0]
    else:
        count_least = _divided(text[0], old[1])
    return plus(times((count_least, count_most), new), (kept_least, kept_most))


def _divided(number: int, by: int) -> int:
    """A quotient of floating point, rounded up, as Go converts it."""
    found = math.ceil(float(number) / float(by))
    return found if found <= HIGHEST else 1 << 63


def _pieces(target: Argument, arguments: Sequence[Argument]) -> int:
    """The most pieces that `split` gives."""
    if len(arguments) > 1:
        limit = arguments[1].node
        if isinstance(limit, Literal) and limit.type == "int":
            return int(limit.value) & HIGHEST
    return target.sized[1]


def _joined(target: Argument, arguments: Sequence[Argument]) -> Range:
    count = target.sized
    size = times(count, target.items[1]) if target.items is not None else NONE
    if arguments:
        gaps = (max(count[0] - 1, 0), max(count[1] - 1, 0))
        size = plus(size, times(arguments[0].sized, gaps))
    return size


def _contained(function: str, takes: Sequence[Type], other: Range) -> Range:
    found = scaled(plus(_ADDRESS, _ADDRESS), _TEXT_STEP)
    if function == "containsCIDR":
        found = plus(found, scaled(_ADDRESS, _TEXT_STEP), ONE)
    return plus(found, scaled(other, _TEXT_STEP)) if takes[1] == ("string",) else found


def _compared_objects(arguments: Sequence[Argument]) -> Estimate | None:
    """Objects of Kubernetes' libraries, which are compared in their own ways."""
    first, second = arguments
    if first.type != second.type:
        return None
    name = first.type[0]
    if name in _CHEAP_TO_COMPARE:
        return Estimate(ONE)
    if name == "kubernetes.NamedFormat":
        return Estimate(scaled((1, _LONGEST_FORMAT), _TEXT_STEP))
    if name == "kubernetes.URL":
        size = ONE if second.size is None else second.size
        return Estimate(scaled((1, size[1]), _TEXT_STEP))
    return None

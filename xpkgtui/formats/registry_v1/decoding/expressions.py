"""Whether OLM compiles an expression: why it does not, in our words and in those of cel-go."""

from collections.abc import Sequence

from xpkgtui.cel.checking import Fault, NotKnown, check, shown_faults
from xpkgtui.cel.environment import Environment, overloads
from xpkgtui.cel.functions import FUNCTIONS, MACROS, TYPES
from xpkgtui.cel.parsing import parse
from xpkgtui.cel.tokens import CelFault, TooDeep
from xpkgtui.cel.types import ANY, BOOL, TooMuch, of_list, of_map, shown
from xpkgtui.values import dataclass

_LEAD = "Invalid CEL expression: "
_NOT_BOOL = f"{_LEAD}cel expressions must have type Bool"
_LARGEST = 2_000
"""Characters of an expression that cel-go's words repeat here; it repeats 16,384."""
_MOST_FAULTS = 100
_UNTYPED = ("dyn", "any")
OLM = Environment(
    functions={**FUNCTIONS, "semver_compare": overloads("any any int")},
    variables={**TYPES, "properties": of_list(of_map(("string",), ANY))},
    macros=MACROS,
)
"""What OLM adds to the language: the properties of a bundle, and a function for versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why an expression is refused."""

    words: str
    """A clause about the rule."""
    says: str | None = None
    """opm's own words, where they are known."""


def refusal_of(rule: str) -> Refusal | None:
    """Why OLM compiles no such expression; None where it does, or where that is not known."""
    try:
        checked = check(parse(rule, OLM), OLM)
    except CelFault as error:
        return Refusal(words=f"is not CEL: {error}, behind {error.offset:,} characters")
    except (TooDeep, TooMuch, NotKnown):
        return None
    if checked.faults:
        return Refusal(words=_words(checked.faults[0]), says=_says(rule, checked.faults))
    found = checked.type
    if found != BOOL:
        what = "a value that only shows at run time" if found[0] in _UNTYPED else shown(found)
        return Refusal(words=f"is neither true nor false: its type is {what}", says=_NOT_BOOL)
    if checked.index:
        words = "has an index that is neither text, number nor boolean"
        return Refusal(words=words, says=f"{_LEAD}invalid qualifier type: {checked.index}")
    return None


def _words(fault: Fault) -> str:
    if not fault.unknown:
        return f"has types that do not fit: {fault.says}, behind {fault.offset:,} characters"
    return f"uses a {'function' if fault.is_function else 'variable'} that OLM does not have: {fault.unknown}"


def _says(rule: str, faults: Sequence[Fault]) -> str | None:
    if len(rule) > _LARGEST or len(faults) > _MOST_FAULTS:
        return None
    message = _LEAD + shown_faults(rule, faults)
    return message if len(message) <= _LARGEST * 4 else None

"""The form and the expressions of constraints: why OLM does not take one, in our words and its own; what one says."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NoReturn

from xpkgtui.cel.checking import NotKnown, TypeFault, check, shown_faults
from xpkgtui.cel.environment import FUNCTIONS, MACROS, TYPES, Environment, overloads
from xpkgtui.cel.evaluating import program
from xpkgtui.cel.library.kubernetes import TYPE_NAMES
from xpkgtui.cel.library.standard import FUNCTIONS as FUNCTIONS_OF_STANDARD
from xpkgtui.cel.macros import Names
from xpkgtui.cel.parsing import parse
from xpkgtui.cel.tokens import CelFault, TooDeepExpression
from xpkgtui.cel.types import ANY, BOOL, TooMuch, of_list, of_map, shown
from xpkgtui.cel.values import CelError, Fields, StepsLeft, Undecided, Value
from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed
from xpkgtui.golang.characters import folded
from xpkgtui.golang.printing import quoted, type_of_go
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion

_CONVERT = "convert olm.constraint to resolver predicate: "
_PARSE = "parse olm.constraint: json: "
_NOT_BOOL = "cel expressions must have type Bool"
_LARGEST = 2_000
"""Characters of an expression that cel-go's words repeat here; it repeats 16,384."""
_MOST_FAULTS = 100
_MOST_STEPS = 100_000
"""Steps of the evaluation for one bundle."""
_UNTYPED = ("dyn", "any")
OLM = Environment(
    functions={**FUNCTIONS, "semver_compare": overloads("any any int")},
    variables={**TYPES, "properties": of_list(of_map(("string",), ANY))},
    macros=MACROS,
)
"""What OLM adds to the language: the properties of a bundle, and a function for versions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpressionRefusal:
    """Why an expression is refused."""

    words: str
    """A clause about the rule."""
    compiler: str | None = None
    """cel-go's own words, where they are known."""

    @property
    def says(self) -> str | None:
        """opm's own words."""
        return None if self.compiler is None else f"Invalid CEL expression: {self.compiler}"


@lru_cache
def refusal_of(rule: str) -> ExpressionRefusal | None:
    """Why OLM compiles no such expression; None where it does, or where that is not known."""
    try:
        checked = check(parse(rule, OLM), OLM)
    except CelFault as error:
        return ExpressionRefusal(words=f"is not CEL: {error}, behind {error.offset:,} characters")
    except (TooDeepExpression, TooMuch, NotKnown):
        return None
    if checked.faults:
        return ExpressionRefusal(words=_words(checked.faults[0]), compiler=_says(rule, checked.faults))
    found = checked.type
    if found != BOOL:
        what = "a value that only shows at run time" if found[0] in _UNTYPED else shown(found)
        return ExpressionRefusal(words=f"is neither true nor false: its type is {what}", compiler=_NOT_BOOL)
    if checked.index:
        words = "has an index that is neither text, number nor boolean"
        return ExpressionRefusal(words=words, compiler=f"invalid qualifier type: {checked.index}")
    return None


def _compare(_steps: StepsLeft, one: Value, other: Value) -> int:
    """As `Compare` of blang/semver; raises `CelError` for what is no version."""
    first, second = _version(one), _version(other)
    return (first.key > second.key) - (first.key < second.key)


def _version(value: Value) -> BlangVersion:
    text = value if isinstance(value, str) else f"{value:g}" if isinstance(value, float) else str(value)
    try:
        return BlangVersion.parse_loosely(text)
    except Malformed as error:
        raise CelError(f"unable to parse '{text}' to semver format") from error


@lru_cache
def _program(rule: str) -> Callable[[Names, StepsLeft], Value] | None:
    """What evaluates a rule; None where OLM does not compile it, or where that is not known."""
    if refusal_of(rule) is not None:
        return None
    try:
        return program(parse(rule, OLM), {**FUNCTIONS_OF_STANDARD, "semver_compare": _compare}, TYPE_NAMES)
    except (CelFault, CelError, TooDeepExpression, Undecided):
        return None


def holds(rule: str, properties: Sequence[tuple[str, object]], hidden: Sequence[str] = ()) -> bool | None:
    """Whether OLM v0 takes a bundle with these properties; None where that is not known.

    An error is a no. A property of the types `hidden` may be there too, with a value that is not known.
    """
    run = _program(rule)
    if run is None:
        return None
    known = [{"type": kind, "value": _value(value)} for kind, value in properties]
    unseen = [{"type": kind, "value": _UNSEEN} for kind in hidden]
    answers = {_answer(run, [*known, *more]) for more in ([], unseen)}
    return answers.pop() if len(answers) == 1 else None


def _answer(run: Callable[[Names, StepsLeft], Value], properties: list[Value]) -> bool | None:
    try:
        return run({"properties": properties}, StepsLeft(_MOST_STEPS)) is True
    except CelError:
        return False
    except Undecided:
        return None


def _value(value: object) -> Value:
    """A value of JSON as Go decodes it: every number is a double."""
    if isinstance(value, dict):
        return {str(key): _value(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_value(one) for one in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _not_seen(*_names: str) -> NoReturn:
    raise Undecided("a value that was not read")


_UNSEEN = Fields(raw={}, find=_not_seen, names=_not_seen)


def _words(fault: TypeFault) -> str:
    if not fault.unknown:
        return f"has types that do not fit: {fault.says}, behind {fault.offset:,} characters"
    return f"uses a {'function' if fault.is_function else 'variable'} that OLM does not have: {fault.unknown}"


def _says(rule: str, faults: Sequence[TypeFault]) -> str | None:
    if len(rule) > _LARGEST or len(faults) > _MOST_FAULTS:
        return None
    message = shown_faults(rule, faults)
    return message if len(message) <= _LARGEST * 4 else None


_TEXT, _CONSTRAINTS = "text", "constraints"
_COMPOUND = {"constraints": _CONSTRAINTS}
_WANTED: dict[str, type] = {_TEXT: str, _CONSTRAINTS: list}
_WORDS: dict[type, str] = {str: "text", list: "a list of constraints", dict: "a mapping"}
_Row = tuple[object, object, FieldPath]
_FORM: dict[str, object] = {
    "failureMessage": _TEXT,
    "cel": {"rule": _TEXT},
    "package": {"packageName": _TEXT, "versionRange": _TEXT},
    "gvk": {"group": _TEXT, "kind": _TEXT, "version": _TEXT},
    "all": _COMPOUND,
    "any": _COMPOUND,
    "not": _COMPOUND,
}
EXPRESSIONS = tuple(key for key in _FORM if key != "failureMessage")
"""The fields that say what is required."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstraintFault:
    """What does not belong, in a clause, and where it is."""

    words: str
    path: FieldPath
    says: str = ""
    """What OLM v0 says of it, as far as that is known."""
    is_expression: bool = False
    """Whether it is an expression, which OLM v0 looks at after the form of all of it."""


def faults_of_form(value: object, path: FieldPath) -> Iterator[ConstraintFault]:
    """What the decoder refuses, unknown fields and values of another type; and CEL that no compiler takes."""
    waiting: list[_Row] = [(value, _FORM, path)]
    while waiting:
        node, form, at = waiting.pop()
        wanted = _WANTED.get(str(form), dict)
        if node is None:
            continue
        if not isinstance(node, wanted):
            words = f"has something else where {_WORDS[wanted]} belongs"
            yield ConstraintFault(words=words, path=at, says=f"{_PARSE}cannot unmarshal {type_of_go(node)}")
        elif isinstance(node, str):
            if at.parts[-1:] == ("rule",) and (refusal := refusal_of(node)):
                says = f"{_CONVERT}{refusal.compiler or 'ERROR: <input>'}"
                words = f"has a rule that {refusal.words}"
                yield ConstraintFault(words=words, path=at, says=says, is_expression=True)
        elif isinstance(node, list):
            waiting.extend((one, _FORM, at.child(number)) for number, one in reversed(list(enumerate(node))))
        else:
            yield from _unknown(node, form, at, waiting)


def _unknown(node: Any, form: Any, at: FieldPath, waiting: list[_Row]) -> Iterator[ConstraintFault]:
    known = {folded(name): inner for name, inner in form.items()}
    for key, inner in node.items():
        if folded(str(key)) in known:
            waiting.append((inner, known[folded(str(key))], at.child(str(key))))
        else:
            words = f"has a field that OLM does not know: {key}"
            says = f"{_PARSE}unknown field {quoted(str(key))}"
            yield ConstraintFault(words=words, path=at.child(str(key)), says=says)

"""The rule about constraints among the dependencies."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.dependencies.operators.expressions import refusal_of
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.registry_v1.rules.by_tool import by
from xpkgtui.formats.registry_v1.rules.declarations import (
    CONSTRAINT,
    DEPENDENCIES_KEY,
    declared,
    dependency_path,
    is_readable,
)
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OpmTurn, SdkTurn, met
from xpkgtui.golang.characters import folded
from xpkgtui.golang.json_writing import written
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, mapping, text
from xpkgtui.values import dataclass

_LARGEST = 1 << 17
"""Bytes of a constraint as JSON."""
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


@rule(
    "OLM024",
    "a constraint does not compile",
    by(opm="EW", sdk="EW", olmv1="W", rukpak="W", spec="EW"),
    stage=Stage.FILE,
    met=met(opm=OpmTurn.DEPENDENCIES, sdk=SdkTurn.DEPENDENCIES),
)
def constraints_are_read(item: Item) -> Iterator[Problem]:
    """A dependency olm.constraint has a CEL expression that compiles, and no field that OLM does not know.

    Why: opm compiles `cel` alone, though `all`, `any`, `not`, `package` and `gvk` are documented and resolved. OLM
    refuses unknown fields, and more than 128 KiB. Of a CEL expression syntax, names and types are checked as opm
    does: a text is not compared with a number, and the result is true or false. What has messages of protobuf, or is
    nested very deep, is not looked at.
    When it bites: When a bundle is validated, or when OLM resolves the dependency.
    Fix: Write a CEL rule: opm refuses a bundle with another constraint.
    Source: opm alpha bundle validate; operator-framework/api, constraints; cel-spec, langdef.
    """
    for number, one in enumerate(declared(item)):
        if text(field(one, "type")) != CONSTRAINT or not is_readable(one):
            continue
        value = mapping(one).get("value")
        lead = f"The constraint of dependency {number + 1}"
        refused = _refused(mapping(value), number, lead)
        if refused is not None:
            yield refused
        for fault in faults_of_form(value, FieldPath.of(DEPENDENCIES_KEY, number, "value")):
            if refused is None or fault.path != refused.path:
                yield Problem(message=f"{lead} {fault.words}", path=fault.path, level=1)
        if len(written(value).encode("utf-8", "surrogatepass")) > _LARGEST:
            yield Problem(message=f"{lead} is larger than 128 KiB", path=dependency_path(number), level=1)


def _refused(value: dict[str, object], number: int, lead: str) -> Problem | None:
    """What opm has against a constraint; None where it has nothing, or compiles what is not looked at."""
    cel = lowered(value, "cel")
    if cel is None:
        others = [key for key in EXPRESSIONS if lowered(value, key) is not None]
        what = f"has {others[0]}, but opm accepts `cel` alone" if others else "has no expression"
        return Problem(message=f"{lead} {what}", says="The CEL field is missing", path=dependency_path(number))
    expression = text(lowered(mapping(cel), "rule"))
    if not expression:
        message = f"{lead} has an empty rule"
        return Problem(message=message, says="The CEL expression is missing", path=dependency_path(number, "cel"))
    if refusal := refusal_of(expression):
        message = f"{lead} has a rule that {refusal.words}"
        return Problem(message=message, says=refusal.says, path=dependency_path(number, "cel", "rule"))
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstraintFault:
    """What does not belong, in a clause, and where it is."""

    words: str
    path: FieldPath


def faults_of_form(value: object, path: FieldPath) -> Iterator[ConstraintFault]:
    """What the decoder refuses, unknown fields and values of another type; and CEL that no compiler takes."""
    waiting: list[_Row] = [(value, _FORM, path)]
    while waiting:
        node, form, at = waiting.pop()
        wanted = _WANTED.get(str(form), dict)
        if node is None:
            continue
        if not isinstance(node, wanted):
            yield ConstraintFault(words=f"has something else where {_WORDS[wanted]} belongs", path=at)
        elif isinstance(node, str):
            if at.parts[-1:] == ("rule",) and (refusal := refusal_of(node)):
                yield ConstraintFault(words=f"has a rule that {refusal.words}", path=at)
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
            yield ConstraintFault(words=f"has a field that OLM does not know: {key}", path=at.child(str(key)))

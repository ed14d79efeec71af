"""The value of an olm.constraint: its form, as operator-framework/api decodes it, and its CEL expressions."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.decoding.cel.compiling import refusal_of
from xpkgtui.golang.characters import folded
from xpkgtui.values import dataclass

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
class Fault:
    """What does not belong, in a clause, and where it is."""

    words: str
    path: FieldPath


def faults_of_form(value: object, path: FieldPath) -> Iterator[Fault]:
    """What the decoder refuses, unknown fields and values of another type; and CEL that no compiler takes."""
    waiting: list[_Row] = [(value, _FORM, path)]
    while waiting:
        node, form, at = waiting.pop()
        wanted = _WANTED.get(str(form), dict)
        if node is None:
            continue
        if not isinstance(node, wanted):
            yield Fault(words=f"has something else where {_WORDS[wanted]} belongs", path=at)
        elif isinstance(node, str):
            if at.parts[-1:] == ("rule",) and (refusal := refusal_of(node)):
                yield Fault(words=f"has a rule that {refusal.words}", path=at)
        elif isinstance(node, list):
            waiting.extend((one, _FORM, at.child(number)) for number, one in reversed(list(enumerate(node))))
        else:
            yield from _unknown(node, form, at, waiting)


def _unknown(node: Any, form: Any, at: FieldPath, waiting: list[_Row]) -> Iterator[Fault]:
    known = {folded(name): inner for name, inner in form.items()}
    for key, inner in node.items():
        if folded(str(key)) in known:
            waiting.append((inner, known[folded(str(key))], at.child(str(key))))
        else:
            yield Fault(words=f"has a field that OLM does not know: {key}", path=at.child(str(key)))

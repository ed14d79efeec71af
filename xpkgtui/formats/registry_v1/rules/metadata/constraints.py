"""The rule about constraints among the dependencies."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.registry_v1.decoding.cel.compiling import refusal_of
from xpkgtui.formats.registry_v1.decoding.constraint import EXPRESSIONS, faults_of_form
from xpkgtui.formats.registry_v1.rules.by_tool import by
from xpkgtui.formats.registry_v1.rules.reading.dependencies import CONSTRAINT, KEY, declared, is_readable, path_of
from xpkgtui.formats.registry_v1.rules.subjects import Item
from xpkgtui.formats.registry_v1.tools.turns import OpmTurn, SdkTurn, met
from xpkgtui.golang.json_writing import written
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, mapping, text

_LARGEST = 1 << 17
"""Bytes of a constraint as JSON."""


@rule(
    "OLM024",
    "a constraint has an expression",
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
        for fault in faults_of_form(value, FieldPath.of(KEY, number, "value")):
            if refused is None or fault.path != refused.path:
                yield Problem(message=f"{lead} {fault.words}", path=fault.path, level=1)
        if len(written(value).encode("utf-8", "surrogatepass")) > _LARGEST:
            yield Problem(message=f"{lead} is larger than 128 KiB", path=path_of(number), level=1)


def _refused(value: dict[str, object], number: int, lead: str) -> Problem | None:
    """What opm has against a constraint; None where it has nothing, or compiles what is not looked at."""
    cel = lowered(value, "cel")
    if cel is None:
        others = [key for key in EXPRESSIONS if lowered(value, key) is not None]
        what = f"has {others[0]}, but opm takes `cel` alone" if others else "has no expression"
        return Problem(message=f"{lead} {what}", says="The CEL field is missing", path=path_of(number))
    expression = text(lowered(mapping(cel), "rule"))
    if not expression:
        message = f"{lead} has an empty rule"
        return Problem(message=message, says="The CEL expression is missing", path=path_of(number, "cel"))
    if refusal := refusal_of(expression):
        message = f"{lead} has a rule that {refusal.words}"
        return Problem(message=message, says=refusal.says, path=path_of(number, "cel", "rule"))
    return None

"""What the CEL rules of a schema say of a value when an object is created, in the API server's words."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.cel.values import CelError, StepsLeft, Undecided, Value
from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import ErrorType, Node, check_field_path
from xpkgtui.formats.definitions.objects.cel import MOST_STEPS_OF_ALL, RuleSet, rule_set, rules_of
from xpkgtui.formats.definitions.objects.faults import NO_VALUE, ObjectError, object_error
from xpkgtui.untyped import listing, mapping, text
from xpkgtui.values import dataclass

_REASONS = {
    "FieldValueForbidden": ErrorType.FORBIDDEN,
    "FieldValueRequired": ErrorType.REQUIRED,
    "FieldValueDuplicate": ErrorType.DUPLICATE,
}
_MOST_MESSAGE = 5 * 1024
_BLANKS = " \t\n\v\f\r\x85\xa0"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOutcome:
    """What the rules about one value say."""

    errors: tuple[ObjectError, ...] = ()
    unclear: str | None = None
    """The first rule of which that is not known."""


_EVALUATED, _TOLD = 3, 3
"""Values that a rule counts for, and those that an error of one counts for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A value of a schema, and what is left of the budget."""

    value: Any
    schema: Node
    place: str
    rules: RuleSet
    budget: StepsLeft
    is_kept: bool
    """Whether the value was the same before."""

    def evaluated(self, rule: Node, word: str = "rule") -> Value:
        """What a rule says; raises `CelError` and `Undecided`."""
        return self.rules.evaluated(rule, self.value, word=word, budget=self.budget, is_kept=self.is_kept)


def check_rules(
    value: Any,
    schema: Node,
    place: str,
    *,
    of: Node | None = None,
    is_resource: bool = False,
    budget: StepsLeft | None = None,
    is_kept: bool = False,
) -> RuleOutcome:
    """What the rules of `of` (its own, if not given) say of a value of a schema that is new, or as it was before."""
    rules = rule_set(schema, is_resource=is_resource)
    left = StepsLeft(MOST_STEPS_OF_ALL) if budget is None else budget
    asked = _Asked(value=value, schema=schema, place=place, rules=rules, budget=left, is_kept=is_kept)
    errors: list[ObjectError] = []
    unclear: str | None = None
    found = rules_of(schema if of is None else of)
    for rule in found:
        try:
            errors += _errors_of(asked, rule)
        except Undecided:
            unclear = unclear or text(rule.get("rule"))
    meter().spent += _EVALUATED * len(found) + _TOLD * len(errors)
    return RuleOutcome(errors=tuple(errors), unclear=unclear)


def _errors_of(asked: _Asked, rule: Node) -> Iterator[ObjectError]:
    kind, place = text(asked.schema.get("type")), asked.place
    if not text(rule.get("rule")).strip():
        return
    made = asked.rules.compiled(rule)
    if made.fault:
        yield object_error(ErrorType.INVALID, place, f"rule compile error: {made.fault}", value=kind)
        return
    if made.is_of_update and rule.get("optionalOldSelf") is not True and not asked.is_kept:
        return
    try:
        answer = asked.evaluated(rule)
    except CelError as error:
        said = str(error)
        if said.startswith("no such overload"):
            words = "call arguments did not match a supported operator, function or macro signature for rule"
            detail = f"'{said}': {words}: {_named(rule)}"
        else:
            detail = f"{said} evaluating rule: {_named(rule)}"
        yield object_error(ErrorType.INVALID, place, detail, value=kind)
        return
    if answer is not True:
        yield _refusal(asked, rule)


def _refusal(asked: _Asked, rule: Node) -> ObjectError:
    kind, place = asked.schema.get("type"), asked.place
    reason = _REASONS.get(text(rule.get("reason")), ErrorType.INVALID)
    shown = NO_VALUE if kind in {"object", "array"} else asked.value
    path = _field_path(text(rule.get("fieldPath")), asked.schema)
    joint = "" if not place or not path else "."
    detail = "" if reason is ErrorType.DUPLICATE else _message(asked, rule)
    return object_error(reason, f"{place}{joint}{path}", detail, value=shown)


def _field_path(path: str, schema: Node) -> str:
    """The field that an error is about, as it is printed; empty for the value itself."""
    found = check_field_path(path, schema) if path else None
    if found is None or found.fault:
        return ""
    shown, node = "", schema
    for name in found.names:
        properties = mapping(node.get("properties"))
        shown += f".{name}" if properties else f"[{name}]"
        node = mapping(properties.get(name) if properties else node.get("additionalProperties"))
    return shown.removeprefix(".")


def _message(asked: _Asked, rule: Node) -> str:
    if rule.get("messageExpression"):
        made = asked.rules.compiled(rule, "messageExpression")
        if made.run is None and not made.fault:
            raise Undecided("a message that is not known")
        try:
            said = asked.evaluated(rule, "messageExpression") if made.run else ""
        except CelError:
            said = ""
        said = said.strip(_BLANKS) if isinstance(said, str) else ""
        if said and "\n" not in said and len(said.encode()) <= _MOST_MESSAGE:
            return said
    message = text(rule.get("message"))
    return message.strip(_BLANKS) if message else f"failed rule: {_named(rule)}"


def _named(rule: Node) -> str:
    return (text(rule.get("message")) or text(rule.get("rule"))).strip(_BLANKS)


def below_all_of(value: Any, schema: Node, place: str) -> Iterator[tuple[Any, Node, Node, str]]:
    """The values that rules below `allOf` are about: each with its schema, that of its rules, and its place."""
    waiting = [(value, schema, mapping(one), place) for one in listing(schema.get("allOf"))]
    while waiting:
        value, node, nested, place = waiting.pop()
        yield value, node, nested, place
        waiting += [(value, node, mapping(one), place) for one in listing(nested.get("allOf"))]
        properties, others = mapping(node.get("properties")), mapping(nested.get("properties"))
        for key, item in value.items() if isinstance(value, dict) else ():
            if key in properties and key in others:
                inner = f"{place}.{key}" if place else key
                waiting.append((item, mapping(properties[key]), mapping(others[key]), inner))
            elif isinstance(node.get("additionalProperties"), dict) and nested.get("additionalProperties"):
                more = mapping(nested["additionalProperties"])
                waiting.append((item, node["additionalProperties"], more, f"{place}[{key}]"))
        for number, item in enumerate(value) if isinstance(value, list) and nested.get("items") else ():
            waiting.append((item, mapping(node.get("items")), mapping(nested["items"]), f"{place}[{number}]"))

"""The CEL rules of one value when an object is created: rules about updates say nothing then."""

from functools import lru_cache
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.objects.cel import outcome, rules_of
from xpkgtui.formats.definitions.objects.errors import NO_VALUE, ObjectError, object_error
from xpkgtui.patterns import late
from xpkgtui.untyped import listing, mapping, text

_OF_AN_UPDATE = late(r"(?<![A-Za-z0-9_.'\"])oldSelf(?![A-Za-z0-9_'\"])")
_SPOKEN = ("messageExpression", "reason", "fieldPath")
"""What changes the words of an error."""


@lru_cache(maxsize=2_000)
def is_of_an_update(rule: str) -> bool:
    """Whether a rule compares with the object before."""
    return _OF_AN_UPDATE.search(rule) is not None


def check_rules(value: Any, schema: Node, place: str) -> tuple[list[ObjectError], str | None]:
    """The errors of the rules of one value, and the first rule whose outcome or words are not known."""
    errors: list[ObjectError] = []
    unclear: str | None = None
    for one in rules_of(schema):
        rule = text(one.get("rule"))
        if not one.get("optionalOldSelf") and is_of_an_update(rule):
            continue
        fits = outcome(rule, value, schema)
        if fits is None or (not fits and any(one.get(word) for word in _SPOKEN)):
            unclear = unclear or rule
        elif not fits:
            detail = text(one.get("message")).strip() or f"failed rule: {rule.strip()}"
            errors.append(object_error(ErrorType.INVALID, place, detail, value=NO_VALUE))
    return errors, unclear


def has_rules(schema: Node) -> bool:
    """Whether there is a rule anywhere in a schema."""
    waiting: list[Any] = [schema]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, dict):
            continue
        if one.get("x-kubernetes-validations"):
            return True
        waiting.extend(mapping(one.get("properties")).values())
        waiting.extend((one.get("items"), one.get("additionalProperties")))
        waiting.extend(listing(one.get("allOf")))
    return False

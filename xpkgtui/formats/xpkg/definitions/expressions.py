"""Validation rules (CEL) of a schema, as far as they can be judged without being compiled."""

import re

from xpkgtui.formats.xpkg.definitions.problem import Node, Problems, Way

_REASONS = ("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired")
_LINE_BREAK = re.compile(r"[\n\r]")


def check_rule(rule: Node, way: Way, problems: Problems) -> None:
    """One entry of x-kubernetes-validations."""
    text, message = rule.get("rule") or "", rule.get("message") or ""
    if not text.strip():
        problems.required(way.to("rule"), "rule is not specified")
    elif message and not message.strip():
        problems.invalid(way.to("message"), "must be non-empty if specified")
    elif _LINE_BREAK.search(message.strip()):
        problems.invalid(way.to("message"), "must not contain line breaks")
    elif _LINE_BREAK.search(text.strip()) and not message.strip():
        problems.required(way.to("message"), "message must be specified if rule contains line breaks")
    expression = rule.get("messageExpression") or ""
    if expression and not expression.strip():
        problems.required(way.to("messageExpression"), "messageExpression must be non-empty if specified")
    if rule.get("reason") is not None and rule["reason"] not in _REASONS:
        problems.unsupported(way.to("reason"), *_REASONS)
    field = rule.get("fieldPath") or ""
    if field and not field.strip():
        problems.invalid(way.to("fieldPath"), "must be non-empty if specified")
    if _LINE_BREAK.search(field):
        problems.invalid(way.to("fieldPath"), "must not contain line breaks")

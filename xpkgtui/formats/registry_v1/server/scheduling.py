"""What the API server says of where the pods of a Deployment may run."""

from collections import Counter
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import label_value, qualified_name
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.untyped import field, listing, mapping, text

_IS_EXISTS = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
_UNSATISFIED = ("DoNotSchedule", "ScheduleAnyway")


def check_tolerations(tolerations: list[Any], place: str, faults: Faults) -> None:
    for number, one in enumerate(tolerations):
        there, key, value = f"{place}[{number}]", text(one.get("key")), text(one.get("value"))
        if key:
            faults.invalid(f"{there}.key", key, *qualified_name(key))
        operator, effect = text(one.get("operator")), text(one.get("effect"))
        if not key and operator != "Exists":
            faults.invalid(f"{there}.operator", operator, _IS_EXISTS)
        if one.get("tolerationSeconds") is not None and effect != "NoExecute":
            faults.invalid(f"{there}.effect", effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")
        if operator in ("Equal", "") and (wrong := label_value(value)):
            faults.invalid(f"{there}.operator", value, ";".join(wrong))
        elif operator == "Exists" and value:
            faults.invalid(f"{there}.operator", value, "value must be empty when `operator` is 'Exists'")
        elif operator:
            faults.one_of(f"{there}.operator", operator, "Equal", "Exists")
        if effect:
            faults.one_of(f"{there}.effect", effect, "NoSchedule", "PreferNoSchedule", "NoExecute")


def check_affinity(affinity: Node, place: str, faults: Faults) -> None:
    required = "requiredDuringSchedulingIgnoredDuringExecution"
    preferred = "preferredDuringSchedulingIgnoredDuringExecution"
    node = field(affinity, "nodeAffinity", required)
    if isinstance(node, dict) and not node.get("nodeSelectorTerms"):
        detail = "must have at least one node selector term"
        faults.required(f"{place}.nodeAffinity.{required}.nodeSelectorTerms", detail)
    for number, one in enumerate(listing(field(node, "nodeSelectorTerms"))):
        _terms(
            listing(one.get("matchExpressions")),
            f"{place}.nodeAffinity.{required}.nodeSelectorTerms[{number}]",
            faults,
        )
    for kind in ("podAffinity", "podAntiAffinity"):
        for number, one in enumerate(listing(field(affinity, kind, required))):
            _term(one, f"{place}.{kind}.{required}[{number}]", faults)
        for number, one in enumerate(listing(field(affinity, kind, preferred))):
            there = f"{place}.{kind}.{preferred}[{number}]"
            _weight(one, there, faults)
            _term(mapping(one.get("podAffinityTerm")), f"{there}.podAffinityTerm", faults)
    for number, one in enumerate(listing(field(affinity, "nodeAffinity", preferred))):
        _weight(one, f"{place}.nodeAffinity.{preferred}[{number}]", faults)


def _terms(expressions: list[Any], place: str, faults: Faults) -> None:
    for number, one in enumerate(expressions):
        there, operator = f"{place}.matchExpressions[{number}]", text(one.get("operator"))
        count, key = len(listing(one.get("values"))), text(one.get("key"))
        if operator in ("In", "NotIn") and not count:
            faults.required(f"{there}.values", "must be specified when `operator` is 'In' or 'NotIn'")
        elif operator in ("Exists", "DoesNotExist") and count:
            detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"
            faults.forbidden(f"{there}.values", detail)
        elif operator in ("Gt", "Lt") and count != 1:
            faults.required(f"{there}.values", "must be specified single value when `operator` is 'Lt' or 'Gt'")
        elif operator not in ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"):
            faults.invalid(f"{there}.operator", operator, "not a valid selector operator")
        faults.invalid(f"{there}.key", key, *qualified_name(key))


def _weight(one: Node, place: str, faults: Faults) -> None:
    if not 1 <= (weight := one.get("weight") or 0) <= 100:
        faults.invalid(f"{place}.weight", weight, "must be in the range 1-100")


def _term(one: Node, place: str, faults: Faults) -> None:
    for key in ("labelSelector", "namespaceSelector"):
        if isinstance(selector := one.get(key), dict):
            faults.selector(f"{place}.{key}", selector)
    if not one.get("topologyKey"):
        faults.required(f"{place}.topologyKey", "can not be empty")


def check_spread(constraints: list[Any], place: str, faults: Faults) -> None:
    for number, one in enumerate(constraints):
        there = f"{place}[{number}]"
        if (most := one.get("maxSkew") or 0) <= 0:
            faults.invalid(f"{there}.maxSkew", most, "must be greater than zero")
        if not one.get("topologyKey"):
            faults.required(f"{there}.topologyKey", "can not be empty")
        faults.one_of(f"{there}.whenUnsatisfiable", text(one.get("whenUnsatisfiable")), *_UNSATISFIED)
        if isinstance(selector := one.get("labelSelector"), dict):
            faults.selector(f"{there}.labelSelector", selector)
        elif one.get("matchLabelKeys"):
            faults.forbidden(f"{there}.matchLabelKeys", "must not be specified when labelSelector is not set")
        _domains(one, there, faults)
    pairs = [(text(one.get("topologyKey")), text(one.get("whenUnsatisfiable"))) for one in constraints]
    left = Counter(pairs)
    for number, pair in enumerate(pairs):
        left[pair] -= 1
        if left[pair]:
            there = f"{place}[{number}].{{topologyKey, whenUnsatisfiable}}"
            faults.add(ErrorType.DUPLICATE, there, value=f"{{{pair[0]}, {pair[1]}}}")


def _domains(constraint: Node, place: str, faults: Faults) -> None:
    least, when = constraint.get("minDomains"), text(constraint.get("whenUnsatisfiable"))
    if least is not None and least <= 0:
        faults.invalid(f"{place}.minDomains", least, "must be greater than zero")
    elif least is not None and when != "DoNotSchedule":
        detail = f"can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {when}"
        faults.invalid(f"{place}.minDomains", least, detail)

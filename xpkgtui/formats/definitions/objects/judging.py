"""An object against one version of a CustomResourceDefinition, as the API server 0.35 creates it.

It follows `customresource_handler.go` and the strategy of custom resources: metadata, unknown fields, nulls,
defaults, schema, list types, CEL rules. What is not certain is undecided, never accepted.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from xpkgtui.cel.values import StepsLeft
from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.objects import rules
from xpkgtui.formats.definitions.objects.cel import MOST_STEPS_OF_ALL
from xpkgtui.formats.definitions.objects.faults import ObjectError, in_order, object_error
from xpkgtui.formats.definitions.objects.formats import ObjectTexts
from xpkgtui.formats.definitions.objects.metadata import (
    check_metadata,
    check_resource,
    decoding_fault,
    fault_of_resource,
    is_plain,
    known_metadata,
    name_of,
    unknown_metadata,
)
from xpkgtui.formats.definitions.objects.preparing import prepared, spelled
from xpkgtui.formats.definitions.structural import has_rules
from xpkgtui.formats.definitions.values import ValueCheck
from xpkgtui.golang.printing import quoted, written
from xpkgtui.untyped import field, listing, mapping
from xpkgtui.values import dataclass

_REST = (
    "some validation rules were not checked because the object was invalid; "
    "correct the existing errors to complete validation"
)
UNCHECKED = f"{ErrorType.INVALID}: null: {_REST}"
"""What is said of the whole object where its CEL rules are not checked."""
_DEEPEST = 90
"""Values inside each other that are judged."""


class ObjectOutcome(StrEnum):
    """What the API server does with an object under kubectl's strict validation."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectNames:
    """What a definition says of its objects beside their schema."""

    group: str
    kind: str
    is_namespaced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectJudgement:
    """What the API server says of an object."""

    unknown: tuple[str, ...] = ()
    """Unknown fields: an error under strict validation, which kubectl asks for; dropped otherwise."""
    errors: tuple[ObjectError, ...] = ()
    undecided: str = ""
    """Why the rest is not certain; what is named is certain."""
    message: str = ""
    """The API server's message; empty where nothing is refused."""
    is_unread: bool = False
    """Whether the object was not looked at, or not whole."""

    @property
    def outcome(self) -> ObjectOutcome:
        """Whether the object is accepted; what is refused for one certain reason is refused."""
        if self.unknown or self.errors:
            return ObjectOutcome.REFUSED
        return ObjectOutcome.UNDECIDED if self.undecided else ObjectOutcome.ACCEPTED


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredObject:
    """What the API server makes of an object before it judges it."""

    value: Node
    """What it keeps; without what it adds to the metadata of every object."""
    defaulted: tuple[str, ...]
    """The fields that are set although the object does not have them; what is below one is not named again."""
    dropped: tuple[str, ...]
    """The fields that are known and dropped all the same: nulls, the status, the namespace of a cluster's object."""


class ObjectJudge:
    """The API server for one version of a definition."""

    def __init__(self, names: ObjectNames, version: Node) -> None:
        self._names = names
        self._api_version = f"{names.group}/{version.get('name')}"
        self._schema = mapping(field(version, "schema", "openAPIV3Schema"))
        self._drops_status = isinstance(field(version, "subresources", "status"), dict)
        self._has_rules: bool | None = None

    def judge(self, value: Node) -> ObjectJudgement:
        """What is said of an object when it is created."""
        if (unread := self._unread(value)) is not None:
            return unread
        found = prepared(value, self._schema)
        whole = {key: one for key, one in found.value.items() if key != "status" or not self._drops_status}
        walk, check = _Walk(), ValueCheck(ObjectTexts())
        walk.run(whole, self._schema)
        if walk.undecoded is not None:
            return ObjectJudgement(errors=(walk.undecoded,), message=str(walk.undecoded), is_unread=True)
        unknown = tuple(sorted({*found.unknown, *unknown_metadata(value), *walk.unknown}))
        if not found.is_whole:
            reason = "the object is too large"
            return ObjectJudgement(unknown=unknown, undecided=reason, message=_strict(unknown), is_unread=True)
        faults = check.run(whole, self._schema).faults
        if check.is_undecided:
            reason = "a pattern, a format or a depth that xpkgtui does not judge"
            return ObjectJudgement(unknown=unknown, undecided=reason, message=_strict(unknown))
        errors = list(check_metadata(value, is_namespaced=self._names.is_namespaced))
        errors += [
            object_error(one.type, one.name.removeprefix("."), one.message, value=one.value, is_type=one.is_type)
            for one in faults
        ]
        errors += walk.errors
        undecided = walk.undecided
        if any(one.stops_rules for one in errors):
            if self._with_rules():
                errors.append(object_error(ErrorType.INVALID, "", _REST, value=None))
        elif not undecided:
            errors += walk.broken_rules
            undecided = walk.unclear_rule
        return self._judgement(value, unknown, in_order(errors), undecided)

    def _unread(self, value: Node) -> ObjectJudgement | None:
        """What is said of an object that is not read at all; None where it is read."""
        reason = ""
        if (value.get("apiVersion"), value.get("kind")) != (self._api_version, self._names.kind):
            reason = "the object is of another kind"
        elif fault := decoding_fault(value):
            error = ObjectError(field="metadata", message=fault)
            return ObjectJudgement(errors=(error,), message=fault, is_unread=True)
        elif not is_plain(value):
            reason = "metadata that xpkgtui does not judge"
        elif _is_deep(value):
            reason = "the object is too deep"
        return ObjectJudgement(undecided=reason, is_unread=True) if reason else None

    def stored(self, value: Node) -> StoredObject:
        """What is stored of an object of this version; it may be refused all the same."""
        found = prepared(value, self._schema)
        dropped = {spelled(one) for one in found.nulls}
        kept: Node = found.value
        if self._drops_status and "status" in kept:
            del kept["status"]
            dropped.add("status")
        kept["metadata"] = known_metadata(mapping(kept.get("metadata")))
        if not self._names.is_namespaced and kept["metadata"].pop("namespace", None):
            dropped.add("metadata.namespace")
        defaults = found.outer_defaults
        if self._drops_status:
            defaults = [one for one in defaults if one != "status" and not one.startswith("status.")]
        return StoredObject(value=kept, defaulted=tuple(sorted(defaults)), dropped=tuple(sorted(dropped)))

    def _with_rules(self) -> bool:
        if self._has_rules is None:
            self._has_rules = has_rules(self._schema)
        return self._has_rules

    def _judgement(
        self, value: Node, unknown: tuple[str, ...], errors: tuple[ObjectError, ...], undecided: str
    ) -> ObjectJudgement:
        message = _strict(unknown)
        if errors and not unknown:
            messages = [str(one) for one in errors]
            joined = messages[0] if len(messages) == 1 else f"[{', '.join(messages)}]"
            name = quoted(name_of(value))
            message = f"{self._names.kind}.{self._names.group} {name} is invalid: {joined}"
        return ObjectJudgement(unknown=unknown, errors=errors, undecided=undecided, message=message)


def _strict(unknown: tuple[str, ...]) -> str:
    """The message of strict decoding, which comes before all others."""
    return "strict decoding error: " + ", ".join(f'unknown field "{one}"' for one in unknown) if unknown else ""


def default_faults(value: Any, schema: Node, *, is_resource: bool) -> tuple[tuple[ObjectError, ...], str]:
    """What the rules of a schema say of its default: why it is refused, and the first rule that is not decided.

    The API server keeps the default as it is, and then makes an object with it.
    """
    unclear = ""
    for is_kept in (True, False):
        walk = _Walk(is_kept=is_kept, is_resource=is_resource)
        walk.run(value, schema)
        if walk.broken_rules:
            return in_order(walk.broken_rules), unclear
        unclear = unclear or walk.unclear_rule
    return (), unclear


class _Walk:
    """List types, embedded resources and CEL rules of all values of an object."""

    def __init__(self, *, is_kept: bool = False, is_resource: bool = True) -> None:
        self._is_kept = is_kept
        self._is_resource = is_resource
        self.errors: list[ObjectError] = []
        self.broken_rules: list[ObjectError] = []
        self.unclear_rule = ""
        self.undecided = ""
        self.unknown: list[str] = []
        self.undecoded: ObjectError | None = None
        self._budget = StepsLeft(MOST_STEPS_OF_ALL)

    def run(self, value: Any, schema: Node) -> None:
        """Looks at each value with its schema."""
        waiting: list[tuple[Any, Node, str]] = [(value, schema, "")]
        while waiting:
            value, schema, place = waiting.pop()
            self._rules(value, schema, place)
            if isinstance(value, list):
                self.errors += check_list(value, schema, place)
                if schema.get("uniqueItems"):
                    self.undecided = "uniqueItems, which xpkgtui does not check"
                items = schema.get("items")
                if isinstance(items, dict):
                    waiting.extend((item, items, f"{place}[{number}]") for number, item in enumerate(value))
            elif isinstance(value, dict):
                if schema.get("x-kubernetes-embedded-resource") and place:
                    self.undecoded = self.undecoded or fault_of_resource(value, place)
                    if self.undecoded is None:
                        self.errors += check_resource(value, place)
                        self.unknown += [f"{place}.{one}" for one in unknown_metadata(value)]
                waiting.extend(_below(value, schema, place))

    def _rules(self, value: Any, schema: Node, place: str) -> None:
        if value is None:
            return
        if schema.get("x-kubernetes-validations"):
            self._rules_of(value, schema, schema, place)
        if schema.get("allOf"):
            for one, node, nested, where in rules.below_all_of(value, schema, place):
                if one is not None and nested.get("x-kubernetes-validations"):
                    self._rules_of(one, node, nested, where)

    def _rules_of(self, value: Any, schema: Node, of: Node, place: str) -> None:
        is_resource = self._is_resource and not place
        outcome = rules.check_rules(
            value, schema, place, of=of, is_resource=is_resource, budget=self._budget, is_kept=self._is_kept
        )
        self.broken_rules += outcome.errors
        if outcome.unclear is not None and not self.unclear_rule:
            self.unclear_rule = f"a CEL rule that xpkgtui does not decide: {outcome.unclear}"


def _below(value: Node, schema: Node, place: str) -> Iterator[tuple[Any, Node, str]]:
    properties, additional = mapping(schema.get("properties")), schema.get("additionalProperties")
    for key, item in value.items():
        if key in properties:
            yield item, mapping(properties[key]), f"{place}.{key}" if place else key
        elif isinstance(additional, dict):
            yield item, additional, f"{place}[{key}]"


def _is_deep(value: Node) -> bool:
    """Whether there are more values inside each other than are judged."""
    level: list[Any] = [value]
    for _ in range(_DEEPEST):
        level = [
            item
            for one in level
            for item in (one.values() if isinstance(one, dict) else one)
            if isinstance(item, dict | list)
        ]
        if not level:
            return False
    return True


def check_list(value: list[Any], schema: Node, field: str) -> Iterator[ObjectError]:
    """The errors of one list."""
    kind = schema.get("x-kubernetes-list-type")
    if kind == "set":
        for number in _repeated(value):
            yield object_error(ErrorType.DUPLICATE, f"{field}[{number}]", value=value[number])
    if kind != "map":
        return
    for number, item in enumerate(value):
        if item is not None and not isinstance(item, dict):
            detail = "must be an object for an array of list-type map"
            yield object_error(ErrorType.INVALID, f"{field}[{number}]", detail, value=item)
            return
    names = listing(schema.get("x-kubernetes-list-map-keys"))
    keys = [{name: item[name] for name in names if item and name in item} for item in value]
    for number in _repeated(keys):
        yield object_error(ErrorType.DUPLICATE, f"{field}[{number}]", value=keys[number])


def _repeated(values: list[Any]) -> Iterator[int]:
    """The number of each value that is there a second time."""
    seen: dict[tuple[str, str], int] = {}
    for number, value in enumerate(values):
        key = type(value).__name__, written(value)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] == 2:
            yield number

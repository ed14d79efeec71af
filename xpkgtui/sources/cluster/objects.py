"""What objects of a cluster say of themselves: facts and conditions, of which nothing is believed but its type."""

from collections.abc import Iterator, Mapping

from xpkgtui.errors import Unreachable
from xpkgtui.sources.installed import ClusterCondition, ClusterObject
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import clip

_CONDITIONS = 32
_NAME = 100
_MESSAGE = 4_096
"""Characters of a message; those of Crossplane may quote a whole list of dependencies."""


def of_kind(value: object, kind: str) -> Mapping[str, object]:
    """The object, which is of that kind; raises `Unreachable` where it is another one."""
    found = text(field(value, "kind"))
    if found != kind:
        raise Unreachable(f"kubectl answered with something else: {clip(found, _NAME) or 'no kind'}, not {kind}")
    return mapping(value)


def told(value: Mapping[str, object], facts: Mapping[str, object]) -> ClusterObject:
    """An object with its conditions, and with those facts that are not empty."""
    return ClusterObject(
        kind=_brief(value.get("kind")),
        name=_brief(field(value, "metadata", "name")),
        namespace=_brief(field(value, "metadata", "namespace")),
        facts=tuple((label, said) for label, fact in facts.items() if (said := _fact(fact))),
        conditions=tuple(_conditions(value)),
    )


def _conditions(value: Mapping[str, object]) -> Iterator[ClusterCondition]:
    for one in listing(field(value, "status", "conditions"))[:_CONDITIONS]:
        if type_ := _brief(field(one, "type")):
            yield ClusterCondition(
                type=type_,
                status=_brief(field(one, "status")),
                reason=_brief(field(one, "reason")),
                message=clip(text(field(one, "message")), _MESSAGE),
            )


def _brief(value: object) -> str:
    return clip(text(value), _NAME * 3)


def _fact(value: object) -> str:
    return (
        str(value)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 63
        else _brief(value)
    )

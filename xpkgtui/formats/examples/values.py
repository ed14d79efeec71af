"""The values that the examples of a package give a field, by its way through the schema."""

from collections.abc import Iterator, Sequence
from typing import Any

from xpkgtui.golang.printing import as_json
from xpkgtui.untyped import listing, mapping, text
from xpkgtui.values import dataclass

_MOST = 8
"""Different values of one field that are named."""
_MOST_LOOKED = 10_000
"""Values of one field that are looked at, in all examples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleObject:
    """An example of a kind."""

    where: str
    """`examples/bucket.yaml:12`"""
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class KindExamples:
    """The examples of the kinds that one definition makes."""

    objects: tuple[ExampleObject, ...] = ()
    unread: str = ""
    """Why there may be more, in a clause; empty where all were read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldValue:
    """A value that examples give a field."""

    value: Any
    where: str
    """The first example that has it."""
    count: int
    """The number of examples that have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldValues:
    """What examples say of a field."""

    values: tuple[FieldValue, ...]
    """The most frequent ones first."""
    different: int
    """All different values."""
    objects: int
    """The number of examples that set the field."""


def kind_examples(document: object) -> KindExamples:
    """The examples that `Text.EXAMPLES` has written."""
    found = mapping(document)
    objects = (mapping(one) for one in listing(found.get("objects")))
    return KindExamples(
        objects=tuple(ExampleObject(where=text(one.get("where")), value=one.get("object")) for one in objects),
        unread=text(found.get("unread")),
    )


def values_of(examples: KindExamples, steps: Sequence[str]) -> FieldValues:
    """The values at the place to which these steps lead in a schema: `properties`, a name, `items`."""
    seen: dict[str, list[ExampleObject]] = {}
    first: dict[str, Any] = {}
    left, count = _MOST_LOOKED, 0
    for example in examples.objects:
        has_it = False
        for value in _values(example.value, tuple(steps)):
            left -= 1
            if left < 0:
                break
            has_it = True
            key = as_json(value)
            first.setdefault(key, value)
            having = seen.setdefault(key, [])
            if not having or having[-1] is not example:
                having.append(example)
        count += has_it
    order = sorted(seen, key=lambda key: -len(seen[key]))[:_MOST]
    found = tuple(FieldValue(value=first[key], where=seen[key][0].where, count=len(seen[key])) for key in order)
    return FieldValues(values=found, different=len(seen), objects=count)


def _values(value: Any, steps: tuple[str, ...]) -> Iterator[Any]:
    waiting = [(value, 0)]
    while waiting:
        one, at = waiting.pop()
        if at >= len(steps):
            yield one
        elif steps[at] == "properties":
            if isinstance(one, dict) and steps[at + 1] in one:
                waiting.append((one[steps[at + 1]], at + 2))
        elif steps[at] == "items":
            waiting += [(item, at + 1) for item in reversed(listing(one))]
        else:
            waiting += [(item, at + 1) for item in reversed(mapping(one).values())]

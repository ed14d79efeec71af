"""What rules say of an example, at paths as the API server spells them; each format has rules that say it."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.objects.errors import NOWHERE
from xpkgtui.formats.examples.example import Example, ExampleVerdict
from xpkgtui.patterns import late
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.visible import few

_FEW = 3
"""Fields that are named in a message."""
DOUBT = 1
"""The level of what is not known, or not judged."""


def refusals(example: Example) -> Iterator[Problem]:
    """The API server refuses it, or that is not known; unknown fields are another matter."""
    if example.is_broken:
        message = f"{example.words[:1].upper()}{example.words[1:]} cannot be read as an object: {example.reason}"
        yield Problem(level=int(not example.is_refused), message=message, where=Where(line=example.line))
    elif example.errors:
        first = example.errors[0]
        more = sum(one.field != NOWHERE for one in example.errors[1:])
        others = f" (and {more} more)" if more else ""
        message = f"The API server refuses {example.words}: {first.field}: {first.message}{others}"
        where = Where(line=first.line or example.line)
        # Unknown fields come first where kubectl asks; these come then, or at once without kubectl.
        says = None if example.unknown else example.message
        yield Problem(message=message, says=says, path=path_of(first.field), where=where)
    elif example.is_refused and not example.unknown:
        message = f"The API server refuses {example.words}: {example.reason}"
        yield Problem(message=message, says=example.message or None, where=Where(line=example.line))
    if example.is_broken:
        return
    if example.verdict is ExampleVerdict.UNDECIDED:
        message = f"xpkgtui does not know whether the API server accepts {example.words}: {example.reason}"
        yield Problem(level=DOUBT, message=message, where=Where(line=example.line))
    elif example.verdict is ExampleVerdict.UNDEFINED:
        message = f"{example.words} was not judged: {example.reason}"
        yield Problem(level=DOUBT, message=message, where=Where(line=example.line))


def unknown_fields(example: Example) -> Iterator[Problem]:
    """It has fields that its definition does not have."""
    if example.unknown:
        first = example.unknown[0]
        named = few([one.field for one in example.unknown], _FEW)
        noun = "a field" if len(example.unknown) == 1 else f"{len(example.unknown)} fields"
        message = f"{example.words} has {noun} that its definition does not have: {named}"
        where = Where(line=first.line or example.line)
        yield Problem(message=message, says=example.message, path=path_of(first.field), where=where)


def lost_values(example: Example) -> Iterator[Problem]:
    """It has values that are dropped although its definition has the fields."""
    if example.dropped:
        message = f"Of {example.words} the API server does not keep {few(example.dropped, _FEW)}"
        yield Problem(message=message, path=path_of(example.dropped[0]), where=Where(line=example.line))


_INDEX = late(r"\[(\d{1,9})\]")
_STEP = late(r"\[([^\]]*)\]|([^.\[]+)")


def path_of(spelled: str) -> FieldPath:
    """The path that a text spells, whatever object it is of."""
    parts = (found[1] if found[1] is not None else found[2] for found in _STEP.finditer(spelled))
    return FieldPath(tuple(int(part) if part.isdecimal() and len(part) < 10 else part for part in parts))


def field_path(spelled: str, value: Any) -> FieldPath:
    """The path of a field in an object, as far as the object has it: `spec.tags[0]`, `spec.labels[a.b/c]`."""
    parts: list[str | int] = []
    rest = spelled
    while rest:
        step = _of_list(rest, value) if isinstance(value, list) else _of_mapping(rest, value)
        if step is None:
            break
        part, rest = step
        parts.append(part)
        value = value[part]
    return FieldPath(tuple(parts))


def _of_list(rest: str, value: list[Any]) -> tuple[str | int, str] | None:
    found = _INDEX.match(rest)
    if found is None or int(found[1]) >= len(value):
        return None
    return int(found[1]), rest[found.end() :]


def _of_mapping(rest: str, value: Any) -> tuple[str | int, str] | None:
    """The longest key that the path can go on with: keys may have dots."""
    if not isinstance(value, dict):
        return None
    plain = rest.removeprefix(".")
    found = [(key, f"[{key}]") for key in value if rest.startswith(f"[{key}]")]
    found += [(key, key) for key in value if plain == key or plain.startswith((f"{key}.", f"{key}["))]
    if not found:
        return None
    key, spelled = max(found, key=lambda one: len(one[1]))
    return key, (rest if spelled.startswith("[") and rest.startswith(spelled) else plain)[len(spelled) :]

"""What rules say of an example; each format has rules of its own that say it."""

from collections.abc import Iterator

from xpkgtui.formats.definitions.objects.errors import NOWHERE
from xpkgtui.formats.examples.example import Example, ExampleVerdict
from xpkgtui.formats.examples.places import path_of
from xpkgtui.rules.rule import Problem, Where

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
        named = some([one.field for one in example.unknown])
        noun = "a field" if len(example.unknown) == 1 else f"{len(example.unknown)} fields"
        message = f"{example.words} has {noun} that its definition does not have: {named}"
        where = Where(line=first.line or example.line)
        yield Problem(message=message, says=example.message, path=path_of(first.field), where=where)


def lost_values(example: Example) -> Iterator[Problem]:
    """It has values that are dropped although its definition has the fields."""
    if example.dropped:
        message = f"Of {example.words} the API server does not keep {some(example.dropped)}"
        yield Problem(message=message, path=path_of(example.dropped[0]), where=Where(line=example.line))


def some(names: tuple[str, ...] | list[str], few: int = _FEW) -> str:
    """`a, b, c and 4 more`"""
    more = f" and {len(names) - few:,} more" if len(names) > few else ""
    return ", ".join(names[:few]) + more

"""Smaller cases: text without some of its lines or characters, lists and mappings without some of their entries."""

import json
from collections.abc import Callable, Iterator
from typing import Any

_ATTEMPTS = 1500


def smallest(case: Any, still_fails: Callable[[Any], bool]) -> Any:
    """A case from which nothing can be taken away, after a limited number of attempts."""
    attempts, tried = 0, {json.dumps(case)}
    candidates = _smaller(case)
    while attempts < _ATTEMPTS:
        candidate = next(candidates, None)
        if candidate is None:
            break
        text = json.dumps(candidate[0])
        if text in tried:
            continue
        tried.add(text)
        attempts += 1
        if still_fails(candidate[0]):
            case, candidates = candidate[0], _smaller(candidate[0])
    return case


def _smaller(value: Any) -> Iterator[tuple[Any]]:
    """Each in a tuple, as a candidate may be None."""
    if isinstance(value, str):
        lines = value.splitlines(keepends=True)
        if len(lines) > 1:
            yield from (("".join(fewer),) for fewer in _without(lines))
        yield from (("".join(fewer),) for fewer in _without(list(value)))
    elif isinstance(value, list):
        yield from ((fewer,) for fewer in _without(value))
        for number, item in enumerate(value):
            yield from (([*value[:number], one, *value[number + 1 :]],) for (one,) in _smaller(item))
    elif isinstance(value, dict):
        yield from ((dict(fewer),) for fewer in _without(list(value.items())))
        for name, item in value.items():
            yield from (({**value, name: one},) for (one,) in _smaller(item))


def _without(items: list[Any]) -> Iterator[list[Any]]:
    """The items without a run of them; long runs first."""
    size = len(items)
    while size:
        for start in range(0, len(items), size):
            yield items[:start] + items[start + size :]
        size //= 2

"""A text of YAML is parsed once by each worker: values of documents share their parts as it is, and never change."""

from collections.abc import Iterator
from weakref import WeakKeyDictionary

import pytest

from xpkgtui.documents import document
from xpkgtui.documents.reading import TextReading
from xpkgtui.documents.yaml.builder import Builder
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.repeats import Repeats

_LONGEST = 1 << 15
"""Characters of the longest text that is kept."""


@pytest.fixture(autouse=True, scope="session")
def _parsed_once() -> Iterator[None]:
    """What is refused, what repeats in a stream, and what is left of the effort is found out each time."""
    known: dict[tuple[str, TextReading | None, bool, bool], tuple[Builder, int]] = {}
    of_stream: WeakKeyDictionary[Repeats, set[str]] = WeakKeyDictionary()
    parse = document.build

    def build(
        text: str,
        reader: TextReading | None = None,
        *,
        positions: bool = False,
        effort: Effort | None = None,
        repeats: Repeats | None = None,
    ) -> Builder:
        effort = effort or Effort()
        before = of_stream.setdefault(repeats, set()) if repeats else set[str]()
        left, key = effort.left, (text, reader, positions, repeats is None)
        built, steps = known.get(key, (None, 0))
        if built is not None and text not in before and steps <= min(left, effort.limits.yaml):
            before.add(text)
            effort.left -= steps
            return built
        built = parse(text, reader, positions=positions, effort=effort, repeats=repeats)
        if len(text) <= _LONGEST and text not in before:
            known[key] = built, left - effort.left
        before.add(text)
        return built

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "build", build)
        yield

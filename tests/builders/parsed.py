"""A text of YAML is parsed once by each worker: values of documents share their parts as it is, and never change."""

from collections.abc import Iterator
from typing import Any

import pytest

from xpkgtui.documents import document
from xpkgtui.documents.reading import TextReading
from xpkgtui.documents.yaml.builder import Builder
from xpkgtui.documents.yaml.effort import Effort

_LONGEST = 1 << 14
"""Characters of the longest text that is kept."""


@pytest.fixture(autouse=True, scope="session")
def _parsed_once() -> Iterator[None]:
    """What is refused, and what is left of the effort, is found out each time."""
    known: dict[tuple[str, TextReading | None, bool], tuple[Builder, int]] = {}
    parse = document.build

    def build(
        text: str,
        reader: TextReading | None = None,
        *,
        positions: bool = False,
        effort: Effort | None = None,
        repeats: Any = None,
    ) -> Builder:
        effort = effort or Effort()
        left, key = effort.left, (text, reader, positions)
        built, steps = known.get(key, (None, 0))
        if built is not None and steps <= min(left, effort.limits.yaml):
            effort.left -= steps
            return built
        built = parse(text, reader, positions=positions, effort=effort, repeats=repeats)
        if len(text) <= _LONGEST and (positions or repeats is None):
            known[key] = built, left - effort.left
        return built

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "build", build)
        yield

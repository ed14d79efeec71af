"""What is asked and said of the examples of a package."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from xpkgtui.formats.examples.example import ExampleList
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

_EXAMPLES = 20
"""Examples of one event: each may name a hundred fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenFile:
    """A file that is judged as if it were one of the examples."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadExamples:
    """Read the examples of the package that is shown, and judge each."""

    lane: ClassVar[Lane] = Lane.EXAMPLES
    files: tuple[GivenFile, ...] = ()
    """Files that are judged in their place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplesRead:
    """A part of the list."""

    part: ExampleList
    is_first: bool = True
    """Whether this part replaces what was there."""

    def after(self, before: ExampleList | None) -> ExampleList:
        """The list so far."""
        return self.part if self.is_first or before is None else before.with_more(self.part)


def parts(whole: ExampleList) -> Iterator[ExamplesRead]:
    """The events that carry a list."""
    for first in range(0, max(len(whole.examples), 1), _EXAMPLES):
        examples = whole.examples[first : first + _EXAMPLES]
        part = replace(whole, examples=examples) if not first else ExampleList(examples=examples)
        yield ExamplesRead(part=part, is_first=not first)

"""What is asked and said of the examples of a package."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Self

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.parts import FoldedReply
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.formats.examples.example import ExampleList

LATE_TYPES = {
    "ExampleList": "xpkgtui.formats.examples.example",
}
"""Where `codec` finds them."""

_EXAMPLES = 20
"""Examples of one event: each may name a hundred fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenFile:
    """A file that is judged as if it were one of the examples."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadExamples:
    """Read the examples of the package that is shown, and judge each.

    Where that would fetch more than `price`, the answer is `PartFailed` for `examples` of kind `price`; ask again
    with `consent`.
    """

    lane: ClassVar[Lane] = Lane.EXAMPLES
    files: tuple[GivenFile, ...] = ()
    """Files that are judged in their place."""
    consent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplesRead(FoldedReply):
    """A part of the list; further parts follow while `first + len(part.examples) < total`."""

    part: "ExampleList"
    first: int = 0
    """Examples before this part; 0 replaces what was there."""
    total: int

    @property
    def is_whole(self) -> bool:
        """Whether every example has come."""
        return len(self.part.examples) >= self.total

    def goes_on(self, _request: object, /) -> bool:
        """Returns whether another part follows."""
        return self.first + len(self.part.examples) < self.total

    def after(self, before: object, /) -> Self:
        """Returns the list so far."""
        if not self.first or not isinstance(before, ExamplesRead):
            return self
        return replace(self, first=0, part=before.part.with_more(self.part))


def parts(whole: "ExampleList") -> Iterator[ExamplesRead]:
    """The events that carry a list."""
    from xpkgtui.formats.examples.example import ExampleList

    total = len(whole.examples)
    for first in range(0, max(total, 1), _EXAMPLES):
        examples = whole.examples[first : first + _EXAMPLES]
        part = replace(whole, examples=examples) if not first else ExampleList(examples=examples)
        yield ExamplesRead(part=part, first=first, total=total)

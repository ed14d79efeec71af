"""What is asked and said of the examples of a package."""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.formats.examples.example import ExampleList

LATE_TYPES = {
    "ExampleList": "xpkgtui.formats.examples.example",
}
"""Where `codec` finds them."""


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
class ExamplesRead:
    """The list."""

    whole: "ExampleList"

"""What is said of the examples of a package, the same for people and for JSON."""

from collections import Counter
from functools import cached_property

from xpkgtui.errors import Failure
from xpkgtui.formats.examples.example import Example, ExampleList, ExampleVerdict
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.answer import CommandAnswer, answer_of, lack
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

WORDS = {
    ExampleVerdict.REFUSED: "refused",
    ExampleVerdict.UNDECIDED: "undecided",
    ExampleVerdict.ACCEPTED: "accepted",
    ExampleVerdict.ELSEWHERE: "not judged (defined elsewhere)",
    ExampleVerdict.BUILT_IN: "not judged (built in)",
    ExampleVerdict.UNDEFINED: "not judged (no definition here)",
}
"""The verdicts in words, the worst first."""


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class ListedExamples:
    """The examples of a package, and how the source was opened."""

    inspection: Inspection
    list: ExampleList = ExampleList()
    failure: Failure | None = None
    """Why there is no list."""

    @cached_property
    def counts(self) -> Counter[ExampleVerdict]:
        """How many examples there are of each verdict."""
        return Counter(example.verdict for example in self.list.examples)

    @cached_property
    def refused(self) -> tuple[Example, ...]:
        """The examples that kubectl or the API server refuses."""
        return tuple(example for example in self.list.examples if example.is_refused)

    @property
    def doubt(self) -> str:
        """Why not all is known, in a clause; empty where it is."""
        if self.list.unread:
            return self.list.unread
        count = self.counts[ExampleVerdict.UNDECIDED]
        return f"{plural(count, 'example')} cannot be decided" if count else ""

    @property
    def answer(self) -> CommandAnswer:
        """How far they are known, and whether one is refused."""
        lacking = lack(self.inspection.source, "some of the examples", self.doubt)
        return answer_of(self.inspection, self.failure, lacking, is_refused=bool(self.refused))

    @property
    def sentence(self) -> str:
        """The most important in a sentence."""
        if self.failure is not None:
            return self.failure.title.rstrip(".")
        count = len(self.list.examples)
        if not count:
            return f"no examples: {self.answer.doubt or '; '.join(self.list.places)}"
        accepted = self.counts[ExampleVerdict.ACCEPTED]
        is_part = bool(self.is_sound) and accepted < count
        told = [one for one in WORDS if self.counts[one] and not (is_part and one is ExampleVerdict.ACCEPTED)]
        parts = [f"{self.counts[one]:,} {WORDS[one]}" for one in told]
        if is_part:
            return f"{accepted:,} of {plural(count, 'example')} accepted: {', '.join(parts)}"
        whole = "" if not self.list.unread else f"; not whole: {self.list.unread}"
        return f"{plural(count, 'example')}: {', '.join(parts)}{whole}"

    @property
    def is_sound(self) -> bool | None:
        """Whether all examples are accepted that were judged, and one was; None where that is not known."""
        if self.failure is not None:
            return None
        if self.refused:
            return False
        return True if self.counts[ExampleVerdict.ACCEPTED] and not self.doubt else None


def place(example: Example) -> str:
    """`examples/bucket.yaml:12`; for one inside a document of the package, with the field."""
    where = f"{example.file}:{example.line}" if example.file else f"line {example.line:,}"
    return f"{where} {example.field}" if example.field else where

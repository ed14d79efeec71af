"""The matrix of readers in words, the same for screen, text and Markdown."""

from collections import Counter
from collections.abc import Iterator

from xpkgtui import visible
from xpkgtui.formats.comparison import ReaderComparison, ReaderResult
from xpkgtui.formats.repair import ShellCommand
from xpkgtui.reporting.quoting import quoted
from xpkgtui.rules.finding import Acceptance

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_VERBS = {Acceptance.ACCEPTED: "accepts", Acceptance.REFUSED: "refuses", None: "undecided"}
_LONGEST = 60
"""Characters of an entry's name."""


def result(one: ReaderResult) -> str:
    """`accepts`, `refuses` or `undecided`; a document and a program that only copies say it in their own way."""
    if one.reader.only_extracts and one.acceptance is Acceptance.ACCEPTED:
        return "extracts"
    return _VERBS[one.acceptance]


def taken(one: ReaderResult, stream_file: str) -> str:
    """What a reader takes: `layer 2  package.yaml`; where it takes nothing, why."""
    reading = one.reading
    if reading.unread is not None:
        return f"layer {reading.unread} was not read"
    if reading.limit is not None:
        return "a limit of xpkgtui was reached"
    if reading.entry is not None and reading.layer is not None:
        return f"layer {reading.layer}  {visible.ending(visible.line(reading.entry), _LONGEST)}"
    if reading.has_bytes and reading.sha256 is None:
        count = len(reading.pieces)
        where = f"layer {reading.layer}" if reading.layer is not None else "all layers"
        return f"{where}  {count:,} object{'' if count == 1 else 's'}"
    if reading.stage is None:
        return "the stream as it is"
    return f"layer {reading.layer}, no {stream_file} in it" if reading.layer is not None else "nothing"


def tally(comparison: ReaderComparison) -> str:
    """`Nine readers, three answers`, or how all of them agree."""
    answers = {one.answer for one in comparison.results}
    readers = _number(len(comparison.results))
    if len(answers) == 1:
        return f"all {readers} readers agree"
    return f"{readers} readers, {_number(len(answers))} answers"


def headline(comparison: ReaderComparison) -> str:
    """One sentence: who accepts, who refuses, and whether the bytes are the same."""
    counted = Counter(one.acceptance for one in comparison.results)
    accepted, refused, open_ = (counted[key] for key in (Acceptance.ACCEPTED, Acceptance.REFUSED, None))
    parts = [f"{_number(accepted)} accept" + ("s" if accepted == 1 else "")] if accepted else []
    parts += [f"{_number(refused)} refuse" + ("s" if refused == 1 else "")] if refused else []
    parts += [f"{_number(open_)} undecided"] if open_ else []
    streams = {one.reading.sha256 for one in comparison.results if one.reading.sha256}
    if len(parts) == 1 and len(streams) <= 1:
        return f"All {_number(len(comparison.results))} readers {parts[0].partition(' ')[2]}."
    words = ", ".join(parts)
    more = f" They take {_number(len(streams))} different streams." if len(streams) > 1 else ""
    return f"{words[0].upper()}{words[1:]}.{more}"


def command_line(command: ShellCommand) -> str:
    """A command for a shell."""
    text = quoted(*command.words)
    return f"{text} > {quoted(command.into)}" if command.into else text


def refusals(comparison: ReaderComparison) -> Iterator[tuple[str, str]]:
    """Each different message, and the readers that print it."""
    said: dict[str, list[str]] = {}
    for one in comparison.results:
        if one.acceptance is Acceptance.REFUSED:
            said.setdefault(one.message or "(it says nothing)", []).append(one.reader.title)
    for message, readers in said.items():
        yield ", ".join(readers), message


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"

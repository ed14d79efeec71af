"""The matrix of readers in words, the same for screen, text and Markdown."""

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace

from xpkgtui import visible
from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
from xpkgtui.formats.judging.stream_verdict import OlderVerdict
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.limits import NotRead
from xpkgtui.readers.reader import ReadStage, Sign
from xpkgtui.reporting.answer import CommandAnswer, answer_of, lack
from xpkgtui.reporting.sentence import trouble_of_readers
from xpkgtui.rules.finding import Acceptance
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import plural

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_VERBS = {Acceptance.ACCEPTED: "accepts", Acceptance.REFUSED: "refuses", None: "undecided"}
_SIGNS = {Acceptance.ACCEPTED: "✓", Acceptance.REFUSED: "✗", None: "?"}
_PAIR = 2
_LONGEST = 60
"""Characters of an entry's name."""


def older_result(one: OlderVerdict) -> str:
    """`✗ refuses`: what older versions of a program decide otherwise."""
    return f"{_SIGNS[one.acceptance]} {_VERBS[one.acceptance]}"


def result(one: ReaderResult) -> str:
    """`accepts`, `refuses` or `undecided`; a program that only copies, or reads no object, says that instead."""
    if _is_extracted(one):
        return "extracts"
    if one.is_hollow:
        return "nothing"
    return _VERBS[one.acceptance]


def _is_extracted(one: ReaderResult) -> bool:
    return one.reader.only_extracts and one.acceptance is Acceptance.ACCEPTED


def _copying(comparison: ReaderComparison) -> int:
    """Readers that only copy the bytes: where others do not accept the package, they are no votes for it."""
    results = comparison.results
    is_disputed = any(one.acceptance is not Acceptance.ACCEPTED or one.is_hollow for one in results)
    return sum(map(_is_extracted, results)) if is_disputed else 0


def sign_of(one: ReaderResult, undecided: str = "?") -> str:
    """`✓`, `✗`, or `!` of a reader that reads no object."""
    if one.is_hollow:
        return "!"
    return undecided if one.acceptance is None else _SIGNS[one.acceptance]


def taken(one: ReaderResult, stream_file: str) -> str:
    """What a reader takes: `layer 2  package.yaml`; where it takes nothing, why."""
    reading = one.reading
    if reading.unread is not None:
        return f"layer {reading.unread} was not read"
    if reading.limit is not None:
        return "a limit of xpkgtui was reached"
    if one.reader.takes and reading.has_bytes:
        return one.reader.takes
    if reading.entry is not None and reading.layer is not None:
        return f"layer {reading.layer}  {visible.ending(visible.line(reading.entry), _LONGEST)}"
    if reading.has_bytes and reading.sha256 is None:
        count = len(reading.pieces)
        where = f"layer {reading.layer}" if reading.layer is not None else "all layers"
        return f"{where}  {plural(count, 'object')}"
    if reading.stage is None:
        return "the stream as it is"
    if reading.stage is ReadStage.SELECT:
        return "nothing"
    if reading.layer is None:
        return "nothing"
    lack = f"no {stream_file} in it" if reading.stage is ReadStage.EXTRACT else "nothing of it"
    return f"layer {reading.layer}, {lack}"


def taken_in_short(one: ReaderResult, stream_file: str) -> str:
    """What the reader takes, in a few cells: `layer 2`."""
    return taken(one, stream_file).partition("  ")[0].partition(", no ")[0]


def tally(comparison: ReaderComparison) -> str:
    """`Nine readers, three answers`, or how all of them agree."""
    readers = _number(len(comparison.results))
    if len(comparison.results) == 1:
        return "one reader"
    if comparison.agree:
        return f"{_all(len(comparison.results))} readers agree"
    if agreed(comparison):
        count = len(_addressed(comparison))
        return (
            f"{_number(count)} readers agree, {_number(len(comparison.results) - count)} excluded by its constraint"
        )
    # A reader without a single stream has another answer where its verdict is another, or where it misses objects.
    verdicts = {one.acceptance for one in comparison.results if not one.is_hollow}
    with_bytes = {(one.acceptance, one.reading.sha256) for one in comparison.results if one.reading.sha256}
    answers = len(with_bytes) + len(verdicts - {acceptance for acceptance, _ in with_bytes})
    answers += any(map(comparison.missed, comparison.results))
    return f"{readers} readers, {_number(answers)} answers"


def headline(comparison: ReaderComparison) -> str:
    """One sentence: who accepts, who refuses, and whether the bytes are the same."""
    if not comparison.results:
        return "No reader reads anything of it."
    if len(comparison.results) == 1:
        return f"{comparison.results[0].reader.title}: {_VERBS[comparison.results[0].acceptance]}."
    hollow = sum(one.is_hollow for one in comparison.results)
    counted = Counter(one.acceptance for one in comparison.results if not one.is_hollow)
    accepted, refused, open_ = (counted[key] for key in (Acceptance.ACCEPTED, Acceptance.REFUSED, None))
    copying = _copying(comparison)
    accepted -= copying
    parts = [f"{_number(accepted)} accept" + ("s" if accepted == 1 else "")] if accepted else []
    parts += [f"{_number(copying)} extract" + ("s" if copying == 1 else "")] if copying else []
    parts += [f"{_number(refused)} refuse" + ("s" if refused == 1 else "")] if refused else []
    parts += [f"{_number(open_)} undecided"] if open_ else []
    parts += [f"{_number(hollow)} read{'s' if hollow == 1 else ''} nothing"] if hollow else []
    streams = {one.reading.sha256 for one in comparison.results if one.reading.sha256}
    missing = next((one for one in comparison.results if comparison.missed(one)), None)
    but = f", but {missing.reader.title} misses {comparison.missed(missing):,} of the objects" if missing else ""
    if len(parts) == 1 and len(streams) <= 1:
        return f"{_all(len(comparison.results)).capitalize()} readers {parts[0].partition(' ')[2]}{but}."
    words = ", ".join(parts)
    more = f" They read {_number(len(streams))} different streams." if len(streams) > 1 else ""
    return f"{words[0].upper()}{words[1:]}.{more}"


def refusals(comparison: ReaderComparison, wording: Wording) -> Iterator[tuple[str, str]]:
    """Each different message, and the readers that print it."""
    eras = {era.reader for era in wording.eras}
    by_message: dict[str, tuple[list[str], list[str]]] = {}
    for one in comparison.results:
        if one.acceptance is Acceptance.REFUSED:
            managers, others = by_message.setdefault(one.message or _reason(one), ([], []))
            if one.reader.name in eras:
                managers.append(one.reader.name)
            else:
                others.append(one.reader.title)
        for older in one.older:
            if older.refusal is not None:
                by_message.setdefault(older.refusal.message, ([], []))[1].append(f"{wording.program} {older.span()}")
    for message, (managers, others) in by_message.items():
        yield ", ".join(filter(None, (wording.readers(managers), *others))), message


def outcome(comparison: ReaderComparison, deciding: ReaderResult) -> str:
    """`eight refuse`: how many readers decide as the deciding one does."""
    same = sum(one.acceptance is deciding.acceptance for one in comparison.results if not one.is_hollow)
    if deciding.acceptance is None:
        return f"{_number(same)} undecided"
    if deciding.acceptance is Acceptance.ACCEPTED:
        same -= _copying(comparison)
    verb = "accept" if deciding.acceptance is Acceptance.ACCEPTED else "refuse"
    return f"{_number(same)} {verb}{'s' if same == 1 else ''}"


def because(comparison: ReaderComparison, deciding: ReaderResult, wording: Wording) -> str:
    """What the deciding reader finds or says, and who decides otherwise."""
    others: dict[str, list[str]] = {}
    for one in comparison.results:
        if one.acceptance is not deciding.acceptance:
            verb = "reads nothing" if one.is_hollow else result(one)
            others.setdefault(verb, []).append(one.reader.name)
    parts = [_found(comparison, deciding)]
    parts += [f"{wording.readers(names)}: {verb}" for verb, names in others.items()]
    return "; ".join(filter(None, parts))


def _found(comparison: ReaderComparison, deciding: ReaderResult) -> str:
    """The package, or the message of the refusal in one line."""
    if deciding.acceptance is not Acceptance.ACCEPTED:
        return visible.line(deciding.message or "").strip()
    objects = comparison.objects.get(deciding.reading.sha256 or "", ())
    meta = next((one for one in objects if one.role is Role.META), None)
    count = plural(len(objects), "object")
    return f"{visible.line(f'{meta.kind} {meta.name}')}, {count}" if meta else count


def dissenters(comparison: ReaderComparison, wording: Wording, shown: str) -> tuple[ReaderResult, ...]:
    """Programs of today that refuse beside the one that is `shown`, the newest manager first.

    Versions out of support refuse much that is new, and the package itself excludes others: neither is a surprise.
    """
    managers = {era.reader for era in wording.eras}
    living = [one for one in _addressed(comparison) if not (one.reader.is_past or one.reader.is_document)]
    refusing = [one for one in reversed(living) if one.acceptance is Acceptance.REFUSED and one.reader.name != shown]
    return tuple(sorted(refusing, key=lambda one: one.reader.name not in managers))


def divergent(comparison: ReaderComparison, wording: Wording, shown: ReaderResult) -> tuple[ReaderResult, ...]:
    """Managers of today that accept other bytes than the one that is `shown`, the newest first."""
    managers = {era.reader for era in wording.eras}
    return tuple(
        one
        for one in reversed(_addressed(comparison))
        if one.reader.name in managers and not one.reader.is_past and one.acceptance is Acceptance.ACCEPTED
        if None not in (one.reading.sha256, shown.reading.sha256) and one.reading.sha256 != shown.reading.sha256
    )


def _addressed(comparison: ReaderComparison) -> tuple[ReaderResult, ...]:
    """The readers that the package does not exclude by its own constraint."""
    return tuple(one for one in comparison.results if not (one.verdict and one.verdict.is_excluded))


def agreed(comparison: ReaderComparison) -> bool:
    """Whether all readers accept the same bytes, apart from those that the package excludes by its constraint."""
    addressed = _addressed(comparison)
    is_accepted = all(one.acceptance is Acceptance.ACCEPTED or one.is_hollow for one in addressed)
    return bool(addressed) and is_accepted and replace(comparison, results=addressed).agree


def newest(one: ReaderResult, wording: Wording) -> str:
    """The newest version that a row speaks for: `1.20`; another program by its name."""
    return next((era.last for era in wording.eras if era.reader == one.reader.name), one.reader.title)


def _reason(one: ReaderResult) -> str:
    """Why a document refuses, which prints no message: the step that fails."""
    failing = (f"{step.title}: {step.evidence}" for step in reversed(one.steps) if step.sign is Sign.BAD)
    return next(failing, "nothing")


def _all(count: int) -> str:
    return "both" if count == _PAIR else f"all {_number(count)}"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def repair_text(comparison: ReaderComparison | None) -> str:
    """The likeliest cause with its commands, as text that a shell takes too; empty where no cause is known."""
    repairs = comparison.repairs if comparison else ()
    if not repairs:
        return ""
    one = next((each for each in repairs if each.commands), repairs[0])
    commands = (each.line for each in one.commands)
    return "\n".join([f"# {one.cause}", *commands, *([f"# {one.effect}"] if one.effect else [])])


def answer_of_readers(inspection: Inspection) -> CommandAnswer:
    """The answer about the readers of a package: each has a verdict, or it is said why not."""
    results = inspection.comparison.results if inspection.comparison is not None else ()
    found = answer_of(inspection, trouble_of_readers(inspection), has_layers=True)
    said = {one.digest for one in found.inside}
    lacking = (row for one in results if one.acceptance is None for row in _of_reader(one, inspection, said))
    return replace(found, beyond=tuple(lacking) if found.failure is None else ())


def _of_reader(one: ReaderResult, inspection: Inspection, said: Container[str]) -> Iterator[NotRead]:
    """Why a reader has no verdict; nothing where it reads no object, so that it has none to give."""
    if one.is_hollow:
        return
    what, number = f"the verdict of {one.reader.title}", one.reading.unread
    if one.limit is not None:
        yield from lack(inspection.source, what, f"{one.reader.title}: {one.limit.sentence}", one.limit.name)
    elif number is not None:
        layer = next((row for row in inspection.layers if row.index == number), None)
        if layer is None or layer.digest not in said:
            why = f"{one.reader.title} needs layer {number}, which --all-layers reads"
            yield replace(
                NotRead(where=f"layer {number}", what=what, why=why),
                digest=layer.digest if layer else "",
                size=layer.size if layer else None,
            )
    else:
        doubt = one.verdict.doubt if one.verdict else ""
        why = doubt or f"what {one.reader.title} reads was not read whole"
        yield from lack(inspection.source, what, why)

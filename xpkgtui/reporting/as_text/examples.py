"""The text of `examples`: a sentence, what is refused and why, then all others, and the kinds that have none."""

from collections.abc import Iterator, Sequence

from xpkgtui.formats.examples.example import Example, ExampleVerdict
from xpkgtui.reporting.as_text.tables import ACCEPTANCES, INDENT, Paint, grid, left, table, written
from xpkgtui.reporting.contents.example_list import WORDS, ListedExamples, place
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.visible import capitalized, few, line

_FEW = 40
"""Examples of one verdict that are listed before the rest is only counted."""
_FEW_FIELDS = 6
_FEW_KINDS = 12
_LAST = (ExampleVerdict.UNDECIDED, ExampleVerdict.ACCEPTED, *list(WORDS)[3:])
_SIGNS = {ExampleVerdict.ACCEPTED: "✓", ExampleVerdict.UNDECIDED: "?"}


@written
def examples(found: ListedExamples, paint: Paint, *, is_verbose: bool = False) -> Iterator[str]:
    """The text; long lists are cut unless it `is_verbose`."""
    if found.failure is not None:
        yield from paint.lines(paint.verdict(Acceptance.REFUSED, line(found.sentence)), 2)
        return
    yield from paint.lines(paint.verdict(ACCEPTANCES[found.is_sound], line(found.sentence)), 2)
    if found.list.examples:
        for where in found.list.places:
            yield from paint.indented(paint.dim(f"from {line(where)}"))
    shown = found.refused if is_verbose else found.refused[:_FEW]
    for one in shown:
        yield ""
        yield from _refused(one, paint, is_verbose=is_verbose)
    yield from left(len(found.refused) - len(shown), paint)
    for verdict in _LAST:
        yield from _others(
            [example for example in found.list.examples if example.verdict is verdict], paint, is_verbose=is_verbose
        )
    yield from _without(found, paint, is_verbose=is_verbose)


def _refused(example: Example, paint: Paint, *, is_verbose: bool) -> Iterator[str]:
    head = f"✗ {line(_named(example))}  {paint.dim(line(place(example)))}"
    yield from paint.lines(paint.severity(Severity.ERROR, head[:1]) + head[1:], len(INDENT))
    rows = [(f"line {each.line}" if each.line else "", f"{each.field}: {each.message}") for each in example.errors]
    rows += [(f"line {each.line}" if each.line else "", f"unknown field {each.field}") for each in example.unknown]
    if not rows:
        rows = [("", example.message or example.reason)]
    few = rows if is_verbose else rows[:_FEW_FIELDS]
    yield from table(few if any(row[0] for row in few) else [row[1:] for row in few], width=paint.width)
    yield from left(len(rows) - len(few), paint)
    if example.unknown and not example.errors:
        # Without strict validation nothing else stands against it.
        yield INDENT + paint.dim("kubectl refuses it; other clients lose these fields")
    yield from _changes(example, paint, is_verbose=is_verbose)


def _others(found: Sequence[Example], paint: Paint, *, is_verbose: bool) -> Iterator[str]:
    if not found:
        return
    verdict = found[0].verdict
    sign = _SIGNS.get(verdict, "·")
    words = WORDS[verdict]
    yield from paint.section(f"{capitalized(words)}  {len(found):,}")
    few = found if is_verbose else found[:_FEW]
    width = paint.width
    for one, lines in zip(
        few, grid([(f"{sign} {_named(one)}", _remark(one)) for one in few], width=width), strict=True
    ):
        yield from lines
        if is_verbose:
            yield from _changes(one, paint, is_verbose=True)
    yield from left(len(found) - len(few), paint)


def _remark(example: Example) -> str:
    """Where it is, and why it was not judged."""
    dropped = f"not kept: {few(example.dropped, _FEW_FIELDS)}" if example.dropped else ""
    reason = "" if example.verdict is ExampleVerdict.BUILT_IN else example.reason
    return "  ".join(filter(None, (place(example), reason, dropped)))


def _changes(example: Example, paint: Paint, *, is_verbose: bool) -> Iterator[str]:
    """What becomes of its values; defaults only where much is wanted."""
    named = [("not kept", example.dropped)] if example.is_refused else []
    for words, fields in (*named, *([("set by default", example.defaulted)] if is_verbose else [])):
        if fields:
            yield from paint.lines(f"{INDENT}· {words}: {line(', '.join(fields))}", len(INDENT) * 2)


def _named(example: Example) -> str:
    return f"{example.kind or '(no kind)'} {example.name or '(no name)'}"


def _without(found: ListedExamples, paint: Paint, *, is_verbose: bool) -> Iterator[str]:
    without = found.list.without
    if not without:
        return
    yield from paint.section(f"Kinds without an example  {len(without):,} of {found.list.kinds:,}")
    few = without if is_verbose else without[:_FEW_KINDS]
    for one in few:
        yield from paint.indented(line(one))
    yield from left(len(without) - len(few), paint)

"""The text of `diff`: the sentence, then the changes, the worst first; or a release note in Markdown."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain

from xpkgtui.commands import PrintedCommand
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.tables import GLYPHS, INDENT, Paint, labeled, left, written
from xpkgtui.reporting.contents.differences import GROUPS, SEVERITY, Differences
from xpkgtui.reporting.quoting import foldable, markdown_code, markdown_prose, markdown_text
from xpkgtui.rules.changes.change import Change, Weight
from xpkgtui.rules.finding import Acceptance, Place
from xpkgtui.visible import line, plural, screenful

_SIGNS = {Weight.BREAKS: Acceptance.REFUSED, Weight.CHECK: None, Weight.WORDS: Acceptance.ACCEPTED, None: None}
_LARGEST = 60_000
"""Characters of the items in Markdown: GitHub takes comments of 65,536."""
_KINDS = 12
"""Kinds of changes that are counted of what has no room."""
_FEW = 12
"""Additions that are listed before the rest is only counted."""


@written
def diff(differences: Differences, paint: Paint, *, is_verbose: bool = False) -> Iterator[str]:
    """The text; words and most additions are counted unless it `is_verbose`."""
    yield from paint.lines(_sentence(differences, paint), len(INDENT))
    if differences.failure is not None:
        return
    yield from paint.indented(_counts(differences))
    for weight in (Weight.BREAKS,) if paint.is_quiet else reversed(Weight):
        groups = differences.alike(weight)
        if not groups:
            continue
        yield from paint.section(f"{GROUPS[weight]}  {differences.counts[weight]:,}")
        if weight is Weight.WORDS and not is_verbose:
            yield INDENT + paint.dim("--verbose lists them")
            continue
        limit = len(groups) if is_verbose or weight is not Weight.ADDITION else _FEW
        for group in groups[:limit]:
            yield from _changes(differences, weight, group, paint)
        yield from left(sum(map(len, groups[limit:])), paint)


def _sentence(differences: Differences, paint: Paint) -> str:
    sentence = line(screenful(differences.sentence))
    if differences.verdict is Weight.CHECK:
        return paint.severity(SEVERITY[Weight.CHECK], f"! {sentence}")
    return paint.verdict(_SIGNS[differences.verdict], sentence)


def _counts(differences: Differences) -> str:
    counts = differences.counts
    words = [
        f"{counts[Weight.BREAKS]:,} break{'s' if counts[Weight.BREAKS] == 1 else ''}"
        if counts[Weight.BREAKS]
        else "",
        f"{counts[Weight.CHECK]:,} to check" if counts[Weight.CHECK] else "",
        plural(counts[Weight.ADDITION], "addition") if counts[Weight.ADDITION] else "",
        f"{counts[Weight.WORDS]:,} in words only" if counts[Weight.WORDS] else "",
    ]
    objects = f"{differences.total:,} of {plural(differences.total + differences.equal, 'object')} differ"
    changes = ", ".join(filter(None, words))
    return f"{objects}: {changes}" if changes else objects


def _changes(differences: Differences, weight: Weight, group: Sequence[Change], paint: Paint) -> Iterator[str]:
    """What several objects have in common; the first one has its places and speaks for the others."""
    one, severity = group[0], SEVERITY[weight]
    head = f"{GLYPHS[severity]} {one.id}  {line(differences.subjects(group))}: {line(differences.words(group))}"
    yield from paint.lines(paint.severity(severity, head[:8]) + head[8:], 10)
    if weight < Weight.CHECK:
        return
    sides = (("old", one.old, differences.old), ("new", one.new, differences.new))
    places = [f"{word} {where}" for word, place, state in sides if (where := _place(place, state))]
    if places:
        yield from paint.lines(INDENT + paint.dim(line("  ".join(places))), len(INDENT) * 2)
    if one.who:
        yield from labeled("who", one.who, paint)
    for number, row in enumerate(differences.steps(group)):
        yield from labeled("first" if not number else "", str(row), paint)
    if one.witness is not None:
        yield from labeled("proof", one.witness.manifest, paint)
        yield from labeled("answers", screenful(one.witness.says), paint)


def _place(place: Place | None, state: Inspection) -> str:
    """`package.yaml:120`; empty where there is none."""
    if place is None or place.line is None:
        return ""
    return f"{place.file or place.path or state.wording.stream_file}:{place.line}"


@written
def markdown(differences: Differences) -> Iterator[str]:
    """A release note for a pull request: breaking, to check, new; what does not fit is counted by its kind."""
    sign = {Weight.BREAKS: "✗", Weight.CHECK: "!", Weight.WORDS: "✓", None: "?"}[differences.verdict]
    yield f"### {sign} {markdown_text(differences.sentence)}"
    if differences.failure is not None:
        return
    yield ""
    yield markdown_text(_counts(differences)) + "."
    room = _LARGEST
    for weight in reversed(Weight):
        groups = differences.alike(weight)
        if not groups:
            continue
        items = [list(_item(differences, weight, group)) for group in groups]
        sizes = list(accumulate(sum(len(one) + 1 for one in item) for item in items))
        is_long = sizes[-1] > _LARGEST if weight is Weight.BREAKS else len(groups) > _FEW
        is_closed = weight < Weight.CHECK or is_long
        shown = bisect_right(sizes, room)
        room -= sizes[shown - 1] if shown else 0
        rows = list(chain.from_iterable(items[:shown]))
        if rest := groups[shown:]:
            rows.append(_rest(differences, rest))
            room = 0
        yield from foldable(f"{GROUPS[weight]}: {differences.counts[weight]:,}", rows, is_closed=is_closed)


def _rest(differences: Differences, groups: Sequence[Sequence[Change]]) -> str:
    """What has no room, by its kind, and the command that prints it."""
    counts = Counter(one.id for group in groups for one in group)
    kinds = ", ".join(f"{count:,} of {kind}" for kind, count in counts.most_common(_KINDS))
    old, new = differences.old, differences.new
    command = markdown_code(new.asked.line("xpkgtui", "diff", old.source, new.source, "--verbose"))
    return f"- {plural(sum(counts.values()), 'other')}: {kinds}. {command} prints them."


def _item(differences: Differences, weight: Weight, group: Sequence[Change]) -> Iterator[str]:
    one = group[0]
    yield f"- **{markdown_text(differences.subjects(group))}** {markdown_text(differences.words(group))} ({one.id})"
    if weight < Weight.CHECK:
        return
    if one.who:
        yield f"  - {markdown_prose(one.who)}"
    for row in differences.steps(group):
        yield f"  - {markdown_code(row.line)}" if isinstance(row, PrintedCommand) else f"  - {markdown_prose(row)}"
    if one.witness is not None:
        yield f"  - {markdown_code(one.witness.says)}"

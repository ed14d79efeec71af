"""The text of `outdated`: a sentence, and a row for each package that has a newer version."""

from collections.abc import Iterator

from xpkgtui.formats.sets.outdated import OutdatedMember, OutdatedState
from xpkgtui.reporting.as_text.tables import INDENT, Paint, grid, written
from xpkgtui.reporting.contents.outdated import OutdatedPackages, held_by
from xpkgtui.reporting.contents.set_plan import LETTERS, change_counts
from xpkgtui.reporting.quoting import markdown_text
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import line, plural, screenful

_SIGNS = {OutdatedState.UNKNOWN: "◌", OutdatedState.ABOVE: "!"}
_HEAD = ("object", "has", "allowed", "newest", "held back by")


@written
def outdated(found: OutdatedPackages, paint: Paint, *, is_verbose: bool = False) -> Iterator[str]:
    """The text; with `is_verbose` also the packages that are at their newest version."""
    yield from paint.lines(paint.bold(line(screenful(found.sentence))), 0)
    rows = shown(found, is_verbose=is_verbose)
    if rows:
        yield ""
        has_changes = any(one.changes_newest or one.changes_allowed or one.uncompared for one in rows)
        cells = [(f"  {_HEAD[0]}", *_HEAD[1:-1], *(("breaks",) if has_changes else ()), _HEAD[-1])]
        for one in rows:
            first, *others = _cells(one, found.whole.crossplane, has_changes=has_changes)
            cells.append((f"{_SIGNS.get(one.state, ' ')} {first}", *others))
        for number, lines in enumerate(grid(cells, width=paint.width)):
            severity = Severity.WARNING if number and cells[number][0][0] != " " else None
            yield from (paint.severity(severity, one.removeprefix(INDENT)) for one in lines)
    if hidden := len(found.whole.members) - len(rows):
        yield INDENT + paint.dim(f"{plural(hidden, 'is', 'are')} up to date   --verbose")


def shown(found: OutdatedPackages, *, is_verbose: bool) -> tuple[OutdatedMember, ...]:
    """The packages that have a row."""
    return tuple(one for one in found.whole.members if is_verbose or one.state is not OutdatedState.CURRENT)


def _cells(one: OutdatedMember, crossplane: str, *, has_changes: bool) -> tuple[str, ...]:
    has = one.has.version or one.has.digest[:19] or "–"
    versions = (f"{LETTERS.get(one.object.kind, '?')} {one.shown}", has, one.allowed or "–", one.newest or "–")
    return (*versions, *((breaks(one),) if has_changes else ()), held_by(one, crossplane))


def breaks(one: OutdatedMember) -> str:
    """What each step breaks: to the allowed version, and to the newest where that is another one."""
    if one.changes_allowed is None and one.changes_newest is None:
        return one.uncompared
    steps = [change_counts(one.changes_allowed) or "none"] if one.changes_allowed else []
    if one.changes_newest is not None and one.newest != one.allowed:
        steps.append(f"{change_counts(one.changes_newest) or 'none'} to {one.newest}")
    return "; ".join(steps)


def markdown(found: OutdatedPackages, *, is_verbose: bool = False) -> str:
    """A heading, and the packages as a table of Markdown."""
    rows = shown(found, is_verbose=is_verbose)
    lines = [f"### {markdown_text(screenful(found.sentence))}"]
    if rows:
        lines += ["", "| object | has | allowed | newest | breaks | held back by |", "|---|---|---|---|---|---|"]
        cells = (_cells(one, found.whole.crossplane, has_changes=True) for one in rows)
        lines += [f"| {' | '.join(map(markdown_text, one))} |" for one in cells]
    return "\n".join(lines) + "\n"

"""The list of changes: groups with their counts, the worst first."""

from collections.abc import Iterator

from textual.content import Content

from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import SEVERITIES, join, safe, sign, words
from xpkgtui.app.state.changes import (
    ChangeGroup,
    ChangeSelection,
    ComparedPackages,
    WeighedChange,
    chosen_row,
    count_of,
    heading_key,
    listed_count,
    listed_groups,
    more_key,
)
from xpkgtui.reporting.contents.differences import GROUPS, SEVERITY, fact_of, subject_of
from xpkgtui.rules.changes.change import Change, Weight
from xpkgtui.visible import plural

NAMES = {
    ChangeGroup.BREAKS: GROUPS[Weight.BREAKS],
    ChangeGroup.CHECK: GROUPS[Weight.CHECK],
    ChangeGroup.ADDITIONS: GROUPS[Weight.ADDITION],
    ChangeGroup.WORDS: "Words: descriptions, printed columns",
    ChangeGroup.IMAGE: "Image",
}
_SIGNS = {ChangeGroup.BREAKS: "✗", ChangeGroup.CHECK: "!", ChangeGroup.ADDITIONS: "·"}
_SUBJECT = (14, 27)
"""Cells of what a change is about, at least and at most."""


def pane(compared: ComparedPackages, selection: ChangeSelection, *, before: Pane | None = None) -> Pane:
    """The groups that are shown; the rows of `before` stay, where only the cursor moved."""
    rows = before.rows if before is not None else tuple(_rows(compared, selection))
    return Pane(
        name="Changes, only risks" if selection.risks_only else "Changes, the worst first",
        rows=rows,
        note=words(_note(compared, selection), "$muted"),
        filter=selection.wanted,
        cursor=chosen_row(compared, selection),
        is_loading=not compared.is_done,
        empty=_empty(compared, selection),
    )


def _note(compared: ComparedPackages, selection: ChangeSelection) -> str:
    found = compared.found
    if compared.failure is not None:
        return ""
    if selection.wanted.terms:
        shown = sum(map(count_of, listed_groups(compared, selection).values()))
        return f"{shown:,} of {plural(count_of(compared.order), 'change')}"
    return f"{plural(found.total, 'object')} · {plural(count_of(compared.order), 'change')}"


def _empty(compared: ComparedPackages, selection: ChangeSelection) -> tuple[Content, ...]:
    """The sentence in place of rows, with a next step."""
    if compared.failure is not None:
        return (safe("Nothing was compared.  r tries again", "$muted"),)
    if not compared.is_done:
        return (join(sign("◌"), " ", safe(compared.doing, "$muted")),)
    if selection.wanted.terms and compared.order:
        return (words("No change matches the filter.  esc clears it", "$muted"),)
    if selection.risks_only and compared.order:
        return (words("✓ Nothing breaks, and nothing has to be checked.  z shows everything", "$muted"),)
    return (words("✓ The packages do not differ.", "$muted"),)


def _rows(compared: ComparedPackages, selection: ChangeSelection) -> Iterator[Row]:
    for group, members in listed_groups(compared, selection).items():
        is_open = selection.is_open(group)
        yield Row(heading_key(group), (group, count_of(members), is_open), _heading, heading=True, is_steady=True)
        if not is_open:
            continue
        count = listed_count(group, len(members), selection)
        for one in members[:count]:
            yield Row(one.key, one, _cells)
        if left := count_of(members[count:]):
            yield Row(more_key(group), left, _more, is_steady=True)


def _heading(value: tuple[ChangeGroup, int, bool], _width: int) -> tuple[Cell, ...]:
    group, count, is_open = value
    number = f"{count:,}"
    mark = _SIGNS.get(group, "")
    return (
        Cell(sign("▾" if is_open else "▸"), 1),
        Cell(join(*((sign(mark), " ") if mark else ()), (NAMES[group], "bold $foreground"))),
        Cell(Content.styled(number, "$muted"), -len(number)),
    )


def _more(left: int, _width: int) -> tuple[Cell, ...]:
    return (Cell(join("    ", (f"{left:,} more   ", "$muted"), ("enter", "bold $accent"))),)


def _cells(one: WeighedChange, width: int) -> tuple[Cell, ...]:
    """The sign, what it is about, and the change in a few words."""
    least, most = _SUBJECT
    count = f" × {len(one.alike):,}" if len(one.alike) > 1 else ""
    return (
        Cell(Content(""), 1),
        Cell(sign(SEVERITIES[SEVERITY[one.weight]]), 1),
        Cell(safe(subject_of(one.change), "$muted"), max(least, min(most, width * 3 // 8)), keys=("",)),
        Cell(safe(fact_of(one.change), "$foreground"), keys=("",)),
        *((Cell(Content.styled(count, "$muted"), -len(count)),) if count else ()),
    )


def short(change: Change) -> str:
    """The change without the name of its object, which stands beside it."""
    message = change.message
    version = f"{change.version}: " if change.version and not message.startswith(change.version) else ""
    return version + message

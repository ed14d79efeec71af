"""The lines above a plan, its packages with what happens to each, and its findings, a line each."""

from collections import Counter
from collections.abc import Iterator, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.rows import Cell, Pane, Row, column
from xpkgtui.app.drawing.styled_text import BLANK, SEVERITIES, Part, fit, join, safe, sides, sign, tally, words
from xpkgtui.app.state.sets import UNCHANGED, PlanSelection, ShownPlan, finding_key, is_unhealthy, key_of
from xpkgtui.formats.sets.plan import FAILS, MemberChange, MemberOutcome, PlannedMember, SetFinding
from xpkgtui.patterns import late
from xpkgtui.reporting.contents.set_plan import LETTERS, happens, to_version, version
from xpkgtui.reporting.contents.set_plan import sign as sign_of
from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import few, plural

_SHORT_NAME, _HEAD, _VERSION, _SOURCE = 16, 12, (7, 14), 24
"""Cells that a name and what happens keep; of a version, at least and most; and from which a source is shown."""
_ENDS = 26
"""Cells of counts and key at the end of the band."""
_MOST_NAMES = 8
"""Names in the band; the rest is counted."""
_FOR = late(", for [^,]*")
_SILENT = 3
"""Seconds after which it is said that there is no answer."""
_WIDE, _WITH_SOURCE = 100, 88
"""Cells of the screen from which on words are longer, and of the list from which on it names sources."""


def title(shown: ShownPlan, width: int, *, every: int) -> Content:
    """The set, how much of it there is, and by whom it would be installed; of a cluster when it was read."""
    request, plan = shown.request, shown.plan
    if request is None:
        return BLANK
    name = visible.line(" ".join(request.paths)) or f"kube:{visible.line(request.cluster or '')}"
    if shown.is_live:
        said = f"{plural(len(plan.members), 'package')} installed" if shown.at else ""
        ends = f"read at {shown.at}" + (f", every {every} s" if every else "") if shown.at else ""
    else:
        said = f"{plural(plan.read.objects, 'object')} in {plural(plan.read.files, 'file')}" if plan.members else ""
        said += f" · installed: {visible.line(shown.found.installed)}" if plan.has_cluster and said else ""
        ends = f"as Crossplane {plan.crossplane}" if plan.crossplane else ""
        ends += " would install them" if ends and width >= _WIDE else ""
    right = join((f"{ends} ", "$muted"))
    room = width - 3 - right.cell_length
    name = visible.middle(name, max(8, room))
    shorter = (said, *(said.partition(part)[0] for part in (" · ", " in ")))
    said = next((f"   {one}" for one in shorter if len(name) + len(one) + 3 <= room), "")
    return sides(join(" ", (name, "bold $foreground"), (said, "$muted")), right, width)


def headline(shown: ShownPlan, width: int) -> Headline:
    """The sentence of the plan; meanwhile what is under way, or why the last reading failed."""
    found = shown.found
    failure = shown.failed or found.failure
    if failure is not None and not shown.doing:
        clause = f"As of {shown.at}:" if shown.at else "Not planned:"
        status, mark = (Status.WARN, "!") if shown.at else (Status.BAD, "✗")
        reason = failure.title.rstrip(".")
        return Headline(
            status=status, sign=mark, clause=clause, reason=reason, short_reasons=(reason,), key="r", does="retry"
        )
    if shown.doing and not shown.at:
        total = len(shown.plan.members)
        known = sum(_state(shown, one) is None for one in shown.plan.members)
        reason = f"{known} of {plural(total, 'package')} {'is' if known == 1 else 'are'} known" if total else ""
        return Headline(clause=shown.doing + (":" if reason else ""), reason=reason, key="esc", does="stop")
    status, mark, clause, names = _verdict(shown)
    clause = clause if shown.is_live else f"Crossplane {shown.plan.crossplane}: {clause}"
    room = width - len(clause) - _ENDS
    said = (few(list(map(visible.line, names)), most) for most in range(min(len(names), _MOST_NAMES), 0, -1))
    reason = next((one for one in said if len(one) <= room), "")
    key, does = ("r", "retry") if shown.is_stopped else ("x", "steps")
    clause = f"{clause}:" if reason else clause
    return Headline(status=status, sign=mark, clause=clause, reason=reason, marks=_marks(shown), key=key, does=does)


def _verdict(shown: ShownPlan) -> tuple[Status, str, str, tuple[str, ...]]:
    """The color, the sign, the sentence and the packages it is about; a cluster is judged by what it says first."""
    found, members = shown.found, shown.plan.members
    if shown.is_live and (bad := tuple(one.name for one in members if is_unhealthy(one))):
        verb = "is" if len(bad) == 1 else "are"
        return Status.BAD, "✗", f"{len(bad)} of {plural(len(members), 'package')} {verb} unhealthy", bad
    clause, names = found.clause
    clause = visible.line(clause)
    if found.installs is False:
        return Status.BAD, "✗", clause, names
    if found.installs is None:
        return Status.WARN, "◌", clause, names
    if shown.is_live:
        count = sum(bool(one.conditions) for one in members)
        return (
            Status.OK,
            "✓",
            f"{count} of {plural(len(members), 'package')} {'is' if count == 1 else 'are'} healthy",
            (),
        )
    return (Status.WARN, "!", clause, names) if found.is_conditional else (Status.OK, "✓", clause, names)


def _marks(shown: ShownPlan) -> Content:
    """The counts of findings: `✗ 3  ! 6`."""
    severities = Counter(one.severity for one in shown.plan.findings)
    return tally((SEVERITIES[each], severities[each]) for each in (Severity.ERROR, Severity.WARNING))


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """A package as it is listed."""

    sign: str
    letter: str
    name: str
    before: str
    """The version that is installed; empty where the list has no column for it."""
    after: str
    what: str
    short: str
    """What happens, in fewer words."""
    source: str
    is_bad: bool
    changed: str
    columns: tuple[int, int, int, int]
    """The cells of name, version before (0 for none), version after, and of what happens in fewer words."""


def packages(
    shown: ShownPlan,
    rows: Sequence[PlannedMember],
    hidden: int,
    selection: PlanSelection,
    cursor: str,
) -> Pane:
    """The packages, the worst first, beneath the names of the columns."""
    plan = shown.plan
    name = "1 Packages"
    if plan.crossplane:
        name += " in the cluster" if shown.is_live else f" · as Crossplane {plan.crossplane} would install them"
    return Pane(
        name=name,
        count=f"{len(_listed(shown))}" if plan.members else "",
        rows=tuple(_rows(shown, rows, hidden)),
        filter=selection.wanted,
        note=_note(shown),
        badges=_counts(shown),
        cursor=cursor,
        is_loading=not shown.is_done,
        empty=_empty(shown),
    )


def _rows(shown: ShownPlan, rows: Sequence[PlannedMember], hidden: int) -> Iterator[Row]:
    if not rows and not hidden:
        return
    has_before = shown.plan.has_cluster and not shown.is_live
    name = max((len(one.name) for one in rows), default=0)
    befores = column((version(one.before) for one in rows), _VERSION) if has_before else 0
    longest = max((len(described(shown, one)[2]) + len(_changed(shown, one)) for one in rows), default=0)
    columns = (name, befores, column((to_version(one) for one in rows), _VERSION), longest)
    heads = tuple(Content.styled(text, "$muted") for text in ("object", "from", "to", "what happens"))
    yield Row(
        "columns",
        (heads, columns, "state" if shown.is_live else "what happens"),
        _heads,
        selectable=False,
        is_steady=True,
    )
    for one in rows:
        yield Row(key_of(one), _member_row(shown, one, columns), member_cells, is_steady=True)
    if hidden:
        gone = sum(one.change is MemberChange.NOT_IN_GIT for one in shown.plan.members)
        words_of = f"unchanged {hidden}" if not gone else f"unchanged or not in git {hidden}"
        yield Row(UNCHANGED, words_of, _hidden, is_steady=True)


def _changed(shown: ShownPlan, one: PlannedMember) -> str:
    return ", changed" if shown.is_changed(one) else ""


def _member_row(shown: ShownPlan, one: PlannedMember, columns: tuple[int, int, int, int]) -> MemberRow:
    mark, what, short = described(shown, one)
    return MemberRow(
        sign=mark,
        letter=LETTERS.get(one.object.kind, "?"),
        name=one.name,
        before=version(one.before) if columns[1] else "",
        after="absent" if one.change is MemberChange.REMOVED else to_version(one),
        what=what,
        short=short,
        source=one.source,
        is_bad=mark == "✗",
        changed=_changed(shown, one),
        columns=columns,
    )


def described(shown: ShownPlan, one: PlannedMember) -> tuple[str, str, str]:
    """The sign of a package, what happens to it, and that in fewer words."""
    if (waiting := _state(shown, one)) is not None:
        return (*waiting, waiting[1])
    mark, what = sign_of(shown.plan, one), happens(shown.plan, one)
    if shown.is_live and (one.outcome is MemberOutcome.INSTALLS or (one.outcome in FAILS and is_unhealthy(one))):
        mark, what = _health(one, mark)
    elif shown.is_live and is_unhealthy(one):
        mark, what = "✗", f"unhealthy, {what}"
    elif is_unhealthy(one):
        what += ", unhealthy now"
    short = "not known" if one.outcome is MemberOutcome.UNKNOWN else _FOR.sub("", what)
    breaks = one.changes.breaks if one.changes is not None else 0
    return mark, what + (f", {breaks:,} break" if breaks > 1 else ", 1 breaks" if breaks else ""), short


def _health(one: PlannedMember, mark: str) -> tuple[str, str]:
    if is_unhealthy(one):
        return "✗", "unhealthy"
    if not one.conditions:
        return "◌", "no conditions"
    is_healthy = any(each.type == "Healthy" and each.status == "True" for each in one.conditions)
    return (mark, "healthy") if is_healthy else ("◌", "not healthy yet")


def _state(shown: ShownPlan, one: PlannedMember) -> tuple[str, str] | None:
    """Sign and words of a package that is not known yet while registries are asked; else None."""
    if shown.is_done or one.outcome is not MemberOutcome.UNKNOWN:
        return None
    found = shown.state_of(one)
    if found is None or not found.has_begun:
        return "◌", "waits"
    if found.is_answered:
        return "▸", "opened"
    return ("◌", f"no answer, {found.waited} s") if found.waited >= _SILENT else ("▸", "opening")


def _placed(cells: tuple[Content, ...], columns: tuple[int, int, int, int], width: int) -> Iterator[Cell]:
    """Name, versions and what happens, which stays whole before the name does."""
    name, before, after, _ = columns
    used = 2 + 4 + sum(one + 1 for one in (before, after) if one)
    what = min(_room_of_what(columns, width), max(columns[3], _HEAD))
    yield Cell(cells[0], max(8, min(name, max(_SHORT_NAME, width - used - what - 1))), keys=("",))
    for cell, size in zip(cells[1:], (before, after), strict=False):
        if size:
            yield Cell(cell, size)


def _heads(value: tuple[tuple[Content, ...], tuple[int, int, int, int], str], width: int) -> tuple[Cell, ...]:
    heads, columns, last = value
    # As far to the right as rows with a cursor.
    lead = (Cell(Content(""), 5),)
    cells = _placed(heads, columns, width)
    return (*lead, *cells, Cell(Content.styled(last, "$muted")))


def _longest_what(width: int) -> int:
    return 20 if width < _WIDE else 26


def _room_of_what(columns: tuple[int, int, int, int], width: int) -> int:
    """The cells of what happens: more than usual where a row needs them, up to half of all."""
    return max(_longest_what(width), min(columns[3], width // 2))


def member_cells(row: MemberRow, width: int) -> tuple[Cell, ...]:
    """A package in a list of this width."""
    plain = "$foreground"
    room_of_what = _room_of_what(row.columns, width)
    lead = (Cell(sign(row.sign), 1), Cell(Content.styled(row.letter, "$muted"), 1))
    name_cells = tuple(_placed((BLANK, BLANK, BLANK), row.columns, width))
    size = name_cells[0].width or 0
    texts = (
        safe(visible.middle(visible.line(row.name), size), plain),
        safe(row.before, "$muted"),
        safe(row.after, "$muted" if row.after == "absent" else plain),
    )
    cells = tuple(_placed(texts, row.columns, width))
    room = width - 2 - sum(abs(one.width or 0) + 1 for one in (*lead, *cells))
    said = next((one for one in (row.what, row.short) if len(one) + len(row.changed) <= room), row.short)
    what = join(safe(said, f"bold {plain}" if row.is_bad else plain), (row.changed, "bold $warning"))
    if width >= _WITH_SOURCE and what.cell_length <= room_of_what and room >= _SOURCE + room_of_what:
        source = safe(visible.middle(visible.line(row.source), room - room_of_what - 1), "$muted")
        return (*lead, *cells, Cell(what, room_of_what), Cell(source))
    return (*lead, *cells, Cell(what))


def _hidden(text: str, width: int) -> tuple[Cell, ...]:
    return (Cell(join(sign("▸"), " ", fit(Content.styled(text, "$muted"), max(0, width - 4)))),)


def _listed(shown: ShownPlan) -> list[PlannedMember]:
    """The packages that have a row, or are counted in that of what is unchanged."""
    return [one for one in shown.plan.members if one.change is not MemberChange.NOT_IN_GIT]


def _counts(shown: ShownPlan) -> Content:
    """`✗ 2  ! 3  ✓ 3`"""
    signs = [described(shown, one)[0] for one in _listed(shown)]
    return tally(
        (mark, signs.count(mark) + (signs.count("▸") if mark == "◌" else 0)) for mark in ("✗", "!", "✓", "◌")
    )


def _note(shown: ShownPlan) -> Content:
    count = len(_listed(shown))
    if not count:
        return BLANK
    return join((plural(count, "package"), "$muted"), "  ", _counts(shown))


def _empty(shown: ShownPlan) -> tuple[Content, ...]:
    """The sentence in place of rows, with a next step."""
    failure = shown.found.failure
    if failure is not None:
        hint = [safe(failure.hint, "$foreground")] if failure.hint else []
        return (join(sign("✗"), " ", safe(failure.title, "$foreground")), *hint, words("**r** reads again", "$muted"))
    if shown.doing:
        return (join(sign("◌"), " ", safe(shown.doing, "$muted")),)
    if shown.plan.members:
        return (words("No package matches.  **/** changes the filter, **z** shows all", "$muted"),)
    return (words("No package.  **r** reads again", "$muted"),)


def findings(shown: ShownPlan, cursor: str, *, is_narrow: bool = False) -> Pane:
    """All findings, the worst first, each with its place."""
    every = shown.plan.findings
    parts: list[Part] = [(plural(len(every), "finding"), "$muted"), "  ", _marks(shown)] if every else []
    return Pane(
        name="2 Findings",
        count=f"{len(every)}" if every else "",
        rows=tuple(Row(finding_key(one), one, _finding_cells, is_steady=True) for one in every),
        note=join(*parts) if not is_narrow else BLANK,
        badges=_marks(shown),
        cursor=cursor,
        empty=(words(_no_findings(shown), "$muted"),),
    )


def _no_findings(shown: ShownPlan) -> str:
    if shown.doing:
        return "◌ Not known yet."
    return "◌ None among what is known." if shown.found.installs is None else "No findings."


def _place(one: SetFinding) -> str:
    """`providers.yaml:7`"""
    file = (one.place.file or "").rpartition("/")[2]
    return f"{file}:{one.place.line}" if file and one.place.line else file


def _finding_cells(one: SetFinding, width: int) -> tuple[Cell, ...]:
    """What is wrong, then the object, by which findings of one rule differ, and where that is."""
    who = str(one.object or "")
    said = one.title or visible.line(one.message).removeprefix(f"{who} ")
    place = visible.middle(_place(one), width // 3)
    name = visible.middle(visible.line(one.object.name), width // 4) if one.object else ""
    return (
        Cell(sign(SEVERITIES[one.severity]), 1),
        Cell(safe(one.rule, "$muted"), 8),
        Cell(safe(said, "$foreground"), keys=("",)),
        Cell(safe(name, "$muted"), -len(name)),
        Cell(safe(place, "$muted"), -len(place)),
    )

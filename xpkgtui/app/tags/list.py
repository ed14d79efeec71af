"""The list of tags (releases, prereleases, other names, tags that are gone), and the lines above it."""

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.bands.headline import Headline, Status
from xpkgtui.app.drawing.rows import Cell, Pane, Row, Table
from xpkgtui.app.drawing.styled_text import join, safe, sides, sign, words
from xpkgtui.app.state.tags import ListedTags, TagGroup, TagGroups, TagSelection, gone_key, is_gone, tag_of
from xpkgtui.inspection.messages.listing import TagLook
from xpkgtui.reporting.contents.repository_tags import HEADINGS, Remark, Tone, built, day, short
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import companion_of
from xpkgtui.visible import plural

_LONG_DIGEST = 12
_NARROW = 100


def title(listed: ListedTags, row: str, width: int) -> Content:
    """The repository, the number of its tags, and the digest of the one under the cursor."""
    found = listed.found
    look = found.looks.get(tag_of(row)) if not is_gone(row) else None
    digits = _LONG_DIGEST if width >= _NARROW else 7
    right = f"@{look.digest[: len('sha256:') + digits]} " if look is not None and look.is_known else ""
    count = len(found.names)
    said = f"   {plural(count, 'tag')}" if count else ""
    room = max(8, width - 2 - len(said) - len(right))
    name = visible.middle(visible.line(found.repository or listed.source), room)
    left = join(" ", (name, "bold $foreground"), (said, "$muted"))
    return sides(left, Content.styled(right, "$muted"), width)


def headline(listed: ListedTags) -> Headline:
    """The newest release, and what has moved or is gone; meanwhile what is under way."""
    found = listed.found
    if not listed.is_done:
        return Headline(clause=listed.doing, key="esc", does="back")
    if found.failure is not None and not found.names:
        reason = found.failure.title.rstrip(".")
        return Headline(status=Status.BAD, sign="✗", clause="Not listed:", reason=reason, key="r", does="retry")
    said = found.sentence
    doubts = [found.stale, found.failure.title.rstrip(".") if found.failure else ""]
    doubt = "".join(f"; {one}" for one in doubts if one)
    if found.newest is None:
        return Headline(status=Status.WARN, sign="!", clause=f"{said}{doubt}", key="x", does="why")
    first, *more = found.clauses
    parts = [first.removeprefix(f"{found.newest} "), *more]
    shorter = ["; ".join(parts[:count]) for count in range(len(parts), 0, -1)]
    is_doubtful = bool(found.stale or found.failure or found.is_cut)
    return Headline(
        status=Status.WARN if is_doubtful else Status.OK,
        sign="!" if is_doubtful else "✓",
        clause=found.newest,
        reason=shorter[0] + doubt,
        short_clause=found.newest,
        short_reasons=(*(one + doubt for one in shorter[1:]), parts[0]),
        key="x",
        does="why",
    )


NAME = "Versions, as Crossplane orders them"
_WIDE, _SMALL = 90, 64
"""Cells from which on columns have more room, and below which only the digest stands beside a tag."""
_NAME, _DIGEST, _SIZE, _BUILT = 18, 7, 7, 11
_MARKED = 26
"""Cells that the longer words about a mark need."""
_GONE_ASIDE = "listed before, and not now"
_DASH = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class TagRow:
    """A tag as it is listed."""

    name: str
    look: TagLook | None = None
    remarks: tuple[Remark, ...] = ()
    is_marked: bool = False
    is_asked: bool = False
    """Whether the answer is still to come."""
    is_companion: bool = False
    waits: bool = False
    """Whether a key asks for it."""
    is_first: bool = False
    """Whether it is the first one that waits, which says so for all."""


class TagTable(Table):
    """Rows of tags, made when they come into sight."""

    def __init__(self, listed: ListedTags, groups: TagGroups, marked: str) -> None:
        self._listed, self._groups, self._marked = listed, groups, marked
        known = listed.found.looks.keys() | listed.asking
        tags = groups.tags_at(range(groups.count))
        self._first_waiting = next((one for one in tags if one not in known and companion_of(one) is None), "")

    def place(self, key: str) -> int | None:
        """Where the row of a tag is."""
        return self._groups.row_of(key)

    def __len__(self) -> int:
        return self._groups.count

    def at(self, number: int) -> Row:
        """A tag, a heading, or the names of the columns."""
        group, name = self._groups.at(number)
        if group is None:
            return Row("columns", "", _columns, selectable=False, is_steady=True)
        if name is None:
            return self._heading(group)
        if group.kind is None:
            return self._gone(name)
        found = self._listed.found
        look = found.looks.get(name)
        is_companion = companion_of(name) is not None
        is_asked = name in self._listed.asking
        row = TagRow(
            name=name,
            look=look,
            remarks=found.remarks(name),
            is_marked=self._marked == f"{found.repository}:{name}",
            is_asked=is_asked,
            is_companion=is_companion,
            waits=look is None and not is_asked and not is_companion,
            is_first=name == self._first_waiting,
        )
        return Row(name, row, _cells, is_steady=True)

    def _heading(self, group: TagGroup) -> Row:
        kind = group.kind
        name = HEADINGS[kind] if kind else "Gone"
        all_of_them = len(group.names) == group.total
        count = f"{group.total:,}" if all_of_them else f"{len(group.names):,} of {group.total:,}"
        said = (name, count, self._listed.found.aside(kind) if kind else _GONE_ASIDE)
        return Row(f"heading {name}", said, _heading, selectable=False, is_steady=True)

    def _gone(self, name: str) -> Row:
        one = next(one for one in self._listed.found.gone if one.name == name)
        look = TagLook(name=name, digest=one.digest)
        row = TagRow(name=name, look=look, remarks=(Remark(f"last listed {day(one.at)}"),))
        return Row(gone_key(name), row, _cells, is_steady=True)


def pane(listed: ListedTags, groups: TagGroups, selection: TagSelection, marked: str) -> Pane:
    """The tags that fit the filter."""
    found = listed.found
    return Pane(
        name=NAME,
        rows=TagTable(listed, groups, marked) if groups.count else (),
        filter=selection.wanted,
        note=words(_note(listed, groups, selection), "$muted"),
        cursor=selection.row,
        default=listed.at if listed.at in found.names.places else str(found.newest or ""),
        is_loading=not listed.is_done,
        empty=_empty(listed, selection),
    )


def _note(listed: ListedTags, groups: TagGroups, selection: TagSelection) -> str:
    found = listed.found
    if not found.names:
        return ""
    count = plural(len(found.names), "tag")
    if selection.wanted.terms:
        count = f"{groups.shown:,} of {count}"
    looked = sum(look.is_known for look in found.looks.values())
    return f"{count} · {looked:,} looked at" + (" · more are not listed" if found.is_cut else "")


def _empty(listed: ListedTags, selection: TagSelection) -> tuple[Content, ...]:
    """The sentence in place of rows, with a next step."""
    failure = listed.found.failure
    if not listed.is_done:
        return (join(sign("◌"), " ", safe(listed.doing, "$muted")),)
    if failure is not None:
        said = [join(sign("✗"), " ", safe(failure.title, "$foreground"))]
        said += [safe(f"tried  {one}", "$muted") for one in failure.tried]
        said += [safe(failure.hint, "$foreground")] if failure.hint else []
        return (*said, words("**r** tries again", "$muted"))
    if selection.wanted.terms:
        return (words("No tag matches the filter.  **/** changes it", "$muted"),)
    return (words("The repository has no tags.", "$muted"),)


def _columns(_value: str, width: int) -> tuple[Cell, ...]:
    # As far to the right as rows with a cursor and a mark.
    return (Cell(Content(""), 3), *_beside(width, "version", "digest", "size", "built", Content("")))


def _heading(value: tuple[str, str, str], _width: int) -> tuple[Cell, ...]:
    name, count, aside = value
    return (Cell(join("  ", (name, "bold $muted"), (f"  {count}", "bold $muted"), (f"   {aside}", "$muted"))),)


def _cells(row: TagRow, width: int) -> tuple[Cell, ...]:
    """The mark, the tag, what was looked at, and what is worth knowing."""
    look = row.look if row.look is not None and row.look.is_known else None
    dash = "" if row.is_companion else _DASH
    size = _DASH if look is None or look.size is None else visible.size(look.size)
    return (
        Cell(Content.styled("m" if row.is_marked else " ", "bold $accent"), 1),
        *_beside(
            width,
            short_name(row.name),
            short(look.digest) if look and look.digest else dash,
            size if look else dash,
            (built(look) if look else "") or dash,
            _remarks(row, _room(width)),
            is_bold=any(one.tone is Tone.GOOD for one in row.remarks),
        ),
    )


def _beside(
    width: int, name: str, digest: str, size: str, moment: str, said: Content, *, is_bold: bool = False
) -> tuple[Cell, ...]:
    """The columns from the name on, as many as there is room for."""
    more = 2 if width >= _WIDE else 0
    style = "bold $foreground" if is_bold else "$foreground"
    name_cell = Cell(safe(visible.middle(name, _NAME), style), _NAME, keys=("",))
    digest_cell = Cell(safe(digest, "$muted"), _DIGEST)
    if width < _SMALL:
        return name_cell, digest_cell, Cell(said)
    size_cell = Cell(safe(size, "$muted"), -(_SIZE + more))
    return name_cell, digest_cell, size_cell, Cell(safe(moment, "$muted"), _BUILT + more), Cell(said)


def _room(width: int) -> int:
    """The cells of the last column."""
    columns = (_NAME, _DIGEST) if width < _SMALL else (_NAME, _DIGEST, _SIZE, _BUILT)
    more = 4 if width >= _WIDE else 0
    return width - 4 - sum(columns) - len(columns) - more


def _remarks(row: TagRow, room: int) -> Content:
    """Whether it is asked for, then as many remarks as have room, each behind its sign; the first one in any case."""
    said: list[Content] = []
    if row.is_asked or row.waits:
        what = "asking" if row.is_asked else "enter asks" if row.is_first else ""
        said.append(join(sign("◌"), f" {what}" if what else "").stylize("$muted"))
    if row.is_marked:
        said.append(words("marked: D compares with it" if room > _MARKED else "marked, D compares", "$muted"))
    for one in row.remarks:
        text = safe(one.words, "bold $foreground" if one.tone is Tone.GOOD else "$muted")
        said.append(join(sign(one.tone.value), " ", text) if one.tone is not Tone.PLAIN else text)
    shown = Content("")
    for one_said in said:
        longer = join(shown, "  ", one_said) if shown.plain else one_said
        if shown.plain and longer.cell_length > room:
            break
        shown = longer
    return shown


def short_name(name: str) -> str:
    """A tag; one that is named after a digest with the beginning of that."""
    companion = companion_of(name)
    if companion is None:
        return name
    end = name.partition(".")[2]
    return f"sha256-{short(companion.digest)[:6]}…{f'.{end}' if end else ''}"

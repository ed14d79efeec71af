"""Lines of the screen: text made safe, cut to width and given its colors."""

import re
from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from textual.content import Content, Span

from xpkgtui import visible
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Badge, Severity

Part = str | Content | tuple[str, str]

BLANK = Content("")
COLORS = {
    "✓": "$success",
    "!": "$warning",
    "✗": "$error",
    "·": "$muted",
    "◌": "$muted",
    "▸": "$accent",
    "▾": "$muted",
}
"""Every sign has one color; the sign alone says it too."""
SEVERITIES = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.INFO: "·"}
BADGES = {Badge.OK: "✓", Badge.INFO: "·", Badge.WARNING: "!", Badge.ERROR: "✗", None: "◌"}
"""The sign of an object; None while it is not judged."""

_CURSOR = {
    "$foreground": "$cursor-text",
    "$muted": "$cursor-text",
    "$accent": "$cursor-key",
    "$mark": "$cursor-mark",
}
_CURSOR_OFF = {"$foreground": "$cursor-off-text", "$muted": "$cursor-off-muted"}
"""What colors turn into on the row of the cursor, with and without the focus."""
_SILENT = 3
"""Seconds after which it is said that there is no answer."""
_COLOR = late(r"\$[a-z-]+")
_STRONG = late(r"(\*\*.+?\*\*|(?:(?<=^)|(?<= ))[✓!✗◌▸](?= ))")


def safe(text: str, style: str = "") -> Content:
    """Text of a package as one line in one style."""
    return Content.styled(visible.line(text), style)


def block(text: str, style: str) -> Content:
    """Text of several lines, made safe."""
    return Content.styled(visible.block(text), style)


def join(*parts: Part) -> Content:
    """Parts behind each other; text of a package goes through `safe` first."""
    return Content.assemble(*parts)


def sign(character: str) -> Content:
    """A status sign in its color."""
    return Content.styled(character, f"bold {COLORS.get(character, '$muted')}")


def tally(counted: Iterable[tuple[str, int]]) -> Content:
    """`✗ 3  ! 6`: signs with their numbers, without those that are 0."""
    return Content("  ").join(join(sign(mark), (f" {count:,}", "$muted")) for mark, count in counted if count)


def words(text: str, style: str = "") -> Content:
    """Words of the program itself, in which `**x**` is bold and a sign has its color."""
    found: list[Part] = []
    for part in _STRONG.split(text):
        if part.startswith("**") and part.endswith("**") and len(part) > 4:
            found.append((part[2:-2], "bold $foreground"))
        elif part in COLORS:
            found.append(sign(part))
        elif part:
            found.append((part, style))
    return join(*found)


def fit(content: Content, width: int) -> Content:
    """Fits a text to exactly `width` cells: cuts it with an ellipsis, or fills it with blanks."""
    if content.cell_length > width:
        content = content.truncate(max(0, width), ellipsis=True)
    return content.pad_right(max(0, width - content.cell_length))


def fit_right(content: Content, width: int) -> Content:
    """Fits a text to exactly `width` cells as `fit` does, but with the blanks before it."""
    if content.cell_length > width:
        content = content.truncate(max(0, width), ellipsis=True)
    return content.pad_left(max(0, width - content.cell_length))


def sides(left: Content, right: Content, width: int) -> Content:
    """`left` and `right` at the two ends; the left one gives way."""
    room = width - right.cell_length
    if room < 1:
        return fit(left, width)
    return join(fit(left, room), right)


def head_rows(head: Sequence[Content], width: int) -> list[Content]:
    """The head of a text: one row where it fits, else one each."""
    if not head:
        return []
    left = Content("  ").join(part for part in head[:2] if part.plain)
    right = head[2] if len(head) > 2 else Content("")
    if left.cell_length + right.cell_length + 2 <= width:
        return [sides(left, right, width)]
    return [part for part in head if part.plain]


def tabs(
    names: Sequence[str],
    active: int,
    *,
    line: str = "$line",
    width: int = 0,
    right: Content | None = None,
    click: str = "",
    is_tight: bool = False,
) -> Content:
    """The names in a border: the active one is a pill, the border goes on between them; tight ones without blanks.

    With a `width`, `right` stands at its end where there is room; `click` is what a name does, by number.
    """
    parts: list[Part] = []
    skipped = _skipped(names, active, width)
    for number, name in enumerate(names):
        if number < skipped:
            continue
        if number:
            parts.append(("… ─" if number == skipped else "─", line))
        text = visible.line(name)
        if number == active:
            parts.append((f" {text} ", "bold $accent on $tab"))
        elif is_tight:
            parts.append((text, clickable("$muted", click, number)))
        elif number == 0:
            parts.append((f"{text} ", clickable("$muted", click, number)))
        else:
            last = number == len(names) - 1 and not width
            parts.append((f" {text}" if last else f" {text} ", clickable("$muted", click, number)))
    left = join(*parts)
    if not width:
        return left
    end = join(" ", right) if right and right.plain else Content("")
    space = width - left.cell_length - end.cell_length
    if end.plain and space >= 0:
        return join(left, ("─" * space, line), end)
    if left.cell_length > width:
        cut = fit(left, width)
        # A count that is cut would be another count.
        kept = len(cut.plain[:-1].rstrip("0123456789,"))
        return cut if kept == len(cut.plain) - 1 else join(cut[:kept], cut[-1:])
    # The border itself goes on behind the last name, and keeps a blank before it.
    return left if active == len(names) - 1 else left.rstrip()


def _skipped(names: Sequence[str], active: int, width: int) -> int:
    """How many names must give way so that the active one is in sight."""
    for first in range(active):
        if not width or sum(len(name) + 3 for name in names[first : active + 1]) + 2 * bool(first) <= width:
            return first
    return active


def clickable(style: str, action: str, *arguments: int | str) -> str:
    """Adds to a style the action that a click on the text runs; an empty action adds nothing."""
    return f"{style} @click={action}({', '.join(map(repr, arguments))})" if action else style


def countable(counts: Content) -> Content:
    """Counts of findings, of which a click shows the list."""
    return counts.stylize(clickable("", "screen.go", "findings").strip())


def on_cursor(line: Content, *, focused: bool) -> Content:
    """A row under the cursor: muted text turns plain there, because it would be too weak."""
    back, colors = ("$cursor", _CURSOR) if focused else ("$cursor-off", _CURSOR_OFF)
    spans = [
        Span(start, end, _COLOR.sub(lambda found: colors.get(found[0], found[0]), str(style)))
        for start, end, style in line.spans
    ]
    weight = "bold " if focused else ""
    return Content(line.plain, spans).stylize_before(f"{weight}{colors['$foreground']} on {back}")


def wrapped(content: Content, width: int) -> list[Content]:
    """`content` in lines of at most `width` cells."""
    if not content.plain:
        return [Content("")]
    return broken(content, max(4, width))


def labeled(label: str, content: Content, width: int, *, column: int = 15) -> list[Content]:
    """A label with its text beside it, which may run over several lines."""
    column = min(column, max(6, width // 3))
    has_sign = label[:1] in COLORS and label[1:2] == " "
    styled = join(sign(label[0]), safe(label[1:], "$muted")) if has_sign else safe(label, "$muted")
    name = join(fit(styled, column - 1), " ")
    lines = [line for row in content.split("\n", allow_blank=True) for line in _hanging_lines(row, width - column)]
    return [join(name if number == 0 else " " * column, line) for number, line in enumerate(lines)]


def _hanging_lines(row: Content, width: int) -> list[Content]:
    """A row in lines; those after a sign or an indent stand beneath its text."""
    lead = row.plain[:2]
    if lead != "  " and not (lead[:1] in COLORS and lead[1:] == " "):
        return wrapped(row, width)
    return [join(row[:2] if not number else "  ", line) for number, line in enumerate(wrapped(row[2:], width - 2))]


def pace(done: int, total: int, rate: int) -> str:
    """` · 2.1 MB/s · 4 s left`; empty while the rate is not known."""
    if rate <= 0 or done >= total:
        return ""
    return f" · {visible.size(rate)}/s{time_left(done, total, rate)}"


def time_left(done: int, total: int, rate: float) -> str:
    """` · 4 s left`; empty while the rate is not known."""
    return f" · {visible.duration((total - done) / rate)} left" if rate > 0 and done < total else ""


def silence(waited: int, limit: int) -> tuple[str, str]:
    """For how long a registry has not answered, and how long that lasts at most; in fewer words. Empty at first."""
    if waited < _SILENT:
        return "", ""
    if waited > limit:
        return f"no answer for {waited:,} s", f"{waited:,} s"
    return f"no answer for {waited:,} s, {limit:,} s at most", f"{waited:,} s of {limit:,} s"


_WORD = late(r"\S+\s*|\s+")
_PARTS = (late(r"[^/]+/*|/+"), late(r"[^-_.:,@=&]+[-_.:,@=&]*|[-_.:,@=&]+"))
"""The parts of a path, and those of a name, each with what ends it."""


def broken(content: Content, width: int) -> list[Content]:
    """`content` in lines of at most `width` cells; a word in which nothing invites a break is cut at the width."""
    text = content.plain
    if len(text) <= width or "\t" in text or all(cell_len(word) <= width for word in text.split()):
        return content.wrap(width)
    if any(cell_len(piece.rstrip()) > width for piece in _pieces(text, width)):
        return content.wrap(width)  # such as a digest, before which a break would only cost a row
    return [line for part in content.split("\n", allow_blank=True) for line in _lines(part, width)]


def _lines(content: Content, width: int) -> list[Content]:
    starts, used, at = [], 0, 0
    for piece in _pieces(content.plain, width):
        if used and used + cell_len(piece.rstrip()) > width:
            starts.append(at)
            used = 0
        used += cell_len(piece)
        at += len(piece)
    return [line.rstrip() for line in content.divide(starts)]


def _pieces(text: str, width: int) -> Iterator[str]:
    """Words with the blanks behind them, and the parts of long ones."""
    for found in _WORD.finditer(text):
        yield from _parts(found[0], width, _PARTS)


def _parts(text: str, width: int, kinds: tuple[re.Pattern[str], ...]) -> Iterator[str]:
    if not kinds or cell_len(text.rstrip()) <= width:
        yield text
        return
    for found in kinds[0].finditer(text):
        yield from _parts(found[0], width, kinds[1:])

"""The Overview of a meta object as lines of a page."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Fact, Grid, Hanging, LabeledRows, Line, Ruled
from xpkgtui.app.drawing.styled_text import join, safe, sign
from xpkgtui.formats.overview import Overview, Pair
from xpkgtui.formats.prose.blocks import Block, BlockKind, Runs

_STYLES = {
    "strong": "bold",
    "emphasis": "italic",
    "struck": "strike",
    "code": "$yamlkey",
    "faint": "$muted",
}


@lru_cache(maxsize=8)
def above(overview: Overview) -> tuple[Line, ...]:
    """The lines above the facts; an overview is the same one only if it is the same value in memory."""
    return tuple(_above(overview))


@lru_cache(maxsize=8)
def below(overview: Overview) -> tuple[Line, ...]:
    """The lines below the facts, which take most room: other annotations, the icon and the readme."""
    return tuple(_below(overview))


def _above(overview: Overview) -> Iterator[Line]:
    for label, text in overview.said:
        yield Fact(label, _block(text) if text else safe("(empty)", "$muted"))
    if overview.said:
        yield Content("")
    if overview.has_facts:
        return
    needs = _block(overview.needs)
    yield Fact(
        overview.program, needs if overview.fits is None else join(sign("✓" if overview.fits else "✗"), " ", needs)
    )
    wanted = [(one.kind, one.package, one.version, one.note) for one in overview.dependencies]
    if wanted:
        styles = ("$muted", "$foreground", "$foreground", "$muted")
        yield LabeledRows("depends on", tuple(_cells(cells, styles) for cells in wanted))
    else:
        yield Fact("depends on", safe("no packages", "$foreground"))
    for number, text in enumerate(overview.installs):
        yield Fact("" if number else "installs", _block(text))
    if overview.capabilities:
        yield replace(_pairs("capabilities", overview.capabilities, "$foreground", "$muted"), is_prose=True)
    for label, text in overview.once_installed:
        yield Fact(label, _block(text))
    for label, text in overview.deprecated:
        yield Fact(label, _block(text))
    yield Content("")


def _below(overview: Overview) -> Iterator[Line]:
    for label, pairs in (
        ("labels", overview.labels),
        ("friendly names", overview.friendly),
        (overview.others_title, overview.others),
    ):
        if pairs:
            yield Content("")
            yield _pairs(label, pairs, "$muted", "$foreground")
    if overview.icon is not None:
        yield Content("")
        text = _block(overview.icon.text)
        yield Fact("icon", text if overview.icon.is_sound else join(sign("!"), " ", text))
    if overview.readme:
        yield Content("")
        yield Content.styled(overview.readme_title, "bold $accent")
        yield Content("")
        for block in overview.readme:
            yield from lines(block)


def _pairs(label: str, pairs: tuple[Pair, ...], first: str, second: str) -> LabeledRows:
    return LabeledRows(label, tuple(_cells(pair, (first, second)) for pair in pairs))


def _cells(texts: tuple[str, ...], styles: tuple[str, ...]) -> tuple[Content, ...]:
    return tuple(Content.styled(visible.block(text), style) for text, style in zip(texts, styles, strict=True))


def _block(text: str) -> Content:
    return Content.styled(visible.block(text), "$foreground")


def lines(block: Block) -> Iterator[Line]:
    """A block of prose."""
    if block.gap is not None:
        yield safe(block.gap, "$muted")
    match block.kind:
        case BlockKind.RULE:
            yield Ruled(block.lead)
        case BlockKind.TABLE:
            head, *rest = ([_text(cell) for cell in row] for row in block.rows)
            rows = ([cell.stylize("bold") for cell in head], *rest)
            yield Grid(tuple(map(tuple, rows)), block.aligns, block.lead, block.indent)
        case BlockKind.HEADING:
            yield Hanging(block.lead, block.indent, _text(block.runs).stylize("bold"))
        case BlockKind.CODE:
            lead, indent = f"{block.lead}  ", f"{block.indent}  "
            yield Hanging(lead, indent, _text(block.runs), whole=True)
        case BlockKind.NOTE:
            yield Hanging("", "", _text(block.runs).stylize("$muted"))
        case BlockKind.TEXT:
            yield Hanging(block.lead, block.indent, _text(block.runs))


def _text(runs: Runs) -> Content:
    return Content.assemble(*((visible.block(text), _style(style)) for text, style in runs))


def _style(names: str) -> str:
    words = [_STYLES[name] for name in names.split() if name in _STYLES]
    return " ".join(words if any(word.startswith("$") for word in words) else [*words, "$foreground"])

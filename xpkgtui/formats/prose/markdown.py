"""Markdown as blocks; its content is only text, never an instruction."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from xpkgtui import visible
from xpkgtui.formats.prose.blocks import Block, BlockKind, Run, Runs
from xpkgtui.values import dataclass

_MOST_CHARACTERS = 32_000
"""Characters that are parsed; the library takes a second for this much of the worst known text."""
_MOST_COLUMNS = 50
"""The most columns of a table; the library makes tens of thousands of cells for rows that lack them."""
_MOST_BLOCKS = 2_000
_MOST_CELLS = 4_000
_DEEPEST = 20
"""Lists and quotes inside each other; the library drops what lies deeper."""
_TASK = re.compile(r"\[([ xX])\][ \t]")


def blocks_of(text: str) -> tuple[Block, ...]:
    """The blocks of a text; the last one says what was left out."""
    head = _head(text)
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("strikethrough")
    if max(line.count("|") for line in head.split("\n")) <= _MOST_COLUMNS:
        parser.enable("table")
    try:
        walk = _Walk(parser.parse(head))
    except RecursionError:
        return (Block(kind=BlockKind.TEXT, runs=((head, ""),)), *_left_out(len(text) - len(head)))
    if walk.stopped is not None:
        head = "\n".join(head.replace("\r\n", "\n").split("\n")[: walk.stopped])
    deep = _note("Deeper lists and quotes are not drawn: the YAML tab has the whole text.") if walk.is_deep else ()
    return (*walk.blocks, *deep, *_left_out(len(text) - len(head)))


def _head(text: str) -> str:
    """The head of a text that is parsed: whole lines, unless a line is longer than half of it."""
    head = text[:_MOST_CHARACTERS]
    end = head.rfind("\n") + 1
    return head[:end] if len(head) < len(text) and end > _MOST_CHARACTERS // 2 else head


def _left_out(count: int) -> tuple[Block, ...]:
    return _note(f"The rest, {visible.size(count)}, is on the YAML tab.") if count > 0 else ()


def _note(text: str) -> tuple[Block, ...]:
    return (Block(kind=BlockKind.NOTE, runs=((text, ""),), gap=""),)


@dataclass(slots=True)
class _Container:
    """A quote or an item of a list: the marks before its first line, and before all others."""

    lead: str
    indent: str
    is_fresh: bool = True


class _Walk:
    """One pass over the tokens of the library."""

    def __init__(self, tokens: list[Token]) -> None:
        self.blocks: list[Block] = []
        self.is_deep = any(token.nesting == 1 and token.level >= _DEEPEST - 1 for token in tokens)
        self.stopped: int | None = None
        """The line at which the text became too large."""
        self._containers: list[_Container] = []
        self._lists = 0
        self._gap = False
        self._cells = 0
        self._tokens = iter(tokens)
        for token in self._tokens:
            if self.stopped is None and len(self.blocks) >= _MOST_BLOCKS and token.map:
                self.stopped = token.map[0]
            if self.stopped is not None:
                break
            self._take(token)

    def _take(self, token: Token) -> None:
        match token.type:
            case "heading_open":
                self._add(BlockKind.HEADING, self._inline())
            case "paragraph_open":
                self._add(BlockKind.TEXT, self._inline(), is_tight=token.hidden)
            case "fence" | "code_block":
                self._add(BlockKind.CODE, ((token.content.removesuffix("\n").expandtabs(4), "code"),))
            case "html_block":
                self._add(BlockKind.TEXT, ((token.content.removesuffix("\n"), "faint"),))
            case "hr":
                self._add(BlockKind.RULE)
            case "table_open":
                self._table()
            case _:
                self._enter_or_leave(token)

    def _enter_or_leave(self, token: Token) -> None:
        match token.type:
            case "blockquote_open":
                self._containers.append(_Container("│ ", "│ "))
            case "list_item_open":
                mark = f"{token.info}{token.markup} " if token.info else "• "
                self._containers.append(_Container(mark, " " * len(mark)))
            case "blockquote_close" | "list_item_close":
                if self._containers[-1].is_fresh:
                    self._add(BlockKind.TEXT, is_tight=bool(self._lists))
                self._containers.pop()
                self._gap = self._gap or not self._lists
            case "bullet_list_open" | "ordered_list_open":
                self._lists += 1
            case "bullet_list_close" | "ordered_list_close":
                self._lists -= 1
                self._gap = self._gap or not self._lists

    def _inline(self) -> Runs:
        inline = next(self._tokens)
        return runs_of(inline.children or [])

    def _add(self, kind: BlockKind, runs: Runs = (), *, is_tight: bool = False) -> None:
        runs = self._task(runs)
        gap, lead, indent = self._margins()
        self.blocks.append(Block(kind=kind, runs=runs, lead=lead, indent=indent, gap=gap))
        self._gap = not is_tight

    def _task(self, runs: Runs) -> Runs:
        """A box in the place of an item's mark, where its text begins with one."""
        item = self._containers[-1] if self._containers else None
        if item and item.is_fresh and item.lead != "│ " and runs and (task := _TASK.match(runs[0][0])):
            item.lead = "☐ " if task[1] == " " else "☑ "
            item.indent = "  "
            return ((runs[0][0][task.end() :], runs[0][1]), *runs[1:])
        return runs

    def _margins(self) -> tuple[str | None, str, str]:
        """Gap, lead and indent of the next block."""
        gap, lead, indent = "", "", ""
        for container in self._containers:
            lead += container.lead if container.is_fresh else container.indent
            indent += container.indent
            gap = gap if container.is_fresh else indent
            container.is_fresh = False
        return (gap.rstrip() if self._gap and self.blocks else None), lead, indent

    def _table(self) -> None:
        rows: list[tuple[Runs, ...]] = []
        aligns: list[str] = []
        for line, cells, styles in self._rows():
            aligns = aligns or styles
            self._cells += len(cells)
            if rows and self._cells > _MOST_CELLS:
                self.stopped = line
                break
            rows.append(tuple(cells))
        gap, lead, indent = self._margins()
        table = Block(kind=BlockKind.TABLE, rows=tuple(rows), aligns=tuple(aligns), lead=lead, indent=indent, gap=gap)
        self.blocks.append(table)
        self._gap = True

    def _rows(self) -> Iterator[tuple[int, list[Runs], list[str]]]:
        """The line, cells and alignments of each row."""
        line = 0
        cells: list[Runs] = []
        styles: list[str] = []
        for token in self._tokens:
            match token.type:
                case "tr_open":
                    line = token.map[0] if token.map else line
                case "th_open" | "td_open":
                    styles.append(str(token.attrs.get("style", "")).removeprefix("text-align:") or "left")
                    cells.append(self._inline())
                case "tr_close":
                    yield line, cells, styles
                    cells, styles = [], []
                case "table_close":
                    return


_STYLES = {"strong": "strong", "em": "emphasis", "s": "struck"}
_LEAVES = {"code_inline": "code", "html_inline": "faint", "image": "faint"}
_BREAKS = {"softbreak": " ", "hardbreak": "\n"}


def runs_of(tokens: Iterable[Token]) -> Runs:
    """The runs of a paragraph; a link is followed by its address, an image is replaced by its description."""
    found: list[Run] = []
    opened = Counter[str]()
    links: list[tuple[str, int]] = []
    for token in tokens:
        styles = [style for style, count in opened.items() if count]
        name, _, end = token.type.rpartition("_")
        if name in _STYLES and end in {"open", "close"}:
            opened[_STYLES[name]] += 1 if end == "open" else -1
        elif token.type == "link_open":
            links.append((str(token.attrs.get("href", "")), len(found)))
            found.append(("", ""))
        elif token.type == "link_close" and links:
            address, first = links.pop()
            said = "".join(text for text, _ in found[first:])
            if address and address not in {said, f"mailto:{said}"}:
                _add(found, f" ({address})", [*styles, "faint"])
        else:
            leaf = [_LEAVES[token.type]] if token.type in _LEAVES else []
            _add(found, _text(token), [*styles, *leaf])
    return tuple(run for run in found if run[0])


def _text(token: Token) -> str:
    if token.type == "image":
        alt = "".join(text for text, _ in runs_of(token.children or []))
        return f"[image: {alt}]" if alt else "[image]"
    return _BREAKS.get(token.type, token.content)


def _add(found: list[Run], text: str, styles: list[str]) -> None:
    style = " ".join(styles)
    if found and found[-1][0] and found[-1][1] == style:
        found[-1] = (found[-1][0] + text, style)
    else:
        found.append((text, style))

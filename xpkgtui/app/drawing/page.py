"""A page of Detail: what is drawn, at any width."""

from textual.content import Content

from xpkgtui.app.state.selection import Subject, TabId
from xpkgtui.inspection.messages.requests import PaneRequest
from xpkgtui.rules.changes.change import TextRow
from xpkgtui.rules.finding import Finding
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A label with its text."""

    label: str
    text: Content
    column: int = 15


@dataclass(frozen=True, slots=True)
class Code:
    """A line that is never broken."""

    text: Content
    back: str = ""
    """The color of its background."""


@dataclass(frozen=True, slots=True)
class ShellLine:
    """A command in a box; it is broken as a shell allows."""

    text: str


@dataclass(frozen=True, slots=True)
class TwoTexts:
    """Old and new lines, side by side or, where there is no room, in one column."""

    rows: tuple[TextRow, ...]
    one_column: bool = False
    focus: int = 0
    """The row that is scrolled to, where the page has a `line`."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Text at both ends of a line; the left one may run over several lines."""

    left: Content
    right: Content


@dataclass(frozen=True, slots=True)
class NumberedStep:
    """A numbered step and what it met, which stands beside it or, where there is no room, beneath."""

    lead: Content
    text: Content
    indent: int = 6


@dataclass(frozen=True, slots=True)
class Hanging:
    """Text with something before its first line, and before all others."""

    lead: str
    indent: str
    text: Content
    whole: bool = False
    """Whether its lines are never broken."""


@dataclass(frozen=True, slots=True)
class LabeledRows:
    """A label with rows of cells, which stand in columns or, where there is no room, behind each other."""

    label: str
    rows: tuple[tuple[Content, ...], ...]
    is_prose: bool = False
    """Whether the cells are words rather than names, and so rather run over lines than go beneath the label."""
    column: int = 15


@dataclass(frozen=True, slots=True)
class Grid:
    """A table, its head first; its columns are made to fit."""

    rows: tuple[tuple[Content, ...], ...]
    aligns: tuple[str, ...]
    lead: str = ""
    indent: str = ""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A line across the page."""

    indent: str = ""


Line = Content | Fact | Code | ShellLine | TwoTexts | Ends | NumberedStep | Hanging | LabeledRows | Grid | Ruled


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRange:
    """A part of a file whose text is shown; it is read, never mapped."""

    path: str
    start: int
    end: int
    first_line: int = 1
    language: str = ""
    binary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFinding:
    """A finding that stands under its line."""

    line: int
    sign: str
    rule: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """One name in the border of Detail."""

    id: TabId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of Detail; another `key` begins at its top."""

    key: str = ""
    tabs: tuple[Tab, ...] = ()
    tab: TabId | None = None
    title: str = ""
    """What the border says where the tabs stand elsewhere."""
    subject: Subject | None = None
    """The owner of the tabs: each subject remembers its own."""
    head: tuple[Content, ...] = ()
    """The name of the object, above its text: in one line where there is room, else in several."""
    body: tuple[Line, ...] = ()
    text: TextRange | None = None
    line_findings: tuple[LineFinding, ...] = ()
    note: str = ""
    """What the border says at its end."""
    file: str = ""
    """The file that the text is of; the border says the line too."""
    number: str = ""
    """`3 of 25`: which one of its list is shown, for a border with little room."""
    line: int | None = None
    """The line that is scrolled to."""
    seek: str = ""
    """A word that is scrolled to as the page opens."""
    copied: str = ""
    """The text that `y` copies; names of the package in it are made visible."""
    findings: tuple[Finding, ...] = ()
    """Those that the page shows in full; `enter` opens the manual of the first."""
    request: PaneRequest | None = None
    """The request that fills the page."""

    @property
    def is_text(self) -> bool:
        """Whether it is words or lines, and not bytes."""
        return self.text is None or not self.text.binary

    @property
    def has_lines(self) -> bool:
        """Whether it is a text with lines of its own, which may be longer than the screen is wide."""
        return self.text is not None and not self.text.binary

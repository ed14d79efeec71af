"""A bare list, against which the lists of the program are measured: numbered rows, a cursor and nothing else."""

import sys
from typing import ClassVar

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip


class Numbers(ScrollView, can_focus=True):
    """Rows that are numbers."""

    BINDINGS: ClassVar[list[BindingType]] = [("j", "move(1)"), ("pagedown", "move(38)")]

    def __init__(self, count: int) -> None:
        super().__init__()
        self.virtual_size = Size(80, count)
        self._at = 0

    def render_line(self, y: int) -> Strip:
        """One number."""
        number = y + self.scroll_offset.y
        return Strip([Segment(f"{'>' if number == self._at else ' '} row {number}".ljust(self.size.width))])

    def action_move(self, step: int) -> None:
        """The cursor goes down, and stays in sight."""
        self._at = min(self._at + step, self.virtual_size.height - 1)
        self.scroll_to(y=max(self.scroll_offset.y, self._at - self.size.height + 1), animate=False, force=True)
        self.refresh()


class Bare(App[None]):
    """One list."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def compose(self) -> ComposeResult:
        """The list."""
        yield Numbers(self._count)


if __name__ == "__main__":
    Bare(int(sys.argv[1])).run()

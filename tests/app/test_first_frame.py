"""The first frame: where it draws, the screen draws the same."""

import os
import re
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.goldens import Golden
from builders.pilots import Show
from builders.screens.port import Story

from xpkgtui import __version__
from xpkgtui.app.first_frame import frame, show
from xpkgtui.app.palettes import DARK, DARK_VARIABLES, LIGHT
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Request

SOURCE = "registry.example.org/acme/provider:v1"
PLACED = re.compile(r"\x1b\[(\d+);(\d+)H(?:\x1b\[[\d;]*m)*([^\x1b]*)")
TITLES = ("╭─ 1 Platforms ", "╭─ 2 Layers ", "╭─ 3 Files ", "╭─ 4 Objects ")


class Silent(Story):
    """A package of which nothing is known yet."""

    def __call__(self, request: Request) -> tuple[Event, ...]:
        return ()


def silent(folder: Path) -> Story:
    """Its source has no event."""
    return Silent(folder, SOURCE)


def start(folder: Path) -> Story:
    """No source: the start screen."""
    return Story(folder, None)


def drawn(text: str, width: int, height: int) -> list[str]:
    """The lines of a frame, as a terminal shows them."""
    lines = [[" "] * width for _ in range(height)]
    for line, column, run in PLACED.findall(text):
        lines[int(line) - 1][int(column) - 1 : int(column) - 1 + len(run)] = run
    return ["".join(line) for line in lines]


def framed(line: str) -> str:
    """A line with nothing but the frames around lists."""
    return "".join(one if one in "╭╮╰╯│" else " " for one in line)


async def test_the_first_frame_of_a_package_is_that_of_the_screen(show: Show) -> None:
    async with show(silent, hold=frozenset({"open"})) as shown:
        for size in [(80, 24), (120, 40), (160, 50), (200, 60), (100, 24)]:
            await shown.resize(size)
            first, real = drawn(frame(SOURCE, *size, {}), *size), shown.text.split("\n")
            assert first[0].rstrip() == real[0].rstrip()
            assert real[1].startswith(first[1].rstrip())
            if size[0] >= 100:
                assert [framed(line) for line in first] == [framed(line.ljust(size[0])) for line in real]
                assert all(line.startswith(title) for line, title in zip(real[2:14:3], TITLES, strict=True))
                assert all(line.startswith(title) for line, title in zip(first[2:14:3], TITLES, strict=True))


@pytest.mark.parametrize("size", [(120, 40), (160, 50)])
async def test_the_frames_of_the_start_screen_are_those_of_the_screen(show: Show, size: tuple[int, int]) -> None:
    first = drawn(frame(None, *size, {}), *size)
    async with show(start, size=size) as shown:
        real = shown.text.split("\n")
    assert [framed(line) for line in first] == [framed(line.ljust(size[0])) for line in real]
    assert first[0].rstrip() == real[0].rstrip()


@each_row("size", [(1, 1), (5, 3), (30, 8), (99, 19), (100, 20)])
@each_row("source", [None, SOURCE])
def test_a_small_terminal_is_not_drawn_over_its_edge(source: str | None, size: tuple[int, int]) -> None:
    width, height = size
    for line, column, run in PLACED.findall(frame(source, width, height, {})):
        assert int(line) <= height
        assert int(column) + len(run) - 1 <= width


def test_a_long_name_is_cut_where_both_lines_end() -> None:
    for room, shown in ((108, "x" * 108), (109, f"{'x' * 107}…")):
        first, second, *_ = drawn(frame("x" * room, 120, 40, {}), 120, 40)
        assert (first.rstrip(), second) == (f" {shown}", f" ◌ Opening: {shown}")


def test_a_hostile_name_sends_nothing_to_the_terminal() -> None:
    assert "\x1b]" not in frame("evil\x1b]52;c;YQ==\x07\u202e", 120, 40, {})


@pytest.mark.parametrize("size", [(120, 22), (80, 10)])
@pytest.mark.parametrize("source", [None, SOURCE])
def test_the_first_frame_is_what_was_agreed(source: str | None, size: tuple[int, int], golden: Golden) -> None:
    runs = frame(source, *size, {**DARK, **DARK_VARIABLES}).replace(__version__, "VERSION").split("\x1b[")
    drawn = "".join(re.sub(" {4,}", "    ", run) + "\n" * (not run.endswith("H")) for run in runs)
    golden(f"first_frame_{'package' if source else 'start'}_{size[0]}x{size[1]}", f"{drawn}\n")


@each_row(
    ("theme", "environment", "back"),
    [
        (None, {"COLORTERM": "truecolor"}, DARK["background"]),
        ("xpkg-light", {"COLORTERM": "24bit"}, LIGHT["background"]),
        ("xpkg-ansi", {"COLORTERM": "truecolor"}, ""),
        (None, {}, ""),
        (None, {"COLORTERM": "truecolor", "NO_COLOR": "1"}, ""),
        (None, {"COLORTERM": "truecolor", "NO_COLOR": ""}, DARK["background"]),
        (None, {"COLORTERM": "truecolor", "TEXTUAL_COLOR_SYSTEM": ""}, ""),
    ],
)
def test_colors_are_those_that_the_terminal_is_known_to_show(
    theme: str | None, environment: dict[str, str], back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[int, str]] = []
    monkeypatch.setattr(os, "get_terminal_size", lambda of: os.terminal_size((100, 20 if of == 2 else 1)))
    monkeypatch.setattr(os, "write", lambda to, data: written.append((to, data.decode())))
    show(SOURCE, theme, environment)
    ((to, text),) = written
    assert (to, text.count("H\x1b[38;2;") > 20, "48;2" in text) == (2, bool(back), bool(back))
    assert ";".join(map(str, bytes.fromhex(back[1:]))) in text


def test_nothing_is_drawn_where_textual_draws_elsewhere_or_the_terminal_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(_: int) -> os.terminal_size:
        raise OSError

    monkeypatch.setattr(os, "write", lambda *_: pytest.fail("it was drawn"))
    show(SOURCE, None, {"TEXTUAL_DRIVER": "x"})
    monkeypatch.setattr(os, "get_terminal_size", gone)
    show(SOURCE, None, {})


def test_colors_are_those_of_the_theme_or_none() -> None:
    assert "48;2;21;24;28" in frame(SOURCE, 120, 40, {**DARK, **DARK_VARIABLES})
    assert "48;2" not in frame(SOURCE, 120, 40, {})

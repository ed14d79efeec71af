"""Whole screens, outputs and judgements beside those that were agreed: `goldens/*.txt` of their floor."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from itertools import groupby
from pathlib import Path
from textwrap import wrap

import pytest

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.format import Format

TESTS = Path(__file__).parents[1]
_ROOMS = ("app", "cli", "formats/xpkg", "formats", "inspection", "reporting", "rules", "settings")
FOLDERS = tuple(TESTS / room / "goldens" for room in _ROOMS)
_WIDE = 140 * " "
_MANY = 12
"""Items of a list that are all described."""
Golden = Callable[[str, str], None]


class Collector:
    """The plugin of `tests/goldens.py`: it keeps every text that a test would compare."""

    def __init__(self) -> None:
        self.drawn: dict[Path, str] = {}
        """The texts by the golden of each."""


def compare(path: Path, text: str) -> None:
    """Fails where a text is not its golden."""
    ways = f"`python tests/goldens.py {path.stem}` shows the difference, with --write it is kept"
    assert path.exists(), f"there is no golden {path.stem}: {ways}"
    assert text == path.read_text(), ways


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with the golden of a name."""
    folder = next(one for one in FOLDERS if one.parent in request.path.parents)
    collector = next((one for one in request.config.pluginmanager.get_plugins() if isinstance(one, Collector)), None)
    take = collector.drawn.__setitem__ if collector else compare
    return lambda name, text: take(folder / f"{name}.txt", text)


def once(text: str, beside: str = "") -> str:
    """The lines of a text where each stands first, and their number: for what is said of many that are alike.

    Lines that stand in the text `beside`, which has a golden of its own, are left out.
    """
    lines, known = text.splitlines(), {"", *beside.splitlines()}
    new = dict.fromkeys(line for line in lines if line not in known)
    return "".join(f"{line}\n" for line in (*new, f"({len(lines):,} lines in all)"))


def headed(text: str) -> str:
    """The text with headings that have nothing below them side by side, `# one; two`, before the next that has."""
    lines: list[str] = []
    for is_heading, found in groupby(text.splitlines(), lambda line: line.startswith("# ")):
        rows = list(found)
        if is_heading and (bare := "; ".join(row[2:] for row in rows[:-1])):
            rows = [*wrap(bare, 150, initial_indent="# ", subsequent_indent="# "), rows[-1]]
        lines += rows
    return "".join(f"{line}\n" for line in lines)


def by_outcome(outcomes: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A line for each outcome, with all that lead to it: `a, b: refused`."""
    found: dict[str, list[str]] = {}
    for name, outcome in outcomes:
        found.setdefault(outcome, []).append(name)
    return (f"{', '.join(names)}: {outcome}" for outcome, names in found.items())


def described(value: object) -> str:
    """A value with all that is in it, a line each; what a field has of itself, and functions, are left out."""
    return "".join(f"{line}\n" for line in _lines(value))


def described_format(format: Format) -> str:
    """A format, and the programs that read its packages."""
    matrix = format.images.readers().matrix if format.images else ()
    return described(format) + described({"matrix": matrix, "own": format.own_readers()})


def lines_of(value: object, name: str = "") -> list[str]:
    """The lines of a value, each with its name before it; none where nothing is in it."""
    return [f"{name}: {line}" if name else line for line in _lines(value) if line]


def _lines(value: object) -> Iterator[str]:
    if isinstance(value, PrintedCommand):
        value = str(value)
    if is_dataclass(value):
        fallbacks = {one.name: one.default if one.default_factory is MISSING else () for one in fields(value)}
        found = ((name, getattr(value, name)) for name in fallbacks)
        value = {name: one for name, one in found if one != fallbacks[name] and not callable(one)}
    elif isinstance(value, set | frozenset):
        value = tuple(sorted(value, key=str))
    elif hasattr(value, "__dict__") and not isinstance(value, Enum):
        value = {"": type(value).__name__, **vars(value)}
    if isinstance(value, Mapping):
        parts = [(str(name), list(_lines(one))) for name, one in value.items() if one not in ((), {}, "")]
    elif isinstance(value, tuple | list) and (any(map(_is_described, value)) or len(_word(value)) > len(_WIDE)):
        some = value if len(value) <= _MANY else (*value[:4], f"and {len(value) - 5:,} more", value[-1])
        parts = [("-", list(_lines(one))) for one in some]
    else:
        yield _word(value)
        return
    line = "; ".join(f"{name} {lines[0]}" if len(lines) == 1 else _WIDE for name, lines in parts)
    if isinstance(value, Mapping) and len(line) < len(_WIDE):
        yield line
        return
    for name, lines in parts:
        if len(lines) == 1:
            yield f"{name}: {lines[0].strip()}"
        else:
            yield name
            yield from (f"  {line}" for line in lines)


def _is_described(value: object) -> bool:
    """Whether a value has fields of its own in a golden; a command is a line."""
    return is_dataclass(value) and not isinstance(value, PrintedCommand)


def _word(value: object) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(_word, value))
    return f"{value.name}={value.value}" if isinstance(value, Enum) else str(value)

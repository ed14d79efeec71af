"""Versions of a package beside the constraints on it: which one meets which, and why the others do not."""

from collections.abc import Sequence

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell
from xpkgtui.app.drawing.styled_text import join, safe, sign
from xpkgtui.formats.dependencies.needed import NearVersion, NeededPackage
from xpkgtui.values import dataclass

_MEETS = "meets"
_PRERELEASE = "prerelease"
_COLUMN = (12, 16)
"""Cells of a constraint, at least and at most."""
_VERSION = (8, 20)
_NOTE = 16
"""Cells that are left to a note before another constraint has a column."""


@dataclass(frozen=True, slots=True)
class ComparedVersion:
    """A version, and in a word what each constraint makes of it."""

    version: str
    meets: tuple[tuple[str, str], ...]
    """Sign and word for each constraint."""
    note: str = ""
    is_good: bool = False
    """Whether it would satisfy all, and is not what is installed."""


@dataclass(frozen=True, slots=True)
class VersionTable:
    """The versions near the constraints, one column for each that differs."""

    constraints: tuple[str, ...]
    rows: tuple[ComparedVersion, ...]

    @property
    def title(self) -> str:
        """What the title says behind the name of the package."""
        number = len(self.constraints)
        return "" if number < 2 else " for both" if number == 2 else f" for all {number:,}"

    def heads(self, width: int) -> tuple[Cell, ...]:
        """The names of the columns."""
        columns, left = self._columns(width)
        named = (Cell(safe(visible.middle(text or "any version", size), "$muted"), size) for text, size in columns)
        # As far to the right as rows with a cursor.
        first = Cell(safe("  version", "$muted"), self._version + 2)
        return first, *named, Cell(safe(f"and {left:,} more" if left else "", "$muted"))

    @staticmethod
    def cells(value: "tuple[VersionTable, ComparedVersion]", width: int) -> tuple[Cell, ...]:
        """A version, what each constraint makes of it, and a note."""
        table, one = value
        columns, _ = table._columns(width)
        style = "bold $foreground" if one.is_good else "$foreground"
        said = (
            Cell(join(sign(mark), " ", (word, "$foreground" if mark == "✓" else "$muted")), size)
            for (mark, word), (_, size) in zip(one.meets, columns, strict=False)
        )
        version = Cell(safe(visible.middle(one.version, table._version), style), table._version, keys=("",))
        return version, *said, Cell(safe(one.note, style if one.is_good else "$muted"))

    @property
    def _version(self) -> int:
        least, most = _VERSION
        return max(least, min(most, max((len(one.version) for one in self.rows), default=0)))

    def _columns(self, width: int) -> tuple[tuple[tuple[str, int], ...], int]:
        """The constraints that have a column, each with its cells; and how many have none."""
        least, most = _COLUMN
        room = width - 2 - self._version - 1 - _NOTE
        columns: list[tuple[str, int]] = []
        for text in self.constraints:
            size = max(least, min(most, len(text)))
            if columns and size + 1 > room:
                break
            columns.append((text, size))
            room -= size + 1
        return tuple(columns), len(self.constraints) - len(columns)


def compared(package: NeededPackage) -> VersionTable:
    """The versions near the constraints on a package; what several ask alike is one column."""
    constraints = [one.constraint for one in package.asked_by]
    places = {text: number for number, text in reversed(list(enumerate(constraints)))}
    columns = [places[text] for text in dict.fromkeys(constraints)]
    said = [_column(package.near, place) for place in columns]
    rows = (
        ComparedVersion(
            version=one.version,
            meets=tuple(column[number] for column in said),
            note=one.note.removeprefix("prerelease: "),
            is_good=one.version in package.serves and one.version != package.version,
        )
        for number, one in enumerate(package.near)
    )
    return VersionTable(tuple(dict.fromkeys(constraints)), tuple(rows))


def _column(near: Sequence[NearVersion], place: int) -> list[tuple[str, str]]:
    """What one constraint makes of the versions, the highest first."""
    answers = [one.meets[place] if place < len(one.meets) else None for one in near]
    met = [number for number, answer in enumerate(answers) if answer]
    first, last = (met[0], met[-1]) if met else (None, None)
    found = []
    for number, answer in enumerate(answers):
        if answer is not False:
            found.append(("✓", _MEETS) if answer else ("·", _PRERELEASE))
        elif first is None or last is None:
            found.append(("✗", "not met"))
        else:
            found.append(("✗", "too new" if number < first else "too old" if number > last else "excluded"))
    return found

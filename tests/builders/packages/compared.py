"""Two packages compared by the code of their format, without anything that opens sources."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from builders.packages.bundles import write
from builders.packages.case_facts import case_about
from builders.packages.judged_folders import stream_of

from xpkgtui.formats.changes.comparison import PackageComparison, side_of
from xpkgtui.formats.changes.side import Side
from xpkgtui.formats.format import Format
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.changes.change import Change


def changes_of_files(format: Format, old: Mapping[str, str], new: Mapping[str, str]) -> list[Change]:
    """The changes between two packages that are folders of these files."""
    return _changes(_side_of_files(format, old), _side_of_files(format, new), format)


def changes_of_texts(format: Format, old: str, new: str) -> list[Change]:
    """The changes between two packages that are streams."""
    case = case_about("x", format=format.summary.name)
    before, after = (side_of(case, text.encode(), format.ruleset()) for text in (old, new))
    return _changes(before, after, format)


def unread_of_files(old: Mapping[str, str], new: Mapping[str, str], format: Format) -> str:
    """Why the comparison of two folders is not whole; empty where it is."""
    comparison = PackageComparison(_side_of_files(format, old), _side_of_files(format, new), format.changes())
    assert list(comparison.slices())
    return comparison.unread


def _side_of_files(format: Format, files: Mapping[str, str]) -> Side:
    data, reading = _read(format, tuple(files.items()))
    case = case_about("x", is_assembled=True, format=format.summary.name, reading=reading)
    return side_of(case, data, format.ruleset())


@cache
def _read(format: Format, files: Iterable[tuple[str, str]]) -> tuple[bytes, Reading]:
    """The stream of a folder; one package is compared with many others."""
    with TemporaryDirectory() as folder:
        data, read = stream_of(format, write(Path(folder), dict(files)))
    return data, Reading(reader="stream", size=len(data), origins=read.origins, files=read.files)


def _changes(old: Side, new: Side, format: Format) -> list[Change]:
    comparison = PackageComparison(old, new, format.changes())
    found = [one for each in comparison.slices() for one in each.changes]
    assert comparison.unread == ""
    return found

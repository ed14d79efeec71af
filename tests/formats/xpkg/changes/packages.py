"""Two packages of Crossplane as YAML texts, compared."""

from builders.packages.case_facts import case_about

from xpkgtui.documents.stream import split
from xpkgtui.formats.changes.comparison import PackageComparison
from xpkgtui.formats.changes.side import Side
from xpkgtui.formats.xpkg.changes import CHANGES
from xpkgtui.rules.changes.change import Change


def compared(old: str, new: str) -> list[Change]:
    """The changes between two streams."""
    before, after = (Side(case_about("a"), text.encode(), split(text.encode())) for text in (old, new))
    comparison = PackageComparison(before, after, CHANGES)
    found = [change for each in comparison.slices() for change in each.changes]
    assert not comparison.unread
    return found


def ids(old: str, new: str) -> list[str]:
    """The IDs of the changes, in order."""
    return sorted(one.id for one in compared(old, new))


def the(id: str, old: str, new: str) -> Change:  # noqa: A002
    """The one change of that ID."""
    (found,) = [one for one in compared(old, new) if one.id == id]
    return found

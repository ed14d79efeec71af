"""Two packages of Crossplane as YAML texts, compared."""

from collections.abc import Iterator, Mapping

from builders.packages.case_facts import case_about

from xpkgtui.documents.stream import split
from xpkgtui.formats.changes.comparison import PackageComparison
from xpkgtui.formats.changes.side import Side
from xpkgtui.formats.xpkg.changes import CHANGES
from xpkgtui.rules.changes.change import Change, Level

Pair = tuple[str, str]


def compared(old: str, new: str) -> list[Change]:
    """The changes between two streams."""
    found, comparison = _compared(old, new)
    assert bool(comparison.unread) is any(one.id == "CHG001" for one in found)
    return found


def _compared(old: str, new: str) -> tuple[list[Change], PackageComparison]:
    before, after = (Side(case_about("a"), text.encode(), split(text.encode())) for text in (old, new))
    comparison = PackageComparison(before, after, CHANGES)
    return [change for each in comparison.slices() for change in each.changes], comparison


def ids(old: str, new: str) -> list[str]:
    """The IDs of the changes, in order."""
    return sorted(one.id for one in compared(old, new))


def the(id: str, old: str, new: str) -> Change:  # noqa: A002
    """The one change of that ID."""
    (found,) = [one for one in compared(old, new) if one.id == id]
    return found


def in_words(prefixes: str, tripped: Mapping[str, Pair], spared: Mapping[str, Pair]) -> str:
    """The rules whose IDs begin with CHG2 and one of these digits, and the changes of their pairs, to and fro.

    A change that was written is not repeated.
    """
    written: dict[str, None] = {}
    for rule in CHANGES.rules:
        if not rule.id.startswith("CHG2") or rule.id[4] not in prefixes:
            continue
        clients, stored = ("/".join(one.name for one in each) for each in (rule.clients, rule.stored))
        written[f"# {rule.id} {rule.title}: clients {clients}, stored {stored}"] = None
        for old, new in (tripped[rule.id], spared[rule.id]):
            for change in (*compared(old, new), *compared(new, old)):
                written["\n".join(_lines(change))] = None
    return "\n".join(written) + "\n"


def _lines(change: Change) -> Iterator[str]:
    weights = " ".join(str(weight.name if (weight := change.weights.at(level)) else "-") for level in Level)
    yield f"{change.id} {weights}: {change.object or change.group or 'package'} {change.message}"
    places = [f"{one.document}:{one.line}:{one.column or ''}" if one else "-" for one in (change.old, change.new)]
    yield f"  {' -> '.join(places)} {change.version or ''} {change.field or ''}".rstrip()
    yield from (f"  {mark}: {text}" for mark, text in (("-", change.before), ("+", change.after)) if text is not None)
    yield from (f"  who: {text}" for text in (change.who,) if text)
    yield from (f"  first: {line}" for line in change.first)

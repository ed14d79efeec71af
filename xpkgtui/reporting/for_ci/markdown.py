"""The summary of a job, or a comment on a pull request, in Markdown: verdict, counts, findings."""

from collections.abc import Iterable, Iterator, Sequence

from xpkgtui.reporting.addresses import address_of, command_of
from xpkgtui.reporting.for_ci.results import SIGNS, CiResult, SourceOutcome, SourceResults
from xpkgtui.reporting.quoting import foldable, markdown_code, markdown_prose, markdown_text
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import plural

_HEADINGS = {Severity.ERROR: "Errors", Severity.WARNING: "Warnings", Severity.INFO: "Infos"}
_FEW = 12
"""Findings of one severity that are shown open."""
_MOST = 300
"""Findings of one severity that are listed."""
MOST_BYTES = 900_000
"""GitHub takes 1 MiB for the summary of a step, and drops a longer one."""


def markdown(sources: Sequence[SourceResults]) -> str:
    """A section for each source; where there are several, a table of all comes first.

    Where not all sections have room, those of the worst sources are kept.
    """
    order = (SourceOutcome.UNREAD, SourceOutcome.FAILED, SourceOutcome.UNDECIDED, SourceOutcome.FINE)
    worst = sorted(
        enumerate(sources), key=lambda pair: (order.index(pair[1].outcome), -pair[1].counts[Severity.ERROR])
    )
    parts = ["\n".join(_table(one for _, one in worst))] if len(sources) > 1 else []
    room = MOST_BYTES - len("".join(parts).encode("utf-8", "replace"))
    kept: dict[int, str] = {}
    for number, source in worst:
        section = "\n".join(_section(source))
        room -= len(section.encode("utf-8", "replace"))
        if room < 0 and kept:
            break
        kept[number] = section
    parts += [kept[number] for number in sorted(kept)]
    if left := len(sources) - len(kept):
        parts.append(f"Of {plural(left, 'source')} more, only the row in the table has room.")
    return "\n\n".join(parts) + "\n"


def _table(sources: Iterable[SourceResults]) -> Iterator[str]:
    """A row for each source."""
    yield "| | source | errors | warnings | infos |"
    yield "|---|---|---:|---:|---:|"
    for one in sources:
        counts = " | ".join(str(one.counts[severity]) for severity in reversed(Severity))
        yield f"| {SIGNS[one.outcome]} | {markdown_text(one.name)} | {counts} |"


def _section(source: SourceResults) -> Iterator[str]:
    yield f"### {SIGNS[source.outcome]} {markdown_text(source.name)}"
    yield ""
    counted = ", ".join(
        plural(count, severity.word) for severity in reversed(Severity) if (count := source.counts[severity])
    )
    yield f"**{markdown_text(source.sentence)}**" + (f" ({counted})" if counted else "")
    if source.failure is not None and source.failure.title not in source.sentence:
        yield ""
        yield markdown_text(f"{source.failure.kind}: {source.failure.title}")
    for severity in reversed(Severity):
        found = [one for one in source.results if one.severity is severity]
        if found:
            is_closed = severity is Severity.INFO or len(found) > _FEW
            yield from foldable(f"{_HEADINGS[severity]}: {len(found):,}", _items(found), is_closed=is_closed)


def _items(found: Sequence[CiResult]) -> Iterator[str]:
    for one in found[:_MOST]:
        yield from _item(one)
    if len(found) > _MOST:
        yield f"- and {len(found) - _MOST:,} more"


def _item(one: CiResult) -> Iterator[str]:
    address = address_of(one.rule)
    rule = f"[{one.rule}]({address})" if address else markdown_code(command_of(one.rule))
    yield f"- {markdown_text(one.message)} ({rule})"
    if one.inside:
        yield f"  - {markdown_code(one.inside)}"
    if one.says:
        yield f"  - prints {markdown_code(one.says)}"
    for row in one.advice:
        yield f"  - {markdown_prose(row)}"

"""One page of the results of several runs of `check`: a table, the worst first, and the findings of each source."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from xpkgtui.reporting.as_html.markup import Element, closed, facts, prose, table
from xpkgtui.reporting.as_html.page import document
from xpkgtui.reporting.as_text.rules import WORD_GLYPHS
from xpkgtui.reporting.checked_rows import SIGNS, CheckedRow, Rank, row_of, sentence
from xpkgtui.rules.finding import Severity
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import plural, screenful

_MOST_ROWS = 10_000
_MOST_SHOWN = 500
"""Sources whose findings are shown, the worst ones."""
_MOST_FINDINGS = 100
"""Findings of one source that are shown."""
_CLASSES = {Severity.ERROR.word: "bad", Severity.WARNING.word: "warn"}
_RANKS = {Rank.REFUSED: "bad", Rank.UNREAD: "bad", Rank.ACCEPTED: "ok"}

Results = Callable[[], Iterable[dict[str, Any]]]
"""Reads the results; called twice, so that not all of them are in memory."""


def joined(read: Results) -> str:
    """The whole page, UTF-8."""
    counts: Counter[Rank] = Counter()

    def rows() -> Iterator[tuple[CheckedRow, int]]:
        for number, result in enumerate(read()):
            row = row_of(result)
            counts[row.rank] += 1
            yield row, number

    worst = heapq.nsmallest(_MOST_ROWS, rows())
    # Anchors have the numbers of the table: those of the results differ with each share of the work.
    shown = {
        one: place
        for place, (row, one) in enumerate(worst[:_MOST_SHOWN])
        if row.rank is not Rank.ACCEPTED or row.counts
    }
    kept = {shown[number]: result for number, result in enumerate(read()) if number in shown}
    headline = sentence(counts)
    parts = _parts([row for row, _ in worst], kept, headline, counts)
    return document("Packages: xpkgtui report", "Packages", parts)


def _parts(
    worst: Sequence[CheckedRow], kept: dict[int, dict[str, Any]], headline: str, counts: Counter[Rank]
) -> Iterator[Element]:
    is_fine = set(counts) == {Rank.ACCEPTED}
    kind = "bad" if counts[Rank.REFUSED] else "ok" if is_fine else "warn"
    sign = SIGNS[Rank.REFUSED if kind == "bad" else Rank.ACCEPTED if is_fine else Rank.UNDECIDED]
    yield Element("p", f"{sign} {headline}", class_=f"verdict {kind}")
    rows = (
        (
            Element("a", row.name, href=f"#source-{number}") if number in kept else row.name,
            Element("span", f"{SIGNS[row.rank]} {row.rank.word}", class_=_RANKS.get(row.rank, "warn")),
            row.counts,
            row.reason,
        )
        for number, row in enumerate(worst)
    )
    yield table("All packages, the worst first", ("package", "verdict", "findings", "first"), rows)
    if counts.total() > len(worst):
        yield Element("p", f"{counts.total() - len(worst):,} more are not listed.")
    for number, result in sorted(kept.items()):
        row = worst[number]
        yield Element("section", Element("h2", row.name, id=f"source-{number}"), *_source(row, result))


def _source(row: CheckedRow, result: dict[str, Any]) -> Iterator[Element]:
    if digest := text(result.get("digest")):
        yield Element("p", digest, class_="digest")
    yield Element("p", f"{SIGNS[row.rank]} {row.rank.word}", class_=f"verdict {_RANKS.get(row.rank, 'warn')}")
    error = mapping(result.get("error"))
    if error:
        tried = [("tried", text(one)) for one in listing(error.get("tried"))[:_MOST_FINDINGS]]
        hint = [("hint", text(error.get("hint")))] if error.get("hint") else []
        yield facts([("error", f"{text(error.get('kind'))}: {text(error.get('title'))}"), *tried, *hint])
    found = listing(result.get("findings"))
    shown = [mapping(one) for one in found[:_MOST_FINDINGS]]
    infos = [one for one in shown if one.get("severity") == Severity.INFO.word]
    yield from (_finding(one) for one in shown if one not in infos)
    if infos:
        yield closed(plural(len(infos), "info"), *map(_finding, infos))
    if len(found) > len(shown):
        yield Element("p", f"{len(found) - len(shown):,} more are left out: xpkgtui check lists them.")


def _finding(one: dict[str, Any]) -> Element:
    severity = text(one.get("severity"))
    lead = Element("strong", f"{WORD_GLYPHS.get(severity, '·')} {text(one.get('rule'))} {severity}")
    parts = [Element("p", lead, f"  {screenful(text(one.get('message')))}")]
    if place := _place(mapping(one.get("location")), mapping(one.get("object"))):
        parts.append(Element("p", Element("code", place), class_="muted"))
    quoted = [("prints", Element("code", says))] if (says := text(one.get("crossplane_says"))) else []
    quoted += [("fix", prose(fix))] if (fix := text(one.get("fix"))) else []
    return Element(
        "div", *parts, *([facts(quoted)] if quoted else []), class_=f"finding {_CLASSES.get(severity, '')}".strip()
    )


def _place(location: dict[str, Any], named: dict[str, Any]) -> str:
    """`layer 2 · package.yaml:12 · CRD a.example.org · spec.group`"""
    number, layer = location.get("line"), field(location, "layer", "index")
    file = text(location.get("file")) or text(location.get("path"))
    numbered = f"{file or 'line '}{':' if file else ''}{number}" if isinstance(number, int) else file
    called = " ".join(filter(None, (text(named.get("kind")), text(named.get("name")))))
    layered = f"layer {layer}" if isinstance(layer, int) else ""
    return " · ".join(filter(None, (layered, numbered, called, text(location.get("field")))))

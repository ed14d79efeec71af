"""Figures that have a value of their own: percentiles of keys and frames, bytes, and growth."""

import json
import math
import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

from benchmarks.terminals import Took


class Figure(NamedTuple):
    """One line of the table."""

    measure: str
    value: float
    unit: str
    to_reach: str = ""
    reference: str = ""
    reference_value: float | None = None
    cpu: float | None = None
    """Milliseconds of the processor, where `value` is by the clock."""


def late(values: Sequence[float]) -> float:
    """The 99th of a hundred; the longest of fewer."""
    return sorted(values)[math.ceil(0.99 * len(values)) - 1]


def figure(
    measure: str, took: Sequence[Took], to_reach: str, reference: str = "", beside: Sequence[Took] = ()
) -> Figure:
    """The line of a key: of many the 99th of a hundred, of few the median."""
    tell: Callable[[Sequence[float]], float] = late if len(took) >= 50 else statistics.median
    times, spent = (1000 * tell([one[at] for one in took]) for at in (0, 1))
    other = 1000 * tell([one.wall for one in beside]) if beside else None
    return Figure(measure, times, "ms", to_reach, reference, other, spent)


def tell(figures: Sequence[Figure], made_with: dict[str, object], *, as_json: bool) -> None:
    """Prints the figures: a table, or JSON."""
    if as_json:
        rows = [{name: _rounded(value) for name, value in one._asdict().items()} for one in figures]
        print(json.dumps({"made_with": made_with, "rows": rows}, indent=2))
        return
    print(f"{'measure':<44}{'':>9}{'cpu ms':>9}  {'to reach':<10}reference")
    for one in figures:
        cpu = f"{one.cpu:.1f}" if one.cpu is not None else ""
        beside = f"{one.reference} ({one.reference_value:.1f})" if one.reference_value is not None else ""
        print(f"{one.measure:<44}{one.value:>9.1f}{cpu:>9}  {one.to_reach:<10}{beside}")


def _rounded(value: object) -> object:
    return round(value, 2) if isinstance(value, float) else value

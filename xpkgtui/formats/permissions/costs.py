"""What definitions cost: their number, their size, and the memory that an API server needs for them."""

from collections.abc import Iterable, Iterator
from itertools import islice

from xpkgtui.formats.fact import amount
from xpkgtui.formats.package_objects import ObjectHead
from xpkgtui.formats.permissions.granted import Costs
from xpkgtui.visible import size

EACH = 3_000_000
"""Bytes of an API server's memory for each CustomResourceDefinition, about (crossplane#2649, crossplane#3754)."""


def costs_of(definitions: Iterable[ObjectHead], made: int | None = None, remarks: Iterable[str] = ()) -> Costs:
    """The costs of definitions; `made` is the number of CRDs that come of them, if it differs."""
    found = tuple(definitions)
    if not found:
        return Costs()
    largest = max(found, key=lambda one: one.end - one.start)
    count = len(found) if made is None else made
    return Costs(
        definitions=len(found),
        versions=sum(len(one.versions) for one in found),
        size=sum(one.end - one.start for one in found),
        largest=largest.name or largest.defines or "(no name)",
        largest_size=largest.end - largest.start,
        memory=count * EACH,
        remarks=tuple(islice(remarks, 10)),
    )


def in_words(costs: Costs) -> Iterator[str]:
    """Number, size and memory of definitions, and what was remarked, a line each."""
    if not costs.definitions:
        return
    yield f"{amount(costs.definitions, 'definition')} with {amount(costs.versions, 'version')}, {size(costs.size)}"
    yield f"the largest is {costs.largest} ({size(costs.largest_size)})"
    if costs.memory:
        yield f"about {size(costs.memory)} of memory in each API server, at {size(EACH)} a definition"
    yield from costs.remarks

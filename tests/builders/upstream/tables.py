"""All tables of cases, by the subject that they are questions of, and what the libraries answer."""

from collections.abc import Mapping
from typing import Any

from builders.oracle import answers
from builders.upstream import catalogs, listings, models
from differential.catalogs.subject import CATALOGS
from differential.ranges import RANGES
from differential.running import Disagreement, judged
from differential.subject import Subject
from differential.successors import SUCCESSORS

TABLES: Mapping[str, tuple[Subject, Mapping[str, Any]]] = {
    "reading": (CATALOGS, {name: case for name, (case, _) in catalogs.READING.items()}),
    "structure": (CATALOGS, {name: case for name, (case, _) in catalogs.STRUCTURE.items()}),
    "graphs": (CATALOGS, {name: case for name, (case, _) in models.GRAPHS.items()}),
    "model": (CATALOGS, {name: case for name, (case, _) in models.MODEL.items()}),
    "ranges": (
        RANGES,
        {name: {"ranges": list(texts), "versions": list(models.VERSIONS)} for name, texts in models.RANGES.items()},
    ),
    "successors": (SUCCESSORS, {name: case for name, (case, _) in listings.SUCCESSORS.items()}),
}
"""By the name of a table: its subject, and its cases by upstream's names."""
STORED: Any = answers("upstream")


def told(table: str, name: str) -> Any:
    """What the libraries answer to a case."""
    return STORED[table][name]


def differs(table: str, name: str) -> Disagreement | str | None:
    """How the answer of xpkgtui differs from that of the libraries."""
    subject, cases = TABLES[table]
    return judged(subject, cases[name], told(table, name))


def ours(table: str, case: Any) -> Any:
    """What xpkgtui answers to a case."""
    return TABLES[table][0].ours(case)

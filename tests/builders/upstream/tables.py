"""All tables of cases, by the subject that they are questions of, and what the libraries answer."""

from collections.abc import Mapping
from typing import Any

from builders.oracle import answers
from builders.upstream import bundles, catalogs, hub_bundles, listings, models, olm_v1_bundles, rukpak, stacks
from differential.bundles import BUNDLES
from differential.catalogs.subject import CATALOGS
from differential.expressions import EXPRESSIONS
from differential.folders.plain import PLAIN_BUNDLES
from differential.folders.rukpak import RUKPAK
from differential.folders.rukpak_updates import RUKPAK_UPDATES
from differential.folders.stacks import STACKS
from differential.ranges import RANGES
from differential.running import Disagreement, judged
from differential.subject import Subject
from differential.successors import SUCCESSORS


def _asked(rows: Mapping[str, Any], *, suite: bool = False) -> tuple[Subject, dict[str, Any]]:
    return BUNDLES, {name: {"files": row[0], "suite": suite} for name, row in rows.items()}


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
    "opm": _asked(bundles.OPM),
    "api": _asked(bundles.API),
    "related images": _asked(bundles.RELATED_IMAGES),
    "objects": _asked(hub_bundles.OBJECTS, suite=True),
    "optional": _asked(hub_bundles.OPTIONAL, suite=True),
    "labels": _asked(hub_bundles.LABELS),
    "olm v1": _asked(olm_v1_bundles.CHECKS),
    "sources": _asked(olm_v1_bundles.SOURCES),
    "constraints": (EXPRESSIONS, {name: value for name, (value, _) in bundles.CONSTRAINTS.items()}),
    "rukpak objects": (RUKPAK, {name: {"text": text} for name, (text, _) in rukpak.OBJECTS.items()}),
    "rukpak updates": (RUKPAK_UPDATES, rukpak.UPDATES),
    "plain": (PLAIN_BUNDLES, {name: files for name, (files, _) in rukpak.BUNDLES.items()}),
    "stacks": (STACKS, stacks.PACKAGES),
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

"""The rules about sets of manifests (SET), in the order of their IDs.

To add one: a function in the module of its subject, decorated with `set_rule` (its docstring is its manual), a pair
of tests, faulty and healthy, and what it silences in `ONE_FAULT`.
"""

from collections.abc import Iterator
from inspect import getmembers
from types import ModuleType

from xpkgtui.formats.sets.plan import ExaminedSet
from xpkgtui.formats.xpkg.sets.case import SetCase
from xpkgtui.formats.xpkg.sets.rules import (
    activation,
    changes,
    cluster,
    composing,
    compositions,
    origins,
    reading,
    resolution,
    runtimes,
    sources,
    versions,
)
from xpkgtui.rules.set_rule import SetRule

_MODULES: tuple[ModuleType, ...] = (
    reading,
    sources,
    origins,
    resolution,
    runtimes,
    activation,
    composing,
    compositions,
    versions,
    cluster,
)


def _rules() -> Iterator[SetRule[SetCase]]:
    for module in _MODULES:
        yield from (rule for _, rule in getmembers(module) if isinstance(rule, SetRule))


SET_RULES: tuple[SetRule[SetCase], ...] = tuple(sorted(_rules(), key=lambda one: one.id))
EXAMINED_RULES: tuple[SetRule[ExaminedSet], ...] = (changes.refused_definitions, changes.breaking)
"""The rules about packages that were judged and compared."""
OF_CLUSTERS = frozenset(
    f"SET{one}"
    for one in (
        *(101, 102, 103, 105, 108, 110, 111, 112, 201, 202, 203, 204, 205, 206, 401, 402, 403, 405, 406, 407, 409),
        *(501, 502, 504, 505, 601, 602, 605, 606, 607, 608, 609, 701, 702, 703, 807),
    )
)
"""The rules that speak of a cluster alone: they need nothing that its reading leaves out."""
KEPT = "SET807"
"""The rule about what the controllers put right by themselves, and in this cluster did not."""
ONE_FAULT = {
    "SET102": ("SET101", "SET204", "SET205", "SET805"),
    "SET103": ("SET109",),
    "SET104": ("SET109",),
    "SET105": ("SET104", "SET109"),
    "SET106": ("SET101", "SET104", "SET109"),
    "SET201": ("SET104",),
    "SET505": ("SET502",),
    "SET601": ("SET102",),
}
"""The rules that are silent about a package of which another one speaks."""

"""What a cluster says of a package, as facts: its object, its active revision, and their conditions."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from xpkgtui.formats.fact import Fact, heading

if TYPE_CHECKING:  # the screen draws what it was sent
    from xpkgtui.sources.installed import ClusterCondition, ClusterState

_GOOD = frozenset(
    ("Healthy", "Installed", "RevisionHealthy", "RuntimeHealthy", "Verified", "Available", "Succeeded", "Ready")
)
"""Conditions whose `True` is good news."""
_SIGNS = {"True": "✓", "False": "✗"}


def facts_of(installed: "ClusterState") -> tuple[Fact, ...]:
    """The facts under a heading that names the cluster."""
    where = f"context {installed.context}" if installed.context else "the current context"
    return heading("In the cluster", where), *_facts(installed)


def _facts(installed: "ClusterState") -> Iterator[Fact]:
    for number, one in enumerate(installed.objects):
        name = " ".join(filter(None, (one.kind, one.name, one.namespace and f"in {one.namespace}")))
        yield "installed as" if number else "asked by", name
        yield from one.facts
        for condition in one.conditions:
            yield "condition", _said(condition)


def _said(condition: "ClusterCondition") -> str:
    sign = _SIGNS.get(condition.status, "!") + " " if condition.type in _GOOD else ""
    reason = f"  {condition.reason}" if condition.reason else ""
    message = f"\n{condition.message}" if condition.message else ""
    return f"{sign}{condition.type} is {condition.status or 'not stated'}{reason}{message}".replace("\t", " ")

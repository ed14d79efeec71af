"""A rule of RBAC, read out of a value of any shape, and as Kubernetes writes it."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from xpkgtui.untyped import field, listing
from xpkgtui.values import dataclass

MOST_RULES = 2_000
"""Rules of one role that are read."""
_MOST_TEXTS = 10_000
"""Texts of one list in a rule that are read."""
_LONGEST = 1_000
"""Characters of one text that are kept."""
_KEYS = (
    ("verbs", "verbs"),
    ("apiGroups", "api_groups"),
    ("resources", "resources"),
    ("resourceNames", "resource_names"),
    ("nonResourceURLs", "urls"),
)
READS = ("get", "list", "watch")


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyRule:
    """Verbs that are allowed for resources, or for URLs."""

    verbs: tuple[str, ...] = ()
    api_groups: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    resource_names: tuple[str, ...] = ()
    """Objects to which it is limited; none for all."""
    urls: tuple[str, ...] = ()

    def as_object(self) -> dict[str, Any]:
        """The rule with the keys of Kubernetes, without lists that are empty."""
        return {key: list(found) for key, name in _KEYS if (found := getattr(self, name)) or key == "verbs"}


def rule_of(value: object) -> PolicyRule:
    """The rule in a value; what is not text in its lists does not count."""
    return PolicyRule(**{name: _texts(field(value, key)) for key, name in _KEYS})


def rules_of(values: object) -> tuple[PolicyRule, ...]:
    """The rules in a list, up to `MOST_RULES`."""
    return tuple(rule_of(one) for one in listing(values)[:MOST_RULES])


def as_objects(rules: Iterable[PolicyRule]) -> list[dict[str, Any]]:
    """Rules with the keys of Kubernetes."""
    return [one.as_object() for one in rules]


def with_verbs(rules: Iterable[PolicyRule], *verbs: str) -> tuple[PolicyRule, ...]:
    """Rules about these resources with other verbs."""
    return tuple(PolicyRule(verbs=verbs, api_groups=one.api_groups, resources=one.resources) for one in rules)


def is_cut(values: object) -> bool:
    """Whether a list of rules has more than is read of it."""
    found = listing(values)
    lists = (listing(field(one, key)) for one in found[:MOST_RULES] for key, _ in _KEYS)
    return len(found) > MOST_RULES or any(len(each) > _MOST_TEXTS for each in lists)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one[:_LONGEST] for one in islice(listing(value), _MOST_TEXTS) if isinstance(one, str))

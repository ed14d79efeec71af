"""Permissions of two ClusterServiceVersions compared, whatever rules they are written in."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.permissions.in_words import in_words
from xpkgtui.formats.registry_v1.changes import installing_rules as rules
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, text

_INSTALL = ("spec", "install", "spec")
_EVERYWHERE = "clusterPermissions"
_PARTS = ((_EVERYWHERE, "in all namespaces"), ("permissions", "in its namespace"))
_VERSION = re.compile(r"-v?\d+(?:[-.]\d+)+(?=-|\Z)")
_MOST = 50_000
"""Single permissions of one account that are compared."""
_LINES = 12
"""Lines in words of one account."""


class Grant(NamedTuple):
    """One verb of one resource, or of one URL."""

    group: str
    resource: str
    name: str
    """The object to which it is limited; empty for all."""
    verb: str
    url: str = ""


def compare_permissions(old: Thing, new: Thing) -> Iterator[Difference]:
    """What each service account may do more, and what less."""
    for part, where in _PARTS:
        before, after = (_accounts(one, part) for one in (old, new))
        everywhere = _accounts(old, _EVERYWHERE) if part != _EVERYWHERE else {}
        for account in dict.fromkeys((*after, *before)):
            left, right = before.get(account, {}), after.get(account, {})
            at = At(
                field=f"spec.install.spec.{part}",
                old=FieldPath((*_INSTALL, part)) if left else None,
                new=FieldPath((*_INSTALL, part)) if right else None,
            )
            name = f"the service account {account}"
            if more := _beyond(right, {**left, **everywhere.get(account, {})}):
                lines = _lines(more)
                is_dangerous = any(one.startswith("! ") for one in lines)
                said = [one.removeprefix("! ") for one in lines]
                yield rules.permissions_wider(at, name, where, said, is_dangerous=is_dangerous)
            if less := _beyond(left, right):
                yield rules.permissions_narrower(at, name, where, [one.removeprefix("! ") for one in _lines(less)])


def _accounts(thing: Thing, part: str) -> dict[str, dict[Grant, None]]:
    """The permissions by service account; a version in the name of an account does not count."""
    found: dict[str, dict[Grant, None]] = {}
    for one in listing(field(thing.value, *_INSTALL, part)):
        name = _VERSION.sub("", text(field(one, "serviceAccountName"))) or "default"
        each = found.setdefault(name, {})
        for rule in listing(field(one, "rules")):
            each.update(dict.fromkeys(islice(_single(rule), max(0, _MOST - len(each)))))
    return found


def _single(rule: Any) -> Iterator[Grant]:
    """The single permissions of a rule; a missing list of groups is the core group, as the facts take it."""
    groups, resources, verbs, names, urls = (
        [text(one) for one in listing(field(rule, key))]
        for key in ("apiGroups", "resources", "verbs", "resourceNames", "nonResourceURLs")
    )
    for group, resource, name, verb in product(groups or [""], resources, names or [""], verbs):
        yield Grant(group, resource, name, verb)
    for url, verb in product(urls, verbs):
        yield Grant("", "", "", verb, url)


def _beyond(these: Mapping[Grant, None], those: Mapping[Grant, None]) -> list[Grant]:
    """The permissions among `these` that `those` do not include, where `*` includes all."""
    return [one for one in these if not _is_included(one, those)]


def _is_included(one: Grant, those: Mapping[Grant, None]) -> bool:
    verbs = dict.fromkeys((one.verb, "*"))
    if one.url:
        return any(Grant("", "", "", verb, url) in those for url in (one.url, "*") for verb in verbs)
    resources = [one.resource, "*"]
    if "/" in one.resource:
        resources.append(f"*/{one.resource.partition('/')[2]}")
    return any(
        Grant(*each) in those
        for each in product(dict.fromkeys((one.group, "*")), resources, dict.fromkeys((one.name, "")), verbs)
    )


def _lines(found: Iterable[Grant]) -> list[str]:
    """The permissions in words; dangerous ones begin with `! `."""
    rules_ = [
        {"verbs": [one.verb], "nonResourceURLs": [one.url]}
        if one.url
        else {
            "apiGroups": [one.group],
            "resources": [one.resource],
            "verbs": [one.verb],
            **({"resourceNames": [one.name]} if one.name else {}),
        }
        for one in found
    ]
    lines = [one.strip() for one in in_words(rules_)]
    return lines if len(lines) <= _LINES else [*lines[:_LINES], f"and {len(lines) - _LINES:,} more"]

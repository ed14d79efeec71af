"""Deployments, images and webhooks of two ClusterServiceVersions compared by their names."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Any, NamedTuple

from xpkgtui import visible
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import at_paths, compare_objects, leaves, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.permissions.in_words import in_words
from xpkgtui.formats.permissions.workloads import pods
from xpkgtui.formats.registry_v1.changes import installing_rules as rules
from xpkgtui.formats.registry_v1.changes import running_rules
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, mapping, same, text
from xpkgtui.values import dataclass
from xpkgtui.visible import few

Path = tuple[str | int, ...]
_DEPLOYMENTS: Path = ("spec", "install", "spec", "deployments")
_POD: Path = ("spec", "template", "spec")
_SELECTOR = ("spec", "selector")
_CONTAINERS = (("initContainers", "init container"), ("containers", "container"))
_HOOKS: Path = ("spec", "webhookdefinitions")
_CONVERSION = "ConversionWebhook"
_REACH = ("rules", "objectSelector", "namespaceSelector", "matchPolicy", "matchConditions", "conversionCRDs")
"""The fields of a webhook that say which requests go through it."""
_FIELDS = 8
"""Fields that one sentence names."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NamedEntry:
    """One entry of a list, and its place."""

    path: Path
    value: Any


def by_name(value: Any, path: Path, key: str = "name") -> dict[str, NamedEntry]:
    """The entries of a list by their names; of several with one name the first."""
    found: dict[str, NamedEntry] = {}
    entries: Any = value
    for part in path:
        entries = mapping(entries).get(str(part)) if not isinstance(part, int) else listing(entries)[part]
    for number, one in enumerate(listing(entries)):
        found.setdefault(
            text(mapping(one).get(key)) or f"number {number + 1}", NamedEntry(path=(*path, number), value=one)
        )
    return found


def at_of(old: NamedEntry | None, new: NamedEntry | None, *more: str, before: Any = None, after: Any = None) -> At:
    """The place of an entry on the sides that have it."""
    left, right = ((*one.path, *more) if one else None for one in (old, new))
    return at_paths(left, right, before, after)


def compare_workloads(old: Thing, new: Thing) -> Iterator[Difference]:
    """The deployments, their containers and the related images."""
    before, after = (by_name(one.value, _DEPLOYMENTS) for one in (old, new))
    for name, one in after.items():
        if gained := _risks(one) - (_risks(before[name]) if name in before else set()):
            yield running_rules.risks_gained(at_of(before.get(name), one), name, sorted(gained))
        if name not in before:
            yield running_rules.workload_new(at_of(None, one), f"the deployment {name}")
        elif not same(before[name].value, one.value):
            yield from _deployment(name, before[name], one, old, new)
    for name, one in before.items():
        if name not in after:
            yield running_rules.workload_gone(at_of(one, None), f"the deployment {name}")
    left, right = (by_name(each.value, ("spec", "relatedImages")) for each in (old, new))
    for name, image in right.items():
        if name in left:
            yield from _image(f"the related image {name}", left[name], image)


def _risks(deployment: NamedEntry) -> set[str]:
    """What a deployment may do on its node beyond what a Pod usually may."""
    spec = field(deployment.value, "spec")
    pod = pods("Deployment", "", spec, field(spec, "template", "spec"))
    return {*pod.risks, *(f"{one.name} {risk}" for one in pod.containers for risk in one.risks)}


def _deployment(name: str, old: NamedEntry, new: NamedEntry, before: Thing, after: Thing) -> Iterator[Difference]:
    paths = (*old.path, *_POD), (*new.path, *_POD)
    for key, word in _CONTAINERS:
        left, right = by_name(before.value, (*paths[0], key)), by_name(after.value, (*paths[1], key))
        for container, one in right.items():
            what = f"the {word} {container} of {name}"
            if container in left:
                yield from _image(f"the image of {what}", left[container], one)
            else:
                yield running_rules.workload_new(at_of(None, one), what)
        for container, one in left.items():
            if container not in right:
                yield running_rules.workload_gone(
                    at_of(one, None), f"the {word} {container} of {name}", is_container=True
                )
    selected, selects = (field(one.value, *_SELECTOR) for one in (old, new))
    if isinstance(selected, dict) and isinstance(selects, dict) and not same(selected, selects):
        at = at_of(old, new, *_SELECTOR, before=selected, after=selects)
        yield running_rules.selector_changed(at, name)
    found = dict.fromkeys(
        _brief(leaf.new or leaf.old or ()) for leaf in leaves(old.value, new.value) if _is_setting(leaf)
    )
    if found:
        fields = list(found)
        more = [f"{len(fields) - _FIELDS:,} more"] if len(fields) > _FIELDS else []
        yield running_rules.settings_changed(at_of(old, new), name, [*fields[:_FIELDS], *more])


def _is_setting(leaf: Any) -> bool:
    path = leaf.new or leaf.old or ()
    is_whole = leaf.old is None or leaf.new is None
    is_container = len(path) == len(_POD) + 2 and path[len(_POD)] in ("initContainers", "containers")
    is_selector = path[:2] == _SELECTOR and len(path) > (2 if is_whole else 1)
    return path[-1:] != ("image",) and not (is_whole and is_container) and not is_selector


def _brief(path: Path) -> str:
    """A field of a deployment without the part that all have: `containers[0].args`."""
    inside = path[len(_POD) :] if path[: len(_POD)] == _POD else path
    return str(FieldPath(inside))


def _image(what: str, old: NamedEntry, new: NamedEntry) -> Iterator[Difference]:
    before, after = text(mapping(old.value).get("image")), text(mapping(new.value).get("image"))
    if before != after:
        at = at_of(old, new, "image", before=before or None, after=after or None)
        yield running_rules.image_changed(at, what, is_moved=_repository(before) != _repository(after))


def _repository(image: str) -> str:
    name = image.partition("@")[0]
    head, slash, last = name.rpartition("/")
    return head + slash + last.partition(":")[0]


def compare_webhooks(old: Thing, new: Thing) -> Iterator[Difference]:
    """The webhooks by type and name."""
    before, after = _webhooks(old), _webhooks(new)
    for name, one in after.items():
        if name in before:
            yield from _webhook(name, before[name], one)
            continue
        policy = text(field(one.value, "failurePolicy")) or "Fail"
        converts = field(one.value, "type") == _CONVERSION
        about = "it converts objects" if converts else f"failurePolicy {policy}, {_rules(one.value)}"
        is_strict = converts or policy == "Fail"
        yield running_rules.webhook_new(at_of(None, one), name, about, is_strict=is_strict, is_first=not before)
    for name, one in before.items():
        if name not in after:
            yield running_rules.webhook_gone(at_of(one, None), name, converts=field(one.value, "type") == _CONVERSION)


def _webhooks(thing: Thing) -> dict[str, NamedEntry]:
    found: dict[str, NamedEntry] = {}
    for number, one in enumerate(listing(field(thing.value, "spec", "webhookdefinitions"))):
        name = f"{text(field(one, 'type')) or 'webhook'} {text(field(one, 'generateName'))}".rstrip()
        found.setdefault(name, NamedEntry(path=(*_HOOKS, number), value=one))
    return found


def _webhook(name: str, old: NamedEntry, new: NamedEntry) -> Iterator[Difference]:
    left, right = mapping(old.value), mapping(new.value)
    clauses = []
    is_stricter = False
    before, after = (text(one.get("failurePolicy")) or "Fail" for one in (left, right))
    if before != after:
        clauses.append(f"failurePolicy is {after}, was {before}")
        is_stricter = after == "Fail"
    if not same(left.get("rules") or [], right.get("rules") or []):
        clauses.append(f"it is asked about {_rules(right)}, was about {_rules(left)}")
        is_stricter = is_stricter or not _covers(left, right)
    others = [key for key in {**right, **left} if key not in ("failurePolicy", "rules")]
    if differing := [key for key in others if not same(left.get(key), right.get(key))]:
        clauses.append(f"other {', '.join(differing)}")
        is_stricter = is_stricter or any(key in _REACH for key in differing)
    if clauses:
        yield running_rules.webhook_changed(at_of(old, new), name, clauses, is_stricter=is_stricter)


def _covers(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    return all(any(same(one, other) for other in listing(old.get("rules"))) for one in listing(new.get("rules")))


def _rules(value: Any) -> str:
    """The operations and resources of a webhook: `CREATE and UPDATE of berths`."""
    found = []
    for one in listing(field(value, "rules")):
        operations, resources, groups = (
            "/".join(map(text, listing(field(one, key)))) for key in ("operations", "resources", "apiGroups")
        )
        found.append(f"{operations or 'nothing'} of {resources or 'nothing'}{f' ({groups})' if groups else ''}")
    return few(found, _FIELDS) or "nothing"


_INSTALL = ("spec", "install", "spec")
_EVERYWHERE = "clusterPermissions"
_PARTS = ((_EVERYWHERE, "in all namespaces"), ("permissions", "in its namespace"))
_VERSION = re.compile(r"-v?\d+(?:[-.]\d+)+(?=-|\Z)")
MOST_PERMISSIONS = 50_000
"""Single permissions of one account that are compared."""
_ALL = "does everything with every resource, as cluster-admin"
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
            path = (*_INSTALL, part)
            at = at_paths(path if left else None, path if right else None)
            name = f"the service account {account}"
            yield from _uncompared(at, left, right)
            if more := _beyond(right, {**left, **everywhere.get(account, {})}):
                yield _wider(at, name, where, more)
            if less := _beyond(left, right):
                yield rules.permissions_narrower(at, name, where, [one.removeprefix("! ") for one in _lines(less)])


def compare_roles(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """What a role beside the ClusterServiceVersion gives more, and what less."""
    if old is not None and new is not None:
        yield from other_fields(old, new, ("rules",))
    else:
        yield from compare_objects(old, new)
    left, right = (_of_rules(field(one.value, "rules")) if one else {} for one in (old, new))
    thing, at = new or old, at_paths(("rules",) if old else None, ("rules",) if new else None)
    where = "in all namespaces" if thing and thing.name.kind == "ClusterRole" else "in its namespace"
    name = f"each account with {thing.name if thing else None}"
    yield from _uncompared(at, left, right)
    if more := _beyond(right, left):
        yield _wider(at, name, where, more)
    if less := _beyond(left, right):
        yield rules.permissions_narrower(at, name, where, [one.removeprefix("! ") for one in _lines(less)])


def compare_bindings(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """Whom a binding beside the ClusterServiceVersion makes an administrator."""
    yield from compare_objects(old, new)
    before, after = (_administrators(one) for one in (old, new))
    if new is not None and (more := [one for one in after if one not in before]):
        where = "in all namespaces" if new.name.kind == "ClusterRoleBinding" else "in its namespace"
        at = at_paths(("roleRef",) if old else None, ("roleRef",))
        yield rules.permissions_wider(at, visible.few(more, _FIELDS), where, [_ALL], is_dangerous=True)


def _administrators(binding: Thing | None) -> list[str]:
    """The subjects to which a binding gives everything."""
    value = mapping(binding.value) if binding else {}
    if field(value, "roleRef", "name") != "cluster-admin" or field(value, "roleRef", "kind") != "ClusterRole":
        return []
    return [f"{text(field(one, 'kind'))} {text(field(one, 'name'))}" for one in listing(value.get("subjects"))]


def _uncompared(at: At, *found: Mapping[Grant, None]) -> Iterator[Difference]:
    """Says that permissions were cut, so that others may have changed too."""
    if any(len(one) >= MOST_PERMISSIONS for one in found):
        yield object_rules.not_compared(at, f"it has {MOST_PERMISSIONS:,} single permissions and more")


def _wider(at: At, name: str, where: str, grants: Iterable[Grant]) -> Difference:
    lines = _lines(grants)
    is_dangerous = any(one.startswith("! ") for one in lines)
    return rules.permissions_wider(
        at, name, where, [one.removeprefix("! ") for one in lines], is_dangerous=is_dangerous
    )


def _accounts(thing: Thing, part: str) -> dict[str, dict[Grant, None]]:
    """The permissions by service account; a version in the name of an account does not count."""
    found: dict[str, dict[Grant, None]] = {}
    for one in listing(field(thing.value, *_INSTALL, part)):
        name = _VERSION.sub("", text(field(one, "serviceAccountName"))) or "default"
        found[name] = _of_rules(field(one, "rules"), found.get(name))
    return found


def _of_rules(value: Any, known: dict[Grant, None] | None = None) -> dict[Grant, None]:
    """The single permissions of rules, behind those that are known."""
    found = known if known is not None else {}
    for rule in listing(value):
        found.update(dict.fromkeys(islice(_single(rule), max(0, MOST_PERMISSIONS - len(found)))))
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

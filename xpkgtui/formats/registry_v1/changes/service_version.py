"""Two ClusterServiceVersions compared: what they need, own and run, and what describes them."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import KIND as CRD
from xpkgtui.formats.changes.objects import at_field, compare_objects, leaves
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.install_modes import ALL
from xpkgtui.formats.registry_v1.changes import installing_rules as rules
from xpkgtui.formats.registry_v1.changes import release_rules
from xpkgtui.formats.registry_v1.changes.metadata import compare_properties
from xpkgtui.formats.registry_v1.changes.workloads import (
    NamedEntry,
    at_of,
    by_name,
    compare_permissions,
    compare_webhooks,
    compare_workloads,
)
from xpkgtui.rules.changes.rule import At, Difference, refused
from xpkgtui.untyped import field, listing, mapping, same, text
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange
from xpkgtui.visible import few

_SKIP_RANGE, _SUBSTITUTES = "olm.skipRange", "olm.substitutesFor"
_REPLACES = FieldPath.of("spec", "replaces")
_SOME = 4
"""Skipped bundles that a sentence names."""


def compare_releases(old: Thing, new: Thing) -> Iterator[Difference]:
    """Whether OLM goes from the old bundle to the new one by itself, and whether the version is lower."""
    before, after = (text(field(one.value, "metadata", "name")) for one in (old, new))
    name = FieldPath.of("metadata", "name")
    at = At(field="spec.replaces", old=name, new=_REPLACES, before=before or None, after=_replaces(new) or None)
    versions = _version(old), _version(new)
    if before == after:
        yield release_rules.same_name(At(old=name, new=name), after)
    elif how := _way(before, versions[0], new):
        yield release_rules.has_way(at, before, how)
    else:
        given = text(field(old.value, "spec", "version"))
        yield refused(release_rules.no_way(at, before, after, given, list(_upgrade_clauses(new))))
    if versions[0] is not None and versions[1] is not None and versions[1] < versions[0]:
        path = FieldPath.of("spec", "version")
        yield release_rules.downgrade(
            At(field=str(path), old=path, new=path, before=str(versions[0]), after=str(versions[1]))
        )


def _version(thing: Thing) -> BlangVersion | None:
    return parsed(BlangVersion.parse, text(field(thing.value, "spec", "version")))


def _replaces(thing: Thing) -> str:
    return text(field(thing.value, "spec", "replaces"))


def _range(thing: Thing) -> str:
    return text(field(thing.value, "metadata", "annotations", _SKIP_RANGE))


def _way(old: str, version: BlangVersion | None, new: Thing) -> str:
    """How the new bundle follows the old one; empty text if it does not."""
    if old and _replaces(new) == old:
        return f"it replaces {old}"
    if old in map(text, listing(field(new.value, "spec", "skips"))):
        return f"it skips {old}"
    given = _range(new) if version is not None else ""
    versions = parsed(BlangRange.parse, given) if given else None
    if version is not None and versions is not None and versions.matches(version):
        return f"its skipRange {given} includes {version}"
    return ""


def _upgrade_clauses(new: Thing) -> Iterator[str]:
    """What the new bundle replaces and skips, a clause each."""
    if replaces := _replaces(new):
        yield f"it replaces {replaces}"
    if skips := [text(one) for one in listing(field(new.value, "spec", "skips"))]:
        yield f"it skips {few(skips, _SOME)}"
    if given := _range(new):
        yield f"its skipRange is {given}"
    if given := text(field(new.value, "metadata", "annotations", _SUBSTITUTES)):
        yield f"its annotation {_SUBSTITUTES} names {given}"


_CRDS, _SERVICES = "customresourcedefinitions", "apiservicedefinitions"
_JUDGED = frozenset(
    {"version", "release", "replaces", "skips", "installModes", "minKubeVersion", "webhookdefinitions"}
    | {"relatedImages", _CRDS, _SERVICES}
)
"""Fields of `spec` that functions of their own compare."""
_WORDS = frozenset(
    {"displayName", "description", "icon", "keywords", "maintainers", "provider", "links", "maturity"}
    | {"labels", "annotations", "selector"}
)
"""Fields of `spec` that describe the operator."""
_PROPERTIES = "olm.properties"
_NAMED = 12
"""Fields that one sentence names."""


def compare_service_versions(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of the ClusterServiceVersion; one that only one bundle has is an object that is new or gone."""
    if old is None or new is None:
        yield from compare_objects(old, new)
        return
    yield from compare_releases(old, new)
    yield from _modes(old, new)
    yield from _owned(old, new)
    yield from _required(old, new)
    yield from compare_permissions(old, new)
    yield from _kubernetes(old, new)
    yield from compare_workloads(old, new)
    yield from compare_webhooks(old, new)
    yield from compare_properties(old, new)
    yield from _rest(old, new)


def _modes(old: Thing, new: Thing) -> Iterator[Difference]:
    before, after = (by_name(one.value, ("spec", "installModes"), "type") for one in (old, new))
    left, right = (
        {name for name, one in each.items() if mapping(one.value).get("supported") is True}
        for each in (before, after)
    )
    for name in sorted(left - right):
        at = at_of(before[name], after.get(name), before=True, after=False)
        lost = rules.mode_lost(at, name)
        yield refused(lost) if name == ALL else lost
    for name in sorted(right - left):
        yield rules.mode_gained(at_of(before.get(name), after[name], before=False, after=True), name)


def _apis(thing: Thing, which: str) -> dict[str, NamedEntry]:
    """The definitions and API services in one of the lists, by their names in words."""
    found: dict[str, NamedEntry] = {}
    for number, one in enumerate(listing(field(thing.value, "spec", _CRDS, which))):
        name = f"CRD {text(field(one, 'name'))}"
        found.setdefault(name, NamedEntry(path=("spec", _CRDS, which, number), value=one))
    for number, one in enumerate(listing(field(thing.value, "spec", _SERVICES, which))):
        name = f"API service {text(field(one, 'version'))}.{text(field(one, 'group'))} ({text(field(one, 'kind'))})"
        found.setdefault(name, NamedEntry(path=("spec", _SERVICES, which, number), value=one))
    return found


def _owned(old: Thing, new: Thing) -> Iterator[Difference]:
    before, after = _apis(old, "owned"), _apis(new, "owned")
    crds = [{key.name for key in one.side.chunks if key.kind == CRD} for one in (old, new)]
    for name, one in before.items():
        # A definition that is gone is reported itself.
        crd = text(mapping(one.value).get("name"))
        if name not in after and not (name.startswith("CRD ") and crd in crds[0] and crd not in crds[1]):
            yield rules.api_lost(at_of(one, None), name)
    had_services = any(not name.startswith("CRD ") for name in before)
    for name, one in after.items():
        if name not in before and not name.startswith("CRD "):
            gained = rules.service_gained(at_of(None, one), name.removeprefix("API service "))
            yield gained if had_services else refused(gained)


def _required(old: Thing, new: Thing) -> Iterator[Difference]:
    before, after, own = _apis(old, "required"), _apis(new, "required"), _apis(new, "owned")
    for name, one in after.items():
        if name not in before and name not in own:
            yield rules.requirement_gained(at_of(None, one), name)
    for name, one in before.items():
        if name not in after:
            yield rules.requirement_lost(at_of(one, None), name)


def _kubernetes(old: Thing, new: Thing) -> Iterator[Difference]:
    before, after = (text(field(one.value, "spec", "minKubeVersion")) for one in (old, new))
    if before != after:
        at = at_field("spec", "minKubeVersion", before=before or None, after=after or None)
        yield rules.kubernetes_changed(at, is_higher=bool(after) and (not before or not _is_below(after, before)))


def _is_below(one: str, other: str) -> bool:
    """Whether a version is lower than another; of malformed ones it is not known, so False."""
    left, right = (parsed(BlangVersion.parse_loosely, each) for each in (one, other))
    return left is not None and right is not None and left < right


def _rest(old: Thing, new: Thing) -> Iterator[Difference]:
    """What describes the operator in one sentence, and all other fields one by one."""
    changed: dict[str, None] = {}
    for key in ("annotations", "labels"):
        left, right = (mapping(field(one.value, "metadata", key)) for one in (old, new))
        differing = [name for name in {**right, **left} if not same(left.get(name), right.get(name))]
        changed.update((f"{key[:-1]} {name}", None) for name in differing if name not in (_SKIP_RANGE, _PROPERTIES))
    before, after = (mapping(field(one.value, "spec")) for one in (old, new))
    changed.update((name, None) for name in {**after, **before} if _is_wordy(name, before, after))
    for which in ("owned", "required"):
        left, right = _apis(old, which), _apis(new, which)
        if any(name in left and not same(left[name].value, one.value) for name, one in right.items()):
            changed[f"the descriptions of {which} APIs"] = None
    if changed:
        names = list(changed)
        more = [f"{len(names) - _NAMED:,} more"] if len(names) > _NAMED else []
        yield release_rules.words_changed(At(old=FieldPath(), new=FieldPath()), [*names[:_NAMED], *more])
    for leaf in leaves(_others(old.value), _others(new.value)):
        yield object_rules.field_changed(leaf.at, is_words=False)


def _is_wordy(name: str, before: dict[str, Any], after: dict[str, Any]) -> bool:
    return name in _WORDS and not same(before.get(name), after.get(name))


def _others(value: Any) -> dict[str, Any]:
    """The fields that no function of their own compares."""
    spec = {key: one for key, one in mapping(field(value, "spec")).items() if key not in _JUDGED | _WORDS}
    install = mapping(spec.pop("install", None))
    strategy = {key: one for key, one in mapping(install.get("spec")).items() if not _is_judged_in_install(key)}
    return {"spec": {**spec, "install": {**install, "spec": strategy}}}


def _is_judged_in_install(key: str) -> bool:
    return key in ("deployments", "permissions", "clusterPermissions")

"""The objects that describe two packages, compared: what the package is, its fields, and what it asks for."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.formats.changes.objects import at_field, at_object, at_paths, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.xpkg.changes.meta_objects import meta_rules as rules
from xpkgtui.formats.xpkg.changes.places import few
from xpkgtui.formats.xpkg.dependencies.entries import Dependency, dependencies_of
from xpkgtui.formats.xpkg.objects.kinds import META_GROUP, PACKAGES
from xpkgtui.formats.xpkg.tools.crossplane_versions import admits
from xpkgtui.formats.xpkg.tools.facts import FUNCTION_V1, FUNCTION_V1BETA1, MINORS, SUPPORTED
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, listing, mapping, same, text, texts
from xpkgtui.versions.constraint import Constraint, covers, overlap

_PATH = ("spec", "crossplane", "version")


def compare_crossplane(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Difference]:
    """The versions of Crossplane that the new package takes and the old one did not, and the reverse."""
    if same(old.get("crossplane"), new.get("crossplane")):
        return
    before, after = _taken(old), _taken(new)
    at = at_field(*_PATH, before=field(old, *_PATH[1:]), after=field(new, *_PATH[1:]))
    if gone := before - after:
        yield rules.crossplane_narrowed(at, _spans(gone), is_supported=not gone.isdisjoint(SUPPORTED))
    else:
        yield rules.crossplane_changed(at, _spans(after - before))


def _taken(spec: Mapping[str, Any]) -> frozenset[str]:
    """The minor releases of which the package takes a patch release; without a constraint all."""
    if spec.get("crossplane") is None:
        return frozenset(MINORS)
    text = field(spec, *_PATH[1:])
    return frozenset(one for one in MINORS if admits(text if isinstance(text, str) else "", one))


def _spans(versions: frozenset[str]) -> str:
    """`1.14 to 1.20, 2.2`; nothing where there are none."""
    spans: list[list[str]] = []
    is_next = False
    for version in MINORS:
        if version not in versions:
            is_next = False
        elif is_next:
            spans[-1][1:] = [version]
        else:
            spans.append([version])
            is_next = True
    return ", ".join(" to ".join(span) for span in spans)


def compare_dependencies(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Difference]:
    """The dependencies that are new, gone, moved or have another constraint, matched by their repositories."""
    before, after = _by_repository(old), _by_repository(new)
    moved = _moved(before, after)
    for name, one in before.items():
        if name in moved:
            other = after[moved[name]]
            at = at_paths(_place(one), _place(other), _written(one), _written(other))
            yield rules.dependency_moved(at, name, moved[name], other.version)
        elif name not in after:
            at = at_paths(_place(one), None, before=_written(one))
            yield rules.dependency_removed(at, name)
    for name, one in after.items():
        if name not in before:
            if name not in moved.values():
                at = at_paths(None, _place(one), after=_written(one))
                yield rules.dependency_added(at, name, one.kind, one.version)
        elif _meaning(before[name]) != _meaning(one):
            yield _changed(name, before[name], one)


def _moved(before: Mapping[str, Dependency], after: Mapping[str, Dependency]) -> dict[str, str]:
    """The new repositories of those that are gone: of one last name there is one on either side."""
    gone, new = (_by_last_name(one, other) for one, other in ((before, after), (after, before)))
    pairs = ((gone[last], new[last]) for last in gone if last in new)
    return {one[0]: other[0] for one, other in pairs if len(one) == len(other) == 1}


def _by_last_name(found: Iterable[str], known: Container[str]) -> dict[str, list[str]]:
    """Repositories that the other side does not have."""
    named: dict[str, list[str]] = {}
    for one in found:
        if one not in known:
            named.setdefault(one.rpartition("/")[2], []).append(one)
    return named


def _changed(name: str, old: Dependency, new: Dependency) -> Difference:
    at = at_paths(_place(old), _place(new), _written(old), _written(new))
    excludes, is_wider, is_same = _fit(old.version, new.version)
    level = 0 if old.kind != new.kind or not is_wider else 2 if is_same else 1
    return rules.dependency_changed(at, name, level=level, excludes=excludes)


def _fit(old: str, new: str) -> tuple[bool, bool, bool]:
    """Whether no version satisfies both; whether all that satisfied the old one satisfy the new one; and the reverse.

    A digest is one version, which is not known.
    """
    if old == new:
        return False, True, True
    digests = [one.startswith("sha256:") for one in (old, new)]
    if any(digests):
        return all(digests), False, False
    try:
        one, other = Constraint.parse(old), Constraint.parse(new)
    except Malformed:
        return False, False, False
    is_wider = covers(other, one)
    return not overlap(one, other), is_wider, is_wider and covers(one, other)


def _by_repository(spec: Mapping[str, Any]) -> dict[str, Dependency]:
    found: dict[str, Dependency] = {}
    for one in dependencies_of(spec):
        found.setdefault(one.repository, one)
    return found


def _place(one: Dependency) -> tuple[str | int, ...]:
    return ("spec", "dependsOn", one.number)


def _written(one: Dependency) -> str:
    """The version, and the type where the entry names one."""
    return f"{one.version or 'in any version'} ({one.kind})" if one.kind else one.version or "in any version"


def _meaning(one: Dependency) -> tuple[str, ...]:
    return (one.kind, one.version, one.api_version, one.package)


FAMILY = "pkg.crossplane.io/provider-family"
_SAFE_START = "safestart"
_NEEDS = {("Function", "v1"): FUNCTION_V1.since, ("Function", "v1beta1"): FUNCTION_V1BETA1.since}
_KNOWN = (
    *(("apiVersion",), ("kind",), ("metadata", "name"), ("metadata", "labels", FAMILY)),
    *(("spec", name) for name in ("crossplane", "dependsOn", "capabilities")),
    *(("spec", "controller", "permissionRequests"), ("spec", "controller", "image"), ("spec", "image")),
)


def compare_metas(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of the object that describes the package; one of another name or type is still that object."""
    if old is not None and new is not None:
        yield from _compare(old, new)
    elif new is not None:
        earlier = _only_meta(new)
        if earlier is not None:
            yield from _compare(earlier, new)
        else:
            yield rules.meta_changed(at_object(old, new), is_new=True)
    elif old is not None:
        later = _only_meta(old)
        if later is None:
            yield rules.meta_changed(at_object(old, new), is_new=False)
        else:
            yield from _names(old, later)


def _only_meta(thing: Thing) -> Thing | None:
    """The one meta object of the other package; several are not compared."""
    side = thing.side.other
    keys = [key for key in side.chunks if (key.group == META_GROUP and key.kind in PACKAGES)]
    if len(keys) != 1:
        return None
    found = side.read(side.chunks[keys[0]])
    return found if isinstance(found, Thing) else None


def _names(old: Thing, new: Thing) -> Iterator[Difference]:
    for path, rule in ((("kind",), rules.package_kind_changed), (("metadata", "name"), rules.meta_renamed)):
        one, other = (text(field(each.value, *path)) for each in (old, new))
        if one != other:
            yield rule(at_field(*path, before=one, after=other))


def _compare(old: Thing, new: Thing) -> Iterator[Difference]:
    one, other = text(old.value.get("apiVersion")), text(new.value.get("apiVersion"))
    kind = text(new.value.get("kind"))
    if one != other:
        needs = _NEEDS.get((kind, other.rpartition("/")[2]), "")
        yield rules.meta_api_changed(at_field("apiVersion", before=one, after=other), needs)
    before, after = mapping(old.value.get("spec")), mapping(new.value.get("spec"))
    yield from compare_crossplane(before, after)
    yield from compare_dependencies(before, after)
    yield from _capabilities(before, after, kind)
    yield from _permissions(before, after)
    for path in (("controller", "image"), ("image",)):
        left, right = field(before, *path), field(after, *path)
        if not same(left, right):
            yield rules.image_changed(at_field("spec", *path, before=left, after=right))
    left, right = (field(each.value, "metadata", "labels", FAMILY) for each in (old, new))
    if not same(left, right):
        yield rules.family_changed(at_field("metadata", "labels", FAMILY, before=left, after=right))
    yield from other_fields(old, new, *_KNOWN)


def _capabilities(old: Any, new: Any, kind: str) -> Iterator[Difference]:
    before, after = _capability_names(old, kind), _capability_names(new, kind)
    at = at_field("spec", "capabilities", before=old.get("capabilities"), after=new.get("capabilities"))
    for key, name in after.items():
        if key not in before:
            yield rules.capability_added(at, name, is_safe_start=key == _SAFE_START)
    for key, name in before.items():
        if key not in after:
            yield rules.capability_removed(at, name, is_safe_start=key == _SAFE_START)


def _capability_names(spec: Any, kind: str) -> dict[str, str]:
    """The capabilities as Crossplane compares them; a function without a list can compose."""
    names = listing(spec.get("capabilities"))
    if not names and kind == "Function":
        names = ["composition"]
    return {re.sub("[^a-z0-9]+", "", name.lower()): name for name in names if isinstance(name, str)}


def _permissions(old: Any, new: Any) -> Iterator[Difference]:
    path = ("controller", "permissionRequests")
    left, right = field(old, *path), field(new, *path)
    before, after = (dict.fromkeys(map(_permission, listing(one))) for one in (left, right))
    added = [one for one in after if one not in before]
    gone = [one for one in before if one not in after]
    if added or gone:
        yield rules.permissions_changed(at_field("spec", *path, before=left, after=right), added, gone)


def _permission(rule: Any) -> str:
    """`get, list of secrets, or of the URL /metrics`."""

    def names(word: str) -> str:
        return few(texts(field(rule, word)))

    groups = names("apiGroups")
    what = " ".join(
        part for part in (names("resources"), f"({groups})" if groups else "", names("resourceNames")) if part
    )
    return f"{names('verbs')} of {what or names('nonResourceURLs') or 'nothing'}"

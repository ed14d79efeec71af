"""What two packages need: versions of Crossplane, and other packages."""

from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.changes.meta_objects import meta_rules as rules
from xpkgtui.formats.xpkg.changes.places import at_field, at_paths
from xpkgtui.formats.xpkg.dependencies.entries import Dependency, dependencies_of
from xpkgtui.formats.xpkg.tools.crossplane_versions import admits
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, same
from xpkgtui.versions.constraint import Constraint, overlap

_SUPPORTED = ("1.20", "2.0", "2.1", "2.2", "2.3", "2.4")
_MINORS = (*(f"1.{minor}" for minor in range(20)), *_SUPPORTED)
"""The minor releases of Crossplane that read packages of this form, the oldest first."""
_PATH = ("spec", "crossplane", "version")


def compare_crossplane(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Difference]:
    """The versions of Crossplane that the new package takes and the old one did not, and the reverse."""
    if same(old.get("crossplane"), new.get("crossplane")):
        return
    before, after = _taken(old), _taken(new)
    at = at_field(*_PATH, before=field(old, *_PATH[1:]), after=field(new, *_PATH[1:]))
    if gone := before - after:
        yield rules.crossplane_narrowed(at, _spans(gone), is_supported=not gone.isdisjoint(_SUPPORTED))
    else:
        yield rules.crossplane_changed(at, _spans(after - before))


def _taken(spec: Mapping[str, Any]) -> frozenset[str]:
    """The minor releases of which the package takes a patch release; without a constraint all."""
    if spec.get("crossplane") is None:
        return frozenset(_MINORS)
    text = field(spec, *_PATH[1:])
    return frozenset(one for one in _MINORS if admits(text if isinstance(text, str) else "", one))


def _spans(versions: frozenset[str]) -> str:
    """`1.14 to 1.20, 2.2`; nothing where there are none."""
    spans: list[list[str]] = []
    is_next = False
    for version in _MINORS:
        if version not in versions:
            is_next = False
        elif is_next:
            spans[-1][1:] = [version]
        else:
            spans.append([version])
            is_next = True
    return ", ".join(" to ".join(span) for span in spans)


def compare_dependencies(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Difference]:
    """The dependencies that are new, gone or have another constraint, matched by their repositories."""
    before, after = _by_repository(old), _by_repository(new)
    for name, one in before.items():
        if name not in after:
            at = at_paths(_place(one), None, before=_written(one))
            yield rules.dependency_removed(at, name)
    for name, one in after.items():
        if name not in before:
            at = at_paths(None, _place(one), after=_written(one))
            yield rules.dependency_added(at, name, one.kind, one.version)
        elif _meaning(before[name]) != _meaning(one):
            yield _changed(name, before[name], one)


def _changed(name: str, old: Dependency, new: Dependency) -> Difference:
    at = at_paths(_place(old), _place(new), _written(old), _written(new))
    is_same = (old.kind, old.version) == (new.kind, new.version)
    excludes = old.version != new.version and not _may_fit(old.version, new.version)
    return rules.dependency_changed(at, name, excludes=excludes, is_same=is_same)


def _may_fit(old: str, new: str) -> bool:
    """Whether one version may satisfy both; a digest is one version, which is not known."""
    if old.startswith("sha256:") or new.startswith("sha256:"):
        return not (old.startswith("sha256:") and new.startswith("sha256:"))
    try:
        return overlap(Constraint.parse(old), Constraint.parse(new))
    except Malformed:
        return True


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

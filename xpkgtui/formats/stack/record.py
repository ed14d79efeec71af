"""What unpacking makes of a package: the Package record, and the definitions with their annotations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from xpkgtui.formats.go_decoding.loosely import lowered, text_of
from xpkgtui.formats.stack.binding import BindableFiles, Bound, Definition
from xpkgtui.formats.stack.files import Sort, sorts_of, walk_order
from xpkgtui.formats.stack.shapes import found
from xpkgtui.untyped import listing, mapping
from xpkgtui.values import dataclass

_TEXTS = ("title", "titlePlural", "category", "overview", "overviewShort", "readme")
"""What a group.yaml and a *resource.yaml give to a definition."""
_ALWAYS = ("configmaps", "events", "secrets")


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission:
    """Resources with which the controller may do everything."""

    group: str
    resources: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A definition in the Package record."""

    path: str
    """Below `.registry`."""
    name: str
    group: str
    version: str
    """`spec.version`: no other is recorded."""
    kind: str
    plural: str
    scope: str
    subresources: tuple[str, ...]

    @property
    def target(self) -> Definition:
        """The definition in the form that files are bound to."""
        return Definition(path=self.path, kind=self.kind)

    @property
    def permission(self) -> Permission:
        """What the controller may do with it."""
        parts = (*self.subresources, "finalizers")
        return Permission(group=self.group, resources=(self.plural, *(f"{self.plural}/{part}" for part in parts)))


@dataclass(frozen=True, kw_only=True, eq=False)
class Record:
    """What becomes of the files of `.registry`."""

    files: Sequence[str]
    """Below `.registry`, in the order of the walk."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The first document of each file that is decoded."""

    @cached_property
    def behavior(self) -> str | None:
        """The behavior that counts: with one, the record is a StackDefinition."""
        return next(reversed(self._paths_of(Sort.BEHAVIOR)), None)

    @cached_property
    def app(self) -> str | None:
        """The app.yaml that counts."""
        return next(reversed(self._paths_of(Sort.APP)), None)

    @property
    def controller(self) -> str | None:
        """The file whose Deployment runs: of an install.yaml and a behavior the later one."""
        runs = [
            path
            for path in self.files
            if Sort.BEHAVIOR in sorts_of(path)
            or (Sort.INSTALL in sorts_of(path) and mapping(self.values.get(path)).get("kind") == "Deployment")
        ]
        return runs[-1] if runs else None

    @cached_property
    def icons(self) -> list[str]:
        """The icons of the package itself: app.yaml takes the place of those that are walked before it."""
        before = walk_order(self.app) if self.app else ()
        return [path for path in self._paths_of(Sort.ICON) if "/" not in path and walk_order(path) > before]

    @cached_property
    def listed(self) -> list[Recorded]:
        """The definitions that the record lists, in the order of the walk."""
        return [definition_of(path, self.values.get(path)) for path in self._paths_of(Sort.CRD)]

    @cached_property
    def kept(self) -> list[Recorded]:
        """The definitions that are installed, in the order of the record: of two alike the later one."""
        kept = {(one.group, one.version, one.kind): one for one in self.listed}
        return sorted(kept.values(), key=_by_name, reverse=True)

    @cached_property
    def bindable(self) -> BindableFiles:
        """The files that may be bound to definitions."""
        return BindableFiles(
            groups=tuple(self._paths_of(Sort.GROUP)),
            resources={path: text_of(found(self.values.get(path), "id")) for path in self._paths_of(Sort.RESOURCE)},
            icons=tuple(self._paths_of(Sort.ICON)),
            ui_schemas=tuple(self._paths_of(Sort.UI)),
        )

    def bound(self, one: Recorded) -> Bound:
        """The files that are bound to a definition."""
        return self.bindable.of(one.target)

    def texts(self, path: str | None) -> dict[str, str]:
        """What a group.yaml or a *resource.yaml says."""
        value = mapping(self.values.get(path)) if path else {}
        return {name: words for name in _TEXTS if (words := text_of(lowered(value, name)))}

    def permissions(self) -> Iterator[Permission]:
        """What the controller may do everything with, in the order of the record."""
        yield Permission(group="", resources=_ALWAYS)
        yield from (one.permission for one in self.kept)
        for wanted in listing(found(self.values.get(self.app), "dependsOn") if self.app else None):
            if crd := text_of(found(wanted, "crd")).partition("/")[0]:
                kind, _, group = crd.partition(".")
                yield Permission(group=group, resources=(kind,))

    @cached_property
    def _sorted(self) -> Mapping[Sort, list[str]]:
        found: dict[Sort, list[str]] = {sort: [] for sort in Sort}
        for path in self.files:
            for sort in sorts_of(path):
                found[sort].append(path)
        return found

    def _paths_of(self, sort: Sort) -> list[str]:
        return self._sorted[sort]


def record_of(values: Mapping[str, Any], files: Sequence[str]) -> Record:
    """The record of files in any order."""
    return Record(files=sorted(files, key=walk_order), values=values)


def definition_of(path: str, value: object) -> Recorded:
    """A definition, by the fields of v1beta1."""
    subs = mapping(found(value, "spec", "subresources"))
    return Recorded(
        path=path,
        name=text_of(found(value, "metadata", "name")),
        group=text_of(found(value, "spec", "group")),
        version=text_of(found(value, "spec", "version")),
        kind=text_of(found(value, "spec", "names", "kind")),
        plural=text_of(found(value, "spec", "names", "plural")),
        scope=text_of(found(value, "spec", "scope")),
        subresources=tuple(name for name in ("status", "scale") if lowered(subs, name) is not None),
    )


def _by_name(one: Recorded) -> bytes:
    """Sorts definitions by group, version and kind, as Go writes them."""
    return f"{one.group}/{one.version}, Kind={one.kind}".encode("utf-8", "surrogateescape")

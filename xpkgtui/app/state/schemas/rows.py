"""The fields of a version as they are listed, and what keys do with them."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache

from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas, FieldTree, OtherVersion, SchemaVersion, beside
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.formats.definitions.fields.tree import has_children
from xpkgtui.values import dataclass

_MOST_ROWS = 50_000
_OPEN = frozenset({"spec", "spec.forProvider", "spec.parameters", "status"})
"""What is open unless it was closed."""


class FieldMark(StrEnum):
    """How a field differs from another version, as a sign."""

    NONE = ""
    NEW = "+"
    GONE = "-"
    CHANGED = "~"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRow:
    """A field as it is listed."""

    field: SchemaField
    depth: int = 0
    is_open: bool | None = None
    """Whether the fields below it are listed; None for one that has none."""
    mark: FieldMark = FieldMark.NONE
    difference: str = ""
    """What the mark says, in words."""
    is_whole: bool = False
    """Whether it stands with its whole path, as a filter leaves it."""

    @property
    def key(self) -> str:
        """Its path; one that is gone may be there in another form."""
        return f"-{self.field.path}" if self.mark is FieldMark.GONE else self.field.path


def shown_version(schemas: DefinedSchemas, selection: SchemaSelection) -> SchemaVersion | None:
    """The version that is shown; None where the definition has none."""
    return schemas.version(selection.version)


def other_version(schemas: DefinedSchemas, selection: SchemaSelection) -> OtherVersion | None:
    """What differs from the version before, where it is compared with that."""
    shown = shown_version(schemas, selection) if selection.is_compared else None
    other = schemas.before(shown) if shown is not None else None
    return beside(shown, other) if shown is not None and other is not None else None


def rows_of(schemas: DefinedSchemas, selection: SchemaSelection) -> tuple[FieldRow, ...]:
    """The fields that are listed."""
    shown = shown_version(schemas, selection)
    if shown is None:
        return ()
    if selection.filter.strip():
        return _found(shown.tree, selection.filter)
    return _tree(shown.tree, selection.open_all, selection.toggled, other_version(schemas, selection))


def chosen_row(rows: tuple[FieldRow, ...], selection: SchemaSelection) -> FieldRow | None:
    """The row under the cursor: the chosen field, else the nearest above it that is listed, else the first."""
    known = {one.key: one for one in rows}
    path = selection.path
    while path:
        if path in known:
            return known[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return rows[0] if rows else None


def toggled(rows: tuple[FieldRow, ...], selection: SchemaSelection, key: str, unfold: bool | None) -> SchemaSelection:
    """A field opened or closed; where there is nothing to close, the field above it, which takes the cursor."""
    row = next((one for one in rows if one.key == key), None)
    if row is None or row.is_whole:
        return selection
    if unfold is False and not row.is_open:
        above = _above(rows, row)
        return selection if above is None else _toggled(selection, above)
    if row.is_open is None or (unfold is not None and unfold == row.is_open):
        return selection
    return _toggled(selection, row)


def revealed(schemas: DefinedSchemas, selection: SchemaSelection) -> SchemaSelection:
    """The selection with all fields above the chosen one open."""
    shown = shown_version(schemas, selection)
    if shown is None or not selection.path or selection.filter.strip():
        return selection
    other = other_version(schemas, selection)
    is_open = _opens(shown.tree, selection.open_all, selection.toggled, other)
    way = shown.tree.way(selection.path)[:-1]
    closed = {one.path for depth, one in enumerate(way) if not is_open(one.path, depth)}
    return replace(selection, toggled=selection.toggled ^ closed)


def next_version(schemas: DefinedSchemas, selection: SchemaSelection, step: int = 1) -> SchemaSelection | None:
    """The version after the one that is shown, of all kinds in turn; None where there is no other."""
    shown = shown_version(schemas, selection)
    if shown is None or len(schemas.versions) < 2:
        return None
    at = schemas.versions.index(shown)
    return replace(selection, version=schemas.versions[(at + step) % len(schemas.versions)].key)


def comparison_toggled(schemas: DefinedSchemas, selection: SchemaSelection) -> SchemaSelection | None:
    """The version before beside the one that is shown, or no more; None where there is no other."""
    shown = shown_version(schemas, selection)
    if shown is None or schemas.before(shown) is None:
        return None
    return replace(selection, is_compared=not selection.is_compared, filter="")


def _toggled(selection: SchemaSelection, row: FieldRow) -> SchemaSelection:
    return replace(selection, path=row.key, toggled=selection.toggled ^ {row.field.path})


def _above(rows: tuple[FieldRow, ...], row: FieldRow) -> FieldRow | None:
    """The row of the field above one."""
    at = rows.index(row)
    return next((one for one in reversed(rows[:at]) if one.depth < row.depth), None)


def _opens(
    tree: FieldTree, open_all: bool | None, toggled: frozenset[str], other: OtherVersion | None
) -> Callable[[str, int], bool]:
    """Tells whether a field of a path and depth is open."""
    levels = tree.levels if open_all else 0
    inside = other.inside if other is not None else {}

    def is_open(path: str, depth: int) -> bool:
        by_itself = path in _OPEN or path in inside if open_all is None else depth + 1 < levels
        return by_itself != (path in toggled)

    return is_open


@lru_cache(maxsize=8)
def _found(tree: FieldTree, words: str) -> tuple[FieldRow, ...]:
    """The fields that a filter leaves, with their whole paths."""
    fields = (tree.field(one.path) for one in tree.search(words).best)
    return tuple(FieldRow(field=one, is_whole=True) for one in fields if one is not None)


@lru_cache(maxsize=8)
def _tree(
    tree: FieldTree, open_all: bool | None, toggled: frozenset[str], other: OtherVersion | None
) -> tuple[FieldRow, ...]:
    is_open = _opens(tree, open_all, toggled, other)
    gone = other.gone if other is not None else {}
    rows: list[FieldRow] = []
    waiting = [(one, 0, True) for one in reversed(gone.get("", ()))] + [(one, 0, False) for one in reversed(tree.top)]
    while waiting and len(rows) < _MOST_ROWS:
        one, depth, is_gone = waiting.pop()
        may_open = not is_gone and (has_children(one) or one.path in gone)
        opened = is_open(one.path, depth) if may_open else None
        mark, difference = _differs(one, other, is_gone=is_gone, is_open=bool(opened))
        rows.append(FieldRow(field=one, depth=depth, is_open=opened, mark=mark, difference=difference))
        if opened:
            waiting += [(below, depth + 1, True) for below in reversed(gone.get(one.path, ()))]
            waiting += [(below, depth + 1, False) for below in reversed(tree.children(one))]
    return tuple(rows)


def _differs(one: SchemaField, other: OtherVersion | None, *, is_gone: bool, is_open: bool) -> tuple[FieldMark, str]:
    """How a field differs from the other version, and in words."""
    if other is None:
        return FieldMark.NONE, ""
    path, name = one.path, other.other.version.name
    if is_gone:
        place = other.moved_to.get(path)
        return FieldMark.GONE, f"moved to {place}" if place else f"only in {name}"
    if path in other.new:
        return FieldMark.NEW, f"not in {name}"
    if path in other.moved:
        return FieldMark.CHANGED, f"moved from {other.moved[path]}"
    if says := other.changed.get(path):
        return FieldMark.CHANGED, f"{name}: {', '.join(says)}"
    count = 0 if is_open else other.inside.get(path, 0)
    return (FieldMark.CHANGED, f"{count:,} inside") if count else (FieldMark.NONE, "")

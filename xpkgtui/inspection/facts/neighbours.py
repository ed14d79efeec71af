"""The other objects of the package, as far as lists know them; a few are parsed where that is asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from xpkgtui.inspection.rows.objects import ObjectRow

_MOST = 64
"""Documents that are parsed for one answer."""
_BYTES = 2 << 20
"""Their bytes."""
EXTENSIONS = "apiextensions.crossplane.io"


def _unread(_row: ObjectRow) -> object:
    return None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Neighbours:
    """Every object of the package, the one that is told of included."""

    rows: tuple[ObjectRow, ...] = ()
    read: Callable[[ObjectRow], object] = _unread
    """Parses one; None for a broken one."""

    @property
    def meta(self) -> ObjectRow | None:
        """The meta object, where there is exactly one."""
        found = [row for row in self.rows if row.role == "meta"]
        return found[0] if len(found) == 1 else None

    def of_kind(self, kind: str, group: str = EXTENSIONS) -> Iterator[ObjectRow]:
        """Objects of this kind, whatever the version."""
        for row in self.rows:
            if row.kind == kind and (row.api_version or "").rpartition("/")[0] == group:
                yield row

    def values(self, kind: str) -> Iterator[tuple[ObjectRow, object]]:
        """Objects of this kind, parsed; the first ones, as far as that is cheap."""
        left = _BYTES
        for number, row in enumerate(self.of_kind(kind)):
            left -= row.end - row.start
            if left < 0 or number >= _MOST:
                return
            yield row, self.read(row)

    def meta_value(self) -> object:
        """The meta object, parsed."""
        meta = self.meta
        return self.read(meta) if meta is not None and meta.end - meta.start <= _BYTES else None


def place(row: ObjectRow) -> str:
    """Where an object is: `document 3, line 120`, or its file and line."""
    return f"{row.file}:{row.line}" if row.file else f"document {row.document}, line {row.line:,}"

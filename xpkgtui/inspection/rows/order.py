"""The order in which objects are listed: as they stand, or by kind and the versions in their names."""

from collections.abc import Sequence

from xpkgtui.formats.role import Role
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.versions.newest_first import newest_first


def places(rows: Sequence[ObjectRow], kinds: Sequence[str]) -> tuple[int, ...]:
    """The places of rows in the order of the list, without empty documents.

    With `kinds`, those of one group stand together: these kinds first, each with its newest version first, then all
    others as they stand.
    """
    kept = [place for place, row in enumerate(rows) if row.role is not Role.EMPTY]
    if not kinds:
        return tuple(kept)
    groups: dict[str | None, int] = {}
    ranks = {kind: rank for rank, kind in enumerate(kinds)}

    def key(place: int) -> tuple[object, ...]:
        row = rows[place]
        group = groups.setdefault(row.group, len(groups))
        rank = ranks.get(row.kind or "")
        if rank is None:
            return group, len(ranks), ()
        return group, rank, newest_first(row.name or "")

    return tuple(sorted(kept, key=key))

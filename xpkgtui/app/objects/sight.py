"""What of the list of objects is in sight and not judged: it is asked for before its turn."""

from collections.abc import Iterator, Sequence

from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.objects.cells import ObjectItem
from xpkgtui.inspection.messages.requests import Glance

_MOST = 200
"""Documents of one request: more rows than that are on no screen."""
_NOTHING = Glance(profile="", documents=())


class Sight:
    """What was asked for last; the same is not asked for again while it is awaited."""

    def __init__(self) -> None:
        self._asked = _NOTHING

    def request(
        self, profile: str, rows: Sequence[Row], *, top: int, height: int, cursor: Row | None
    ) -> Glance | None:
        """What is to be asked for, the row under the cursor first; nothing without a judgement under way."""
        if not profile:
            self._asked = _NOTHING
            return None
        seen = (*(() if cursor is None else (cursor,)), *rows[max(0, top) : max(0, top + min(height, _MOST))])
        wanted = Glance(profile=profile, documents=tuple(dict.fromkeys(_unjudged(seen))))
        is_known = profile == self._asked.profile and set(wanted.documents) <= set(self._asked.documents)
        if is_known or not wanted.documents:
            return None
        self._asked = wanted
        return wanted


def _unjudged(rows: Sequence[Row]) -> Iterator[int]:
    for row in rows:
        if isinstance(row.value, ObjectItem) and row.value.row.badge is None:
            yield row.value.row.document
